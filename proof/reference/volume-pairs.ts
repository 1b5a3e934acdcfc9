import type { Context } from "../context.js";

/** Test solids M1 to M15 with their poses, and their common volumes as found by the library. */

export interface Triangles {
  readonly vertices: Float64Array;
  readonly triangles: Uint32Array;
}
type Vec = readonly number[];

/** Box between two corners, two triangles per face. */
export function box(low: Vec, high: Vec): Triangles {
  const vertices = new Float64Array(24);
  for (let i = 0; i < 8; i++) for (let k = 0; k < 3; k++) vertices[3 * i + k] = (i >> k) & 1 ? high[k] : low[k];
  const faces = [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5];
  const triangles: number[] = [];
  for (let f = 0; f < 24; f += 4) {
    triangles.push(faces[f], faces[f + 1], faces[f + 2], faces[f], faces[f + 2], faces[f + 3]);
  }
  return { vertices, triangles: Uint32Array.from(triangles) };
}

/** The U of M15: prism over an outline, z = ±1. */
export function uPrism(): Triangles {
  const outline = [-2, -1, 2, -1, 2, 1, 1, 1, 1, 0, -1, 0, -1, 1, -2, 1];
  const flat = [0, 1, 4, 0, 4, 5, 1, 2, 3, 1, 3, 4, 0, 5, 6, 0, 6, 7];
  const n = outline.length / 2;
  const vertices: number[] = [];
  for (const z of [-1, 1]) for (let i = 0; i < n; i++) vertices.push(outline[2 * i], outline[2 * i + 1], z);
  const triangles: number[] = [];
  for (let t = 0; t < flat.length; t += 3) {
    triangles.push(flat[t], flat[t + 2], flat[t + 1], n + flat[t], n + flat[t + 1], n + flat[t + 2]);
  }
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    triangles.push(i, j, n + j, i, n + j, n + i);
  }
  return { vertices: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) };
}

/** B to A: a quaternion (w, x, y, z) not normalised, and a shift. */
export function pose([w, x, y, z]: Vec, [p, q, r]: Vec): Float64Array {
  const s = 2 / (w * w + x * x + y * y + z * z);
  // biome-ignore format: a matrix
  return Float64Array.of(
    1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w),
    s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w),
    s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y),
    p, q, r,
  );
}
export const at = (...t: number[]) => pose([1, 0, 0, 0], t);

/** Regions of two meshes, by the x of their centroids. */
export function regions({ collision }: Context, a: Triangles, b: Triangles, to: Float64Array) {
  const out = collision.createOverlap();
  const cache = collision.createVolumeCache();
  collision.intersectVolumes(collision.createVolumeMesh(a), collision.createVolumeMesh(b), to, cache, out);
  const list = Array.from({ length: out.count }, (_, r) => collision.overlapRegion(out, r));
  return list.sort((p, q) => p.center[0] - q.center[0]);
}

export const total = (list: readonly { readonly volume: number }[]) => list.reduce((sum, r) => sum + r.volume, 0);

export const UNIT = box([0, 0, 0], [1, 1, 1]);
export const CUBE = box([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]);
export const FLOOR = box([-4, -2, -1], [4, 2, 0]);
export const BLOCK = box([-0.5, -0.25, -17e-6], [0.5, 0.25, 0.5]);
export const TILTED = pose([2, 1, 1, 1], [0.3, 0.2, 0.1]);

/** The mesh moved as the library does it. */
export function placed({ vertices: v, triangles }: Triangles, r: Float64Array): Triangles {
  const vertices = v.map((_, i) => {
    const [o, k] = [i - (i % 3), i % 3];
    return r[3 * k] * v[o] + r[3 * k + 1] * v[o + 1] + r[3 * k + 2] * v[o + 2] + r[9 + k];
  });
  return { vertices, triangles };
}

/** The mesh, or its reverse if its volume is negative. */
function outward({ vertices: v, triangles }: Triangles): Triangles {
  let volume = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[t + k]);
    volume += v[a] * (v[b + 1] * v[c + 2] - v[b + 2] * v[c + 1]);
    volume += v[a + 1] * (v[b + 2] * v[c] - v[b] * v[c + 2]) + v[a + 2] * (v[b] * v[c + 1] - v[b + 1] * v[c]);
  }
  return volume > 0 ? { vertices: v, triangles } : { vertices: v, triangles: triangles.slice().reverse() };
}

function tetrahedron(...p: number[][]): Triangles {
  const triangles = Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3);
  return outward({ vertices: Float64Array.from(p.flat()), triangles });
}

/** Wedge with an edge along x (or y) at one height, and the base at another. */
function wedge(edge: number, base: number, along: 0 | 1): Triangles {
  const p = (u: number, w: number, z: number) => (along === 0 ? [u, w, z] : [w, u, z]);
  const vertices = [p(-1, 0, edge), p(1, 0, edge), p(-1, -1, base), p(1, -1, base), p(-1, 1, base), p(1, 1, base)];
  const list = [0, 3, 1, 0, 2, 3, 0, 1, 5, 0, 5, 4, 2, 4, 5, 2, 5, 3, 0, 4, 2, 1, 3, 5];
  return outward({ vertices: Float64Array.from(vertices.flat()), triangles: Uint32Array.from(list) });
}

const T = tetrahedron([1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]);
const MINUS_T = tetrahedron([-1, -1, -1], [-1, 1, 1], [1, -1, 1], [1, 1, -1]);
const SMALL = box([0.25, 0.25, 0.25], [0.75, 0.75, 0.75]);
const TURN = Float64Array.of(0.6, -0.8, 0, 0.8, 0.6, 0, 0, 0, 1, 0, 0, 0);

/** A, B and where B is, by the number of the vector. */
export const vectors: Readonly<Record<string, readonly [Triangles, Triangles, Float64Array]>> = {
  M1: [UNIT, UNIT, at(0.5, 0.5, 0.5)],
  M2: [CUBE, CUBE, TURN],
  M2b: [CUBE, CUBE, pose([1 + Math.SQRT2, 0, 0, 1], [0, 0, 0])],
  M3: [CUBE, CUBE, TILTED],
  M3b: [CUBE, CUBE, pose([3, 1, 2, -1], [-0.4, 0.35, 0.25])],
  M4: [T, MINUS_T, at(0, 0, 0)],
  M5: [T, T, pose([3, 1, 2, -1], [0.25, 0.2, -0.3])],
  M6: [tetrahedron([0, 0, -0.1], [1, 0, 1], [-1, 1, 1], [-1, -1, 1]), box([-2, -2, -1], [2, 2, 0]), at(0, 0, 0)],
  M7: [wedge(-0.1, 1, 0), wedge(0.1, -1, 1), at(0, 0, 0)],
  M8: [UNIT, SMALL, at(0, 0, 0)],
  M9: [UNIT, UNIT, at(1, 0, 0)],
  M10: [UNIT, UNIT, at(0, 0, 0.5)],
  M10b: [UNIT, UNIT, at(0, 0, 0)],
  M11: [box([-2, -0.5, -0.5], [2, 0.5, 0.5]), box([-0.5, -2, -0.5], [0.5, 2, 0.5]), at(0, 0, 0)],
  M12: [BLOCK, FLOOR, at(0, 0, 0)],
  M13: [placed(box([-0.5, -0.25, 0], [0.5, 0.25, 0.5]), pose([20000, 0, 1, 0], [0, 0, -1e-5])), FLOOR, at(0, 0, 0)],
  M14: [BLOCK, placed(FLOOR, at(1000, 2000, -500)), at(-1000, -2000, 500)],
  M15: [uPrism(), box([-3, -0.2, -0.2], [3, 0.2, 0.2]), pose([40, 1, 2, 3], [1 / 20, 1 / 2, 1 / 30])],
};
