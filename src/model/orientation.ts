import * as z from "zod/mini";
import { type EulerOrder, type Quat, quatFromAxisAngle, quatFromEuler, quatNormalize } from "../math/quat.js";
import { norm } from "../math/vec3.js";
import { describe } from "./params.js";

/** An orientation as people write it. */
export type OrientationInput =
  | readonly number[]
  | number
  | { readonly axis: readonly number[]; readonly angle: number }
  | { readonly euler: readonly number[]; readonly order?: EulerOrder };

const expected =
  "expected a quaternion [x, y, z, w], an angle about z (rad), {axis: [x, y, z], angle} or {euler: [a, b, c], order}";
const triple = z.array(z.number()).check(z.length(3));

/** Quaternion, axis and angle, intrinsic Euler angles, or an angle about z. */
export const orientation = describe(
  z.optional(
    z.union(
      [
        z.number(),
        z.array(z.number()).check(z.length(4)),
        z.strictObject({ axis: triple, angle: z.number() }),
        z.strictObject({ euler: triple, order: z.optional(z.enum(["xyz", "xzy", "yxz", "yzx", "zxy", "zyx"])) }),
      ],
      { error: expected },
    ),
  ) as z.ZodMiniOptional<z.ZodMiniType<OrientationInput, OrientationInput>>,
  {
    unit: "rad",
    help: "orientation: quaternion [x, y, z, w], {axis, angle}, {euler, order} or an angle about z",
    kind: "other",
    expected,
  },
);

/** The unit quaternion that `input` means, or a sentence saying why it means none. */
export function toQuat(input: OrientationInput | undefined): Quat | string {
  if (input === undefined) return [0, 0, 0, 1];
  if (typeof input === "number") return quatFromAxisAngle([0, 0, 1], input);
  if ("axis" in input) {
    if (!(norm(input.axis) > 1e-12)) return `expected an axis of non-zero length, got [${input.axis.join(", ")}]`;
    return quatFromAxisAngle(input.axis, input.angle);
  }
  if ("euler" in input) return quatFromEuler(input.euler, input.order ?? "xyz");
  const length = Math.sqrt(input.reduce((sum, c) => sum + c * c, 0));
  if (!(Math.abs(length - 1) < 1e-3)) return `expected a unit quaternion, got one of length ${length}`;
  return quatNormalize(input);
}
