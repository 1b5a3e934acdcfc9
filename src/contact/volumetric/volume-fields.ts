import { type Data, itemFields } from "../../data/data.js";
import { defineFields, type FieldArrays } from "../../model/fields.js";

/** Most bristles of a field. */
const MOST_BRISTLES = 64;

/**
 * Memory of a region: centre and normal in the frame of A's body, axis e₁ in that of A and in that of B: bristles
 * hold on to both.
 */
export const ROW = {
  center: 0,
  axis: 3,
  normal: 9,
  /** v_i, m/s. */
  impactSpeed: 12,
  /** s of the dwell time, 0 … 1. */
  dwell: 13,
  /** Force (3) and torque (3) on B at the centre, world; V, m³; S, m². */
  wrench: 14,
  volume: 20,
  area: 21,
  /** F_n, N; part of the bristles that stick, 0 … 1. */
  load: 22,
  sticking: 23,
  /** A bit per bristle, 32 in each number. */
  stuck: 24,
  /** Angle of the bristle against spinning, rad. */
  spin: 26,
  /** Two numbers per bristle, along e₁ and e₂, m. */
  bristle: 27,
  /** Angles of the bristle against rolling about e₁ and e₂, rad. */
  roll: 27 + 2 * MOST_BRISTLES,
  size: 29 + 2 * MOST_BRISTLES,
} as const;

/** Fields of volumetric contact: the regions of the last step, ascending by shapes. */
export const VOLUME_FIELDS = defineFields({
  remembered: { type: "u32", role: "state", size: 1, stride: 1, unit: "", help: "regions of the last step" },
  key: {
    type: "u32",
    role: "state",
    size: "nVolume",
    stride: 4,
    unit: "",
    help: "shapes A and B, number of the region, 0",
  },
  memory: {
    type: "f64",
    role: "state",
    size: "nVolume",
    stride: ROW.size,
    unit: "",
    help: "centre and normal in A's frame, axis in both, impact speed, dwell, wrench, volume, area, load, bristles, angles of rolling and spinning",
  },
});

export type VolumeFields = FieldArrays<typeof VOLUME_FIELDS>;

export function volumeFields(data: Data): VolumeFields {
  return itemFields(data, "volumetric", VOLUME_FIELDS);
}
