import type { Data } from "../data/data.js";
import { STATISTIC as COMPLEMENTARITY } from "../formulations/complementarity/fields.js";
import { STATISTIC as IMPULSE } from "../formulations/impulse/fields.js";
import type { Model } from "../model/model.js";
import type { Quantity, SensorKind } from "./sensor.js";

/** A number of `statistics` of the formulation; not a number where it is none, as the smallest of no gaps. */
function statistic(formulation: string, at: number, unit: string, help: string): Quantity {
  return {
    unit,
    help,
    components: [],
    read(_model: Model, data: Data, _index: number, out: Float64Array, o: number) {
      out[o] = data.items[formulation].statistics[at];
      if (!Number.isFinite(out[o])) out[o] = Number.NaN;
    },
  };
}

const complementarity = (at: number, unit: string, help: string) => statistic("complementarity", at, unit, help);
const impulse = (at: number, unit: string, help: string) => statistic("impulse", at, unit, help);

const none: Readonly<Record<string, Quantity>> = {};

/** What each formulation tells of the last step. */
const known: Readonly<Record<string, Readonly<Record<string, Quantity>>>> = {
  complementarity: {
    rows: complementarity(COMPLEMENTARITY.rows, "1", "rows of the problem"),
    contacts: complementarity(COMPLEMENTARITY.contacts, "1", "potential contacts"),
    unilateral: complementarity(COMPLEMENTARITY.unilateral, "1", "constraints on one gap"),
    inter: complementarity(COMPLEMENTARITY.inter, "1", "constraints on several gaps of which one must stay open"),
    cross: complementarity(COMPLEMENTARITY.cross, "1", "the same, without a force of their own"),
    residual: complementarity(COMPLEMENTARITY.residual, "1", "natural-map residual that the solver left"),
    iterations: complementarity(COMPLEMENTARITY.iterations, "1", "iterations of the solver"),
    pivots: complementarity(COMPLEMENTARITY.pivots, "1", "pivots of the solver"),
    status: complementarity(COMPLEMENTARITY.status, "1", "0: solved"),
    gap: complementarity(COMPLEMENTARITY.gap, "m", "smallest gap of the constraints at the start of the step"),
  },
  impulse: {
    residual: impulse(IMPULSE.residual, "m/s", "largest change of speed in the last sweep"),
    iterations: impulse(IMPULSE.iterations, "1", "sweeps and Newton iterations"),
    islands: impulse(IMPULSE.islands, "1", "islands of contacts and joints"),
    substeps: impulse(IMPULSE.substeps, "1", "sub-steps"),
    gap: impulse(IMPULSE.worstGap, "m", "smallest gap of the contacts at the start of the step"),
    jointError: impulse(IMPULSE.jointError, "m", "largest error of a joint at the end of the step, m or rad"),
    asleep: impulse(IMPULSE.asleep, "1", "bodies asleep"),
  },
};

/** `solver/all/<quantity>` */
export const solverSensor: SensorKind = {
  name: "solver",
  help: "what the solver of the formulation did in the last step",
  quantities: ({ formulation }) => known[formulation.kind.name] ?? none,
  names: ({ formulation }) => (formulation.kind.name in known ? ["all"] : []),
  find: ({ formulation }, name) => (name === "all" && formulation.kind.name in known ? 0 : -1),
};
