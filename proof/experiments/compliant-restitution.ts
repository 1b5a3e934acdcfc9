import { type BodySpec, bodyPosition, bodyVelocity, type ContactLawSpec, type Spec, step } from "stiction";
import { contact } from "stiction/internals";
import type { Context } from "../context.js";
import { defineExperiment, error } from "../experiment.js";

const G = 9.81;
const RADIUS = 0.1;
/**
 * Speed of the impact, m/s, height of the fall, m, and step, s: impacts of 1.5 to 3 ms, so that gravity takes 0.3 to
 * 0.6 % of the speed meanwhile.
 */
const SPEED = 5;
const FALL = (SPEED * SPEED) / (2 * G);
const H = 1e-5;
const ABOVE = 1e-4;

const formulations = {
  forces: { type: "forces", integrator: "rk4" },
  lagrangian: { type: "augmented-lagrangian" },
} as const;
type Key = keyof typeof formulations;

/** Laws with the restitution that they have in closed form, for 1 kg. */
const stiff = { stiffness: 1e8, leastSpeed: 0.01 };
const dropped: readonly (readonly [law: ContactLawSpec, expected: number])[] = [
  [{ type: "hertz", stiffness: 1e8 }, 1],
  ...[0.9, 0.7, 0.5, 0.3].flatMap((restitution) => [
    [{ type: "hunt-crossley", ...stiff, restitution }, restitution] as const,
    [
      { type: "hunt-crossley", ...stiff, restitution, rule: "published" },
      contact.restitutionOf(contact.huntCrossleyFactor(restitution)),
    ] as const,
    [
      { type: "lankarani-nikravesh", ...stiff, restitution },
      contact.restitutionOf(contact.lankaraniNikraveshFactor(restitution)),
    ] as const,
    [{ type: "flores", ...stiff, restitution }, contact.restitutionOf(contact.floresFactor(restitution))] as const,
    [{ type: "linear", stiffness: 1e6, restitution, mass: 1 }, restitution] as const,
  ]),
];

/** √(h₁/h₀) of a ball that falls on a plane: height of the first bounce by the energy with which it leaves. */
function bounce(context: Context, key: Key, law: ContactLawSpec): number {
  const spec: Spec = {
    timestep: H,
    formulation: formulations[key],
    materials: { steel: { contact: law } },
    bodies: [
      { name: "floor", type: "static", material: "steel", shapes: [{ type: "plane" }] },
      {
        name: "ball",
        mass: 1,
        material: "steel",
        position: [0, 0, RADIUS + ABOVE],
        velocity: [0, 0, -Math.sqrt(2 * G * (FALL - ABOVE))],
        shapes: [{ type: "sphere", radius: RADIUS }],
      },
    ],
  };
  const { model, data } = context.simulate(spec);
  for (let n = 0; n < 2000; n++) {
    step(model, data);
    const z = bodyPosition(model, data, "ball")[2] - RADIUS;
    const v = bodyVelocity(model, data, "ball")[2];
    if (v > 0 && z > 0) return Math.sqrt((z + (v * v) / (2 * G)) / FALL);
  }
  return Number.NaN;
}

/** Speed of parting over that of approach, of two spheres of 1 and 2 kg in empty space. */
function collide(context: Context, key: Key, law: ContactLawSpec): number {
  const ball = (name: string, mass: number, x: number, v: number) =>
    ({
      name,
      mass,
      material: "steel",
      position: [x, 0, 0],
      velocity: [v, 0, 0],
      shapes: [{ type: "sphere", radius: RADIUS }],
    }) satisfies BodySpec;
  const spec: Spec = {
    timestep: H,
    gravity: [0, 0, 0],
    formulation: formulations[key],
    materials: { steel: { contact: law } },
    bodies: [ball("one", 1, -RADIUS - 1e-4, 0.7), ball("two", 2, RADIUS + 1e-4, -0.3)],
  };
  const { model, data } = context.simulate(spec);
  const parting = () => bodyVelocity(model, data, "two")[0] - bodyVelocity(model, data, "one")[0];
  for (let n = 0; n < 4000; n++) {
    step(model, data);
    const gap = bodyPosition(model, data, "two")[0] - bodyPosition(model, data, "one")[0] - 2 * RADIUS;
    if (parting() > 0 && gap > 0) return parting();
  }
  // with restitution near 0 they part too slowly to get clear of each other in that time, and no force is left
  return parting();
}

export const compliantRestitution = defineExperiment({
  id: "own.compliant-restitution",
  title: "Restitution of compliant contact, in formulations",
  reference:
    "Closed forms: D(1 + e) = ln[(1 + D)/(1 − De)] for power laws, Kelvin–Voigt without pull. Dropped on a plane at 5 m/s; two spheres of 1 and 2 kg at 1 m/s. Steps of 10 µs: the force of Kelvin–Voigt jumps at touch, which costs the first order.",
  rows: {
    "dropped-forces": error(
      "largest relative deviation, 21 laws, forces",
      "1",
      0.01,
      "1 %: an impact lasts a finite number of steps",
    ),
    "dropped-lagrangian": error(
      "largest relative deviation, 21 laws, augmented-lagrangian",
      "1",
      0.01,
      "1 %: an impact lasts a finite number of steps",
    ),
    "spheres-forces": error(
      "largest deviation, e = 0 … 1, exact laws, forces",
      "1",
      1e-3,
      "0.1 %: the laws are exact; the step remains",
    ),
    "spheres-lagrangian": error(
      "largest deviation, e = 0 … 1, exact laws, augmented-lagrangian",
      "1",
      1e-3,
      "0.1 %: the laws are exact; the step remains",
    ),
  },
  *measure(context) {
    for (const key of ["forces", "lagrangian"] as const) {
      let worst = 0;
      for (const [law, expected] of dropped)
        worst = Math.max(worst, Math.abs(bounce(context, key, law) / expected - 1));
      yield [`dropped-${key}`, worst];
      let spheres = 0;
      for (const e of context.full ? [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1] : [0, 0.2, 0.5, 0.8, 1]) {
        for (const law of [
          { type: "hunt-crossley", stiffness: 1e6, restitution: e },
          { type: "linear", stiffness: 1e5, restitution: e, mass: 2 / 3 },
        ] satisfies ContactLawSpec[])
          spheres = Math.max(spheres, Math.abs(collide(context, key, law) - e));
      }
      yield [`spheres-${key}`, spheres];
    }
  },
});
