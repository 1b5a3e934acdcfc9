import { type Data, itemFields } from "../../data/data.js";
import { defineFields, type FieldArrays } from "../../model/fields.js";
import { ELEMENT } from "./element.js";

/**
 * Memory of a segment, in world axes: its ends, the normals of its triangles, its elements: end 0 by A's normal,
 * by B's, then end 1; its part of the energy that is stored between its two bodies, J, and the part of its indentation
 * that was left (`energy-account.ts`); its force on B, N, and the sum of its normal forces, N, for sensors between
 * steps; its part of what all normal forces between its two bodies took from them when the step began, W, of their
 * force on B, N, and of their torques on A and on B, N m; the parts of load that elements with A's and with B's normal
 * bear (`facing-normals.ts`).
 */
export const ROW = {
  point: 0,
  normal: 6,
  element: 12,
  energy: 12 + 4 * ELEMENT.size,
  scale: 13 + 4 * ELEMENT.size,
  force: 14 + 4 * ELEMENT.size,
  load: 17 + 4 * ELEMENT.size,
  power: 18 + 4 * ELEMENT.size,
  press: 19 + 4 * ELEMENT.size,
  torque: 22 + 4 * ELEMENT.size,
  bearing: 28 + 4 * ELEMENT.size,
  size: 30 + 4 * ELEMENT.size,
} as const;

/** Fields of contact from the rim: the segments of the last step, ascending by shapes and triangles. */
export const RIM_FIELDS = defineFields({
  remembered: { type: "u32", role: "state", size: 1, stride: 1, unit: "", help: "segments of the last step" },
  key: { type: "u32", role: "state", size: "nRim", stride: 4, unit: "", help: "shapes A and B, triangles of A and B" },
  memory: {
    type: "f64",
    role: "state",
    size: "nRim",
    stride: ROW.size,
    unit: "",
    help: "ends, normals, of four elements indentation, impact speed, bristle and rate; stored energy, part of the indentation that was left, force, power, wrench, parts of load by normal",
  },
  wrench: {
    type: "f64",
    role: "state",
    size: "nRimBody",
    stride: 6,
    unit: "N m, N",
    help: "torque and force on every body that is held over the step; not used by steps, for sensors between them",
  },
});

export type RimFields = FieldArrays<typeof RIM_FIELDS>;

export function rimFields(data: Data): RimFields {
  return itemFields(data, "rim", RIM_FIELDS);
}
