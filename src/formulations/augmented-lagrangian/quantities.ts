import type { Quantity } from "../../data/quantity.js";
import { BALANCE, LAGRANGIAN_STATISTIC, type LagrangianFields } from "./fields.js";

/** A number of this formulation; zero while another one is in use. */
function numberOf(field: "statistics" | "balance", at: number): Quantity["read"] {
  return (_model, data, _index, out, o) => {
    const fields = data.items["augmented-lagrangian"] as LagrangianFields | undefined;
    out[o] = fields === undefined ? 0 : fields[field][at];
  };
}

const statistic = (at: number) => numberOf("statistics", at);

/** Sensors `mechanism/all/<quantity>`. */
export const MECHANISM_QUANTITIES: Readonly<Record<string, Quantity>> = {
  iterations: {
    unit: "1",
    help: "Newton iterations of the last step",
    components: [],
    read: statistic(LAGRANGIAN_STATISTIC.iterations),
  },
  failures: {
    unit: "1",
    help: "steps so far that did not converge",
    components: [],
    read: statistic(LAGRANGIAN_STATISTIC.failures),
  },
  positionError: {
    unit: "m",
    help: "largest violation of a constraint",
    components: [],
    read: statistic(LAGRANGIAN_STATISTIC.positionError),
  },
  velocityError: {
    unit: "m/s",
    help: "largest violation of a constraint's first derivative",
    components: [],
    read: statistic(LAGRANGIAN_STATISTIC.velocityError),
  },
  accelerationError: {
    unit: "m/s^2",
    help: "largest violation of a constraint's second derivative",
    components: [],
    read: statistic(LAGRANGIAN_STATISTIC.accelerationError),
  },
  awake: {
    unit: "1",
    help: "bodies without joints that take part in the step, not asleep",
    components: [],
    read: statistic(LAGRANGIAN_STATISTIC.awake),
  },
  guideWork: {
    unit: "J",
    help: "work that guided coordinates have done on the mechanism",
    components: [],
    read: numberOf("balance", BALANCE.guideWork),
  },
  outsideWork: {
    unit: "J",
    help: "work that given wrenches and drives by effort have done on the mechanism",
    components: [],
    read: numberOf("balance", BALANCE.outsideWork),
  },
  dissipated: {
    unit: "J",
    help: "energy that dampers have taken",
    components: [],
    read: numberOf("balance", BALANCE.dissipated),
  },
};
