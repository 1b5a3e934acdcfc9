import { SHAPE } from "./feature.js";
import type { Collider } from "./types.js";
import type { Feature, NarrowWorkspace } from "./workspace.js";

/** No candidates, and nothing known of the region that they are going to span. */
export function clearCandidates(w: NarrowWorkspace): void {
  const { candidates } = w;
  candidates.count = 0;
  candidates.ordered = false;
  candidates.round = 0;
  candidates.whole = 0;
}

/**
 * Tangents to the normal in found[1…3], and the direction for sampling rims. That one follows the shape which is not
 * round, so that a cylinder which spins on a box or plane keeps its points, and a box which turns with its cylinder
 * keeps them too; between two round shapes it follows the world.
 */
export function chooseTangents(w: NarrowWorkspace, a: Collider, b: Collider): void {
  const { found, frameA, rel, tangents } = w;
  const x = found[1];
  const y = found[2];
  const z = found[3];
  tangents[6] = x;
  tangents[7] = y;
  tangents[8] = z;
  const helper = Math.abs(x) < 0.6;
  let tx = helper ? 0 : -z;
  let ty = helper ? z : 0;
  let tz = helper ? -y : x;
  const length = Math.sqrt(tx * tx + ty * ty + tz * tz);
  tx /= length;
  ty /= length;
  tz /= length;
  tangents[0] = tx;
  tangents[1] = ty;
  tangents[2] = tz;
  tangents[3] = y * tz - z * ty;
  tangents[4] = z * tx - x * tz;
  tangents[5] = x * ty - y * tx;
  const roundA = a.shape.hasDiscs;
  const roundB = b.shape.hasDiscs;
  for (let axis = 0; axis < 2; axis++) {
    // x axis of the frame that is followed, or its y axis when the normal is along x
    for (let k = 0; k < 3; k++)
      tangents[9 + k] = roundA && roundB ? frameA[3 * axis + k] : roundA ? rel[3 * k + axis] : k === axis ? 1 : 0;
    if (Math.abs(tangents[9] * x + tangents[10] * y + tangents[11] * z) < 0.9) break;
  }
}

/** Places of a feature's vertices in the plane of the tangents. */
export function toPlane(w: NarrowWorkspace, f: Feature, uv: Float64Array): void {
  const { tangents } = w;
  for (let i = 0; i < f.count; i++) {
    const x = f.points[3 * i];
    const y = f.points[3 * i + 1];
    const z = f.points[3 * i + 2];
    uv[2 * i] = tangents[0] * x + tangents[1] * y + tangents[2] * z;
    uv[2 * i + 1] = tangents[3] * x + tangents[4] * y + tangents[5] * z;
  }
}

/** Adds the place q[i…] with its heights on both features along the normal. */
export function addCandidate(w: NarrowWorkspace, q: Float64Array, i: number, idA: number, idB: number): void {
  const { candidates, featureA, featureB } = w;
  const c = candidates.count;
  addPlace(w, q, i, idA, idB);
  if (candidates.count === c) return;
  liftTo(w, featureA, candidates.uvA, c, candidates.heightA);
  liftTo(w, featureB, candidates.uvB, c, candidates.heightB);
}

/** Adds the place q[i…] without heights. */
export function addPlace(w: NarrowWorkspace, q: Float64Array, i: number, idA: number, idB: number): void {
  const { candidates } = w;
  const c = candidates.count;
  if (c >= candidates.idA.length) return;
  candidates.count = c + 1;
  candidates.uv[2 * c] = q[i];
  candidates.uv[2 * c + 1] = q[i + 1];
  candidates.uvOnB[2 * c] = q[i];
  candidates.uvOnB[2 * c + 1] = q[i + 1];
  candidates.idA[c] = idA;
  candidates.idB[c] = idB;
}

/** Heights along the normal of a flat feature above the places of all candidates. Writes: height. */
export function liftPlaces(w: NarrowWorkspace, { plane: m }: Feature, height: Float64Array): void {
  const { candidates, tangents } = w;
  const { count, uv } = candidates;
  const mu = m[0] * tangents[0] + m[1] * tangents[1] + m[2] * tangents[2];
  const mv = m[0] * tangents[3] + m[1] * tangents[4] + m[2] * tangents[5];
  const cosine = m[0] * tangents[6] + m[1] * tangents[7] + m[2] * tangents[8];
  const offset = m[3];
  for (let c = 0; c < count; c++) height[c] = (offset - uv[2 * c] * mu - uv[2 * c + 1] * mv) / cosine;
}

/** Adds a pair of nearest points in the frame of A: p[i…] on A and q[j…] on B. */
export function addPair(
  w: NarrowWorkspace,
  p: Float64Array,
  i: number,
  q: Float64Array,
  j: number,
  idA: number,
  idB: number,
): void {
  const { candidates, tangents } = w;
  const c = candidates.count;
  if (c >= candidates.idA.length) return;
  candidates.count = c + 1;
  for (let k = 0; k < 2; k++) {
    const t = 3 * k;
    candidates.uv[2 * c + k] = tangents[t] * p[i] + tangents[t + 1] * p[i + 1] + tangents[t + 2] * p[i + 2];
    candidates.uvOnB[2 * c + k] = tangents[t] * q[j] + tangents[t + 1] * q[j + 1] + tangents[t + 2] * q[j + 2];
  }
  candidates.heightA[c] = tangents[6] * p[i] + tangents[7] * p[i + 1] + tangents[8] * p[i + 2];
  candidates.heightB[c] = tangents[6] * q[j] + tangents[7] * q[j + 1] + tangents[8] * q[j + 2];
  candidates.idA[c] = idA;
  candidates.idB[c] = idB;
}

/** Copies candidate `from` over candidate `to`. */
export function moveCandidate(w: NarrowWorkspace, from: number, to: number): void {
  const { candidates } = w;
  for (let k = 0; k < 2; k++) {
    candidates.uv[2 * to + k] = candidates.uv[2 * from + k];
    candidates.uvOnB[2 * to + k] = candidates.uvOnB[2 * from + k];
  }
  candidates.heightA[to] = candidates.heightA[from];
  candidates.heightB[to] = candidates.heightB[from];
  candidates.idA[to] = candidates.idA[from];
  candidates.idB[to] = candidates.idB[from];
}

/** Height along the normal of the feature above the place of candidate c. */
function liftTo(w: NarrowWorkspace, f: Feature, q: Float64Array, c: number, height: Float64Array): void {
  const { candidates, featureA, tangents } = w;
  const p = f.points;
  const nx = tangents[6];
  const ny = tangents[7];
  const nz = tangents[8];
  if (f.shape === SHAPE.point) {
    height[c] = p[0] * nx + p[1] * ny + p[2] * nz;
    return;
  }
  const u = candidates.uv[2 * c];
  const v = candidates.uv[2 * c + 1];
  if (f.shape === SHAPE.segment) {
    const first = p[0] * nx + p[1] * ny + p[2] * nz;
    const last = p[3] * nx + p[4] * ny + p[5] * nz;
    const du = q[2] - q[0];
    const dv = q[3] - q[1];
    const t = Math.max(0, Math.min(1, ((u - q[0]) * du + (v - q[1]) * dv) / (du * du + dv * dv)));
    height[c] = t <= 0.5 ? first + t * (last - first) : last - (1 - t) * (last - first);
    const r = f.lift[0];
    if (r === 0) return;
    // A capsule's surface along a leaning direction: over its side it is r/cos away, over the round of its deepest end,
    // δ from it, δ sin + √(r² − δ² cos²). The radius itself is added when points are written.
    const sine = f.lift[1];
    const cosine = Math.sqrt(1 - sine * sine);
    const along = Math.abs(t - f.lift[2]) * f.lift[3];
    const rise =
      along * cosine >= r * sine ? r / cosine : along * sine + Math.sqrt(r * r - along * along * cosine * cosine);
    height[c] += f === featureA ? rise - r : r - rise;
    return;
  }
  const m = f.plane;
  const mu = m[0] * tangents[0] + m[1] * tangents[1] + m[2] * tangents[2];
  const mv = m[0] * tangents[3] + m[1] * tangents[4] + m[2] * tangents[5];
  height[c] = (m[3] - u * mu - v * mv) / (m[0] * nx + m[1] * ny + m[2] * nz);
}
