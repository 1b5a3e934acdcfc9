/** Quantities of a body's state, computed by the same code for every engine. */
import { type BenchBody, STATE, type Vector } from "./scene.js";

/** v in the axes of the frame that the quaternion at q[o…] turns into the world: Rᵀ v. */
export function toBody(q: Float64Array, o: number, x: number, y: number, z: number): [number, number, number] {
  return rotate(-q[o], -q[o + 1], -q[o + 2], q[o + 3], x, y, z);
}

/** R v */
export function toWorld(q: Float64Array, o: number, x: number, y: number, z: number): [number, number, number] {
  return rotate(q[o], q[o + 1], q[o + 2], q[o + 3], x, y, z);
}

function rotate(
  qx: number,
  qy: number,
  qz: number,
  qw: number,
  x: number,
  y: number,
  z: number,
): [number, number, number] {
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  return [x + qw * tx + qy * tz - qz * ty, y + qw * ty + qz * tx - qx * tz, z + qw * tz + qx * ty - qy * tx];
}

/** Angular velocity in body axes, rad/s. */
export function spinOf(state: Float64Array): [number, number, number] {
  const w = STATE.angularVelocity;
  return toBody(state, STATE.orientation, state[w], state[w + 1], state[w + 2]);
}

/** Energy of rotation, J, and angular momentum about the centre of mass in world axes, N m s. */
export function rotation({ inertia }: BenchBody, state: Float64Array): { energy: number; momentum: Vector } {
  const [p, q, r] = spinOf(state);
  const [a, b, c] = inertia;
  return {
    energy: 0.5 * (a * p * p + b * q * q + c * r * r),
    momentum: toWorld(state, STATE.orientation, a * p, b * q, c * r),
  };
}

/** Kinetic and potential energy, J. */
export function energyOf(body: BenchBody, gravity: Vector, state: Float64Array): number {
  const v = STATE.velocity;
  const kinetic = 0.5 * body.mass * (state[v] ** 2 + state[v + 1] ** 2 + state[v + 2] ** 2);
  const potential = -body.mass * (gravity[0] * state[0] + gravity[1] * state[1] + gravity[2] * state[2]);
  return kinetic + potential + rotation(body, state).energy;
}

export function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** State of a body as the scene gives it. */
export function initialState(body: BenchBody): Float64Array {
  const state = new Float64Array(STATE.size);
  state.set(body.position, STATE.position);
  state.set(body.orientation ?? [0, 0, 0, 1], STATE.orientation);
  state.set(body.angularVelocity ?? [0, 0, 0], STATE.angularVelocity);
  state.set(body.velocity ?? [0, 0, 0], STATE.velocity);
  return state;
}
