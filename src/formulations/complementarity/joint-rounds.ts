import { isLate } from "../../data/budget.js";
import type { Data } from "../../data/data.js";
import { COUNTER } from "../../data/fields.js";
import { ROW, writeJointRows } from "../../joints/system.js";
import { ensureCapacityF64 } from "../../math/capacity.js";
import type { Model } from "../../model/model.js";
import type { ComplementarityState } from "./complementarity-state.js";

/**
 * Joints that are closed where the step ends, by fixed-point iteration. The linear rows ψ + h G ν⁺ = 0 leave out that
 * arms turn within the step; what they miss, (ω h)²/2 of an arm, would be closed in the next step by an impulse that
 * takes energy. With closed joints the step is SHAKE [RyckaertCiccottiBerendsen1977], the leapfrog rule of a mechanism:
 * symplectic and of second order, velocities those of half a step before poses.
 */

/** The gap that counts as closed: of the joint's size, or rad. */
const CLOSED = 1e-6;
/** Rounds that leave more than this part of the gap do not converge. */
const SLOW = 0.9;

/** Keeps poses and velocities of the start. Reads: body state. Writes: jointStart, jointBend. */
function begin(data: Data, state: ComplementarityState): void {
  const n = data.counter[COUNTER.active];
  state.jointStart = ensureCapacityF64(state.jointStart, 13 * n);
  state.jointBend.fill(0);
  for (let k = 0; k < n; k++) {
    const b = data.bodyActive[k];
    for (let c = 0; c < 3; c++) state.jointStart[13 * k + c] = data.bodyPos[3 * b + c];
    for (let c = 0; c < 4; c++) state.jointStart[13 * k + 3 + c] = data.bodyQuat[4 * b + c];
    for (let c = 0; c < 6; c++) state.jointStart[13 * k + 7 + c] = data.bodyVel[6 * b + c];
  }
}

/** Bodies go back to the start of the step. */
function goBack(data: Data, { jointStart }: ComplementarityState): void {
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = data.bodyActive[k];
    for (let c = 0; c < 3; c++) data.bodyPos[3 * b + c] = jointStart[13 * k + c];
    for (let c = 0; c < 4; c++) data.bodyQuat[4 * b + c] = jointStart[13 * k + 3 + c];
    for (let c = 0; c < 6; c++) data.bodyVel[6 * b + c] = jointStart[13 * k + 7 + c];
  }
}

/** Largest gap of a lock where the bodies are, of the joint's size or rad. Writes: joint rows. */
function largestGap(model: Model, data: Data): number {
  writeJointRows(model, data);
  const { rowStart, size } = model.systems.joints;
  const { rowKind, rowError, rowJacobian: j } = data.items.joints;
  let largest = 0;
  for (let i = 0; i < model.joints.count; i++)
    for (let r = rowStart[i]; r < rowStart[i + 1]; r++) {
      if (rowKind[r] !== ROW.lock) continue;
      const o = 12 * r;
      let along = 0;
      for (let c = 3; c < 6; c++) along += Math.abs(j[o + c]) + Math.abs(j[o + 6 + c]);
      largest = Math.max(largest, Math.abs(rowError[r]) / (along > 0 ? size[i] : 1));
    }
  return largest;
}

/** What the joints gape by is asked for in the next solution. Reads: joint rows. Writes: jointBend. */
function bend(data: Data, { jointBend }: ComplementarityState): void {
  const { rowKind, rowError } = data.items.joints;
  for (let r = 0; r < jointBend.length; r++) if (rowKind[r] === ROW.lock) jointBend[r] += rowError[r];
}

/**
 * Solves the step by `solve`, which moves the bodies, until its joints are closed where it ends. Writes: body state,
 * what `solve` writes.
 */
export function closeJointsAtEnd(
  model: Model,
  data: Data,
  state: ComplementarityState,
  solve: (model: Model, data: Data, state: ComplementarityState) => void,
): void {
  const rounds = model.joints.count > 0 ? state.settings.jointRounds : 1;
  if (rounds > 1) begin(data, state);
  solve(model, data, state);
  if (rounds === 1) return;
  let gap = largestGap(model, data);
  for (let k = 1; k < rounds && gap > CLOSED && !isLate(data); k++) {
    bend(data, state);
    goBack(data, state);
    solve(model, data, state);
    const left = largestGap(model, data);
    if (!(left < SLOW * gap)) break;
    gap = left;
  }
}
