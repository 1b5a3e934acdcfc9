import type { TriangleMesh } from "../../../geometry/types.js";
import type { VolumeMesh } from "../volume-mesh.js";

/**
 * Both meshes as one, in A's frame: vertices and triangles of B after those of A. Vertices of B are rounded once, as
 * `placeVertex` does it, and everything after is exact on these numbers.
 */
export function placedMesh(a: VolumeMesh, b: VolumeMesh, r: Float64Array): TriangleMesh {
  const vertices = new Float64Array(3 * (a.nv + b.nv));
  vertices.set(a.mesh.vertices);
  const v = b.mesh.vertices;
  for (let i = 0; i < 3 * b.nv; i += 3) {
    for (let k = 0; k < 3; k++) {
      vertices[3 * a.nv + i + k] = r[3 * k] * v[i] + r[3 * k + 1] * v[i + 1] + r[3 * k + 2] * v[i + 2] + r[9 + k];
    }
  }
  const triangles = new Uint32Array(3 * (a.nf + b.nf));
  triangles.set(a.mesh.triangles);
  for (let h = 0; h < 3 * b.nf; h++) triangles[3 * a.nf + h] = a.nv + b.mesh.triangles[h];
  return { vertices, triangles };
}
