import { bodyAngularVelocity, bodyVelocity } from "stiction";
import { type Context, runFor } from "../context.js";
import { atLeast, defineExperiment, error, near } from "../experiment.js";

const G = 9.81;
const R = 0.1;
const STIFFNESS = 1e6;
/** m: how deep 1 kg rests, and the lever of the contact, which lies in the middle of the overlap. */
const DEPTH = (G / STIFFNESS) ** (2 / 3);
const LEVER = R - DEPTH / 2;
const LENGTH = 0.002;
const INERTIA = 0.4 * R * R;

const formulations = {
  forces: { type: "forces", integrator: "rk4" },
  lagrangian: { type: "augmented-lagrangian" },
} as const;
type Key = keyof typeof formulations;

function onFloor(context: Context, key: Key, material: object, body: object) {
  const simulation = context.simulate({
    timestep: 1e-3,
    formulation: formulations[key],
    materials: {
      rubber: { friction: 0.5, contact: { type: "hunt-crossley", stiffness: STIFFNESS, damping: 10 }, ...material },
    },
    bodies: [
      { name: "floor", type: "static", material: "rubber", shapes: [{ type: "plane" }] },
      { name: "body", mass: 1, material: "rubber", position: [0, 0, R - DEPTH], ...body },
    ],
  });
  const { model, data } = simulation;
  return {
    run: (seconds: number) => runFor(simulation, seconds),
    speed: () => bodyVelocity(model, data, "body")[0],
    spin: () => bodyAngularVelocity(model, data, "body")[2],
  };
}

/** Rolls at 1 m/s about the lever of the contact. */
const rolling = { velocity: [1, 0, 0], angularVelocity: [0, 1 / LEVER, 0] };
const ball = { shapes: [{ type: "sphere", radius: R }], inertia: [INERTIA, INERTIA, INERTIA] };
const cylinder = {
  shapes: [{ type: "cylinder", radius: R, halfLength: 0.05 }],
  orientation: { axis: [1, 0, 0], angle: Math.PI / 2 },
};

/** Speed that is lost from the first to the last second, once the body has settled. */
function loss(context: Context, key: Key, body: object): number {
  const { run, speed } = onFloor(context, key, {}, { ...rolling, ...body });
  run(1);
  const before = speed();
  run(context.full ? 9 : 2);
  return Math.abs(before - speed());
}

/** v = v₀ − (ρ g/r) t/(1 + I/(m r²)) of a ball that rolls with resistance of length ρ. */
const ROLLED = 1 - (2 * ((LENGTH * G) / LEVER)) / (1 + INERTIA / (LEVER * LEVER));
/** ω = ω₀ − (ρ m g/I) t of a ball that spins about the vertical. */
const SPUN = 10 - (LENGTH * G) / INERTIA;

export const compliantRolling = defineExperiment({
  id: "own.compliant-rolling",
  title: "Rolling without loss, rolling and spinning resistance",
  reference:
    "A body that rolls on a plane keeps its speed. With resistance of length ρ = 2 mm a ball loses ρ g/(r (1 + I/(m r²))) of speed and ρ m g/I of spin a second, r to the middle of the overlap.",
  rows: {
    "ball-forces": error("speed that a rolling ball loses, forces", "m/s", 1e-9, "round-off times 1e4 steps"),
    "ball-lagrangian": error(
      "the same, augmented-lagrangian",
      "m/s",
      1e-9,
      "Newton's tolerance of 1e-10 a step, of either sign",
    ),
    "cylinder-forces": error("speed that a rolling cylinder loses, forces", "m/s", 1e-9, "as the ball"),
    "cylinder-lagrangian": error("the same, augmented-lagrangian", "m/s", 1e-9, "as the ball"),
    point: atLeast(
      "speed that the ball loses in 1 s with bristles by point, augmented-lagrangian",
      "m/s",
      0.01,
      "the bristle of the source stretches as the contact point travels: it has to brake",
    ),
    "rolling-forces": near(
      "speed after 2 s with rolling resistance, forces",
      "m/s",
      ROLLED,
      1e-3,
      "bristles swing in: k L²/I is 10 rad/s",
    ),
    "rolling-lagrangian": near("the same, augmented-lagrangian", "m/s", ROLLED, 1e-3, "the same"),
    "spinning-forces": near(
      "spin after 1 s with spinning resistance, forces",
      "rad/s",
      SPUN,
      1e-3,
      "the bristle's strain μ N/k over its lever is 0.01 rad",
    ),
    "spinning-lagrangian": near("the same, augmented-lagrangian", "rad/s", SPUN, 1e-3, "the same"),
  },
  *measure(context) {
    for (const key of ["forces", "lagrangian"] as const) {
      yield [`ball-${key}`, loss(context, key, ball)];
      yield [`cylinder-${key}`, loss(context, key, cylinder)];
      const rolls = onFloor(context, key, { rollingFriction: LENGTH }, { ...rolling, ...ball });
      rolls.run(2);
      yield [`rolling-${key}`, rolls.speed()];
      const spins = onFloor(context, key, { spinningFriction: LENGTH }, { ...ball, angularVelocity: [0, 0, 10] });
      spins.run(1);
      yield [`spinning-${key}`, spins.spin()];
    }
    const braked = onFloor(
      context,
      "lagrangian",
      { sliding: { type: "bristle", length: "point" } },
      { ...rolling, ...ball },
    );
    braked.run(1);
    yield ["point", 1 - braked.speed()];
  },
});
