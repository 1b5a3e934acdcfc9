import { type BodySpec, type Spec, step, type UntypedSpec } from "stiction";
import type { Context } from "../context.js";
import { defineExperiment, error, near } from "../experiment.js";

const ROPE = { drum: 0.3, link: 0.002, mass: 0.05, spin: -0.4, pull: 8, timestep: 0.002 } as const;
type RopeSizes = Readonly<Record<keyof typeof ROPE, number>>;

/**
 * `n` small bodies on rods around a turning drum over `theta`, pulled by a force and held by a last rod. Sizes: radii
 * of the drum and of the bodies (m), their mass (kg), spin of the drum (rad/s), force (N), step (s).
 */
export function rope(
  preset: "fast" | "precise",
  mu: number,
  theta: number,
  n: number,
  sizes: RopeSizes = ROPE,
): UntypedSpec {
  const { drum, link, mass, spin, pull, timestep } = sizes;
  const part = theta / n;
  const place = (k: number) => [(drum + link) * Math.cos(k * part), (drum + link) * Math.sin(k * part)];
  const name = (k: number) => `link-${String(k).padStart(2, "0")}`;
  const last = place(n - 0.5);
  return {
    plane: "xy",
    gravity: [0, 0],
    timestep,
    formulation: { type: "impulse", preset },
    materials: { hemp: { friction: mu } },
    bodies: [
      {
        name: "drum",
        type: "kinematic",
        angularVelocity: [0, 0, spin],
        material: "hemp",
        shapes: [{ type: "circle", radius: drum }],
      },
      ...Array.from({ length: n }, (_, k) => ({
        name: name(k),
        mass,
        inertia: [0, 0, 1],
        material: "hemp",
        position: place(k + 0.5),
        shapes: [{ type: "circle", radius: link }],
      })),
    ],
    joints: [
      ...Array.from({ length: n - 1 }, (_, k) => ({
        type: "distance",
        mode: "rod",
        bodyA: name(k),
        bodyB: name(k + 1),
        at: place(k + 0.5),
        to: place(k + 1.5),
      })),
      {
        type: "distance",
        mode: "rod",
        bodyB: name(n - 1),
        at: [last[0] - 0.4 * Math.sin(theta), last[1] + 0.4 * Math.cos(theta)],
        to: last,
      },
    ],
    forces: [{ type: "wrench", body: name(0), force: [0, -pull] }],
  };
}

/** Tension in the last rod of a rope over that in its first, in the limit of slip: each link turns the rope by θ/n. */
export function ratioOfTensions(mu: number, theta: number, n: number): number {
  const b = theta / (2 * n);
  return ((Math.cos(b) + mu * Math.sin(b)) / (Math.cos(b) - mu * Math.sin(b))) ** n;
}

/** Relative error of the tension in the last rod; each link turns the rope by θ/n. */
function tensionError(context: Context, preset: "fast" | "precise", mu: number, theta: number, n: number): number {
  const { model, data } = context.simulateUntyped(rope(preset, mu, theta, n));
  for (let i = 0; i < 20; i++) step(model, data);
  const ratio = ratioOfTensions(mu, theta, n);
  const row = model.systems.joints.rowStart[model.joints.count - 1];
  return Math.abs(data.items.joints.rowMean[row]) / (ROPE.pull * ratio) - 1;
}

export const impulseCapstan = defineExperiment({
  id: "own.impulse-capstan",
  title: "Rope of links over a turning drum, by impulses: friction that presses the rope on",
  reference:
    "T₂/T₁ = [(cos b + μ sin b)/(cos b − μ sin b)]ⁿ for n links that turn the rope by 2b each; exp(μθ) for n → ∞.",
  rows: {
    one: error(
      "one link, μ = 0.85 over 1.25 rad, ratio 3.9: relative error of the tension",
      "1",
      1e-5,
      "100 × observed",
    ),
    fast: error("the same, preset fast", "1", 5e-9, "100 × observed"),
    eight: error("eight links, μ = 0.5 over 3 rad, ratio 4.6", "1", 5e-9, "100 × observed"),
    many: error("fifteen links, μ = 0.4 over 5.5 rad, ratio 9.2", "1", 5e-9, "100 × observed"),
  },
  *measure(context) {
    yield ["one", tensionError(context, "precise", 0.85, 1.25, 1)];
    yield ["fast", tensionError(context, "fast", 0.85, 1.25, 1)];
    yield ["eight", tensionError(context, "precise", 0.5, 3, 8)];
    yield ["many", tensionError(context, "precise", 0.4, 5.5, 15)];
  },
});

const ROD = { half: 0.6, radius: 1e-3, angle: 0.9, speed: 1, step: 1e-4, mass: 2 } as const;
type RodSizes = Readonly<Record<keyof typeof ROD, number>>;

/**
 * A rod with its lower tip on the floor; the tip slides, and the rod leans away from where it goes (with a negative
 * speed towards it). Sizes: half length and radius of the tip (m), angle (rad), speed (m/s), step (s), mass (kg).
 */
export function rod(preset: "fast" | "precise", friction: number, sizes: RodSizes = ROD): Spec {
  const { half, radius, angle, speed, step: timestep, mass } = sizes;
  const [x, y] = [half * Math.cos(angle), half * Math.sin(angle)];
  return {
    plane: "xy",
    timestep,
    formulation: { type: "impulse", preset },
    materials: { chalk: { friction } },
    bodies: [
      {
        name: "floor",
        type: "static",
        material: "chalk",
        position: [0, -1],
        shapes: [{ type: "polygon", halfExtents: [9, 1] }],
      },
      {
        name: "rod",
        mass,
        centerOfMass: [0, 0],
        inertia: [0, 0, (mass * half * half) / 3],
        material: "chalk",
        position: [x, y + radius],
        velocity: [-speed, 0],
        shapes: [{ type: "circle", radius, position: [-x, -y] }],
      } as BodySpec,
    ],
  };
}

export const painleve = defineExperiment({
  id: "own.painleve",
  title: "Rod in Painlevé's configuration: jams above the critical friction, slides below",
  reference:
    "Uniform rod, tip on the floor at the angle φ: with 1 + 3 cos² φ < 3 μ sin φ cos φ no load is consistent with sliding. The tip stops by an impulse without a collision; the angular momentum about it stays, ω = 3 v sin φ/4l.",
  rows: {
    spin: error(
      "spin after the jam, relative, precise",
      "1",
      2e-3,
      "radius of the tip over the length, and a step of weight",
    ),
    fast: error("the same, preset fast", "1", 2e-3, "radius of the tip over the length, and a step of weight"),
    load: near(
      "m g over the load below the critical friction, μ = 0.9",
      "1",
      1 + 3 * Math.cos(0.9) ** 2 - 2.7 * Math.sin(0.9) * Math.cos(0.9),
      5e-3,
      "radius of the tip, and the first order of spin in a step",
    ),
  },
  *measure(context) {
    const { half, angle, speed } = ROD;
    const jammed = (0.75 * speed * Math.sin(angle)) / half;
    for (const [key, preset] of [["spin", "precise"] as const, ["fast", "fast"] as const]) {
      const { model, data } = context.simulate(rod(preset, 3));
      step(model, data);
      yield [key, data.bodyVel[6 * model.bodyNames.indexOf("rod") + 2] / jammed - 1];
    }
    const { model, data } = context.simulate(rod("precise", 0.9));
    const at = 6 * model.bodyNames.indexOf("rod") + 3;
    const before = data.bodyVel[at];
    step(model, data);
    // m Δv = μ N h
    yield ["load", (9.81 * ROD.step * 0.9) / (data.bodyVel[at] - before)];
  },
});
