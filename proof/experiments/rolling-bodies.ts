import { step } from "stiction";
import type { Context } from "../context.js";
import { atMost, defineExperiment, error, near } from "../experiment.js";
import { ellipsoid, inWorld, type RollingState } from "../reference/rolling-body.js";
import {
  compare,
  FORMULATIONS,
  G,
  judge,
  type Key,
  type Motion,
  orderOf,
  PHASE,
  phase,
  placed,
  type Shape,
  SUBSTEPS,
  SWING,
  stateOf,
  swing,
  tilted,
} from "../reference/rolling-motion.js";

/** Bodies that roll without slip: a ball, a cylinder, an ellipsoid, a rattleback. */

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
function rollDown(context: Context, key: Key, timestep: number, shape: Shape, part: number): number {
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
const ball = { type: "sphere", radius: 0.1 };
/** A cylinder on its side; its axis is z of the shape. */
const roller = {
  type: "cylinder",
  radius: 0.1,
  halfLength: 0.07,
  orientation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
};
/** A ring about z, upright; its moment of inertia about its axis is m (R² + ¾ a²). */
const RING = { radius: 0.082, tube: 0.018 } as const;
const ring = { type: "torus", ...RING, orientation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] };
const ringPart = (RING.radius ** 2 + 0.75 * RING.tube ** 2) / 0.1 ** 2;
const SOLVED = "solutions are exact to 1e-6 m/s per sub-step; a rule of second order is exact for constant forces";
const HALF_STEP = "velocities act half a step early: x = a t²/2 (1 + h/t)";

export const rolling = defineExperiment({
  id: "own.rolling",
  title: "A ball, a cylinder and a ring roll down a slope, an ellipsoid rolls on a floor",
  reference:
    "g sin α/(1 + I/(m r²)); the ellipsoid by RK4 on the equations of pure rolling, (I + m (r² − r rᵀ)) ω̇ = −ω × I ω + m r × (ṙ × ω + ω × (r × ω) + g γ) [Borisov2002].",
  rows: {
    ball: error("way of the ball in 1 s beyond the closed form, impulse at 1/60 s", "1", 1e-4, SOLVED),
    cylinder: error("the same for the cylinder", "1", 1e-4, SOLVED),
    ring: error("the same for a ring on its rim", "1", 1e-4, SOLVED),
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
    yield ["ring", rollDown(context, "fast", 1 / 60, ring, ringPart)];
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
