import { cross, dot, normalize } from "../../math/vec3.js";
import type { VisualMesh } from "../../model/visual.js";
import type { Json } from "./container.js";

/** 4 × 4, column by column, as glTF has it. */
export type Matrix = readonly number[];

export const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
/** Turns the y axis to z: [x, y, z] → [x, −z, y]. */
export const Y_UP: Matrix = [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1];

export function scaling(s: number): Matrix {
  return [s, 0, 0, 0, 0, s, 0, 0, 0, 0, s, 0, 0, 0, 0, 1];
}

export function multiply(a: Matrix, b: Matrix): Matrix {
  const out = new Array<number>(16).fill(0);
  for (let c = 0; c < 4; c++)
    for (let r = 0; r < 4; r++) for (let k = 0; k < 4; k++) out[4 * c + r] += a[4 * k + r] * b[4 * c + k];
  return out;
}

/** The matrix of a node: its own, or of translation, rotation and scale. */
export function nodeMatrix(node: Json): Matrix {
  if (Array.isArray(node.matrix)) return node.matrix as Matrix;
  const [tx, ty, tz] = (node.translation as number[] | undefined) ?? [0, 0, 0];
  const [x, y, z, w] = (node.rotation as number[] | undefined) ?? [0, 0, 0, 1];
  const [sx, sy, sz] = (node.scale as number[] | undefined) ?? [1, 1, 1];
  return [
    sx * (1 - 2 * (y * y + z * z)),
    sx * 2 * (x * y + z * w),
    sx * 2 * (x * z - y * w),
    0,
    sy * 2 * (x * y - z * w),
    sy * (1 - 2 * (x * x + z * z)),
    sy * 2 * (y * z + x * w),
    0,
    sz * 2 * (x * z + y * w),
    sz * 2 * (y * z - x * w),
    sz * (1 - 2 * (x * x + y * y)),
    0,
    tx,
    ty,
    tz,
    1,
  ];
}

/**
 * A mesh under a matrix with the columns a, b, c; a mirrored one keeps its outside. Normals go by the inverse
 * transposed, whose columns are b × c, c × a and a × b over the determinant.
 */
export function transformMesh(mesh: VisualMesh, m: Matrix): VisualMesh {
  const [a, b, c] = [m.slice(0, 3), m.slice(4, 7), m.slice(8, 11)];
  const [u, v, w] = [cross(b, c), cross(c, a), cross(a, b)];
  const sign = dot(a, u) < 0 ? -1 : 1;
  const positions = mesh.positions.slice();
  for (let k = 0; k < positions.length; k += 3) {
    const [x, y, z] = mesh.positions.subarray(k, k + 3);
    for (let r = 0; r < 3; r++) positions[k + r] = a[r] * x + b[r] * y + c[r] * z + m[12 + r];
  }
  const normals = mesh.normals?.slice() ?? null;
  for (let k = 0; k < (normals?.length ?? 0); k += 3) {
    const [x, y, z] = (mesh.normals as Float32Array).subarray(k, k + 3);
    const turned = normalize(u.map((_, r) => sign * (u[r] * x + v[r] * y + w[r] * z)));
    normals?.set(turned, k);
  }
  const triangles = mesh.triangles.slice();
  for (let t = 0; sign < 0 && t < triangles.length; t += 3) {
    triangles[t + 1] = mesh.triangles[t + 2];
    triangles[t + 2] = mesh.triangles[t + 1];
  }
  return { positions, normals, uvs: mesh.uvs, triangles };
}
