import type { Data } from "../../data/data.js";
import {
  CONE_SIZE,
  CONE_VALUE_SIZE,
  type DirectSystem,
  FRICTION_PENALTY,
  finishRow,
  openRow,
  type Pass,
  PENALTY,
  PLACE,
  PLACE_SIZE,
  VALUE,
  VALUE_SIZE,
} from "./direct-system.js";
import { type ImpulseFields, impulseFields, PATCH, PATCH_SIZE, POINT, POINT_SIZE, SOLVED } from "./fields.js";

/**
 * Rows of one patch: the gap of each point, and in the second half its friction. Reads: patchRow, pointRow,
 * displacement. Writes: the system's rows.
 */
export function fillPatch(
  system: DirectSystem,
  data: Data,
  f: ImpulseFields,
  k: number,
  block: number,
  h: number,
  pass: Pass,
): void {
  const { patchRow, pointRow, displacement: d } = f;
  const a = f.patchBody[2 * k];
  const b = f.patchBody[2 * k + 1];
  const o = PATCH_SIZE * k;
  const first = data.patchPoint[2 * k];
  const end = first + data.patchPoint[2 * k + 1];
  const normals = system.rows;
  const rebounds = pass === "relax" && f.patchTimed[k] === 1;
  // a surface that rolls on may rise by its curvature in the sub-step; pressed, it does not fall towards the other
  const rolls = pass === "relax" && patchRow[o + PATCH.rolls] === 1;
  for (let i = first; i < end; i++) {
    const p = POINT_SIZE * i;
    const r = openContactRow(system, a, b, block);
    const j = 12 * r;
    let s = pointRow[p + POINT.gap];
    for (let c = 0; c < 3; c++) {
      system.jacobian[j + c] = -pointRow[p + c];
      system.jacobian[j + 3 + c] = -patchRow[o + c];
      system.jacobian[j + 6 + c] = pointRow[p + 3 + c];
      system.jacobian[j + 9 + c] = patchRow[o + c];
    }
    for (let c = 0; c < 6; c++) s += system.jacobian[j + c] * d[6 * a + c] + system.jacobian[j + 6 + c] * d[6 * b + c];
    const v = VALUE_SIZE * r;
    system.soft[r] = 0;
    system.value[v + VALUE.lower] = 0;
    system.value[v + VALUE.upper] = Number.POSITIVE_INFINITY;
    system.value[v + VALUE.q] = s > 0 ? (rolls ? 0 : s / h) : pass === "aim" ? Math.max(s / h, -system.push) : 0;
    // what rebounds meets the surface in the next sub-step, at its full speed
    if (rebounds && s > 0 && pointRow[p + POINT.impulse] === 0) {
      const speed = speedAlong(data, system, r);
      if (speed < -system.rebound) system.value[v + VALUE.q] = Math.max(s / h, -2 * speed);
    }
    acted(system, v, pointRow[p + POINT.impulse]);
    finishRow(system, f, r);
  }
  if (pass === "relax") fillFriction(system, f, k, block, normals, end - first);
}

/** J v of row r, m/s. */
function speedAlong({ bodyVel: v }: Data, { jacobian: j, place }: DirectSystem, r: number): number {
  const a = 6 * place[PLACE_SIZE * r];
  const b = 6 * place[PLACE_SIZE * r + 1];
  let speed = 0;
  for (let c = 0; c < 6; c++) speed += j[12 * r + c] * v[a + c] + j[12 * r + 6 + c] * v[b + c];
  return speed;
}

/** What a row has done so far in this sub-step. */
function acted(system: DirectSystem, v: number, impulse: number): void {
  system.value[v + VALUE.multiplier] = impulse;
  system.value[v + VALUE.applied] = impulse;
  system.value[v + VALUE.impulse] = impulse;
}

/** Slip along two tangents at the centroid and spin about the normal, as one cone; see `sweepFriction`. */
function fillFriction(
  system: DirectSystem,
  f: ImpulseFields,
  k: number,
  block: number,
  normals: number,
  count: number,
): void {
  const { patchRow: row } = f;
  const o = PATCH_SIZE * k;
  const first = system.rows;
  for (let t = 0; t < 3; t++) {
    const r = openContactRow(system, f.patchBody[2 * k], f.patchBody[2 * k + 1], block);
    writeSlipRow(row, o, t, system.jacobian, 12 * r);
    const v = VALUE_SIZE * r;
    system.soft[r] = 0;
    system.value[v + VALUE.lower] = Number.NEGATIVE_INFINITY;
    system.value[v + VALUE.upper] = Number.POSITIVE_INFINITY;
    system.value[v + VALUE.q] = t < 2 ? row[o + PATCH.surface + t] : 0;
    acted(system, v, row[o + PATCH.friction + t]);
    finishRow(system, f, r);
    system.soft[r] = 2;
  }
  const slips = row[o + PATCH.slips] === 1;
  const friction = slips ? row[o + PATCH.kineticFriction] : row[o + PATCH.staticFriction];
  closeCone(system, first, normals, count, k, friction, slips);
}

/**
 * Jacobian, at `j`, of the slip of the patch at o along tangent t (0, 1) at its centroid, or of its spin about the
 * normal times its radius (2).
 */
export function writeSlipRow(row: Float64Array, o: number, t: number, jacobian: Float64Array, j: number): void {
  const u = o + PATCH.tangent1 + 3 * t;
  for (let side = 0; side < 2; side++) {
    const sign = side === 0 ? -1 : 1;
    const arm = o + (side === 0 ? PATCH.armA : PATCH.armB);
    const at = j + 6 * side;
    if (t === 2) {
      for (let c = 0; c < 3; c++) {
        jacobian[at + c] = sign * row[o + PATCH.radius] * row[o + c];
        jacobian[at + 3 + c] = 0;
      }
      continue;
    }
    jacobian[at] = sign * (row[arm + 1] * row[u + 2] - row[arm + 2] * row[u + 1]);
    jacobian[at + 1] = sign * (row[arm + 2] * row[u] - row[arm] * row[u + 2]);
    jacobian[at + 2] = sign * (row[arm] * row[u + 1] - row[arm + 1] * row[u]);
    for (let c = 0; c < 3; c++) jacobian[at + 3 + c] = sign * row[u + c];
  }
}

/** Makes three rows a cone whose bound is `coefficient` times the load of the normal rows. */
function closeCone(
  system: DirectSystem,
  first: number,
  normals: number,
  count: number,
  k: number,
  coefficient: number,
  slips: boolean,
): void {
  // one penalty for the three, so that the bound is a ball
  const v = VALUE_SIZE * first;
  let penalty = Number.POSITIVE_INFINITY;
  for (let t = 0; t < 3; t++) {
    const own = system.value[v + VALUE_SIZE * t + VALUE.penalty];
    if (own > 0 && own < penalty) penalty = own;
  }
  for (let t = 0; t < 3; t++) {
    const at = v + VALUE_SIZE * t;
    const own = system.value[at + VALUE.penalty];
    if (own === 0) continue;
    system.value[at + VALUE.penalty] = (FRICTION_PENALTY / PENALTY) * penalty;
  }
  const c = system.cones++;
  system.cone[CONE_SIZE * c] = first;
  system.cone[CONE_SIZE * c + 1] = normals;
  system.cone[CONE_SIZE * c + 2] = count;
  system.cone[CONE_SIZE * c + 3] = k;
  system.coneValue[CONE_VALUE_SIZE * c + 6] = slips ? 1 : 0;
  system.coneValue[CONE_VALUE_SIZE * c] = coefficient;
}

/**
 * What corrections of joint positions have changed in the impulses of contacts since these were handed back: it has
 * acted, although the rows do not go on with it. Writes: pointTotal.
 */
export function noteCorrection(system: DirectSystem, data: Data): void {
  const f = impulseFields(data);
  const { moving } = data.systems.impulseState;
  let r = system.jointRows;
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    if (f.patchSolved[k] !== SOLVED.direct) continue;
    const end = data.patchPoint[2 * k] + data.patchPoint[2 * k + 1];
    for (let i = data.patchPoint[2 * k]; i < end; i++) {
      f.pointTotal[3 * i] +=
        system.lost[r] + system.value[VALUE_SIZE * r + VALUE.impulse] - f.pointRow[POINT_SIZE * i + POINT.impulse];
      r++;
    }
  }
}

/** Hands the impulses of contacts back to their rows. Writes: pointRow, patchRow, totals of what was lost. */
export function keepContactImpulses(system: DirectSystem, data: Data, pass: Pass): void {
  const f = impulseFields(data);
  const { moving } = data.systems.impulseState;
  let r = system.jointRows;
  let c = 0;
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    if (f.patchSolved[k] !== SOLVED.direct) continue;
    const o = PATCH_SIZE * k;
    const first = data.patchPoint[2 * k];
    const end = first + data.patchPoint[2 * k + 1];
    for (let i = first; i < end; i++) {
      f.pointTotal[3 * i] += system.lost[r];
      f.pointRow[POINT_SIZE * i + POINT.impulse] = system.value[VALUE_SIZE * r++ + VALUE.impulse];
    }
    if (pass === "aim") continue;
    for (let t = 0; t < 3; t++) {
      f.patchTotal[7 * k + t] += system.lost[r];
      f.patchRow[o + PATCH.friction + t] = system.value[VALUE_SIZE * r++ + VALUE.impulse];
    }
    f.patchRow[o + PATCH.slips] = system.coneValue[CONE_VALUE_SIZE * c + 7];
    c++;
  }
  for (let at = system.jointRows; at < system.rows; at++) system.lost[at] = 0;
}

/** Opens a row of a contact between two bodies; the caller fills Jacobian and values and calls `finishRow`. */
function openContactRow(system: DirectSystem, a: number, b: number, block: number): number {
  const r = system.rows;
  openRow(system, a, b, block);
  const cluster = system.place[PLACE_SIZE * r + PLACE.cluster];
  if (cluster >= 0) system.touched[cluster] = 1;
  return r;
}
