import { buildHalfEdges } from "../../geometry/half-edge.js";
import type { TriangleMesh } from "../../geometry/types.js";
import { materialPair } from "../../model/compile/materials.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import type { LawPair } from "../material-laws.js";
import { WHOLE } from "../step-warnings.js";

/** Cosines of angles between neighbouring facets of a surface that stands for a curved one: 45° and 1°. */
const LEAST = Math.SQRT1_2;
const FLAT = 0.99985;

/**
 * Pairs of curved meshes that may meet where `sharedStiffness` is on: points between them have a normal each, count as
 * patches of their own and share nothing, so that a ball on a ball is hit up to twice too hard. One sentence for
 * `model.warnings`, or none. Reads: shapes.
 */
export function sharedStiffnessWarnings(model: Model, pairs: readonly LawPair[]): string[] {
  const { bodyType, bodyNames, materials } = model;
  const curved = model.shapes.filter(({ geometry }) => geometry.mesh && isCurved(geometry.mesh));
  for (const [k, a] of curved.entries())
    for (const b of curved.slice(k + 1)) {
      const moves = [a, b].some(({ body }) => bodyType[body] === BODY_TYPE.dynamic);
      const { law } = pairs[materialPair(materials, a.material, b.material)];
      if (a.body === b.body || !moves || WHOLE.has(law.name)) continue;
      const names = [a, b].map(({ body }) => `"${bodyNames[body]}"`).join(" and ");
      return [
        `collision.sharedStiffness has no effect between two curved meshes, as of ${names}: largest forces of an impact are 0.9 to 2.2 times those of the surfaces they stand for; use spheres, or contact of type "volumetric"`,
      ];
    }
  return [];
}

/** Whether a mesh has an edge at which its surface bends a little. */
function isCurved(mesh: TriangleMesh): boolean {
  const { twin } = buildHalfEdges(mesh);
  const normals = Array.from({ length: mesh.triangles.length / 3 }, (_, t) => normalOf(mesh, t));
  return twin.some((other, h) => {
    if (other <= h) return false;
    const [a, b] = [normals[Math.floor(h / 3)], normals[Math.floor(other / 3)]];
    const cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    return cosine > LEAST && cosine < FLAT;
  });
}

/** Unit normal of triangle t. */
function normalOf({ vertices: v, triangles }: TriangleMesh, t: number): readonly [number, number, number] {
  const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[3 * t + k]);
  const [px, py, pz] = [v[b] - v[a], v[b + 1] - v[a + 1], v[b + 2] - v[a + 2]];
  const [qx, qy, qz] = [v[c] - v[a], v[c + 1] - v[a + 1], v[c + 2] - v[a + 2]];
  const [x, y, z] = [py * qz - pz * qy, pz * qx - px * qz, px * qy - py * qx];
  const size = Math.sqrt(x * x + y * y + z * z);
  return size > 0 ? [x / size, y / size, z / size] : [0, 0, 0];
}
