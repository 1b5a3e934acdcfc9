/** Experiments with a scene for other engines, its plot and its view. */
import { initialState, spinOf, toWorld } from "../../bench/figures.js";
import { type Bench, type BenchScene, type BenchTest, STATE, type Vector } from "../../bench/scene.js";
import { benchTests } from "../../bench/scenes/index.js";
import { sideBySide } from "../../bench/scenes/side-by-side.js";
import { TorqueFreeSpin } from "../../proof/reference/free-body.js";
import { pendulumAt } from "../../proof/reference/pendulum.js";
import { furtherPairs } from "./engines-further-pairs.js";
import { ENERGY, NO_GRID, type Pair, type Trace, thicker, upright, type View } from "./engines-pair.js";

export type { Pair } from "./engines-pair.js";

const G = 9.81;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Distance of body 1 down a ramp, angle in degrees; it starts `height` above it. */
const way = (degrees: number, acceleration: number): Trace => ({
  key: "way",
  unit: "m",
  read: (state) => state(1)[0] * Math.cos(radians(degrees)) - state(1)[2] * Math.sin(radians(degrees)),
  exact: (t) => (acceleration * t * t) / 2,
});

const slideAt = (degrees: number) => G * (Math.sin(radians(degrees)) - 0.5 * Math.cos(radians(degrees)));

/** Height of a ball that loses nothing, let fall from 1 m. */
function bounceHeight(t: number): number {
  const flight = 2 * Math.sqrt(2 / G);
  const s = ((t + flight / 2) % flight) - flight / 2;
  return 1 - (G * s * s) / 2;
}

let spin: TorqueFreeSpin | undefined;

/** Spin about the middle axis of the body that turns over; its moments, ordered, belong to x, y and z of the box. */
function exactSpin(t: number, { bodies: [body] }: BenchScene): number {
  const [x, y, z] = body.inertia;
  const [wx, wy, wz] = body.angularVelocity ?? [0, 0, 0];
  spin ??= new TorqueFreeSpin([x, y, z], [wx, wy, wz]);
  return spin.at(t)[1];
}

const RAMP: View = { ground: NO_GRID, eye: [1.6, -4.6, 1.3], target: [0, 0, -0.05], follow: 1 };

/** The ramp of 120 m × 20 m × 2 m as a strip of the same surface. */
function strip(scene: BenchScene): BenchScene {
  const [ramp, ...others] = scene.bodies;
  if (ramp.shape.type !== "box") return scene;
  const [length, , thickness] = ramp.shape.halfExtents;
  const thin = 0.06;
  const up = toWorld(initialState(ramp), STATE.orientation, 0, 0, thickness - thin);
  const position: Vector = [ramp.position[0] + up[0], ramp.position[1] + up[1], ramp.position[2] + up[2]];
  const shape = { type: "box", halfExtents: [length, 0.7, thin] } as const;
  return { ...scene, bodies: [{ ...ramp, shape, position }, ...others] };
}
const own: readonly Pair[] = [
  {
    test: "free-fall",
    topic: "motion",
    seconds: 2,
    experiments: ["own.free-fall", "own.projectile"],
    figures: [],
    trace: { key: "height", unit: "m", read: (state) => state(0)[2], exact: (t) => 1 + 8 * t - (G * t * t) / 2 },
    view: { ground: -2.7, eye: [1, -9, 2.2], target: [1, 0, 1.6] },
  },
  {
    test: "pendulum",
    topic: "joints",
    seconds: 10,
    experiments: [
      "iftomm.a01",
      "iftomm.a01-rod",
      "iftomm.a01-rigid",
      "gribel.v03",
      "luaces.v01",
      "luaces.v02",
      "luaces.v03",
      "luaces.v04",
      "luaces.v05",
      "luaces.v06",
      "luaces.v07",
    ],
    figures: ["energyError", "jointGap"],
    trace: { key: "sideways", unit: "m", read: (state) => state(0)[0] / 0.75, exact: (t) => pendulumAt(t).x },
    view: { ground: -1.7, eye: [0.6, -5.4, 0.2], target: [0, 0, -0.7] },
    drawn: thicker(4),
  },
  {
    test: "dzhanibekov",
    topic: "motion",
    seconds: 10,
    experiments: ["own.dzhanibekov", "own.flipping-body", "gribel.v29", "own.complementarity-free-body"],
    figures: ["flips", "momentum error %"],
    trace: { key: "spin", unit: "rad/s", read: (state) => spinOf(state(0))[1], exact: exactSpin },
    view: { ground: -0.7, eye: [1.6, -2.6, 1.2], target: [0, 0, 0] },
  },
  {
    test: "slide-30",
    topic: "friction",
    seconds: 4,
    experiments: ["own.slide-30", "gribel.v08", "luaces.v19", "vilela.t-09"],
    figures: ["error %"],
    trace: way(30, slideAt(30)),
    view: RAMP,
    drawn: strip,
  },
  {
    test: "creep",
    topic: "friction",
    seconds: 11,
    experiments: ["own.slide-angle", "own.compliant-incline", "public.mujoco-3328"],
    figures: ["meanSpeed"],
    trace: way(20, 0),
    view: RAMP,
    drawn: strip,
  },
  {
    test: "roll",
    topic: "friction",
    seconds: 3,
    experiments: ["own.roll-15", "own.compliant-rolling", "vilela.t-11", "own.rolling"],
    figures: ["error %", "yaw °"],
    trace: way(15, (2 / 3) * G * Math.sin(radians(15))),
    view: RAMP,
    drawn: strip,
  },
  {
    test: "disc",
    topic: "friction",
    seconds: 1,
    experiments: ["gribel.v32", "vilela.t-10", "vilela.t-12"],
    figures: ["stop s", "at rest s"],
    trace: {
      key: "spin",
      unit: "rad/s",
      read: (state) => state(1)[STATE.angularVelocity + 2],
      exact: (t) => 5 * Math.PI * Math.max(0, 1 - t / 0.5),
    },
    view: { ground: NO_GRID, eye: [0.6, -1, 0.7], target: [0, 0, 0] },
  },
  {
    test: "bounce",
    topic: "contact",
    seconds: 10,
    experiments: [
      "own.bounce",
      "gribel.v06",
      "own.restitution",
      "own.compliant-restitution",
      "moisio.v06",
      "own.bounce-times",
    ],
    figures: ["bounces", "ΔE/E per bounce"],
    trace: { key: "height", unit: "m", read: (state) => state(1)[2] - 0.1, exact: bounceHeight },
    view: upright(0.55, 3.6),
  },
  {
    test: "stack-1000",
    topic: "contact",
    seconds: 10,
    experiments: ["own.stack-1000", "own.stack", "gribel.v20", "moisio.v24"],
    figures: ["stood s", "worst depth mm"],
    trace: { key: "top", unit: "m", read: (state) => state(2)[2], exact: () => 1.5 },
    view: upright(0.9, 5.5),
  },
  {
    test: "seams",
    topic: "contact",
    seconds: 6,
    experiments: ["own.seams"],
    figures: ["end m/s", "kick mm/s"],
    trace: { key: "speed", unit: "m/s", read: (state) => state(30)[STATE.velocity], exact: () => 3 },
    view: { ground: NO_GRID, eye: [1.4, -3.6, 1.5], target: [0, 0, 0], follow: 30 },
  },
  {
    test: "double-pendulum",
    topic: "joints",
    seconds: 10,
    experiments: ["own.double-pendulum", "own.natural-double-pendulum"],
    figures: ["|ΔE| %", "gap mm"],
    trace: ENERGY,
    view: { ground: -2.1, eye: [3.4, -5.4, 1.4], target: [0, 0, -0.5] },
  },
  {
    test: "four-bar",
    topic: "joints",
    seconds: 10,
    experiments: ["own.four-bar", "own.natural-gaps"],
    figures: ["gap mm", "out of plane mm"],
    trace: {
      key: "crank",
      unit: "°",
      read: (state) => {
        const [x, , z] = toWorld(state(0), STATE.orientation, 1, 0, 0);
        return (Math.atan2(z, x) * 180) / Math.PI;
      },
    },
    view: { ground: -0.6, eye: [0.9, -4.2, 0.5], target: [0.6, 0, 0.1] },
  },
];

export const pairs: readonly Pair[] = [...own, ...furtherPairs];

/** The scene of that name, or the first that a test of that name plays. */
export function sceneOf(name: string): BenchScene {
  const small = sideBySide.find((candidate) => candidate.name === name);
  if (small !== undefined) return small.build();
  const test = benchTests.find((candidate) => candidate.name === name);
  if (test === undefined) throw new RangeError(`there is no test "${name}"`);
  return firstScene(test);
}

/** What a test is stopped with when it has shown its scene. */
class Found extends Error {
  readonly scene: BenchScene;

  constructor(scene: BenchScene) {
    super("found");
    this.scene = scene;
  }
}

/** Asks a test for its scene by letting it play, and stops it there. */
function firstScene(test: BenchTest): BenchScene {
  const bench: Bench = {
    quick: true,
    play(scene) {
      throw new Found(scene);
    },
    mark() {},
  };
  try {
    test.run(bench);
  } catch (error) {
    if (error instanceof Found) return error.scene;
    throw error;
  }
  throw new Error(`"${test.name}" plays no scene`);
}

export function pairOf(test: string): Pair {
  const pair = pairs.find((candidate) => candidate.test === test);
  if (pair === undefined) throw new RangeError(`no experiment has the scene "${test}"`);
  return pair;
}
