/**
 * Small scenes with a known outcome that the proof page plays in several engines beside the scenes of the comparison:
 * free spin, a gyroscope, springs, a light chain, Bricard's loop, towers, a row of bodies that meet, a bullet, and a
 * block that slides askew.
 */
import { boxBody, scenery, solid, staticBox } from "../bodies.js";
import { STANDARD_GRAVITY } from "../constants.js";
import { type BenchBody, type BenchJoint, type BenchScene, type Observer, STATE, type Vector } from "../scene.js";
import { gapObserver } from "./bridge.js";
import { stack } from "./contact.js";
import { flipObserver } from "./motion.js";
import { windows } from "./windows.js";

const STEP = 1 / 60;
const NO_GRAVITY: Vector = [0, 0, 0];
const ROD_ANGLE = Math.PI / 5;

type Rest = Pick<BenchScene, "name" | "bodies" | "observer"> & Partial<BenchScene>;

/** 1/60 s, looked at after every step. */
const scene = (rest: Rest): BenchScene => ({
  gravity: STANDARD_GRAVITY,
  timestep: STEP,
  steps: 600,
  block: 1,
  observeEvery: 1,
  contact: false,
  joints: [],
  ...rest,
});

const nothing: Observer = { observe() {}, figures: () => ({}) };

/** Moments and spin of Drake's multibody/benchmarks/free_body. */
export const AXISYMMETRIC = { transverse: 0.04, axial: 0.02, spin: [2, 4, 6] } as const;

const axisymmetricBody = scene({
  name: "axisymmetric-body",
  gravity: NO_GRAVITY,
  bodies: [
    {
      shape: { type: "cylinder", radius: 0.2, halfLength: 0.3 },
      mass: 1,
      inertia: [AXISYMMETRIC.transverse, AXISYMMETRIC.transverse, AXISYMMETRIC.axial],
      position: [0, 0, 0],
      angularVelocity: AXISYMMETRIC.spin,
    },
  ],
  observer: (of) => {
    const { observe, figures } = flipObserver(of);
    return { observe, figures: () => ({ "momentum error %": 100 * figures().momentumError }) };
  },
});

const WHEEL = { mass: 0.8, arm: 0.15, spin: 250, axial: 0.006, across: 0.0035 } as const;
/** Steady precession with a level axis, Ω = m g l/(I ω) [LandauLifshitz1976, §35], rad/s. */
export const PRECESSION = (WHEEL.mass * 9.81 * WHEEL.arm) / (WHEEL.axial * WHEEL.spin);

const gyroscope = scene({
  name: "gyroscope",
  timestep: 0.002,
  steps: 2000,
  bodies: [
    {
      shape: { type: "box", halfExtents: [0.015, 0.1, 0.1] },
      mass: WHEEL.mass,
      inertia: [WHEEL.axial, WHEEL.across, WHEEL.across],
      position: [WHEEL.arm, 0, 0],
      velocity: [0, PRECESSION * WHEEL.arm, 0],
      angularVelocity: [WHEEL.spin, 0, PRECESSION],
    },
  ],
  joints: [{ type: "ball", b: 0, at: [0, 0, 0] }],
  observer: gapObserver,
});

/** A rod of 0.5 m on a ball joint at its end, let go at 36° ([Williams2014], 5.6). */
const hangingRod = scene({
  name: "hanging-rod",
  timestep: 0.01,
  steps: 500,
  bodies: [
    solid({ type: "cylinder", radius: 0.1, halfLength: 0.25 }, 1, {
      position: [-0.25 * Math.sin(ROD_ANGLE), 0, -0.25 * Math.cos(ROD_ANGLE)],
      orientation: [0, Math.sin(ROD_ANGLE / 2), 0, Math.cos(ROD_ANGLE / 2)],
    }),
  ],
  joints: [{ type: "ball", b: 0, at: [0, 0, 0] }],
  observer: gapObserver,
});

/** kg, N/m, N s/m. */
export const SPRING = { mass: 2, stiffness: 200, damping: 4 } as const;

/** Let go where the spring is not stretched. */
const springMass = scene({
  name: "spring-mass",
  timestep: 0.005,
  steps: 1000,
  bodies: [boxBody([0.1, 0.1, 0.1], [0, 0, 0], { mass: SPRING.mass })],
  joints: [
    {
      type: "slider",
      b: 0,
      at: [0, 0, 0],
      axis: [0, 0, 1],
      spring: { stiffness: SPRING.stiffness, damping: SPRING.damping, target: 0 },
    },
  ],
  observer: () => nothing,
});

/** kg m², N m/rad, rad. */
export const TORSION = { inertia: 0.5, stiffness: 20, angle: 1 } as const;

const torsionSpring = scene({
  name: "torsion-spring",
  gravity: NO_GRAVITY,
  timestep: 0.005,
  steps: 1000,
  bodies: [
    {
      shape: { type: "box", halfExtents: [0.4, 0.1, 0.1] },
      mass: 1,
      inertia: [TORSION.inertia, TORSION.inertia, TORSION.inertia],
      position: [0, 0, 0],
    },
  ],
  joints: [
    {
      type: "hinge",
      b: 0,
      at: [0, 0, 0],
      axis: [0, 0, 1],
      spring: { stiffness: TORSION.stiffness, damping: 0, target: TORSION.angle },
    },
  ],
  observer: () => nothing,
});

/** kg, N/m, and the first stretch, m. */
export const TWO = { masses: [1, 3], stiffness: 400, length: 1, stretch: 0.2 } as const;

const twoBodySpring = scene({
  name: "two-body-spring",
  gravity: NO_GRAVITY,
  timestep: 0.005,
  steps: 600,
  bodies: TWO.masses.map((mass, k) =>
    solid({ type: "sphere", radius: 0.1 * Math.cbrt(mass) }, mass, {
      position: [k * (TWO.length + TWO.stretch), 0, 0],
    }),
  ),
  joints: [
    {
      type: "slider",
      a: 0,
      b: 1,
      at: [0, 0, 0],
      axis: [1, 0, 0],
      spring: { stiffness: TWO.stiffness, damping: 0, target: -TWO.stretch },
    },
  ],
  observer: () => nothing,
});

/** 600 kg on eight links of 3 g, 60 mm each: every joint bears 200,000 times the weight of its link. */
export const LIGHT_CHAIN = { links: 8, link: 0.003, load: 600, length: 0.06 } as const;

function lightChain(): BenchScene {
  const { links, link, load, length } = LIGHT_CHAIN;
  const cube = (mass: number, size: number): Vector => [mass * size * size, mass * size * size, mass * size * size];
  const bodies = Array.from({ length: links + 1 }, (_, k): BenchBody => {
    const last = k === links;
    return {
      shape: last
        ? { type: "box", halfExtents: [0.1, 0.1, 0.03] }
        : { type: "box", halfExtents: [0.008, 0.008, 0.026] },
      mass: last ? load : link,
      inertia: last ? cube(load, 0.1) : cube(link, 0.3 * length),
      position: [0, 0, -(k + 0.5) * length],
    };
  });
  const joints = bodies.map(
    (_, k): BenchJoint => ({ type: "ball", ...(k > 0 && { a: k - 1 }), b: k, at: [0, 0, -k * length] }),
  );
  return scene({ name: "light-chain", timestep: 0.004, steps: 1250, bodies, joints, observer: gapObserver });
}

const CORNERS: readonly Vector[] = [
  [0, 0, 0],
  [1, 0, 0],
  [1, -1, 0],
  [1, -1, 1],
  [0, -1, 1],
  [0, 0, 1],
];
const TURNS: readonly Vector[] = [
  [0, 1, 0],
  [0, 0, 1],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [1, 0, 0],
];

/** IFToMM A04: five rods of 1 m and 1 kg on six hinges, a loop that moves although it has one constraint too many. */
function bricard(): BenchScene {
  const bodies = CORNERS.slice(1).map((end, k) => {
    const from = CORNERS[k];
    const half = (c: 0 | 1 | 2) => (end[c] === from[c] ? 0.05 : 0.5);
    return boxBody(
      [half(0), half(1), half(2)],
      [(from[0] + end[0]) / 2, (from[1] + end[1]) / 2, (from[2] + end[2]) / 2],
    );
  });
  const joints = CORNERS.map((at, k): BenchJoint => {
    const axis = TURNS[k];
    if (k === 0) return { type: "hinge", b: 0, at, axis };
    return k === 5 ? { type: "hinge", b: 4, at, axis } : { type: "hinge", a: k - 1, b: k, at, axis };
  });
  const gravity: Vector = [0, -9.81, 0];
  return scene({
    name: "bricard",
    gravity,
    timestep: 0.001,
    steps: 10_000,
    hard: true,
    bodies,
    joints,
    observer: gapObserver,
  });
}

/** Five cubes in a row, the first at 2 m/s, which meet one after the other and stay together ([Williams2014], 5.4). */
const ROW = [1.5, 1, 0.25, 0.12, 0.8];

const plasticRow = scene({
  name: "plastic-row",
  gravity: NO_GRAVITY,
  timestep: 0.01,
  steps: 400,
  contact: true,
  bodies: ROW.map((mass, k) =>
    boxBody([0.5, 0.5, 0.5], [1.5 * k, 0, 0], { mass, friction: 0, ...(k === 0 && { velocity: [2, 0, 0] as Vector }) }),
  ),
  observer: () => {
    const state = new Float64Array(STATE.size);
    let last = 0;
    return {
      observe(_t, world) {
        world.read(ROW.length - 1, state);
        last = state[STATE.velocity];
      },
      figures: () => ({ "end m/s": last }),
    };
  },
});

/** Five cubes of 0.2 m, each 45 mm beside the one below: what lies on the lowest is out of balance ([Moisio2013]). */
const shiftedTower = scene({
  name: "shifted-tower",
  timestep: 0.005,
  steps: 600,
  contact: true,
  bodies: [
    staticBox([2, 2, 0.5], [0, 0, -0.5]),
    ...Array.from({ length: 5 }, (_, k) => boxBody([0.1, 0.1, 0.1], [0.045 * k, 0, 0.1 + 0.2 * k], { mass: 10 })),
  ],
  observer: () => nothing,
});

/** m/s, friction, and direction to the axes. */
export const ASKEW = { speed: 2.5, friction: 0.4, angle: Math.PI / 4 } as const;

/**
 * A block that slides at 45° to the axes of the world: a cone of friction brakes it by μ g, a pyramid by up to √2 of
 * it.
 */
const askew = scene({
  name: "slide-askew",
  steps: 120,
  contact: true,
  bodies: [
    staticBox([5, 5, 1], [0, 0, -1], { friction: ASKEW.friction }),
    boxBody([0.2, 0.1, 0.05], [0, 0, 0.05], {
      mass: 2,
      friction: ASKEW.friction,
      velocity: [ASKEW.speed * Math.cos(ASKEW.angle), ASKEW.speed * Math.sin(ASKEW.angle), 0],
    }),
  ],
  observer: () => nothing,
});

/** A ball of 10 mm at 100 m/s against a plate of 1 mm: it moves 1.7 m in a step. */
const bullet = scene({
  name: "one-bullet",
  gravity: NO_GRAVITY,
  steps: 60,
  contact: true,
  bodies: [
    scenery({ type: "box", halfExtents: [1, 1, 0.0005] }, [0, 0, 0], { friction: 0 }),
    solid({ type: "sphere", radius: 0.005 }, 0.004, {
      position: [0, 0, 4],
      velocity: [0, 0, -100],
      friction: 0,
      fast: true,
    }),
  ],
  observer: () => {
    const state = new Float64Array(STATE.size);
    let passed = 0;
    return {
      observe(_t, world) {
        world.read(1, state);
        if (!(state[2] >= 0)) passed = 1;
      },
      figures: () => ({ passed }),
    };
  },
});

/** Scenes by name, built when they are asked for. */
export const sideBySide: readonly { readonly name: string; build(): BenchScene }[] = [
  ...[axisymmetricBody, gyroscope, hangingRod, springMass, torsionSpring, twoBodySpring].map(asEntry),
  { name: "light-chain", build: lightChain },
  { name: "bricard", build: bricard },
  { name: "windows", build: () => windows(2) },
  { name: "tower-10", build: () => stack("tower-10", new Array(10).fill(1)) },
  ...[plasticRow, shiftedTower, askew, bullet].map(asEntry),
];

function asEntry(given: BenchScene): { name: string; build(): BenchScene } {
  return { name: given.name, build: () => given };
}
