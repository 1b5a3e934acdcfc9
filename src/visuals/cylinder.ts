import * as p from "../model/params.js";
import { defineVisual } from "../model/visual.js";
import { BEVEL } from "./box.js";
import { bevelProfile, revolve } from "./revolve.js";
import { segmentsOf } from "./surface.js";

/** Round cylinder along z, around the origin; a tube where it has a bore. */
export const cylinder = defineVisual({
  name: "cylinder",
  help: "a round cylinder along z, around the origin, with bevelled rims; a tube with a bore",
  params: {
    radius: p.number({ unit: "m", above: 0, help: "radius" }),
    halfLength: p.number({ unit: "m", above: 0, help: "half of the length along the axis" }),
    bore: p.number({ unit: "m", min: 0, default: 0, help: "radius of the hole along the axis" }),
    bevel: p.number({
      unit: "m",
      min: 0,
      optional: true,
      help: "width of the bevels; a twentieth of the smaller of radius and half height when absent",
    }),
    segments: p.number({ integer: true, min: 3, max: 1024, default: 48, help: "flat pieces around the axis" }),
  },
  check: ({ radius, bore }) =>
    bore < radius ? undefined : `expected a bore below the radius of ${radius} m, got ${bore}`,
  details: 3,
  build: ({ radius, halfLength: h, bore, bevel, segments }, detail = 0) => {
    const closed = bore > 0;
    const profile = [
      { r: bore, z: -h },
      { r: radius, z: -h },
      { r: radius, z: h },
      { r: bore, z: h },
    ];
    const b = bevel ?? BEVEL * Math.min(radius - bore, h);
    return revolve(bevelProfile(profile, closed, b), closed, segmentsOf(segments, detail));
  },
});
