import { ImportError } from "../error.js";
import { about, rotate, type V3 } from "../pose.js";
import { numbersIn, tagOf } from "../xml/attributes.js";
import type { XmlElement } from "../xml/parse.js";
import type { MeshPart } from "./mesh-file.js";

/** Three rows of four numbers: x ↦ A x + b. */
export type Matrix = readonly number[];
export const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

export function multiply(a: Matrix, b: Matrix): Matrix {
  return Array.from({ length: 12 }, (_, k) => {
    const [i, j] = [Math.floor(k / 4), k % 4];
    let sum = j === 3 ? a[4 * i + 3] : 0;
    for (let m = 0; m < 3; m++) sum += a[4 * i + m] * b[4 * m + j];
    return sum;
  });
}

/** The transforms of a node, in their order. */
export function nodeMatrix(node: XmlElement): Matrix {
  let matrix = IDENTITY;
  for (const child of node.children) {
    const step = stepOf(child);
    if (step !== undefined) matrix = multiply(matrix, step);
  }
  return matrix;
}

const COUNTS: Readonly<Record<string, number>> = { matrix: 16, translate: 3, rotate: 4, scale: 3 };

function stepOf(element: XmlElement): Matrix | undefined {
  const count = COUNTS[element.name];
  if (count === undefined) return undefined;
  const v = numbersIn(element, tagOf(element), element.text);
  if (v.length !== count) throw new ImportError(element, `expected ${count} numbers, got ${v.length}`);
  if (element.name === "matrix") return v.slice(0, 12);
  if (element.name === "translate") return [1, 0, 0, v[0], 0, 1, 0, v[1], 0, 0, 1, v[2]];
  if (element.name === "scale") return [v[0], 0, 0, 0, 0, v[1], 0, 0, 0, 0, v[2], 0];
  const q = about([v[0], v[1], v[2]], (v[3] * Math.PI) / 180);
  const [x, y, z] = [rotate(q, [1, 0, 0]), rotate(q, [0, 1, 0]), rotate(q, [0, 0, 1])];
  return [x[0], y[0], z[0], 0, x[1], y[1], z[1], 0, x[2], y[2], z[2], 0];
}

const map = (m: Matrix, x: number, y: number, z: number): V3 => [
  m[0] * x + m[1] * y + m[2] * z + m[3],
  m[4] * x + m[5] * y + m[6] * z + m[7],
  m[8] * x + m[9] * y + m[10] * z + m[11],
];

/** The part in the frame around: positions by the matrix, normals by its cofactors, a mirror image turned over. */
export function placePart(part: MeshPart, m: Matrix): MeshPart {
  const positions = new Float64Array(part.positions.length);
  for (let k = 0; k < positions.length; k += 3)
    positions.set(map(m, part.positions[k], part.positions[k + 1], part.positions[k + 2]), k);
  const c = cofactors(m);
  const mirrored = m[0] * c[0] + m[1] * c[1] + m[2] * c[2] < 0;
  const triangles = part.triangles.slice();
  if (mirrored) for (let t = 0; t < triangles.length; t += 3) [triangles[t + 1], triangles[t + 2]] = [triangles[t + 2], triangles[t + 1]]; // biome-ignore format: one line
  return { ...part, positions, triangles, normals: part.normals && turnNormals(part.normals, c, mirrored ? -1 : 1) };
}

function cofactors(m: Matrix): Matrix {
  const [a, b, c, , d, e, f, , g, h, i] = m;
  return [e * i - f * h, f * g - d * i, d * h - e * g, 0, c * h - b * i, a * i - c * g, b * g - a * h, 0, b * f - c * e, c * d - a * f, a * e - b * d, 0]; // biome-ignore format: a matrix
}

function turnNormals(normals: Float32Array, c: Matrix, sign: number): Float32Array {
  const out = new Float32Array(normals.length);
  for (let k = 0; k < normals.length; k += 3) {
    const [x, y, z] = map(c, normals[k], normals[k + 1], normals[k + 2]);
    const l = sign * Math.sqrt(x * x + y * y + z * z) || 1;
    out.set([x / l, y / l, z / l], k);
  }
  return out;
}
