import type { Quantity } from "../../data/quantity.js";
import { statisticOf } from "../statistic.js";
import { STATISTIC } from "./fields.js";

const statistic = (at: number, unit: string, help: string) => statisticOf("impulse", at, unit, help);

/** Sensors `solver/all/<quantity>`. */
export const IMPULSE_QUANTITIES: Readonly<Record<string, Quantity>> = {
  residual: statistic(STATISTIC.residual, "m/s", "largest change of speed in the last sweep"),
  iterations: statistic(STATISTIC.iterations, "1", "sweeps and Newton iterations"),
  islands: statistic(STATISTIC.islands, "1", "islands of contacts and joints"),
  direct: statistic(STATISTIC.directBodies, "1", "bodies whose contacts are solved directly, not in sweeps"),
  substeps: statistic(STATISTIC.substeps, "1", "sub-steps"),
  gap: statistic(STATISTIC.worstGap, "m", "smallest gap of the contacts at the start of the step"),
  jointError: statistic(STATISTIC.jointError, "m", "largest error of a joint at the end of the step, m or rad"),
  asleep: statistic(STATISTIC.asleep, "1", "bodies asleep"),
};
