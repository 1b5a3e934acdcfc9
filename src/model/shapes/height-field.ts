import * as z from "zod/mini";
import { heightFieldBounds, heightFieldMesh, inspectHeightField } from "../../geometry/height-field.js";
import type { HeightField } from "../../geometry/types.js";
import { show } from "../errors.js";
import * as p from "../params.js";
import { defineShape } from "../shape.js";
import { readScale, scaleParam } from "./scale.js";
import { type Soil, soilParam } from "./soil.js";

/** Terrain: heights over a regular grid, centred on the origin in x and y; solid below. */
export const heightField = defineShape({
  name: "height-field",
  help: "ground as heights over a regular grid that is centred on the origin",
  space: "3d",
  params: {
    heights: p.rows({ unit: "m", minLength: 2, help: "heights z: one row along x for each y, from the smallest y on" }),
    dx: p.number({ unit: "m", above: 0, default: 1, help: "distance of grid points along x" }),
    dy: p.number({ unit: "m", above: 0, default: 1, help: "distance of grid points along y" }),
    scale: scaleParam,
    soil: p.describe(z.optional(soilParam), p.metaOf(soilParam) as p.ParamMeta),
  },
  prepare: ({ heights, dx, dy, scale, soil }) => {
    const factors = readScale(scale, 3);
    if (typeof factors === "string") return factors;
    if (factors.some((s) => s < 0)) return `scale should not mirror a height field, got ${show(scale)}`;
    const nx = heights[0].length;
    const uneven = heights.findIndex((row) => row.length !== nx);
    if (uneven >= 0) return `heights[${uneven}] has ${heights[uneven].length} numbers, and heights[0] has ${nx}`;
    const field: HeightField = {
      nx,
      ny: heights.length,
      dx: dx * factors[0],
      dy: dy * factors[1],
      heights: Float64Array.from(heights.flat(), (h) => h * factors[2]),
    };
    const problem = inspectHeightField(field);
    if (problem !== null) return problem.message;
    const outside = soil === undefined ? null : patchProblem(field, soil);
    if (outside !== null) return outside;
    const mesh = heightFieldMesh(field);
    const bounds = heightFieldBounds(field);
    if (soil !== undefined) {
      // the ground may be dug and heaped
      bounds[2] -= soil.depth;
      bounds[5] += soil.depth;
    }
    const massless = "a height field is ground without end below, and has no mass";
    return {
      form: "height-field",
      size: [],
      mass: null,
      massless,
      bounds,
      mesh,
      heightField: field,
      ...(soil === undefined ? {} : { soil }),
      drawing: () => mesh,
    };
  },
});

/** What is wrong with the patches that may be dug, or null. */
function patchProblem({ nx, ny, dx, dy }: HeightField, { patches = [] }: Soil): string | null {
  const [x, y] = [0.5 * (nx - 1) * dx, 0.5 * (ny - 1) * dy];
  for (const [i, patch] of patches.entries()) {
    const [x0, y0, x1, y1] = patch;
    if (patch.length !== 4) return `soil.patches[${i}] should be [x0, y0, x1, y1], got ${show(patch)}`;
    if (!(x0 < x1 && y0 < y1)) return `soil.patches[${i}] should have x0 < x1 and y0 < y1, got ${show(patch)}`;
    const slack = 1e-9 * Math.max(x, y);
    if (x0 < -x - slack || y0 < -y - slack || x1 > x + slack || y1 > y + slack)
      return `soil.patches[${i}] lies outside the terrain, which reaches over x ${-x} … ${x} m and y ${-y} … ${y} m: move or shrink it, or make the terrain larger, got ${show(patch)}`;
  }
  return null;
}
