import type { Data } from "../../data/data.js";
import { COUNTER } from "../../data/fields.js";
import { type JointFields, type JointSetup, ROW } from "../../joints/system.js";
import { turnTensorInto } from "../../math/mat3.js";
import type { Model } from "../../model/model.js";
import { analyzeGraph, joinNodes, startGraph } from "../../solvers/body-graph.js";
import { roomF64, roomI32 } from "../../solvers/grow.js";
import {
  CONE_SIZE,
  CONE_VALUE_SIZE,
  type DirectSystem,
  FRICTION_PENALTY,
  finishRow,
  PENALTY,
  PLACE,
  PLACE_SIZE,
  VALUE,
  VALUE_SIZE,
} from "./direct-system.js";
import { type ImpulseFields, impulseFields, PATCH, PATCH_SIZE, POINT, POINT_SIZE, SOLVED } from "./fields.js";
import { rootOf, unite } from "./islands.js";
import { push, pushRow } from "./joint-row.js";
import { isLinear } from "./linear.js";
import type { ImpulseSettings } from "./settings.js";

/** What a round leaves of the locks' residuals, m/s or rad/s, asks for no other: this, or what takes them to their position tolerance in ten seconds. */
const RESIDUAL = 1e-9;
const PER_TOLERANCE = 0.1;

/** Which half of a sub-step the rows are for: `aim` makes positions right at its end, `relax` velocities. */
export type Pass = "aim" | "relax";

/**
 * Nodes and edges of what is solved directly: joints, and the contacts of the islands that were chosen. The order of elimination is found
 * anew only when the graph has changed. Reads: patchSolved, joints. Writes: the system.
 */
export function connectBodies(system: DirectSystem, model: Model, data: Data, settings: ImpulseSettings): void {
  const f = impulseFields(data);
  const joints = data.items.joints as unknown as JointFields;
  const patches = data.counter[COUNTER.patches];
  system.nodeOf.fill(-1);
  system.nodes = 0;
  system.edgeCount = 0;
  system.edges = roomI32(system.edges, 2 * (model.joints.count + patches));
  if (settings.directJoints) {
    for (let i = 0; i < model.joints.count; i++) {
      if (joints.broken[i] === 0) connect(system, f, model.joints.bodyA[i], model.joints.bodyB[i]);
    }
  }
  for (let k = 0; k < patches; k++) {
    if (f.patchSolved[k] === SOLVED.direct) connect(system, f, f.patchBody[2 * k], f.patchBody[2 * k + 1]);
  }
  findClusters(system);
  if (sameGraph(system)) return;
  system.factored = false;
  const { graph, edges, edgeCount } = system;
  startGraph(graph, system.nodes);
  for (let e = 0; e < edgeCount; e++) joinNodes(graph, edges[2 * e], edges[2 * e + 1]);
  analyzeGraph(graph);
  system.edgeBlock = roomI32(system.edgeBlock, edgeCount);
  for (let e = 0; e < edgeCount; e++) system.edgeBlock[e] = joinNodes(graph, edges[2 * e], edges[2 * e + 1]);
  system.analysed = roomI32(system.analysed, 2 * edgeCount + 2);
  for (let e = 0; e < 2 * edgeCount; e++) system.analysed[e] = edges[e];
  system.analysedCount = edgeCount;
}

/** Numbers the clusters of nodes that edges connect, by their smallest node. Writes: clusterOf, clusters. */
function findClusters(system: DirectSystem): void {
  const { clusterOf, edges } = system;
  for (let n = 0; n < system.nodes; n++) clusterOf[n] = n;
  for (let e = 0; e < system.edgeCount; e++) unite(clusterOf, edges[2 * e], edges[2 * e + 1]);
  system.clusters = 0;
  for (let n = 0; n < system.nodes; n++) {
    const root = rootOf(clusterOf, n);
    clusterOf[n] = root;
  }
  // roots are the smallest of their cluster, so they come first
  for (let n = 0; n < system.nodes; n++) {
    clusterOf[n] = clusterOf[n] === n ? -1 - system.clusters++ : clusterOf[n];
  }
  for (let n = 0; n < system.nodes; n++) if (clusterOf[n] >= 0) clusterOf[n] = clusterOf[clusterOf[n]];
  for (let n = 0; n < system.nodes; n++) clusterOf[n] = -1 - clusterOf[n];
}

function sameGraph(system: DirectSystem): boolean {
  if (system.analysedCount !== system.edgeCount || system.graph.nodes !== system.nodes) return false;
  for (let e = 0; e < 2 * system.edgeCount; e++) if (system.analysed[e] !== system.edges[e]) return false;
  return true;
}

/** Nodes for the two bodies, as far as impulses move them, and an edge when both have one. */
function connect(system: DirectSystem, f: ImpulseFields, a: number, b: number): void {
  const i = nodeFor(system, f, a);
  const j = nodeFor(system, f, b);
  if (i < 0 || j < 0) return;
  system.edges[2 * system.edgeCount] = i;
  system.edges[2 * system.edgeCount + 1] = j;
  system.edgeCount++;
}

function nodeFor(system: DirectSystem, f: ImpulseFields, body: number): number {
  if (f.invMass[body] === 0) return -1;
  if (system.nodeOf[body] < 0) {
    system.bodyOf[system.nodes] = body;
    system.nodeOf[body] = system.nodes++;
  }
  return system.nodeOf[body];
}

/**
 * Rows of one pass, h the sub-step. With C the error of a joint and s the gap of a contact:
 *
 *   aim:    lock J v = −C/h;  limit and contact J v ≥ −C/h, at most pushSpeed apart;  half the bounds of a drive
 *   relax:  lock J v = 0;  limit and contact J v ≥ −max(C, 0)/h;  friction;  the whole bounds
 *
 * Overlap is pushed apart only if `push` says so. Reads: joint rows, patchRow, pointRow, displacement. Writes: the system's rows.
 */
export function fillRows(
  system: DirectSystem,
  model: Model,
  data: Data,
  settings: ImpulseSettings,
  h: number,
  pass: Pass,
  push: boolean,
): void {
  const f = impulseFields(data);
  system.rows = 0;
  system.cones = 0;
  system.pyramid = settings.pyramid;
  system.push = push ? settings.pushSpeed : 0;
  system.tolerance[0] = Math.max(RESIDUAL, PER_TOLERANCE * settings.positionTolerance);
  const setup = model.systems.joints as JointSetup;
  const patches = data.counter[COUNTER.patches];
  makeRoom(system, setup.rows + data.counter[COUNTER.points] + 9 * patches, 3 * patches);
  readNodes(system, model, data);
  let edge = 0;
  if (settings.directJoints) {
    const joints = data.items.joints as unknown as JointFields;
    for (let i = 0; i < model.joints.count; i++) {
      const live = joints.broken[i] === 0;
      const joined = live && system.nodeOf[model.joints.bodyA[i]] >= 0 && system.nodeOf[model.joints.bodyB[i]] >= 0;
      const block = joined ? system.edgeBlock[edge++] : -1;
      for (let r = setup.rowStart[i]; r < setup.rowStart[i + 1]; r++) {
        fillJointRow(system, f, joints, r, block, h, pass);
      }
    }
  }
  for (let k = 0; k < patches; k++) {
    if (f.patchSolved[k] !== SOLVED.direct) continue;
    const joined = system.nodeOf[f.patchBody[2 * k]] >= 0 && system.nodeOf[f.patchBody[2 * k + 1]] >= 0;
    fillPatch(system, data, f, k, joined ? system.edgeBlock[edge++] : -1, h, pass);
  }
  // what a cone adds to the matrix depends on where it slips, which nobody compares
  if (system.cones > 0) system.factored = false;
  system.linear = isLinear(system);
}

/** Masses of the nodes, and which of them are not what they were. Reads: bodyQuat. Writes: mass, turned, touched. */
function readNodes(system: DirectSystem, model: Model, data: Data): void {
  const { bodyOf, mass, turned, touched, clusterOf } = system;
  for (let n = 0; n < system.nodes; n++) {
    const b = bodyOf[n];
    inertia[0] = model.bodyMass[b];
    turnTensorInto(inertia, 1, model.bodyInertia, 6 * b, data.bodyQuat, 4 * b);
    let same = 1;
    for (let c = 0; c < 7; c++) {
      if (mass[7 * n + c] === inertia[c]) continue;
      mass[7 * n + c] = inertia[c];
      same = 0;
    }
    turned[n] = 1 - same;
    if (same === 0) touched[clusterOf[n]] = 1;
  }
}

const inertia = new Float64Array(7);

function makeRoom(system: DirectSystem, rows: number, cones: number): void {
  system.jacobian = roomF64(system.jacobian, 12 * rows);
  system.value = roomF64(system.value, VALUE_SIZE * rows);
  system.place = roomI32(system.place, PLACE_SIZE * rows);
  if (system.soft.length < rows) system.soft = new Uint8Array(2 * rows);
  system.lockPenalty = roomF64(system.lockPenalty, rows);
  system.cone = roomI32(system.cone, CONE_SIZE * cones);
  system.coneValue = roomF64(system.coneValue, CONE_VALUE_SIZE * cones);
}

/** Opens a row of a contact between two bodies; the caller fills Jacobian and values and calls `finishRow`. */
function openContactRow(system: DirectSystem, a: number, b: number, block: number): number {
  const r = system.rows;
  openRow(system, a, b, block);
  const cluster = system.place[PLACE_SIZE * r + PLACE.cluster];
  if (cluster >= 0) system.touched[cluster] = 1;
  return r;
}

/** Opens a row between two bodies, and returns whether the same row was between the same before. */
function openRow(system: DirectSystem, a: number, b: number, block: number): boolean {
  const r = system.rows++;
  const o = PLACE_SIZE * r;
  const { place } = system;
  const nodeA = system.nodeOf[a];
  const nodeB = system.nodeOf[b];
  const node = nodeA >= 0 ? nodeA : nodeB;
  const cluster = node >= 0 ? system.clusterOf[node] : -1;
  if (
    place[o] === a &&
    place[o + 1] === b &&
    place[o + PLACE.nodeA] === nodeA &&
    place[o + PLACE.nodeB] === nodeB &&
    place[o + PLACE.block] === block &&
    place[o + PLACE.cluster] === cluster
  )
    return true;
  place[o] = a;
  place[o + 1] = b;
  place[o + PLACE.nodeA] = nodeA;
  place[o + PLACE.nodeB] = nodeB;
  place[o + PLACE.block] = block;
  place[o + PLACE.cluster] = cluster;
  return false;
}

/** The joint row of number r becomes the system's row of the same number; one that is off has bounds of zero. */
function fillJointRow(
  system: DirectSystem,
  f: ImpulseFields,
  joints: JointFields,
  r: number,
  block: number,
  h: number,
  pass: Pass,
): void {
  const { value } = system;
  const o = VALUE_SIZE * r;
  const placed = openRow(system, joints.rowBody[2 * r], joints.rowBody[2 * r + 1], block);
  const same = takeJacobian(system, joints, r) && placed;
  const cluster = system.place[PLACE_SIZE * r + PLACE.cluster];
  if (!same && cluster >= 0) system.touched[cluster] = 1;
  const aim = pass === "aim";
  const time = (aim ? 0.5 : 1) * h;
  const error = joints.rowError[r];
  const kind = joints.rowKind[r];
  // what the joint's row has done in this sub-step is kept in `impulse` from pass to pass
  const acted = value[o + VALUE.impulse];
  value[o + VALUE.multiplier] = acted;
  value[o + VALUE.applied] = acted;
  value[o + VALUE.penalty] = 0;
  value[o + VALUE.q] = 0;
  value[o + VALUE.lower] = time * joints.rowBounds[2 * r];
  value[o + VALUE.upper] = time * joints.rowBounds[2 * r + 1];
  system.soft[r] = 0;
  if (kind === ROW.lock) {
    value[o + VALUE.lower] = Number.NEGATIVE_INFINITY;
    value[o + VALUE.upper] = Number.POSITIVE_INFINITY;
    value[o + VALUE.q] = aim ? error / h : 0;
  } else if (kind === ROW.limit) {
    value[o + VALUE.lower] = 0;
    value[o + VALUE.upper] = Number.POSITIVE_INFINITY;
    value[o + VALUE.q] = error > 0 ? error / h : aim ? Math.max(error / h, -system.push) : 0;
    value[o + VALUE.left] = Math.min(0, error + system.push * h);
  } else if (kind === ROW.drive) value[o + VALUE.q] = -joints.rowSpeed[r];
  else if (kind === ROW.spring) {
    const k = joints.rowSpring[2 * r];
    const c = joints.rowSpring[2 * r + 1];
    system.soft[r] = 1;
    value[o + VALUE.penalty] = 0.5 * h * (aim ? c + h * k : c);
    value[o + VALUE.q] = 0.5 * h * k * error;
  } else {
    value[o + VALUE.lower] = acted;
    value[o + VALUE.upper] = acted;
  }
  // a lock as it was between bodies as they were keeps its penalty
  const kept = system.lockPenalty[r];
  if (kind === ROW.lock && same && kept >= 0 && !isTurned(system, r)) {
    value[o + VALUE.penalty] = kept;
    return;
  }
  finishRow(system, f, r);
  system.lockPenalty[r] = -1;
  if (kind === ROW.lock) system.lockPenalty[r] = value[o + VALUE.penalty] > 0 ? value[o + VALUE.penalty] : -1;
}

/** Copies the Jacobian of joint row r, and returns whether it is what it was. A plane knows no turns about x and y and no motion along z. */
function takeJacobian(system: DirectSystem, joints: JointFields, r: number): boolean {
  const { jacobian, planar } = system;
  const { rowJacobian } = joints;
  let same = true;
  for (let c = 12 * r; c < 12 * r + 12; c++) {
    const k = c % 6;
    const x = planar && (k < 2 || k === 5) ? 0 : rowJacobian[c];
    if (jacobian[c] === x) continue;
    jacobian[c] = x;
    same = false;
  }
  return same;
}

/** Whether a body of row r has turned since rows were filled before. */
function isTurned(system: DirectSystem, r: number): boolean {
  const a = system.place[PLACE_SIZE * r + PLACE.nodeA];
  const b = system.place[PLACE_SIZE * r + PLACE.nodeB];
  return (a >= 0 && system.turned[a] === 1) || (b >= 0 && system.turned[b] === 1);
}

function fillPatch(
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
    system.value[v + VALUE.q] = s > 0 ? s / h : pass === "aim" ? Math.max(s / h, -system.push) : 0;
    acted(system, v, pointRow[p + POINT.impulse]);
    finishRow(system, f, r);
  }
  if (pass === "relax") fillFriction(system, f, k, block, normals, end - first);
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
  const radius = row[o + PATCH.radius];
  for (let t = 0; t < 3; t++) {
    const r = openContactRow(system, f.patchBody[2 * k], f.patchBody[2 * k + 1], block);
    const j = 12 * r;
    const u = o + PATCH.tangent1 + 3 * t;
    for (let side = 0; side < 2; side++) {
      const sign = side === 0 ? -1 : 1;
      const arm = o + (side === 0 ? PATCH.armA : PATCH.armB);
      const at = j + 6 * side;
      if (t === 2) {
        for (let c = 0; c < 3; c++) {
          system.jacobian[at + c] = sign * radius * row[o + c];
          system.jacobian[at + 3 + c] = 0;
        }
        continue;
      }
      system.jacobian[at] = sign * (row[arm + 1] * row[u + 2] - row[arm + 2] * row[u + 1]);
      system.jacobian[at + 1] = sign * (row[arm + 2] * row[u] - row[arm] * row[u + 2]);
      system.jacobian[at + 2] = sign * (row[arm] * row[u + 1] - row[arm + 1] * row[u]);
      for (let c = 0; c < 3; c++) system.jacobian[at + 3 + c] = sign * row[u + c];
    }
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
  if (row[o + PATCH.spinning] > 0) fillTurning(system, f, k, block, normals, count, true);
  if (row[o + PATCH.rolling] > 0) fillTurning(system, f, k, block, normals, count, false);
}

/** Spinning friction about the normal, or rolling friction about the two tangents, as a cone of three rows of which some are empty. */
function fillTurning(
  system: DirectSystem,
  f: ImpulseFields,
  k: number,
  block: number,
  normals: number,
  count: number,
  spinning: boolean,
): void {
  const { patchRow: row } = f;
  const o = PATCH_SIZE * k;
  const first = system.rows;
  for (let t = 0; t < 3; t++) {
    const r = openContactRow(system, f.patchBody[2 * k], f.patchBody[2 * k + 1], block);
    const axis = o + (spinning ? PATCH.normal : PATCH.tangent1 + 3 * t);
    const there = spinning ? t === 0 : t < 2;
    let impulse = 0;
    for (let c = 0; c < 3; c++) {
      const u = there ? row[axis + c] : 0;
      system.jacobian[12 * r + c] = -u;
      system.jacobian[12 * r + 6 + c] = u;
      system.jacobian[12 * r + 3 + c] = 0;
      system.jacobian[12 * r + 9 + c] = 0;
      if (!spinning) impulse += u * row[o + PATCH.turning + 1 + c];
    }
    if (spinning && there) impulse = row[o + PATCH.turning];
    const v = VALUE_SIZE * r;
    system.soft[r] = 0;
    system.value[v + VALUE.lower] = Number.NEGATIVE_INFINITY;
    system.value[v + VALUE.upper] = Number.POSITIVE_INFINITY;
    system.value[v + VALUE.q] = 0;
    acted(system, v, impulse);
    finishRow(system, f, r);
    system.soft[r] = 2;
  }
  closeCone(system, first, normals, count, k, row[o + (spinning ? PATCH.spinning : PATCH.rolling)], false);
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

/** Hands the impulses of contacts back to their rows. Writes: pointRow, patchRow. */
export function keepContactImpulses(system: DirectSystem, model: Model, data: Data, pass: Pass): void {
  const f = impulseFields(data);
  const patches = data.counter[COUNTER.patches];
  let r = system.soft.length > 0 && model.joints.count > 0 ? jointRowCount(system, model) : 0;
  let c = 0;
  for (let k = 0; k < patches; k++) {
    if (f.patchSolved[k] !== SOLVED.direct) continue;
    const o = PATCH_SIZE * k;
    const first = data.patchPoint[2 * k];
    const end = first + data.patchPoint[2 * k + 1];
    for (let i = first; i < end; i++) {
      f.pointRow[POINT_SIZE * i + POINT.impulse] = system.value[VALUE_SIZE * r++ + VALUE.impulse];
    }
    if (pass === "aim") continue;
    for (let t = 0; t < 3; t++) {
      f.patchRow[o + PATCH.friction + t] = system.value[VALUE_SIZE * r++ + VALUE.impulse];
    }
    f.patchRow[o + PATCH.slips] = system.coneValue[CONE_VALUE_SIZE * c + 7];
    c++;
    if (f.patchRow[o + PATCH.spinning] > 0) {
      f.patchRow[o + PATCH.turning] = system.value[VALUE_SIZE * r + VALUE.impulse];
      r += 3;
      c++;
    }
    if (f.patchRow[o + PATCH.rolling] > 0) {
      for (let x = 0; x < 3; x++) {
        f.patchRow[o + PATCH.turning + 1 + x] =
          system.value[VALUE_SIZE * r + VALUE.impulse] * f.patchRow[o + PATCH.tangent1 + x] +
          system.value[VALUE_SIZE * (r + 1) + VALUE.impulse] * f.patchRow[o + PATCH.tangent2 + x];
      }
      r += 3;
      c++;
    }
  }
}

function jointRowCount(system: DirectSystem, model: Model): number {
  const { rows } = model.systems.joints as JointSetup;
  return system.rows >= rows ? rows : 0;
}

/** Joint rows as `halveJoints` noted them. */
export function recallJoints(system: DirectSystem, model: Model): void {
  const { rows } = model.systems.joints as JointSetup;
  for (let r = 0; r < rows; r++) system.value[VALUE_SIZE * r + VALUE.impulse] = system.half[r];
}

/** Starts a sub-step: no joint row has acted yet. */
export function startJoints(system: DirectSystem, model: Model): void {
  const { rows } = model.systems.joints as JointSetup;
  makeRoom(system, rows, 0);
  for (let r = 0; r < rows; r++) system.value[VALUE_SIZE * r + VALUE.impulse] = 0;
}

/** Applies half of what the joints' rows ended the sub-step before with; springs start from nothing. Writes: bodyVel. */
export function warmJoints(system: DirectSystem, model: Model, data: Data, h: number): void {
  const f = impulseFields(data);
  const joints = data.items.joints as unknown as JointFields;
  const { rows } = model.systems.joints as JointSetup;
  for (let r = 0; r < rows; r++) {
    const kind = joints.rowKind[r];
    if (kind === ROW.off || kind === ROW.spring || joints.rowEffort[r] === 0) continue;
    push[0] = 0.5 * h * joints.rowEffort[r];
    system.value[VALUE_SIZE * r + VALUE.impulse] += push[0];
    pushRow(data.bodyVel, f, joints, r);
  }
}

/** Notes what the joints' rows have done so far in the sub-step. */
export function halveJoints(system: DirectSystem, model: Model): void {
  const { rows } = model.systems.joints as JointSetup;
  system.half = roomF64(system.half, rows);
  for (let r = 0; r < rows; r++) system.half[r] = system.value[VALUE_SIZE * r + VALUE.impulse];
}

/**
 * Ends a sub-step: efforts for the next start — twice the smaller half, as for contacts, or all of it where rows are solved one by one and need it — and their mean over the step.
 * Writes: rowEffort, rowMean.
 */
export function endJoints(system: DirectSystem, model: Model, data: Data, settings: ImpulseSettings, h: number): void {
  const joints = data.items.joints as unknown as JointFields;
  const { rows } = model.systems.joints as JointSetup;
  for (let r = 0; r < rows; r++) {
    const whole = system.value[VALUE_SIZE * r + VALUE.impulse];
    const half = system.half[r];
    const rest = whole - half;
    const less = half * rest <= 0 ? 0 : Math.abs(half) < Math.abs(rest) ? half : rest;
    joints.rowEffort[r] = (settings.directJoints ? 2 * less : whole) / h;
    joints.rowMean[r] += whole / model.options.timestep;
  }
}

/** Whether the position of a lock is off by more than the settings tolerate where the bodies are. */
export function isOff(system: DirectSystem, model: Model, data: Data, settings: ImpulseSettings): boolean {
  const tolerance = settings.positionTolerance;
  const { rowKind, rowError } = data.items.joints as unknown as JointFields;
  const { rows } = model.systems.joints as JointSetup;
  const { value } = system;
  for (let r = 0; r < rows; r++) {
    if (rowKind[r] !== ROW.lock || value[VALUE_SIZE * r + VALUE.penalty] === 0) continue;
    // written so that what is no number counts as off
    if (!(rowError[r] <= tolerance && rowError[r] >= -tolerance)) return true;
  }
  return false;
}

/**
 * Positions after the drift, against what was aimed at: locks and limits get their error there, so that the next solution takes it away. The
 * Jacobian stays that of the start, as in SHAKE [RyckaertCiccottiBerendsen1977]. Writes: q.
 */
export function aimAgain(system: DirectSystem, model: Model, data: Data, h: number): void {
  const joints = data.items.joints as unknown as JointFields;
  const { rows } = model.systems.joints as JointSetup;
  const { value, place, jacobian: j } = system;
  const v = data.bodyVel;
  for (let r = 0; r < rows; r++) {
    const kind = joints.rowKind[r];
    if (kind !== ROW.lock && kind !== ROW.limit) continue;
    const o = VALUE_SIZE * r;
    if (value[o + VALUE.penalty] === 0) continue;
    const error = kind === ROW.limit ? joints.rowError[r] - value[o + VALUE.left] : joints.rowError[r];
    let speed = 0;
    for (let c = 0; c < 6; c++) {
      speed +=
        j[12 * r + c] * v[6 * place[PLACE_SIZE * r] + c] + j[12 * r + 6 + c] * v[6 * place[PLACE_SIZE * r + 1] + c];
    }
    value[o + VALUE.q] = error / h - speed;
  }
}
