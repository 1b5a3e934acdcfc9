/**
 * The tangent of contacts in `augmented-lagrangian` against central differences of the generalised forces, along motions that bodies can make. Within a
 * step δq̇ = γ/(β h) δq, and what stands in the matrix is β h² K + γ h C.
 */
import { bodyIndexOf, compile, createData, type Spec, step } from "stiction";
import { describe, expect, test } from "vitest";
import { seeded } from "../../../proof/reference/random.js";
import { beginContacts } from "../../../src/contact/compliant/remember.js";
import type { CompliantState } from "../../../src/contact/compliant/state.js";
import {
  addContacts,
  columnsOfCouples,
  createContactTangents,
} from "../../../src/formulations/augmented-lagrangian/contact-tangent.js";
import {
  evaluateGeneralisedForces,
  placeConstraints,
} from "../../../src/formulations/augmented-lagrangian/evaluate.js";
import { lagrangianFields } from "../../../src/formulations/augmented-lagrangian/fields.js";
import { factorMassProjector, projectVelocities } from "../../../src/formulations/augmented-lagrangian/project.js";
import type { LagrangianState } from "../../../src/formulations/augmented-lagrangian/state.js";

const H = 1e-3;

/** A block on a plane, held or sliding, with resistance to rolling and spinning as well. */
const scene = (velocity: readonly number[], friction: object): Spec =>
  ({
    timestep: H,
    gravity: [2, 1, -9.81],
    formulation: { type: "augmented-lagrangian" },
    materials: {
      rubber: {
        friction: 0.5,
        kineticFriction: 0.4,
        contact: { type: "hunt-crossley", stiffness: 1e6, damping: 2 },
        sliding: { type: "bristle", stictionSpeed: 0.05, stiffness: 2e4, damping: 100 },
        ...friction,
      },
    },
    bodies: [
      { name: "floor", type: "static", material: "rubber", shapes: [{ type: "plane" }] },
      {
        name: "block",
        mass: 1,
        material: "rubber",
        position: [0, 0, 0.0998],
        velocity,
        angularVelocity: [0, 0, 0.05],
        shapes: [{ type: "box", halfExtents: [0.2, 0.15, 0.1] }],
      },
    ],
  }) as Spec;

/** Largest deviation of T δ from the differences over several directions, over the largest entry of either. */
function worst(spec: Spec, steps: number): number {
  const model = compile(spec);
  const data = createData(model);
  for (let k = 0; k < steps; k++) step(model, data);
  const state = data.systems.natural as LagrangianState;
  const contacts = data.systems.compliant as CompliantState;
  const { coordinate: q, velocity: v } = lagrangianFields(data);
  const { beta, gamma } = state.settings.step;
  const { natural } = state;
  const [q0, v0] = [q.slice(), v.slice()];
  beginContacts(model, data, H, beta / gamma);
  const forces = (along: Float64Array, by: number) => {
    const [x, y] = [q0, v0].map((z) => z.slice());
    for (let i = 0; i < along.length; i++) {
      x[i] += by * along[i];
      y[i] += (gamma / (beta * H)) * by * along[i];
    }
    placeConstraints(state, x);
    evaluateGeneralisedForces(model, data, state, y);
    return state.force.slice();
  };
  // A of a pair is the body whose name comes first
  const couples = [["block", "floor"].map((name) => bodyIndexOf(model, name)) as [number, number]];
  const n = natural.count;
  const tangents = createContactTangents(
    natural,
    model.nb,
    couples,
    columnsOfCouples(natural, couples),
    (i, j) => i * n + j,
  );
  const random = seeded(7);
  let [off, size] = [0, 0];
  for (let trial = 0; trial < 12; trial++) {
    const along = Float64Array.from({ length: n }, () => random() - 0.5);
    forces(along, 0);
    factorMassProjector(state);
    projectVelocities(state, state.massProjector, 5, along);
    forces(along, 0);
    expect(contacts.count).toBe(4);
    const values = new Float64Array(n * n);
    addContacts(data, state, contacts, tangents, model.nb, values);
    const [ahead, behind] = [1e-8, -1e-8].map((by) => forces(along, by));
    for (let i = 0; i < n; i++) {
      let product = 0;
      for (let j = 0; j < n; j++) product += values[i * n + j] * along[j];
      const difference = (-beta * H * H * (ahead[i] - behind[i])) / 2e-8;
      off = Math.max(off, Math.abs(product - difference));
      size = Math.max(size, Math.abs(product), Math.abs(difference));
    }
  }
  return off / size;
}

const turning = { rollingFriction: 0.01, spinningFriction: 0.01 };

describe("equals differences but for the turning of forces with bodies, N/(k r) = 4e-4 of it at most", () => {
  test.each([
    ["held", [0, 0, 0], {}, 300],
    ["coming to rest", [0.05, 0.02, 0], {}, 10],
    ["sliding", [0.5, 0.2, 0], {}, 10],
    ["held, with rolling and spinning resistance", [0, 0, 0], turning, 300],
    ["sliding, with rolling and spinning resistance", [0.5, 0.2, 0], turning, 10],
    ["Coulomb", [0.5, 0.2, 0], { sliding: { type: "coulomb" } }, 10],
  ] as const)("%s", (_what, velocity, friction, steps) => {
    expect(worst(scene(velocity, friction), steps)).toBeLessThan(5e-4);
  });
});
