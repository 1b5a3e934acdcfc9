import { OVERLAP_SIZE, type Overlap } from "./volume-overlap.js";

/** Scratch: rows of a symmetric tensor turned on one side. */
const half = new Float64Array(9);
const vector = new Float64Array(3);

/**
 * The overlap of B with A, in B's frame, as that of A with B in A's: x_A = R x_B + t, with normals and vector areas the
 * other way, and rims run through from end to start. `transform` is R row by row, then t.
 */
export function turnOverlap(overlap: Overlap, transform: Float64Array): void {
  const { values, rim, loopStart } = overlap;
  for (let r = 0; r < overlap.count; r++) {
    const o = OVERLAP_SIZE * r;
    turnPoint(values, o + 1, transform);
    turnTensor(values, o + 4, transform);
    turnVector(values, o + 10, transform);
    turnVector(values, o + 13, transform);
    for (let k = 10; k < 16; k++) values[o + k] = 0 - values[o + k];
    turnPoint(values, o + 17, transform);
    turnTensor(values, o + 20, transform);
  }
  for (let l = 0; l < overlap.loopCount; l++) {
    const first = loopStart[l];
    const end = loopStart[l + 1];
    for (let i = first; i < end; i++) turnPoint(rim, 3 * i, transform);
    for (let i = first, j = end - 1; i < j; i++, j--) {
      for (let k = 0; k < 3; k++) {
        const x = rim[3 * i + k];
        rim[3 * i + k] = rim[3 * j + k];
        rim[3 * j + k] = x;
      }
    }
  }
}

function turnVector(v: Float64Array, o: number, r: Float64Array): void {
  for (let k = 0; k < 3; k++) vector[k] = r[3 * k] * v[o] + r[3 * k + 1] * v[o + 1] + r[3 * k + 2] * v[o + 2];
  for (let k = 0; k < 3; k++) v[o + k] = vector[k];
}

function turnPoint(v: Float64Array, o: number, r: Float64Array): void {
  turnVector(v, o, r);
  for (let k = 0; k < 3; k++) v[o + k] += r[9 + k];
}

/** R J Rᵀ of J = xx yy zz xy xz yz. */
function turnTensor(v: Float64Array, o: number, r: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    const x = r[3 * k];
    const y = r[3 * k + 1];
    const z = r[3 * k + 2];
    half[3 * k] = x * v[o] + y * v[o + 3] + z * v[o + 4];
    half[3 * k + 1] = x * v[o + 3] + y * v[o + 1] + z * v[o + 5];
    half[3 * k + 2] = x * v[o + 4] + y * v[o + 5] + z * v[o + 2];
  }
  for (let k = 0; k < 3; k++) {
    v[o + k] = half[3 * k] * r[3 * k] + half[3 * k + 1] * r[3 * k + 1] + half[3 * k + 2] * r[3 * k + 2];
  }
  v[o + 3] = half[0] * r[3] + half[1] * r[4] + half[2] * r[5];
  v[o + 4] = half[0] * r[6] + half[1] * r[7] + half[2] * r[8];
  v[o + 5] = half[3] * r[6] + half[4] * r[7] + half[5] * r[8];
}
