import { step } from "stiction";
import type { Context } from "../context.js";
import { atLeast, atMost, defineExperiment, near } from "../experiment.js";

/** Joints in complementarity time-stepping; [Williams2014], rows V21 to V23. */

/** A rod that hangs from a ball joint, released at 36°: largest joint error in the first and in the last second, m. */
function rod(
  context: Context,
  h: number,
  time: number,
  params: Record<string, unknown>,
): { first: number; last: number; all: number } {
  const { model, data } = context.scene("hanging-rod", { params: { step: h, ...params } });
  const worst = { first: 0, last: 0, all: 0 };
  while (data.time < time - 1e-9) {
    step(model, data);
    // the joint's point on the rod, from the pose at the end of the step
    const [x, y, z, w] = data.bodyQuat.subarray(4, 8);
    const up = [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)];
    const off = Math.hypot(...up.map((u, c) => data.bodyPos[3 + c] + 0.25 * u - (c === 2 ? 0.25 : 0)));
    worst.all = Math.max(worst.all, off);
    if (data.time <= 1) worst.first = Math.max(worst.first, off);
    if (data.time > time - 1) worst.last = Math.max(worst.last, off);
  }
  return worst;
}

const reference = "[Williams2014] 6.2, hanging rod";

export const williamsV21 = defineExperiment({
  id: "williams.v21",
  title: "Hanging rod, rows of velocity",
  reference: `${reference}: G ν⁺ = −G ν keeps the joint within 7e-5 m for 5 s at h = 10 ms.`,
  scene: "hanging-rod",
  rows: { "": near("largest error of the joint", "m", 6.68e-5, 2e-7, "row V21, its digits") },
  *measure(context) {
    yield ["", rod(context, 0.01, 5, { rows: "velocity" }).all];
  },
});

export const williamsV22 = defineExperiment({
  id: "williams.v22",
  title: "Hanging rod, rows of position",
  reference: `${reference}: ψ/h keeps it within h² ω² r/2.`,
  scene: "hanging-rod",
  rows: {
    coarse: near("largest error of the joint, h = 10 ms", "m", 1.36e-4, 1e-6, "row V22, its digits"),
    fine: near("h = 5 ms", "m", 3.4e-5, 5e-7, "row V22, its digits"),
  },
  *measure(context) {
    yield ["coarse", rod(context, 0.01, 5, { rows: "position" }).all];
    yield ["fine", rod(context, 0.005, 5, { rows: "position" }).all];
  },
});

export const williamsV23 = defineExperiment({
  id: "williams.v23",
  title: "Hanging rod, correction after the step",
  reference:
    "[Williams2014] 2.4.2, algorithm 1: with it the joint stays within 1e-5 m; rows without feedback let it drift.",
  scene: "hanging-rod",
  rows: {
    corrected: atMost("largest error of the joint, 40 s", "m", 1.8e-5, "row V23: 1e-5 along each of three axes"),
    drift: atLeast("without correction: error in the last second over that in the first", "1", 3, "row V23: growing"),
  },
  *measure(context) {
    const time = context.full ? 40 : 10;
    yield ["corrected", rod(context, 0.01, time, { rows: "none", correction: true }).all];
    const free = rod(context, 0.01, time, { rows: "none" });
    yield ["drift", free.last / free.first];
  },
});
