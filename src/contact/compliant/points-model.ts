import type { Data } from "../../data/data.js";
import { defineContactModel } from "../contact-model.js";
import { commitPoints } from "./commit-contacts.js";
import { type CompliantState, compliantSystem } from "./compliant-state.js";
import { addPointEnergy } from "./contact-energy.js";
import { addPointForces, addPointLoads } from "./contact-forces.js";
import { freezePoints } from "./follow-contacts.js";
import { strainsPoints } from "./impact-strain.js";
import { addPointTangent } from "./point-tangent.js";
import { restPoints } from "./rest-memory.js";

/**
 * Contact at points [Luaces2013, chapter 3]: a contact law and a friction law at every point that the narrow phase
 * finds.
 */
export const pointsModel = defineContactModel({
  name: "points",
  help: "forces at contact points, by the contact and friction laws of the materials",
  systems: [compliantSystem],
  isActive: (model) => model.systems.compliant.active,
  count: (data) => data.systems.compliant.count,
  begin(_model, data) {
    const state = data.systems.compliant;
    state.struck.force = 0;
    state.atEnd = false;
  },
  addForces: addPointForces,
  freeze: freezePoints,
  addTangent: addPointTangent,
  mustCut: strainsPoints,
  storedEnergy,
  addEnergy: addPointEnergy,
  commit: commitPoints,
  rest: restPoints,
  addLoads: addPointLoads,
  addForceBetween: (_model, data, a, b, out, at) => visitContacts(data, a, b, addForce, out, at),
  addNormalForceBetween: (_model, data, a, b, out, at) => visitContacts(data, a, b, addNormalForce, out, at),
});

type AddContact = (state: CompliantState, c: number, e: number, sign: number, out: Float64Array, at: number) => void;

/** Calls `add` for every contact between bodies a and b; `sign` is −1 where they are in the other order. */
function visitContacts(data: Data, a: number, b: number, add: AddContact, out: Float64Array, at: number): void {
  const state = data.systems.compliant;
  const { body, count, resistances: r } = state;
  let e = 0;
  for (let c = 0; c < count; c++) {
    // sliding is the first resistance of a contact
    while (e < r.count && r.contact[e] < c) e++;
    const same = body[2 * c] === a && body[2 * c + 1] === b;
    if (same || (body[2 * c] === b && body[2 * c + 1] === a)) add(state, c, e, same ? 1 : -1, out, at);
  }
}

function addNormalForce(
  { out: law }: CompliantState,
  c: number,
  _e: number,
  _s: number,
  out: Float64Array,
  at: number,
) {
  out[at] += law.force[c];
}

function addForce(state: CompliantState, c: number, e: number, sign: number, out: Float64Array, at: number): void {
  const { normal, out: law, resistances: r } = state;
  for (let k = 0; k < 3; k++) out[at + k] += sign * (law.force[c] * normal[3 * c + k] + r.out.force[3 * e + k]);
}

/**
 * Σ f δ: a spring that grows with its depth holds at most half of that, a bristle at its cone less than the rest. What
 * is pushed out gets no more than its largest force times its depth.
 */
function storedEnergy(data: Data): number {
  const { count, out, batch, pushBound } = data.systems.compliant;
  let sum = 0;
  for (let c = 0; c < count; c++) sum += Math.max(out.force[c], pushBound[c]) * Math.max(0, -batch.gap[c]);
  return sum;
}
