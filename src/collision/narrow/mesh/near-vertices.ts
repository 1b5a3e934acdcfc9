import { closestPointOnTriangle, EDGE, FACE, VERTEX } from "../../../geometry/triangle/closest-point.js";
import { ensureCapacityF64, ensureCapacityI32 } from "../../../math/capacity.js";
import { FEATURE } from "../../contact-tables.js";
import type { MeshContactGeometry } from "./mesh-geometry.js";
import type { MeshPairWorkspace } from "./mesh-pair-workspace.js";
import { addTouch, TOUCH, TOUCH_SIZE } from "./touches.js";

/**
 * Vertices that are nearest to an edge or a vertex of the other mesh. They lie over no face, so no other touch tells of
 * them, though they may be the first to meet: a corner that comes down on a ridge. The normal is along the shortest
 * way, and is worth little when that is short: such a touch gives way to any other close by that is as near.
 */
export interface Nearest {
  /** Vertices noted in this query. */
  count: number;
  list: Int32Array;
  /** Query in which a vertex was noted last, and the current query. */
  stamp: Int32Array;
  now: number;
  /** By vertex: nearest point (3) and squared distance. */
  point: Float64Array;
  /** By vertex: triangle of the other mesh and its feature there, `FACE` when another touch tells. */
  triangle: Int32Array;
  feature: Int32Array;
}

export function createNearest(): Nearest {
  return {
    count: 0,
    list: new Int32Array(0),
    stamp: new Int32Array(0),
    now: 0,
    point: new Float64Array(0),
    triangle: new Int32Array(0),
    feature: new Int32Array(0),
  };
}

/** Begins a query between two meshes: no vertex is noted. */
export function clearNearest(w: MeshPairWorkspace, g: MeshContactGeometry, h: MeshContactGeometry): void {
  clear(w.nearestOfA, g.mesh.vertices.length / 3);
  clear(w.nearestOfB, h.mesh.vertices.length / 3);
}

function clear(n: Nearest, vertices: number): void {
  n.list = ensureCapacityI32(n.list, vertices);
  n.stamp = ensureCapacityI32(n.stamp, vertices);
  n.point = ensureCapacityF64(n.point, 4 * vertices);
  n.triangle = ensureCapacityI32(n.triangle, vertices);
  n.feature = ensureCapacityI32(n.feature, vertices);
  if (n.now === 0x7fffffff) {
    n.stamp.fill(0);
    n.now = 0;
  }
  n.now++;
  n.count = 0;
}

function open(n: Nearest, i: number): void {
  if (n.stamp[i] === n.now) return;
  n.stamp[i] = n.now;
  n.list[n.count++] = i;
  n.point[4 * i + 3] = Infinity;
  n.feature[i] = FACE;
}

/** Notes that vertex i (of A, or of B) lies over a face, at the gap touch[9]. */
export function noteOverFace(w: MeshPairWorkspace, ofA: boolean, i: number): void {
  const { next: touch } = w.touches;
  const n = ofA ? w.nearestOfA : w.nearestOfB;
  open(n, i);
  const gap = touch[9] > 0 ? touch[9] : 0;
  if (!(gap * gap <= n.point[4 * i + 3])) return;
  n.point[4 * i + 3] = gap * gap;
  n.feature[i] = FACE;
}

const found = new Float64Array(4);

/**
 * Notes the point of triangle t of mesh h nearest to vertex i of mesh g. `ofA`: the vertex is A's, the triangle B's.
 */
export function noteBesideFace(
  w: MeshPairWorkspace,
  g: MeshContactGeometry,
  i: number,
  h: MeshContactGeometry,
  t: number,
  ofA: boolean,
): void {
  const { vertex: placed } = w.narrow.placed;
  const n = ofA ? w.nearestOfA : w.nearestOfB;
  const v = ofA ? g.mesh.vertices : placed;
  const c = ofA ? placed : h.mesh.vertices;
  const { triangles } = h.mesh;
  const feature = closestPointOnTriangle(
    c,
    triangles[3 * t],
    triangles[3 * t + 1],
    triangles[3 * t + 2],
    v,
    3 * i,
    found,
    0,
  );
  open(n, i);
  if (!(found[3] < n.point[4 * i + 3])) return;
  for (let k = 0; k < 4; k++) n.point[4 * i + k] = found[k];
  n.triangle[i] = t;
  n.feature[i] = feature;
}

/** How far (sine) neighbours may be nearer than the vertex. */
const CONE = 0.03;

/**
 * Adds touches of vertices that are nearest to an edge or a vertex, up to the margin, and nearer than all others within
 * `limits.link`. `turn` turns vectors of B into A's frame.
 */
export function addNearest(
  w: MeshPairWorkspace,
  g: MeshContactGeometry,
  h: MeshContactGeometry,
  turn: Float64Array,
): void {
  const { limits, touches } = w;
  const { vertex: placed } = w.narrow.placed;
  const { direction: way } = w.features;
  const { next: touch } = w.touches;
  const sure = touches.count;
  for (let side = 0; side < 2; side++) {
    const ofA = side === 0;
    const n = ofA ? w.nearestOfA : w.nearestOfB;
    for (let k = 0; k < n.count; k++) {
      const i = n.list[k];
      if (n.feature[i] === FACE) continue;
      if (!(n.point[4 * i + 3] <= limits.margin * limits.margin)) continue;
      const v = ofA ? g.mesh.vertices : placed;
      const dx = n.point[4 * i] - v[3 * i];
      const dy = n.point[4 * i + 1] - v[3 * i + 1];
      const dz = n.point[4 * i + 2] - v[3 * i + 2];
      const gap = Math.sqrt(dx * dx + dy * dy + dz * dz);
      if (!(gap > limits.tiny && gap <= limits.margin)) continue;
      for (let c = 0; c < 3; c++) {
        const p = v[3 * i + c];
        const q = n.point[4 * i + c];
        way[c] = (q - p) / gap;
        touch[c] = ofA ? way[c] : -way[c];
        touch[3 + c] = ofA ? p : q;
        touch[6 + c] = ofA ? q : p;
      }
      touch[9] = gap;
      // out of both surfaces, and no neighbour of the vertex nearer
      if (!isOutward(w, ofA ? h : g, n.triangle[i], n.feature[i], turn, ofA, -1)) continue;
      if (!isTip(w, ofA ? g : h, i, turn, ofA) || isBeaten(w, sure)) continue;
      const own = (FEATURE.vertex << 29) | i;
      const other = idOf(ofA ? h : g, n.triangle[i], n.feature[i]);
      if (ofA) addTouch(w, TOUCH.edgeEdge, own, other);
      else addTouch(w, TOUCH.edgeEdge, other, own);
    }
  }
}

function idOf(h: MeshContactGeometry, t: number, feature: number): number {
  if (feature >= VERTEX) return (FEATURE.vertex << 29) | h.mesh.triangles[3 * t + feature - VERTEX];
  return (FEATURE.edge << 29) | (3 * t + feature - EDGE);
}

/** Whether sign · `way` points out of mesh h at a feature of its triangle t; `turned`: h is B. */
function isOutward(
  w: MeshPairWorkspace,
  h: MeshContactGeometry,
  t: number,
  feature: number,
  turn: Float64Array,
  turned: boolean,
  sign: number,
): boolean {
  const { direction: way } = w.features;
  let x = h.normals[3 * t];
  let y = h.normals[3 * t + 1];
  let z = h.normals[3 * t + 2];
  if (feature >= VERTEX) {
    const i = 3 * h.mesh.triangles[3 * t + feature - VERTEX];
    x = h.vertexNormal[i];
    y = h.vertexNormal[i + 1];
    z = h.vertexNormal[i + 2];
  } else {
    const u = h.neighbours[3 * t + feature - EDGE];
    if (u >= 0) {
      x += h.normals[3 * u];
      y += h.normals[3 * u + 1];
      z += h.normals[3 * u + 2];
    }
  }
  if (h.twoSided) return true;
  const a = turned ? turn[0] * x + turn[1] * y + turn[2] * z : x;
  const b = turned ? turn[3] * x + turn[4] * y + turn[5] * z : y;
  const c = turned ? turn[6] * x + turn[7] * y + turn[8] * z : z;
  return sign * (a * way[0] + b * way[1] + c * way[2]) > 0;
}

/**
 * Whether the vertex of touch t (a vertex on a face, `ofA`: A's) is the foremost of its neighbourhood along the normal:
 * then the face's plane parts the two meshes, locally, when it is out of the face.
 */
export function isTipTouch(
  w: MeshPairWorkspace,
  g: MeshContactGeometry,
  t: number,
  turn: Float64Array,
  ofA: boolean,
): boolean {
  const { touches } = w;
  const { direction: way } = w.features;
  for (let k = 0; k < 3; k++) way[k] = ofA ? touches.values[TOUCH_SIZE * t + k] : -touches.values[TOUCH_SIZE * t + k];
  return isTip(w, g, (ofA ? touches.idA[t] : touches.idB[t]) & 0x1fffffff, turn, ofA);
}

/** Whether no neighbour of vertex i lies farther along `way`. */
function isTip(w: MeshPairWorkspace, g: MeshContactGeometry, i: number, turn: Float64Array, ofA: boolean): boolean {
  const { direction: way } = w.features;
  const { vertices: v } = g.mesh;
  const x = ofA ? way[0] : turn[0] * way[0] + turn[3] * way[1] + turn[6] * way[2];
  const y = ofA ? way[1] : turn[1] * way[0] + turn[4] * way[1] + turn[7] * way[2];
  const z = ofA ? way[2] : turn[2] * way[0] + turn[5] * way[1] + turn[8] * way[2];
  for (let r = g.ringStart[i]; r < g.ringStart[i + 1]; r++) {
    const j = 3 * g.ring[r];
    const dx = v[j] - v[3 * i];
    const dy = v[j + 1] - v[3 * i + 1];
    const dz = v[j + 2] - v[3 * i + 2];
    const along = dx * x + dy * y + dz * z;
    if (along > 0 && along * along > CONE * CONE * (dx * dx + dy * dy + dz * dz)) return false;
  }
  return true;
}

/** Whether one of the first `sure` touches is close to `touch` and as near. */
function isBeaten(w: MeshPairWorkspace, sure: number): boolean {
  const { limits, touches } = w;
  const { next: touch } = w.touches;
  const { values } = touches;
  const reach2 = limits.link * limits.link;
  for (let j = 0; j < sure; j++) {
    const o = TOUCH_SIZE * j;
    if (!(values[o + 9] <= touch[9] + limits.tiny)) continue;
    const x = values[o + 3] - touch[3];
    const y = values[o + 4] - touch[4];
    const z = values[o + 5] - touch[5];
    if (x * x + y * y + z * z <= reach2) return true;
  }
  return false;
}
