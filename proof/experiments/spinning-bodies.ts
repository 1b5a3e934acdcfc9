import { step } from "stiction";
import type { Context } from "../context.js";
import { atMost, defineExperiment, error, near } from "../experiment.js";
import { disc, ellipsoid, jellett, type RollingState, stepRolling } from "../reference/rolling-body.js";
import {
  compare,
  G,
  JUDGE_STEP,
  judge,
  type Key,
  type Motion,
  orderOf,
  PHASE,
  phase,
  placed,
  SUBSTEPS,
  simulate,
  stateOf,
  tilted,
} from "../reference/rolling-motion.js";

/** Bodies that spin on a floor: Euler's disk, which rolls, and the tippe top, which slides. */

const COIN = { mass: 0.4, radius: 0.04, half: 0.003, tilt: 0.3 } as const;
const coinBody = disc(COIN.mass, COIN.radius, COIN.half);
/** A thin disc whose centre rests precesses with Ω² = 4 g/(a sin α). */
const PRECESSION = Math.sqrt((4 * G) / (COIN.radius * Math.sin(COIN.tilt)));
const coinTurn = tilted(COIN.tilt);
const coin: Motion = {
  body: coinBody,
  shape: { type: "cylinder", radius: COIN.radius, halfLength: COIN.half },
  start: placed(coinBody, coinTurn, [PRECESSION * coinTurn[6], PRECESSION * coinTurn[7], 0]),
  duration: 0.5,
  friction: 2,
};
/** The same with a thickness of a thousandth of the radius: the closed form. */
const thinBody = disc(COIN.mass, COIN.radius, COIN.radius * 1e-3);
const thin: Motion = {
  ...coin,
  body: thinBody,
  shape: { type: "cylinder", radius: COIN.radius, halfLength: COIN.radius * 1e-3 },
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
