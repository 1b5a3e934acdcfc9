import { CONTACT_SIZE } from "../../../contact/complementarity/contact-set.js";
import type { Data } from "../../../data/data.js";
import { STATUS } from "../../../data/fields.js";
import { raiseStatus } from "../../../data/status.js";
import type { Model } from "../../../model/model.js";
import { ROW as KIND } from "../../../solvers/complementarity/problem.js";
import type { ComplementarityState } from "../complementarity-state.js";
import { writeTangents } from "../contact-gradient.js";
import type { Scheme } from "./scheme.js";
import { addNormal, addTangent } from "./stewart-trinkle.js";

/** Rounds in which contacts may let go; after them they can only take hold, so that an end is reached. */
const ROUNDS = 8;

/**
 * Infinite friction, whatever the materials say [Drumwright2015]: where a normal impulse acts, the surfaces do not move
 * against each other, by free rows along the tangents; where none acts, nothing holds. Which contacts these are is
 * found by solving again: at first none holds, then those that push, until these are the same; so what glides over a
 * surface without being pressed on it is not tripped. (The source holds at all contacts, pushing or not.)
 */
export const noSlip: Scheme = {
  name: "no-slip",
  help: "surfaces that are pressed together do not slide, whatever their friction",
  rolls: true,
  begin(_model, _data, { set, hold }) {
    if (hold.holds.length < set.contacts) {
      hold.holds = new Uint8Array(2 * set.contacts);
      hold.pushes = new Uint8Array(2 * set.contacts);
    }
    hold.rounds = 0;
    hold.holds.fill(0, 0, set.contacts);
  },
  addForce(model, data, state, base, contact) {
    addNormal(model, data, state, base, contact);
    if (state.hold.holds[contact] === 0) return 1;
    const { tangents } = state.work;
    writeTangents(state.set.value, CONTACT_SIZE * contact, model.planar, tangents);
    for (let k = 0; k < (model.planar ? 1 : 2); k++)
      addTangent(model, data, state, contact, KIND.free, tangents, 3 * k);
    return 1;
  },
  again(_model: Model, data: Data, { set, rows, z, hold }: ComplementarityState, first: number) {
    const { holds, pushes } = hold;
    pushes.fill(0, 0, set.contacts);
    for (let r = 0; r < rows.count; r++)
      if (rows.source[r] >= 0 && rows.kind[r] === KIND.complementary && z[first + r] > 0) pushes[rows.source[r]] = 1;
    let changed = false;
    let sticky = false;
    for (let c = 0; c < set.contacts; c++) {
      if (pushes[c] === holds[c]) continue;
      if (pushes[c] === 0 && hold.rounds >= ROUNDS) {
        sticky = true;
        continue;
      }
      holds[c] = pushes[c];
      changed = true;
    }
    hold.rounds++;
    // contacts that hold without pushing are no solution
    if (!changed && sticky && isPulling(rows, pushes, z, first)) raiseStatus(data, STATUS.notConverged, -1);
    return changed;
  },
};

/** Whether a contact that does not push has an impulse along its tangents. */
function isPulling(
  { count, source, kind }: ComplementarityState["rows"],
  pushes: Uint8Array,
  z: Float64Array,
  first: number,
): boolean {
  for (let r = 0; r < count; r++)
    if (source[r] >= 0 && kind[r] === KIND.free && pushes[source[r]] === 0 && z[first + r] !== 0) return true;
  return false;
}
