import { ensureCapacityF64, ensureCapacityI32 } from "../../../math/capacity.js";
import type { NarrowWorkspace } from "../workspace.js";
import { toPlaneFrame } from "./contour-centroid.js";
import type { MeshContactGeometry } from "./mesh-geometry.js";
import { placeVertex } from "./placed-vertices.js";

/**
 * How deep a mesh reaches through a contour [Luaces2013, §4.7.6]: from its triangles that cross the other surface along
 * the contour, a flood over neighbours visits those inside of it. A vertex counts when it is on the penetrating side of
 * the contact plane and over the contour, seen along the normal; a triangle is inside when its three vertices are, and
 * the flood goes on from there. Vertices of crossing triangles are judged one by one: far corners of large triangles
 * say nothing.
 *
 * Over the contour means an odd number of crossings of a ray with its sides, each closed at its lower end only; points
 * closer than `ON_CONTOUR` of its size to a side count as over it, for under walls square to the plane the deepest
 * vertices lie exactly there.
 */

/** Vertices of a mesh inside a contour, and the scratch of the flood that finds them. */
export interface Indentation {
  /** Vertices inside, in no particular order, and the depth of each, m. */
  count: number;
  vertex: Int32Array;
  depth: Float64Array;
  /** The deepest of them: depth (m, 0 without any) and vertex (−1). */
  deepestDepth: number;
  deepestVertex: number;
  /** Flood in which a triangle or a vertex was visited last, and the current flood. */
  triangleStamp: Int32Array;
  vertexStamp: Int32Array;
  now: number;
  /** 1 for vertices that are inside, valid where the stamp is current. */
  vertexInside: Uint8Array;
  /** Triangles to be visited. */
  queue: Int32Array;
  /** Of the outline: box (4) and the squared distance that counts as on it. */
  readonly limits: Float64Array;
}

export function createIndentation(): Indentation {
  return {
    count: 0,
    vertex: new Int32Array(0),
    depth: new Float64Array(0),
    deepestDepth: 0,
    deepestVertex: -1,
    triangleStamp: new Int32Array(0),
    vertexStamp: new Int32Array(0),
    now: 0,
    vertexInside: new Uint8Array(0),
    queue: new Int32Array(0),
    limits: new Float64Array(5),
  };
}

/** Distance from a side, as a fraction of the contour's size, within which a point counts as over the contour. */
const ON_CONTOUR = 1e-9;

/** Makes room for a mesh and begins a flood. */
function startFlood(inside: Indentation, triangles: number, vertices: number): void {
  inside.triangleStamp = ensureCapacityI32(inside.triangleStamp, triangles);
  inside.queue = ensureCapacityI32(inside.queue, triangles);
  inside.vertexStamp = ensureCapacityI32(inside.vertexStamp, vertices);
  inside.vertex = ensureCapacityI32(inside.vertex, vertices);
  inside.depth = ensureCapacityF64(inside.depth, vertices);
  if (inside.vertexInside.length < vertices) inside.vertexInside = new Uint8Array(inside.vertexStamp.length);
  if (inside.now === 0x7fffffff) {
    inside.triangleStamp.fill(0);
    inside.vertexStamp.fill(0);
    inside.now = 0;
  }
  inside.now++;
}

const place = new Float64Array(3);

/**
 * Floods mesh g inside the contour with corners uv[3 first …] … (frame of the plane). `crossing` holds its `count`
 * crossing triangles (with repeats). `ofB` tells that its vertices have to be placed; `side` is the sign of heights on
 * its penetrating side. Writes `inside`.
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
  inside: Indentation,
): void {
  inside.count = 0;
  inside.deepestDepth = 0;
  inside.deepestVertex = -1;
  if (end - first < 3) return;
  startFlood(inside, g.mesh.triangles.length / 3, g.mesh.vertices.length / 3);
  const { triangleStamp, queue, now } = inside;
  boundOutline(inside.limits, uv, first, end);
  let tail = 0;
  for (let i = 0; i < count; i++) {
    const t = crossing[i];
    if (triangleStamp[t] === now) continue;
    triangleStamp[t] = now;
    queue[tail++] = t;
  }
  for (let i = 0; i < tail; i++) judgeTriangle(w, g, ofB, side, queue[i], frame, uv, first, end, inside);
  for (let head = 0; head < tail; head++) {
    for (let h = 3 * queue[head]; h < 3 * queue[head] + 3; h++) {
      const t = g.neighbours[h];
      if (t < 0 || triangleStamp[t] === now) continue;
      triangleStamp[t] = now;
      if (judgeTriangle(w, g, ofB, side, t, frame, uv, first, end, inside)) queue[tail++] = t;
    }
  }
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
  inside: Indentation,
): boolean {
  const { vertexStamp, vertexInside, now } = inside;
  const { vertices, triangles } = g.mesh;
  let all = true;
  for (let c = 3 * t; c < 3 * t + 3; c++) {
    const i = triangles[c];
    if (vertexStamp[i] !== now) {
      vertexStamp[i] = now;
      if (ofB) placeVertex(w, vertices, i);
      toPlaneFrame(frame, ofB ? w.placed.vertex : vertices, i, place, 0);
      const depth = side * place[2];
      const counts = depth > 0 && isOverContour(place, uv, first, end, inside.limits);
      vertexInside[i] = counts ? 1 : 0;
      if (counts) {
        inside.vertex[inside.count] = i;
        inside.depth[inside.count++] = depth;
        if (depth > inside.deepestDepth || (depth === inside.deepestDepth && i < inside.deepestVertex)) {
          inside.deepestDepth = depth;
          inside.deepestVertex = i;
        }
      }
    }
    if (vertexInside[i] === 0) all = false;
  }
  return all;
}

/** Box of an outline, and the squared distance that counts as on it, into `limits`. */
function boundOutline(limits: Float64Array, uv: Float64Array, first: number, end: number): void {
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

/** Whether the place p[0…1] is over the outline or on it. */
function isOverContour(p: Float64Array, uv: Float64Array, first: number, end: number, limits: Float64Array): boolean {
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
