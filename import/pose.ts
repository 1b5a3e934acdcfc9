import { elementary } from "stiction";

/** Vectors, quaternions [x, y, z, w] and poses of importers. */
export type V3 = readonly [number, number, number];
export type Q4 = readonly [number, number, number, number];

/** x ↦ position + R(turn) x: from a frame to the one around it. */
export interface Pose {
  readonly position: V3;
  readonly turn: Q4;
}

export const ZERO: V3 = [0, 0, 0];
export const NO_TURN: Q4 = [0, 0, 0, 1];
export const HERE: Pose = { position: ZERO, turn: NO_TURN };

export const plus = (a: V3, b: V3): V3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a: V3, b: V3): V3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const times = (a: V3, s: number): V3 => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a: V3, b: V3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: V3, b: V3): V3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const length = (a: V3): number => Math.sqrt(dot(a, a));
/** The unit vector along `a`; undefined where it has no length. */
export function unit(a: V3): V3 | undefined {
  const l = length(a);
  return l > 1e-14 ? times(a, 1 / l) : undefined;
}

/** First `b`, then `a`. */
export function after(a: Q4, b: Q4): Q4 {
  return [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
    a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
    a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
  ];
}

export const back = (q: Q4): Q4 => [-q[0], -q[1], -q[2], q[3]];

export function rotate(q: Q4, v: V3): V3 {
  const u: V3 = [q[0], q[1], q[2]];
  const t = times(cross(u, v), 2);
  return plus(plus(v, times(t, q[3])), cross(u, t));
}

/** A quaternion of unit length; undefined where it has none. */
export function unitTurn(q: readonly number[]): Q4 | undefined {
  const l = Math.sqrt(q.reduce((sum, c) => sum + c * c, 0));
  return l > 1e-14 ? [q[0] / l, q[1] / l, q[2] / l, q[3] / l] : undefined;
}

export function about(axis: V3, angle: number): Q4 {
  const e = unit(axis) ?? [0, 0, 1];
  const s = elementary.sin(0.5 * angle);
  return [s * e[0], s * e[1], s * e[2], elementary.cos(0.5 * angle)];
}

const AXES = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] } as const;

/** Roll, pitch and yaw about the fixed axes x, y, z: R = R_z(yaw) R_y(pitch) R_x(roll). */
export function fromRpy([roll, pitch, yaw]: readonly number[]): Q4 {
  return after(about(AXES.z, yaw), after(about(AXES.y, pitch), about(AXES.x, roll)));
}

/** Rotations one after another; small letters about axes that move along, capitals about fixed ones. */
export function fromEuler(angles: readonly number[], sequence: string): Q4 {
  let q = NO_TURN;
  for (let k = 0; k < 3; k++) {
    const letter = sequence[k];
    const turn = about(AXES[letter.toLowerCase() as "x" | "y" | "z"], angles[k]);
    q = letter === letter.toLowerCase() ? after(q, turn) : after(turn, q);
  }
  return q;
}

/** The shortest rotation that takes z to `axis`, which need not be of unit length. */
export function zTo(axis: V3): Q4 {
  const e = unit(axis) ?? AXES.z;
  // half way between z and e: the turn by π about it, and the one about z by π before, is the shortest way
  if (e[2] < -1 + 1e-12) return [1, 0, 0, 0];
  return unitTurn([-e[1], e[0], 0, 1 + e[2]]) ?? NO_TURN;
}

/** The rotation with the columns x, y, z, which are orthogonal and of unit length. */
export function fromAxes(x: V3, y: V3, z: V3): Q4 {
  const trace = x[0] + y[1] + z[2];
  if (trace > 0) return unitTurn([y[2] - z[1], z[0] - x[2], x[1] - y[0], 1 + trace]) ?? NO_TURN;
  if (x[0] >= y[1] && x[0] >= z[2])
    return unitTurn([1 + x[0] - y[1] - z[2], x[1] + y[0], z[0] + x[2], y[2] - z[1]]) ?? NO_TURN;
  if (y[1] >= z[2]) return unitTurn([x[1] + y[0], 1 + y[1] - z[2] - x[0], y[2] + z[1], z[0] - x[2]]) ?? NO_TURN;
  return unitTurn([z[0] + x[2], y[2] + z[1], 1 + z[2] - x[0] - y[1], x[1] - y[0]]) ?? NO_TURN;
}

/** `inner` is given in the frame of `outer`. */
export function compose(outer: Pose, inner: Pose): Pose {
  return {
    position: plus(outer.position, rotate(outer.turn, inner.position)),
    turn: after(outer.turn, inner.turn),
  };
}

export function inverse({ position, turn }: Pose): Pose {
  const q = back(turn);
  return { position: times(rotate(q, position), -1), turn: q };
}

export const apply = (pose: Pose, point: V3): V3 => plus(pose.position, rotate(pose.turn, point));
