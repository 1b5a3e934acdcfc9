import { symEigenvalues } from "../../math/mat3.js";
import type { ProblemList } from "../../model/errors.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { readSettings } from "./settings.js";

/**
 * Smallest moment of inertia, against the largest of the body, and against its mass at the arms of its joints; in
 * sub-steps of this length, s, and longer ones.
 */
const LEAST_MOMENT = 1e-4;
const LONG = 1 / 480;

/** Bodies whose moments are raised: 1 for each, and their inertias. */
export interface LightBodies {
  readonly light: Uint8Array;
  readonly inertias: ReadonlyMap<number, Float64Array>;
}

/**
 * Gives needles, foils and specks the least moments of inertia with which rows can be solved in double precision and in
 * sub-steps of milliseconds. A needle of 1 : 1000 has 1e-6 of its inertia about its own axis: what round-off or an
 * unfinished sweep leaves there turns it at thousands of radians per second; a speck on a long arm swings as fast under
 * the least tension. With I_max its largest moment and r the longest arm of its joints
 *
 *   I ← I + δ 1,   δ = max(0, ε max(I_max, m r²) − I_min),   ε = 1e-4 min(1, (h / (1/480 s))²)
 *
 * which changes no other moment by more than ε of what acts beside it, and bodies of proportions up to about 1 : 50 not
 * at all. With h², since a tension T turns a body back at the rate √(T r/I), which the sub-step h must follow: short
 * steps converge to the body as it is. Every change is a warning of the model. Reads: bodyInertia.
 */
export function raiseMoments(model: Model, problems: ProblemList): LightBodies {
  const arms = longestArms(model);
  const length = model.options.timestep / readSettings(model).substeps / LONG;
  const part = LEAST_MOMENT * Math.min(1, length * length);
  const light = new Uint8Array(model.nb);
  const inertias = new Map<number, Float64Array>();
  for (let b = 1; b < model.nb; b++) {
    if (model.bodyType[b] !== BODY_TYPE.dynamic) continue;
    const inertia = model.bodyInertia.slice(6 * b, 6 * b + 6);
    const moments = model.planar ? [inertia[2]] : symEigenvalues(inertia);
    const least = Math.min(...moments);
    const most = Math.max(...moments);
    // a point mass does not turn
    if (!(most > 0)) continue;
    const wanted = part * Math.max(most, model.bodyMass[b] * arms[b] * arms[b]);
    if (least >= wanted) continue;
    light[b] = 1;
    for (let k = 0; k < 3; k++) inertia[k] += wanted - least;
    inertias.set(b, inertia);
    problems.warn(
      `bodies.${model.bodyNames[b]}: its smallest moment of inertia is raised from ${least.toPrecision(3)} to ${wanted.toPrecision(3)} kg m², ${part.toPrecision(2)} of its largest or of its mass at the arm of a joint; impulses cannot turn a lighter body in steps of this length`,
    );
  }
  return { light, inertias };
}

/** Longest arm from each body's centre of mass to a joint, m. */
function longestArms(model: Model): Float64Array {
  const { joints } = model;
  const arms = new Float64Array(model.nb);
  for (let i = 0; i < joints.count; i++) {
    for (let side = 0; side < 2; side++) {
      const b = (side === 0 ? joints.bodyA : joints.bodyB)[i];
      const point = side === 0 ? joints.pointA : joints.pointB;
      let length2 = 0;
      for (let c = 0; c < 3; c++) length2 += point[3 * i + c] * point[3 * i + c];
      const length = Math.sqrt(length2);
      if (length > arms[b]) arms[b] = length;
    }
  }
  return arms;
}
