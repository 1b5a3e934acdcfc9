import * as p from "../model/params.js";
import { defineVisual } from "../model/visual.js";
import { BEVEL } from "./box.js";
import { bevelProfile, revolve } from "./revolve.js";
import { segmentsOf } from "./surface.js";

/** Cone along z: base at z = −height/4, as the shape has it, so that the origin is the centroid of a pointed one. */
export const cone = defineVisual({
  name: "cone",
  help: "a cone along z with its base at z = −height/4, as the shape; with a tip it is cut off",
  params: {
    radius: p.number({ unit: "m", above: 0, help: "radius of the base" }),
    height: p.number({ unit: "m", above: 0, help: "height" }),
    tip: p.number({ unit: "m", min: 0, default: 0, help: "radius of the upper end" }),
    bevel: p.number({
      unit: "m",
      min: 0,
      optional: true,
      help: "width of the bevels; a twentieth of the smaller of radius and half height when absent",
    }),
    segments: p.number({ integer: true, min: 3, max: 1024, default: 48, help: "flat pieces around the axis" }),
  },
  details: 3,
  build: ({ radius, height, tip, bevel, segments }, detail = 0) => {
    const [low, high] = [-height / 4, (3 * height) / 4];
    const profile = [
      { r: 0, z: low },
      { r: radius, z: low },
      { r: tip, z: high },
    ];
    if (tip > 0) profile.push({ r: 0, z: high });
    const b = bevel ?? BEVEL * Math.min(radius, height / 2);
    return revolve(bevelProfile(profile, false, b), false, segmentsOf(segments, detail));
  },
});
