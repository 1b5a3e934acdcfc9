import type { Quantity } from "../../data/quantity.js";
import { statisticOf } from "../statistic.js";
import { STATISTIC } from "./complementarity-fields.js";

const statistic = (at: number, unit: string, help: string) => statisticOf("complementarity", at, unit, help);

/** Sensors `solver/all/<quantity>`. */
export const COMPLEMENTARITY_QUANTITIES: Readonly<Record<string, Quantity>> = {
  rows: statistic(STATISTIC.rows, "1", "rows of the problem"),
  contacts: statistic(STATISTIC.contacts, "1", "potential contacts"),
  unilateral: statistic(STATISTIC.unilateral, "1", "constraints on one gap"),
  inter: statistic(STATISTIC.inter, "1", "constraints on several gaps of which one must stay open"),
  cross: statistic(STATISTIC.cross, "1", "the same, without a force of their own"),
  residual: statistic(STATISTIC.residual, "1", "natural-map residual that the solver left"),
  iterations: statistic(STATISTIC.iterations, "1", "iterations of the solver"),
  pivots: statistic(STATISTIC.pivots, "1", "pivots of the solver"),
  status: statistic(STATISTIC.status, "1", "0: solved"),
  work: statistic(STATISTIC.work, "1", "multiplications of the solver: what the setting budget limits"),
  gap: statistic(STATISTIC.gap, "m", "smallest gap of the constraints at the start of the step"),
};
