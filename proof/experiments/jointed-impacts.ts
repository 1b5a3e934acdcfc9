import { type Spec, step } from "stiction";
import type { Context } from "../context.js";
import { defineExperiment, error } from "../experiment.js";

const LAST = 400;

/** Steps until the spin of `name` about `axis` has changed its sign, or by more than half; returns that spin, rad/s. */
function spinAfter(context: Context, spec: Spec, name: string, axis: number): number {
  const { model, data } = context.simulate(spec);
  const at = 6 * model.bodyNames.indexOf(name) + axis;
  const before = data.bodyVel[at];
  for (let i = 0; i < LAST && Math.abs(data.bodyVel[at] - before) < 0.25 * Math.abs(before); i++) step(model, data);
  return data.bodyVel[at];
}

/** A bar of 0.8 m on a hinge at its end falls, without weight, on a post at the distance `reach` from the hinge. */
function hingedBar(preset: "fast" | "precise", restitution: number, reach: number, friction: number): Spec {
  return {
    plane: "xy",
    gravity: [0, 0],
    timestep: 1 / 240,
    formulation: { type: "impulse", preset },
    materials: { steel: { restitution, friction } },
    bodies: [
      {
        name: "post",
        type: "static",
        material: "steel",
        position: [reach, -0.15],
        shapes: [{ type: "circle", radius: 0.04 }],
      },
      {
        name: "bar",
        mass: 2.5,
        material: "steel",
        position: [0.4, 0],
        velocity: [0, -1.2],
        angularVelocity: [0, 0, -3],
        shapes: [{ type: "polygon", halfExtents: [0.4, 0.01] }],
      },
    ],
    joints: [{ type: "hinge", bodyB: "bar", at: [0, 0] }],
  };
}

/** The same in space, as a plate on a hinge along y; the post is a ball off the middle. */
const HINGED_PLATE: Spec = {
  gravity: [0, 0, 0],
  timestep: 1 / 240,
  formulation: { type: "impulse", preset: "precise" },
  materials: { steel: { restitution: 0.6, friction: 0.2 } },
  bodies: [
    {
      name: "ball",
      type: "static",
      material: "steel",
      position: [0.5, 0.1, -0.15],
      shapes: [{ type: "sphere", radius: 0.04 }],
    },
    {
      name: "plate",
      mass: 2.5,
      material: "steel",
      position: [0.4, 0, 0],
      velocity: [0, 0, -1.2],
      angularVelocity: [0, 3, 0],
      shapes: [{ type: "box", halfExtents: [0.4, 0.2, 0.01] }],
    },
  ],
  joints: [{ type: "hinge", bodyB: "plate", at: [0, 0, 0], axis: [0, 1, 0] }],
};

/** Two cranks of 0.5 m and a coupler of 1 m: the coupler moves on a circle and meets a post, e = 0.8. */
const PARALLELOGRAM: Spec = {
  plane: "xy",
  gravity: [0, 0],
  timestep: 1 / 240,
  formulation: { type: "impulse", preset: "precise" },
  materials: { steel: { restitution: 0.8, friction: 0 } },
  bodies: [
    {
      name: "post",
      type: "static",
      material: "steel",
      position: [0.6, 0.39],
      shapes: [{ type: "circle", radius: 0.03 }],
    },
    ...[0, 1].map((x) => ({
      name: `crank-${x}`,
      mass: 1,
      position: [x, 0.25],
      velocity: [0.5, 0],
      angularVelocity: [0, 0, -2] as const,
      inertia: [0, 0, 0.02],
    })),
    {
      name: "coupler",
      mass: 3,
      material: "steel",
      position: [0.5, 0.5],
      velocity: [1, 0],
      shapes: [{ type: "polygon", halfExtents: [0.5, 0.02] }],
    },
  ],
  joints: [
    { type: "hinge", bodyB: "crank-0", at: [0, 0] },
    { type: "hinge", bodyB: "crank-1", at: [1, 0] },
    { type: "hinge", bodyA: "crank-0", bodyB: "coupler", at: [0, 0.5] },
    { type: "hinge", bodyA: "crank-1", bodyB: "coupler", at: [1, 0.5] },
  ],
};

/** Two bars in line, of 1 kg and 2 kg and 1 m each; the second meets a post at x = 1.7 m, e = 0.5. */
const CHAIN = { e: 0.5, x: 1.7, first: -1, second: -1.5, masses: [1, 2] } as const;

function chain(preset: "fast" | "precise"): Spec {
  const { e, x, first, second, masses } = CHAIN;
  return {
    plane: "xy",
    gravity: [0, 0],
    timestep: 1e-4,
    formulation: { type: "impulse", preset },
    materials: { steel: { restitution: e, friction: 0 } },
    bodies: [
      {
        name: "post",
        type: "static",
        material: "steel",
        position: [x, -0.06 - 1e-5],
        shapes: [{ type: "circle", radius: 0.05 }],
      },
      ...[0, 1].map((k) => ({
        name: `bar-${k}`,
        mass: masses[k],
        material: "steel",
        position: [k + 0.5, 0] as const,
        velocity: [0, k === 0 ? 0.5 * first : first + 0.5 * second] as const,
        angularVelocity: [0, 0, k === 0 ? first : second] as const,
        shapes: [{ type: "polygon", halfExtents: [0.5, 0.01] }] as const,
      })),
    ],
    joints: [
      { type: "hinge", bodyB: "bar-0", at: [0, 0] },
      { type: "hinge", bodyA: "bar-0", bodyB: "bar-1", at: [1, 0] },
    ],
  };
}

/** Spin of the second bar after the impact: M Δω = p Jᵀ with p = −(1 + e) v_n/(J M⁻¹ Jᵀ), in the two angles. */
function chainOnPaper(): number {
  const { e, x, first, second, masses } = CHAIN;
  // about the centre of a rectangle of 1 m by 20 mm
  const spin = (1 + 0.02 ** 2) / 12;
  const a = masses[0] * (spin + 0.25) + masses[1];
  const b = 0.5 * masses[1];
  const c = masses[1] * (spin + 0.25);
  const det = a * c - b * b;
  const lever = x - 1;
  const answer = [(c - b * lever) / det, (a * lever - b) / det];
  const p = (-(1 + e) * (first + lever * second)) / (answer[0] + lever * answer[1]);
  return second + p * answer[1];
}

/**
 * (ω h)² at 2 rad/s, the slowest, in sub-steps of 0.52 ms: what joints are off by where bodies are put back along their
 * tangents.
 */
const PLACED = (2 / (8 * 240)) ** 2;
const ALONG = "bodies are put back along the tangents of joints: (ω h)²";

export const jointedImpacts = defineExperiment({
  id: "own.jointed-impact",
  title: "Impacts of bodies on joints: Newton's law over the mass of the mechanism",
  reference:
    "One degree of freedom: the speed changes by the factor −e, wherever the mechanism is struck, with friction too. Two bars: the impulse from the effective mass in the two angles.",
  rows: {
    bar: error("spin of a hinged bar after e = 1, relative, precise", "1", PLACED, ALONG),
    fast: error("the same with e = 0.4, fast", "1", 1e-6, "joints are held to 1e-6 m, within steps of 1 ms"),
    hinge: error("struck 20 mm from the hinge with e = 0.7", "1", PLACED, ALONG),
    friction: error("with e = 0.7 and μ = 0.4", "1", PLACED, ALONG),
    plate: error("a plate in space, struck off the middle, e = 0.6, μ = 0.2", "1", PLACED, ALONG),
    loop: error("crank of a parallelogram, e = 0.8", "1", PLACED, "the same"),
    chain: error(
      "second of two bars, e = 0.5, rad/s",
      "rad/s",
      6e-6,
      "10 × observed: the bars turn by 1e-4 rad in a step",
    ),
    "chain-fast": error("the same, preset fast", "rad/s", 6e-6, "10 × observed: the bars turn by 1e-4 rad in a step"),
  },
  *measure(context) {
    const bar = (preset: "fast" | "precise", e: number, reach: number, mu: number) =>
      spinAfter(context, hingedBar(preset, e, reach, mu), "bar", 2) / (3 * e) - 1;
    yield ["bar", bar("precise", 1, 0.7, 0)];
    yield ["fast", bar("fast", 0.4, 0.5, 0)];
    yield ["hinge", bar("precise", 0.7, 0.1, 0)];
    yield ["friction", bar("precise", 0.7, 0.7, 0.4)];
    yield ["plate", spinAfter(context, HINGED_PLATE, "plate", 1) / (-3 * 0.6) - 1];
    yield ["loop", spinAfter(context, PARALLELOGRAM, "crank-0", 2) / (2 * 0.8) - 1];
    yield ["chain", spinAfter(context, chain("precise"), "bar-1", 2) - chainOnPaper()];
    yield ["chain-fast", spinAfter(context, chain("fast"), "bar-1", 2) - chainOnPaper()];
  },
});
