import { type Data, itemFields } from "../data/data.js";
import { defineFields, type FieldArrays } from "../model/fields.js";

/** Fields of guides: where the end of the present step is prescribed, and what the coordinate bears. */
export const GUIDE_FIELDS = defineFields({
  position: { type: "f64", role: "state", size: "n", stride: 1, unit: "m or rad", help: "c at the end of the step" },
  speed: { type: "f64", role: "state", size: "n", stride: 1, unit: "m/s or rad/s", help: "dc/dt there" },
  acceleration: { type: "f64", role: "state", size: "n", stride: 1, unit: "m/s^2", help: "d²c/dt² over the step" },
  effort: {
    type: "f64",
    role: "state",
    size: "n",
    stride: 1,
    unit: "N or N m",
    help: "what the guide pushes with, from the multiplier of the last step",
  },
  load: { type: "f64", role: "state", size: "n", stride: 1, unit: "N or N m", help: "effort, filtered" },
  mass: {
    type: "f64",
    role: "state",
    size: "n",
    stride: 1,
    unit: "kg or kg m^2",
    help: "what the guide accelerates, where it is measured; 0: not known",
  },
  stalled: { type: "u8", role: "state", size: "n", stride: 1, unit: "", help: "1 while it is at its largest effort" },
});

export type GuideFields = FieldArrays<typeof GUIDE_FIELDS>;

export function guideFields(data: Data): GuideFields {
  return itemFields(data, "guide", GUIDE_FIELDS);
}
