import type { Data } from "../../data/data.js";
import { type JointFields, ROW, writeJointRows } from "../../joints/system.js";
import type { Model } from "../../model/model.js";
import { ROW as KIND } from "../../solvers/complementarity/problem.js";
import type { ComplementarityState } from "./complementarity-state.js";
import { addEntry, admittance, openRow } from "./rows.js";

/**
 * Rows of the joints, first of all: locks are free rows (2.28), limits are like contacts, drives and springs keep
 * within their efforts. A spring acts with z = −h (k (C + θ h J ν) + d J ν), see `springWeight`.
 * Reads: body state. Writes: joint rows, rows.
 */
export function addJointRows(model: Model, data: Data, state: ComplementarityState): void {
  if (model.joints.count === 0) return;
  writeJointRows(model, data);
  const { rows: count } = model.systems.joints;
  const joints = data.items.joints;
  const { rows, settings } = state;
  const h = model.options.timestep;
  for (let j = 0; j < count; j++) {
    const kind = joints.rowKind[j];
    if (kind === ROW.off) continue;
    const type = kind === ROW.lock ? KIND.free : kind === ROW.limit ? KIND.complementary : KIND.box;
    const r = openRow(rows, type, joints.rowBody[2 * j], joints.rowBody[2 * j + 1]);
    rows.source[r] = -2 - j;
    for (let c = 0; c < 12; c++) rows.left[12 * r + c] = rows.right[12 * r + c] = joints.rowJacobian[12 * j + c];
    if (kind === ROW.lock) {
      if (settings.joints === "position") rows.constant[r] = (joints.rowError[j] + state.jointBend[j]) / h;
      else if (settings.joints === "velocity") rows.constant[r] = rowSpeed(data, joints, j) - 2 * joints.rowSpeed[j];
    } else if (kind === ROW.limit) rows.constant[r] = joints.rowError[j] / h;
    else {
      rows.lower[r] = h * joints.rowBounds[2 * j];
      rows.upper[r] = h * joints.rowBounds[2 * j + 1];
      if (kind === ROW.drive) rows.constant[r] = -joints.rowSpeed[j];
      else {
        const stiffness = joints.rowSpring[2 * j];
        const weight = springWeight(stiffness * admittance(model, state, r) * h * h);
        const give = weight * h * stiffness + joints.rowSpring[2 * j + 1];
        if (!(give > 0)) {
          const impulse = -h * stiffness * joints.rowError[j];
          rows.lower[r] = rows.upper[r] = Math.max(rows.lower[r], Math.min(rows.upper[r], impulse));
          continue;
        }
        addEntry(rows, r, r, 1 / (h * give));
        rows.constant[r] = (joints.rowSpring[2 * j] * joints.rowError[j]) / give;
      }
    }
  }
}

/** (ω h)² up to which a spring acts with its stretch at the start of the step, and from which with that at its end. */
const FOLLOWED = 0.1;
const HALFWAY = 0.4;
const STIFF = 1;

/**
 * θ of a spring with (ω h)² = k h² J M⁻¹ Jᵀ. Poses move by the velocity of the end of the step, so 0 is the leapfrog
 * rule: it keeps the energy of a spring, stable below ω h = 2, also of many springs on one body. From ½ on every spring
 * is stable, and 1 gives those that a step cannot follow the force of its end, as a rigid row would have it.
 */
function springWeight(square: number): number {
  if (square <= FOLLOWED) return 0;
  if (square <= HALFWAY) return (0.5 * (square - FOLLOWED)) / (HALFWAY - FOLLOWED);
  return Math.min(1, 0.5 + (0.5 * (square - HALFWAY)) / (STIFF - HALFWAY));
}

/**
 * Where springs act as in the leapfrog rule, velocities are those of half a step before poses. Energy of the springs
 * there, less that at the end of the step: Σ ½ k ((C − ½ h Ċ)² − C²), J. With it the sum of both energies is constant
 * to (ω h)²; without it, it swings by ½ ω h of itself. Reads: joint rows of the start of the step, bodyVel of its end.
 */
export function springShift(model: Model, data: Data, { rows, invInertia }: ComplementarityState): number {
  if (model.joints.count === 0) return 0;
  const joints = data.items.joints;
  const h = model.options.timestep;
  let sum = 0;
  for (let r = 0; r < rows.count && rows.source[r] < -1; r++) {
    const j = -2 - rows.source[r];
    if (joints.rowKind[j] !== ROW.spring) continue;
    const stiffness = joints.rowSpring[2 * j];
    const weight = springWeight(stiffness * admittance(model, { rows, invInertia }, r) * h * h);
    const speed = rowSpeed(data, joints, j);
    const stretch = joints.rowError[j] + h * speed;
    // beyond its largest effort a spring is a constant force
    const most = Math.max(Math.abs(joints.rowBounds[2 * j]), Math.abs(joints.rowBounds[2 * j + 1]));
    if (weight >= 0.5 || stiffness * Math.abs(stretch) > most) continue;
    sum += 0.5 * (1 - 2 * weight) * stiffness * h * speed * (0.25 * h * speed - stretch);
  }
  return sum;
}

function rowSpeed(data: Data, joints: JointFields, j: number): number {
  const a = 6 * joints.rowBody[2 * j];
  const b = 6 * joints.rowBody[2 * j + 1];
  let speed = 0;
  for (let c = 0; c < 6; c++)
    speed +=
      joints.rowJacobian[12 * j + c] * data.bodyVel[a + c] + joints.rowJacobian[12 * j + 6 + c] * data.bodyVel[b + c];
  return speed;
}
