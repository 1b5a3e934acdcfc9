/** What contacts add to the tangent of `augmented-lagrangian`, judged by differences of the forces. */
import { bodyIndexOf, type Data, type Model } from "stiction";
import { seeded } from "../../proof/reference/random.js";
import {
  type ContactTangents,
  columnsOfCouples,
  createContactTangents,
} from "../../src/formulations/augmented-lagrangian/contact-tangent.js";
import { evaluateGeneralisedForces, placeConstraints } from "../../src/formulations/augmented-lagrangian/evaluate.js";
import { lagrangianFields } from "../../src/formulations/augmented-lagrangian/fields.js";
import { factorMassProjector, projectVelocities } from "../../src/formulations/augmented-lagrangian/project.js";
import type { LagrangianState } from "../../src/formulations/augmented-lagrangian/state.js";

export interface JudgedTangent {
  /** A and B, by name, in the order of names. */
  readonly bodies: readonly [string, string];
  /** Begins a step; `weight` is β/γ. */
  begin(weight: number): void;
  /** Adds the tangent under test; asserts that there is contact. */
  add(state: LagrangianState, tangents: ContactTangents, values: Float64Array): void;
  /** Length of the differences. */
  readonly by?: number;
  /** Whether contacts are found in the unmoved state and held while it is moved. */
  readonly hold?: boolean;
}

/** Largest deviation of T δ from central differences of the forces over twelve directions, over the largest entry of either. */
export function tangentError(model: Model, data: Data, judged: JudgedTangent): number {
  const { by = 1e-8, hold = false } = judged;
  const state = data.systems.natural;
  const contacts = data.systems.compliant;
  const h = model.options.timestep;
  const { coordinate: q, velocity: v } = lagrangianFields(data);
  const { beta, gamma } = state.settings.step;
  const { natural } = state;
  const [q0, v0] = [q.slice(), v.slice()];
  judged.begin(beta / gamma);
  const forces = (along: Float64Array, length: number) => {
    const [x, y] = [q0, v0].map((z) => z.slice());
    for (let i = 0; i < along.length; i++) {
      x[i] += length * along[i];
      y[i] += (gamma / (beta * h)) * length * along[i];
    }
    placeConstraints(state, x);
    evaluateGeneralisedForces(model, data, state, y);
    return state.force.slice();
  };
  const couples = [judged.bodies.map((name) => bodyIndexOf(model, name)) as [number, number]];
  const n = natural.count;
  const columns = columnsOfCouples(natural, couples);
  const tangents = createContactTangents(natural, model.nb, couples, columns, (i, j) => i * n + j);
  const random = seeded(7);
  let [off, size] = [0, 0];
  for (let trial = 0; trial < 12; trial++) {
    const along = Float64Array.from({ length: n }, () => random() - 0.5);
    if (hold) contacts.frozen = false;
    forces(along, 0);
    if (hold) contacts.frozen = true;
    factorMassProjector(state);
    projectVelocities(state, state.massProjector, 5, along);
    forces(along, 0);
    const values = new Float64Array(n * n);
    judged.add(state, tangents, values);
    const [ahead, behind] = [by, -by].map((length) => forces(along, length));
    for (let i = 0; i < n; i++) {
      let product = 0;
      for (let j = 0; j < n; j++) product += values[i * n + j] * along[j];
      const difference = (-beta * h * h * (ahead[i] - behind[i])) / (2 * by);
      off = Math.max(off, Math.abs(product - difference));
      size = Math.max(size, Math.abs(product), Math.abs(difference));
    }
  }
  return off / size;
}
