import type { Data } from "../data/data.js";
import { turnTensorInto } from "../math/mat3.js";
import { BODY_TYPE, type Model, type SystemKind } from "../model/model.js";
import type { JointKind } from "./joint.js";
import { freshRows } from "./rows.js";
import { ROW } from "./system.js";

/** Given velocities that change by no more than this part are assumed to be meant as they become. */
const DROPPED = 1e-6;

/** Joints that miss by no more than this part of the fastest given velocity are taken to hold. */
const HELD = 1e-12;

/** What locks ask of the velocities at the start: J v = target. */
interface Lock {
  readonly bodies: readonly [number, number];
  readonly jacobian: Float64Array;
  readonly target: number;
}

/** Warns of start velocities that joints do not allow. */
export const startVelocitySystem: SystemKind = {
  name: "startVelocity",
  prepare(model, problems) {
    if (model.formulation.kind.startsByImpulses) problems.warn(...droppedVelocities(model));
    return { setup: null, dims: {} };
  },
  create: () => null,
};

/**
 * One sentence per body whose velocity at the start the joints do not allow, with what is lost of it. The first step
 * moves on with the nearest velocities by kinetic energy that the locks allow,
 *
 *   v′ = v − M⁻¹Jᵀλ,   J M⁻¹Jᵀ λ = J v − target
 *
 * as if they had been given an impulse. Bodies at rest follow without a word. Reads: bodyVel0, joints as placed.
 */
function droppedVelocities(model: Model): string[] {
  const given = model.bodyVel0;
  const speed = given.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  if (speed === 0 || model.joints.count === 0) return [];
  const locks = readLocks(model);
  const miss = Float64Array.from(locks, (lock) => along(lock, given) - lock.target);
  if (miss.every((x) => Math.abs(x) <= HELD * speed)) return [];
  const answers = locks.map((lock) => lock.bodies.map((b, side) => answerOf(model, b, lock.jacobian, 6 * side)));
  const left = given.slice();
  const impulses = solve(locks, answers, miss, given.length);
  locks.forEach((lock, r) => {
    push(left, lock, answers[r], -impulses[r]);
  });
  return describe(model, left);
}

/** The lock rows of all joints, as bodies are placed. */
function readLocks(model: Model): Lock[] {
  const { bodyPos0: bodyPos, bodyQuat0: bodyQuat, bodyVel0: bodyVel, input0: input, joints } = model;
  const placed = { bodyPos, bodyQuat, bodyVel, input, clock: new Float64Array(1), items: {} } as Data;
  const locks: Lock[] = [];
  for (let i = 0; i < joints.count; i++) {
    const rows = freshRows(model, placed, i);
    (joints.kinds[i] as JointKind).writeRows(model, placed, i, 0, rows);
    rows.rowKind.forEach((kind, r) => {
      if (kind !== ROW.lock) return;
      const jacobian = rows.rowJacobian.slice(12 * r, 12 * r + 12);
      locks.push({ bodies: [joints.bodyA[i], joints.bodyB[i]], jacobian, target: rows.rowSpeed[r] });
    });
  }
  return locks;
}

/** J v of a lock. */
function along({ bodies, jacobian }: Lock, v: Float64Array): number {
  let sum = 0;
  for (let c = 0; c < 12; c++) sum += jacobian[c] * v[6 * bodies[c < 6 ? 0 : 1] + (c % 6)];
  return sum;
}

/** v += s M⁻¹Jᵀ of a lock. */
function push(v: Float64Array, { bodies }: Lock, answer: readonly Float64Array[], s: number): void {
  for (let c = 0; c < 12; c++) v[6 * bodies[c < 6 ? 0 : 1] + (c % 6)] += s * answer[c < 6 ? 0 : 1][c % 6];
}

/** M⁻¹ of an impulse on a body; nothing on a body that does not answer. */
function answerOf(model: Model, b: number, jacobian: Float64Array, at: number): Float64Array {
  const out = new Float64Array(6);
  if (model.bodyType[b] !== BODY_TYPE.dynamic) return out;
  const inverse = new Float64Array(6);
  turnTensorInto(inverse, 0, model.bodyInvInertia, 6 * b, model.bodyQuat0, 4 * b);
  const [xx, yy, zz, xy, xz, yz] = inverse;
  const [x, y, z] = jacobian.subarray(at, at + 3);
  out[0] = xx * x + xy * y + xz * z;
  out[1] = xy * x + yy * y + yz * z;
  out[2] = xz * x + yz * y + zz * z;
  for (let c = 0; c < 3; c++) out[3 + c] = model.bodyInvMass[3 * b + c] * jacobian[at + 3 + c];
  return out;
}

/** λ of J M⁻¹Jᵀ λ = miss by conjugate gradients, which bear redundant rows. */
function solve(
  locks: readonly Lock[],
  answers: readonly (readonly Float64Array[])[],
  miss: Float64Array,
  size: number,
): Float64Array {
  const n = locks.length;
  const x = new Float64Array(n);
  const residual = miss.slice();
  const direction = miss.slice();
  const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, y, r) => sum + y * b[r], 0);
  let square = dot(residual, residual);
  const enough = 1e-28 * square;
  for (let k = 0; k < 4 * n && square > enough; k++) {
    const v = new Float64Array(size);
    locks.forEach((lock, r) => {
      push(v, lock, answers[r], direction[r]);
    });
    const image = Float64Array.from(locks, (lock) => along(lock, v));
    const bend = dot(direction, image);
    if (!(bend > 0)) break;
    const s = square / bend;
    for (let r = 0; r < n; r++) {
      x[r] += s * direction[r];
      residual[r] -= s * image[r];
    }
    const next = dot(residual, residual);
    for (let r = 0; r < n; r++) direction[r] = residual[r] + (next / square) * direction[r];
    square = next;
  }
  return x;
}

/** Sentences about bodies whose given velocity is not the one that is left. */
function describe(model: Model, left: Float64Array): string[] {
  const given = model.bodyVel0;
  const lost = (o: number) =>
    Math.sqrt([0, 1, 2].reduce((sum, c) => sum + (given[o + c] - left[o + c]) * (given[o + c] - left[o + c]), 0));
  const sentences: string[] = [];
  for (let b = 1; b < model.nb; b++) {
    const whole = Math.sqrt(given.subarray(6 * b, 6 * b + 6).reduce((sum, x) => sum + x * x, 0));
    if (whole === 0 || model.bodyType[b] !== BODY_TYPE.dynamic) continue;
    const amounts = [
      ...(lost(6 * b + 3) > DROPPED * whole ? [`${lost(6 * b + 3).toPrecision(3)} m/s`] : []),
      ...(lost(6 * b) > DROPPED * whole ? [`${lost(6 * b).toPrecision(3)} rad/s`] : []),
    ];
    if (amounts.length === 0) continue;
    sentences.push(
      `bodies[${b - 1}].velocity: the joints do not allow the start velocity of "${model.bodyNames[b]}"; ${amounts.join(" and ")} of it are dropped`,
    );
  }
  return sentences;
}
