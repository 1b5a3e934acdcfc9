import { bodyAngularVelocity, bodyPosition, bodyVelocity } from "stiction";
import { type Context, runFor } from "../context.js";
import { defineExperiment, near } from "../experiment.js";

const G = 9.81;
const R = 0.12;
const MODULUS = 4e6;
const K = MODULUS / 0.1;
const MASS = 2;
/** m, depth at which K π δ² (R − δ/3) is the weight of the ball. */
const DEPTH = depthOfBall();
/**
 * m, from the centre to the centroid of the volume, where slip is measured: 2δ/3 of a shallow cap above its lowest
 * point.
 */
const LEVER = R - (2 / 3) * DEPTH;
const INERTIA = 0.4 * MASS * R * R;
const LENGTH = 0.003;

function depthOfBall(): number {
  let d = Math.sqrt((MASS * G) / (K * Math.PI * R));
  for (let k = 0; k < 20; k++) d = Math.sqrt((MASS * G) / (K * Math.PI * (R - d / 3)));
  return d;
}

function onFloor(context: Context, body: object, material: object, contact: object, floor: object = {}) {
  const simulation = context.simulateUntyped({
    timestep: 1e-3,
    formulation: "augmented-lagrangian",
    materials: {
      layer: {
        friction: 0.4,
        contact: { type: "volumetric", modulus: MODULUS, restitution: 0.3, ...contact },
        ...material,
      },
    },
    bodies: [
      { name: "floor", type: "static", material: "layer", shapes: [{ type: "plane", ...floor }] },
      { name: "body", mass: MASS, material: "layer", ...body },
    ],
  });
  const { model, data } = simulation;
  return {
    run: (seconds: number) => runFor(simulation, seconds),
    speed: () => bodyVelocity(model, data, "body")[0],
    spin: () => bodyAngularVelocity(model, data, "body")[2],
  };
}

const ball = { shapes: [{ type: "sphere", radius: R }], position: [0, 0, R - DEPTH] };
const rolling = { ...ball, velocity: [1, 0, 0], angularVelocity: [0, 1 / LEVER, 0] };
/** 1/s² per N m: deceleration of a rolling ball by a torque against it. */
const PER_TORQUE = LEVER / (INERTIA + MASS * LEVER * LEVER);

/** z of a block on a floor of two materials, listed in either order. */
function depthOfBlock(context: Context, swapped: boolean): number {
  const law = (modulus: number, thickness: number) => ({
    friction: 0.5,
    contact: { type: "volumetric", modulus, thickness, restitution: 0.2 },
  });
  const pair = [["soft", law(7e5, 0.05)] as const, ["hard", law(4e6, 0.2)] as const];
  const simulation = context.simulateUntyped({
    timestep: 2e-3,
    formulation: "augmented-lagrangian",
    materials: Object.fromEntries(swapped ? pair.reverse() : pair),
    bodies: [
      { name: "floor", type: "static", material: "soft", shapes: [{ type: "plane" }] },
      {
        name: "block",
        mass: 3,
        material: "hard",
        position: [0, 0, 0.1],
        shapes: [{ type: "box", halfExtents: [0.1, 0.2, 0.1] }],
      },
    ],
  });
  runFor(simulation, 1);
  return 0.1 - bodyPosition(simulation.model, simulation.data, "block")[2];
}
/** m g/(K S), 1/K = 0.05/7e5 + 0.2/4e6. */
const SERIES = (3 * G * (0.05 / 7e5 + 0.2 / 4e6)) / 0.08;

/** α 8/(15π) r, r² = 2Rδ − δ²: the lever of hysteresis under a ball. */
const HYSTERESIS = ((0.1 * 8) / (15 * Math.PI)) * Math.sqrt(2 * R * DEPTH - DEPTH * DEPTH);
const DISK = { radius: 0.2, spin: 12, friction: 0.4 };
/** ω₀ − (4/3) μ g t/R of a disk of uniform pressure. */
const SPUN = DISK.spin - ((4 / 3) * DISK.friction * G * 0.4) / DISK.radius;

export const volumetricMaterials = defineExperiment({
  id: "own.volumetric-materials",
  title: "Volumetric contact: rolling, spinning, belts and pairs of materials",
  reference:
    "A disk that only spins slows by (4/3) μ g/R; a layer that loses α of its elastic energy brakes a ball with the torque α 8 r N/(15π) [Greenwood1961]; resistances of length ρ with ρ N; layers in series, 1/K = h₁/k₁ + h₂/k₂; a belt carries at its speed.",
  rows: {
    "disk-spin": near(
      "spin of a disk after 0.4 s, friction: disk",
      "rad/s",
      SPUN,
      2e-3,
      "steps of 1 ms, 4/3 μ g h/(2R)",
    ),
    "disk-field": near("the same, friction: field", "rad/s", SPUN, 0.02, "64 bristles: 0.1 % of the torque"),
    rolls: near(
      "speed of a ball after 1.5 s that began with 1 m/s, by default",
      "m/s",
      1 - 1.5 * HYSTERESIS * MASS * G * PER_TORQUE,
      2e-3,
      "λ of sphere and cylinder differ by 0.8 %; depth of the shallow cap",
    ),
    "rolling-friction": near(
      "the same with rollingFriction of 3 mm",
      "m/s",
      1 - 1.5 * (HYSTERESIS + LENGTH) * MASS * G * PER_TORQUE,
      4e-3,
      "the same, and the bristle swings in within 5 steps",
    ),
    "spinning-friction": near(
      "spin after 0.5 s of 40 rad/s with spinningFriction of 3 mm, no other friction",
      "rad/s",
      40 - (0.5 * LENGTH * MASS * G) / INERTIA,
      0.05,
      "the bristle swings in within 5 steps of 1 ms",
    ),
    belt: near("speed of a block on a belt of 0.7 m/s after 1 s", "m/s", 0.7, 1e-6, "bristles hold; damped out"),
    series: near("depth of a block, soft material listed first", "m", SERIES, 1e-4 * SERIES, "settled to 1e-4"),
    swapped: near("the same, listed last", "m", SERIES, 1e-4 * SERIES, "the same"),
  },
  *measure(context) {
    const disk = {
      shapes: [{ type: "cylinder", radius: DISK.radius, halfLength: 0.02 }],
      position: [0, 0, 0.02 - (MASS * G) / (K * Math.PI * DISK.radius * DISK.radius)],
      angularVelocity: [0, 0, DISK.spin],
    };
    for (const friction of ["disk", "field"] as const) {
      const { run, spin } = onFloor(context, disk, {}, { friction });
      run(0.4);
      yield [friction === "disk" ? "disk-spin" : "disk-field", spin()];
    }
    for (const [row, material] of [
      ["rolls", {}],
      ["rolling-friction", { rollingFriction: LENGTH }],
    ] as const) {
      const { run, speed } = onFloor(context, rolling, material, {});
      run(1.5);
      yield [row, speed()];
    }
    const top = onFloor(
      context,
      { ...ball, angularVelocity: [0, 0, 40] },
      { friction: 0, spinningFriction: LENGTH },
      {},
    );
    top.run(0.5);
    yield ["spinning-friction", top.spin()];
    const box = { shapes: [{ type: "box", halfExtents: [0.1, 0.1, 0.1] }], position: [0, 0, 0.1] };
    const belt = onFloor(context, box, {}, {}, { surfaceVelocity: [0.7, 0, 0] });
    belt.run(1);
    yield ["belt", belt.speed()];
    yield ["series", depthOfBlock(context, false)];
    yield ["swapped", depthOfBlock(context, true)];
  },
});
