import type { ContactSink } from "../../collision/narrow/types.js";
import type { Data } from "../../data/data.js";
import type { Quantity } from "../../data/quantity.js";
import { isExplicit } from "../../integrators/is-explicit.js";
import { atanAt } from "../../math/elementary.js";
import type { Model } from "../../model/model.js";
import { defineContactModel } from "../contact-model.js";
import { mayPush } from "../contact-step.js";
import { firstRow } from "../first-row.js";
import { kelvinVoigtImpact } from "../impact.js";
import { digits, IMPACT_SPEED, type MeetingPair, type StepLimit } from "../meeting-pairs.js";
import { addRowsBetween } from "../rows-between.js";
import { ROW, tyreFields } from "./tyre-fields.js";
import { addTyreForces, addTyreLoads, commitTyres } from "./tyre-forces.js";
import { type TyrePair, usesTyre } from "./tyre-setup.js";
import { STAND, tyreSystem } from "./tyre-state.js";
import { addTyreTangent } from "./tyre-tangent.js";

/** Wheels with tyres on any ground: one contact per wheel and ground, with forces by slip. */
export const tyreModel = defineContactModel({
  name: "tyre",
  help: "tyres of wheels on the ground: deflection over the footprint, forces by slip, for materials with law tyre",
  systems: [tyreSystem],
  isActive: ({ systems }) => systems.tyre.active && systems.contactStep.active,
  claims: usesTyre,
  count: (data) => data.systems.tyre.count,
  addForces: addTyreForces,
  addTangent: addTyreTangent,
  storedEnergy,
  commit: commitTyres,
  addLoads: addTyreLoads,
  addEnergy,
  reportContacts,
  stepLimit,
  addForceBetween: (model, data, a, b, out, at) => addRows(model, data, a, b, ROW.force, 3, out, at),
  addNormalForceBetween: (model, data, a, b, out, at) => addRows(model, data, a, b, ROW.load, 1, out, at),
  quantities: {
    slip: ofTyre("1", "longitudinal slip that acts on the tyre, positive while it drives", ROW.acting),
    slipAngle: angle("rad", "slip angle that acts on the tyre, with the sign of the lateral force"),
    longitudinalForce: ofTyre("N", "force on the wheel along its heading", ROW.along),
    lateralForce: ofTyre("N", "force on the wheel to the left of its heading", ROW.across),
    rollingTorque: ofTyre("N m", "torque of rolling resistance on the wheel about its axis", ROW.rollTorque),
    turningTorque: ofTyre("N m", "torque on the wheel about the normal of the ground", ROW.turnTorque),
    deflection: ofTyre("m", "deflection of the tyre, spring force over stiffness", ROW.depth),
  },
});

/** A number of the tyre between two bodies; that with the largest load where they meet in several shapes. */
function ofTyre(unit: string, help: string, from: number): Quantity {
  return {
    unit,
    help: `${help}, at the end of the step; 0 where it does not touch`,
    components: [],
    needsForces: true,
    read(model, data, index, out, at) {
      out[at] = 0;
      if (!model.systems.tyre.active) return;
      const a = Math.floor(index / model.nb);
      const row = loadedRow(model, data, a, index - a * model.nb);
      if (row >= 0) out[at] = tyreFields(data).memory[ROW.size * row + from];
    },
  };
}

function angle(unit: string, help: string): Quantity {
  const tangent = ofTyre(unit, help, ROW.acting + 1);
  return {
    ...tangent,
    read(model, data, index, out, at) {
      tangent.read(model, data, index, out, at);
      atanAt(out, at);
    },
  };
}

/** Row of memory of bodies a and b with the largest load, −1 where there is none. */
function loadedRow({ shapes }: Model, data: Data, a: number, b: number): number {
  const { key, memory, remembered } = tyreFields(data);
  let best = -1;
  for (let r = 0; r < remembered[0]; r++) {
    const one = shapes[key[4 * r]].body;
    const other = shapes[key[4 * r + 1]].body;
    if (!(one === a && other === b) && !(one === b && other === a)) continue;
    if (best < 0 || memory[ROW.size * r + ROW.load] > memory[ROW.size * best + ROW.load]) best = r;
  }
  return best;
}

function addRows(
  model: Model,
  data: Data,
  a: number,
  b: number,
  from: number,
  width: number,
  out: Float64Array,
  at: number,
): void {
  addRowsBetween(model, tyreFields(data), a, b, ROW.size, from, width, out, at);
}

/** Elastic energy of the deflection, ½ k δ² of all discs. Reads: tyres. Writes: out. */
function addEnergy(model: Model, data: Data, out: Float64Array, at: number): void {
  const { count, stand, pair } = data.systems.tyre;
  for (let i = 0; i < count; i++) {
    const { stiffness } = model.systems.tyre.pairs[pair[i]] as TyrePair;
    out[at] += 0.5 * stiffness * stand[STAND.size * i + STAND.square];
  }
}

/** N δ holds twice the spring's ½ k δ²; the tread at its peak holds less than μ N σ ρ, and N σ is more. */
function storedEnergy(data: Data): number {
  const { count, stand } = data.systems.tyre;
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const o = STAND.size * i;
    sum += stand[o + STAND.load] * (stand[o + STAND.depth] + stand[o + STAND.lever]);
  }
  return sum;
}

/**
 * An impact of the lightest body on its tyre, and the longest step of explicit methods, 1/(√(k/m) + c/m): implicit ones
 * have none. Two wheels that meet are left out, with the points of theirs.
 */
function stepLimit(model: Model, { pair, body }: MeetingPair): StepLimit | null {
  if (pair.law.name !== "tyre") return null;
  const { stiffness: k, damping: c } = pair.params as { stiffness: number; damping: number };
  const mass = model.bodyMass[body];
  const longest = isExplicit(model) ? 1 / (Math.sqrt(k / mass) + c / mass) : Number.POSITIVE_INFINITY;
  const warning =
    `timestep: the tyre of ${model.bodyNames[body]} (${digits(mass)} kg on ${digits(k)} N/m and ${digits(c)} N s/m) ` +
    `needs steps up to ${digits(longest)} s; use these, or augmented-lagrangian`;
  return { body, impact: kelvinVoigtImpact(k, c, mass, IMPACT_SPEED), longestStep: longest, warning };
}

/** The contact of shapes a and b: one point at the place. Reads: memory. Writes: sink. */
function reportContacts(model: Model, data: Data, a: number, b: number, sink: ContactSink): boolean {
  if (!usesTyre(model, a, b) || !mayPush(model, data, model.systems.collision, a, b)) return false;
  const { key, memory, remembered } = tyreFields(data);
  sink.count = 0;
  const r = firstRow(key, remembered, a, b);
  if (r >= remembered[0] || key[4 * r] !== a || key[4 * r + 1] !== b) return true;
  const o = ROW.size * r;
  sink.count = 1;
  sink.patch[0] = 0;
  sink.featureA[0] = sink.featureB[0] = 0;
  sink.gap[0] = -memory[o + ROW.depth];
  for (let k = 0; k < 3; k++) {
    sink.pointA[k] = sink.pointB[k] = memory[o + ROW.place + k];
    sink.normal[k] = memory[o + ROW.normal + k];
  }
  return true;
}
