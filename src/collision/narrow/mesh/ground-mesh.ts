import { buildHalfEdges } from "../../../geometry/half-edge.js";
import { heightFieldMesh } from "../../../geometry/height-field.js";
import type { HeightField } from "../../../geometry/types.js";
import { EDGE_KIND, edgeKindAt, firstTriangles, type MeshContactGeometry, vertexRings } from "./mesh-geometry.js";

/**
 * The surface of ground whose heights change, as contact sees it. Every triangle is a flat region of its own, so that a
 * change of a height concerns only what is within two cells. Normals of vertices are weighted by area: what is below is
 * told by the heights, and they need not tell it.
 */
export interface GroundMesh extends MeshContactGeometry {
  /** Half-edge in the opposite direction, −1 at the border. */
  readonly twin: Int32Array;
}

/** The mesh of a height field that may change. */
export function createGroundMesh(field: HeightField): GroundMesh {
  const mesh = heightFieldMesh(field);
  const { twin } = buildHalfEdges(mesh);
  const count = mesh.triangles.length / 3;
  const ground: GroundMesh = {
    mesh,
    twin,
    solid: false,
    twoSided: false,
    normals: new Float64Array(3 * count),
    neighbours: twin.map((h) => (h < 0 ? -1 : Math.floor(h / 3))),
    edgeKind: new Int8Array(3 * count),
    region: Int32Array.from({ length: count }, (_, t) => t),
    planes: new Float64Array(4 * count),
    vertexRidge: new Uint8Array(field.heights.length),
    vertexNormal: new Float64Array(3 * field.heights.length),
    owner: firstTriangles(mesh),
    ...vertexRings(mesh),
    tree: null,
  };
  updateGroundMesh(ground, field, 0, 0, field.nx, field.ny);
  return ground;
}

/** A copy with the same topology and its own geometry. */
export function copyGroundMesh(ground: GroundMesh): GroundMesh {
  return {
    ...ground,
    mesh: { vertices: ground.mesh.vertices.slice(), triangles: ground.mesh.triangles },
    normals: ground.normals.slice(),
    edgeKind: ground.edgeKind.slice(),
    planes: ground.planes.slice(),
    vertexRidge: ground.vertexRidge.slice(),
    vertexNormal: ground.vertexNormal.slice(),
  };
}

/** Brings the mesh up to date with heights that changed in columns i0 … i1 − 1 of rows j0 … j1 − 1. */
export function updateGroundMesh(
  ground: GroundMesh,
  { nx, ny, heights }: HeightField,
  i0: number,
  j0: number,
  i1: number,
  j1: number,
): void {
  const { vertices } = ground.mesh;
  for (let j = j0; j < j1; j++) for (let i = i0; i < i1; i++) vertices[3 * (j * nx + i) + 2] = heights[j * nx + i];
  // cells with a point that changed
  const a0 = Math.max(0, i0 - 1);
  const b0 = Math.max(0, j0 - 1);
  const a1 = Math.min(nx - 1, i1);
  const b1 = Math.min(ny - 1, j1);
  for (let j = b0; j < b1; j++)
    for (let t = 2 * (j * (nx - 1) + a0); t < 2 * (j * (nx - 1) + a1); t++) setPlane(ground, t);
  // cells with an edge whose other side changed
  const c0 = Math.max(0, a0 - 1);
  const d0 = Math.max(0, b0 - 1);
  const c1 = Math.min(nx - 1, a1 + 1);
  const d1 = Math.min(ny - 1, b1 + 1);
  for (let j = d0; j < d1; j++)
    for (let h = 6 * (j * (nx - 1) + c0); h < 6 * (j * (nx - 1) + c1); h++)
      ground.edgeKind[h] = edgeKindAt(ground.mesh, ground.twin[h], ground.region, ground.normals, h);
  for (let j = d0; j <= d1; j++) for (let i = c0; i <= c1; i++) setVertex(ground, nx, ny, i, j);
}

/** Plane and unit normal of triangle t. */
function setPlane({ mesh: { vertices: v, triangles }, planes, normals }: GroundMesh, t: number): void {
  const a = 3 * triangles[3 * t];
  const b = 3 * triangles[3 * t + 1];
  const c = 3 * triangles[3 * t + 2];
  const ux = v[b] - v[a];
  const uy = v[b + 1] - v[a + 1];
  const uz = v[b + 2] - v[a + 2];
  const wx = v[c] - v[a];
  const wy = v[c + 1] - v[a + 1];
  const wz = v[c + 2] - v[a + 2];
  const x = uy * wz - uz * wy;
  const y = uz * wx - ux * wz;
  const z = ux * wy - uy * wx;
  const length = Math.sqrt(x * x + y * y + z * z);
  normals[3 * t] = planes[4 * t] = x / length;
  normals[3 * t + 1] = planes[4 * t + 1] = y / length;
  normals[3 * t + 2] = planes[4 * t + 2] = z / length;
  let sum = 0;
  for (let k = 3 * t; k < 3 * t + 3; k++) {
    const o = 3 * triangles[k];
    sum += planes[4 * t] * v[o] + planes[4 * t + 1] * v[o + 1] + planes[4 * t + 2] * v[o + 2];
  }
  planes[4 * t + 3] = sum / 3;
}

/** Normal and ridge bits of a vertex, from the triangles around it. */
function setVertex(ground: GroundMesh, nx: number, ny: number, i: number, j: number): void {
  const { normals, vertexNormal, vertexRidge, edgeKind, mesh } = ground;
  const vertex = j * nx + i;
  let x = 0;
  let y = 0;
  let z = 0;
  let bits = 0;
  for (let b = Math.max(0, j - 1); b <= Math.min(ny - 2, j); b++) {
    for (let a = Math.max(0, i - 1); a <= Math.min(nx - 2, i); a++) {
      for (let t = 2 * (b * (nx - 1) + a); t < 2 * (b * (nx - 1) + a) + 2; t++) {
        for (let k = 0; k < 3; k++) {
          if (mesh.triangles[3 * t + k] !== vertex) continue;
          // n_z of a unit normal is dx dy over twice the area
          const weight = 1 / normals[3 * t + 2];
          x += weight * normals[3 * t];
          y += weight * normals[3 * t + 1];
          z += weight * normals[3 * t + 2];
          bits |= bitsOf(edgeKind[3 * t + k]) | bitsOf(edgeKind[3 * t + (k === 0 ? 2 : k - 1)]);
        }
      }
    }
  }
  vertexNormal[3 * vertex] = x;
  vertexNormal[3 * vertex + 1] = y;
  vertexNormal[3 * vertex + 2] = z;
  vertexRidge[vertex] = bits;
}

function bitsOf(kind: number): number {
  return kind === EDGE_KIND.border ? 3 : kind === EDGE_KIND.ridge ? 1 : kind === EDGE_KIND.valley ? 2 : 0;
}
