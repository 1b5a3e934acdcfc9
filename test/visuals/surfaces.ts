/** Measures of a visual's surface, computed from its triangles alone. */
import type { VisualMesh } from "stiction";

/** Volume inside a closed surface and its area, from the triangles: m³, m². */
export function measure({ positions, triangles }: VisualMesh): { volume: number; area: number } {
  let [volume, area] = [0, 0];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(3 * triangles[t + k], 3 * triangles[t + k] + 3));
    const u = [0, 1, 2].map((k) => b[k] - a[k]);
    const v = [0, 1, 2].map((k) => c[k] - a[k]);
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    area += Math.hypot(...n) / 2;
    volume += (a[0] * n[0] + a[1] * n[1] + a[2] * n[2]) / 6;
  }
  return { volume, area };
}

/**
 * Edges that are not run through once in each direction, over vertices at equal places; none where the surface is
 * closed. Places closer than `tolerance` (m) are one.
 */
export function openEdges({ positions, triangles }: VisualMesh, tolerance = 1e-5): number {
  const place = (v: number) => [0, 1, 2].map((k) => Math.round(positions[3 * v + k] / tolerance)).join();
  const balance = new Map<string, number>();
  for (let k = 0; k < triangles.length; k++) {
    const a = place(triangles[k]);
    const b = place(triangles[k % 3 === 2 ? k - 2 : k + 1]);
    if (a === b) continue;
    const key = a < b ? `${a}|${b}` : `${b}|${a}`;
    balance.set(key, (balance.get(key) ?? 0) + (a < b ? 1 : -1));
  }
  return [...balance.values()].filter((n) => n !== 0).length;
}

/** Smallest cosine between a triangle's own normal and the normals of its corners; NaN without normals. */
export function leastAgreement({ positions, normals, triangles }: VisualMesh): number {
  if (normals === null) return Number.NaN;
  let least = 1;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(3 * triangles[t + k], 3 * triangles[t + k] + 3));
    const u = [0, 1, 2].map((k) => b[k] - a[k]);
    const v = [0, 1, 2].map((k) => c[k] - a[k]);
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const length = Math.hypot(...n);
    if (length === 0) continue;
    for (let k = 0; k < 3; k++) {
      const o = 3 * triangles[t + k];
      least = Math.min(least, (n[0] * normals[o] + n[1] * normals[o + 1] + n[2] * normals[o + 2]) / length);
    }
  }
  return least;
}
