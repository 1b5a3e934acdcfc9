import { type IndexSink, type MeshTree, NODE_STRIDE, pushIndex } from "./mesh-tree.js";

/**
 * Rays against a mesh tree. A ray is 8 numbers in an array: origin o (3, m), direction d (3, any length but 0), and the
 * range t₀ … t₁ of its parameter: points o + t d. A segment from p to q is the ray p, q − p, 0, 1.
 *
 * The triangle test is watertight [WoopBenthinWald2013]: space is sheared so that the ray runs along an axis, and the
 * signs of three edge functions decide. The sheared position of a vertex does not depend on the triangle, and the two
 * triangles at an edge compute opposite edge functions bit by bit; so a ray that passes between two triangles of a
 * closed surface does not exist. A ray exactly through an edge or corner hits all triangles there. The box test is
 * widened by its own rounding error [Ize2013].
 */

/** Numbers per ray. */
export const RAY_SIZE = 8;

/**
 * Numbers per hit: t; the barycentric weights of the triangle's second and third corner; and which side was hit: 1 from
 * outside (against the normal), −1 from inside.
 */
export const HIT_SIZE = 4;

/** Which sides of triangles can be hit. */
export const BOTH_SIDES = 0;
export const FRONT_ONLY = 1;
export const BACK_ONLY = -1;

const CLOSEST = 0;
const ANY = 1;
const ALL = 2;

/** 1 + 2γ₃ with γ₃ = 3ε/(1 − 3ε): error of the far distance of a box [Ize2013, §3]. */
const FAR_DISTANCE_FACTOR = 1.0000000000000007;

/** Scratch; meaningless between calls. One entry per level is enough, and one to spare. */
const stack = new Int32Array(128);
const stackNear = new Float64Array(128);

/**
 * The first triangle that the ray rays[r …] meets; −1 if none. The hit goes to hit[h …], see `HIT_SIZE`. Of triangles
 * at exactly the same distance the lowest number wins, so the answer does not depend on the tree.
 */
export function castRay(
  tree: MeshTree,
  rays: Float64Array,
  r: number,
  hit: Float64Array,
  h: number,
  sides: number,
): number {
  return traverse(tree, rays, r, CLOSEST, sides, hit, h, NO_SINK);
}

/**
 * Some triangle that the ray meets, not necessarily the first; −1 if none. Faster than `castRay`: for shadows and lines
 * of sight.
 */
export function castRayAny(tree: MeshTree, rays: Float64Array, r: number, sides: number): number {
  return traverse(tree, rays, r, ANY, sides, scratchHit, 0, NO_SINK);
}

/**
 * Every triangle that the ray meets, added to `sink` in no particular order, with the hits in `hits` (HIT_SIZE numbers
 * at the position of each triangle in the sink). Returns the number added.
 */
export function castRayAll(
  tree: MeshTree,
  rays: Float64Array,
  r: number,
  sink: IndexSink,
  hits: Float64Array,
  sides: number,
): number {
  const before = sink.count;
  traverse(tree, rays, r, ALL, sides, hits, 0, sink);
  return sink.count - before;
}

/** `castRay` for `count` rays: triangle[i] and hit[HIT_SIZE i …] of ray i. Returns how many hit something. */
export function castRays(
  tree: MeshTree,
  rays: Float64Array,
  count: number,
  triangle: Int32Array,
  hits: Float64Array,
  sides: number,
): number {
  let found = 0;
  for (let i = 0; i < count; i++) {
    triangle[i] = traverse(tree, rays, RAY_SIZE * i, CLOSEST, sides, hits, HIT_SIZE * i, NO_SINK);
    if (triangle[i] >= 0) found++;
  }
  return found;
}

const NO_SINK: IndexSink = { items: new Int32Array(0), count: 0, overflow: false };
const scratchHit = new Float64Array(HIT_SIZE);

function traverse(
  tree: MeshTree,
  rays: Float64Array,
  r: number,
  mode: number,
  sides: number,
  hit: Float64Array,
  h: number,
  sink: IndexSink,
): number {
  const { bounds, links, corners, order } = tree;
  const { vertices } = tree.mesh;
  const ox = rays[r];
  const oy = rays[r + 1];
  const oz = rays[r + 2];
  const dx = rays[r + 3];
  const dy = rays[r + 4];
  const dz = rays[r + 5];
  const tMin = rays[r + 6];
  let tMax = rays[r + 7];

  // boxes: near and far planes by the sign of the direction
  const ix = 1 / dx;
  const iy = 1 / dy;
  const iz = 1 / dz;
  const nearX = ix >= 0 ? 0 : 3;
  const nearY = iy >= 0 ? 1 : 4;
  const nearZ = iz >= 0 ? 2 : 5;
  const farX = 3 - nearX;
  const farY = 5 - nearY;
  const farZ = 7 - nearZ;

  // triangles: shear along the longest component; the other two keep the orientation
  const ax = Math.abs(dx);
  const ay = Math.abs(dy);
  const az = Math.abs(dz);
  const kz = ax > ay ? (ax > az ? 0 : 2) : ay > az ? 1 : 2;
  const along = kz === 0 ? dx : kz === 1 ? dy : dz;
  const first = kz === 2 ? 0 : kz + 1;
  const second = kz === 0 ? 2 : kz - 1;
  const kx = along < 0 ? second : first;
  const ky = along < 0 ? first : second;
  const pz = rays[r + kz];
  const px = rays[r + kx];
  const py = rays[r + ky];
  const shearX = rays[r + 3 + kx] / along;
  const shearY = rays[r + 3 + ky] / along;
  const shearZ = 1 / along;

  let best = -1;
  let node = 0;
  let top = 0;
  for (;;) {
    const o = NODE_STRIDE * node;
    const count = links[o + 7];
    if (count === 0) {
      // both children; comparisons are false for NaN (0 · ∞: the ray runs in a side), which then does not limit
      const left = links[o + 6];
      const p = NODE_STRIDE * left;
      let t0 = tMin;
      let t1 = tMax;
      let t = (bounds[p + nearX] - ox) * ix;
      if (t > t0) t0 = t;
      t = (bounds[p + nearY] - oy) * iy;
      if (t > t0) t0 = t;
      t = (bounds[p + nearZ] - oz) * iz;
      if (t > t0) t0 = t;
      t = (bounds[p + farX] - ox) * ix * FAR_DISTANCE_FACTOR;
      if (t < t1) t1 = t;
      t = (bounds[p + farY] - oy) * iy * FAR_DISTANCE_FACTOR;
      if (t < t1) t1 = t;
      t = (bounds[p + farZ] - oz) * iz * FAR_DISTANCE_FACTOR;
      if (t < t1) t1 = t;
      const hitLeft = t0 <= t1;
      let s0 = tMin;
      let s1 = tMax;
      t = (bounds[p + 8 + nearX] - ox) * ix;
      if (t > s0) s0 = t;
      t = (bounds[p + 8 + nearY] - oy) * iy;
      if (t > s0) s0 = t;
      t = (bounds[p + 8 + nearZ] - oz) * iz;
      if (t > s0) s0 = t;
      t = (bounds[p + 8 + farX] - ox) * ix * FAR_DISTANCE_FACTOR;
      if (t < s1) s1 = t;
      t = (bounds[p + 8 + farY] - oy) * iy * FAR_DISTANCE_FACTOR;
      if (t < s1) s1 = t;
      t = (bounds[p + 8 + farZ] - oz) * iz * FAR_DISTANCE_FACTOR;
      if (t < s1) s1 = t;
      const hitRight = s0 <= s1;
      if (hitLeft) {
        if (hitRight) {
          // the nearer first, the other later if it can still matter
          if (t0 <= s0) {
            stack[top] = left + 1;
            stackNear[top++] = s0;
            node = left;
          } else {
            stack[top] = left;
            stackNear[top++] = t0;
            node = left + 1;
          }
        } else node = left;
        continue;
      }
      if (hitRight) {
        node = left + 1;
        continue;
      }
    } else {
      const start = links[o + 6];
      for (let s = start; s < start + count; s++) {
        const a = 3 * corners[3 * s];
        const b = 3 * corners[3 * s + 1];
        const c = 3 * corners[3 * s + 2];
        const aw = vertices[a + kz] - pz;
        const bw = vertices[b + kz] - pz;
        const cw = vertices[c + kz] - pz;
        const au = vertices[a + kx] - px - shearX * aw;
        const av = vertices[a + ky] - py - shearY * aw;
        const bu = vertices[b + kx] - px - shearX * bw;
        const bv = vertices[b + ky] - py - shearY * bw;
        const cu = vertices[c + kx] - px - shearX * cw;
        const cv = vertices[c + ky] - py - shearY * cw;
        const u = cu * bv - cv * bu;
        const v = au * cv - av * cu;
        const w = bu * av - bv * au;
        if ((u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0)) continue;
        const det = u + v + w;
        if (det === 0) continue;
        const facing = det > 0 ? 1 : -1;
        if (sides !== BOTH_SIDES && sides !== facing) continue;
        const t = ((u * aw + v * bw + w * cw) * shearZ) / det;
        if (!(t >= tMin && t <= tMax)) continue;
        const triangle = order[s];
        if (mode === ALL) {
          if (!pushIndex(sink, triangle)) return -1;
          const at = HIT_SIZE * (sink.count - 1);
          hit[at] = t;
          hit[at + 1] = v / det;
          hit[at + 2] = w / det;
          hit[at + 3] = facing;
          continue;
        }
        if (t === tMax && best >= 0 && triangle > best) continue;
        tMax = t;
        best = triangle;
        hit[h] = t;
        hit[h + 1] = v / det;
        hit[h + 2] = w / det;
        hit[h + 3] = facing;
        if (mode === ANY) return best;
      }
    }
    // back to the last box that is still near enough
    do {
      if (top === 0) return best;
      node = stack[--top];
    } while (stackNear[top] > tMax);
  }
}
