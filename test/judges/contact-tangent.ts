/** What contacts add to the tangent of `augmented-lagrangian`, judged by differences of the forces. */
import { bodyIndexOf, type Data, type Model } from "stiction";
import { seeded } from "../../proof/reference/random.js";
import type { ContactTangent } from "../../src/contact/contact-tangent.js";
import { columnsOfCouples, createContactTangent } from "../../src/formulations/augmented-lagrangian/contact-pattern.js";
import { evaluateGeneralisedForces, placeConstraints } from "../../src/formulations/augmented-lagrangian/evaluate.js";
import { lagrangianFields, NUMBER } from "../../src/formulations/augmented-lagrangian/fields.js";
import { factorMassProjector, projectVelocities } from "../../src/formulations/augmented-lagrangian/project.js";

export interface JudgedTangent {
  /** A and B, by name, in the order of names. */
  readonly bodies: readonly [string, string];
  /** Begins a step; `weight` is β/γ. */
  begin(weight: number): void;
  /** Adds the tangent under test; asserts that there is contact. */
  add(tangent: ContactTangent): void;
  /** Length of the differences. */
  readonly by?: number;
  /** Whether contacts are found in the unmoved state and held while it is moved. */
  readonly hold?: boolean;
}

/** Largest deviation of T δ from central differences of the forces over twelve directions, over the largest entry of either. */
export function tangentError(model: Model, data: Data, judged: JudgedTangent): number {
  const { by = 1e-8, hold = false } = judged;
  const state = data.systems.natural;
  const { contactStep } = data.systems;
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
  const values = new Float64Array(n * n);
  const at = (i: number, j: number) => i * n + j;
  const tangent = createContactTangent(natural, state.value, model.nb, couples, columns, values, at);
  const random = seeded(7);
  let [off, size] = [0, 0];
  for (let trial = 0; trial < 12; trial++) {
    const along = Float64Array.from({ length: n }, () => random() - 0.5);
    if (hold) contactStep.frozen = false;
    forces(along, 0);
    if (hold) contactStep.frozen = true;
    factorMassProjector(state);
    projectVelocities(state, state.massProjector, 5, along);
    forces(along, 0);
    values.fill(0);
    tangent.stiffnessWeight = state.numbers[NUMBER.stiffness];
    tangent.dampingWeight = state.numbers[NUMBER.damping];
    tangent.pair = -1;
    judged.add(tangent);
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
