import type { Data } from "../../data/data.js";
import { firstRow } from "../first-row.js";
import { type CompliantFields, compliantFields, MEMORY } from "./compliant-fields.js";
import type { CompliantSetup } from "./compliant-setup.js";
import { type CompliantState, REGION } from "./compliant-state.js";

/**
 * Which row of memory every contact continues, and how friction is shared. A contact is its own heir when its shapes
 * and features are as before. A point that is new, because the surface is cut otherwise there, continues the nearest
 * row of the same shapes, else of the same bodies: sticking belongs to the region, not to its points. Reads: memory.
 * Writes: before, own, share, impactSpeed.
 */
export function recallContacts(data: Data, setup: CompliantSetup, state: CompliantState): void {
  const fields = compliantFields(data);
  const rows = fields.remembered[0];
  const { count, before, own, heirs } = state;
  heirs.fill(0, 0, rows);
  for (let c = 0; c < count; c++) {
    const row = sameFeatures(fields, rows, state, c);
    before[c] = row;
    own[c] = row >= 0 ? 1 : 0;
    if (row >= 0) heirs[row]++;
  }
  for (let c = 0; c < count; c++) {
    if (own[c] === 1) continue;
    const row = nearestRow(fields, rows, state, c);
    before[c] = row;
    // of a row that no contact continues, a new point takes over the load
    if (row >= 0 && heirs[row] <= 0) {
      heirs[row]--;
      own[c] = 2;
    }
  }
  recallSpeeds(data, fields, state);
  if (setup.shared) shareFriction(fields, state);
  else state.share.fill(1, 0, count);
}

/**
 * Row with the same shapes and features that no other contact continues. Regions have no features: they go by place.
 */
function sameFeatures(fields: CompliantFields, rows: number, state: CompliantState, c: number): number {
  const { shape, feature, heirs } = state;
  const { key } = fields;
  if (feature[2 * c] === REGION) return -1;
  const a = shape[2 * c];
  const b = shape[2 * c + 1];
  for (let r = firstRow(key, fields.remembered, a, b); r < rows && key[4 * r] === a && key[4 * r + 1] === b; r++)
    if (key[4 * r + 2] === feature[2 * c] && key[4 * r + 3] === feature[2 * c + 1] && heirs[r] === 0) return r;
  return -1;
}

/** Least cosine between normals of one region. */
const SAME_REGION_COSINE = 0.7;

/** The nearest row of the same shapes; where they did not touch, of the same bodies. */
function nearestRow(fields: CompliantFields, rows: number, state: CompliantState, c: number): number {
  const { key } = fields;
  const a = state.shape[2 * c];
  const b = state.shape[2 * c + 1];
  let found = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let r = firstRow(key, fields.remembered, a, b); r < rows && key[4 * r] === a && key[4 * r + 1] === b; r++) {
    const square = squareDistance(fields, r, state, c);
    if (square < least) {
      least = square;
      found = r;
    }
  }
  if (found >= 0) return found;
  for (let r = 0; r < rows; r++) {
    if (!sameBodies(fields, r, state, c)) continue;
    const square = squareDistance(fields, r, state, c);
    if (square < least) {
      least = square;
      found = r;
    }
  }
  return found;
}

/** Square of the distance of row r from contact c, m²; infinite where their normals differ too much. */
function squareDistance({ memory }: CompliantFields, r: number, { normal, place }: CompliantState, c: number): number {
  const o = MEMORY.size * r;
  let cosine = 0;
  let square = 0;
  for (let k = 0; k < 3; k++) {
    cosine += memory[o + MEMORY.normal + k] * normal[3 * c + k];
    const d = memory[o + MEMORY.place + k] - place[3 * c + k];
    square += d * d;
  }
  return cosine < SAME_REGION_COSINE ? Number.POSITIVE_INFINITY : square;
}

/** Whether row r is of the bodies of contact c; only where one of them has several shapes can that help. */
function sameBodies({ key }: CompliantFields, r: number, state: CompliantState, c: number): boolean {
  const { bodyOfShape, body } = state;
  return bodyOfShape[key[4 * r]] === body[2 * c] && bodyOfShape[key[4 * r + 1]] === body[2 * c + 1];
}

/**
 * Approach speed at first touch: remembered, or −n · (v_B − v_A) of the velocities that the part of the step began
 * with. Writes: impactSpeed.
 */
function recallSpeeds(data: Data, { memory }: CompliantFields, state: CompliantState): void {
  const { startVel: v } = data.systems.contactStep;
  const { bodyPos } = data;
  const { count, before, body, normal, place, batch } = state;
  for (let c = 0; c < count; c++) {
    if (before[c] >= 0) {
      batch.impactSpeed[c] = Math.max(0, memory[MEMORY.size * before[c] + MEMORY.impactSpeed]);
      continue;
    }
    let approach = 0;
    for (let side = 0; side < 2; side++) {
      const b = body[2 * c + side];
      const o = 6 * b;
      const sign = side === 0 ? 1 : -1;
      const x = place[3 * c] - bodyPos[3 * b];
      const y = place[3 * c + 1] - bodyPos[3 * b + 1];
      const z = place[3 * c + 2] - bodyPos[3 * b + 2];
      approach +=
        sign *
        (normal[3 * c] * (v[o + 3] + v[o + 1] * z - v[o + 2] * y) +
          normal[3 * c + 1] * (v[o + 4] + v[o + 2] * x - v[o] * z) +
          normal[3 * c + 2] * (v[o + 5] + v[o] * y - v[o + 1] * x));
    }
    batch.impactSpeed[c] = Math.max(0, approach);
  }
}

/**
 * share = N_i / Σ N_j over the contacts of two bodies, with the normal forces of the last step: constant within the
 * step, so that derivatives stay exact, and continuous in time, since a point comes and goes without load. Bodies that
 * have just met share evenly. Writes: share.
 */
function shareFriction({ memory }: CompliantFields, state: CompliantState): void {
  const { count, body, before, own, heirs, share } = state;
  for (let c = 0; c < count; c++) {
    const row = before[c];
    const load = own[c] === 0 ? 0 : memory[MEMORY.size * row + MEMORY.force];
    share[c] = own[c] === 2 ? load / -heirs[row] : load;
  }
  for (let c = 0; c < count; c++) {
    if (share[c] < 0) continue;
    let sum = 0;
    let members = 0;
    for (let d = c; d < count && mayShare(state, c, d); d++) {
      if (body[2 * d + 1] !== body[2 * c + 1]) continue;
      sum += share[d];
      members++;
    }
    // marked as done by a negative number, which the last loop takes back
    for (let d = c; d < count && mayShare(state, c, d); d++)
      if (body[2 * d + 1] === body[2 * c + 1]) share[d] = -(sum > 0 ? share[d] / sum : 1 / members) - 1;
  }
  for (let c = 0; c < count; c++) share[c] = -share[c] - 1;
}

/**
 * Whether contacts of the bodies of contact c may still follow at d: they are sorted by shapes, and shapes by bodies.
 */
function mayShare({ body, shape }: CompliantState, c: number, d: number): boolean {
  if (body[2 * d] !== body[2 * c]) return false;
  return shape[2 * d] !== shape[2 * c] || body[2 * d + 1] === body[2 * c + 1] || d - c < NEIGHBOURS;
}

/** Contacts of other bodies that are looked through for one more of these. */
const NEIGHBOURS = 64;
