import { CONTINUOUS, continuousSetup } from "../../collision/continuous/setup.js";
import type { Data } from "../../data/data.js";
import { COUNTER } from "../../data/fields.js";
import { ROW, writeJointRows } from "../../joints/system.js";
import { rotateInto } from "../../math/quat.js";
import type { Model } from "../../model/model.js";
import type { ImpulseSettings } from "./settings.js";

/** Largest product of sub-step and frequency; the explicit limit of the drift is 2. */
const STABLE = 1.25;
/**
 * Largest turn of a link about a joint in a sub-step, rad: a point that goes straight for 1 rad has left the circle
 * that it is held on.
 */
const TURN = 0.5;
/** Sub-steps are raised at most so many times, and to at most so many. */
const MOST_TIMES = 16;
const MOST = 128;

/**
 * Sub-steps of this step. Links must not turn too far about their joints within one, and a tension T at an arm r turns
 * a link of inertia I back, from both ends: links of a taut chain vibrate against each other at up to ω = √(2 T r/I),
 * which the drift follows explicitly. Where the sub-steps of the settings would be too long for that there are more, by
 * the efforts that the joints had in the step before. Reads: rowMean. Writes: joint rows.
 */
export function chooseSubsteps(model: Model, data: Data, settings: ImpulseSettings): number {
  const { joints } = model;
  if (joints.count === 0) return settings.substeps;
  writeJointRows(model, data);
  const setup = model.systems.joints;
  const f = data.items.joints;
  let fastest = 0;
  let turning = 0;
  for (let i = 0; i < joints.count; i++) {
    let tension2 = 0;
    for (let r = setup.rowStart[i]; r < setup.rowStart[i + 1]; r++) {
      const j = f.rowJacobian;
      const o = 12 * r + 9;
      const along = j[o] * j[o] + j[o + 1] * j[o + 1] + j[o + 2] * j[o + 2];
      if (f.rowKind[r] === ROW.lock) tension2 += along * f.rowMean[r] * f.rowMean[r];
    }
    measureTurning(model, data, i);
    if (rate2[0] > turning) turning = rate2[0];
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
  const { timestep } = model.options;
  const wanted = Math.ceil(Math.max((timestep * Math.sqrt(fastest)) / STABLE, (timestep * Math.sqrt(turning)) / TURN));
  const most = Math.min(MOST, MOST_TIMES * settings.substeps);
  return Math.max(settings.substeps, Math.min(most, wanted));
}

/**
 * Turn of a body in a step up to which contacts that are found at its start are good for all of it, rad; beyond, other
 * corners come down than those that touch. Turn in a sub-step beyond, and most of them.
 */
const FOLLOWED = 1;
const PART = 0.25;
const MOST_PARTS = 64;

/**
 * Least number of sub-steps, each with contacts of its own, of a step in which a body that touches something turns far;
 * 0 where contacts found once per step do. Balls turn in place. Reads: contacts, bodyVel.
 */
export function partsOfTurns(model: Model, data: Data): number {
  const patches = data.counter[COUNTER.patches];
  if (patches === 0) return 0;
  const { turnReach, mode } = continuousSetup(model);
  const { bodyVel: v, bodyActive, patchPair, pairKey } = data;
  const { body } = model.systems.collision;
  let fastest2 = 0;
  const active = data.counter[COUNTER.active];
  for (let k = 0; k < active; k++) {
    const o = 6 * bodyActive[k];
    fastest2 = Math.max(fastest2, v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
  }
  // most steps end here, without a look at the contacts
  if (!(model.options.timestep * Math.sqrt(fastest2) > FOLLOWED)) return 0;
  fastest2 = 0;
  for (let k = 0; k < patches; k++) {
    for (let side = 0; side < 2; side++) {
      const b = body[pairKey[2 * patchPair[k] + side]];
      if (turnReach[b] === 0 || mode[b] === CONTINUOUS.off) continue;
      fastest2 = Math.max(fastest2, v[6 * b] * v[6 * b] + v[6 * b + 1] * v[6 * b + 1] + v[6 * b + 2] * v[6 * b + 2]);
    }
  }
  const turn = model.options.timestep * Math.sqrt(fastest2);
  return turn > FOLLOWED ? Math.min(MOST_PARTS, Math.ceil(turn / PART)) : 0;
}

/**
 * Square of the rate at which the links of joint i turn about it, rad²/s²: of each body across its arm to the joint,
 * and of the line between the centres of mass, which tells how fast they will turn where velocities are not yet what
 * the joint asks for. Reads: bodyVel, joint rows.
 */
function measureTurning(model: Model, data: Data, i: number): void {
  rate2[0] = 0;
  const { joints } = model;
  const setup = model.systems.joints;
  const f = data.items.joints;
  const { bodyVel: v, bodyPos: x } = data;
  const a = joints.bodyA[i];
  const b = joints.bodyB[i];
  // across what is held: for a single row, as of a rod, that is across the row
  let held = 0;
  let along2 = 0;
  const ux = v[6 * b + 3] - v[6 * a + 3];
  const uy = v[6 * b + 4] - v[6 * a + 4];
  const uz = v[6 * b + 5] - v[6 * a + 5];
  for (let r = setup.rowStart[i]; r < setup.rowStart[i + 1]; r++) {
    const o = 12 * r + 9;
    const j = f.rowJacobian;
    if (f.rowKind[r] !== ROW.lock || j[o] * j[o] + j[o + 1] * j[o + 1] + j[o + 2] * j[o + 2] === 0) continue;
    const along = j[o] * ux + j[o + 1] * uy + j[o + 2] * uz;
    along2 += along * along;
    held++;
  }
  if (held === 0 || f.broken[i] === 1) return;
  const across2 = held === 1 ? Math.max(0, ux * ux + uy * uy + uz * uz - along2) : along2;
  const armA = armLength(joints.pointA, i);
  const armB = armLength(joints.pointB, i);
  // from centre to centre through the joint; the world has no centre
  let apart2 = 0;
  for (let c = 0; c < 3; c++) apart2 += (x[3 * b + c] - x[3 * a + c]) * (x[3 * b + c] - x[3 * a + c]);
  const reach = a === 0 ? armB : b === 0 ? armA : Math.max(armA + armB, Math.sqrt(apart2));
  let most = reach > 0 ? across2 / (reach * reach) : 0;
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? a : b;
    if ((side === 0 ? armA : armB) === 0 || body === 0) continue;
    rotateInto(arm, 0, data.bodyQuat, 4 * body, side === 0 ? joints.pointA : joints.pointB, 3 * i);
    const o = 6 * body;
    let speed2 = 0;
    for (let c = 0; c < 3; c++) {
      const speed = v[o + ((c + 1) % 3)] * arm[(c + 2) % 3] - v[o + ((c + 2) % 3)] * arm[(c + 1) % 3];
      speed2 += speed * speed;
    }
    const length = side === 0 ? armA : armB;
    most = Math.max(most, speed2 / (length * length));
  }
  rate2[0] = most;
}

/** Square of the turn rate measured last, rad²/s². */
const rate2 = new Float64Array(1);
const arm = new Float64Array(3);

function armLength(point: Float64Array, i: number): number {
  return Math.sqrt(
    point[3 * i] * point[3 * i] + point[3 * i + 1] * point[3 * i + 1] + point[3 * i + 2] * point[3 * i + 2],
  );
}
