import { defineForce } from "../forces/force.js";
import { forceStepSystem } from "../forces/force-step.js";
import { quatRotate } from "../math/quat.js";
import { add, norm, sub } from "../math/vec3.js";
import type { CompileContext, ItemTable } from "../model/item.js";
import { linkageSchema } from "../model/linkage.js";
import * as p from "../model/params.js";
import { functionQuantities } from "./quantities.js";
import { hydraulicSystem, tangentOf } from "./system.js";
import { valveParams } from "./valve-params.js";

const params = {
  bodyA: p.body({ default: "world", help: "body that carries the barrel" }),
  bodyB: p.body({ help: "body that carries the rod" }),
  pointA: p.point({ of: "bodyA", help: "eye of the barrel, in the body's frame" }),
  pointB: p.point({ of: "bodyB", help: "eye of the rod, in the body's frame" }),
  ...valveParams,
  bore: p.number({ unit: "m", above: 0, help: "diameter of the piston" }),
  rod: p.number({ unit: "m", min: 0, default: 0, help: "diameter of the rod" }),
  count: p.number({ unit: "1", min: 1, integer: true, default: 1, help: "equal cylinders side by side" }),
  spacing: p.number({
    unit: "m",
    min: 0,
    default: 0,
    help: "distance of two of them, along y of the first body; drawn only",
  }),
  linkage: linkageSchema,
  minLength: p.number({ unit: "m", above: 0, help: "distance of the eyes, retracted" }),
  maxLength: p.number({ unit: "m", above: 0, help: "distance of the eyes, extended" }),
  deadVolume: p.number({
    unit: "m³",
    above: 0,
    optional: true,
    help: "oil in lines and ends on each side; a twentieth of the stroke's volume when absent",
  }),
  friction: p.number({ unit: "N", min: 0, default: 0, help: "friction of the seals" }),
  frictionSpeed: p.number({
    unit: "m/s",
    above: 0,
    default: 0.005,
    help: "v_s: friction is F v/√(v² + v_s²)",
  }),
  viscous: p.number({ unit: "N s/m", min: 0, default: 0, help: "friction per speed" }),
  cushion: p.number({ unit: "m", min: 0, default: 0, help: "way before each end over which the outlet closes" }),
  cushionOpening: p.number({ unit: "1", min: 0, max: 1, default: 0.05, help: "part of the outlet that stays open" }),
  stopStiffness: p.number({ unit: "N/m", above: 0, default: 1e8, help: "of the ends, which the piston meets" }),
  stopDamping: p.number({ unit: "N s/m", min: 0, default: 1e5, help: "the same, damping" }),
} as const;

export type CylinderTable = ItemTable<typeof params>;

/**
 * Hydraulic cylinder between two points with its proportional valve: port A extends, port B retracts. Bulk modulus E,
 * areas A_A = π/4 bore², A_B = π/4 (bore² − rod²), length ℓ:
 *
 *   V_A = V_0 + A_A (ℓ − ℓ_min),   V_A ṗ_A = E (Q_A − A_A ℓ̇)
 *   V_B = V_0 + A_B (ℓ_max − ℓ),   V_B ṗ_B = E (Q_B + A_B ℓ̇)
 *   F = p_A A_A − p_B A_B − friction − stops
 *
 * Its pressures are those of the circuit that its pump feeds (`advance-oil.ts`). Source: [Merritt1967] chapters 3 and
 * 6.
 */
export const cylinder = defineForce({
  name: "hydraulic-cylinder",
  help: "hydraulic cylinder between two points with proportional valve, fed by a hydraulic-pump",
  params,
  systems: [forceStepSystem, hydraulicSystem],
  complete(table, i, context) {
    const { col } = table;
    if (!(col.rod[i] < col.bore[i]))
      return `rod ${col.rod[i]} m leaves no area on its side: expected a rod thinner than the bore, ${col.bore[i]} m`;
    const [low, high] = [col.minLength[i], col.maxLength[i]];
    if (!(low < high)) return `expected minLength < maxLength, got ${low} m and ${high} m: exchange them`;
    const length = placedLength(table, i, context);
    if (length < low - STOP_ERROR || length > high + STOP_ERROR)
      return `its eyes are ${Number(length.toPrecision(6))} m apart at the start, which the piston cannot reach: expected ${low} … ${high} m; move a point, or change minLength or maxLength`;
    fillValve(table, i);
    const area = 0.25 * Math.PI * col.bore[i] * col.bore[i] * col.count[i];
    if (Number.isNaN(col.deadVolume[i])) col.deadVolume[i] = DEAD_PART * area * (high - low);
    return undefined;
  },
  // the pump evaluates its whole circuit
  evaluate() {},
  tangent: (data, table, i, out) => tangentOf(data, table as ItemTable, i, out),
  quantities: functionQuantities<typeof params>("N", "m"),
});

/** Lengths may differ from the stroke by this much at the start, m. */
const STOP_ERROR = 1e-6;
const DEAD_PART = 0.05;

/** Columns of the valve that depend on others. */
export function fillValve(table: Pick<ItemTable, "col">, i: number): void {
  const { inletAreaB, outletArea, outletAreaB, makeUpArea, inletArea } = table.col as Record<string, Float64Array>;
  if (Number.isNaN(inletAreaB[i])) inletAreaB[i] = inletArea[i];
  if (Number.isNaN(outletArea[i])) outletArea[i] = inletArea[i];
  if (Number.isNaN(outletAreaB[i])) outletAreaB[i] = outletArea[i];
  if (Number.isNaN(makeUpArea[i])) makeUpArea[i] = inletArea[i];
}

function placedLength(table: CylinderTable, i: number, { bodyPos, bodyQuat }: CompileContext): number {
  const { bodyA, bodyB, pointA, pointB } = table.col;
  const at = (b: number, point: Float64Array) => {
    const arm = quatRotate(bodyQuat.subarray(4 * b, 4 * b + 4), point.subarray(3 * i, 3 * i + 3));
    return add(bodyPos.subarray(3 * b, 3 * b + 3), arm);
  };
  return norm(sub(at(bodyB[i], pointB), at(bodyA[i], pointA)));
}
