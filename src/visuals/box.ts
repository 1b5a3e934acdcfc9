import * as p from "../model/params.js";
import { defineVisual, type VisualMesh } from "../model/visual.js";
import { Surface } from "./surface.js";

/** Share of the smallest half extent that a bevel takes where none is given. */
export const BEVEL = 0.05;

/** Box along the axes with bevelled edges, which catch light as real ones do. */
export const box = defineVisual({
  name: "box",
  help: "a box along the axes of its frame, around the origin, with bevelled edges",
  params: {
    halfExtents: p.vector({ unit: "m", help: "half of the edge lengths along x, y, z" }),
    bevel: p.number({
      unit: "m",
      min: 0,
      optional: true,
      help: "width of the bevels; a twentieth of the smallest half extent when absent",
    }),
  },
  check: ({ halfExtents }) =>
    halfExtents.every((x) => x > 0) ? undefined : "expected three half extents > 0 m, got one that is not",
  // the coarse one has no bevels
  details: 2,
  build: ({ halfExtents: [x, y, z], bevel }, detail = 0) =>
    bevelledBox(x, y, z, detail > 0 ? 0 : (bevel ?? BEVEL * Math.min(x, y, z))),
});

/**
 * Six faces, twelve chamfers and eight corners over 24 vertices. The vertices have the normals of their faces, so that
 * light runs around a chamfer as if it were round.
 */
function bevelledBox(hx: number, hy: number, hz: number, bevel: number): VisualMesh {
  const half = [hx, hy, hz];
  const b = Math.min(bevel, 0.999 * Math.min(hx, hy, hz));
  const surface = new Surface();
  // number of the vertex of face (axis, side) at the corner of signs s
  const number = new Map<string, number>();
  const at = (axis: number, s: readonly number[]) => number.get(`${axis} ${s.join()}`) as number;
  for (let axis = 0; axis < 3; axis++) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    for (const side of [-1, 1]) {
      const corners: number[] = [];
      for (const [su, sv] of [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ]) {
        // biome-ignore format: corners of a face
        const s = [0, 0, 0];
        s[axis] = side;
        s[u] = su;
        s[v] = sv;
        const x = s.map((sign, k) => sign * (k === axis ? half[k] : half[k] - b));
        const n = [0, 0, 0];
        n[axis] = side;
        const id = surface.vertex(x[0], x[1], x[2], n[0], n[1], n[2], (1 + su) / 2, (1 + sv) / 2);
        number.set(`${axis} ${s.join()}`, id);
        corners.push(id);
      }
      if (side > 0) surface.quad(corners[0], corners[1], corners[2], corners[3]);
      else surface.quad(corners[3], corners[2], corners[1], corners[0]);
    }
  }
  if (b === 0) return surface.mesh();
  for (let axis = 0; axis < 3; axis++) {
    // the edges along `axis`, between the faces of u and v
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    for (const su of [-1, 1])
      for (const sv of [-1, 1]) {
        const low = [0, 0, 0];
        low[u] = su;
        low[v] = sv;
        low[axis] = -1;
        const high = low.slice();
        high[axis] = 1;
        const ring = [at(u, low), at(v, low), at(v, high), at(u, high)];
        if (su * sv < 0) ring.reverse();
        surface.quad(ring[0], ring[1], ring[2], ring[3]);
      }
  }
  for (const sx of [-1, 1])
    for (const sy of [-1, 1])
      for (const sz of [-1, 1]) {
        const s = [sx, sy, sz];
        if (sx * sy * sz > 0) surface.triangle(at(0, s), at(1, s), at(2, s));
        else surface.triangle(at(0, s), at(2, s), at(1, s));
      }
  return surface.mesh();
}
