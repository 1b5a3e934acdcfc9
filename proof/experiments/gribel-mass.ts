import type { Model, Spec } from "stiction";
import { defineExperiment, error } from "../experiment.js";

/**
 *   An L of two boxes, 3 × 1 and 1 × 2:      y
 *                                            3 ┌─┐
 *                                              │ │
 *                                            1 │ └───┐
 *                                            0 └─────┘
 *                                              0 1   3  x
 */
const L_SHAPE = [
  [0, 0],
  [3, 0],
  [3, 1],
  [1, 1],
  [1, 3],
  [0, 3],
] as const;
const DENSITY = 7;

const compound: Spec = {
  plane: "xy",
  contact: "none",
  bodies: [
    {
      name: "part",
      density: DENSITY,
      shapes: [
        {
          type: "polygon",
          vertices: [
            [0, 0],
            [3, 0],
            [3, 1],
            [0, 1],
          ],
        },
        {
          type: "polygon",
          vertices: [
            [0, 1],
            [1, 1],
            [1, 3],
            [0, 3],
          ],
        },
      ],
    },
  ],
};

/** Mass, centroid and polar moment about the centroid of a polygon, by sums over its edges (Green's theorem). */
function polygonIntegral(vertices: readonly (readonly [number, number])[]) {
  let area = 0;
  let sx = 0;
  let sy = 0;
  let polar = 0;
  vertices.forEach(([x0, y0], k) => {
    const [x1, y1] = vertices[(k + 1) % vertices.length];
    const w = x0 * y1 - x1 * y0;
    area += w / 2;
    sx += (w * (x0 + x1)) / 6;
    sy += (w * (y0 + y1)) / 6;
    polar += (w * (x0 * x0 + x0 * x1 + x1 * x1 + y0 * y0 + y0 * y1 + y1 * y1)) / 12;
  });
  const x = sx / area;
  const y = sy / area;
  return { mass: DENSITY * area, x, y, inertia: DENSITY * (polar - area * (x * x + y * y)) };
}

const relative = (measured: number, exact: number) => Math.abs(measured / exact - 1);

/** The L as it was compiled: body 1. */
function compiled({ bodyMass, bodyCom, bodyInertia }: Model) {
  return { mass: bodyMass[1], x: bodyCom[3], y: bodyCom[4], inertia: bodyInertia[8] };
}

const origin = "round-off of a dozen sums";

export const gribelCompound = defineExperiment({
  id: "gribel.v16",
  title: "Compound body: mass properties of an L",
  reference: "[Gribel2009], row V16: equal to the integral over the L as one polygon.",
  rows: {
    mass: error("relative deviation of mass", "1", 1e-12, origin),
    center: error("deviation of the centre of mass", "m", 1e-12, origin),
    inertia: error("relative deviation of the moment of inertia", "1", 1e-12, origin),
  },
  *measure(context) {
    const exact = polygonIntegral(L_SHAPE);
    const found = compiled(context.simulate(compound).model);
    yield ["mass", relative(found.mass, exact.mass)];
    yield ["center", Math.hypot(found.x - exact.x, found.y - exact.y)];
    yield ["inertia", relative(found.inertia, exact.inertia)];
  },
});
