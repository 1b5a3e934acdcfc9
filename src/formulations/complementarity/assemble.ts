import type { Data } from "../../data/data.js";
import { ensureCapacityF64, ensureCapacityI32 } from "../../math/capacity.js";
import { turnTensorInto } from "../../math/mat3.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { ROW as KIND } from "../../solvers/complementarity/problem.js";
import type { ComplementarityState, MixedWork } from "./complementarity-state.js";
import type { Rows } from "./rows.js";
import type { StepProblem } from "./step-problem.js";

/**
 * M⁻¹ R of every row, 12 numbers each; zero for bodies that impulses do not move. Reads: rows, invInertia. Writes:
 * response.
 */
export function respond(model: Model, state: ComplementarityState): void {
  const { rows, invInertia: i } = state;
  state.response = ensureCapacityF64(state.response, 12 * rows.count);
  const { response } = state;
  for (let r = 0; r < rows.count; r++) {
    for (let side = 0; side < 2; side++) {
      const body = rows.body[2 * r + side];
      const o = 12 * r + 6 * side;
      const b = 6 * body;
      const x = rows.right[o];
      const y = rows.right[o + 1];
      const z = rows.right[o + 2];
      response[o] = i[b] * x + i[b + 3] * y + i[b + 4] * z;
      response[o + 1] = i[b + 3] * x + i[b + 1] * y + i[b + 5] * z;
      response[o + 2] = i[b + 4] * x + i[b + 5] * y + i[b + 2] * z;
      for (let c = 0; c < 3; c++)
        response[o + 3 + c] =
          model.bodyType[body] === BODY_TYPE.dynamic ? model.bodyInvMass[3 * body + c] * rows.right[o + 3 + c] : 0;
    }
  }
}

/** A = B + L M⁻¹ R and b = c + L (ν + h M⁻¹ f), n rows (6.1). Reads: rows, response, free. Writes: matrix, vector. */
export function assembleReduced(state: ComplementarityState): void {
  const { rows, response, free } = state;
  const n = rows.count;
  state.matrix = ensureCapacityF64(state.matrix, n * n);
  state.vector = ensureCapacityF64(state.vector, n);
  const { matrix, vector } = state;
  matrix.fill(0, 0, n * n);
  for (let r = 0; r < n; r++) {
    vector[r] = rows.constant[r];
    for (let side = 0; side < 2; side++) {
      const body = rows.body[2 * r + side];
      const at = 12 * r + 6 * side;
      for (let c = 0; c < 6; c++) vector[r] += rows.left[at + c] * free[6 * body + c];
      for (let s = 0; s < n; s++) {
        for (let other = 0; other < 2; other++) {
          if (rows.body[2 * s + other] !== body) continue;
          const o = 12 * s + 6 * other;
          let sum = 0;
          for (let c = 0; c < 6; c++) sum += rows.left[at + c] * response[o + c];
          matrix[r * n + s] += sum;
        }
      }
    }
  }
  addEntries(rows, matrix, n, 0);
}

function addEntries(rows: Rows, matrix: Float64Array, n: number, first: number): void {
  for (let e = 0; e < rows.entries; e++)
    matrix[(first + rows.entryAt[2 * e]) * n + first + rows.entryAt[2 * e + 1]] += rows.entryValue[e];
}

/**
 * The problem with the velocities of the bodies that rows act on as free unknowns before the others (2.34): −M ν + R z
 * + M (ν + h M⁻¹ f) = 0. Six per body. Returns how many velocities come first. Reads: rows, free. Writes: matrix,
 * vector.
 */
export function assembleMixed(model: Model, data: Data, state: ComplementarityState, out: StepProblem): number {
  const { rows, free, mixed } = state;
  const { mass } = mixed;
  findMoved(model, rows, mixed);
  const velocities = 6 * mixed.count;
  const n = velocities + rows.count;
  state.matrix = ensureCapacityF64(state.matrix, n * n);
  state.vector = ensureCapacityF64(state.vector, n);
  const { matrix, vector } = state;
  matrix.fill(0, 0, n * n);
  vector.fill(0, 0, n);
  for (let k = 0; k < mixed.count; k++) {
    const body = mixed.body[k];
    worldInertiaInto(mass, model, data, body);
    for (let c = 0; c < 6; c++) {
      for (let d = 0; d < 6; d++) matrix[(6 * k + c) * n + 6 * k + d] = -mass[6 * c + d];
      for (let d = 0; d < 6; d++) vector[6 * k + c] += mass[6 * c + d] * free[6 * body + d];
    }
  }
  for (let r = 0; r < rows.count; r++) {
    const row = velocities + r;
    vector[row] = rows.constant[r];
    for (let side = 0; side < 2; side++) {
      const body = rows.body[2 * r + side];
      const at = mixed.slot[body];
      for (let c = 0; c < 6; c++) {
        const left = rows.left[12 * r + 6 * side + c];
        if (at < 0) {
          vector[row] += left * free[6 * body + c];
          continue;
        }
        // what is out of the plane does not move
        matrix[row * n + 6 * at + c] += left;
        matrix[(6 * at + c) * n + row] += moves(model, c) ? rows.right[12 * r + 6 * side + c] : 0;
      }
    }
  }
  addEntries(rows, matrix, n, velocities);
  if (mixed.kind.length < n) mixed.kind = new Uint8Array(2 * n);
  mixed.lower = ensureCapacityF64(mixed.lower, n);
  mixed.upper = ensureCapacityF64(mixed.upper, n);
  mixed.coneStart = ensureCapacityI32(mixed.coneStart, rows.cones);
  const { kind, lower, upper, coneStart } = mixed;
  kind.fill(KIND.free, 0, velocities);
  for (let r = 0; r < rows.count; r++) {
    kind[velocities + r] = rows.kind[r];
    lower[velocities + r] = rows.lower[r];
    upper[velocities + r] = rows.upper[r];
  }
  for (let k = 0; k < rows.cones; k++) coneStart[k] = velocities + rows.coneStart[k];
  out.size = n;
  out.matrix = matrix;
  out.vector = vector;
  out.kind = kind;
  out.lower = lower;
  out.upper = upper;
  out.cones.count = rows.cones;
  out.cones.start = coneStart;
  out.cones.size = rows.coneSize;
  out.cones.mu = rows.coneMu;
  return velocities;
}

/** Dynamic bodies that rows act on, into `mixed`. */
function findMoved(model: Model, rows: Rows, mixed: MixedWork): void {
  mixed.slot = ensureCapacityI32(mixed.slot, model.nb);
  mixed.body = ensureCapacityI32(mixed.body, model.nb);
  mixed.slot.fill(-1, 0, model.nb);
  mixed.count = 0;
  for (let i = 0; i < 2 * rows.count; i++) {
    const b = rows.body[i];
    if (mixed.slot[b] >= 0 || model.bodyType[b] !== BODY_TYPE.dynamic) continue;
    mixed.body[mixed.count] = b;
    mixed.slot[b] = mixed.count++;
  }
}

function moves(model: Model, c: number): boolean {
  return !model.planar || c === 2 || c === 3 || c === 4;
}

/** M of a body in world axes, 6 × 6, [ω; v]; ones for what is out of the plane. */
function worldInertiaInto(mass: Float64Array, model: Model, data: Data, b: number): void {
  mass.fill(0);
  const o = 6 * b;
  if (model.planar) {
    mass[0] = mass[7] = mass[35] = 1;
    mass[14] = 1 / model.bodyInvInertia[o + 2];
  } else {
    turnTensorInto(inertia, 0, model.bodyInertia, o, data.bodyQuat, 4 * b);
    for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) mass[6 * r + c] = inertia[SYM[3 * r + c]];
    mass[35] = model.bodyMass[b];
  }
  mass[21] = mass[28] = model.bodyMass[b];
}

/** Places of a symmetric matrix in [xx, yy, zz, xy, xz, yz]. */
const SYM = [0, 3, 4, 3, 1, 5, 4, 5, 2];
const inertia = new Float64Array(6);
