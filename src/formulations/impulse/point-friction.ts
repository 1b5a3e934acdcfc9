import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import { reachSurface } from "./contact-rows.js";
import { GRIP, GRIP_SIZE, type ImpulseFields, impulseFields, PATCH, PATCH_SIZE, SOLVED } from "./fields.js";
import type { ImpulseSettings } from "./settings.js";

/**
 * Friction of each contact point by itself: one tangent in the plane, two in space, |λ_t| ≤ μ λ_n. Computes arms and
 * effective masses, and reads the impulses of the previous step. Reads: patchRow, contact tables, body poses. Writes:
 * gripRow.
 */
export function preparePointFriction(model: Model, data: Data, settings: ImpulseSettings): void {
  const f = impulseFields(data);
  const { gripRow: grip, patchSolved, patchBody, patchRow } = f;
  const { bodyPos, pointPos, pointImpulse, patchPoint } = data;
  const { moving } = data.systems.impulseState;
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    if (patchSolved[k] !== SOLVED.iterative) continue;
    const a = 3 * patchBody[2 * k];
    const b = 3 * patchBody[2 * k + 1];
    readTurn(patchRow, PATCH_SIZE * k, model.planar);
    const first = patchPoint[2 * k];
    const end = first + patchPoint[2 * k + 1];
    for (let i = first; i < end; i++) {
      const g = GRIP_SIZE * i;
      for (let c = 0; c < 3; c++) {
        grip[g + GRIP.armA + c] = pointPos[3 * i + c] - bodyPos[a + c];
        grip[g + GRIP.armB + c] = pointPos[3 * i + c] - bodyPos[b + c];
      }
      reachSurface(f, k, data.pointGap, i, grip, g + GRIP.armA, g + GRIP.armB);
      writeGripMass(f, k, g, model.planar);
      grip[g + GRIP.friction] = 0;
      grip[g + GRIP.friction + 1] = 0;
      grip[g + GRIP.before] = settings.warm * (turn[0] * pointImpulse[3 * i + 1] + turn[1] * pointImpulse[3 * i + 2]);
      grip[g + GRIP.before + 1] =
        settings.warm * (turn[0] * pointImpulse[3 * i + 2] - turn[1] * pointImpulse[3 * i + 1]);
      grip[g + GRIP.load] = 0;
      grip[g + GRIP.slips] = patchRow[PATCH_SIZE * k + PATCH.slips];
    }
  }
}

/** Cosine and sine of the angle from the persistent tangents to those of the patch. */
export const turn = new Float64Array(2);

/** The pole at which the persistent tangents are discontinuous: a direction that no face is likely to have. */
const POLE = [0.36, -0.48, 0.8] as const;

/**
 * A patch's tangents jump with the round-off of a normal that lies along an axis. Impulses are therefore carried over
 * along persistent tangents: u1 is the image of a fixed direction perpendicular to the pole under the shortest rotation
 * of the pole to the normal, u2 = n × u1. Writes the angle of the patch's tangents against these into `turn`. In the
 * plane there is one tangent and no jump.
 */
export function readTurn(row: Float64Array, o: number, planar: boolean): void {
  turn[0] = 1;
  turn[1] = 0;
  if (planar) return;
  const x = row[o];
  const y = row[o + 1];
  const z = row[o + 2];
  // u = d − (d·n)/(1 + p·n) (p + n) with d = (0.8, 0.6, 0) perpendicular to the pole p
  const along = 0.8 * x + 0.6 * y;
  const scale = along / Math.max(1 + POLE[0] * x + POLE[1] * y + POLE[2] * z, 1e-9);
  const ux = 0.8 - scale * (POLE[0] + x);
  const uy = 0.6 - scale * (POLE[1] + y);
  const uz = -scale * (POLE[2] + z);
  const t = o + PATCH.tangent1;
  const c = ux * row[t] + uy * row[t + 1] + uz * row[t + 2];
  const s = -(ux * row[t + 3] + uy * row[t + 4] + uz * row[t + 5]);
  const size = Math.sqrt(c * c + s * s);
  if (!(size > 0)) return;
  turn[0] = c / size;
  turn[1] = s / size;
}

/**
 * Stores friction along the patch's tangents as components along the persistent ones. Reads: turn. Writes:
 * pointImpulse.
 */
export function keepFriction(pointImpulse: Float64Array, i: number, grip: Float64Array, at: number): void {
  pointImpulse[3 * i + 1] = turn[0] * grip[at] - turn[1] * grip[at + 1];
  pointImpulse[3 * i + 2] = turn[1] * grip[at] + turn[0] * grip[at + 1];
}

/** [r × t1, r × t2] and [I⁻¹ (r × t1), I⁻¹ (r × t2)] of one body. */
const cross = new Float64Array(6);
const turned = new Float64Array(6);

/**
 * Inverse of K = J M⁻¹ Jᵀ of the two tangent rows, and an upper bound of its eigenvalues (Gershgorin). In the plane
 * only the first row.
 */
function writeGripMass(f: ImpulseFields, k: number, g: number, planar: boolean): void {
  const { patchRow: row, contactInertia: inertia, patchBody, gripRow: grip } = f;
  const o = PATCH_SIZE * k;
  let k11 = row[o + PATCH.invMassA] + row[o + PATCH.invMassB];
  let k22 = k11;
  let k12 = 0;
  for (let side = 0; side < 2; side++) {
    const body = 6 * patchBody[2 * k + side];
    const r = g + (side === 0 ? GRIP.armA : GRIP.armB);
    for (let t = 0; t < 2; t++) {
      const u = o + PATCH.tangent1 + 3 * t;
      const x = grip[r + 1] * row[u + 2] - grip[r + 2] * row[u + 1];
      const y = grip[r + 2] * row[u] - grip[r] * row[u + 2];
      const z = grip[r] * row[u + 1] - grip[r + 1] * row[u];
      cross[3 * t] = x;
      cross[3 * t + 1] = y;
      cross[3 * t + 2] = z;
      turned[3 * t] = inertia[body] * x + inertia[body + 3] * y + inertia[body + 4] * z;
      turned[3 * t + 1] = inertia[body + 3] * x + inertia[body + 1] * y + inertia[body + 5] * z;
      turned[3 * t + 2] = inertia[body + 4] * x + inertia[body + 5] * y + inertia[body + 2] * z;
    }
    for (let c = 0; c < 3; c++) {
      k11 += cross[c] * turned[c];
      k22 += cross[3 + c] * turned[3 + c];
      k12 += cross[c] * turned[3 + c];
    }
  }
  if (planar) {
    grip[g + GRIP.inverseK] = 1 / k11;
    grip[g + GRIP.inverseK + 1] = 0;
    grip[g + GRIP.inverseK + 2] = 0;
    grip[g + GRIP.stiffestK] = k11;
    return;
  }
  const det = k11 * k22 - k12 * k12;
  grip[g + GRIP.inverseK] = k22 / det;
  grip[g + GRIP.inverseK + 1] = k11 / det;
  grip[g + GRIP.inverseK + 2] = -k12 / det;
  grip[g + GRIP.stiffestK] = Math.max(k11, k22) + Math.abs(k12);
}

/**
 * Slip of B relative to A along the tangents at the point whose row begins at `g` of patch k, into `slip`. Reads:
 * bodyVel.
 */
export const slip = new Float64Array(2);

export function readSlip(v: Float64Array, f: ImpulseFields, k: number, g: number): void {
  const { patchRow: row, gripRow: grip, patchBody } = f;
  const a = 6 * patchBody[2 * k];
  const b = 6 * patchBody[2 * k + 1];
  const o = PATCH_SIZE * k;
  const ux =
    v[b + 3] +
    v[b + 1] * grip[g + 5] -
    v[b + 2] * grip[g + 4] -
    v[a + 3] -
    v[a + 1] * grip[g + 2] +
    v[a + 2] * grip[g + 1];
  const uy =
    v[b + 4] + v[b + 2] * grip[g + 3] - v[b] * grip[g + 5] - v[a + 4] - v[a + 2] * grip[g] + v[a] * grip[g + 2];
  const uz =
    v[b + 5] + v[b] * grip[g + 4] - v[b + 1] * grip[g + 3] - v[a + 5] - v[a] * grip[g + 1] + v[a + 1] * grip[g];
  slip[0] = ux * row[o + 3] + uy * row[o + 4] + uz * row[o + 5] + row[o + PATCH.surface];
  slip[1] = ux * row[o + 6] + uy * row[o + 7] + uz * row[o + 8] + row[o + PATCH.surface + 1];
}

/**
 * Solves the friction of one point of patch k, with its row at `g`. The sticking impulse is tried first; beyond the
 * bound the impulse opposes the slip, on the circle (or square) of the bound. The bound is static friction, or kinetic
 * friction where the contact slipped at the end of the previous step: a drop from static to kinetic within a sweep
 * would lose grip that the points of a patch have together ([Gribel2009] (30)–(34)). The bound belongs to the normal
 * impulse in `load`. Writes: bodyVel, friction.
 */
export function gripPoint(v: Float64Array, f: ImpulseFields, pyramid: boolean, k: number, g: number): void {
  const { patchRow: row, gripRow: grip } = f;
  const o = PATCH_SIZE * k;
  const load = grip[g + GRIP.load];
  const old1 = grip[g + GRIP.friction];
  const old2 = grip[g + GRIP.friction + 1];
  if (load === 0 && old1 === 0 && old2 === 0) return;
  readSlip(v, f, k, g);
  const v1 = slip[0];
  const v2 = slip[1];
  const q = g + GRIP.inverseK;
  let n1 = old1 - (grip[q] * v1 + grip[q + 2] * v2);
  let n2 = old2 - (grip[q + 2] * v1 + grip[q + 1] * v2);
  const bound = load * row[o + (grip[g + GRIP.slips] === 1 ? PATCH.kineticFriction : PATCH.staticFriction)];
  if (pyramid) {
    n1 = n1 > bound ? bound : n1 < -bound ? -bound : n1;
    n2 = n2 > bound ? bound : n2 < -bound ? -bound : n2;
  } else if (n1 * n1 + n2 * n2 > bound * bound) {
    // in the plane this keeps the direction; in space it opposes the slip, which K⁻¹ does not guarantee
    if (grip[q + 1] !== 0) {
      const mass = 1 / grip[g + GRIP.stiffestK];
      n1 = old1 - mass * v1;
      n2 = old2 - mass * v2;
    }
    const size = Math.sqrt(n1 * n1 + n2 * n2);
    const scale = size > bound ? bound / size : 1;
    n1 *= scale;
    n2 *= scale;
  }
  grip[g + GRIP.friction] = n1;
  grip[g + GRIP.friction + 1] = n2;
  pull[0] = n1 - old1;
  pull[1] = n2 - old2;
  pullPoint(v, f, k, g);
}

/** Impulses along the tangents for `pullPoint`, N s. */
export const pull = new Float64Array(2);

/** Applies the tangent impulses in `pull` at the point whose row begins at `g` of patch k. Writes: bodyVel. */
export function pullPoint(v: Float64Array, f: ImpulseFields, k: number, g: number): void {
  const { patchRow: row, gripRow: grip, contactInertia: inertia, patchBody } = f;
  const o = PATCH_SIZE * k;
  const px = pull[0] * row[o + 3] + pull[1] * row[o + 6];
  const py = pull[0] * row[o + 4] + pull[1] * row[o + 7];
  const pz = pull[0] * row[o + 5] + pull[1] * row[o + 8];
  for (let side = 0; side < 2; side++) {
    const b = 6 * patchBody[2 * k + side];
    const m = side === 0 ? -row[o + PATCH.invMassA] : row[o + PATCH.invMassB];
    if (m === 0) continue;
    const sign = side === 0 ? -1 : 1;
    const r = g + (side === 0 ? GRIP.armA : GRIP.armB);
    const qx = sign * (grip[r + 1] * pz - grip[r + 2] * py);
    const qy = sign * (grip[r + 2] * px - grip[r] * pz);
    const qz = sign * (grip[r] * py - grip[r + 1] * px);
    v[b] += inertia[b] * qx + inertia[b + 3] * qy + inertia[b + 4] * qz;
    v[b + 1] += inertia[b + 3] * qx + inertia[b + 1] * qy + inertia[b + 5] * qz;
    v[b + 2] += inertia[b + 4] * qx + inertia[b + 5] * qy + inertia[b + 2] * qz;
    v[b + 3] += m * px;
    v[b + 4] += m * py;
    v[b + 5] += m * pz;
  }
}
