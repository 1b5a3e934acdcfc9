/** Seeded random numbers and shapes for the geometry tests. */
import { convexHull } from "../../src/geometry/convex-hull.js";
import { polyhedronToMesh } from "../../src/geometry/mesh-edit.js";
import { icosphere } from "../../src/geometry/tessellate.js";
import type { TriangleMesh } from "../../src/geometry/types.js";

/** mulberry32: 32 bits of state, uniform in [0, 1). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function unitQuaternion(rnd: () => number): [number, number, number, number] {
  for (;;) {
    const q = [rnd() * 2 - 1, rnd() * 2 - 1, rnd() * 2 - 1, rnd() * 2 - 1];
    const n = Math.hypot(...q);
    if (n > 0.1 && n <= 1) return [q[0] / n, q[1] / n, q[2] / n, q[3] / n];
  }
}

/** Rounds to multiples of 2⁻¹⁶, which single precision holds exactly for sizes below 256. */
export function toLattice(x: number): number {
  return Math.round(x * 65536) / 65536;
}

/** Hull of 8 to 40 random points in a stretched box, as triangles, on the lattice. */
export function randomHullMesh(rnd: () => number): TriangleMesh {
  const n = 8 + Math.floor(rnd() * 33);
  const stretch = [0.5 + rnd() * 4, 0.5 + rnd() * 4, 0.5 + rnd() * 4];
  const shift = [rnd() * 4 - 2, rnd() * 4 - 2, rnd() * 4 - 2];
  const points = Float64Array.from({ length: 3 * n }, (_, i) =>
    toLattice(shift[i % 3] + stretch[i % 3] * (rnd() - 0.5)),
  );
  const result = convexHull(points, { tolerance: 0 });
  if (!result.ok) throw new Error(result.message);
  return polyhedronToMesh(result.hull);
}

/** Star-shaped, not convex: an icosphere whose vertices move in and out between 0.3 and 1.7 of its radius; on the lattice. */
export function randomStarMesh(rnd: () => number, level = 1): TriangleMesh {
  const { vertices, triangles } = icosphere(1, level);
  const shift = [rnd() * 4 - 2, rnd() * 4 - 2, rnd() * 4 - 2];
  const stretch = [0.5 + rnd() * 2, 0.5 + rnd() * 2, 0.5 + rnd() * 2];
  const moved = new Float64Array(vertices.length);
  for (let v = 0; 3 * v < vertices.length; v++) {
    const r = 0.3 + 1.4 * rnd();
    for (let k = 0; k < 3; k++) moved[3 * v + k] = toLattice(shift[k] + stretch[k] * r * vertices[3 * v + k]);
  }
  return { vertices: moved, triangles };
}
