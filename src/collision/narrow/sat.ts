import { differenceSupport, support } from "./support.js";
import { type Collider, type HullGeometry, KIND } from "./types.js";
import { edgesOfB, found, rel } from "./workspace.js";

/** [s, n 3] of the best face axis, then [s, n 3] of the best edge axis; s = −∞ where there is none. */
export const satBest = new Float64Array(8);

/** Sines below this count as zero in the test of the Gauss map, so that arcs which touch are tried: the support has the last word. */
const ARC_SLACK = 1e-7;

/** Edges whose directions differ by less than this (rad) span no axis: the sliver between them is thinner than round-off. */
const PARALLEL = 1e-12;

/** Round-off of heights, as a fraction of what is compared: edges within it are kept. */
const SLACK = 1e-9;

const scratch = new Float64Array(12);

/**
 * Greatest separation s(n) of two polyhedra (or the segment of a capsule and a polyhedron) over all normals of the faces of their
 * difference: face normals of A, of B, and cross products of those edges whose arcs cross on the Gauss map [Gregorius2013]. For overlapping
 * shapes that is exactly minus the penetration depth; for separate ones a lower bound of the distance which is the distance itself
 * when a face or a pair of edges is nearest.
 *
 * The value kept for an axis is the support gap it achieves, so an axis let through by the slack of the arc test can do no harm.
 * Writes `satBest`. Returns false as soon as a face axis separates by more than `limit[0]`.
 */
export function sat(a: Collider, b: Collider, limit: Float64Array): boolean {
  satBest[0] = -Infinity;
  satBest[4] = -Infinity;
  if (a.kind === KIND.box && b.kind === KIND.box) return boxes(a.size, b.size, limit);
  if (limit[0] < Infinity && apartAlongCenters(a, b, limit)) return false;
  if (!facesOfA(a, b, limit)) return false;
  if (!facesOfB(a, b, limit)) return false;
  chooseEdges(a, b, limit);
  edgePairs(a, b);
  return true;
}

/** Edges that may form the best axis: of A, as indices into its list, and how many there are of either. */
let nearEdgesOfA = new Int32Array(256);
let nearCountA = 0;
let nearCountB = 0;

/**
 * Edges near the gap. Let the best face axis n separate by s, so that max_A n·x = min_B n·x − s. If edges of both decide, their nearest
 * points have the distance d, which is the wanted one if |d| ≤ max(limit, −s): beyond the limit nobody asks, and deeper than the best
 * face they do not win. p_B·n ≥ min_B n·x then gives
 *
 *   p_A·n ≥ min_B n·x − |d| ≥ max_A n·x + s − max(limit, −s),   and for B likewise,
 *
 * so edges that end short of that are left out. Writes: nearEdgesOfA, edgesOfB.
 */
function chooseEdges(a: Collider, b: Collider, limit: Float64Array): void {
  const { edges } = a.hull!;
  const v = a.hull!.polyhedron.vertices;
  if (edges.length > 4 * nearEdgesOfA.length) nearEdgesOfA = new Int32Array(edges.length);
  const s = satBest[0];
  const x = satBest[1];
  const y = satBest[2];
  const z = satBest[3];
  const slack = s > -Infinity ? (Math.max(limit[0], -s) - s) * (1 + SLACK) + SLACK * (a.reach + b.reach) : Infinity;
  let top = -Infinity;
  if (slack < Infinity) {
    for (let i = 0; i < v.length; i += 3) top = Math.max(top, x * v[i] + y * v[i + 1] + z * v[i + 2]);
  }
  nearCountA = 0;
  for (let e = 0; e < edges.length; e += 4) {
    const p = 3 * edges[e];
    const q = 3 * edges[e + 1];
    if (slack < Infinity) {
      const hp = x * v[p] + y * v[p + 1] + z * v[p + 2];
      const hq = x * v[q] + y * v[q + 1] + z * v[q + 2];
      if (hp < top - slack && hq < top - slack) continue;
    }
    nearEdgesOfA[nearCountA++] = e;
  }
  // the lowest of B is above the highest of A by s; heights of B's vertices are those of A's frame
  highest[0] = top + s + slack;
  placeEdges(b.hull!);
}

const centers = new Float64Array(3);
const supports = new Float64Array(9);

/** Whether the line between the middles separates by more than the limit: true of most pairs that only their boxes bring together. */
function apartAlongCenters(a: Collider, b: Collider, limit: Float64Array): boolean {
  const ca = a.hull?.center;
  const cb = b.hull?.center;
  const x = cb === undefined ? 0 : cb[0];
  const y = cb === undefined ? 0 : cb[1];
  const z = cb === undefined ? 0 : cb[2];
  for (let k = 0; k < 3; k++) {
    const row = 3 * k;
    centers[k] = rel[row] * x + rel[row + 1] * y + rel[row + 2] * z + rel[9 + k] - (ca === undefined ? 0 : ca[k]);
  }
  const length = Math.sqrt(centers[0] * centers[0] + centers[1] * centers[1] + centers[2] * centers[2]);
  if (!(length > 0)) return false;
  for (let k = 0; k < 3; k++) centers[k] /= length;
  differenceSupport(a, b, centers, 0, supports, 0);
  return centers[0] * supports[6] + centers[1] * supports[7] + centers[2] * supports[8] > limit[0];
}

/** A face of A beats the best axis only if all of B does; the vertex that was the lowest for the face before is asked first. */
function facesOfA(a: Collider, b: Collider, limit: Float64Array): boolean {
  const planes = a.hull!.planes;
  let start = 0;
  let vx = Infinity;
  let vy = 0;
  let vz = 0;
  for (let f = 0; f < planes.length; f += 4) {
    const x = planes[f];
    const y = planes[f + 1];
    const z = planes[f + 2];
    if (vx < Infinity && x * vx + y * vy + z * vz - planes[f + 3] <= satBest[0]) continue;
    scratch[0] = -(rel[0] * x + rel[3] * y + rel[6] * z);
    scratch[1] = -(rel[1] * x + rel[4] * y + rel[7] * z);
    scratch[2] = -(rel[2] * x + rel[5] * y + rel[8] * z);
    start = support(b, scratch, 0, scratch, 3, start);
    const s =
      x * rel[9] +
      y * rel[10] +
      z * rel[11] -
      (scratch[0] * scratch[3] + scratch[1] * scratch[4] + scratch[2] * scratch[5]) -
      planes[f + 3];
    vx = rel[0] * scratch[3] + rel[1] * scratch[4] + rel[2] * scratch[5] + rel[9];
    vy = rel[3] * scratch[3] + rel[4] * scratch[4] + rel[5] * scratch[5] + rel[10];
    vz = rel[6] * scratch[3] + rel[7] * scratch[4] + rel[8] * scratch[5] + rel[11];
    if (s > satBest[0]) {
      satBest[0] = s;
      satBest[1] = x;
      satBest[2] = y;
      satBest[3] = z;
      if (s > limit[0]) return false;
    }
  }
  return true;
}

function facesOfB(a: Collider, b: Collider, limit: Float64Array): boolean {
  const planes = b.hull!.planes;
  let start = 0;
  let vx = Infinity;
  let vy = 0;
  let vz = 0;
  for (let f = 0; f < planes.length; f += 4) {
    const x = planes[f];
    const y = planes[f + 1];
    const z = planes[f + 2];
    if (vx < Infinity && x * vx + y * vy + z * vz - planes[f + 3] <= satBest[0]) continue;
    // n points from A to B, against the outward normal of B
    scratch[0] = -(rel[0] * x + rel[1] * y + rel[2] * z);
    scratch[1] = -(rel[3] * x + rel[4] * y + rel[5] * z);
    scratch[2] = -(rel[6] * x + rel[7] * y + rel[8] * z);
    start = support(a, scratch, 0, scratch, 3, start);
    const s =
      scratch[0] * (rel[9] - scratch[3]) +
      scratch[1] * (rel[10] - scratch[4]) +
      scratch[2] * (rel[11] - scratch[5]) -
      planes[f + 3];
    // the vertex of A in the frame of B
    const dx = scratch[3] - rel[9];
    const dy = scratch[4] - rel[10];
    const dz = scratch[5] - rel[11];
    vx = rel[0] * dx + rel[3] * dy + rel[6] * dz;
    vy = rel[1] * dx + rel[4] * dy + rel[7] * dz;
    vz = rel[2] * dx + rel[5] * dy + rel[8] * dz;
    if (s > satBest[0]) {
      satBest[0] = s;
      satBest[1] = scratch[0];
      satBest[2] = scratch[1];
      satBest[3] = scratch[2];
      if (s > limit[0]) return false;
    }
  }
  return true;
}

/** Height up to which edges of B matter, m. */
const highest = new Float64Array(1);

/** Edges of B that begin or end below `highest` along the best face axis, with direction, face normals and first vertex, in the frame of A. */
function placeEdges(hull: HullGeometry): void {
  const { edges, planes, polyhedron } = hull;
  const v = polyhedron.vertices;
  const flat = planes.length === 0;
  const all = !(highest[0] < Infinity);
  const nx = rel[0] * satBest[1] + rel[3] * satBest[2] + rel[6] * satBest[3];
  const ny = rel[1] * satBest[1] + rel[4] * satBest[2] + rel[7] * satBest[3];
  const nz = rel[2] * satBest[1] + rel[5] * satBest[2] + rel[8] * satBest[3];
  const most = highest[0] - (rel[9] * satBest[1] + rel[10] * satBest[2] + rel[11] * satBest[3]);
  let o = 0;
  for (let e = 0; e < edges.length; e += 4) {
    const p = 3 * edges[e];
    const q = 3 * edges[e + 1];
    if (!all && nx * v[p] + ny * v[p + 1] + nz * v[p + 2] > most && nx * v[q] + ny * v[q + 1] + nz * v[q + 2] > most)
      continue;
    const x = v[q] - v[p];
    const y = v[q + 1] - v[p + 1];
    const z = v[q + 2] - v[p + 2];
    const length = Math.sqrt(x * x + y * y + z * z);
    scratch[0] = x / length;
    scratch[1] = y / length;
    scratch[2] = z / length;
    for (let k = 0; k < 3; k++) {
      scratch[3 + k] = flat ? 0 : planes[4 * edges[e + 2] + k];
      scratch[6 + k] = flat ? 0 : planes[4 * edges[e + 3] + k];
      scratch[9 + k] = v[p + k];
    }
    for (let i = 0; i < 12; i += 3) {
      for (let k = 0; k < 3; k++) {
        edgesOfB[o + i + k] =
          rel[3 * k] * scratch[i] + rel[3 * k + 1] * scratch[i + 1] + rel[3 * k + 2] * scratch[i + 2];
      }
    }
    edgesOfB[o + 9] += rel[9];
    edgesOfB[o + 10] += rel[10];
    edgesOfB[o + 11] += rel[11];
    o += 12;
  }
  nearCountB = o / 12;
}

function edgePairs(a: Collider, b: Collider): void {
  const hull = a.hull!;
  const { edges, planes } = hull;
  const v = hull.polyhedron.vertices;
  const edgesB = edgesOfB;
  const countB = 12 * nearCountB;
  const flatA = planes.length === 0;
  const flatB = b.hull!.planes.length === 0;
  for (let k = 0; k < nearCountA; k++) {
    const e = nearEdgesOfA[k];
    const p = 3 * edges[e];
    const q = 3 * edges[e + 1];
    let ex = v[q] - v[p];
    let ey = v[q + 1] - v[p + 1];
    let ez = v[q + 2] - v[p + 2];
    const length = Math.sqrt(ex * ex + ey * ey + ez * ez);
    ex /= length;
    ey /= length;
    ez /= length;
    const l = 4 * edges[e + 2];
    const r = 4 * edges[e + 3];
    const lx = flatA ? 0 : planes[l];
    const ly = flatA ? 0 : planes[l + 1];
    const lz = flatA ? 0 : planes[l + 2];
    const rx = flatA ? 0 : planes[r];
    const ry = flatA ? 0 : planes[r + 1];
    const rz = flatA ? 0 : planes[r + 2];
    for (let o = 0; o < countB; o += 12) {
      const fx = edgesB[o];
      const fy = edgesB[o + 1];
      const fz = edgesB[o + 2];
      // Do the arc from l to r and the arc from −L to −R (normals of the faces at B's edge) cross?
      let bl = 0;
      if (!flatB) {
        bl = ex * edgesB[o + 3] + ey * edgesB[o + 4] + ez * edgesB[o + 5];
        const br = ex * edgesB[o + 6] + ey * edgesB[o + 7] + ez * edgesB[o + 8];
        if ((bl > ARC_SLACK && br > ARC_SLACK) || (bl < -ARC_SLACK && br < -ARC_SLACK)) continue;
      }
      if (!flatA) {
        const al = fx * lx + fy * ly + fz * lz;
        const ar = fx * rx + fy * ry + fz * rz;
        if ((al > ARC_SLACK && ar > ARC_SLACK) || (al < -ARC_SLACK && ar < -ARC_SLACK)) continue;
        // l × r and L × R run along e and f; the arcs cross in the same hemisphere when L·e and r·f differ in sign
        if (!flatB && bl * ar > ARC_SLACK) continue;
      }
      let nx = ey * fz - ez * fy;
      let ny = ez * fx - ex * fz;
      let nz = ex * fy - ey * fx;
      const sine2 = nx * nx + ny * ny + nz * nz;
      if (sine2 < PARALLEL * PARALLEL) continue;
      // outward of A, and against the outward normals of B
      let out = nx * (lx + rx) + ny * (ly + ry) + nz * (lz + rz);
      if (flatA) {
        out = -(
          nx * (edgesB[o + 3] + edgesB[o + 6]) +
          ny * (edgesB[o + 4] + edgesB[o + 7]) +
          nz * (edgesB[o + 5] + edgesB[o + 8])
        );
      }
      const inverse = (out < 0 ? -1 : 1) / Math.sqrt(sine2);
      nx *= inverse;
      ny *= inverse;
      nz *= inverse;
      const s = nx * (edgesB[o + 9] - v[p]) + ny * (edgesB[o + 10] - v[p + 1]) + nz * (edgesB[o + 11] - v[p + 2]);
      if (!(s > satBest[4])) continue;
      scratch[0] = nx;
      scratch[1] = ny;
      scratch[2] = nz;
      scratch[3] = ex;
      scratch[4] = ey;
      scratch[5] = ez;
      tryEdges(a, b);
    }
  }
}

/**
 * Tries the axis in scratch[0…2] of an edge along scratch[3…5]. The cross product of nearly parallel edges is off in all directions; the
 * part along the edge is what would cost, and is removed first.
 */
function tryEdges(a: Collider, b: Collider): void {
  const along = scratch[0] * scratch[3] + scratch[1] * scratch[4] + scratch[2] * scratch[5];
  let nx = scratch[0] - along * scratch[3];
  let ny = scratch[1] - along * scratch[4];
  let nz = scratch[2] - along * scratch[5];
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  nx /= length;
  ny /= length;
  nz /= length;
  scratch[0] = nx;
  scratch[1] = ny;
  scratch[2] = nz;
  support(a, scratch, 0, scratch, 3, 0);
  scratch[6] = -(rel[0] * nx + rel[3] * ny + rel[6] * nz);
  scratch[7] = -(rel[1] * nx + rel[4] * ny + rel[7] * nz);
  scratch[8] = -(rel[2] * nx + rel[5] * ny + rel[8] * nz);
  support(b, scratch, 6, scratch, 9, 0);
  const s =
    nx * (rel[9] - scratch[3]) +
    ny * (rel[10] - scratch[4]) +
    nz * (rel[11] - scratch[5]) -
    (scratch[6] * scratch[9] + scratch[7] * scratch[10] + scratch[8] * scratch[11]);
  if (!(s > satBest[4])) return;
  satBest[4] = s;
  satBest[5] = nx;
  satBest[6] = ny;
  satBest[7] = nz;
}

/**
 * Two boxes: 15 axes in closed form [Luaces2013, §4.5.3]. With R = R_AB, t = p_AB_A and half extents a, b the separation along a unit n is
 * |n·t| − Σ aᵢ |nᵢ| − Σ bⱼ |n·Bⱼ|. A cross product with an axis of A has no part along that axis, however short it is.
 */
function boxes(a: Float64Array, b: Float64Array, limit: Float64Array): boolean {
  for (let i = 0; i < 3; i++) {
    // face i of A, then face i of B
    const row = 3 * i;
    const tA = rel[9 + i];
    const tB = rel[i] * rel[9] + rel[3 + i] * rel[10] + rel[6 + i] * rel[11];
    const sA =
      Math.abs(tA) - a[i] - (b[0] * Math.abs(rel[row]) + b[1] * Math.abs(rel[row + 1]) + b[2] * Math.abs(rel[row + 2]));
    const sB =
      Math.abs(tB) - b[i] - (a[0] * Math.abs(rel[i]) + a[1] * Math.abs(rel[3 + i]) + a[2] * Math.abs(rel[6 + i]));
    if (sA > satBest[0]) {
      satBest[0] = sA;
      satBest[1] = 0;
      satBest[2] = 0;
      satBest[3] = 0;
      satBest[1 + i] = tA < 0 ? -1 : 1;
    }
    if (sB > satBest[0]) {
      const sign = tB < 0 ? -1 : 1;
      satBest[0] = sB;
      satBest[1] = sign * rel[i];
      satBest[2] = sign * rel[3 + i];
      satBest[3] = sign * rel[6 + i];
    }
    if (satBest[0] > limit[0]) return false;
  }
  for (let i = 0; i < 3; i++) {
    const u = i < 2 ? i + 1 : 0;
    const v = 3 - i - u;
    for (let j = 0; j < 3; j++) {
      // n = Aᵢ × Bⱼ has the components −B_v and B_u
      const nu = -rel[3 * v + j];
      const nv = rel[3 * u + j];
      const length = Math.sqrt(nu * nu + nv * nv);
      if (length < PARALLEL) continue;
      const k = j < 2 ? j + 1 : 0;
      const l = 3 - j - k;
      const along = nu * rel[9 + u] + nv * rel[9 + v];
      const s =
        (Math.abs(along) -
          (a[u] * Math.abs(nu) + a[v] * Math.abs(nv)) -
          (b[k] * Math.abs(nu * rel[3 * u + k] + nv * rel[3 * v + k]) +
            b[l] * Math.abs(nu * rel[3 * u + l] + nv * rel[3 * v + l]))) /
        length;
      if (!(s > satBest[4])) continue;
      const scale = (along < 0 ? -1 : 1) / length;
      satBest[4] = s;
      satBest[5] = 0;
      satBest[6] = 0;
      satBest[7] = 0;
      satBest[5 + u] = scale * nu;
      satBest[5 + v] = scale * nv;
    }
  }
  return true;
}

/** The better of the best face and the best edge axis into `found`; an edge axis must win by `bias` (≥ 0). */
export function chooseAxis(bias: Float64Array): void {
  const o = satBest[4] > satBest[0] + bias[0] ? 4 : 0;
  for (let k = 0; k < 4; k++) found[k] = satBest[o + k];
}
