import { type Data, itemFields } from "../../data/data.js";
import { defineFields, type FieldArrays } from "../../model/fields.js";

/**
 * Memory of one contact from step to step, in world axes: normal and place, approach speed at first touch, normal
 * force, history of the friction law against sliding, rolling and spinning, and the velocities that go with these. The
 * approach speed is negative where the bodies overlapped from the start and are pushed out, see `push-out.ts`.
 */
export const MEMORY = {
  normal: 0,
  place: 3,
  impactSpeed: 6,
  force: 7,
  history: 8,
  velocity: 26,
  size: 35,
} as const;

/**
 * Numbers of history that a friction law may keep per contact: vectors in the tangent plane, three numbers each, as
 * many as there are, then others.
 */
export const HISTORY = 6;

/** Fields of compliant contact: the contacts of the last step, by ascending shapes. */
export const COMPLIANT_FIELDS = defineFields({
  remembered: { type: "u32", role: "state", size: 1, stride: 1, unit: "", help: "contacts of the last step" },
  key: {
    type: "u32",
    role: "state",
    size: "nCompliant",
    stride: 4,
    unit: "",
    help: "shapes A and B, features on A and B",
  },
  memory: {
    type: "f64",
    role: "state",
    size: "nCompliant",
    stride: MEMORY.size,
    unit: "",
    help: "normal, place, approach speed, normal force, history and velocity of sliding, rolling and spinning",
  },
  resting: {
    type: "u32",
    role: "state",
    size: "nRestCount",
    optional: true,
    stride: 1,
    unit: "",
    help: "rows of `restKey`",
  },
  restKey: {
    type: "u32",
    role: "state",
    size: "nRest",
    optional: true,
    stride: 4,
    used: "resting",
    unit: "",
    help: "`key` of contacts between bodies that sleep or stand still",
  },
  restMemory: {
    type: "f64",
    role: "state",
    size: "nRest",
    optional: true,
    stride: MEMORY.size,
    used: "resting",
    unit: "",
    help: "`memory` of these",
  },
});

export type CompliantFields = FieldArrays<typeof COMPLIANT_FIELDS>;

export function compliantFields(data: Data): CompliantFields {
  return itemFields(data, "compliant", COMPLIANT_FIELDS);
}
