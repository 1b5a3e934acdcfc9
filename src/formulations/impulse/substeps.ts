import type { Data } from "../../data/data.js";
import { type JointFields, type JointSetup, ROW, writeJointRows } from "../../joints/system.js";
import type { Model } from "../../model/model.js";
import type { ImpulseSettings } from "./settings.js";

/** Largest product of sub-step and frequency; the explicit limit of the drift is 2. */
const STABLE = 1.25;
/** Sub-steps are raised at most so many times, and to at most so many. */
const MOST_TIMES = 16;
const MOST = 128;

/**
 * Sub-steps of this step. A tension T at an arm r turns a link of inertia I back, from both ends: links of a taut chain
 * vibrate against each other at up to ω = √(2 T r/I), which the drift follows explicitly. Where the sub-steps of the settings would be too long for that there are more, by the efforts
 * that the joints had in the step before. Reads: rowMean. Writes: joint rows.
 */
export function chooseSubsteps(model: Model, data: Data, settings: ImpulseSettings): number {
  const { joints } = model;
  if (joints.count === 0) return settings.substeps;
  writeJointRows(model, data);
  const setup = model.systems.joints as JointSetup;
  const f = data.items.joints as unknown as JointFields;
  let fastest = 0;
  for (let i = 0; i < joints.count; i++) {
    let tension2 = 0;
    for (let r = setup.rowStart[i]; r < setup.rowStart[i + 1]; r++) {
      const j = f.rowJacobian;
      const o = 12 * r + 9;
      const along = j[o] * j[o] + j[o + 1] * j[o + 1] + j[o + 2] * j[o + 2];
      if (f.rowKind[r] === ROW.lock) tension2 += along * f.rowMean[r] * f.rowMean[r];
    }
    if (tension2 === 0) continue;
    for (let side = 0; side < 2; side++) {
      const b = side === 0 ? joints.bodyA[i] : joints.bodyB[i];
      const point = side === 0 ? joints.pointA : joints.pointB;
      const x = point[3 * i];
      const y = point[3 * i + 1];
      const z = point[3 * i + 2];
      const arm = Math.sqrt(x * x + y * y + z * z);
      // the tension turns the body back about its centre of mass; both ends of a link do: ω² = 2 T r / I
      let inverse = Number.POSITIVE_INFINITY;
      for (let c = 0; c < 3; c++) {
        const own = model.bodyInvInertia[6 * b + c];
        if (own > 0 && own < inverse) inverse = own;
      }
      if (inverse < Number.POSITIVE_INFINITY) fastest = Math.max(fastest, 2 * Math.sqrt(tension2) * arm * inverse);
    }
  }
  const wanted = Math.ceil((model.options.timestep * Math.sqrt(fastest)) / STABLE);
  const most = Math.min(MOST, MOST_TIMES * settings.substeps);
  return Math.max(settings.substeps, Math.min(most, wanted));
}
