import { atan2 } from "../../../math/elementary.js";
import { OVERLAP, OVERLAP_FLAG, OVERLAP_SIZE } from "../volume-overlap.js";
import type { Hull } from "./hull.js";

/**
 * Integrals over the closed surfaces of the regions, polygon by polygon [Mirtich1996; Vilela2018]. With a, b, c the
 * corners of a triangle relative to a reference point O, d = a · (b × c), s = a + b + c:
 *
 *   V = Σ d/6,   ∫ x dV = Σ d s/24,   ∫ x xᵀ dV = Σ d (s sᵀ + a aᵀ + b bᵀ + c cᵀ)/120
 *
 * Vector area: Σ ½ (b − a) × (c − a) over A's part of the surface. Patch: B's part, seen along the normal, with t = −½
 * n · ((b − a) × (c − a)):
 *
 *   S = Σ t,   ∫ x dS = Σ t s/3,   ∫ x xᵀ dS = Σ t (s sᵀ + a aᵀ + b bᵀ + c cᵀ)/12
 */
export interface Shells {
  /** Shell of each polygon: a connected part of the surface. */
  readonly of: Int32Array;
  readonly count: number;
  /** Region of each shell, −1 for one without volume, −2 for a void that nothing encloses. */
  readonly region: Int32Array;
  /** Shells that stand for regions, in the order of the regions. */
  readonly outer: readonly number[];
  readonly strayed: number;
}

/** Numbers per shell: Σ d, Σ d s (3), Σ d (…) (6), and Σ |(b − a) × (c − a)|₁. */
const SUMS = 11;

/** Connected parts of the hull, as regions, voids in them, or mere rounding. `orderOf` orders the regions. */
export function findShells(
  hull: Hull,
  near: readonly number[],
  largest: number,
  orderOf: (polygon: number) => number,
): Shells {
  const { of, count } = connect(hull);
  const first = new Float64Array(count).fill(Infinity);
  for (let i = 0; i < of.length; i++) first[of[i]] = Math.min(first[of[i]], orderOf(i));
  const sums = addUp(hull, near, of, count);
  const region = new Int32Array(count).fill(-1);
  const solid: number[] = [];
  const voids: number[] = [];
  for (let s = 0; s < count; s++) {
    // as `voids.ts`: a few units in the last place of the coordinates, times the area
    const noise = 8 * Number.EPSILON * largest * sums[SUMS * s + 10];
    if (sums[SUMS * s] > noise) solid.push(s);
    else if (sums[SUMS * s] < -noise) voids.push(s);
  }
  const outer = solid.sort((s, t) => (first[s] === first[t] ? s - t : first[s] - first[t]));
  outer.forEach((s, r) => {
    region[s] = r;
  });
  let strayed = 0;
  for (const s of voids) {
    const host = outer.length === 1 ? outer[0] : hostOf(hull, near, of, outer, s);
    region[s] = host < 0 ? -2 : region[host];
    if (host < 0) strayed++;
  }
  return { of, count, region, outer, strayed };
}

function connect({ polygons, beyond }: Hull): { of: Int32Array; count: number } {
  const of = new Int32Array(polygons.length).fill(-1);
  let count = 0;
  for (let seed = 0; seed < of.length; seed++) {
    if (of[seed] >= 0) continue;
    const stack = [seed];
    of[seed] = count;
    for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
      for (const j of beyond[i]) {
        if (j < 0 || of[j] >= 0) continue;
        of[j] = count;
        stack.push(j);
      }
    }
    count++;
  }
  return { of, count };
}

/** Calls `take` with the corners of every triangle of a polygon's fan. */
export function eachTriangle(corners: readonly number[], take: (a: number, b: number, c: number) => void): void {
  for (let i = 1; i + 1 < corners.length; i++) take(corners[0], corners[i], corners[i + 1]);
}

/** Sums of each shell, or of each region when `group` says so, about its first corner. */
function addUp(hull: Hull, near: readonly number[], group: Int32Array, count: number): Float64Array {
  const sums = new Float64Array(SUMS * count);
  const origin = originsOf(hull, group, count);
  const at = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  hull.polygons.forEach(({ corners }, i) => {
    const g = group[i];
    if (g < 0) return;
    const o = SUMS * g;
    eachTriangle(corners, (...triangle) => {
      for (let c = 0; c < 3; c++) {
        for (let k = 0; k < 3; k++) at[3 * c + k] = near[3 * triangle[c] + k] - near[3 * origin[g] + k];
      }
      const [ax, ay, az, bx, by, bz, cx, cy, cz] = at;
      const [nx, ny, nz] = normalOf(at);
      const d = ax * nx + ay * ny + az * nz;
      const [sx, sy, sz] = [ax + bx + cx, ay + by + cy, az + bz + cz];
      sums[o] += d;
      sums[o + 1] += d * sx;
      sums[o + 2] += d * sy;
      sums[o + 3] += d * sz;
      sums[o + 4] += d * (sx * sx + ax * ax + bx * bx + cx * cx);
      sums[o + 5] += d * (sy * sy + ay * ay + by * by + cy * cy);
      sums[o + 6] += d * (sz * sz + az * az + bz * bz + cz * cz);
      sums[o + 7] += d * (sx * sy + ax * ay + bx * by + cx * cy);
      sums[o + 8] += d * (sx * sz + ax * az + bx * bz + cx * cz);
      sums[o + 9] += d * (sy * sz + ay * az + by * bz + cy * cz);
      sums[o + 10] += Math.abs(nx) + Math.abs(ny) + Math.abs(nz);
    });
  });
  return sums;
}

function originsOf({ polygons }: Hull, group: Int32Array, count: number): Int32Array {
  const origin = new Int32Array(count).fill(-1);
  polygons.forEach(({ corners }, i) => {
    if (group[i] >= 0 && origin[group[i]] < 0 && corners.length > 0) origin[group[i]] = corners[0];
  });
  return origin;
}

/** (b − a) × (c − a) of nine numbers. */
function normalOf([ax, ay, az, bx, by, bz, cx, cy, cz]: readonly number[]): [number, number, number] {
  const [ux, uy, uz] = [bx - ax, by - ay, bz - az];
  const [vx, vy, vz] = [cx - ax, cy - ay, cz - az];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}

/** Volume, centroid, inertia and vector area of all regions, into values. */
export function writeRegions(
  hull: Hull,
  near: readonly number[],
  region: Int32Array,
  count: number,
  facesOfA: number,
  values: Float64Array,
): void {
  const sums = addUp(hull, near, region, count);
  const origin = originsOf(hull, region, count);
  for (let r = 0; r < count; r++) {
    const s = SUMS * r;
    const o = OVERLAP_SIZE * r;
    const volume = sums[s] / 6;
    const [x, y, z] = [1, 2, 3].map((k) => sums[s + k] / (4 * sums[s]));
    values[o] = volume;
    for (let k = 0; k < 3; k++) values[o + 1 + k] = near[3 * origin[r] + k] + [x, y, z][k];
    const [xx, yy, zz, xy, xz, yz] = [4, 5, 6, 7, 8, 9].map((k) => sums[s + k] / 120);
    const [mx, my, mz] = [xx - volume * x * x, yy - volume * y * y, zz - volume * z * z];
    values.set([my + mz, mx + mz, mx + my], o + OVERLAP.inertia);
    values.set([volume * x * y - xy, volume * x * z - xz, volume * y * z - yz], o + OVERLAP.inertia + 3);
    for (let k = 0; k < 3; k++) values[o + OVERLAP.area + k] = 0;
  }
  hull.polygons.forEach(({ face, corners }, i) => {
    if (region[i] < 0 || face >= facesOfA) return;
    const o = OVERLAP_SIZE * region[i] + OVERLAP.area;
    eachTriangle(corners, (a, b, c) => {
      const n = normalOf([a, b, c].flatMap((p) => near.slice(3 * p, 3 * p + 3)));
      for (let k = 0; k < 3; k++) values[o + k] += 0.5 * n[k];
    });
  });
}

/**
 * A hull with the region of each of its polygons, and how much it counts in each region: both senses of the
 * displacement have a half where faces lie in one plane.
 */
export interface WeighedHull {
  readonly hull: Hull;
  readonly near: readonly number[];
  readonly region: Int32Array;
  readonly weight: Float64Array;
}

/** Normals and patches of all regions, from their vector areas and the surfaces. */
export function writePatches(
  hulls: readonly WeighedHull[],
  count: number,
  facesOfA: number,
  values: Float64Array,
  flags: Int32Array,
): void {
  for (let r = 0; r < count; r++) {
    const o = OVERLAP_SIZE * r;
    const [x, y, z] = values.subarray(o + OVERLAP.area, o + OVERLAP.area + 3);
    const length = Math.sqrt(x * x + y * y + z * z);
    // |a| < 1e-3 V^(2/3)
    if (length * length * length < 1e-9 * values[o] * values[o]) flags[r] |= OVERLAP_FLAG.deep;
    const by = length > 0 ? 1 / length : 0;
    values.set([x * by, y * by, z * by], o + OVERLAP.normal);
    values.fill(0, o + OVERLAP.patchArea, o + OVERLAP_SIZE);
  }
  for (const hull of hulls) addPatches(hull, facesOfA, values);
  for (let r = 0; r < count; r++) closePatch(values, OVERLAP_SIZE * r, (flags[r] & OVERLAP_FLAG.deep) !== 0);
}

/**
 * S, ∫ x dS, ∫ x xᵀ dS (xx yy zz xy xz yz) relative to the centroid, with the part along the normal removed from each
 * corner.
 */
function addPatches({ hull, near, region, weight }: WeighedHull, facesOfA: number, values: Float64Array): void {
  hull.polygons.forEach(({ face, corners }, i) => {
    const r = region[i];
    if (r < 0 || face < facesOfA) return;
    const o = OVERLAP_SIZE * r;
    const normal = values.subarray(o + OVERLAP.normal, o + OVERLAP.normal + 3);
    const flat = (p: number): number[] => {
      const x = [0, 1, 2].map((k) => near[3 * p + k] - values[o + OVERLAP.center + k]);
      const up = x[0] * normal[0] + x[1] * normal[1] + x[2] * normal[2];
      return x.map((v, k) => v - up * normal[k]);
    };
    eachTriangle(corners, (...triangle) => {
      const [a, b, c] = triangle.map(flat);
      const n = normalOf([...a, ...b, ...c]);
      const t = -0.5 * weight[r] * (n[0] * normal[0] + n[1] * normal[1] + n[2] * normal[2]);
      const s = [0, 1, 2].map((k) => a[k] + b[k] + c[k]);
      values[o + OVERLAP.patchArea] += t;
      for (let k = 0; k < 3; k++) values[o + OVERLAP.patchCenter + k] += (t * s[k]) / 3;
      PAIRS.forEach(([u, w], k) => {
        values[o + OVERLAP.patchInertia + k] += (t / 12) * (s[u] * s[w] + a[u] * a[w] + b[u] * b[w] + c[u] * c[w]);
      });
    });
  });
}

const PAIRS = [
  [0, 0],
  [1, 1],
  [2, 2],
  [0, 1],
  [0, 2],
  [1, 2],
] as const;

/**
 * From sums about the centroid of the region to the patch's own centroid and inertia. A deep region has no patch: zero
 * at its centroid.
 */
function closePatch(values: Float64Array, o: number, deep: boolean): void {
  const s = values[o + OVERLAP.patchArea];
  const m = OVERLAP.patchInertia;
  if (deep) values[o + OVERLAP.patchArea] = 0;
  const [x, y, z] = [0, 1, 2].map((k) => (deep || !(s > 0) ? 0 : values[o + OVERLAP.patchCenter + k] / s));
  for (let k = 0; k < 3; k++) values[o + OVERLAP.patchCenter + k] = values[o + OVERLAP.center + k] + [x, y, z][k];
  if (deep || !(s > 0)) {
    values.fill(0, o + m, o + m + 6);
    return;
  }
  const [xx, yy, zz, xy, xz, yz] = values.subarray(o + m, o + m + 6);
  const [a, b, c] = [xx - s * x * x, yy - s * y * y, zz - s * z * z];
  values.set([b + c, a + c, a + b, s * x * y - xy, s * x * z - xz, s * y * z - yz], o + m);
}

/** Corners of a void from which solid angles are taken; those on the surface of its host count half. */
const PROBES = 8;

/**
 * The shell of positive volume that winds around a void most, by solid angles [VanOosteromStrackee1983]; −1 for none.
 */
function hostOf(hull: Hull, near: readonly number[], of: Int32Array, outer: readonly number[], empty: number): number {
  const probes = [...new Set(hull.polygons.flatMap(({ corners }, i) => (of[i] === empty ? corners : [])))].slice(
    0,
    PROBES,
  );
  let best = -1;
  let most = 0.25 * probes.length;
  for (const s of outer) {
    let winding = 0;
    for (const probe of probes) {
      hull.polygons.forEach(({ corners }, i) => {
        if (of[i] !== s) return;
        eachTriangle(corners, (...triangle) => {
          winding += solidAngle(triangle.map((p) => [0, 1, 2].map((k) => near[3 * p + k] - near[3 * probe + k])));
        });
      });
    }
    if (winding > most) {
      most = winding;
      best = s;
    }
  }
  return best;
}

/** Solid angle of a triangle seen from the origin, over 4π. */
function solidAngle([a, b, c]: readonly (readonly number[])[]): number {
  const dot = (p: readonly number[], q: readonly number[]) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
  const [la, lb, lc] = [a, b, c].map((p) => Math.sqrt(dot(p, p)));
  const d = dot(a, [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]]);
  // seen edge on: no angle
  if (Math.abs(d) <= 1e-12 * la * lb * lc) return 0;
  return atan2(d, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb) / (2 * Math.PI);
}
