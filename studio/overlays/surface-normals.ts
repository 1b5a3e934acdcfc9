/**
 * Normals of faces and edges of the drawn surfaces: triangles in one plane are one face, and an edge has the mean
 * normal of the faces that meet there.
 */
import type { DrawnGeometry } from "../worker/protocol.js";

/** Position and unit normal, six numbers each. */
export interface SurfaceNormals {
  readonly faces: Float32Array;
  readonly edges: Float32Array;
}

/** Angles and distances within this count as equal, relative to unit and size. */
const STEPS = 1e3;

export function surfaceNormals({ positions, edges }: DrawnGeometry): SurfaceNormals {
  const size = positions.reduce((most, x) => Math.max(most, Math.abs(x)), 1e-9);
  const unit = STEPS / size;
  const faces = new Map<string, number[]>();
  // per edge between two corners: the sum of the adjacent normals
  const beside = new Map<string, number[]>();
  const name = (array: Float32Array, o: number) =>
    `${Math.round(array[o] * unit)},${Math.round(array[o + 1] * unit)},${Math.round(array[o + 2] * unit)}`;
  for (let t = 0; t < positions.length; t += 9) {
    const { normal, area } = triangleNormal(positions, t);
    if (!(area > 0)) continue;
    const [x, y, z] = [0, 1, 2].map((k) => (positions[t + k] + positions[t + 3 + k] + positions[t + 6 + k]) / 3);
    const offset = normal[0] * x + normal[1] * y + normal[2] * z;
    const key = [...normal.map((n) => Math.round(n * STEPS)), Math.round(offset * unit)].join();
    const face = faces.get(key) ?? [0, 0, 0, 0, ...normal];
    for (const [k, c] of [x, y, z].entries()) face[k] += area * c;
    face[3] += area;
    faces.set(key, face);
    for (let k = 0; k < 3; k++) {
      const ends = [name(positions, t + 3 * k), name(positions, t + 3 * ((k + 1) % 3))].sort().join();
      const sum = beside.get(ends) ?? [0, 0, 0];
      for (let i = 0; i < 3; i++) sum[i] += normal[i];
      beside.set(ends, sum);
    }
  }
  const edgeRows: number[] = [];
  for (let e = 0; e < edges.length; e += 6) {
    const sum = beside.get([name(edges, e), name(edges, e + 3)].sort().join());
    const length = sum ? Math.hypot(...sum) : 0;
    if (!sum || !(length > 1e-6)) continue;
    for (let k = 0; k < 3; k++) edgeRows.push((edges[e + k] + edges[e + 3 + k]) / 2);
    for (let k = 0; k < 3; k++) edgeRows.push(sum[k] / length);
  }
  const faceRows = [...faces.values()].flatMap(([x, y, z, area, ...normal]) => [
    x / area,
    y / area,
    z / area,
    ...normal,
  ]);
  return { faces: Float32Array.from(faceRows), edges: Float32Array.from(edgeRows) };
}

function triangleNormal(p: Float32Array, t: number): { normal: number[]; area: number } {
  const [ux, uy, uz] = [p[t + 3] - p[t], p[t + 4] - p[t + 1], p[t + 5] - p[t + 2]];
  const [vx, vy, vz] = [p[t + 6] - p[t], p[t + 7] - p[t + 1], p[t + 8] - p[t + 2]];
  const n = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.hypot(...n);
  return { normal: n.map((x) => (length > 0 ? x / length : 0)), area: length / 2 };
}
