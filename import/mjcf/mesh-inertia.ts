import type { Inertia, Tensor } from "../inertia.js";
import type { Triangles } from "../meshes/weld.js";
import type { V3 } from "../pose.js";

/**
 * Volume, centre and inertia at unit density as MuJoCo has them. The surface is cut into pyramids from its centroid.
 * Its way of old ("legacy", which is the default) counts every pyramid as positive, so that a mesh that is not convex
 * gets more than its volume; "exact" gives them their sign.
 */
export function meshSolid({ positions: p, triangles }: Triangles, exact: boolean): Inertia {
  const apex = surfaceCentre(p, triangles);
  const sign = (volume: number) => (exact ? volume : Math.abs(volume));
  let total = 0;
  const center = [0, 0, 0];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [p3(p, triangles[t], apex), p3(p, triangles[t + 1], apex), p3(p, triangles[t + 2], apex)];
    const volume = sign(tripleProduct(corners) / 6);
    total += volume;
    // the centre of a pyramid is three quarters of the way from its apex to the centre of its base
    for (let i = 0; i < 3; i++)
      center[i] += volume * (0.25 * (corners[0][i] + corners[1][i] + corners[2][i]) + apex[i]);
  }
  const c: V3 = [center[0] / total, center[1] / total, center[2] / total];
  return { mass: total, center: c, tensor: inertiaAbout(p, triangles, c, sign) };
}

function p3(p: Float64Array, k: number, from: ArrayLike<number>): V3 {
  return [p[3 * k] - from[0], p[3 * k + 1] - from[1], p[3 * k + 2] - from[2]];
}

function tripleProduct([a, b, c]: readonly V3[]): number {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

/** Centroid of the surface, by area. */
function surfaceCentre(p: Float64Array, triangles: Uint32Array): V3 {
  const sum = [0, 0, 0];
  let total = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
    const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const area = 0.5 * Math.sqrt(x * x + y * y + z * z);
    total += area;
    for (let i = 0; i < 3; i++) sum[i] += (area * (p[a + i] + p[b + i] + p[c + i])) / 3;
  }
  return [sum[0] / total, sum[1] / total, sum[2] / total];
}

/** ∫ x xᵀ of a tetrahedron with one corner at the origin is V/20 (Σ d dᵀ + (Σ d)(Σ d)ᵀ). */
function inertiaAbout(p: Float64Array, triangles: Uint32Array, c: V3, sign: (volume: number) => number): Tensor {
  const m = [0, 0, 0, 0, 0, 0];
  const at = [[0, 0], [1, 1], [2, 2], [0, 1], [0, 2], [1, 2]]; // biome-ignore format: pairs
  for (let t = 0; t < triangles.length; t += 3) {
    const d = [p3(p, triangles[t], c), p3(p, triangles[t + 1], c), p3(p, triangles[t + 2], c)];
    const volume = sign(tripleProduct(d) / 6) / 20;
    const s = [0, 1, 2].map((i) => d[0][i] + d[1][i] + d[2][i]);
    at.forEach(([i, j], k) => {
      m[k] += volume * (d[0][i] * d[0][j] + d[1][i] * d[1][j] + d[2][i] * d[2][j] + s[i] * s[j]);
    });
  }
  return [m[1] + m[2], m[2] + m[0], m[0] + m[1], -m[3], -m[4], -m[5]];
}
