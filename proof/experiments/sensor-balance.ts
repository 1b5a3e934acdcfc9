import type { Simulation, Spec } from "stiction";
import { type Context, runFor, sensorOf } from "../context.js";
import { defineExperiment, error, near } from "../experiment.js";
import { roundOff } from "../tolerance.js";

/** What sensors say about forces over whole steps, against closed forms. */

const G = 9.81;
const H = 0.002;

const BALL = 1.7;
const BOUNCE_TIME = 0.7;

type Contact = NonNullable<NonNullable<Spec["materials"]>[string]["contact"]>;

/** An impact of 5 ms, cut into parts; and one without loss. */
const SOFT: Contact = { type: "flores", stiffness: 3e5, restitution: 0.6 };
const ELASTIC: Contact = { type: "hertz", stiffness: 3e5 };

/** A ball that falls from 0.35 m and bounces several times. */
const bouncing = (formulation: Spec["formulation"], contact?: Contact): Spec => ({
  timestep: H,
  formulation,
  materials: { rubber: { restitution: 0.6, ...(contact === undefined ? {} : { contact }) } },
  bodies: [
    { name: "floor", type: "static", material: "rubber", shapes: [{ type: "plane" }] },
    {
      name: "ball",
      mass: BALL,
      material: "rubber",
      position: [0, 0, 0.47],
      shapes: [{ type: "sphere", radius: 0.12 }],
    },
  ],
  sensors: ["contact/floor:ball/normalForce", "body/ball/velocity.z", "body/ball/force.z"],
});

/** ∫ N dt − m (g T + v) and ∫ F dt − (∫ N dt − m g T), N s. */
function impulses(simulation: Simulation): readonly [number, number] {
  const normal = sensorOf(simulation, "contact/floor:ball/normalForce");
  const resultant = sensorOf(simulation, "body/ball/force.z");
  const speed = sensorOf(simulation, "body/ball/velocity.z");
  let borne = 0;
  let received = 0;
  runFor(simulation, BOUNCE_TIME, () => {
    borne += H * normal();
    received += H * resultant();
  });
  return [borne - BALL * (G * BOUNCE_TIME + speed()), received - (borne - BALL * G * BOUNCE_TIME)];
}

const ROUNDED = roundOff(BOUNCE_TIME / H, BALL * G * BOUNCE_TIME, 8);

/** Largest change of energy over the first impact of a ball without loss, part of what it starts with. */
function impactEnergy(simulation: Simulation): number {
  const energy = sensorOf(simulation, "system/all/energy");
  const start = BALL * G * 0.35;
  let worst = 0;
  runFor(simulation, 0.35, () => {
    worst = Math.max(worst, Math.abs(energy() - BALL * G * 0.47) / start);
  });
  return worst;
}

const ARM = 2.3;

/** A hinged arm that falls on a post and bounces: impacts act on the hinge. */
const stopped: Spec = {
  timestep: H,
  plane: "xy",
  formulation: { type: "augmented-lagrangian" },
  materials: { rubber: { restitution: 0.6, contact: SOFT } },
  bodies: [
    {
      name: "post",
      type: "static",
      material: "rubber",
      position: [0.7, -0.5],
      shapes: [{ type: "circle", radius: 0.1 }],
    },
    {
      name: "arm",
      mass: ARM,
      material: "rubber",
      position: [0.5, 0],
      shapes: [{ type: "capsule", radius: 0.04, halfLength: 0.5, orientation: Math.PI / 2 }],
    },
  ],
  joints: [{ type: "hinge", name: "hinge", bodyB: "arm", at: [0, 0] }],
  sensors: ["contact/post:arm/force.y", "joint/hinge/force.y", "body/arm/velocity.y"],
};

/** ∫ (contact + hinge) dt − m (g T + v), N s. */
function armImpulse(simulation: Simulation): number {
  const post = sensorOf(simulation, "contact/post:arm/force.y");
  const hinge = sensorOf(simulation, "joint/hinge/force.y");
  const speed = sensorOf(simulation, "body/arm/velocity.y");
  let borne = 0;
  runFor(simulation, 0.6, () => {
    borne += H * (post() + hinge());
  });
  return borne - ARM * (G * 0.6 + speed());
}

const LEFT = (32 * Math.PI) / 180;
const RIGHT = (57 * Math.PI) / 180;
const HEAVY = 4;

/**
 * A ball between two planes without friction that rise at β₁ = 32° and β₂ = 57°:
 *
 *   N₁ / sin β₂ = N₂ / sin β₁ = m g / sin(β₁ + β₂)
 */
const trough: Spec = {
  timestep: 1 / 240,
  formulation: { type: "impulse", preset: "precise" },
  materials: { ice: { friction: 0 } },
  bodies: [
    {
      name: "left",
      type: "static",
      material: "ice",
      orientation: [0, Math.sin(LEFT / 2), 0, Math.cos(LEFT / 2)],
      shapes: [{ type: "plane" }],
    },
    {
      name: "right",
      type: "static",
      material: "ice",
      orientation: [0, -Math.sin(RIGHT / 2), 0, Math.cos(RIGHT / 2)],
      shapes: [{ type: "plane" }],
    },
    {
      name: "ball",
      mass: HEAVY,
      material: "ice",
      position: troughCentre(0.2),
      shapes: [{ type: "sphere", radius: 0.2 }],
    },
  ],
  sensors: ["contact/left:ball/normalForce", "contact/right:ball/normalForce"],
};

/** Centre of a ball of radius r that touches both planes: n₁ · c = n₂ · c = r. */
function troughCentre(r: number): [number, number, number] {
  const [x1, z1, x2, z2] = [Math.sin(LEFT), Math.cos(LEFT), -Math.sin(RIGHT), Math.cos(RIGHT)];
  const det = x1 * z2 - x2 * z1;
  return [(r * (z2 - z1)) / det, 0, (r * (x1 - x2)) / det];
}

const WALLS = (HEAVY * G) / Math.sin(LEFT + RIGHT);

const BOB = 0.8;
const LENGTH = 1.3;

/** A mass on a rod without mass, released level: 3 m g at the bottom. */
const pendulum = (type: string): Spec => ({
  timestep: 0.001,
  plane: "xy",
  contact: "none",
  formulation: { type } as Spec["formulation"],
  bodies: [{ name: "bob", mass: BOB, inertia: [1, 1, 1e-3], position: [LENGTH, 0] }],
  joints: [{ type: "distance", name: "rod", bodyB: "bob", at: [0, 0], to: [LENGTH, 0] }],
  sensors: ["joint/rod/force.y", "body/bob/position.x"],
});

/** 3 m g (ωh)² with ω² = 2 g / l at the bottom. */
const SAMPLED = ((3 * BOB * G * 2 * G) / LENGTH) * 0.001 ** 2;

/** Largest upward pull of the rod, that at the bottom. */
function largestPull(simulation: Simulation): number {
  const pull = sensorOf(simulation, "joint/rod/force.y");
  let most = 0;
  runFor(simulation, 0.72, () => {
    most = Math.max(most, pull());
  });
  return most;
}

const SPRUNG = 1.1;
const STIFF = 300;

/** A mass on a spring among the joints, in weightlessness. */
const sprung: Spec = {
  timestep: 0.001,
  gravity: [0, 0, 0],
  contact: "none",
  formulation: { type: "augmented-lagrangian" },
  bodies: [{ name: "mass", mass: SPRUNG, inertia: [1, 1, 1], position: [0.7, 0, 0], velocity: [1.5, 0, 0] }],
  joints: [
    { type: "spring", name: "coil", bodyB: "mass", at: [0, 0, 0], to: [0.7, 0, 0], restLength: 0.6, stiffness: STIFF },
  ],
  sensors: ["system/all/energy"],
};

const STORED = 0.5 * SPRUNG * 1.5 ** 2 + 0.5 * STIFF * 0.1 ** 2;

function energySwing(context: Context): number {
  const simulation = context.simulate(sprung);
  const energy = sensorOf(simulation, "system/all/energy");
  let worst = 0;
  runFor(simulation, 1, () => {
    worst = Math.max(worst, Math.abs(energy() / STORED - 1));
  });
  return worst;
}

/** A lever in the plane, pressed against a post at 1 m by a torque, N m: it turns, and nothing else. */
const PRESSED = 5;
const lever: Spec = {
  plane: "xy",
  gravity: [0, 0],
  timestep: 0.001,
  formulation: { type: "impulse" },
  materials: { steel: { friction: 0 } },
  bodies: [
    { name: "post", type: "static", material: "steel", position: [1, 0.1], shapes: [{ type: "circle", radius: 0.05 }] },
    {
      name: "lever",
      mass: 1,
      inertia: [0, 0, 0.1],
      material: "steel",
      shapes: [{ type: "polygon", halfExtents: [1.5, 0.05] }],
    },
  ],
  joints: [{ type: "hinge", bodyB: "lever", at: [0, 0] }],
  forces: [{ type: "wrench", body: "lever", torque: [0, 0, PRESSED] }],
  sensors: ["contact/post:lever/normalForce"],
};

export const sensorBalance = defineExperiment({
  id: "own.sensor-balance",
  title: "Forces that sensors show add up",
  reference: "Impulse of a bouncing ball, loads of a trough, pull of a pendulum, energy of a spring: closed forms.",
  rows: {
    "bounce-fast": error("∫ N dt − m (g T + v) of a bouncing ball, impulse fast", "N s", ROUNDED, "round-off"),
    "bounce-precise": error("∫ N dt − m (g T + v) of a bouncing ball, impulse precise", "N s", ROUNDED, "round-off"),
    landing: error("∫ N dt − m (g T + v) of a ball that lands, complementarity", "N s", ROUNDED, "round-off"),
    resultant: error("∫ F dt − (∫ N dt − m g T) of the bouncing ball", "N s", ROUNDED, "round-off"),
    "bounce-forces": error("∫ N dt − m (g T + v) of a bouncing ball, forces", "N s", ROUNDED, "round-off"),
    "bounce-lagrangian": error(
      "∫ N dt − m (g T + v) of a bouncing ball, augmented-lagrangian",
      "N s",
      1e-5,
      "what Newton's method leaves of stiff contacts",
    ),
    "bounce-hht": error("the same by hht", "N s", 1e-5, "the same"),
    "bounce-alpha": error("the same by generalized-alpha", "N s", 1e-5, "the same"),
    "arm-lagrangian": error(
      "∫ (contact + hinge) dt − m (g T + v) of an arm that hits a post, augmented-lagrangian",
      "N s",
      5e-4,
      "(ωh)² of what acts, ω = 3 rad/s: the hinge acts with its rows of the middle of the step",
    ),
    "impact-energy": error(
      "change of energy while a ball without loss is in contact, forces with rk4",
      "1",
      3e-3,
      "4 × observed: RK4 in the parts of a step that it takes to 0.03 of the restitution",
    ),
    "trough-left": near(
      "load of the flat side of a trough",
      "N",
      WALLS * Math.sin(RIGHT),
      1e-3 * WALLS,
      "rest after 1 s",
    ),
    "trough-right": near("load of its steep side", "N", WALLS * Math.sin(LEFT), 1e-3 * WALLS, "rest after 1 s"),
    "pendulum-impulse": near(
      "pull of a pendulum at the bottom, impulse",
      "N",
      3 * BOB * G,
      SAMPLED,
      "(ωh)²: the bottom is between two steps",
    ),
    "pendulum-lagrangian": near("the same, augmented-lagrangian", "N", 3 * BOB * G, SAMPLED, "the same, (ωh)²"),
    lever: near("force of a post on a lever in the plane, T/r", "N", PRESSED, 1e-9, "round-off"),
    "spring-energy": error(
      "relative change of energy, spring among joints",
      "1",
      1e-9,
      "the trapezoidal rule keeps it; Newton leaves 3e-14",
    ),
  },
  *measure(context) {
    const fast = impulses(context.simulate(bouncing({ type: "impulse", preset: "fast" })));
    yield ["bounce-fast", fast[0]];
    yield ["bounce-precise", impulses(context.simulate(bouncing({ type: "impulse", preset: "precise" })))[0]];
    yield ["landing", impulses(context.simulate(bouncing({ type: "complementarity" })))[0]];
    yield ["resultant", fast[1]];
    yield ["bounce-forces", impulses(context.simulate(bouncing({ type: "forces" }, SOFT)))[0]];
    yield ["bounce-lagrangian", impulses(context.simulate(bouncing({ type: "augmented-lagrangian" }, SOFT)))[0]];
    const weighted = (scheme: "hht" | "generalized-alpha") =>
      impulses(context.simulate(bouncing({ type: "augmented-lagrangian", scheme }, SOFT)))[0];
    yield ["bounce-hht", weighted("hht")];
    yield ["bounce-alpha", weighted("generalized-alpha")];
    yield ["arm-lagrangian", armImpulse(context.simulate(stopped))];
    const elastic = bouncing({ type: "forces", integrator: "rk4" }, ELASTIC);
    yield ["impact-energy", impactEnergy(context.simulate({ ...elastic, sensors: ["system/all/energy"] }))];
    const walls = context.simulate(trough);
    runFor(walls, 1);
    yield ["trough-left", sensorOf(walls, "contact/left:ball/normalForce")()];
    yield ["trough-right", sensorOf(walls, "contact/right:ball/normalForce")()];
    yield ["pendulum-impulse", largestPull(context.simulate(pendulum("impulse")))];
    yield ["pendulum-lagrangian", largestPull(context.simulate(pendulum("augmented-lagrangian")))];
    const pressed = context.simulate(lever);
    runFor(pressed, 0.01);
    yield ["lever", sensorOf(pressed, "contact/post:lever/normalForce")()];
    yield ["spring-energy", energySwing(context)];
  },
});
