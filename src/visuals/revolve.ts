import { cos, sin } from "../math/elementary.js";
import type { VisualMesh } from "../model/visual.js";
import { Surface } from "./surface.js";

/** A point of a profile: distance from the axis and height, m. */
export interface ProfilePoint {
  readonly r: number;
  readonly z: number;
  /** The piece from here to the next point is a bevel: it takes the normals of its neighbours. */
  readonly soft?: boolean;
}

/** Pieces of a profile that meet at less than this are one smooth surface, rad. */
const CREASE = 0.6;

/**
 * Surface of revolution about z. The solid lies to the left of the profile, seen with r to the right and z up: a
 * profile of a solid on the axis runs upward. `closed`: the last point is joined with the first, as of a tyre.
 */
export function revolve(given: readonly ProfilePoint[], closed: boolean, segments: number): VisualMesh {
  const profile = runsUpward(given, closed) ? given : reversed(given, closed);
  const pieces = closed ? profile.length : profile.length - 1;
  const normal = Array.from({ length: pieces }, (_, i) => pieceNormal(profile, i));
  const lengths = Array.from({ length: pieces }, (_, i) => {
    const [a, b] = [profile[i], profile[(i + 1) % profile.length]];
    return Math.sqrt((b.r - a.r) * (b.r - a.r) + (b.z - a.z) * (b.z - a.z));
  });
  const total = lengths.reduce((sum, x) => sum + x, 0) || 1;
  const surface = new Surface();
  let along = 0;
  for (let i = 0; i < pieces; i++) {
    const [a, b] = [profile[i], profile[(i + 1) % profile.length]];
    const before = i > 0 ? i - 1 : closed ? pieces - 1 : -1;
    const after = i + 1 < pieces ? i + 1 : closed ? 0 : -1;
    const soft = a.soft === true;
    const na = endNormal(normal, i, before, soft, before >= 0 && profile[before].soft === true, a.r === 0);
    const nb = endNormal(normal, i, after, soft, after >= 0 && profile[after].soft === true, b.r === 0);
    const next = along + lengths[i];
    if (a.r > 0 || b.r > 0) band(surface, a, b, na, nb, along / total, next / total, segments);
    along = next;
  }
  return surface.mesh();
}

type Direction = readonly [number, number];

/** One piece of the profile, turned about z. */
function band(
  surface: Surface,
  a: ProfilePoint,
  b: ProfilePoint,
  na: Direction,
  nb: Direction,
  va: number,
  vb: number,
  segments: number,
): void {
  const ring = (point: ProfilePoint, n: Direction, v: number) =>
    Array.from({ length: segments + 1 }, (_, k) => {
      // a pole has a vertex in the middle of each segment
      const angle = (2 * Math.PI * (k + (point.r === 0 ? 0.5 : 0))) / segments;
      const [c, s] = k === segments && point.r > 0 ? [1, 0] : [cos(angle), sin(angle)];
      const u = Math.min(1, (k + (point.r === 0 ? 0.5 : 0)) / segments);
      return surface.vertex(point.r * c, point.r * s, point.z, n[0] * c, n[0] * s, n[1], u, v);
    });
  const [low, high] = [ring(a, na, va), ring(b, nb, vb)];
  for (let k = 0; k < segments; k++) {
    if (a.r === 0) surface.triangle(low[k], high[k + 1], high[k]);
    else if (b.r === 0) surface.triangle(low[k], low[k + 1], high[k]);
    else surface.quad(low[k], low[k + 1], high[k + 1], high[k]);
  }
}

/** Outward normal of piece i: to the right of its direction, [r, z]. */
function pieceNormal(profile: readonly ProfilePoint[], i: number): Direction {
  const [a, b] = [profile[i], profile[(i + 1) % profile.length]];
  const [r, z] = [b.r - a.r, b.z - a.z];
  const length = Math.sqrt(r * r + z * z) || 1;
  return [z / length, -r / length];
}

/** Normal at the end of piece i where it meets `other` (−1: nothing). */
function endNormal(
  normal: readonly Direction[],
  i: number,
  other: number,
  soft: boolean,
  otherSoft: boolean,
  pole: boolean,
): Direction {
  const own = normal[i];
  if (other < 0) {
    // a round cap is smooth across its pole
    return pole && Math.abs(own[0]) < sin(CREASE) ? [0, Math.sign(own[1])] : own;
  }
  const next = normal[other];
  if (soft && !otherSoft) return next;
  if (otherSoft && !soft) return own;
  if (own[0] * next[0] + own[1] * next[1] < cos(CREASE)) return own;
  return [own[0] + next[0], own[1] + next[1]];
}

/** Whether the solid lies to the left: the area between profile and axis, or inside the loop, ∫ r dz, is positive. */
function runsUpward(profile: readonly ProfilePoint[], closed: boolean): boolean {
  let area = 0;
  for (let i = 0; i < profile.length - (closed ? 0 : 1); i++) {
    const [a, b] = [profile[i], profile[(i + 1) % profile.length]];
    area += (a.r + b.r) * (b.z - a.z);
  }
  return area >= 0;
}

/** The same profile the other way round; pieces keep their softness. */
function reversed(profile: readonly ProfilePoint[], closed: boolean): ProfilePoint[] {
  const n = profile.length;
  return profile.map((_, i) => {
    const at = profile[n - 1 - i];
    const piece = closed ? profile[(2 * n - 2 - i) % n] : profile[Math.max(0, n - 2 - i)];
    return { r: at.r, z: at.z, ...(piece.soft === true ? { soft: true } : {}) };
  });
}

/**
 * Cuts the corners of a profile by pieces that begin `bevel` before the corner, where its neighbours meet at more than
 * the crease angle; at most a third of the shorter neighbour.
 */
export function bevelProfile(profile: readonly ProfilePoint[], closed: boolean, bevel: number): ProfilePoint[] {
  if (!(bevel > 0)) return profile.slice();
  const n = profile.length;
  return profile.flatMap((point, i): ProfilePoint[] => {
    if (!closed && (i === 0 || i === n - 1)) return [point];
    const [before, after] = [profile[(i + n - 1) % n], profile[(i + 1) % n]];
    const [ur, uz] = [before.r - point.r, before.z - point.z];
    const [vr, vz] = [after.r - point.r, after.z - point.z];
    const [u, v] = [Math.sqrt(ur * ur + uz * uz), Math.sqrt(vr * vr + vz * vz)];
    if (!(u > 0 && v > 0) || -(ur * vr + uz * vz) > cos(CREASE) * u * v) return [point];
    const b = Math.min(bevel, u / 3, v / 3);
    return [
      { r: point.r + (b * ur) / u, z: point.z + (b * uz) / u, soft: true },
      { r: point.r + (b * vr) / v, z: point.z + (b * vz) / v },
    ];
  });
}
