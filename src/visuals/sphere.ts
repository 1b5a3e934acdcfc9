import * as p from "../model/params.js";
import { defineVisual } from "../model/visual.js";
import { revolve } from "./revolve.js";
import { capProfile } from "./round.js";
import { segmentsOf } from "./surface.js";

/** Sphere around the origin. */
export const sphere = defineVisual({
  name: "sphere",
  help: "a sphere around the origin",
  params: {
    radius: p.number({ unit: "m", above: 0, help: "radius" }),
    segments: p.number({ integer: true, min: 4, max: 1024, default: 48, help: "flat pieces around the axis z" }),
  },
  details: 3,
  build: ({ radius, segments }, detail = 0) => {
    const around = segmentsOf(segments, detail);
    const half = 0.5 * Math.PI;
    return revolve(capProfile(0, radius, -half, half, Math.max(4, around >> 1)), false, around);
  },
});
