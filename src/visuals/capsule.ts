import * as p from "../model/params.js";
import { defineVisual } from "../model/visual.js";
import { revolve } from "./revolve.js";
import { capProfile } from "./round.js";
import { segmentsOf } from "./surface.js";

/** All points within a radius of a segment of the z axis. */
export const capsule = defineVisual({
  name: "capsule",
  help: "a cylinder along z, around the origin, with half spheres at its ends",
  params: {
    radius: p.number({ unit: "m", above: 0, help: "radius" }),
    halfLength: p.number({ unit: "m", above: 0, help: "half of the distance between the centres of the half spheres" }),
    segments: p.number({ integer: true, min: 4, max: 1024, default: 32, help: "flat pieces around the axis" }),
  },
  details: 3,
  build: ({ radius, halfLength, segments }, detail = 0) => {
    const around = segmentsOf(segments, detail);
    const pieces = Math.max(2, around >> 2);
    const half = 0.5 * Math.PI;
    const profile = [
      ...capProfile(-halfLength, radius, -half, 0, pieces),
      ...capProfile(halfLength, radius, 0, half, pieces),
    ];
    return revolve(profile, false, around);
  },
});
