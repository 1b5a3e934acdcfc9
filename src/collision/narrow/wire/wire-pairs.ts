import { rotateInto, rotateInverseInto } from "../../../math/quat.js";
import { FEATURE } from "../../contact-tables.js";
import { addPair, chooseTangents } from "../candidates.js";
import { PATCH_KIND } from "../mesh/patch-table.js";
import { clearPatches, offer, patchOf, writeMeshPatch } from "../mesh/patches.js";
import { writeSingle } from "../sphere.js";
import {
  type Collider,
  type ContactRoutine,
  type ContactSink,
  innerSeparation,
  KIND,
  type PairRoutines,
  type Separation,
  type SeparationRoutine,
} from "../types.js";
import { relativePose } from "../workspace.js";
import { isArc, isOpenTorus, nearestOnWire, wireParts, wirePoint, wireRadius } from "./wire.js";
import { type WireWorkspace, wireWorkspace } from "./wire-workspace.js";

/** Torus and chain link with sphere and plane, in closed form. */

const SURFACE = FEATURE.surface << 29;
const PLANE_FEATURE = FEATURE.face << 29;
const center = new Float64Array(3);
const nearest = new Float64Array(3);
const world = new Float64Array(6);

/** Sphere A with one part of the wire B: the distance of the centre from the curve, less two radii. */
function sphereWithPart(
  a: Collider,
  poseA: Float64Array,
  ao: number,
  b: Collider,
  poseB: Float64Array,
  bo: number,
  part: number,
  out: Separation,
): void {
  for (let k = 0; k < 3; k++) center[k] = poseA[ao + k] - poseB[bo + k];
  rotateInverseInto(center, 0, poseB, bo + 3, center, 0);
  nearestOnWire(b, part, center, 0, nearest, 0);
  let d2 = 0;
  for (let k = 0; k < 3; k++) {
    world[k] = nearest[k] - center[k];
    d2 += world[k] * world[k];
  }
  const d = Math.sqrt(d2);
  // on the curve itself every direction across it is as good: straight up
  for (let k = 0; k < 3; k++) world[k] = d > 0 ? world[k] / d : k === 2 ? 1 : 0;
  rotateInto(world, 0, poseB, bo + 3, world, 0);
  rotateInto(world, 3, poseB, bo + 3, nearest, 0);
  const r = wireRadius(b, part);
  const { values } = out;
  values[0] = d - a.size[0] - r;
  for (let k = 0; k < 3; k++) {
    values[1 + k] = world[k];
    values[4 + k] = poseA[ao + k] + a.size[0] * world[k];
    values[7 + k] = poseB[bo + k] + world[3 + k] - r * world[k];
  }
  out.featureA = SURFACE;
  out.featureB = SURFACE | part;
}

const sphereSeparation: SeparationRoutine = (a, poseA, ao, b, poseB, bo, out) => {
  let best = 0;
  let least = Infinity;
  for (let part = 0; part < wireParts(b); part++) {
    sphereWithPart(a, poseA, ao, b, poseB, bo, part, out);
    if (!(out.values[0] < least)) continue;
    least = out.values[0];
    best = part;
  }
  sphereWithPart(a, poseA, ao, b, poseB, bo, best, out);
};

/** One contact for each part that is touched; two parts that are touched at their common end count once. */
const sphereContacts: ContactRoutine = (a, poseA, ao, b, poseB, bo, sink) => {
  const first = sink.count;
  const one = innerSeparation(sink.work);
  for (let part = 0; part < wireParts(b); part++) {
    sphereWithPart(a, poseA, ao, b, poseB, bo, part, one);
    if (!isKnown(one, sink, first, a)) writeSingle(one, sink);
  }
};

function isKnown(one: Separation, sink: ContactSink, first: number, a: Collider): boolean {
  for (let c = first; c < sink.count; c++) {
    let d2 = 0;
    for (let k = 0; k < 3; k++) {
      const d = sink.pointB[3 * c + k] - one.values[7 + k];
      d2 += d * d;
    }
    if (d2 <= 1e-18 * a.reach * a.reach) return true;
  }
  return false;
}

export const sphereWirePair: PairRoutines = { contacts: sphereContacts, separation: sphereSeparation, exact: true };
const pair = new Float64Array(6);
const plane = new Float64Array(4);

function placePlane(w: WireWorkspace, poseA: Float64Array, ao: number, poseB: Float64Array, bo: number): void {
  const { up } = w.halfSpace;
  const { rel } = w.narrow;
  relativePose(w.narrow, poseA, ao, poseB, bo);
  up[3] = 0;
  for (let k = 0; k < 3; k++) {
    up[k] = rel[3 * k + 2];
    up[3] += up[k] * rel[9 + k];
  }
}

/** Height of the wire's surface below the point `curve` of a part. */
function heightOf(w: WireWorkspace, a: Collider, part: number): number {
  const { curve, up } = w.halfSpace;
  return up[0] * curve[0] + up[1] * curve[1] + up[2] * curve[2] - up[3] - wireRadius(a, part);
}

/**
 * The lowest point of an arc, when it is inside; the ends belong to the sides. Into `curve`; false when there is none.
 */
function lowestOfArc(w: WireWorkspace, a: Collider, part: number): boolean {
  const { curve, up } = w.halfSpace;
  const length = Math.sqrt(up[0] * up[0] + up[1] * up[1]);
  const s = part === 1 ? -1 : 1;
  const link = a.kind === KIND.chainLink;
  if (link && s * up[0] > 0) return false;
  if (isOpenTorus(a) && -up[0] < length * a.size[5]) return false;
  const shift = link ? s * a.size[2] : 0;
  curve[0] = shift - (length > 0 ? (a.size[0] * up[0]) / length : -s * a.size[0]);
  curve[1] = length > 0 ? -(a.size[0] * up[1]) / length : 0;
  curve[2] = 0;
  return true;
}

function findLowest(w: WireWorkspace, a: Collider): void {
  const { at, curve, low } = w.halfSpace;
  low[0] = Infinity;
  for (let part = 0; part < wireParts(a); part++) {
    if (isArc(a, part)) {
      if (lowestOfArc(w, a, part)) keepLow(w, a, part);
      if (a.kind === KIND.torus && !isOpenTorus(a)) continue;
    }
    for (let end = 0; end < 2; end++) {
      at.u = end;
      wirePoint(a, part, at, curve, 0);
      keepLow(w, a, part);
    }
  }
}

function keepLow(w: WireWorkspace, a: Collider, part: number): void {
  const { halfSpace } = w;
  const { curve, low } = w.halfSpace;
  const height = heightOf(w, a, part);
  if (!(height < low[0])) return;
  low[0] = height;
  halfSpace.lowPart = part;
  for (let k = 0; k < 3; k++) low[1 + k] = curve[k];
}

const planeSeparation: SeparationRoutine = (a, poseA, ao, _b, poseB, bo, out) => {
  const w = wireWorkspace(out);
  const { halfSpace } = w;
  const { low, up } = w.halfSpace;
  placePlane(w, poseA, ao, poseB, bo);
  findLowest(w, a);
  const { values } = out;
  values[0] = low[0];
  for (let k = 0; k < 3; k++) {
    world[k] = up[k];
    world[3 + k] = low[1 + k] - wireRadius(a, halfSpace.lowPart) * up[k];
  }
  rotateInto(world, 0, poseA, ao + 3, world, 0);
  rotateInto(world, 3, poseA, ao + 3, world, 3);
  for (let k = 0; k < 3; k++) {
    values[1 + k] = -world[k];
    values[4 + k] = poseA[ao + k] + world[3 + k];
    values[7 + k] = values[4 + k] - low[0] * world[k];
  }
  out.featureA = SURFACE | halfSpace.lowPart;
  out.featureB = PLANE_FEATURE;
};

/**
 * Quarters of arcs and ends of segments, and the lowest point of each arc, as far as they are within the margin: one
 * patch. A whole ring has its quarters where it lies flat.
 */
const planeContacts: ContactRoutine = (a, poseA, ao, b, poseB, bo, sink) => {
  const w = wireWorkspace(sink);
  const { patches } = w.mesh;
  const { at, curve, low, up } = w.halfSpace;
  const { found } = w.narrow;
  placePlane(w, poseA, ao, poseB, bo);
  findLowest(w, a);
  if (low[0] > sink.margin[0]) return;
  clearPatches(w.mesh);
  for (let k = 0; k < 3; k++) {
    found[1 + k] = -up[k];
    plane[k] = -up[k];
  }
  plane[3] = -up[3];
  chooseTangents(w.narrow, a, b);
  patches.current = patchOf(w.mesh, plane, PATCH_KIND.plane, a);
  for (let part = 0; part < wireParts(a); part++) {
    const arc = isArc(a, part);
    if (arc && lowestOfArc(w, a, part)) offerCurve(a, part, 0, sink);
    const open = isOpenTorus(a);
    if (a.kind === KIND.torus && !open && !liesFlat(w, a, sink)) continue;
    const points = open ? 5 : a.kind === KIND.torus ? 4 : arc ? 3 : 2;
    for (let i = 0; i < points; i++) {
      at.u = a.kind === KIND.torus ? i / 4 : i / (points - 1);
      wirePoint(a, part, at, curve, 0);
      offerCurve(a, part, 1 + i, sink);
    }
  }
  writeMeshPatch(patches.current, a, poseA, ao, b, sink);
};

/**
 * Whether all of a ring is within the margin. A ring that stands has its lowest point only: points fixed to it would
 * come and go as it rolls, and each stays behind the point that rolls on.
 */
function liesFlat(w: WireWorkspace, a: Collider, sink: ContactSink): boolean {
  const { low, up } = w.halfSpace;
  return low[0] + 2 * a.size[0] * Math.sqrt(up[0] * up[0] + up[1] * up[1]) <= sink.margin[0];
}

function offerCurve(a: Collider, part: number, number: number, sink: ContactSink): void {
  const w = wireWorkspace(sink);
  const { patches } = w.mesh;
  const { curve, up } = w.halfSpace;
  const { candidates } = w.narrow;
  const height = heightOf(w, a, part);
  if (height > sink.margin[0]) return;
  for (let k = 0; k < 3; k++) {
    pair[k] = curve[k] - wireRadius(a, part) * up[k];
    pair[3 + k] = pair[k] - height * up[k];
  }
  candidates.count = 0;
  addPair(w.narrow, pair, 0, pair, 3, SURFACE | (8 * part + number), PLANE_FEATURE);
  offer(w.mesh, patches.current, 0, a);
}

export const wirePlanePair: PairRoutines = { contacts: planeContacts, separation: planeSeparation, exact: true };
