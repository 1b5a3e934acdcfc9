import { FEATURE, featureId } from "../../contact-tables.js";
import type { ContactSink, Separation } from "../types.js";
import type { Outline } from "./outline.js";

/**
 * The frame of a query, and the way back from it. All planar geometry is computed in the frame of one of the two shapes, called the first;
 * the other is the second. The first is the one with more structure (a chain before a polygon before a capsule before a circle), A when they are
 * alike. Only the difference of the two positions enters, so a pair far from the origin loses just the digits that its positions have lost.
 *
 * Numbers pass between functions through typed arrays, because calls that are not inlined box them; scratch lives in module arrays that every query writes before it reads; they grow when a larger shape is met for the first
 * time.
 */

/** Vertices and edge normals of the second shape in the frame of the first, 2 per vertex. */
export let secondVertex = new Float64Array(128);
export let secondNormal = new Float64Array(128);
/** Boxes and centres of the second shape's loops in the frame of the first. */
export let secondBox = new Float64Array(64);
export let secondCenter = new Float64Array(32);

/** cos, sin and position x, y of the first shape in the world; cos, sin and position of the second from the first. */
export const frame = new Float64Array(8);
/** 1 when the first shape is B: normals and points change sides on the way out. */
const flip = new Int32Array(1);

/**
 * Contact or separation in the frame of the first shape: [gap, normal x y (first → second), point on first x y, point on second x y]. The points
 * are on the surfaces, radius included.
 */
export const found = new Float64Array(7);
/** Features of the point in `found`: on the first, on the second. */
export const foundFeature = new Uint32Array(2);

/**
 * Sets the frame: first = pose1[o1 …], second = pose2[o2 …], `flipped` when the first is B.
 *
 *   rotation about z by a unit quaternion (0, 0, z, w):   c = 1 − 2 z²,  s = 2 z w
 */
export function setFrame(pose1: Float64Array, o1: number, pose2: Float64Array, o2: number, flipped: boolean): void {
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
  frame[0] = c;
  frame[1] = s;
  frame[2] = pose1[o1];
  frame[3] = pose1[o1 + 1];
  frame[4] = 1 - 2 * z * z;
  frame[5] = 2 * z * w;
  frame[6] = c * dx + s * dy;
  frame[7] = c * dy - s * dx;
  flip[0] = flipped ? 1 : 0;
}

/** Sets a frame at pose[o …] with the axes of the world, for shapes that need no turning; the first shape is A. */
export function setUprightFrame(pose: Float64Array, o: number): void {
  frame[0] = 1;
  frame[1] = 0;
  frame[2] = pose[o];
  frame[3] = pose[o + 1];
  flip[0] = 0;
}

/** Brings the second outline into the frame of the first. */
export function placeSecond(outline: Outline): void {
  const { vertex, normal, start, loops } = outline;
  const n = vertex.length;
  if (n > secondVertex.length) {
    secondVertex = new Float64Array(2 * n);
    secondNormal = new Float64Array(2 * n);
  }
  if (4 * loops > secondBox.length) {
    secondBox = new Float64Array(8 * loops);
    secondCenter = new Float64Array(4 * loops);
  }
  const c = frame[4];
  const s = frame[5];
  const x = frame[6];
  const y = frame[7];
  for (let i = 0; i < n; i += 2) {
    secondVertex[i] = x + c * vertex[i] - s * vertex[i + 1];
    secondVertex[i + 1] = y + s * vertex[i] + c * vertex[i + 1];
    secondNormal[i] = c * normal[i] - s * normal[i + 1];
    secondNormal[i + 1] = s * normal[i] + c * normal[i + 1];
  }
  for (let l = 0; l < loops; l++) {
    let x0 = Infinity;
    let y0 = Infinity;
    let x1 = -Infinity;
    let y1 = -Infinity;
    for (let i = 2 * start[l]; i < 2 * start[l + 1]; i += 2) {
      if (secondVertex[i] < x0) x0 = secondVertex[i];
      if (secondVertex[i] > x1) x1 = secondVertex[i];
      if (secondVertex[i + 1] < y0) y0 = secondVertex[i + 1];
      if (secondVertex[i + 1] > y1) y1 = secondVertex[i + 1];
    }
    secondBox[4 * l] = x0;
    secondBox[4 * l + 1] = y0;
    secondBox[4 * l + 2] = x1;
    secondBox[4 * l + 3] = y1;
    const u = outline.center[2 * l];
    const v = outline.center[2 * l + 1];
    secondCenter[2 * l] = x + c * u - s * v;
    secondCenter[2 * l + 1] = y + s * u + c * v;
  }
}

/** Adds `found` to the sink as a point of `patch`; false when the sink is full. */
export function emitContact(sink: ContactSink, patch: number): boolean {
  const i = sink.count;
  if (i >= sink.capacity) {
    sink.overflow = true;
    return false;
  }
  sink.count = i + 1;
  const b = flip[0];
  sink.gap[i] = found[0];
  sink.patch[i] = patch;
  sink.featureA[i] = foundFeature[b];
  sink.featureB[i] = foundFeature[1 - b];
  writeWorld(sink.normal, sink.pointA, sink.pointB, 3 * i, 3 * i, 3 * i);
  return true;
}

/** Writes `found` as the result of a separation query. */
export function emitSeparation(out: Separation): void {
  const b = flip[0];
  out.values[0] = found[0];
  out.featureA = foundFeature[b];
  out.featureB = foundFeature[1 - b];
  writeWorld(out.values, out.values, out.values, 1, 4, 7);
}

function writeWorld(
  normal: Float64Array,
  pointA: Float64Array,
  pointB: Float64Array,
  n: number,
  a: number,
  b: number,
): void {
  const c = frame[0];
  const s = frame[1];
  const sign = 1 - 2 * flip[0];
  const pa = 3 + 2 * flip[0];
  const pb = 5 - 2 * flip[0];
  normal[n] = sign * (c * found[1] - s * found[2]);
  normal[n + 1] = sign * (s * found[1] + c * found[2]);
  normal[n + 2] = 0;
  pointA[a] = frame[2] + c * found[pa] - s * found[pa + 1];
  pointA[a + 1] = frame[3] + s * found[pa] + c * found[pa + 1];
  pointA[a + 2] = 0;
  pointB[b] = frame[2] + c * found[pb] - s * found[pb + 1];
  pointB[b + 1] = frame[3] + s * found[pb] + c * found[pb + 1];
  pointB[b + 2] = 0;
}

const VERTEX = featureId(FEATURE.vertex, 0);
const EDGE = featureId(FEATURE.edge, 0);
const SURFACE = featureId(FEATURE.surface, 0);

/** The feature on `side` (0 first, 1 second) is vertex i of its outline; a circle's only vertex stands for its surface. */
export function setVertexFeature(side: number, outline: Outline, i: number): void {
  foundFeature[side] = outline.vertex.length === 2 ? SURFACE : VERTEX + outline.vertexId[i];
}

/** The feature on `side` is the edge that starts at vertex i of its outline. */
export function setEdgeFeature(side: number, outline: Outline, i: number): void {
  foundFeature[side] = EDGE + outline.edgeId[i];
}

/** The feature on `side` is a surface without vertices. */
export function setSurfaceFeature(side: number): void {
  foundFeature[side] = SURFACE;
}

/** Whether the first shape is B. */
export function isFlipped(): boolean {
  return flip[0] === 1;
}

/** Which of two kinds is the first: the higher code; A when they are equal. */
export function firstIsB(kindA: number, kindB: number): boolean {
  return kindB > kindA;
}
