import { type Data, itemFields } from "../../data/data.js";
import { defineFields, type FieldArrays } from "../../model/fields.js";

/** Memory of a tyre on one ground from step to step. */
export const ROW = {
  /** ζ: deflection of the tread over the relaxation length, along the wheel and across. */
  slip: 0,
  /** Deflection against rolling and against turning, 1: all that friction holds. */
  roll: 2,
  turn: 3,
  /** Slip velocities along and across, rolling speed, m/s, and angular velocity about the normal, rad/s. */
  velocity: 4,
  /** Normal from A to B and place, world. */
  normal: 8,
  place: 11,
  /** δ, m; N, F_x, F_y on the wheel, N; torques on it about its axis and about the normal, N m. */
  depth: 14,
  load: 15,
  along: 16,
  across: 17,
  rollTorque: 18,
  turnTorque: 19,
  /** Force of A on B, N, world. */
  force: 20,
  /** Slip that acts, along and across. */
  acting: 23,
  size: 25,
} as const;

/** Fields of tyres: those that touched in the last step, ascending by shapes. */
export const TYRE_FIELDS = defineFields({
  remembered: { type: "u32", role: "state", size: 1, stride: 1, unit: "", help: "tyres on grounds in the last step" },
  key: { type: "u32", role: "state", size: "nTyre", stride: 4, unit: "", help: "shapes A and B, 0, 0" },
  memory: {
    type: "f64",
    role: "state",
    size: "nTyre",
    stride: ROW.size,
    unit: "",
    help: "deflection of the tread, velocities, normal, place, deflection, load, forces, torques, acting slip",
  },
});

export type TyreFields = FieldArrays<typeof TYRE_FIELDS>;

export function tyreFields(data: Data): TyreFields {
  return itemFields(data, "tyre", TYRE_FIELDS);
}
