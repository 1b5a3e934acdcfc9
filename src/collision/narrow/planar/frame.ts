import { FEATURE, featureId } from "../../contact-tables.js";
import type { ContactSink, Separation } from "../types.js";
import type { Outline } from "./outline.js";
import type { PlanarContact, PlanarFrame, PlanarWorkspace } from "./workspace.js";

/** The frame of a query and the transformation of its results to the world. */

/**
 * Sets the frame: first = pose1[o1 …], second = pose2[o2 …], `flipped` when the first is B.
 *
 *   rotation about z by a unit quaternion (0, 0, z, w):   c = 1 − 2 z²,  s = 2 z w
 */
export function setFrame(
  frame: PlanarFrame,
  pose1: Float64Array,
  o1: number,
  pose2: Float64Array,
  o2: number,
  flipped: boolean,
): void {
  const z1 = pose1[o1 + 5];
  const w1 = pose1[o1 + 6];
  const z2 = pose2[o2 + 5];
  const w2 = pose2[o2 + 6];
  const c = 1 - 2 * z1 * z1;
  const s = 2 * z1 * w1;
  const z = w1 * z2 - z1 * w2;
  const w = w1 * w2 + z1 * z2;
  const dx = pose2[o2] - pose1[o1];
  const dy = pose2[o2 + 1] - pose1[o1 + 1];
  frame.cos = c;
  frame.sin = s;
  frame.x = pose1[o1];
  frame.y = pose1[o1 + 1];
  frame.secondCos = 1 - 2 * z * z;
  frame.secondSin = 2 * z * w;
  frame.secondX = c * dx + s * dy;
  frame.secondY = c * dy - s * dx;
  frame.flipped = flipped;
}

/**
 * Sets a frame at pose[o …] with the axes of the world, for shapes whose angle does not matter; the first shape is A.
 */
export function setUprightFrame(frame: PlanarFrame, pose: Float64Array, o: number): void {
  frame.cos = 1;
  frame.sin = 0;
  frame.x = pose[o];
  frame.y = pose[o + 1];
  frame.flipped = false;
}

/** Brings the second outline into the frame of the first. */
export function placeSecond(w: PlanarWorkspace, outline: Outline): void {
  const { frame, second } = w;
  const { vertex, normal, start, loops } = outline;
  const n = vertex.length;
  if (n > second.vertex.length) {
    second.vertex = new Float64Array(2 * n);
    second.normal = new Float64Array(2 * n);
  }
  if (4 * loops > second.box.length) {
    second.box = new Float64Array(8 * loops);
    second.center = new Float64Array(4 * loops);
  }
  const placed = second.vertex;
  const placedNormal = second.normal;
  const c = frame.secondCos;
  const s = frame.secondSin;
  const x = frame.secondX;
  const y = frame.secondY;
  for (let i = 0; i < n; i += 2) {
    placed[i] = x + c * vertex[i] - s * vertex[i + 1];
    placed[i + 1] = y + s * vertex[i] + c * vertex[i + 1];
    placedNormal[i] = c * normal[i] - s * normal[i + 1];
    placedNormal[i + 1] = s * normal[i] + c * normal[i + 1];
  }
  for (let l = 0; l < loops; l++) {
    let x0 = Infinity;
    let y0 = Infinity;
    let x1 = -Infinity;
    let y1 = -Infinity;
    for (let i = 2 * start[l]; i < 2 * start[l + 1]; i += 2) {
      if (placed[i] < x0) x0 = placed[i];
      if (placed[i] > x1) x1 = placed[i];
      if (placed[i + 1] < y0) y0 = placed[i + 1];
      if (placed[i + 1] > y1) y1 = placed[i + 1];
    }
    second.box[4 * l] = x0;
    second.box[4 * l + 1] = y0;
    second.box[4 * l + 2] = x1;
    second.box[4 * l + 3] = y1;
    const u = outline.center[2 * l];
    const v = outline.center[2 * l + 1];
    second.center[2 * l] = x + c * u - s * v;
    second.center[2 * l + 1] = y + s * u + c * v;
  }
}

/** Adds `w.found` to the sink as a point of `patch`; false when the sink is full. */
export function emitContact({ frame, found }: PlanarWorkspace, sink: ContactSink, patch: number): boolean {
  const i = sink.count;
  if (i >= sink.capacity) {
    sink.overflow = true;
    return false;
  }
  sink.count = i + 1;
  sink.gap[i] = found.gap;
  sink.patch[i] = patch;
  sink.featureA[i] = frame.flipped ? found.secondFeature : found.firstFeature;
  sink.featureB[i] = frame.flipped ? found.firstFeature : found.secondFeature;
  writeWorld(frame, found, sink.normal, 3 * i, sink.pointA, 3 * i, sink.pointB, 3 * i);
  return true;
}

/** Writes `w.found` as the result of a separation query. */
export function emitSeparation({ frame, found }: PlanarWorkspace, out: Separation): void {
  out.values[0] = found.gap;
  out.featureA = frame.flipped ? found.secondFeature : found.firstFeature;
  out.featureB = frame.flipped ? found.firstFeature : found.secondFeature;
  writeWorld(frame, found, out.values, 1, out.values, 4, out.values, 7);
}

function writeWorld(
  frame: PlanarFrame,
  found: PlanarContact,
  normal: Float64Array,
  n: number,
  pointA: Float64Array,
  a: number,
  pointB: Float64Array,
  b: number,
): void {
  const c = frame.cos;
  const s = frame.sin;
  const { flipped } = frame;
  const sign = flipped ? -1 : 1;
  const ax = flipped ? found.secondX : found.firstX;
  const ay = flipped ? found.secondY : found.firstY;
  const bx = flipped ? found.firstX : found.secondX;
  const by = flipped ? found.firstY : found.secondY;
  normal[n] = sign * (c * found.normalX - s * found.normalY);
  normal[n + 1] = sign * (s * found.normalX + c * found.normalY);
  normal[n + 2] = 0;
  pointA[a] = frame.x + c * ax - s * ay;
  pointA[a + 1] = frame.y + s * ax + c * ay;
  pointA[a + 2] = 0;
  pointB[b] = frame.x + c * bx - s * by;
  pointB[b + 1] = frame.y + s * bx + c * by;
  pointB[b + 2] = 0;
}

const VERTEX = featureId(FEATURE.vertex, 0);
const EDGE = featureId(FEATURE.edge, 0);

/** Feature of a surface without vertices. */
export const SURFACE = featureId(FEATURE.surface, 0);

/** Feature of vertex i of an outline; the only vertex of a circle stands for its surface. */
export function vertexFeature(outline: Outline, i: number): number {
  return outline.vertex.length === 2 ? SURFACE : VERTEX + outline.vertexId[i];
}

/** Feature of the edge that starts at vertex i of an outline. */
export function edgeFeature(outline: Outline, i: number): number {
  return EDGE + outline.edgeId[i];
}

/** Which of two kinds is the first: the higher code; A when they are equal. */
export function firstIsB(kindA: number, kindB: number): boolean {
  return kindB > kindA;
}
