import { addSideDistance } from "../side-distance.js";

/**
 * Area and centroid of a contour seen along the normal of its contact plane [Luaces2013, §4.7.5, eqs. (4.93)–(4.97)],
 * and the radius with which the evenly loaded area resists spin (mean distance from the centroid, see `footprint.ts`);
 * that one is of the outline as drawn, and at most that of the smallest circle around it. Loops inside a loop are
 * regions of their own.
 */

/** Frame of a contact plane, 12 numbers: origin r₀, v₀, n × v₀, n. */
export const PLANE_FRAME = 12;

/**
 * The frame of the plane n · r + d = 0 in plane[0…3]: the origin on the axis of the largest |n_i|, v₀ in the plane of
 * that axis and another one. The source's (4.95) takes the largest n_i and leaves v₀ long; errata E-25 of our spec.
 */
export function placePlaneFrame(plane: Float64Array, out: Float64Array): void {
  const ax = Math.abs(plane[0]);
  const ay = Math.abs(plane[1]);
  const az = Math.abs(plane[2]);
  const axis = ax >= ay && ax >= az ? 0 : ay >= az ? 1 : 2;
  const other = axis === 0 ? 1 : 0;
  for (let k = 0; k < 6; k++) out[k] = 0;
  out[axis] = -plane[3] / plane[axis];
  const length = Math.sqrt(plane[axis] * plane[axis] + plane[other] * plane[other]);
  out[3 + axis] = -plane[other] / length;
  out[3 + other] = plane[axis] / length;
  for (let k = 0; k < 3; k++) out[9 + k] = plane[k];
  for (let k = 0; k < 3; k++) {
    const i = k === 2 ? 0 : k + 1;
    const j = i === 2 ? 0 : i + 1;
    out[6 + k] = plane[i] * out[3 + j] - plane[j] * out[3 + i];
  }
}

/** Corner i of `points` in the frame of the plane, into out[o …]: two places and the height. */
export function toPlaneFrame(frame: Float64Array, points: Float64Array, i: number, out: Float64Array, o: number): void {
  const x = points[3 * i] - frame[0];
  const y = points[3 * i + 1] - frame[1];
  const z = points[3 * i + 2] - frame[2];
  for (let k = 0; k < 3; k++) out[o + k] = frame[3 + 3 * k] * x + frame[4 + 3 * k] * y + frame[5 + 3 * k] * z;
}

/** Two corners about the centroid, and the sum over the sides; see `addSideDistance`. */
const corner = new Float64Array(5);
/** An outline with less area than this part of the square of its size is a line. */
const LINE = 1e-12;

/**
 * Area (of the sign in which the outline turns), centroid and radius of the outline uv[3 first …] … uv[3 end …] (three
 * numbers per corner, the third is not looked at) into out[0…3]. Of an outline without area, the mean of the corners
 * and a quarter of the length.
 */
export function measureOutline(uv: Float64Array, first: number, end: number, out: Float64Array): void {
  let mu = 0;
  let mv = 0;
  for (let i = first; i < end; i++) {
    mu += uv[3 * i];
    mv += uv[3 * i + 1];
  }
  mu /= end - first;
  mv /= end - first;
  let area = 0;
  let su = 0;
  let sv = 0;
  let size2 = 0;
  for (let i = first; i < end; i++) {
    const j = i + 1 < end ? i + 1 : first;
    const px = uv[3 * i] - mu;
    const py = uv[3 * i + 1] - mv;
    const qx = uv[3 * j] - mu;
    const qy = uv[3 * j + 1] - mv;
    const cross = px * qy - py * qx;
    area += cross;
    su += cross * (px + qx);
    sv += cross * (py + qy);
    size2 = Math.max(size2, px * px + py * py);
  }
  out[0] = 0.5 * area;
  out[1] = mu;
  out[2] = mv;
  out[3] = 0.5 * Math.sqrt(size2);
  if (!(Math.abs(area) > LINE * size2)) return;
  out[1] = mu + su / (3 * area);
  out[2] = mv + sv / (3 * area);
  const bound = 2 * out[3] + Math.sqrt((out[1] - mu) * (out[1] - mu) + (out[2] - mv) * (out[2] - mv));
  meanDistance(uv, first, end, out);
  out[3] = Math.min(Math.abs(out[3]), bound);
}

/** ∫ |x − c| dA / A along the boundary, into out[3]. */
function meanDistance(uv: Float64Array, first: number, end: number, out: Float64Array): void {
  corner[4] = 0;
  for (let i = first; i < end; i++) {
    const j = i + 1 < end ? i + 1 : first;
    corner[0] = uv[3 * i] - out[1];
    corner[1] = uv[3 * i + 1] - out[2];
    corner[2] = uv[3 * j] - out[1];
    corner[3] = uv[3 * j + 1] - out[2];
    addSideDistance(corner);
  }
  out[3] = corner[4] / out[0];
}
