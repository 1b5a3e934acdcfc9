import type { Data } from "../../data/data.js";
import { LINE, LINE_SIZE, lineBetween } from "../../forces/two-point.js";
import type { ItemTable } from "../../model/item.js";
import type { Model } from "../../model/model.js";
import { addWrench } from "./bodies.js";
import { NUMBER } from "./fields.js";
import type { Natural } from "./natural.js";
import { FORCE_ROWS, rowsOfForce } from "./soft-rows.js";
import type { LagrangianState } from "./state.js";

/**
 * What the rows of springs and dampers leave out of the tangent: how the line between two points turns, and the force
 * with it. With d from A to B, u = d/l, the relative velocity w of the ends and the tension f = k (l − l₀) + c u · w,
 *
 *   δF = u (k u · δd + c δ(u · w)) + f δu,   δu = (δd − u u · δd) / l
 *
 * The damper's part c u (w · δu) is unsymmetric, and so are the torques of a force whose arm turns. Bodies move by
 * δθ = ½ Σ e × δe and δc; coordinates of the tangent space only, as the others are held by the constraints. Source:
 * [Luaces2013] (2.21)–(2.22) for a force of two points.
 */
export interface LineTangents {
  /** Forces that are lines: their table, their place in it, and their row among the soft rows. */
  readonly tables: readonly ItemTable[];
  readonly item: Int32Array;
  readonly row: Int32Array;
  /**
   * ∂Q/∂q of one line, on the columns of its row: n × n by rows; and the twists of both bodies for each of its columns,
   * 12 numbers each.
   */
  readonly block: Float64Array;
  readonly twist: Float64Array;
  readonly gather: Float64Array;
}

const LINES = ["spring", "damper"];

/**
 * Finds the lines of a scene. `rowStart` are those of the soft rows, which start with the forces in the order of the
 * model.
 */
export function createLineTangents(model: Model, natural: Natural, rowStart: Int32Array): LineTangents {
  const tables: ItemTable[] = [];
  const item: number[] = [];
  const row: number[] = [];
  let r = 0;
  let widest = 0;
  for (const table of model.forces) {
    const isLine = LINES.includes(table.kind.name);
    for (let i = 0; i < table.count; i++) {
      if (isLine) {
        tables.push(table);
        item.push(i);
        row.push(r);
        widest = Math.max(widest, rowStart[r + 1] - rowStart[r]);
      }
      const rows = rowsOfForce(table);
      if (rows === FORCE_ROWS.line || rows === FORCE_ROWS.axis) r++;
      else if (rows === FORCE_ROWS.turn) r += model.planar ? 1 : 3;
    }
  }
  return {
    tables,
    item: Int32Array.from(item),
    row: Int32Array.from(row),
    block: new Float64Array(widest * widest),
    twist: new Float64Array(12 * widest),
    gather: new Float64Array(natural.count),
  };
}

const WORK = new Float64Array(LINE_SIZE);
/** A unit wrench; changes of a twist by turning what carries a velocity; changes of the wrenches on both bodies. */
const UNIT = new Float64Array(6);
const TURN = new Float64Array(6);
const CHANGE = new Float64Array(12);
const DELTA = new Float64Array(12);
/** F on A, torques on both, w. */
const FORCE = new Float64Array(12);

/**
 * block ← −(β h² ∂Q/∂q) of line `at`, less what its row adds to the tangent already (k g gᵀ): what is to be added to
 * it, on the columns of the row. Reads: body state, values and rates of forms. Writes: block, twist, work arrays.
 */
export function writeLineBlock(data: Data, state: LagrangianState, lines: LineTangents, at: number): void {
  const { natural, soft, numbers } = state;
  const { block, twist, item, row, tables } = lines;
  const i = item[at];
  const r = row[at];
  const { pointA, pointB, stiffness, damping } = tables[at].col as Record<string, Float64Array>;
  const k = stiffness === undefined ? 0 : stiffness[i];
  const c = damping[i];
  const from = soft.rowStart[r];
  const n = soft.rowStart[r + 1] - from;
  const a = soft.bodyA[r];
  const b = soft.bodyB[r];
  lineBetween(data, a, pointA, 3 * i, b, pointB, 3 * i, WORK);
  const length = WORK[LINE.length];
  block.fill(0, 0, n * n);
  if (!(length > 0)) return;
  const tension = k === 0 ? c * WORK[LINE.rate] : tensionOf(data, tables[at], i, k, c);
  for (let x = 0; x < 3; x++) FORCE[x] = tension * WORK[LINE.direction + x];
  cross(WORK, LINE.armA, FORCE, 0, FORCE, 3);
  cross(WORK, LINE.armB, FORCE, 0, FORCE, 6);
  relativeVelocity(data, a, b);

  // twists of both bodies per column: a unit wrench on a body, as a generalised force, has them as entries
  for (let side = 0; side < 2; side++) {
    for (let x = 0; x < 6; x++) {
      UNIT.fill(0);
      UNIT[x] = 1;
      for (let e = 0; e < n; e++) lines.gather[soft.column[from + e]] = 0;
      addWrench(natural, side === 0 ? a : b, UNIT, 0, state.value, lines.gather);
      for (let e = 0; e < n; e++) twist[12 * e + 6 * side + x] = lines.gather[soft.column[from + e]];
    }
  }

  const weight = numbers[NUMBER.stiffness];
  const { entries } = soft;
  for (let y = 0; y < n; y++) {
    for (let x = 0; x < 12; x++) DELTA[x] = twist[12 * y + x];
    const column = soft.column[from + y];
    spinOfTurned(state, a, column, 0);
    spinOfTurned(state, b, column, 3);
    changeOfWrenches(data, a, b, k, c, tension, length);
    for (let x = 0; x < n; x++) {
      let sum = 0;
      for (let t = 0; t < 12; t++) sum += twist[12 * x + t] * CHANGE[t];
      block[x * n + y] = -weight * (sum + k * entries[from + x] * entries[from + y]);
    }
  }
  // a torque on turning axes: ½ (τ × δe) on each; on A it is that of F, on B that of −F
  for (let side = 0; side < 2; side++) addTurningAxes(state, from, n, side === 0 ? a : b, side, weight, block);
}

/** k (l − l₀) + c l̇ */
function tensionOf(data: Data, table: ItemTable, i: number, k: number, c: number): number {
  return k * (WORK[LINE.length] - data.input[table.input.restLength[i]]) + c * WORK[LINE.rate];
}

/** FORCE[9…] ← w = velocity of the end on B less that on A. */
function relativeVelocity({ bodyVel }: Data, a: number, b: number): void {
  for (let x = 0; x < 3; x++) {
    const y = (x + 1) % 3;
    const z = (x + 2) % 3;
    FORCE[9 + x] =
      bodyVel[6 * b + 3 + x] +
      bodyVel[6 * b + y] * WORK[LINE.armB + z] -
      bodyVel[6 * b + z] * WORK[LINE.armB + y] -
      (bodyVel[6 * a + 3 + x] + bodyVel[6 * a + y] * WORK[LINE.armA + z] - bodyVel[6 * a + z] * WORK[LINE.armA + y]);
  }
}

/**
 * TURN[o…] ← the change of ω = ½ Σ e × ė of body b, in the plane x × ẋ, when one coordinate moves and velocities of
 * coordinates do not.
 */
function spinOfTurned(state: LagrangianState, b: number, column: number, o: number): void {
  const { bodyForms, forms, dim } = state.natural;
  TURN[o] = TURN[o + 1] = TURN[o + 2] = 0;
  if (bodyForms[4 * b] < 0) return;
  const share = dim === 3 ? 0.5 : 1;
  for (let k = 0; k < (dim === 3 ? 3 : 1); k++) {
    const f = bodyForms[4 * b + 1 + k];
    for (let t = forms.start[f]; t < forms.start[f + 1]; t++) {
      const x = column - forms.offset[t];
      if (x < 0 || x >= dim) continue;
      const e = 3 * f;
      const { rate } = state;
      // δe = c on axis x; in the plane c turns too
      const dx = share * (x === 0 ? forms.re[t] : x === 1 ? -forms.im[t] : 0);
      const dy = share * (x === 1 ? forms.re[t] : x === 0 ? forms.im[t] : 0);
      const dz = share * (x === 2 ? forms.re[t] : 0);
      TURN[o] += dy * rate[e + 2] - dz * rate[e + 1];
      TURN[o + 1] += dz * rate[e] - dx * rate[e + 2];
      TURN[o + 2] += dx * rate[e + 1] - dy * rate[e];
    }
  }
}

const D = new Float64Array(24);

/** CHANGE ← ∂[τ; f]_A, ∂[τ; f]_B along DELTA (δθ, δc of both bodies) and TURN (δω of both). */
function changeOfWrenches(
  { bodyVel }: Data,
  a: number,
  b: number,
  k: number,
  c: number,
  tension: number,
  length: number,
): void {
  // D: δr_A 0, δr_B 3, δd 6, δw 9, δu 12, δF 15
  cross(DELTA, 0, WORK, LINE.armA, D, 0);
  cross(DELTA, 6, WORK, LINE.armB, D, 3);
  cross(bodyVel, 6 * a, D, 0, D, 18);
  cross(bodyVel, 6 * b, D, 3, D, 21);
  for (let x = 0; x < 3; x++) {
    D[6 + x] = DELTA[9 + x] + D[3 + x] - DELTA[3 + x] - D[x];
    D[9 + x] = D[21 + x] - D[18 + x];
  }
  cross(TURN, 0, WORK, LINE.armA, D, 18);
  cross(TURN, 3, WORK, LINE.armB, D, 21);
  let along = 0;
  for (let x = 0; x < 3; x++) {
    D[9 + x] += D[21 + x] - D[18 + x];
    along += WORK[LINE.direction + x] * D[6 + x];
  }
  let rate = 0;
  for (let x = 0; x < 3; x++) {
    D[12 + x] = (D[6 + x] - WORK[LINE.direction + x] * along) / length;
    rate += WORK[LINE.direction + x] * D[9 + x] + FORCE[9 + x] * D[12 + x];
  }
  const pull = k * along + c * rate;
  for (let x = 0; x < 3; x++) D[15 + x] = pull * WORK[LINE.direction + x] + tension * D[12 + x];
  cross(D, 0, FORCE, 0, CHANGE, 0);
  cross(WORK, LINE.armA, D, 15, CHANGE, 3);
  cross(D, 3, FORCE, 0, CHANGE, 6);
  cross(WORK, LINE.armB, D, 15, CHANGE, 9);
  for (let x = 0; x < 3; x++) {
    CHANGE[x] += CHANGE[3 + x];
    CHANGE[3 + x] = D[15 + x];
    CHANGE[6 + x] = -CHANGE[6 + x] - CHANGE[9 + x];
    CHANGE[9 + x] = -D[15 + x];
  }
}

/** block −= β h² Σ C_eᵀ ½ [τ]× C_e over the axes of body b; in the plane C_xᵀ τ J C_x. */
function addTurningAxes(
  state: LagrangianState,
  from: number,
  n: number,
  b: number,
  side: number,
  weight: number,
  block: Float64Array,
): void {
  const { bodyForms, forms, dim } = state.natural;
  const { column } = state.soft;
  if (bodyForms[4 * b] < 0) return;
  const o = 3 + 3 * side;
  const share = (side === 0 ? -1 : 1) * weight * (dim === 3 ? 0.5 : 1);
  for (let k = 0; k < (dim === 3 ? 3 : 1); k++) {
    const f = bodyForms[4 * b + 1 + k];
    for (let y = 0; y < n; y++) {
      if (!columnOf(state, f, column[from + y], 0)) continue;
      // τ × δe
      cross(FORCE, o, AXIS, 0, AXIS, 6);
      for (let x = 0; x < n; x++) {
        if (!columnOf(state, f, column[from + x], 3)) continue;
        block[x * n + y] += share * (AXIS[3] * AXIS[6] + AXIS[4] * AXIS[7] + AXIS[5] * AXIS[8]);
      }
    }
  }
  function columnOf({ natural }: LagrangianState, f: number, c: number, at: number): boolean {
    const { start, offset, re, im } = natural.forms;
    AXIS[at] = AXIS[at + 1] = AXIS[at + 2] = 0;
    for (let t = start[f]; t < start[f + 1]; t++) {
      const x = c - offset[t];
      if (x < 0 || x >= forms.dim) continue;
      AXIS[at + x] = re[t];
      if (forms.dim === 2) AXIS[at + 1 - x] = x === 0 ? im[t] : -im[t];
      return true;
    }
    return false;
  }
}

const AXIS = new Float64Array(9);

/** out ← a × b, three numbers each. */
function cross(a: Float64Array, i: number, b: Float64Array, j: number, out: Float64Array, o: number): void {
  const x = a[i + 1] * b[j + 2] - a[i + 2] * b[j + 1];
  const y = a[i + 2] * b[j] - a[i] * b[j + 2];
  const z = a[i] * b[j + 1] - a[i + 1] * b[j];
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
}
