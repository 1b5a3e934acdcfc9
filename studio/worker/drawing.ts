/** Triangles of a shape made ready for the graphics card: normals per corner, and the edges worth a line. */
import type { TriangleMesh, VisualMesh } from "stiction";
import type { DrawnGeometry } from "./protocol.js";

/**
 * Faces that meet at less than `crease` (rad) are shaded as one smooth surface; where they meet at more, and at the rim
 * of an open surface, there is an edge.
 */
export function prepareDrawing(mesh: TriangleMesh, crease: number): DrawnGeometry {
  const { vertices, triangles } = mesh;
  const n = triangles.length / 3;
  const corner = weld(vertices, triangles);
  const normal = faceNormals(vertices, triangles);
  const limit = Math.cos(crease);

  const positions = new Float32Array(9 * n);
  for (let k = 0; k < triangles.length; k++) {
    for (let i = 0; i < 3; i++) positions[3 * k + i] = vertices[3 * triangles[k] + i];
  }
  return {
    positions,
    normals: cornerNormals(corner, normal, vertices.length / 3, limit),
    uvs: null,
    edges: sharpEdges(vertices, triangles, corner, normal, limit),
  };
}

/**
 * Angle from which on the faces of a visual meet in an edge where it says no normals; and in a line of a plane picture.
 */
const VISUAL_CREASE = 0.6;

/** A surface of a visual. `edges`: with lines along its sharp edges, as a planar scene has them. */
export function prepareVisual(mesh: VisualMesh, edges: boolean): DrawnGeometry {
  const { positions, normals, uvs, triangles } = mesh;
  const plain = { vertices: Float64Array.from(positions), triangles };
  const drawn = normals === null || edges ? prepareDrawing(plain, VISUAL_CREASE) : null;
  return {
    positions: drawn?.positions ?? perCorner(positions, 3, triangles),
    normals: normals === null ? (drawn as DrawnGeometry).normals : perCorner(normals, 3, triangles),
    uvs: uvs === null ? null : perCorner(uvs, 2, triangles),
    edges: edges ? (drawn as DrawnGeometry).edges : new Float32Array(0),
  };
}

/** Numbers per vertex, repeated for every corner of every triangle. */
function perCorner(values: Float32Array, width: number, triangles: Uint32Array): Float32Array {
  const out = new Float32Array(width * triangles.length);
  for (let k = 0; k < triangles.length; k++)
    for (let i = 0; i < width; i++) out[width * k + i] = values[width * triangles[k] + i];
  return out;
}

/** For each corner the first vertex at the same place, so that files that repeat vertices are smooth too. */
function weld(vertices: Float64Array, triangles: Uint32Array): Uint32Array {
  const order = Uint32Array.from({ length: vertices.length / 3 }, (_, i) => i);
  const compare = (a: number, b: number) =>
    vertices[3 * a] - vertices[3 * b] ||
    vertices[3 * a + 1] - vertices[3 * b + 1] ||
    vertices[3 * a + 2] - vertices[3 * b + 2];
  order.sort((a, b) => compare(a, b) || a - b);
  const first = new Uint32Array(order.length);
  for (let k = 0; k < order.length; k++) {
    first[order[k]] = k > 0 && compare(order[k - 1], order[k]) === 0 ? first[order[k - 1]] : order[k];
  }
  return triangles.map((v) => first[v]);
}

/** Unit normal and area per triangle: 4 numbers each. A triangle without area has no normal. */
function faceNormals(vertices: Float64Array, triangles: Uint32Array): Float64Array {
  const out = new Float64Array((4 * triangles.length) / 3);
  for (let t = 0; t < triangles.length / 3; t++) {
    const [a, b, c] = [3 * triangles[3 * t], 3 * triangles[3 * t + 1], 3 * triangles[3 * t + 2]];
    const ux = vertices[b] - vertices[a];
    const uy = vertices[b + 1] - vertices[a + 1];
    const uz = vertices[b + 2] - vertices[a + 2];
    const vx = vertices[c] - vertices[a];
    const vy = vertices[c + 1] - vertices[a + 1];
    const vz = vertices[c + 2] - vertices[a + 2];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const length = Math.hypot(x, y, z);
    if (length > 0) out.set([x / length, y / length, z / length, length / 2], 4 * t);
  }
  return out;
}

function dot(normal: Float64Array, s: number, t: number): number {
  return normal[4 * s] * normal[4 * t] + normal[4 * s + 1] * normal[4 * t + 1] + normal[4 * s + 2] * normal[4 * t + 2];
}

/** The area-weighted mean normal of those neighbours that are smooth with the corner's own face. */
function cornerNormals(corner: Uint32Array, normal: Float64Array, vertexCount: number, limit: number): Float32Array {
  // triangles around each vertex, end to end
  const start = new Uint32Array(vertexCount + 1);
  for (const v of corner) start[v + 1]++;
  for (let v = 0; v < vertexCount; v++) start[v + 1] += start[v];
  const around = new Uint32Array(corner.length);
  const next = start.slice();
  for (let k = 0; k < corner.length; k++) around[next[corner[k]]++] = Math.floor(k / 3);

  const out = new Float32Array(3 * corner.length);
  for (let k = 0; k < corner.length; k++) {
    const own = Math.floor(k / 3);
    let x = 0;
    let y = 0;
    let z = 0;
    for (let i = start[corner[k]]; i < start[corner[k] + 1]; i++) {
      const t = around[i];
      if (t !== own && dot(normal, t, own) < limit) continue;
      const area = normal[4 * t + 3];
      x += area * normal[4 * t];
      y += area * normal[4 * t + 1];
      z += area * normal[4 * t + 2];
    }
    const length = Math.hypot(x, y, z) || 1;
    out.set([x / length, y / length, z / length], 3 * k);
  }
  return out;
}

/** Edges between faces that meet sharply, and edges with one face only. */
function sharpEdges(
  vertices: Float64Array,
  triangles: Uint32Array,
  corner: Uint32Array,
  normal: Float64Array,
  limit: number,
): Float32Array {
  const count = vertices.length / 3;
  const open = new Map<number, number>();
  const kept: number[] = [];
  const keep = (k: number) => {
    const a = triangles[k];
    const b = triangles[k % 3 === 2 ? k - 2 : k + 1];
    for (const v of [a, b]) kept.push(vertices[3 * v], vertices[3 * v + 1], vertices[3 * v + 2]);
  };
  for (let k = 0; k < corner.length; k++) {
    const a = corner[k];
    const b = corner[k % 3 === 2 ? k - 2 : k + 1];
    if (a === b) continue;
    const key = Math.min(a, b) * count + Math.max(a, b);
    const other = open.get(key);
    if (other === undefined) {
      open.set(key, k);
      continue;
    }
    open.delete(key);
    if (dot(normal, Math.floor(k / 3), Math.floor(other / 3)) < limit) keep(k);
  }
  for (const k of open.values()) keep(k);
  return Float32Array.from(kept);
}
