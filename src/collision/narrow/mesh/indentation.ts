import type { NarrowWorkspace } from "../workspace.js";
import { toPlaneFrame } from "./contour-centroid.js";
import type { MeshContactGeometry } from "./mesh-geometry.js";
import { placed, placeVertex } from "./placed-vertices.js";

/**
 * How deep a mesh reaches through a contour [Luaces2013, §4.7.6]: from its triangles that cross the other surface along the contour, a flood
 * over neighbours visits those inside of it. A vertex counts when it is on the penetrating side of the contact plane and over the contour,
 * seen along the normal; a triangle is inside when its three vertices are, and the flood goes on from there. Vertices of crossing
 * triangles are judged one by one: far corners of large triangles say nothing.
 *
 * Over the contour means an odd number of crossings of a ray with its sides, each closed at its lower end only; points closer than
 * `ON_CONTOUR` of its size to a side count as over it, for under walls square to the plane the deepest vertices lie exactly there.
 */

/** Vertices inside a region, deepest first not guaranteed; room for as many as the largest mesh has. */
export interface Inside {
  count: number;
  vertex: Int32Array;
  /** Depth of each, m. */
  depth: Float64Array;
}

export const inside: Inside = { count: 0, vertex: new Int32Array(64), depth: new Float64Array(64) };

/** The deepest of them: depth (m, 0 without any) and vertex (−1). */
export const deepest = { depth: new Float64Array(1), vertex: -1 };

const ON_CONTOUR = 1e-9;

let triangleStamp = new Int32Array(0);
let vertexStamp = new Int32Array(0);
/** 1 for vertices that are inside, valid where the stamp is. */
let vertexInside = new Uint8Array(0);
let queue = new Int32Array(0);
let now = 0;

export function reserveIndentation(triangles: number, vertices: number): void {
  if (triangles > triangleStamp.length) {
    triangleStamp = new Int32Array(triangles);
    queue = new Int32Array(triangles);
  }
  if (vertices <= vertexStamp.length) return;
  vertexStamp = new Int32Array(vertices);
  vertexInside = new Uint8Array(vertices);
  inside.vertex = new Int32Array(vertices);
  inside.depth = new Float64Array(vertices);
}

const place = new Float64Array(3);
/** Of the outline: box (4) and the squared distance that counts as on it. */
const limits = new Float64Array(5);

/**
 * Floods mesh g inside the contour with corners uv[3 first …] … (frame of the plane). `crossing` holds its `count` crossing triangles
 * (with repeats). `ofB` tells that its vertices have to be placed; `side` is the sign of heights on its penetrating side. Writes `inside`
 * and `deepest`.
 */
export function floodInside(
  w: NarrowWorkspace,
  g: MeshContactGeometry,
  ofB: boolean,
  side: number,
  crossing: Int32Array,
  count: number,
  frame: Float64Array,
  uv: Float64Array,
  first: number,
  end: number,
): void {
  inside.count = 0;
  deepest.depth[0] = 0;
  deepest.vertex = -1;
  if (end - first < 3) return;
  startStamps();
  boundOutline(uv, first, end);
  let tail = 0;
  for (let i = 0; i < count; i++) {
    const t = crossing[i];
    if (triangleStamp[t] === now) continue;
    triangleStamp[t] = now;
    queue[tail++] = t;
  }
  for (let i = 0; i < tail; i++) judgeTriangle(w, g, ofB, side, queue[i], frame, uv, first, end);
  for (let head = 0; head < tail; head++) {
    for (let h = 3 * queue[head]; h < 3 * queue[head] + 3; h++) {
      const t = g.neighbours[h];
      if (t < 0 || triangleStamp[t] === now) continue;
      triangleStamp[t] = now;
      if (judgeTriangle(w, g, ofB, side, t, frame, uv, first, end)) queue[tail++] = t;
    }
  }
}

function startStamps(): void {
  if (now === 0x7fffffff) {
    triangleStamp.fill(0);
    vertexStamp.fill(0);
    now = 0;
  }
  now++;
}

/** Whether all vertices of triangle t are inside; each is judged once. */
function judgeTriangle(
  w: NarrowWorkspace,
  g: MeshContactGeometry,
  ofB: boolean,
  side: number,
  t: number,
  frame: Float64Array,
  uv: Float64Array,
  first: number,
  end: number,
): boolean {
  const { vertices, triangles } = g.mesh;
  let all = true;
  for (let c = 3 * t; c < 3 * t + 3; c++) {
    const i = triangles[c];
    if (vertexStamp[i] !== now) {
      vertexStamp[i] = now;
      if (ofB) placeVertex(w, vertices, i);
      toPlaneFrame(frame, ofB ? placed : vertices, i, place, 0);
      const depth = side * place[2];
      const counts = depth > 0 && isOverContour(place, uv, first, end);
      vertexInside[i] = counts ? 1 : 0;
      if (counts) {
        inside.vertex[inside.count] = i;
        inside.depth[inside.count++] = depth;
        if (depth > deepest.depth[0] || (depth === deepest.depth[0] && i < deepest.vertex)) {
          deepest.depth[0] = depth;
          deepest.vertex = i;
        }
      }
    }
    if (vertexInside[i] === 0) all = false;
  }
  return all;
}

function boundOutline(uv: Float64Array, first: number, end: number): void {
  limits[0] = Infinity;
  limits[1] = Infinity;
  limits[2] = -Infinity;
  limits[3] = -Infinity;
  for (let i = first; i < end; i++) {
    for (let k = 0; k < 2; k++) {
      limits[k] = Math.min(limits[k], uv[3 * i + k]);
      limits[2 + k] = Math.max(limits[2 + k], uv[3 * i + k]);
    }
  }
  const slack = ON_CONTOUR * Math.max(limits[2] - limits[0], limits[3] - limits[1]);
  for (let k = 0; k < 2; k++) {
    limits[k] -= slack;
    limits[2 + k] += slack;
  }
  limits[4] = slack * slack;
}

/** Whether the place p[0…1] is over the outline or on it; `boundOutline` must have been called. */
function isOverContour(p: Float64Array, uv: Float64Array, first: number, end: number): boolean {
  const x = p[0];
  const y = p[1];
  if (!(x >= limits[0] && y >= limits[1] && x <= limits[2] && y <= limits[3])) return false;
  let odd = false;
  for (let i = first; i < end; i++) {
    const j = i + 1 < end ? i + 1 : first;
    const px = uv[3 * i] - x;
    const py = uv[3 * i + 1] - y;
    const dx = uv[3 * j] - uv[3 * i];
    const dy = uv[3 * j + 1] - uv[3 * i + 1];
    // nearest point of the side
    const length2 = dx * dx + dy * dy;
    const t = length2 > 0 ? Math.max(0, Math.min(1, -(px * dx + py * dy) / length2)) : 0;
    const ex = px + t * dx;
    const ey = py + t * dy;
    if (ex * ex + ey * ey <= limits[4]) return true;
    if (py > 0 !== uv[3 * j + 1] - y > 0 && px - (py * dx) / dy > 0) odd = !odd;
  }
  return odd;
}
