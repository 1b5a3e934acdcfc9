import type { Polyhedron } from "./types.js";

/** Properties of a polyhedron for collision and drawing, in addition to its faces. */

/**
 * Outward plane of every face, 4 numbers each: unit normal n and offset d, with n · x = d on the face and < d inside.
 */
export function facePlanes({ vertices: v, faceStart, faceVertex }: Polyhedron): Float64Array {
  const nf = faceStart.length - 1;
  const planes = new Float64Array(4 * nf);
  for (let f = 0; f < nf; f++) {
    // Newell's normal: the sum of the fan's cross products, which averages the noise of a face that is not quite
    // planar.
    const o = 3 * faceVertex[faceStart[f]];
    let nx = 0;
    let ny = 0;
    let nz = 0;
    for (let k = faceStart[f] + 2; k < faceStart[f + 1]; k++) {
      const a = 3 * faceVertex[k - 1];
      const b = 3 * faceVertex[k];
      const ux = v[a] - v[o];
      const uy = v[a + 1] - v[o + 1];
      const uz = v[a + 2] - v[o + 2];
      const wx = v[b] - v[o];
      const wy = v[b + 1] - v[o + 1];
      const wz = v[b + 2] - v[o + 2];
      nx += uy * wz - uz * wy;
      ny += uz * wx - ux * wz;
      nz += ux * wy - uy * wx;
    }
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    nx /= length;
    ny /= length;
    nz /= length;
    let d = 0;
    for (let k = faceStart[f]; k < faceStart[f + 1]; k++) {
      const p = 3 * faceVertex[k];
      d += nx * (v[p] - v[o]) + ny * (v[p + 1] - v[o + 1]) + nz * (v[p + 2] - v[o + 2]);
    }
    d = d / (faceStart[f + 1] - faceStart[f]) + nx * v[o] + ny * v[o + 1] + nz * v[o + 2];
    planes.set([nx, ny, nz, d], 4 * f);
  }
  return planes;
}

/**
 * Edges of a polyhedron, 4 numbers each: start vertex, end vertex, the face on the left (which runs along the edge from
 * start to end) and the face on the right. Ordered by start, then end, with start < end.
 * @throws when an edge does not have exactly one face on each side
 */
export function polyhedronEdges({ faceStart, faceVertex }: Polyhedron): Uint32Array {
  const nf = faceStart.length - 1;
  const halves: { from: number; to: number; face: number }[] = [];
  for (let f = 0; f < nf; f++) {
    for (let k = faceStart[f]; k < faceStart[f + 1]; k++) {
      const next = k + 1 < faceStart[f + 1] ? k + 1 : faceStart[f];
      halves.push({ from: faceVertex[k], to: faceVertex[next], face: f });
    }
  }
  const low = (h: { from: number; to: number }) => Math.min(h.from, h.to);
  const high = (h: { from: number; to: number }) => Math.max(h.from, h.to);
  halves.sort((a, b) => low(a) - low(b) || high(a) - high(b) || a.from - b.from || a.face - b.face);
  const edges = new Uint32Array(2 * halves.length);
  for (let i = 0; i < halves.length; i += 2) {
    const left = halves[i];
    const right = halves[i + 1];
    if (right === undefined || left.from !== right.to || left.to !== right.from || left.from > left.to) {
      throw new Error(`edge ${left.from}–${left.to} of the polyhedron does not have one face on each side`);
    }
    edges.set([left.from, left.to, left.face, right.face], 2 * i);
  }
  return edges;
}

/** A polyhedron from face lists, as people write it. */
export function polyhedronFrom(
  vertices: readonly (readonly number[])[],
  faces: readonly (readonly number[])[],
): Polyhedron {
  const faceStart = new Uint32Array(faces.length + 1);
  faces.forEach((face, f) => {
    faceStart[f + 1] = faceStart[f] + face.length;
  });
  return { vertices: Float64Array.from(vertices.flat()), faceStart, faceVertex: Uint32Array.from(faces.flat()) };
}
