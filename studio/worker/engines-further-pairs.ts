/**
 * Pairs of experiments and the small scenes of `bench/scenes/side-by-side.ts`, and of tests of the comparison without a
 * closed form.
 */
import { spinOf, toWorld } from "../../bench/figures.js";
import { type BenchBody, type BenchScene, STATE } from "../../bench/scene.js";
import { ASKEW, AXISYMMETRIC, LIGHT_CHAIN, PRECESSION, SPRING, TORSION, TWO } from "../../bench/scenes/side-by-side.js";
import { axisymmetricFreeBody } from "../../proof/reference/free-body.js";
import { oscillator } from "../../proof/reference/oscillator.js";
import { ENERGY, NO_GRID, type Pair, type Trace, thicker, upright } from "./engines-pair.js";

const G = 9.81;

/** Rest of the mass under its weight, m above the place where it was let go. */
const REST = (-SPRING.mass * G) / SPRING.stiffness;
const REDUCED = (TWO.masses[0] * TWO.masses[1]) / (TWO.masses[0] + TWO.masses[1]);

const heightOf = (body: number, exact?: (t: number) => number): Trace => ({
  key: "height",
  unit: "m",
  read: (state) => state(body)[2],
  ...(exact && { exact }),
});

/** Way of a block that friction brakes by μ g until it stands. */
function braked(t: number): number {
  const { speed, friction } = ASKEW;
  const s = Math.min(t, speed / (friction * G));
  return speed * s - (friction * G * s * s) / 2;
}

/** Bars of 1 m where the scene has balls at their middle. */
function barred(scene: BenchScene): BenchScene {
  const { own: _, ...rest } = scene;
  const bodies = scene.bodies.map((body): BenchBody => {
    const lying = body.inertia[0] < body.inertia[1];
    return { ...body, shape: { type: "box", halfExtents: lying ? [0.5, 0.025, 0.025] : [0.025, 0.5, 0.025] } };
  });
  return { ...rest, bodies };
}

export const furtherPairs: readonly Pair[] = [
  {
    test: "axisymmetric-body",
    topic: "motion",
    seconds: 5,
    experiments: ["public.drake-free-body", "public.drake-free-body-natural"],
    figures: ["momentum error %"],
    trace: {
      key: "spin",
      unit: "rad/s",
      read: (state) => spinOf(state(0))[0],
      exact: (t) => axisymmetricFreeBody(AXISYMMETRIC.transverse, AXISYMMETRIC.axial, AXISYMMETRIC.spin, t).spin[0],
    },
    view: { ground: -0.7, eye: [1.2, -1.8, 0.9], target: [0, 0, 0] },
  },
  {
    test: "gyroscope",
    topic: "joints",
    seconds: 3.5,
    experiments: ["own.complementarity-top", "public.heavy-top"],
    figures: ["gap mm"],
    trace: {
      key: "precession",
      unit: "rad",
      read: (state) => Math.atan2(state(0)[1], state(0)[0]),
      exact: (t) => PRECESSION * t,
    },
    view: { ground: -0.25, eye: [0.5, -0.8, 0.5], target: [0, 0, -0.03] },
  },
  {
    test: "hanging-rod",
    topic: "joints",
    seconds: 5,
    experiments: ["williams.v21", "williams.v22", "williams.v23"],
    figures: ["gap mm"],
    trace: ENERGY,
    view: { ground: -0.65, eye: [0.4, -1.6, 0.1], target: [0, 0, -0.25] },
  },
  {
    test: "spring-mass",
    topic: "motion",
    seconds: 5,
    experiments: ["own.spring-mass", "gribel.v41"],
    figures: [],
    trace: heightOf(0, (t) => REST + oscillator({ ...SPRING, x0: -REST, v0: 0 }, t).x),
    view: { ground: -0.45, eye: [0.6, -1.4, 0.3], target: [0, 0, -0.1] },
  },
  {
    test: "torsion-spring",
    topic: "motion",
    seconds: 5,
    experiments: ["own.torsion-spring"],
    figures: [],
    trace: {
      key: "angle",
      unit: "rad",
      read: (state) => {
        const [x, y] = toWorld(state(0), STATE.orientation, 1, 0, 0);
        return Math.atan2(y, x);
      },
      exact: (t) => TORSION.angle * (1 - Math.cos(Math.sqrt(TORSION.stiffness / TORSION.inertia) * t)),
    },
    view: { ground: -0.3, eye: [0.5, -1.3, 1], target: [0, 0, 0] },
  },
  {
    test: "two-body-spring",
    topic: "motion",
    seconds: 3,
    experiments: ["own.two-body-spring"],
    figures: [],
    trace: {
      key: "length",
      unit: "m",
      read: (state) => {
        const first = state(0)[0];
        return state(1)[0] - first;
      },
      exact: (t) => TWO.length + TWO.stretch * Math.cos(Math.sqrt(TWO.stiffness / REDUCED) * t),
    },
    view: { ground: -0.4, eye: [0.9, -2.2, 0.7], target: [0.6, 0, 0] },
  },
  {
    test: "light-chain",
    topic: "joints",
    seconds: 5,
    experiments: ["own.light-chain", "gribel.v28", "luaces.v11"],
    figures: ["gap mm"],
    trace: heightOf(LIGHT_CHAIN.links, () => -(LIGHT_CHAIN.links + 0.5) * LIGHT_CHAIN.length),
    view: { ground: -1, eye: [0.5, -1.3, -0.1], target: [0, 0, -0.35] },
  },
  {
    test: "bricard",
    topic: "joints",
    seconds: 10,
    experiments: ["iftomm.a04", "iftomm.a04-impulse"],
    figures: ["gap mm"],
    trace: ENERGY,
    view: { ground: -2, eye: [2.6, -3.2, 2], target: [0.5, -0.5, 0.3] },
  },
  {
    test: "windows",
    topic: "joints",
    seconds: 10,
    experiments: ["iftomm.a02", "iftomm.a02-40", "iftomm.a02-speed", "luaces.v12"],
    figures: ["gap mm"],
    trace: ENERGY,
    view: { ground: -1.3, eye: [1.6, -0.9, 4.2], target: [1, 0, 0] },
    drawn: barred,
  },
  {
    test: "bridge",
    topic: "joints",
    seconds: 5,
    experiments: ["own.bridge-100"],
    figures: ["gap mm"],
    trace: heightOf(50),
    view: { ground: -40, eye: [18, -95, 8], target: [0, 0, -13] },
    drawn: thicker(2),
  },
  {
    test: "slide-askew",
    topic: "friction",
    seconds: 1,
    experiments: ["gribel.v31", "own.complementarity-contact"],
    figures: [],
    trace: { key: "way", unit: "m", read: (state) => Math.hypot(state(1)[0], state(1)[1]), exact: braked },
    view: { ground: NO_GRID, eye: [1.6, -1.5, 1.2], target: [0.3, 0.3, 0] },
  },
  {
    test: "plastic-row",
    topic: "contact",
    seconds: 3,
    experiments: ["williams.v2"],
    figures: ["end m/s"],
    trace: { key: "speed", unit: "m/s", read: (state) => state(4)[STATE.velocity] },
    view: { ground: -0.5, eye: [3.5, -9, 4.5], target: [4, 0, 0] },
  },
  {
    test: "tower-10",
    topic: "contact",
    seconds: 10,
    experiments: ["gribel.v17", "gribel.v18", "gribel.v19", "own.towers", "own.compliant-rest", "moisio.v26"],
    figures: ["stood s", "worst depth mm"],
    trace: { key: "top", unit: "m", read: (state) => state(10)[2], exact: () => 9.5 },
    view: upright(4.6, 17),
  },
  {
    test: "shifted-tower",
    topic: "contact",
    seconds: 3,
    experiments: ["moisio.v25"],
    figures: [],
    trace: { key: "top", unit: "m", read: (state) => state(5)[2] },
    view: upright(0.45, 2.4),
  },
  {
    test: "one-bullet",
    topic: "contact",
    seconds: 0.5,
    experiments: ["own.thin-plate", "gribel.v34"],
    figures: ["passed"],
    trace: heightOf(1),
    view: { ground: NO_GRID, eye: [1.5, -4, 1.4], target: [0, 0, 0.6] },
  },
  {
    test: "peg-boxes",
    topic: "contact",
    seconds: 4,
    experiments: ["own.peg"],
    figures: ["wall mm"],
    trace: heightOf(5),
    view: { ground: NO_GRID, eye: [0.35, -0.55, 0.4], target: [0, 0, -0.02] },
  },
  {
    test: "peg-mesh",
    topic: "contact",
    seconds: 4,
    experiments: ["own.compliant-peg"],
    figures: ["wall mm"],
    trace: heightOf(1),
    view: { ground: NO_GRID, eye: [0.35, -0.55, 0.4], target: [0, 0, -0.02] },
  },
];
