/** Quantities of a body's state, computed by the same code for every engine. */
import {
  type BenchBody,
  type BenchJoint,
  type BenchScene,
  type Figures,
  type Observer,
  STATE,
  type Vector,
  type World,
} from "./scene.js";

/** v in the axes of the frame that the quaternion at q[o…] rotates into the world: Rᵀ v. */
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

/** The larger one; NaN stays NaN. */
export function worst(a: number, b: number): number {
  return Number.isNaN(a) || Number.isNaN(b) ? Number.NaN : Math.max(a, b);
}

/**
 * Final state of a heap: height of its lowest, mean and highest body, m, and the mean speed, m/s. Height is along
 * −gravity.
 */
export function heapObserver({ bodies, gravity }: BenchScene): Observer {
  const state = new Float64Array(STATE.size);
  const size = Math.hypot(...gravity);
  const moving = bodies.flatMap((body, k) => (body.mass > 0 ? [k] : []));
  let figures: Figures = {};
  return {
    observe(_time, world) {
      const heights: number[] = [];
      let speed = 0;
      for (const k of moving) {
        world.read(k, state);
        heights.push(-(state[0] * gravity[0] + state[1] * gravity[1] + state[2] * gravity[2]) / size);
        speed += Math.hypot(...state.subarray(STATE.velocity, STATE.velocity + 3)) / moving.length;
      }
      const mean = heights.reduce((sum, h) => sum + h, 0) / heights.length;
      figures = { lowest: Math.min(...heights), mean, highest: Math.max(...heights), meanSpeed: speed };
    },
    figures: () => figures,
  };
}

/** Measures the distance between the two points of a joint, one on each body. */
export function gapOf(scene: BenchScene, joint: BenchJoint): (world: World) => number {
  const anchor = (index: number | undefined) => {
    const body = index === undefined ? undefined : scene.bodies[index];
    if (index === undefined || body === undefined || body.mass === 0) return () => joint.at;
    const start = initialState(body);
    const [x, y, z] = joint.at;
    const local = toBody(start, STATE.orientation, x - start[0], y - start[1], z - start[2]);
    const state = new Float64Array(STATE.size);
    return (world: World): Vector => {
      world.read(index, state);
      const [u, v, w] = toWorld(state, STATE.orientation, ...local);
      return [state[0] + u, state[1] + v, state[2] + w];
    };
  };
  const a = anchor(joint.a);
  const b = anchor(joint.b);
  return (world) => distance(a(world), b(world));
}

/** Slope and value at zero of the line that fits points best. */
export function lineThrough(points: readonly (readonly [number, number])[]): { slope: number; start: number } {
  const n = points.length;
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / n;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / n;
  let xx = 0;
  let xy = 0;
  for (const [x, y] of points) {
    xx += (x - meanX) ** 2;
    xy += (x - meanX) * (y - meanY);
  }
  const slope = xy / xx;
  return { slope, start: meanY - slope * meanX };
}
