import { type ShapeSpec, type Simulation, step } from "stiction";
import type { Context } from "../context.js";
import { atMost, defineExperiment, error, near } from "../experiment.js";
import {
  disc,
  ellipsoid,
  energyOf,
  inBody,
  inWorld,
  jellett,
  type RollingBody,
  type RollingState,
  stepRolling,
} from "../reference/rolling-body.js";

/** Rolling and spinning bodies on a plane, judged by an integration of their differential equations. */

const G = 9.81;

type Vec = readonly [number, number, number];

/** A body, its shape, where it starts, and for how long it moves. */
interface Motion {
  readonly body: RollingBody;
  readonly shape: ShapeSpec;
  readonly start: RollingState;
  readonly duration: number;
  /** Of the floor; without `slides` the judge does not let the body slide at all. */
  readonly friction: number;
  readonly slides?: true;
}

const FORMULATIONS = {
  fast: { type: "impulse" },
  precise: { type: "impulse", preset: "precise" },
  complementarity: { type: "complementarity" },
  forces: { type: "forces" },
  lagrangian: { type: "augmented-lagrangian" },
} as const;
type Key = keyof typeof FORMULATIONS;

/** Sub-steps of a step in preset `fast`. */
const SUBSTEPS = 4;

/** A rotation about x, from the body to the world. */
function tilted(angle: number): number[] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [1, 0, 0, 0, c, -s, 0, s, c];
}

/** On the floor, with a spin in axes of the body. */
function placed(body: RollingBody, turn: number[], spin: Vec): RollingState {
  const up: Vec = [turn[6], turn[7], turn[8]];
  const low = body.lowest(up);
  return { turn, spin, velocity: [0, 0, 0], position: [0, 0, -(low[0] * up[0] + low[1] * up[1] + low[2] * up[2])] };
}

function quaternion(t: readonly number[]): number[] {
  const w = Math.sqrt(1 + t[0] + t[4] + t[8]) / 2;
  return [(t[7] - t[5]) / (4 * w), (t[2] - t[6]) / (4 * w), (t[3] - t[1]) / (4 * w), w];
}

function matrix([x, y, z, w]: Iterable<number>): number[] {
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
function simulate(context: Context, key: Key, timestep: number, m: Motion): Simulation {
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
function stateOf({ model, data }: Simulation): RollingState {
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
const JUDGE_STEP = 2e-5;

function judge(m: Motion): RollingState[] {
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
function compare(context: Context, key: Key, timestep: number, m: Motion, samples: readonly RollingState[]) {
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
const orderOf = (coarse: number, fine: number) => Math.log2(coarse / fine);

/** Phase that a rule of second order leaves out: (ω τ)²/12 per radian of the fastest motion ω over T, rad. */
const phase = (omega: number, tau: number, duration: number) => ((omega * tau) ** 2 / 12) * omega * duration;
const PHASE = "a rule of second order leaves out (ω τ)²/12 per radian: sub-step τ, fastest motion ω";
/** Energy of a symmetric rule swings by (ω τ)²/4 at most. */
const swing = (omega: number, tau: number) => (omega * tau) ** 2 / 4;
const SWING = "the energy of a symmetric rule swings by up to (ω τ)²/4";

// ---- an ellipsoid that rolls

const EGG_AXES = [0.08, 0.05, 0.05] as const;
const EGG_MASS = 0.7;
const eggBody = ellipsoid(
  EGG_MASS,
  [
    (EGG_MASS / 5) * (EGG_AXES[1] ** 2 + EGG_AXES[2] ** 2),
    (EGG_MASS / 5) * (EGG_AXES[0] ** 2 + EGG_AXES[2] ** 2),
    (EGG_MASS / 5) * (EGG_AXES[0] ** 2 + EGG_AXES[1] ** 2),
    0,
    0,
    0,
  ],
  EGG_AXES,
  [0, 0, 0],
);
const lean = 0.4;
const egg: Motion = {
  body: eggBody,
  shape: { type: "ellipsoid", semiAxes: [...EGG_AXES] },
  start: placed(eggBody, [Math.cos(lean), 0, Math.sin(lean), 0, 1, 0, -Math.sin(lean), 0, Math.cos(lean)], [8, 1, 2]),
  duration: 1,
  friction: 2,
};
/** An ellipsoid meets the ground twice a turn. */
const EGG_RATE = 2 * Math.hypot(8, 1, 2);

const SLOPE = 0.3;

/** Way of a round body down a slope after 1 s, over that of the closed form g sin α t²/(2 (1 + I/(m r²))), less 1. */
function rollDown(context: Context, key: Key, timestep: number, shape: ShapeSpec, part: number): number {
  const simulation = context.simulateUntyped({
    timestep,
    gravity: [G * Math.sin(SLOPE), 0, -G * Math.cos(SLOPE)],
    formulation: FORMULATIONS[key],
    materials: { steel: { friction: 0.8 } },
    bodies: [
      { name: "floor", type: "static", material: "steel", shapes: [{ type: "plane" }] },
      { name: "body", material: "steel", mass: 1, position: [0, 0, 0.1], shapes: [shape] },
    ],
  });
  for (let k = 0; k < Math.round(1 / timestep); k++) step(simulation.model, simulation.data);
  return stateOf(simulation).position[0] / ((G * Math.sin(SLOPE)) / (2 * (1 + part))) - 1;
}
const ball: ShapeSpec = { type: "sphere", radius: 0.1 };
/** A cylinder on its side; its axis is z of the shape. */
const roller: ShapeSpec = {
  type: "cylinder",
  radius: 0.1,
  halfHeight: 0.07,
  orientation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
};
const SOLVED = "solutions are exact to 1e-6 m/s per sub-step; a rule of second order is exact for constant forces";
const HALF_STEP = "velocities act half a step early: x = a t²/2 (1 + h/t)";

export const rolling = defineExperiment({
  id: "own.rolling",
  title: "A ball and a cylinder roll down a slope, an ellipsoid rolls on a floor",
  reference:
    "5/7 and 2/3 of g sin α; the ellipsoid by RK4 on the equations of pure rolling, (I + m (r² − r rᵀ)) ω̇ = −ω × I ω + m r × (ṙ × ω + ω × (r × ω) + g γ) [Borisov2002].",
  rows: {
    ball: error("way of the ball in 1 s beyond the closed form, impulse at 1/60 s", "1", 1e-4, SOLVED),
    cylinder: error("the same for the cylinder", "1", 1e-4, SOLVED),
    "ball-complementarity": near("the same, complementarity at 1/60 s, ball", "1", 1 / 60, 1e-4, HALF_STEP),
    "cylinder-complementarity": near("the same, cylinder", "1", 1 / 60, 1e-4, HALF_STEP),
    ellipsoid: error(
      "largest deviation of the ellipsoid's orientation in 1 s, impulse at 4 ms",
      "rad",
      phase(EGG_RATE, 4e-3 / SUBSTEPS, 1),
      PHASE,
    ),
    order: near("its order of convergence, 4 to 2 ms", "1", 2, 0.2, "the next order of the step"),
    energy: atMost("its largest gain of energy", "1", swing(EGG_RATE, 4e-3 / SUBSTEPS), SWING),
    "ellipsoid-complementarity": error(
      "largest deviation of its orientation, complementarity at 1 ms",
      "rad",
      (EGG_RATE * 1e-3) / 2,
      "velocities act half a step early: ω h/2",
    ),
  },
  *measure(context) {
    yield ["ball", rollDown(context, "fast", 1 / 60, ball, 0.4)];
    yield ["cylinder", rollDown(context, "fast", 1 / 60, roller, 0.5)];
    yield ["ball-complementarity", rollDown(context, "complementarity", 1 / 60, ball, 0.4)];
    yield ["cylinder-complementarity", rollDown(context, "complementarity", 1 / 60, roller, 0.5)];
    const samples = judge(egg);
    const coarse = compare(context, "fast", 4e-3, egg, samples);
    yield ["ellipsoid", coarse.angle];
    yield ["order", orderOf(coarse.angle, compare(context, "fast", 2e-3, egg, samples).angle)];
    yield ["energy", coarse.gain];
    yield ["ellipsoid-complementarity", compare(context, "complementarity", 1e-3, egg, samples).angle];
  },
});

// ---- rattleback

const STONE_AXES = [0.1, 0.02, 0.015] as const;
/** Principal moments, and the angle by which their axes are turned against those of the ellipsoid. */
const STONE = { mass: 1, along: 2e-4, across: 1.2e-3, up: 1.3e-3, skew: 0.2 } as const;
const [SKEW_C, SKEW_S] = [Math.cos(STONE.skew), Math.sin(STONE.skew)];
const stoneBody = ellipsoid(
  STONE.mass,
  [
    STONE.along * SKEW_C ** 2 + STONE.across * SKEW_S ** 2,
    STONE.along * SKEW_S ** 2 + STONE.across * SKEW_C ** 2,
    STONE.up,
    (STONE.along - STONE.across) * SKEW_S * SKEW_C,
    0,
    0,
  ],
  STONE_AXES,
  [0, 0, 0],
);
const stone = (spin: number): Motion => ({
  body: stoneBody,
  shape: { type: "ellipsoid", semiAxes: [...STONE_AXES] },
  start: placed(stoneBody, tilted(0), [0.05, 0, spin]),
  duration: 2,
  friction: 2,
});
/** Rocking along the stone: √(m g (a²/c − c)/(I + m c²)). */
const ROCKING = Math.sqrt(
  (STONE.mass * G * (STONE_AXES[0] ** 2 / STONE_AXES[2] - STONE_AXES[2])) /
    (STONE.across + STONE.mass * STONE_AXES[2] ** 2),
);
const STONE_SPIN = 5;

export const rattleback = defineExperiment({
  id: "own.rattleback",
  title: "A rattleback reverses, and gains no energy",
  reference: "RK4 on the equations of pure rolling of a skew ellipsoid [Borisov2002].",
  rows: {
    angle: error(
      "largest deviation of the orientation through the reversal, impulse at 1 ms",
      "rad",
      phase(ROCKING, 1e-3 / SUBSTEPS, 2),
      PHASE,
    ),
    order: near("order of convergence, 1 to 0.5 ms", "1", 2, 0.2, "the next order of the step"),
    reversed: near(
      "spin about the vertical after 2 s of one that began with −5 rad/s, impulse at 1 ms",
      "rad/s",
      () => upright(judge(stone(-STONE_SPIN)).at(-1)),
      STONE_SPIN * phase(ROCKING, 1e-3 / SUBSTEPS, 2),
      PHASE,
    ),
    steady: near(
      "spin after 2 s of one that began with +5 rad/s",
      "rad/s",
      () => upright(judge(stone(STONE_SPIN)).at(-1)),
      STONE_SPIN * phase(ROCKING, 1e-3 / SUBSTEPS, 2),
      PHASE,
    ),
    energy: atMost("largest gain of energy", "1", swing(ROCKING, 1e-3 / SUBSTEPS), SWING),
    "reversed-complementarity": near(
      "spin after 2 s, complementarity at 1 ms",
      "rad/s",
      () => upright(judge(stone(-STONE_SPIN)).at(-1)),
      (STONE_SPIN * ROCKING * 1e-3) / 2,
      "velocities act half a step early: ω h/2 of the spin",
    ),
    "energy-complementarity": atMost(
      "largest gain of energy, complementarity at 1 ms",
      "1",
      (ROCKING * 1e-3) / 2,
      "heights are those of half a step later than velocities: ω h/2",
    ),
  },
  *measure(context) {
    const m = stone(-STONE_SPIN);
    const samples = judge(m);
    const coarse = compare(context, "fast", 1e-3, m, samples);
    yield ["angle", coarse.angle];
    yield ["order", orderOf(coarse.angle, compare(context, "fast", 5e-4, m, samples).angle)];
    yield ["reversed", upright(coarse.end)];
    const other = stone(STONE_SPIN);
    const steady = compare(context, "fast", 1e-3, other, judge(other));
    yield ["steady", upright(steady.end)];
    yield ["energy", Math.max(coarse.gain, steady.gain)];
    const staggered = compare(context, "complementarity", 1e-3, m, samples);
    yield ["reversed-complementarity", upright(staggered.end)];
    yield ["energy-complementarity", staggered.gain];
  },
});

/** Spin about the vertical, rad/s. */
function upright(s: RollingState | undefined): number {
  return s === undefined ? Number.NaN : inWorld(s, s.spin)[2];
}

// ---- Euler's disk

const COIN = { mass: 0.4, radius: 0.04, half: 0.003, tilt: 0.3 } as const;
const coinBody = disc(COIN.mass, COIN.radius, COIN.half);
/** A thin disc whose centre rests precesses with Ω² = 4 g/(a sin α). */
const PRECESSION = Math.sqrt((4 * G) / (COIN.radius * Math.sin(COIN.tilt)));
const coinTurn = tilted(COIN.tilt);
const coin: Motion = {
  body: coinBody,
  shape: { type: "cylinder", radius: COIN.radius, halfHeight: COIN.half },
  start: placed(coinBody, coinTurn, [PRECESSION * coinTurn[6], PRECESSION * coinTurn[7], 0]),
  duration: 0.5,
  friction: 2,
};
/** The same with a thickness of a thousandth of the radius: the closed form. */
const thinBody = disc(COIN.mass, COIN.radius, COIN.radius * 1e-3);
const thin: Motion = {
  ...coin,
  body: thinBody,
  shape: { type: "cylinder", radius: COIN.radius, halfHeight: COIN.radius * 1e-3 },
  start: placed(thinBody, coinTurn, [PRECESSION * coinTurn[6], PRECESSION * coinTurn[7], 0]),
};

/** Mean precession of the disc's axis about the vertical, rad/s. */
function precession(context: Context, key: Key, timestep: number, m: Motion): number {
  const simulation = simulate(context, key, timestep, m);
  let before = 0;
  let turned = 0;
  const steps = Math.round(m.duration / timestep);
  for (let k = 0; k <= steps; k++) {
    const { turn } = stateOf(simulation);
    const azimuth = Math.atan2(turn[5], turn[2]);
    if (k > 0) turned += azimuth - before - 2 * Math.PI * Math.round((azimuth - before) / (2 * Math.PI));
    before = azimuth;
    step(simulation.model, simulation.data);
  }
  return turned / m.duration;
}

export const eulerDisk = defineExperiment({
  id: "own.euler-disk",
  title: "Euler's disk precesses at its rate, and gains no energy",
  reference:
    "Ω² = 4 g/(a sin α) of a thin disc whose centre rests; RK4 on the equations of pure rolling of a thick one.",
  rows: {
    rate: near(
      "precession of a thin disc at 0.3 rad, impulse at 1 ms",
      "rad/s",
      PRECESSION,
      2e-3 * PRECESSION,
      "thickness of 1e-3 of the radius, by both of its terms",
    ),
    "rate-complementarity": near("the same, complementarity at 1 ms", "rad/s", PRECESSION, 5e-3 * PRECESSION, "(Ω h)²"),
    angle: error(
      "largest deviation of a thick disc's orientation in 0.5 s, impulse at 1 ms",
      "rad",
      phase(PRECESSION, 1e-3 / SUBSTEPS, 0.5),
      PHASE,
    ),
    order: near("order of convergence, 2 to 1 ms", "1", 2, 0.2, "the next order of the step"),
    energy: atMost("largest gain of energy, impulse at 2 ms", "1", 1e-12, "round-off: the rule loses a little"),
    "angle-complementarity": error(
      "largest deviation, complementarity at 1 ms",
      "rad",
      (PRECESSION * 1e-3) / 2,
      "velocities act half a step early: Ω h/2",
    ),
    "energy-complementarity": atMost(
      "largest gain of energy, complementarity at 1 ms",
      "1",
      (PRECESSION * 1e-3) ** 2,
      "(Ω h)²: impulses act at the start of a step, gaps and slip are those of its middle",
    ),
  },
  *measure(context) {
    yield ["rate", precession(context, "fast", 1e-3, thin)];
    yield ["rate-complementarity", precession(context, "complementarity", 1e-3, thin)];
    const samples = judge(coin);
    const coarse = compare(context, "fast", 2e-3, coin, samples);
    const fine = compare(context, "fast", 1e-3, coin, samples);
    yield ["angle", fine.angle];
    yield ["order", orderOf(coarse.angle, fine.angle)];
    yield ["energy", Math.max(coarse.gain, fine.gain)];
    const staggered = compare(context, "complementarity", 1e-3, coin, samples);
    yield ["angle-complementarity", staggered.angle];
    yield ["energy-complementarity", staggered.gain];
  },
});

// ---- tippe top

/** A ball whose centre of mass is 0.3 radii below its middle [RauchRutstam2013]. */
const TOP = { mass: 0.02, radius: 0.02, below: 0.006, spin: 155, tilt: 0.1, friction: 0.1 } as const;
const TOP_MOMENT = 0.4 * TOP.mass * TOP.radius ** 2;
const topBody = ellipsoid(
  TOP.mass,
  [(131 / 140) * TOP_MOMENT, (131 / 140) * TOP_MOMENT, TOP_MOMENT, 0, 0, 0],
  [TOP.radius, TOP.radius, TOP.radius],
  [0, 0, TOP.below],
);
const topTurn = tilted(TOP.tilt);
const top: Motion = {
  body: topBody,
  shape: { type: "sphere", radius: TOP.radius, position: [0, 0, TOP.below] },
  start: placed(topBody, topTurn, [TOP.spin * topTurn[6], TOP.spin * topTurn[7], TOP.spin * topTurn[8]]),
  duration: 3,
  friction: TOP.friction,
  slides: true,
};

const tilt = (s: RollingState) => Math.acos(Math.max(-1, Math.min(1, s.turn[8])));

/** Time at which the axis of the top is level, s; tilt at the end; change of Jellett's integral, as a part. */
function turnOver(context: Context, key: Key, timestep: number) {
  const simulation = simulate(context, key, timestep, top);
  const first = jellett(topBody, stateOf(simulation));
  let level = Number.NaN;
  let before = tilt(top.start);
  let lost = 0;
  for (let k = 1; k <= Math.round(top.duration / timestep); k++) {
    step(simulation.model, simulation.data);
    const now = tilt(stateOf(simulation));
    if (Number.isNaN(level) && now >= Math.PI / 2)
      level = timestep * (k - (now - Math.PI / 2) / Math.max(now - before, 1e-12));
    before = now;
    lost = Math.max(lost, Math.abs(jellett(topBody, stateOf(simulation)) / first - 1));
  }
  return { level, tilt: before, lost };
}

/** The same time by the judge. */
function integrateToLevel(): number {
  let state = top.start;
  for (let k = 1; ; k++) {
    const before = tilt(state);
    state = stepRolling(topBody, { gravity: G, friction: TOP.friction }, state, JUDGE_STEP);
    const now = tilt(state);
    if (now >= Math.PI / 2) return JUDGE_STEP * (k - (now - Math.PI / 2) / (now - before));
  }
}

let level: number | undefined;
/** Four rows ask for it. */
const judgeLevel = () => {
  level ??= integrateToLevel();
  return level;
};

export const tippeTop = defineExperiment({
  id: "own.tippe-top",
  title: "A tippe top turns over by sliding friction",
  reference:
    "RK4 on Newton's and Euler's equations with Coulomb friction; Jellett's integral L · r is constant for a ball, whatever the friction.",
  rows: {
    time: near(
      "time at which the axis is level, impulse at 1 ms",
      "s",
      judgeLevel,
      phase(TOP.spin, 1e-3 / SUBSTEPS, 3),
      `${PHASE}; the axis rises by 1 rad/s`,
    ),
    tilt: near(
      "tilt after 3 s",
      "rad",
      () => tilt(judge(top).at(-1) as RollingState),
      phase(TOP.spin, 1e-3 / SUBSTEPS, 3),
      PHASE,
    ),
    jellett: error("largest relative change of Jellett's integral", "1", 2e-6, "solutions are exact to 1e-6"),
    "time-complementarity": near(
      "time, complementarity at 0.25 ms",
      "s",
      judgeLevel,
      (TOP.spin * 2.5e-4) / 2,
      "velocities act half a step early: ω h/2 of a turn",
    ),
    "time-forces": near(
      "time, forces at 1 ms",
      "s",
      judgeLevel,
      0.05,
      "the default law sticks below 1 % of the slip, and the step turns the top by 0.15 rad: 2 % of the time",
    ),
    "time-lagrangian": near("time, augmented-lagrangian at 1 ms", "s", judgeLevel, 0.05, "the same"),
  },
  *measure(context) {
    const own = turnOver(context, "fast", 1e-3);
    yield ["time", own.level];
    yield ["tilt", own.tilt];
    yield ["jellett", own.lost];
    yield ["time-complementarity", turnOver(context, "complementarity", 2.5e-4).level];
    yield ["time-forces", turnOver(context, "forces", 1e-3).level];
    yield ["time-lagrangian", turnOver(context, "lagrangian", 1e-3).level];
  },
});
