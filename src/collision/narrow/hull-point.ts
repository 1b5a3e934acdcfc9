import { FEATURE } from "../contact-tables.js";
import type { Collider } from "./types.js";
import type { NarrowWorkspace } from "./workspace.js";

/**
 * Nearest point of a hull's surface to a point, as `nearestPoint` has it for the other convex kinds (`point.ts`), by
 * all faces. A point inside goes to the nearest face plane; for one outside the nearest point is on a face that sees
 * it: its projection when that is in the face, else a point of the border [Ericson2005, §5.1.4].
 */

/** Squared distance and nearest point of the best border so far. */
const best = new Float64Array(4);
/** Number of the feature that it is on, and its kind. */
const place = new Int32Array(2);

export function nearestOnHull(w: NarrowWorkspace, c: Collider): void {
  const { nearest, nearestFeature, query } = w;
  const { planes, polyhedron } = c.hull!;
  const { faceStart, faceVertex } = polyhedron;
  const x = query[0];
  const y = query[1];
  const z = query[2];
  let most = 0;
  let height = -Infinity;
  for (let f = 0; 4 * f < planes.length; f++) {
    const o = 4 * f;
    const above = planes[o] * x + planes[o + 1] * y + planes[o + 2] * z - planes[o + 3];
    if (!(above > height)) continue;
    height = above;
    most = f;
  }
  if (height <= 0) {
    writeFace(w, c, most);
    return;
  }
  best[0] = Infinity;
  for (let f = 0; 4 * f < planes.length; f++) {
    const o = 4 * f;
    if (!(planes[o] * x + planes[o + 1] * y + planes[o + 2] * z - planes[o + 3] > 0)) continue;
    let inside = true;
    const start = faceStart[f];
    const end = faceStart[f + 1];
    for (let i = start; i < end; i++) {
      if (isWithin(w, c, f, faceVertex[i], faceVertex[i + 1 < end ? i + 1 : start])) continue;
      inside = false;
      offerSide(w, c, faceVertex[i], faceVertex[i + 1 < end ? i + 1 : start]);
    }
    if (!inside) continue;
    writeFace(w, c, f);
    return;
  }
  const d = Math.sqrt(best[0]);
  nearest[0] = d;
  for (let k = 0; k < 3; k++) {
    nearest[4 + k] = best[1 + k];
    // so near to the border that no direction can be had: the face's normal is one of those that fit
    nearest[1 + k] = d > 0 ? (query[k] - best[1 + k]) / d : planes[4 * most + k];
  }
  nearestFeature[0] = ((place[0] << 29) | place[1]) >>> 0;
}

function writeFace(w: NarrowWorkspace, c: Collider, f: number): void {
  const { nearest, nearestFeature, query } = w;
  const { planes } = c.hull!;
  const o = 4 * f;
  nearest[0] = planes[o] * query[0] + planes[o + 1] * query[1] + planes[o + 2] * query[2] - planes[o + 3];
  for (let k = 0; k < 3; k++) {
    nearest[1 + k] = planes[o + k];
    nearest[4 + k] = query[k] - nearest[0] * planes[o + k];
  }
  nearestFeature[0] = ((FEATURE.face << 29) | f) >>> 0;
}

/** Whether the query is on the inner side of the border from vertex i to j of a face: n × (j − i) points inwards. */
function isWithin(w: NarrowWorkspace, c: Collider, f: number, i: number, j: number): boolean {
  const { query } = w;
  const { planes, polyhedron } = c.hull!;
  const v = polyhedron.vertices;
  const ex = v[3 * j] - v[3 * i];
  const ey = v[3 * j + 1] - v[3 * i + 1];
  const ez = v[3 * j + 2] - v[3 * i + 2];
  const nx = planes[4 * f];
  const ny = planes[4 * f + 1];
  const nz = planes[4 * f + 2];
  return (
    (ny * ez - nz * ey) * (query[0] - v[3 * i]) +
      (nz * ex - nx * ez) * (query[1] - v[3 * i + 1]) +
      (nx * ey - ny * ex) * (query[2] - v[3 * i + 2]) >=
    0
  );
}

/** Keeps the nearest point of the segment between two vertices when it is the nearest so far. */
function offerSide(w: NarrowWorkspace, c: Collider, i: number, j: number): void {
  const { query } = w;
  const v = c.hull!.polyhedron.vertices;
  let along = 0;
  let length2 = 0;
  for (let k = 0; k < 3; k++) {
    const e = v[3 * j + k] - v[3 * i + k];
    along += e * (query[k] - v[3 * i + k]);
    length2 += e * e;
  }
  const s = Math.max(0, Math.min(1, along / length2));
  let d2 = 0;
  for (let k = 0; k < 3; k++) {
    const d = query[k] - v[3 * i + k] - s * (v[3 * j + k] - v[3 * i + k]);
    d2 += d * d;
  }
  if (!(d2 < best[0])) return;
  best[0] = d2;
  for (let k = 0; k < 3; k++) best[1 + k] = v[3 * i + k] + s * (v[3 * j + k] - v[3 * i + k]);
  if (s > 0 && s < 1) {
    // the same name from both faces
    place[0] = FEATURE.edge;
    place[1] = (Math.min(i, j) << 14) ^ Math.max(i, j);
  } else {
    place[0] = FEATURE.vertex;
    place[1] = s > 0 ? j : i;
  }
}
