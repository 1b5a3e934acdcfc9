import { fanTriangles } from "./polyhedron-mass.js";
import type { Polyhedron, TriangleMesh } from "./types.js";

/** The same surface with every triangle turned over. */
export function flipMesh(mesh: TriangleMesh): TriangleMesh {
  const triangles = mesh.triangles.slice();
  for (let t = 0; t < triangles.length; t += 3) {
    triangles[t + 1] = mesh.triangles[t + 2];
    triangles[t + 2] = mesh.triangles[t + 1];
  }
  return { vertices: mesh.vertices, triangles };
}

/** x → (sx x, sy y, sz z); a mirror image is turned over so that outside stays outside. */
export function scaleMesh(mesh: TriangleMesh, sx: number, sy: number, sz: number): TriangleMesh {
  const scaled = { vertices: scaleVertices(mesh.vertices, sx, sy, sz), triangles: mesh.triangles };
  return sx * sy * sz < 0 ? flipMesh(scaled) : scaled;
}

/** As `scaleMesh`, for a polyhedron. */
export function scalePolyhedron(p: Polyhedron, sx: number, sy: number, sz: number): Polyhedron {
  const faceVertex = p.faceVertex.slice();
  if (sx * sy * sz < 0) {
    for (let f = 0; f + 1 < p.faceStart.length; f++) faceVertex.subarray(p.faceStart[f], p.faceStart[f + 1]).reverse();
  }
  return { vertices: scaleVertices(p.vertices, sx, sy, sz), faceStart: p.faceStart, faceVertex };
}

/** The triangles of a polyhedron, each face as a fan. */
export function polyhedronToMesh(p: Polyhedron): TriangleMesh {
  return { vertices: p.vertices, triangles: fanTriangles(p) };
}

/** Merges vertices at exactly equal positions and drops triangles that lose a corner by it. */
export function weldMesh(mesh: TriangleMesh): TriangleMesh {
  const first = firstAtSamePosition(mesh.vertices);
  const newIndex = new Uint32Array(first.length);
  const vertices: number[] = [];
  for (let v = 0; v < first.length; v++) {
    if (first[v] !== v) newIndex[v] = newIndex[first[v]];
    else {
      newIndex[v] = vertices.length / 3;
      vertices.push(mesh.vertices[3 * v], mesh.vertices[3 * v + 1], mesh.vertices[3 * v + 2]);
    }
  }
  const triangles: number[] = [];
  for (let t = 0; t + 2 < mesh.triangles.length; t += 3) {
    const a = newIndex[mesh.triangles[t]];
    const b = newIndex[mesh.triangles[t + 1]];
    const c = newIndex[mesh.triangles[t + 2]];
    if (a !== b && b !== c && c !== a) triangles.push(a, b, c);
  }
  return { vertices: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) };
}

function scaleVertices(v: Float64Array, sx: number, sy: number, sz: number): Float64Array {
  const out = new Float64Array(v.length);
  for (let i = 0; i < v.length; i += 3) {
    out[i] = sx * v[i];
    out[i + 1] = sy * v[i + 1];
    out[i + 2] = sz * v[i + 2];
  }
  return out;
}

/** For every vertex, the lowest-numbered vertex at exactly the same position. */
export function firstAtSamePosition(v: Float64Array): Uint32Array {
  const nv = v.length / 3;
  const order = new Uint32Array(nv);
  for (let i = 0; i < nv; i++) order[i] = i;
  const compare = (a: number, b: number) =>
    v[3 * a] - v[3 * b] || v[3 * a + 1] - v[3 * b + 1] || v[3 * a + 2] - v[3 * b + 2];
  order.sort((a, b) => compare(a, b) || a - b);
  const first = new Uint32Array(nv);
  for (let i = 0; i < nv; i++) {
    first[order[i]] = i > 0 && compare(order[i - 1], order[i]) === 0 ? first[order[i - 1]] : order[i];
  }
  return first;
}
