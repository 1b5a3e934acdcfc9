import { step, type UntypedSpec } from "stiction";
import type { Context } from "../context.js";
import { atMost, defineExperiment, error } from "../experiment.js";
import { APART, ROD, rod, rodOnPaper, strike } from "./impact-laws.js";

/** Poisson's law in `complementarity`: compression and expansion, each with its friction. */

const FORMULATION = { type: "complementarity", restitutionLaw: "poisson" } as const;
const STEP = 1e-4;

/** The rod of the planar experiment, upright in the plane xz of space, on a ball at its tip. */
function rodInSpace(): UntypedSpec {
  const { mass, half, angle, radius, speed, e } = ROD;
  const [x, z] = [half * Math.cos(angle), half * Math.sin(angle)];
  const inertia = (mass * half * half) / 3;
  return {
    gravity: [0, 0, 0],
    timestep: STEP,
    formulation: FORMULATION,
    materials: { steel: { restitution: e, friction: 5 } },
    bodies: [
      { name: "floor", type: "static", material: "steel", shapes: [{ type: "plane" }] },
      {
        name: "rod",
        mass,
        centerOfMass: [0, 0, 0],
        inertia: [inertia, inertia, inertia],
        material: "steel",
        position: [x, 0, z + radius + APART],
        velocity: [0, 0, -speed],
        shapes: [{ type: "sphere", radius, position: [-x, 0, -z] }],
      },
    ],
  };
}

/** Balls of equal mass that touch in a row; the first comes at 1 m/s. `pairs`: restitution of neighbours. */
function cradle(context: Context, pairs: readonly number[]): number[] {
  const n = pairs.length + 1;
  const name = (k: number) => `ball-${k}`;
  const { model, data } = context.simulateUntyped({
    gravity: [0, 0, 0],
    timestep: STEP,
    formulation: FORMULATION,
    materials: Object.fromEntries(Array.from({ length: n }, (_, k) => [name(k), { friction: 0 }])),
    materialPairs: pairs.map((restitution, k) => ({ between: [name(k), name(k + 1)], restitution, friction: 0 })),
    bodies: Array.from({ length: n }, (_, k) => ({
      name: name(k),
      material: name(k),
      mass: 0.7,
      position: [0.1 * k, 0, 0],
      velocity: [k === 0 ? 1 : 0, 0, 0],
      shapes: [{ type: "sphere", radius: 0.05 }],
    })),
  });
  step(model, data);
  return Array.from({ length: n }, (_, k) => data.bodyVel[6 * model.bodyNames.indexOf(name(k)) + 3]);
}

/** Compression to a common speed, λ_k = m v (n − k)/n, then e_k times as much: nothing meets again in these cases. */
function cradleOnPaper(pairs: readonly number[]): number[] {
  const n = pairs.length + 1;
  const pushed = pairs.map((e, k) => ((1 + e) * (n - 1 - k)) / n);
  return Array.from({ length: n }, (_, k) => (k === 0 ? 1 : pushed[k - 1]) - (k < n - 1 ? pushed[k] : 0));
}

const off = (a: readonly number[], b: readonly number[]) => Math.max(...a.map((x, k) => Math.abs(x - b[k])));

/** A ball that slides through the whole impact: v_t⁺ = v_t − μ (1 + e) v_n. */
const BALL = { along: 5, down: 2, friction: 0.2, e: 0.7 } as const;

function oblique(context: Context): number {
  const velocity = strike(
    context,
    {
      gravity: [0, 0, 0],
      timestep: STEP,
      formulation: FORMULATION,
      materials: { rubber: { restitution: BALL.e, friction: BALL.friction } },
      bodies: [
        { name: "floor", type: "static", material: "rubber", shapes: [{ type: "plane" }] },
        {
          name: "ball",
          mass: 0.3,
          material: "rubber",
          position: [0, 0, 0.1 + APART],
          velocity: [(BALL.along * 3) / 5, (BALL.along * 4) / 5, -BALL.down],
          shapes: [{ type: "sphere", radius: 0.1 }],
        },
      ],
    },
    "ball",
    5,
  );
  return Math.max(
    Math.abs(Math.hypot(velocity[3], velocity[4]) - (BALL.along - BALL.friction * (1 + BALL.e) * BALL.down)),
    Math.abs(velocity[5] - BALL.e * BALL.down),
  );
}

/** Kinetic energy after over before impacts with e = 1 of a box on its corner, with friction: the most of several. */
function mostEnergy(context: Context): number {
  let most = 0;
  for (const friction of [0.2, 0.6, 1.5])
    for (const angle of [0.2, 0.5, 0.9, 1.2]) {
      const { mass, half } = ROD;
      const [x, y] = [half * Math.cos(angle), half * Math.sin(angle)];
      const { model, data } = context.simulateUntyped({
        plane: "xy",
        gravity: [0, 0],
        timestep: STEP,
        formulation: FORMULATION,
        materials: { steel: { restitution: 1, friction } },
        bodies: [
          {
            name: "floor",
            type: "static",
            material: "steel",
            position: [0, -1],
            shapes: [{ type: "polygon", halfExtents: [9, 1] }],
          },
          {
            name: "rod",
            mass,
            centerOfMass: [0, 0],
            inertia: [0, 0, (mass * half * half) / 3],
            material: "steel",
            position: [x, y + 1e-4 + APART],
            velocity: [1.5, -2],
            angularVelocity: [0, 0, 3],
            shapes: [{ type: "circle", radius: 1e-4, position: [-x, -y] }],
          },
        ],
      });
      const o = 6 * model.bodyNames.indexOf("rod");
      const energy = () =>
        0.5 * mass * (data.bodyVel[o + 3] ** 2 + data.bodyVel[o + 4] ** 2) +
        (mass * half * half * data.bodyVel[o + 2] ** 2) / 6;
      const before = energy();
      for (let k = 0; k < 5; k++) step(model, data);
      most = Math.max(most, energy() / before);
    }
  return most;
}

const ARMS = "it starts 1e-7 m above the floor, and the arms are those of the start of the step";

export const complementarityImpacts = defineExperiment({
  id: "own.complementarity-impacts",
  title: "Impacts by Poisson's law in complementarity: friction in both phases, balls in a row, different restitutions",
  reference:
    "Compression until nothing approaches, then e times its impulse, each with its own friction [GlockerPfeiffer1995]. n touching balls: −(n − 2)/n and 2/n of the speed with e = 1.",
  rows: {
    rod: error("rod on its tip in the plane, held by friction in both phases, relative", "1", 1e-6, ARMS),
    "rod-space": error("the same in space, by Coulomb's cone", "1", 1e-6, ARMS),
    oblique: error("speeds of a ball that slides through the impact", "m/s", 1e-8, "tolerance of the solver, 1e-10"),
    three: error("speeds of three balls in a row, e = 1, the first at 1 m/s", "m/s", 1e-8, "tolerance of the solver"),
    five: error("the same of five balls", "m/s", 1e-8, "tolerance of the solver"),
    pairs: error("three balls with e = 0.5 and 1: 0, 1/3, 2/3", "m/s", 1e-8, "tolerance of the solver"),
    energy: atMost(
      "energy after an impact of a rod with friction and e = 1, most of twelve",
      "1",
      1 + 1e-9,
      "tolerance",
    ),
  },
  *measure(context) {
    const paper = rodOnPaper();
    yield ["rod", strike(context, { ...rod("poisson"), formulation: FORMULATION }, "rod", 4)[2] / paper - 1];
    // the spin about z of the plane is that about −y in space
    yield ["rod-space", strike(context, rodInSpace(), "rod", 5)[1] / -paper - 1];
    yield ["oblique", oblique(context)];
    yield ["three", off(cradle(context, [1, 1]), cradleOnPaper([1, 1]))];
    yield ["five", off(cradle(context, [1, 1, 1, 1]), cradleOnPaper([1, 1, 1, 1]))];
    yield ["pairs", off(cradle(context, [0.5, 1]), [0, 1 / 3, 2 / 3])];
    yield ["energy", mostEnergy(context)];
  },
});
