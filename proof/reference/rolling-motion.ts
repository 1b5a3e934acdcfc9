import { type Simulation, step } from "stiction";
import type { Context } from "../context.js";
import { energyOf, inBody, inWorld, type RollingBody, type RollingState, stepRolling } from "./rolling-body.js";

/** Rolling and spinning bodies on a plane, judged by an integration of their differential equations. */

export const G = 9.81;

type Vec = readonly [number, number, number];

/** A shape as a scene has it. */
export interface Shape {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** A body, its shape, where it starts, and for how long it moves. */
export interface Motion {
  readonly body: RollingBody;
  readonly shape: Shape;
  readonly start: RollingState;
  readonly duration: number;
  /** Of the floor; without `slides` the judge does not let the body slide at all. */
  readonly friction: number;
  readonly slides?: true;
}

export const FORMULATIONS = {
  fast: { type: "impulse" },
  precise: { type: "impulse", preset: "precise" },
  complementarity: { type: "complementarity" },
  forces: { type: "forces" },
  lagrangian: { type: "augmented-lagrangian" },
} as const;
export type Key = keyof typeof FORMULATIONS;

/** Sub-steps of a step in preset `fast`. */
export const SUBSTEPS = 4;

/** A rotation about x, from the body to the world. */
export function tilted(angle: number): number[] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [1, 0, 0, 0, c, -s, 0, s, c];
}

/** On the floor, with a spin in axes of the body. */
export function placed(body: RollingBody, turn: number[], spin: Vec): RollingState {
  const up: Vec = [turn[6], turn[7], turn[8]];
  const low = body.lowest(up);
  return { turn, spin, velocity: [0, 0, 0], position: [0, 0, -(low[0] * up[0] + low[1] * up[1] + low[2] * up[2])] };
}

function quaternion(t: readonly number[]): number[] {
  const w = Math.sqrt(1 + t[0] + t[4] + t[8]) / 2;
  return [(t[7] - t[5]) / (4 * w), (t[2] - t[6]) / (4 * w), (t[3] - t[1]) / (4 * w), w];
}

function matrix([x, y, z, w]: Float64Array): number[] {
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - z * w),
    2 * (x * z + y * w),
    2 * (x * y + z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z - x * w),
    2 * (x * z - y * w),
    2 * (y * z + x * w),
    1 - 2 * (x * x + y * y),
  ];
}

/** The motion in a formulation; a body that rolls starts with the velocity that its spin requires. */
export function simulate(context: Context, key: Key, timestep: number, m: Motion): Simulation {
  const { body, start } = m;
  const r = body.lowest([start.turn[6], start.turn[7], start.turn[8]]);
  const [x, y, z] = start.spin;
  const rolls: Vec = [r[1] * z - r[2] * y, r[2] * x - r[0] * z, r[0] * y - r[1] * x];
  return context.simulateUntyped({
    timestep,
    gravity: [0, 0, -G],
    formulation: FORMULATIONS[key],
    materials: { steel: { friction: m.friction } },
    bodies: [
      { name: "floor", type: "static", material: "steel", shapes: [{ type: "plane" }] },
      {
        name: "body",
        material: "steel",
        mass: body.mass,
        inertia: [...body.inertia],
        centerOfMass: [0, 0, 0],
        position: [...start.position],
        orientation: quaternion(start.turn),
        velocity: [...inWorld(start, m.slides ? start.velocity : rolls)],
        angularVelocity: [...inWorld(start, start.spin)],
        shapes: [m.shape],
      },
    ],
  });
}

/** State of the body in the terms of the judge. */
export function stateOf({ model, data }: Simulation): RollingState {
  const b = model.bodyNames.indexOf("body");
  const turn = matrix(data.bodyQuat.subarray(4 * b, 4 * b + 4));
  const world = (from: number): Vec => [data.bodyVel[from], data.bodyVel[from + 1], data.bodyVel[from + 2]];
  return {
    turn,
    spin: inBody({ turn }, world(6 * b)),
    velocity: inBody({ turn }, world(6 * b + 3)),
    position: [data.bodyPos[3 * b], data.bodyPos[3 * b + 1], data.bodyPos[3 * b + 2]],
  };
}

/** Angle between two orientations, rad. */
function angleBetween(a: RollingState, b: RollingState): number {
  let square = 0;
  for (let k = 0; k < 9; k++) square += (a.turn[k] - b.turn[k]) ** 2;
  return 2 * Math.asin(Math.min(1, Math.sqrt(square / 8)));
}

/** Samples of a motion in the judge's integration, every 20 ms. */
const SAMPLE = 0.02;
export const JUDGE_STEP = 2e-5;

export function judge(m: Motion): RollingState[] {
  const law = m.slides ? { gravity: G, friction: m.friction } : { gravity: G };
  const samples: RollingState[] = [];
  let state = m.start;
  const each = Math.round(SAMPLE / JUDGE_STEP);
  for (let k = 1; k <= Math.round(m.duration / JUDGE_STEP); k++) {
    state = stepRolling(m.body, law, state, JUDGE_STEP);
    if (k % each === 0) samples.push(state);
  }
  return samples;
}

/** Largest deviation of the orientation from the judge, rad; largest gain of energy, as a part; the last state. */
export function compare(context: Context, key: Key, timestep: number, m: Motion, samples: readonly RollingState[]) {
  const simulation = simulate(context, key, timestep, m);
  const first = energyOf(m.body, G, stateOf(simulation));
  const each = Math.round(SAMPLE / timestep);
  let angle = 0;
  let gain = 0;
  for (let k = 1; k <= Math.round(m.duration / timestep); k++) {
    step(simulation.model, simulation.data);
    const state = stateOf(simulation);
    gain = Math.max(gain, energyOf(m.body, G, state) / first - 1);
    if (k % each === 0) angle = Math.max(angle, angleBetween(state, samples[k / each - 1]));
  }
  return { angle, gain, end: stateOf(simulation) };
}

/** Order of convergence from two steps, one half of the other. */
export const orderOf = (coarse: number, fine: number) => Math.log2(coarse / fine);

/** Phase that a rule of second order leaves out: (ω τ)²/12 per radian of the fastest motion ω over T, rad. */
export const phase = (omega: number, tau: number, duration: number) => ((omega * tau) ** 2 / 12) * omega * duration;
export const PHASE = "a rule of second order leaves out (ω τ)²/12 per radian: sub-step τ, fastest motion ω";
/** Energy of a symmetric rule swings by (ω τ)²/4 at most. */
export const swing = (omega: number, tau: number) => (omega * tau) ** 2 / 4;
export const SWING = "the energy of a symmetric rule swings by up to (ω τ)²/4";
