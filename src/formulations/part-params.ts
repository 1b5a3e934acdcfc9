import * as p from "../model/params.js";

/** How steps with contacts are cut into parts and overlap is pushed apart, wherever contacts are forces. */
export const PART_PARAMS = {
  parts: p.number({
    unit: "1",
    integer: true,
    min: 1,
    max: 65536,
    default: 64,
    help: "most parts into which a step with contacts is cut, rounded down to a power of two; status unresolved where impacts need more",
  }),
  impactFraction: p.number({
    unit: "1",
    above: 0,
    default: 0.08,
    help: "part of the impact speed by which the speed of a contact may change within a part of a step, a quarter of it where the contact begins or ends; steps with faster changes are cut, with 1e9 none",
  }),
  pushSpeed: p.number({
    unit: "m/s",
    above: 0,
    default: 3,
    help: "largest speed with which bodies that overlap from the start are pushed apart",
  }),
} as const;
