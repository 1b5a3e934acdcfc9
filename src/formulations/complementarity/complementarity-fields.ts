import { type Data, itemFields } from "../../data/data.js";
import { defineFields, type FieldArrays } from "../../model/fields.js";

/** What a step tells of its problem. */
export const STATISTIC = {
  /** Rows of the problem, as it was solved. */
  rows: 0,
  contacts: 1,
  unilateral: 2,
  inter: 3,
  cross: 4,
  /** Natural-map residual, and how often the solver iterated or pivoted. */
  residual: 5,
  iterations: 6,
  pivots: 7,
  /** A value of `SOLVE_STATUS`; 0: solved. */
  status: 8,
  /** Smallest gap of all contacts that constraints look at, at the start of the step, m. */
  gap: 9,
  /** Multiplications of the solver, in all rounds of the step. */
  work: 10,
} as const;

export const COMPLEMENTARITY_FIELDS = defineFields({
  statistics: {
    type: "f64",
    role: "report",
    size: 16,
    stride: 1,
    unit: "",
    help: "rows, contacts, unilateral, inter, cross, residual, iterations, pivots, status, smallest gap, work",
  },
});

/** The arrays of the formulation. */
export function complementarityFields(data: Data): FieldArrays<typeof COMPLEMENTARITY_FIELDS> {
  return itemFields(data, "complementarity", COMPLEMENTARITY_FIELDS);
}
