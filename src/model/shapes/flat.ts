import { meshFromFaces } from "../../geometry/face-mesh.js";
import type { TriangleMesh } from "../../geometry/types.js";

/** Triangles of a plane outline (2 numbers per vertex, simple, counter-clockwise) in z = 0, facing +z: for drawing. */
export function flatMesh(outline: Float64Array): TriangleMesh {
  const n = outline.length / 2;
  const vertices = new Float64Array(3 * n);
  for (let i = 0; i < n; i++) vertices.set(outline.subarray(2 * i, 2 * i + 2), 3 * i);
  const result = meshFromFaces(vertices, [Array.from({ length: n }, (_, i) => i)]);
  return result.ok ? result.mesh : { vertices, triangles: new Uint32Array(0) };
}
