import { heightFieldBounds, heightFieldMesh, inspectHeightField } from "../../geometry/height-field.js";
import type { HeightField } from "../../geometry/types.js";
import { show } from "../errors.js";
import * as p from "../params.js";
import { defineShape } from "../shape.js";
import { readScale, scaleParam } from "./scale.js";

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
  },
  prepare: ({ heights, dx, dy, scale }) => {
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
    const mesh = heightFieldMesh(field);
    const massless = "a height field is ground without end below, and has no mass";
    return {
      form: "height-field",
      size: [],
      mass: null,
      massless,
      bounds: heightFieldBounds(field),
      mesh,
      heightField: field,
      drawing: () => mesh,
    };
  },
});
