import * as z from "zod/mini";
import { show } from "../errors.js";
import { describe } from "../params.js";

/** One factor for all directions, or one for each axis. */
export type ScaleInput = number | readonly number[];

const expected = "expected a factor, or one for each axis [x, y, z]";

/** The parameter `scale` of shapes made of vertices: what is inside is stretched about the shape's origin. */
export const scaleParam = describe(
  z._default(z.union([z.number(), z.array(z.number())], { error: expected }), 1) as z.ZodMiniDefault<
    z.ZodMiniType<ScaleInput, ScaleInput>
  >,
  {
    unit: "1",
    help: "stretches the shape about its origin: one factor, or one for each axis; a negative one mirrors",
    kind: "other",
    expected,
  },
);

/** The factors for each axis, or why they will not do. */
export function readScale(scale: ScaleInput, dimension: 2 | 3): readonly number[] | string {
  const factors = typeof scale === "number" ? new Array<number>(dimension).fill(scale) : scale;
  if (factors.length !== dimension) return `scale should be one factor or ${dimension}, got ${show(scale)}`;
  if (!factors.every((s) => Number.isFinite(s) && s !== 0)) return `scale should not be zero, got ${show(scale)}`;
  return factors;
}
