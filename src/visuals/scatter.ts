import { quatFromAxisAngle } from "../math/quat.js";
import * as p from "../model/params.js";
import { defineVisual } from "../model/visual.js";
import { PROP_NAMES } from "./prop.js";
import { props } from "./props/index.js";
import { mergeByLook } from "./props/merge.js";
import { chance } from "./props/prop.js";

/** Places that are tried for each thing before it is left out. */
const TRIES = 12;

/** Many things of one kind at random places, the same in every run. */
export const scatter = defineVisual({
  name: "scatter",
  help: "many things of the library at random places of a rectangle, such as trees; the same ones in every run",
  params: {
    name: p.choice(PROP_NAMES, { default: "tree", help: "name of the prop" }),
    count: p.number({ integer: true, min: 1, max: 5000, default: 50, help: "how many, where there is room" }),
    halfExtents: p.vector({ unit: "m", help: "half sides of the rectangle along x and y; z does not count" }),
    leaveOut: p.rows({
      unit: "m",
      optional: true,
      help: "rectangles without any, as [x, y, half side along x, half side along y] each",
    }),
    distance: p.number({ unit: "m", min: 0, default: 0, help: "least distance between two" }),
    seed: p.number({ integer: true, min: 0, default: 1, help: "another number gives other places" }),
  },
  check: ({ halfExtents, leaveOut }) => {
    if (!(halfExtents[0] > 0 && halfExtents[1] > 0)) return "expected half sides > 0 m along x and y";
    const bad = leaveOut?.find((row) => row.length !== 4);
    return bad && `expected rectangles [x, y, half side, half side], got one of ${bad.length} numbers`;
  },
  expand: ({ name, count, halfExtents, leaveOut = [], distance, seed }) => {
    const [hx, hy] = halfExtents;
    const found = props.find((entry) => entry.name === name);
    if (!found) return `there is no prop ${name}`;
    const { variants = 1, color = "" } = found;
    const versions = Array.from({ length: variants }, (_, v) =>
      mergeByLook(found.visuals(v, color), `${name} ${v} ${color}`),
    );
    const placed: [number, number][] = [];
    const fits = (x: number, y: number) =>
      leaveOut.every(([cx, cy, ax, ay]) => Math.abs(x - cx) > ax || Math.abs(y - cy) > ay) &&
      placed.every(([a, b]) => (a - x) * (a - x) + (b - y) * (b - y) >= distance * distance);
    for (let k = 0; k < count; k++) {
      for (let t = 0; t < TRIES; t++) {
        const draw = seed * 100_003 + k * TRIES + t;
        const [x, y] = [hx * (2 * chance(draw, 0) - 1), hy * (2 * chance(draw, 1) - 1)];
        if (!fits(x, y)) continue;
        placed.push([x, y]);
        break;
      }
    }
    return placed.flatMap(([x, y], k) => {
      const orientation = quatFromAxisAngle([0, 0, 1], 2 * Math.PI * chance(seed * 7919 + k, 3));
      const parts = versions[Math.floor(variants * chance(seed * 7919 + k, 2))];
      return parts.map((part) => ({ ...part, position: [x, y, 0], orientation }));
    });
  },
});
