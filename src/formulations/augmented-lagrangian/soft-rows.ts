import type { Data } from "../../data/data.js";
import type { ForceKind } from "../../forces/force.js";
import { LINE, LINE_SIZE, lineBetween } from "../../forces/two-point.js";
import { DRIVE } from "../../joints/coordinate.js";
import type { JointKind } from "../../joints/joint.js";
import { hasBoundedRows, isHeldByRows } from "../../joints/natural.js";
import { type JointFields, ROW, writeRowsOfJoint } from "../../joints/system.js";
import { rotateInto } from "../../math/quat.js";
import type { ItemTable } from "../../model/item.js";
import type { Model } from "../../model/model.js";
import { addWrench } from "./bodies.js";
import { boundedEffort } from "./bounded-effort.js";
import { isGiven, type Natural } from "./natural.js";
import type { LagrangianState } from "./state.js";
import type { SparseRows } from "./tangent.js";

/**
 * Compliant rows: every spring or damper acts along one number e of the placement of two bodies, with the force −k e −
 * c ė. Its row is g = ∂e/∂q, and it adds k g gᵀ to the stiffness K and c g gᵀ to the damping C. Left out is what turns
 * with the force itself, of the size tension over length, and everything of forces without rows: Newton's method then
 * takes another iteration, not another solution.
 */
export interface SoftRows extends SparseRows {
  readonly bodyA: Int32Array;
  readonly bodyB: Int32Array;
  /** On [ω_A; v_A] and [ω_B; v_B]. */
  readonly jacobian: Float64Array;
  /** The same on the coordinates, one per entry. */
  readonly entries: Float64Array;
  readonly stiffness: Float64Array;
  readonly damping: Float64Array;
  /** Joints with springs or efforts, and the row that each starts at. */
  readonly joints: Int32Array;
  readonly jointRow: Int32Array;
  readonly gather: Float64Array;

  /** Whether joints have rows of bounded effort (see `bounded-effort.ts`), and the first soft row of a joint. */
  readonly hasBounded: boolean;
  readonly firstJointRow: number;
  /** Per joint of `joints`: 1 where its rows hold all of it; 1 where a constraint guides its coordinate. */
  readonly whole: Uint8Array;
  readonly guided: Uint8Array;
  /** Per row: the row of the joints; 1 for a row of bounded effort; 1 while it holds. */
  readonly jointRowOf: Int32Array;
  /** Soft row of a row of the joints; −1: none. */
  readonly rowOf: Int32Array;
  readonly bounded: Uint8Array;
  readonly holds: Uint8Array;
  /** 1 for a row that the last iteration took to a bound. */
  readonly released: Uint8Array;
  /**
   * Mass that the row moves times the ratio of penalties; weight in the tangent, and in M + Φ_qᵀ α Φ_q, while it holds.
   */
  readonly mass: Float64Array;
  readonly hold: Float64Array;
  readonly massHold: Float64Array;
  /** J̇ v; −speed; error of the projections, and the force against it. */
  readonly bias: Float64Array;
  readonly offset: Float64Array;
  readonly error: Float64Array;
  readonly push: Float64Array;
  /** Effort of a row that holds, as accelerations have it. */
  readonly effort: Float64Array;
  /** Rows of each joint at displaced poses; the two poses to put back, and a rotation vector. */
  readonly scratch: (JointFields | null)[];
  readonly poses: Float64Array;
  /** Stiffness and damping of one force. */
  readonly pair: Float64Array;
}

interface Draft {
  readonly a: number;
  readonly b: number;
}

/** Rows of a kind of force: along a line, about the three axes (one in the plane), about an axis, or none. */
export const FORCE_ROWS = { none: 0, line: 1, turn: 2, axis: 3 } as const;

const LINES: ReadonlySet<string> = new Set(["spring", "damper"]);

export function rowsOfForce({ kind, col }: ItemTable): number {
  if (LINES.has(kind.name)) return FORCE_ROWS.line;
  if (kind.name === "torsion-spring") return FORCE_ROWS.turn;
  if ((kind as ForceKind).tangent === undefined) return FORCE_ROWS.none;
  return (col as Readonly<Record<string, unknown>>).axis === undefined ? FORCE_ROWS.line : FORCE_ROWS.axis;
}

/** Makes room for the rows of all springs, dampers, and compliant or sprung joints. */
export function createSoftRows(model: Model, natural: Natural): SoftRows {
  const drafts: Draft[] = [];
  for (const table of model.forces) {
    const { bodyA, bodyB } = table.col as Record<string, Int32Array>;
    const rows = rowsOfForce(table);
    if (rows === FORCE_ROWS.line || rows === FORCE_ROWS.axis)
      for (let i = 0; i < table.count; i++) drafts.push({ a: bodyA[i], b: bodyB[i] });
    else if (rows === FORCE_ROWS.turn)
      for (let i = 0; i < table.count; i++)
        for (let k = 0; k < (model.planar ? 1 : 3); k++) drafts.push({ a: bodyA[i], b: bodyB[i] });
  }
  const joints: number[] = [];
  const jointRow: number[] = [];
  const jointRowOf: number[] = drafts.map(() => -1);
  const firstJointRow = drafts.length;
  let before = 0;
  for (let i = 0; i < model.joints.count; i++) {
    const rows = (model.joints.kinds[i] as JointKind).rows(model, i);
    if (hasSprings(model, i) || hasBoundedRows(model, i)) {
      joints.push(i);
      jointRow.push(drafts.length);
      for (let k = 0; k < rows; k++) {
        drafts.push({ a: model.joints.bodyA[i], b: model.joints.bodyB[i] });
        jointRowOf.push(before + k);
      }
    }
    before += rows;
  }
  const n = drafts.length;
  const f64 = () => new Float64Array(n);
  return {
    joints: Int32Array.from(joints),
    jointRow: Int32Array.from(jointRow),
    hasBounded: joints.some((i) => hasBoundedRows(model, i)),
    firstJointRow,
    whole: Uint8Array.from(joints, (i) => Number(isHeldByRows(model, i))),
    guided: Uint8Array.from(joints, (i) => Number(natural.plans[i].scalars.some(isGiven))),
    jointRowOf: Int32Array.from(jointRowOf),
    rowOf: Int32Array.from({ length: before }, (_, r) => jointRowOf.indexOf(r)),
    bounded: new Uint8Array(n),
    holds: new Uint8Array(n),
    released: new Uint8Array(n),
    mass: f64(),
    hold: f64(),
    massHold: f64(),
    bias: f64(),
    offset: f64(),
    error: f64(),
    push: f64(),
    effort: f64(),
    scratch: joints.map(() => null),
    poses: new Float64Array(17),
    pair: new Float64Array(2),
    // last: an object that begins with a spread gets another hidden class the first time than later
    ...placeRows(natural, drafts),
  };
}

/** True for joints that act as forces: springs, bushings, and drives by effort or spring. */
function hasSprings(model: Model, i: number): boolean {
  const mode = model.joints.driveMode[i];
  return (model.joints.kinds[i] as JointKind).sprung === true || mode === DRIVE.effort || mode === DRIVE.spring;
}

function placeRows(natural: Natural, drafts: readonly Draft[]) {
  const { forms, bodyForms, dim, free } = natural;
  const columnsOf = (b: number) => {
    const offsets = new Set<number>();
    for (let k = 0; k < 4; k++) {
      const f = bodyForms[4 * b + k];
      if (f < 0) continue;
      for (let t = forms.start[f]; t < forms.start[f + 1]; t++) offsets.add(forms.offset[t]);
    }
    return [...offsets].flatMap((o) => Array.from({ length: dim }, (_, k) => o + k)).filter((c) => c < free);
  };
  const columns = drafts.map(({ a, b }) => [...new Set([...columnsOf(a), ...columnsOf(b)])].sort((x, y) => x - y));
  const rowStart = new Int32Array(drafts.length + 1);
  columns.forEach((list, r) => {
    rowStart[r + 1] = rowStart[r] + list.length;
  });
  return {
    rows: drafts.length,
    rowStart,
    rowFree: Int32Array.from(columns, (list) => list.length),
    column: Int32Array.from(columns.flat()),
    bodyA: Int32Array.from(drafts, (d) => d.a),
    bodyB: Int32Array.from(drafts, (d) => d.b),
    jacobian: new Float64Array(12 * drafts.length),
    entries: new Float64Array(rowStart[drafts.length]),
    stiffness: new Float64Array(drafts.length),
    damping: new Float64Array(drafts.length),
    gather: new Float64Array(natural.count),
  };
}

const LINE_WORK = new Float64Array(LINE_SIZE);

/**
 * Adds the efforts of springs, drives, limits and friction in joints to `bodyForce`, and fills their rows for the
 * tangent. `mode`: see `EFFORTS`. Reads: body state, input. Writes: bodyForce, rows of joints, rowMean, and for rows of
 * bounded effort rowEffort.
 */
export function addJointEfforts(model: Model, data: Data, state: LagrangianState, mode: number): void {
  const { soft } = state;
  const { rowStart } = model.systems.joints;
  const fields = data.items.joints;
  const { rowMean } = fields;
  const { bodyForce, bodyVel } = data;
  for (let k = 0; k < soft.joints.length; k++) {
    const i = soft.joints[k];
    writeRowsOfJoint(model, data, i);
    const a = 6 * model.joints.bodyA[i];
    const b = 6 * model.joints.bodyB[i];
    for (let r = rowStart[i]; r < rowStart[i + 1]; r++) {
      const to = soft.jointRow[k] + r - rowStart[i];
      soft.stiffness[to] = 0;
      soft.damping[to] = 0;
      const role = roleOf(soft, fields, k, r);
      soft.bounded[to] = role === ROLE.bounded ? 1 : 0;
      if (role === ROLE.none) {
        soft.holds[to] = 0;
        soft.hold[to] = 0;
        continue;
      }
      const J = 12 * r;
      if (role === ROLE.effort) rowMean[r] = fields.rowBounds[2 * r];
      else {
        let speed = 0;
        for (let c = 0; c < 6; c++)
          speed += fields.rowJacobian[J + c] * bodyVel[a + c] + fields.rowJacobian[J + 6 + c] * bodyVel[b + c];
        rowMean[r] = role === ROLE.bounded ? speed - fields.rowSpeed[r] : speed;
        if (role === ROLE.bounded) boundedEffort(state, fields, to, r, mode);
        else springEffort(soft, fields, to, r);
      }
      const effort = rowMean[r];
      for (let c = 0; c < 6; c++) {
        bodyForce[a + c] += effort * fields.rowJacobian[J + c];
        bodyForce[b + c] += effort * fields.rowJacobian[J + 6 + c];
        soft.jacobian[12 * to + c] = fields.rowJacobian[J + c];
        soft.jacobian[12 * to + 6 + c] = fields.rowJacobian[J + 6 + c];
      }
    }
  }
}

/**
 * Rows of these joints at the bodies as they are: a joint that enters a state, as a cylinder does, takes it from the
 * start of the step.
 */
export function placeSoftJoints(model: Model, data: Data, soft: SoftRows): void {
  for (let k = 0; k < soft.joints.length; k++) writeRowsOfJoint(model, data, soft.joints[k]);
}

/**
 * What a row of a joint does among forces: nothing (it is off, or a constraint holds it), a spring, a given effort, or
 * an effort within bounds.
 */
const ROLE = { none: 0, spring: 1, effort: 2, bounded: 3 } as const;

function roleOf(soft: SoftRows, fields: JointFields, k: number, r: number): number {
  const kind = fields.rowKind[r];
  if (kind === ROW.off) return ROLE.none;
  if (kind === ROW.spring) return ROLE.spring;
  if (kind === ROW.lock) return soft.whole[k] === 1 ? ROLE.bounded : ROLE.none;
  if (kind === ROW.limit) return ROLE.bounded;
  if (fields.rowBounds[2 * r] === fields.rowBounds[2 * r + 1]) return ROLE.effort;
  const unbounded = fields.rowBounds[2 * r + 1] === Number.POSITIVE_INFINITY;
  return unbounded && soft.guided[k] === 1 ? ROLE.none : ROLE.bounded;
}

/**
 * rowMean[r] ← −k C − c C' within the bounds, where C' is before; at a bound the row has no part in the tangent.
 * Writes: rowMean, stiffness, damping.
 */
function springEffort(soft: SoftRows, fields: JointFields, to: number, r: number): void {
  const stiff = fields.rowSpring[2 * r];
  const damp = fields.rowSpring[2 * r + 1];
  const effort = -stiff * fields.rowError[r] - damp * fields.rowMean[r];
  const least = fields.rowBounds[2 * r];
  const most = fields.rowBounds[2 * r + 1];
  if (effort < least || effort > most) {
    fields.rowMean[r] = Math.max(least, Math.min(most, effort));
    return;
  }
  soft.stiffness[to] = stiff;
  soft.damping[to] = damp;
  fields.rowMean[r] = effort;
}

/** Rows of springs and dampers among the forces. Reads: body state. */
export function writeSpringRows(model: Model, data: Data, soft: SoftRows): void {
  let r = 0;
  for (let k = 0; k < model.forces.length; k++) {
    const table = model.forces[k];
    const rows = rowsOfForce(table);
    if (rows === FORCE_ROWS.line) {
      for (let i = 0; i < table.count; i++) writeLineRow(data, table, i, soft, r++);
    } else if (rows === FORCE_ROWS.axis) {
      for (let i = 0; i < table.count; i++) writeAxisRow(data, table, i, soft, r++);
    } else if (rows === FORCE_ROWS.turn) {
      for (let i = 0; i < table.count; i++) r = writeTorsionRows(model, table, i, soft, r);
    }
  }
}

function writeLineRow(data: Data, table: ItemTable, i: number, soft: SoftRows, r: number): void {
  const { pointA, pointB, stiffness, damping } = table.col as Record<string, Float64Array>;
  lineBetween(data, soft.bodyA[r], pointA, 3 * i, soft.bodyB[r], pointB, 3 * i, LINE_WORK);
  if (!writeTangent(data, table, i, soft, r)) {
    soft.stiffness[r] = stiffness === undefined ? 0 : stiffness[i];
    soft.damping[r] = damping[i];
  }
  const { jacobian } = soft;
  for (let side = 0; side < 2; side++) {
    const s = side === 0 ? -1 : 1;
    const arm = side === 0 ? LINE.armA : LINE.armB;
    const x = s * LINE_WORK[LINE.direction];
    const y = s * LINE_WORK[LINE.direction + 1];
    const z = s * LINE_WORK[LINE.direction + 2];
    const o = 12 * r + 6 * side;
    jacobian[o] = LINE_WORK[arm + 1] * z - LINE_WORK[arm + 2] * y;
    jacobian[o + 1] = LINE_WORK[arm + 2] * x - LINE_WORK[arm] * z;
    jacobian[o + 2] = LINE_WORK[arm] * y - LINE_WORK[arm + 1] * x;
    jacobian[o + 3] = x;
    jacobian[o + 4] = y;
    jacobian[o + 5] = z;
  }
}

/** Stiffness and damping that a kind finds itself; none before there is data. Returns whether it does. */
function writeTangent(data: Data, table: ItemTable, i: number, soft: SoftRows, r: number): boolean {
  const { tangent } = table.kind as ForceKind;
  if (tangent === undefined) return false;
  const pair = soft.pair;
  pair.fill(0);
  if (data.systems !== undefined) tangent(data, table, i, pair);
  soft.stiffness[r] = pair[0];
  soft.damping[r] = pair[1];
  return true;
}

/** A row about an axis that is fixed in A. */
function writeAxisRow(data: Data, table: ItemTable, i: number, soft: SoftRows, r: number): void {
  const { axis } = table.col as Record<string, Float64Array>;
  const { jacobian } = soft;
  writeTangent(data, table, i, soft, r);
  const o = 12 * r;
  jacobian.fill(0, o, o + 12);
  rotateInto(jacobian, o + 6, data.bodyQuat, 4 * soft.bodyA[r], axis, 3 * i);
  for (let k = 0; k < 3; k++) jacobian[o + k] = -jacobian[o + 6 + k];
}

function writeTorsionRows(model: Model, table: ItemTable, i: number, soft: SoftRows, first: number): number {
  const { stiffness, damping } = table.col as Record<string, Float64Array>;
  let r = first;
  for (let k = model.planar ? 2 : 0; k < 3; k++) {
    soft.stiffness[r] = stiffness[i];
    soft.damping[r] = damping[i];
    soft.jacobian.fill(0, 12 * r, 12 * r + 12);
    soft.jacobian[12 * r + k] = -1;
    soft.jacobian[12 * r + 6 + k] = 1;
    r++;
  }
  return r;
}

/**
 * Rows on the bodies → rows on the coordinates: a unit force along the row as a generalised force. Reads: values of
 * forms.
 */
export function gatherSoftRows(natural: Natural, soft: SoftRows, value: Float64Array): void {
  const { gather, column, rowStart, entries } = soft;
  for (let r = 0; r < soft.rows; r++) {
    for (let e = rowStart[r]; e < rowStart[r + 1]; e++) gather[column[e]] = 0;
    addWrench(natural, soft.bodyA[r], soft.jacobian, 12 * r, value, gather);
    addWrench(natural, soft.bodyB[r], soft.jacobian, 12 * r + 6, value, gather);
    for (let e = rowStart[r]; e < rowStart[r + 1]; e++) entries[e] = gather[column[e]];
  }
}
