import * as p from "../model/params.js";
import { defineVisual } from "../model/visual.js";
import { props } from "./props/index.js";
import { mergeByLook } from "./props/merge.js";

/** Names of the props. */
export const PROP_NAMES = props.map(({ name }) => name) as [string, ...string[]];

/** A thing of the small library, at its true size. */
export const prop = defineVisual({
  name: "prop",
  help: "a thing at its true size that stands on the ground: a person, a traffic cone, a container, a tree",
  params: {
    name: p.choice(PROP_NAMES, {
      default: "traffic-cone",
      help: props.map(({ name, help }) => `${name}: ${help}`).join("; "),
    }),
    variant: p.number({ integer: true, min: 0, default: 0, help: "version, where there are several" }),
    color: p.text({ optional: true, help: "colour of what is painted; that of the prop when absent" }),
  },
  expand: ({ name, variant, color }) => {
    const found = props.find((entry) => entry.name === name);
    if (!found) return `there is no prop ${name}`;
    const version = variant % (found.variants ?? 1);
    const paint = color ?? found.color ?? "";
    return mergeByLook(found.visuals(version, paint), `${name} ${version} ${paint}`);
  },
});
