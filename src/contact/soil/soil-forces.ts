import { placeShape } from "../../collision/shape-poses.js";
import type { Data } from "../../data/data.js";
import { rotateInto } from "../../math/quat.js";
import type { Model } from "../../model/model.js";
import { addBlock, type ContactTangent, selectBodies, selectPoint } from "../contact-tangent.js";
import { addLoadForces, addLoadTangent, carriers } from "./payload.js";
import { type BucketSetup, ELEMENT } from "./soil-setup.js";
import { BUCKET, ROW, type SoilState, soilFields } from "./soil-state.js";
import { KIND } from "./strength.js";

/** Places in `work`: element, its force, its block of stiffness; arm, velocity, displacement. */
const W = { place: 0, force: 3, spring: 6, arm: 15, speed: 18, way: 21, trial: 24, sum: 27 } as const;

/**
 * Forces of the soil on the buckets and of what bodies carry. Every element in the ground is a spring to where it
 * stuck, that yields at the strength of the soil: pushed less it holds, pushed more it cuts. Reads: body state, rows,
 * memory. Writes: bodyForce.
 */
export function addSoilForces(model: Model, data: Data): void {
  const { buckets } = model.systems.soil;
  const state = data.systems.soil;
  const { work } = state;
  const { bodyForce } = data;
  state.count = carriers(model, data);
  for (let k = 0; k < buckets.length; k++) {
    const bucket = buckets[k];
    if (!isIn(state, bucket)) continue;
    placeShape(data, model.systems.collision, bucket.shape, state.pose);
    const b = 6 * bucket.body;
    for (let e = 0; e < bucket.count; e++) {
      if (!evaluateElement(data, state, bucket, e)) continue;
      state.count++;
      const f = W.force;
      const r = W.arm;
      bodyForce[b] += work[r + 1] * work[f + 2] - work[r + 2] * work[f + 1];
      bodyForce[b + 1] += work[r + 2] * work[f] - work[r] * work[f + 2];
      bodyForce[b + 2] += work[r] * work[f + 1] - work[r + 1] * work[f];
      for (let c = 0; c < 3; c++) bodyForce[b + 3 + c] += work[f + c];
    }
  }
  addLoadForces(model, data);
}

/** Whether some element of a bucket is in the ground. */
function isIn({ rows }: SoilState, bucket: BucketSetup): boolean {
  for (let e = 0; e < bucket.count; e++) if (rows[ROW.size * (bucket.first + e) + ROW.kind] > 0) return true;
  return false;
}

/**
 * Force of element e at the present state into work[force …], with its stiffness matrix −∂f/∂p per unit of stiffness
 * weight into work[spring …]. False out of the ground. The bucket's shape must be placed.
 */
function evaluateElement(data: Data, state: SoilState, bucket: BucketSetup, e: number): boolean {
  const { rows, work, pose } = state;
  const o = ROW.size * (bucket.first + e);
  const kind = rows[o + ROW.kind];
  if (kind === KIND.none) return false;
  const { bodyPos, bodyVel } = data;
  const p = 7 * bucket.shape;
  const b = bucket.body;
  rotateInto(work, W.place, pose, p + 3, bucket.elements, ELEMENT.stride * e + ELEMENT.place);
  for (let k = 0; k < 3; k++) {
    work[W.place + k] += pose[p + k];
    work[W.arm + k] = work[W.place + k] - bodyPos[3 * b + k];
    work[W.way + k] = work[W.place + k] - rows[o + ROW.start + k];
  }
  const v = 6 * b;
  const r = W.arm;
  work[W.speed] = bodyVel[v + 3] + bodyVel[v + 1] * work[r + 2] - bodyVel[v + 2] * work[r + 1];
  work[W.speed + 1] = bodyVel[v + 4] + bodyVel[v + 2] * work[r] - bodyVel[v] * work[r + 2];
  work[W.speed + 2] = bodyVel[v + 5] + bodyVel[v] * work[r + 1] - bodyVel[v + 1] * work[r];
  if (kind === KIND.flow) evaluateFlow(state, o);
  else {
    const { memory } = soilFields(data);
    const damping = rows[o + ROW.damping];
    for (let k = 0; k < 3; k++)
      work[W.trial + k] = memory[3 * (bucket.first + e) + k] + work[W.way + k] + damping * work[W.speed + k];
    if (kind === KIND.edge) yieldEdge(state, o);
    else yieldPanel(state, o);
  }
  return true;
}

/** f = −a (v · t) t − b (v − (v · t) t) [Luaces2013] eq. (3.23); the matrix is −∂f/∂v. */
function evaluateFlow({ rows, work }: SoilState, o: number): void {
  const t = o + ROW.ahead;
  const a = rows[o + ROW.limit];
  const b = rows[o + ROW.limit + 1];
  const along = rows[t] * work[W.speed] + rows[t + 1] * work[W.speed + 1] + rows[t + 2] * work[W.speed + 2];
  for (let i = 0; i < 3; i++) {
    work[W.force + i] = -b * work[W.speed + i] - (a - b) * along * rows[t + i];
    for (let j = 0; j < 3; j++) work[W.spring + 3 * i + j] = (i === j ? b : 0) + (a - b) * rows[t + i] * rows[t + j];
  }
}

/**
 * A slice of the edge: the trial force −k u is scaled back onto the ellipsoid of the limits, s = |f / L| = 1. What is
 * beyond is the way that was cut, along the force: it takes energy, never gives.
 */
function yieldEdge({ rows, work }: SoilState, o: number): void {
  const k = rows[o + ROW.stiffness];
  let s2 = 0;
  work[W.sum] = work[W.sum + 1] = work[W.sum + 2] = 0;
  for (let axis = 0; axis < 3; axis++) {
    const a = o + ROW.ahead + 3 * axis;
    const u = rows[a] * work[W.trial] + rows[a + 1] * work[W.trial + 1] + rows[a + 2] * work[W.trial + 2];
    // axes: ahead, across, outward; the soil resists a displacement with the limit of its own side
    const limit = axis === 0 ? (u > 0 ? 0 : 1) : axis === 1 ? 2 : u > 0 ? 3 : 4;
    const part = (k * u) / rows[o + ROW.limit + limit];
    s2 += part * part;
    const weight = part / rows[o + ROW.limit + limit];
    for (let c = 0; c < 3; c++) work[W.sum + c] += weight * rows[a + c];
  }
  const s = Math.sqrt(s2);
  const scale = s > 1 ? 1 / s : 1;
  for (let i = 0; i < 3; i++) {
    work[W.force + i] = -k * scale * work[W.trial + i];
    for (let j = 0; j < 3; j++) {
      const bend = s > 1 ? (k * k * work[W.trial + i] * work[W.sum + j]) / (s * s2) : 0;
      work[W.spring + 3 * i + j] = (i === j ? k * scale : 0) - bend;
    }
  }
}

/** A panel: pressed in it is borne up to its limit, along it friction holds up to that of the pressure. */
function yieldPanel({ rows, work }: SoilState, o: number): void {
  const n = o + ROW.normal;
  const k = rows[o + ROW.stiffness];
  const limit = rows[o + ROW.limit];
  const depth = rows[n] * work[W.trial] + rows[n + 1] * work[W.trial + 1] + rows[n + 2] * work[W.trial + 2];
  const pressed = Math.min(Math.max(k * depth, 0), limit);
  const elastic = k * depth > 0 && k * depth < limit;
  let length = 0;
  for (let i = 0; i < 3; i++) {
    work[W.sum + i] = work[W.trial + i] - depth * rows[n + i];
    length += work[W.sum + i] * work[W.sum + i];
  }
  length = Math.sqrt(length);
  const grip = pressed > 0 ? rows[o + ROW.friction] * pressed + rows[o + ROW.adhesion] : 0;
  const slides = k * length > grip;
  const held = slides ? (length > 0 ? grip / length : 0) : k;
  for (let i = 0; i < 3; i++) {
    work[W.force + i] = -pressed * rows[n + i] - held * work[W.sum + i];
    for (let j = 0; j < 3; j++) {
      const nn = rows[n + i] * rows[n + j];
      let entry = (elastic ? k * nn : 0) + held * ((i === j ? 1 : 0) - nn);
      if (slides && length > 0) {
        const tt = (work[W.sum + i] * work[W.sum + j]) / (length * length);
        entry -= held * tt;
        if (elastic) entry += (rows[o + ROW.friction] * k * work[W.sum + i] * rows[n + j]) / length;
      }
      work[W.spring + 3 * i + j] = entry;
    }
  }
}

/** Adds −∂F of the last evaluation: all elements of a bucket in one block about its centre of mass. */
export function addSoilTangent(model: Model, data: Data, tangent: ContactTangent): void {
  const { buckets } = model.systems.soil;
  const state = data.systems.soil;
  const { rows, work, block } = state;
  for (let k = 0; k < buckets.length; k++) {
    const bucket = buckets[k];
    if (!isIn(state, bucket) || !selectCouple(model, tangent, bucket.body)) continue;
    placeShape(data, model.systems.collision, bucket.shape, state.pose);
    block.fill(0);
    for (let e = 0; e < bucket.count; e++) {
      if (!evaluateElement(data, state, bucket, e)) continue;
      const o = ROW.size * (bucket.first + e);
      const weight =
        rows[o + ROW.kind] === KIND.flow
          ? tangent.dampingWeight
          : tangent.stiffnessWeight + rows[o + ROW.damping] * tangent.dampingWeight;
      addArmBlock(block, work, weight);
    }
    selectPoint(tangent, data, data.bodyPos, 3 * bucket.body);
    addBlock(tangent, block);
  }
  addLoadTangent(model, data, tangent, selectCouple);
}

/** Selects a couple of a body and a ground; false where there is none. */
export function selectCouple(model: Model, tangent: ContactTangent, body: number): boolean {
  const { grounds } = model.systems.terrain;
  for (let g = 0; g < grounds.length; g++) {
    const ground = grounds[g].body;
    const first = comesFirst(model, body, ground);
    const a = first ? body : ground;
    const b = first ? ground : body;
    if (tangent.pairOf.get(a * tangent.bodyCount + b) === undefined) continue;
    selectBodies(tangent, a, b);
    return true;
  }
  return false;
}

/** Whether the shapes of a body come before those of a ground: it is A of their couple. */
export function comesFirst({ systems: { soil } }: Model, body: number, ground: number): boolean {
  return soil.firstShape[body] < soil.firstShape[ground];
}

/** block += weight Pᵀ S P with P = [1, −r×] for the displacement of a point at the arm r from a body's centre. */
function addArmBlock(block: Float64Array, work: Float64Array, weight: number): void {
  const x = work[W.arm];
  const y = work[W.arm + 1];
  const z = work[W.arm + 2];
  // columns of P for a rotation: −r× = [[0, z, −y], [−z, 0, x], [y, −x, 0]]
  for (let i = 0; i < 6; i++) {
    for (let j = 0; j < 6; j++) {
      let sum = 0;
      for (let a = 0; a < 3; a++) {
        const pa = i < 3 ? (a === i ? 1 : 0) : turnEntry(a, i - 3, x, y, z);
        if (pa === 0) continue;
        for (let c = 0; c < 3; c++) {
          const pc = j < 3 ? (c === j ? 1 : 0) : turnEntry(c, j - 3, x, y, z);
          if (pc !== 0) sum += pa * work[W.spring + 3 * a + c] * pc;
        }
      }
      block[6 * i + j] += weight * sum;
    }
  }
}

/** Entry (row, column) of −r×. */
function turnEntry(row: number, column: number, x: number, y: number, z: number): number {
  if (row === column) return 0;
  if (row === 0) return column === 1 ? z : -y;
  if (row === 1) return column === 0 ? -z : x;
  return column === 0 ? y : -x;
}

/**
 * A part of a step has converged: the springs are left at what they hold without damping. Reads: body state. Writes:
 * memory, force and depth of the buckets.
 */
export function commitSoil(model: Model, data: Data): void {
  const { buckets } = model.systems.soil;
  const state = data.systems.soil;
  const { rows, work } = state;
  const { memory, bucket: table } = soilFields(data);
  for (let k = 0; k < buckets.length; k++) {
    const bucket = buckets[k];
    const row = BUCKET.size * k;
    for (let c = 0; c < 3; c++) table[row + BUCKET.force + c] = 0;
    placeShape(data, model.systems.collision, bucket.shape, state.pose);
    for (let e = 0; e < bucket.count; e++) {
      if (!evaluateElement(data, state, bucket, e)) continue;
      for (let c = 0; c < 3; c++) table[row + BUCKET.force + c] += work[W.force + c];
      const o = ROW.size * (bucket.first + e);
      if (rows[o + ROW.kind] === KIND.flow) continue;
      const m = 3 * (bucket.first + e);
      for (let c = 0; c < 3; c++) work[W.trial + c] = memory[m + c] + work[W.way + c];
      if (rows[o + ROW.kind] === KIND.edge) yieldEdge(state, o);
      else yieldPanel(state, o);
      for (let c = 0; c < 3; c++) memory[m + c] = -work[W.force + c] / rows[o + ROW.stiffness];
    }
  }
}
