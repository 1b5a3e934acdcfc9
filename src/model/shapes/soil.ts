import * as z from "zod/mini";
import * as p from "../params.js";

/** Law (3.23) of [Luaces2013]: resistance in proportion to the velocity of the teeth. The thesis prints no values. */
const flow = p.record(
  {
    drag: p.number({ unit: "N s/m²", min: 0, default: 1e5, help: "μ_dig: drag along the cut, per depth^n" }),
    compaction: p.number({ unit: "N s/m²", min: 0, default: 2e5, help: "μ_cp: drag across the cut, per depth^n" }),
    sigma1: p.number({ unit: "1", min: 0, default: 1, help: "σ₁: part of the drag that does not depend on the load" }),
    sigma2: p.number({ unit: "1/m³", min: 0, default: 1, help: "σ₂: growth of the drag with the load, per volume^m" }),
    volumePower: p.number({ unit: "1", min: 0, max: 4, default: 1, help: "m: power of the volume in the bucket" }),
    depthPower: p.number({ unit: "1", min: 0, max: 4, default: 1, help: "n: power of the depth of the teeth" }),
  },
  { help: "parameters of the law `flow`, resistance in proportion to velocity" },
);

/** What the ground is made of: the record `soil` of a height field, which makes it diggable. */
export const soilParam = p.record(
  {
    density: p.number({ unit: "kg/m³", above: 0, max: 10_000, default: 1700, help: "mass per volume, dug or not" }),
    cohesion: p.number({ unit: "Pa", min: 0, default: 8000, help: "shear strength without load" }),
    frictionAngle: p.number({ unit: "rad", min: 0, max: 1, default: 0.6, help: "angle of internal friction" }),
    adhesion: p.number({ unit: "Pa", min: 0, default: 2000, help: "shear strength between soil and steel" }),
    steelAngle: p.number({ unit: "rad", min: 0, max: 1, default: 0.38, help: "angle of friction on steel" }),
    repose: p.number({ unit: "rad", above: 0, max: 1.4, default: 0.62, help: "steepest slope of loose soil" }),
    quake: p.number({
      unit: "m",
      above: 0,
      max: 0.1,
      default: 0.005,
      help: "displacement at which the soil yields; below it springs back",
    }),
    depth: p.number({ unit: "m", above: 0, default: 6, help: "how far below and above its heights it may change" }),
    law: p.choice(["earthmoving", "flow"], {
      default: "earthmoving",
      help: "digging resistance: fundamental earthmoving equation, or in proportion to velocity",
    }),
    flow: p.describe(z.optional(flow), p.metaOf(flow) as p.ParamMeta),
    volume: p.choice(["conserved", "independent"], {
      default: "conserved",
      help: "what fills a bucket: the volume cut from the grid, at the rate of its slices, or the slices alone",
    }),
    discharge: p.choice(["geometry", "angle"], {
      default: "geometry",
      help: "when a bucket spills: whenever it holds too much for its attitude, or only while −π/2 < β < 7π/9",
    }),
    patches: p.rows({
      unit: "m",
      optional: true,
      help: "rectangles [x0, y0, x1, y1] in the shape's frame that may be dug; without them all of it",
    }),
    scatter: p.number({ unit: "m", above: 0, default: 0.25, help: "standard deviation of where dumped soil lands" }),
    rays: p.number({
      unit: "1",
      integer: true,
      min: 1,
      max: 1000,
      default: 20,
      help: "points over which it is spread",
    }),
    seed: p.number({
      unit: "1",
      integer: true,
      min: 0,
      max: 0xffffffff,
      default: 1,
      help: "of the generator of these",
    }),
    utilities: p.number({
      unit: "1",
      integer: true,
      min: 0,
      max: 0xffffffff,
      default: 0,
      help: "categories (bits) of shapes that are buried utilities: a bucket that touches one raises an event",
    }),
  },
  { help: "makes the ground diggable" },
);

/** Soil with its defaults filled in. */
export type Soil = z.output<typeof soilParam>;

/** Parameters of the law `flow`, as written or by default. */
export function flowOf(soil: Soil): z.output<typeof flow> {
  return soil.flow ?? flow.parse({});
}
