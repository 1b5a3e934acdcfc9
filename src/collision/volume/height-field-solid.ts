import { heightFieldBounds, heightFieldMesh } from "../../geometry/height-field.js";
import type { HeightField, TriangleMesh } from "../../geometry/types.js";
import { buildVolumeMesh, type VolumeMesh } from "./volume-mesh.js";

/**
 * A height field as a solid: its surface, walls down from its border, and a bottom `depth` below its lowest point, a
 * fan from the middle. A query meets the columns under the other body only, by the tree; the bottom is far below all
 * bodies and changes nothing. Closed and without crossings as it is made, so nothing is inspected.
 */
export function heightFieldSolid(field: HeightField, depth: number): VolumeMesh {
  if (!(depth > 0)) throw new RangeError(`a height field with volume needs a depth > 0 m, got ${depth}`);
  return buildVolumeMesh(closeHeightField(field, depth));
}

/** A depth at which the bottom is out of reach: as much as the field is wide. */
export function defaultDepth(field: HeightField): number {
  const [minX, minY, , maxX, maxY] = heightFieldBounds(field);
  return Math.max(maxX - minX, maxY - minY);
}

function closeHeightField(field: HeightField, depth: number): TriangleMesh {
  const { nx, ny } = field;
  const top = heightFieldMesh(field);
  // the border, counter-clockwise seen from above
  const border: number[] = [];
  for (let i = 0; i + 1 < nx; i++) border.push(i);
  for (let j = 0; j + 1 < ny; j++) border.push(j * nx + nx - 1);
  for (let i = nx - 1; i > 0; i--) border.push((ny - 1) * nx + i);
  for (let j = ny - 1; j > 0; j--) border.push(j * nx);
  const n = nx * ny;
  const m = border.length;
  const vertices = new Float64Array(3 * (n + m + 1));
  vertices.set(top.vertices);
  const low = heightFieldBounds(field)[2] - depth;
  for (let k = 0; k < m; k++) {
    vertices[3 * (n + k)] = vertices[3 * border[k]];
    vertices[3 * (n + k) + 1] = vertices[3 * border[k] + 1];
    vertices[3 * (n + k) + 2] = low;
  }
  // the last one is the middle of the bottom
  vertices[3 * (n + m) + 2] = low;
  const triangles = new Uint32Array(top.triangles.length + 9 * m);
  triangles.set(top.triangles);
  let t = top.triangles.length;
  for (let k = 0; k < m; k++) {
    const next = (k + 1) % m;
    triangles.set([border[k], n + k, n + next, border[k], n + next, border[next], n + next, n + k, n + m], t);
    t += 9;
  }
  return { vertices, triangles };
}
