import { defineForce } from "../forces/force.js";
import { forceStepSystem } from "../forces/force-step.js";
import type { ItemTable } from "../model/item.js";
import * as p from "../model/params.js";
import { fillValve } from "./cylinder.js";
import { functionQuantities } from "./quantities.js";
import { hydraulicSystem, tangentOf } from "./system.js";
import { valveParams } from "./valve-params.js";

const params = {
  bodyA: p.body({ default: "world", help: "body that carries the housing" }),
  bodyB: p.body({ help: "body that is turned" }),
  axis: p.vector({ unit: "1", default: [0, 0, 1], help: "axis of rotation, in the frame of the first body" }),
  ...valveParams,
  displacement: p.number({ unit: "m³", above: 0, help: "per revolution of the motor" }),
  gearRatio: p.number({ unit: "1", above: 0, default: 1, help: "revolutions of the motor per revolution of the body" }),
  volume: p.number({ unit: "m³", above: 0, default: 1e-3, help: "oil on each side, lines included" }),
  friction: p.number({ unit: "N m", min: 0, default: 0, help: "friction at the turned body" }),
  frictionSpeed: p.number({ unit: "rad/s", above: 0, default: 0.002, help: "ω_s: friction is T ω/√(ω² + ω_s²)" }),
  viscous: p.number({ unit: "N m s/rad", min: 0, default: 0, help: "friction per speed" }),
  brake: p.number({
    unit: "N m",
    min: 0,
    default: 0,
    help: "friction that is added at the turned body while the spool is within its dead band, or within 1 % of its travel",
  }),
} as const;

/**
 * Hydraulic motor about an axis with its proportional valve, for a slewing upper structure: a cylinder whose volumes do
 * not change. With D = displacement × gear ratio / 2π and the angular speed ω of B about the axis in A,
 *
 *   V ṗ_A = E (Q_A − D ω),   V ṗ_B = E (Q_B + D ω),   T = D (p_A − p_B) − friction − brake
 *
 * The brake is friction that yields slowly (ω_s): it holds, but creeps.
 */
export const motor = defineForce({
  name: "hydraulic-motor",
  help: "hydraulic motor about an axis with proportional valve and brake, fed by a hydraulic-pump",
  params,
  systems: [forceStepSystem, hydraulicSystem],
  complete(table, i) {
    const { axis } = table.col;
    const [x, y, z] = axis.subarray(3 * i, 3 * i + 3);
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0)) return "axis: expected a direction, got a vector of length 0";
    for (let k = 0; k < 3; k++) axis[3 * i + k] /= length;
    fillValve(table, i);
    return undefined;
  },
  // the pump evaluates its whole circuit
  evaluate() {},
  tangent: (data, table, i, out) => tangentOf(data, table as ItemTable, i, out),
  quantities: functionQuantities<typeof params>("N m", "rad"),
});
