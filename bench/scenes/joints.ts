/** Jointed mechanisms and the free body, at 1/60 s. Bodies do not touch. */
import { boxBody } from "../bodies.js";
import { STANDARD_GRAVITY } from "../constants.js";
import { energyOf, initialState, toWorld, worst } from "../figures.js";
import {
  type BenchJoint,
  type BenchScene,
  type BenchTest,
  type Observer,
  STATE,
  sceneTest,
  type Vector,
} from "../scene.js";
import { scaled, subtract, turnBetween, unit } from "../vectors.js";
import { gapObserver } from "./bridge.js";
import { flipObserver } from "./motion.js";

const STEP = 1 / 60;

/** The free body of the motion tests, at the step of a game. It flips at 1.544, 4.220, 6.896 and 9.573 s. */
const flips: BenchScene = {
  name: "dzhanibekov",
  gravity: [0, 0, 0],
  timestep: STEP,
  steps: 600,
  block: 1,
  observeEvery: 1,
  contact: false,
  bodies: [boxBody([0.5, 0.3, 0.1], [0, 0, 0], { angularVelocity: [0.05, 8, 0.05] })],
  joints: [],
  observer: (scene) => {
    const { observe, figures } = flipObserver(scene);
    return {
      observe,
      figures: () => {
        const { flips: count, lastFlip, momentumError } = figures();
        return { flips: count, "last flip s": lastFlip, "momentum error %": 100 * momentumError };
      },
    };
  },
};

/**
 * Two rods of 1 m and 1 kg on ball joints, the second across the first, released from the horizontal. Without friction
 * its energy is constant.
 */
export const doublePendulum: BenchScene = {
  name: "double-pendulum",
  gravity: STANDARD_GRAVITY,
  timestep: STEP,
  steps: 600,
  block: 1,
  observeEvery: 1,
  contact: false,
  bodies: [boxBody([0.5, 0.05, 0.05], [0.5, 0, 0]), boxBody([0.05, 0.5, 0.05], [1, 0.5, 0])],
  joints: [
    { type: "ball", b: 0, at: [0, 0, 0] },
    { type: "ball", a: 0, b: 1, at: [1, 0, 0] },
  ],
  observer: (scene) => {
    const energy = energyObserver(scene);
    const gap = gapObserver(scene);
    return {
      observe(t, world) {
        energy.observe(t, world);
        gap.observe(t, world);
      },
      figures: () => ({ ...energy.figures(), "gap mm": gap.figures()["gap mm"] }),
    };
  },
};

/** Change of energy, % of 2 m g · 1 m: at the end, and the largest. */
function energyObserver({ bodies, gravity }: BenchScene): Observer {
  const state = new Float64Array(STATE.size);
  const scale = 2 * 9.81;
  const start = bodies.reduce((sum, body) => sum + energyOf(body, gravity, initialState(body)), 0);
  let last = 0;
  let most = 0;
  return {
    observe(_t, world) {
      let energy = -start;
      bodies.forEach((body, k) => {
        world.read(k, state);
        energy += energyOf(body, gravity, state);
      });
      last = energy / scale;
      most = worst(most, Math.abs(last));
    },
    figures: () => ({ "ΔE at end %": 100 * last, "|ΔE| %": 100 * most }),
  };
}

/**
 * Four-bar linkage with hinges across it: a crank of 0.4 m, a coupler of 1 m and a rocker of 0.8 m on bearings 1.2 m
 * apart.
 */
export function fourBar(): BenchScene {
  const ground = { a: [0, 0, 0], d: [1.2, 0, 0] } as const;
  const [crank, coupler, rocker] = [0.4, 1, 0.8];
  const angle = Math.PI / 3;
  const b: Vector = [crank * Math.cos(angle), 0, crank * Math.sin(angle)];
  // c from its distances to b and d
  const across = subtract(ground.d, b);
  const base = Math.hypot(...across);
  const along = (coupler ** 2 - rocker ** 2 + base ** 2) / (2 * base);
  const height = Math.sqrt(coupler ** 2 - along ** 2);
  const [ux, , uz] = scaled(1 / base, across);
  const c: Vector = [b[0] + along * ux - height * uz, 0, b[2] + along * uz + height * ux];
  const bar = (p: Vector, q: Vector) => {
    const between = subtract(q, p);
    const length = Math.hypot(...between);
    const middle = scaled(0.5, [p[0] + q[0], p[1] + q[1], p[2] + q[2]]);
    const orientation = turnBetween([1, 0, 0], unit(between));
    return boxBody([length / 2, 0.03, 0.03], middle, { orientation, mass: 2 * length });
  };
  const hinge = (at: Vector, bodies: Pick<BenchJoint, "a" | "b">): BenchJoint => ({
    type: "hinge",
    at,
    axis: [0, 1, 0],
    ...bodies,
  });
  return {
    name: "four-bar",
    gravity: STANDARD_GRAVITY,
    timestep: STEP,
    steps: 600,
    block: 1,
    observeEvery: 1,
    contact: false,
    bodies: [bar(ground.a, b), bar(b, c), bar(c, ground.d)],
    joints: [hinge(ground.a, { b: 0 }), hinge(b, { a: 0, b: 1 }), hinge(c, { a: 1, b: 2 }), hinge(ground.d, { b: 2 })],
    observer: (scene) => {
      const gap = gapObserver(scene);
      const state = new Float64Array(STATE.size);
      let out = 0;
      let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      return {
        observe(t, world) {
          gap.observe(t, world);
          world.read(0, state);
          const [x, , z] = toWorld(state, STATE.orientation, 1, 0, 0);
          const now = Math.atan2(z, x);
          [low, high] = [Math.min(low, now), Math.max(high, now)];
          for (let k = 0; k < 3; k++) {
            world.read(k, state);
            out = worst(out, Math.abs(state[1]));
          }
        },
        figures: () => ({
          "gap mm": gap.figures()["gap mm"],
          "out of plane mm": 1000 * out,
          "crank range °": ((high - low) * 180) / Math.PI,
        }),
      };
    },
  };
}

export const jointTests: readonly BenchTest[] = [
  sceneTest("joints", "Free box that turns over 4 times in 10 s, last at 9.573 s", flips.name, () => flips),
  sceneTest("joints", "Double pendulum on ball joints: energy over 10 s", doublePendulum.name, () => doublePendulum),
  sceneTest("joints", "Four-bar linkage: widest joint in 10 s", "four-bar", fourBar),
];
