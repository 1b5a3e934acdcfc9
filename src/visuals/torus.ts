import { show } from "../model/errors.js";
import * as p from "../model/params.js";
import { defineVisual } from "../model/visual.js";
import { revolve } from "./revolve.js";
import { arcProfile } from "./round.js";
import { segmentsOf } from "./surface.js";

/** Ring about z. */
export const torus = defineVisual({
  name: "torus",
  help: "a ring about z: a tube around a circle",
  params: {
    radius: p.number({ unit: "m", above: 0, help: "from the centre to the middle of the tube" }),
    tube: p.number({ unit: "m", above: 0, help: "radius of the tube, below the ring's" }),
    segments: p.number({ integer: true, min: 3, max: 1024, default: 64, help: "flat pieces around the axis" }),
  },
  check: ({ radius, tube }) =>
    tube < radius ? undefined : `expected a tube below the radius of ${radius} m, got ${show(tube)}`,
  details: 3,
  build: ({ radius, tube, segments }, detail = 0) => {
    const around = segmentsOf(segments, detail);
    const sides = Math.max(6, around >> 1);
    return revolve(arcProfile(radius, 0, tube, 0, 2 * Math.PI, sides).slice(0, -1), true, around);
  },
});
