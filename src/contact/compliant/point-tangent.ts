import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import { addPointBlock, type ContactTangent, selectBodies, selectPoint } from "../contact-tangent.js";
import { type CompliantState, RESISTS } from "./compliant-state.js";

/**
 * Derivatives of contacts at points [Luaces2013] (3.4)–(3.5), (3.16)–(3.22). Friction makes them unsymmetric. Rolling
 * and spinning add the same with levers. The turning of the normal and the motion of the point over the surfaces are
 * left out: they are of the size force over radius. Reads: contacts with their derivatives. Writes: values of the
 * tangent.
 */
export function addPointTangent(model: Model, data: Data, tangent: ContactTangent): void {
  const contacts = data.systems.compliant;
  const { resistances: r, body } = contacts;
  const shared = model.systems.compliant.sharedStiffness;
  let e = 0;
  for (let c = 0; c < contacts.count; c++) {
    selectBodies(tangent, body[2 * c], body[2 * c + 1]);
    selectPoint(tangent, data, contacts.place, 3 * c);
    startBlock(tangent, contacts, c, shared);
    for (; e < r.count && r.contact[e] === c; e++) {
      if (r.kind[e] === RESISTS.sliding) addSliding(tangent, contacts, e);
      else addTurning(tangent, contacts, c, e);
    }
    addPointBlock(tangent, contacts.work.sliding);
    if (shared) addPatch(tangent, contacts, c);
  }
}

/**
 * sliding ← the normal force: K = −(∂f/∂gap) n nᵀ, C = −(∂f/∂ġap) n nᵀ; of a point that shares its law with others what
 * is its alone.
 */
function startBlock(
  tangent: ContactTangent,
  { out, normal, patches, work: { sliding } }: CompliantState,
  c: number,
  shared: boolean,
): void {
  const push =
    shared && patches.depth[c] > 0
      ? tangent.stiffnessWeight * patches.tilt[c]
      : -tangent.stiffnessWeight * out.stiffness[c] - tangent.dampingWeight * out.damping[c];
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) sliding[3 * i + j] = push * normal[3 * c + i] * normal[3 * c + j];
}

/**
 * Gathers the depth of a patch, Σ w_i n_i · δp_i, from point to point, and with its last one adds
 *
 *   T += (w_K K + w_C C) g gᵀ,   K = f′ − f (q − 1)/δ of `sharePatches`
 *
 * Reads: moves. Writes: depths, values.
 */
function addPatch(tangent: ContactTangent, { patches, normal, count }: CompliantState, c: number): void {
  if (!(patches.depth[c] > 0)) return;
  const { moves, columns, places, depths, pair, values } = tangent;
  const n = columns[pair].length;
  if (c === 0 || patches.of[c - 1] !== patches.of[c]) {
    depths.fill(0, 0, n);
    patches.first = c;
  }
  for (let y = 0; y < n; y++)
    for (let k = 0; k < 3; k++) depths[y] += patches.weight[c] * normal[3 * c + k] * moves[6 * y + k];
  if (c + 1 < count && patches.of[c + 1] === patches.of[c]) return;
  const { first, stiffness, damping } = patches;
  const push = -tangent.stiffnessWeight * stiffness[first] - tangent.dampingWeight * damping[first];
  const place = places[pair];
  for (let y = 0; y < n; y++) for (let x = 0; x < n; x++) values[place[x * n + y]] += push * depths[x] * depths[y];
}

function addSliding(tangent: ContactTangent, { resistances: r, work: { sliding } }: CompliantState, e: number): void {
  const { stiffnessWeight, dampingWeight } = tangent;
  for (let x = 0; x < 9; x++)
    sliding[x] += stiffnessWeight * r.out.stiffness[9 * e + x] + dampingWeight * r.out.damping[9 * e + x];
}

/**
 * values += the torque L F of a resistance to rotation. Its displacement is L δθ across the normal, or L (n · δθ) for
 * spinning; its normal force follows the gap, by the columns of K and C along n.
 */
function addTurning(tangent: ContactTangent, contacts: CompliantState, c: number, e: number): void {
  const { moves, columns, places, values, pair, stiffnessWeight, dampingWeight } = tangent;
  const { resistances: r, normal } = contacts;
  const { turning, column } = contacts.work;
  const spins = r.kind[e] === RESISTS.spinning;
  const lever = r.lever[e];
  const n = columns[pair].length;
  const place = places[pair];
  for (let x = 0; x < 9; x++)
    turning[x] = stiffnessWeight * r.out.stiffness[9 * e + x] + dampingWeight * r.out.damping[9 * e + x];
  for (let y = 0; y < n; y++) {
    const o = 6 * y;
    const gap = normal[3 * c] * moves[o] + normal[3 * c + 1] * moves[o + 1] + normal[3 * c + 2] * moves[o + 2];
    const spin = normal[3 * c] * moves[o + 3] + normal[3 * c + 1] * moves[o + 4] + normal[3 * c + 2] * moves[o + 5];
    for (let i = 0; i < 3; i++) {
      const travel = spins ? spin * r.across[3 * e + i] : moves[o + 3 + i] - spin * normal[3 * c + i];
      column[i] = lever * travel + gap * normal[3 * c + i];
    }
    for (let i = 0; i < 3; i++)
      column[3 + i] = turning[3 * i] * column[0] + turning[3 * i + 1] * column[1] + turning[3 * i + 2] * column[2];
    const along = r.across[3 * e] * column[3] + r.across[3 * e + 1] * column[4] + r.across[3 * e + 2] * column[5];
    for (let x = 0; x < n; x++) {
      const p = 6 * x + 3;
      let work = 0;
      for (let i = 0; i < 3; i++) work += moves[p + i] * (spins ? along * normal[3 * c + i] : column[3 + i]);
      values[place[x * n + y]] += lever * work;
    }
  }
}
