import { cutPolygon } from "../../geometry/clip-polygon.js";
import { tan } from "../../math/elementary.js";

/**
 * How much soil a bucket holds in a given attitude, from its profile. In the vertical plane of the profile, with s
 * horizontal and h up, soil may stand below lines that rise from both lips of the mouth at the angle of repose towards
 * the inside, and over the mouth between them where it faces upward. Below a mouth that faces downward nothing stays.
 *
 * The soil that is there fills this room from below up to a level.
 */
export interface HoldWork {
  /** Convex or not: pieces of the room as polygons [s, h] end to end, and where each begins. */
  readonly room: Float64Array;
  readonly start: Int32Array;
  pieces: number;
  /** Scratch polygons. */
  readonly one: Float64Array;
  readonly two: Float64Array;
  /** Scratch of `cutPolygon`. */
  readonly height: Float64Array;
  readonly source: Int32Array;
  /** [area, first moments s and h, second moments ss, hh, sh] of the last measured filling. */
  readonly sums: Float64Array;
  /** Lowest and highest point of the room. */
  readonly span: Float64Array;
}

/** Corners that a polygon may get by clipping. */
const MOST = 64;

export function createHoldWork(): HoldWork {
  return {
    room: new Float64Array(2 * MOST * 4),
    start: new Int32Array(5),
    pieces: 0,
    one: new Float64Array(2 * MOST),
    two: new Float64Array(2 * MOST),
    height: new Float64Array(MOST + 1),
    source: new Int32Array(MOST),
    sums: new Float64Array(6),
    span: new Float64Array(2),
  };
}

/**
 * The room for soil of a profile whose points [x, z] are turned so that (upX, upZ) is up, both in the profile's plane
 * and of unit length together. Returns its area, m². Writes: room.
 */
export function findRoom(work: HoldWork, profile: Float64Array, upX: number, upZ: number, repose: number): number {
  const n = profile.length / 2;
  const steep = tan(repose);
  const { room, start, one } = work;
  // s = x upZ − z upX, h = x upX + z upZ keeps the orientation
  const sA = profile[0] * upZ - profile[1] * upX;
  const hA = profile[0] * upX + profile[1] * upZ;
  const sB = profile[2 * n - 2] * upZ - profile[2 * n - 1] * upX;
  const hB = profile[2 * n - 2] * upX + profile[2 * n - 1] * upZ;
  const low = Math.min(sA, sB);
  const high = Math.max(sA, sB);
  // inward normal of the mouth: the inside is on the left or right of the way from the last point to the first
  const inside = signedArea(profile) > 0 ? 1 : -1;
  const inS = -inside * (hA - hB);
  const inH = inside * (sA - sB);
  const open = inH < 0;
  // towards the inside: from the lower lip to the other one, or where the inside is
  const lowerIsA = hA <= hB;
  const across = open ? (lowerIsA ? sB - sA : sA - sB) : inS;
  const dLower = across >= 0 ? 1 : -1;
  const dA = lowerIsA ? dLower : -dLower;
  const dB = -dA;
  work.pieces = 0;
  start[0] = 0;
  for (let strip = 0; strip < 3; strip++) {
    if (strip === 1 && (!open || high === low)) continue;
    let m = 0;
    for (let i = 0; i < n; i++) {
      one[2 * m] = profile[2 * i] * upZ - profile[2 * i + 1] * upX;
      one[2 * m + 1] = profile[2 * i] * upX + profile[2 * i + 1] * upZ;
      m++;
    }
    if (strip === 0) m = clip(work, m, 1, 0, low);
    else if (strip === 2) m = clip(work, m, -1, 0, -high);
    else {
      m = clip(work, m, -1, 0, -low);
      m = clip(work, m, 1, 0, high);
    }
    const middle = strip === 0 ? low - 1 : strip === 2 ? high + 1 : 0.5 * (low + high);
    if (dA * (middle - sA) >= 0) m = clip(work, m, -dA * steep, 1, hA - dA * steep * sA);
    if (dB * (middle - sB) >= 0) m = clip(work, m, -dB * steep, 1, hB - dB * steep * sB);
    keepPiece(work, m);
  }
  if (open && high > low) {
    const top = Math.max(hA, hB) + steep * (high - low);
    one[0] = one[6] = sA;
    one[1] = hA;
    one[2] = one[4] = sB;
    one[3] = hB;
    one[5] = one[7] = top;
    let m = clip(work, 4, -dA * steep, 1, hA - dA * steep * sA);
    m = clip(work, m, -dB * steep, 1, hB - dB * steep * sB);
    keepPiece(work, m);
  }
  work.span[0] = Number.POSITIVE_INFINITY;
  work.span[1] = Number.NEGATIVE_INFINITY;
  for (let k = 1; k < start[work.pieces]; k += 2) {
    work.span[0] = Math.min(work.span[0], room[k]);
    work.span[1] = Math.max(work.span[1], room[k]);
  }
  return measure(work, Number.POSITIVE_INFINITY);
}

function keepPiece(work: HoldWork, m: number): void {
  if (m < 3) return;
  const from = work.start[work.pieces];
  for (let k = 0; k < 2 * m; k++) work.room[from + k] = work.one[k];
  work.start[++work.pieces] = from + 2 * m;
}

/** Keeps a s + b h ≤ c of the polygon in `one`; returns its corners. */
function clip({ one, two, height, source }: HoldWork, m: number, a: number, b: number, c: number): number {
  for (let i = 0; i < m; i++) height[i] = -(a * one[2 * i] + b * one[2 * i + 1] - c);
  height[m] = 0;
  const count = Math.min(MOST, cutPolygon(one, m, 2, height, two, source));
  for (let k = 0; k < 2 * count; k++) one[k] = two[k];
  return count;
}

/** Area of the room below a level, m²; its moments into `sums`. */
export function measure(work: HoldWork, level: number): number {
  const { room, start, pieces, one, sums } = work;
  sums.fill(0);
  for (let p = 0; p < pieces; p++) {
    let m = (start[p + 1] - start[p]) / 2;
    for (let k = 0; k < 2 * m; k++) one[k] = room[start[p] + k];
    if (level < Number.POSITIVE_INFINITY) m = clip(work, m, 0, 1, level);
    addMoments(one, m, sums);
  }
  return sums[0];
}

/** sums += area and moments of a polygon, whichever way round it is listed. */
function addMoments(polygon: Float64Array, m: number, sums: Float64Array): void {
  let area = 0;
  for (let i = 0; i < m; i++) {
    const j = i + 1 === m ? 0 : i + 1;
    area += polygon[2 * i] * polygon[2 * j + 1] - polygon[2 * j] * polygon[2 * i + 1];
  }
  const sign = area < 0 ? -1 : 1;
  for (let i = 0; i < m; i++) {
    const j = i + 1 === m ? 0 : i + 1;
    const x = polygon[2 * i];
    const z = polygon[2 * i + 1];
    const u = polygon[2 * j];
    const v = polygon[2 * j + 1];
    const w = sign * (x * v - u * z);
    sums[0] += w / 2;
    sums[1] += (w * (x + u)) / 6;
    sums[2] += (w * (z + v)) / 6;
    sums[3] += (w * (x * x + x * u + u * u)) / 12;
    sums[4] += (w * (z * z + z * v + v * v)) / 12;
    sums[5] += (w * (x * v + 2 * x * z + 2 * u * v + u * z)) / 24;
  }
}

/** Level up to which an area fills the room, by bisection and regula falsi; its moments are in `sums`. */
export function fillRoom(work: HoldWork, area: number): number {
  let low = work.span[0];
  let high = work.span[1];
  let under = 0;
  let over = measure(work, high);
  if (!(area < over)) return high;
  let level = low;
  for (let k = 0; k < 40; k++) {
    const guess = k % 3 === 2 ? 0.5 * (low + high) : low + ((area - under) / (over - under)) * (high - low);
    level = Math.min(Math.max(guess, low + 1e-3 * (high - low)), high - 1e-3 * (high - low));
    const got = measure(work, level);
    if (Math.abs(got - area) <= 1e-9 * over || high - low < 1e-9) return level;
    if (got < area) {
      low = level;
      under = got;
    } else {
      high = level;
      over = got;
    }
  }
  return level;
}

/** Area of a polygon [x, z], positive where z follows x counter-clockwise. */
export function signedArea(polygon: Float64Array): number {
  const m = polygon.length / 2;
  let area = 0;
  for (let i = 0; i < m; i++) {
    const j = i + 1 === m ? 0 : i + 1;
    area += polygon[2 * i] * polygon[2 * j + 1] - polygon[2 * j] * polygon[2 * i + 1];
  }
  return area / 2;
}

/** Corners [s, h, …] of a piece of the room below a level, for viewers. */
export function clippedPiece(work: HoldWork, piece: number, level: number): number[] {
  const { room, start, one } = work;
  const m = (start[piece + 1] - start[piece]) / 2;
  for (let k = 0; k < 2 * m; k++) one[k] = room[start[piece] + k];
  return Array.from(one.subarray(0, 2 * clip(work, m, 0, 1, level)));
}
