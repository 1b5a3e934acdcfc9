import { GJK, gjk } from "./gjk.js";
import { findPoints, writePatch, writeSeparation } from "./manifold.js";
import { chooseAxis, sat } from "./sat.js";
import { coreRadius, differenceSupport, startClimbs } from "./support.js";
import type { Collider, ContactSink, PairRoutines, Separation } from "./types.js";
import type { NarrowWorkspace } from "./workspace.js";
import { relativePose } from "./workspace.js";

/**
 * Pairs of sphere, capsule, box and hull: polyhedra, a point or a segment with a radius. Overlap by SAT, exact;
 * distance by GJK, exact for polyhedra.
 */

/**
 * Below this fraction of the size the normal of GJK, a difference of nearly equal points, is compared with the axes of
 * SAT, and the one with the larger separation is taken. Above, round-off turns it by less than 1e-16/NEAR.
 */
const NEAR = 1e-3;

/**
 * Overlap below this fraction of the size is round-off. (GJK may find the origin on the border of a simplex, and say
 * "touching", in deep overlap as well.)
 */
const TOUCHING = 1e-12;

/** How much shallower than the pair the deepest point of a preferred patch may be, as a fraction of the size. */
const DEPTH_LOSS = 1e-7;

/** How far apart bodies are moved to find their nearest points, as a fraction of the size. */
const PARTED = 1e-10;

/** The normal of GJK fits its points, and may separate less than the best axis by this fraction of the size. */
const LOSS = 1e-11;

/** GJK on polyhedra ends with the nearest features; this is only to stop one that moves by round-off. */
const ROUND_OFF = 1e-15;

/**
 * An edge axis must beat the faces by this part of the depth and this fraction of the size: faces give steadier
 * patches.
 */
const EDGE_GAIN = 0.05;
const EDGE_GAIN_SIZE = 1e-4;

const NOWHERE = Float64Array.of(Infinity, ROUND_OFF, 0);

/** Scratch of this file, see `NarrowWorkspace`. */
export interface PolytopeWorkspace {
  readonly unbiased: Float64Array;
  readonly limit: Float64Array;
  readonly bias: Float64Array;
  readonly gjkFound: Float64Array;
  readonly parted: Float64Array;
  readonly pair: Float64Array;
}

function polytopeWork(w: NarrowWorkspace): PolytopeWorkspace {
  w.polytope ??= {
    unbiased: new Float64Array(1),
    limit: Float64Array.of(0, ROUND_OFF, 0),
    bias: new Float64Array(1),
    gjkFound: new Float64Array(10),
    parted: new Float64Array(10),
    pair: new Float64Array(9),
  };
  return w.polytope;
}

/** Exact separation of the cores into `found`, with nearest points. */
function separate(w: NarrowWorkspace, a: Collider, b: Collider): void {
  const { gjkFound } = polytopeWork(w);
  const { found } = w;
  const status = gjk(w, a, b, NOWHERE);
  if (status === GJK.separate && found[0] > NEAR * (a.reach + b.reach)) return;
  for (let k = 0; k < 10; k++) gjkFound[k] = found[k];
  sat(w, a, b, NOWHERE, false);
  decide(w, a, b, status);
}

/** Separation from what GJK (`gjkFound`, `status`) and SAT have found. */
function decide(w: NarrowWorkspace, a: Collider, b: Collider, status: number): void {
  const { unbiased, gjkFound, pair } = polytopeWork(w);
  const { found } = w;
  chooseAxis(w, unbiased);
  if (status === GJK.overlap || found[0] < -TOUCHING * (a.reach + b.reach)) {
    if (!findPoints(w, a, b)) pointsByParting(w, a, b);
    return;
  }
  // apart by little or nothing: the points of GJK are right, and of the two normals the one that separates more
  differenceSupport(w, a, b, gjkFound, 1, pair, 0);
  const achieved = gjkFound[1] * pair[6] + gjkFound[2] * pair[7] + gjkFound[3] * pair[8];
  const from = status === GJK.separate && achieved > found[0] - LOSS * (a.reach + b.reach) ? 0 : 4;
  for (let k = from; k < 10; k++) found[k] = gjkFound[k];
}

/**
 * Nearest points for the separation in `found` when the extreme features do not quite meet, as at corners that graze: B
 * is moved along the normal until the two are just apart, and the nearest points found there are moved back. Where
 * round-off still takes them for overlapping, they are moved farther. If all fails the points of `findPoints` stay.
 */
function pointsByParting(w: NarrowWorkspace, a: Collider, b: Collider): void {
  const { parted } = polytopeWork(w);
  const { found, rel } = w;
  for (let k = 0; k < 10; k++) parted[k] = found[k];
  for (let distance = PARTED; distance < 1e-5; distance *= 100) {
    const move = distance * (a.reach + b.reach) - parted[0];
    for (let k = 0; k < 3; k++) rel[9 + k] += move * parted[1 + k];
    const status = gjk(w, a, b, NOWHERE);
    for (let k = 0; k < 3; k++) rel[9 + k] -= move * parted[1 + k];
    if (status !== GJK.separate) continue;
    for (let k = 0; k < 3; k++) {
      parted[4 + k] = found[4 + k];
      parted[7 + k] = found[7 + k] - move * parted[1 + k];
    }
    break;
  }
  for (let k = 0; k < 10; k++) found[k] = parted[k];
}

function separation(
  a: Collider,
  poseA: Float64Array,
  ao: number,
  b: Collider,
  poseB: Float64Array,
  bo: number,
  out: Separation,
): void {
  const w = out.work;
  relativePose(w, poseA, ao, poseB, bo);
  startClimbs(w);
  separate(w, a, b);
  writeSeparation(a, poseA, ao, b, out);
}

function contacts(
  a: Collider,
  poseA: Float64Array,
  ao: number,
  b: Collider,
  poseB: Float64Array,
  bo: number,
  sink: ContactSink,
): void {
  const w = sink.work;
  const { unbiased, limit, gjkFound } = polytopeWork(w);
  const { found, satBest } = w;
  relativePose(w, poseA, ao, poseB, bo);
  startClimbs(w);
  const scale = a.reach + b.reach;
  const radii = coreRadius(a) + coreRadius(b);
  limit[0] = sink.margin[0] + radii;
  if (!sat(w, a, b, limit, !sink.touched)) {
    sink.apartBy = satBest[0] - radii;
    return;
  }
  chooseAxis(w, unbiased);
  const gain = EDGE_GAIN * Math.abs(found[0]) + EDGE_GAIN_SIZE * scale;
  // A face that is nearly as good as the best axis gives a steadier patch. Its patch must hold a point as deep as the
  // pair: a face whose deepest point lies beside the other body will not do. Such a point and its foot are as near as
  // the separation allows, so without radii the face is right whether the cores overlap or not, and GJK is not asked.
  if (radii === 0 && writeFace(a, poseA, ao, b, sink, found[0] + DEPTH_LOSS * scale, gain)) return;
  let status: number = GJK.overlap;
  chooseAxis(w, unbiased);
  if (found[0] > -TOUCHING * scale) {
    status = gjk(w, a, b, limit);
    if (status === GJK.beyond) {
      sink.apartBy = found[0] - radii;
      return;
    }
    for (let k = 0; k < 10; k++) gjkFound[k] = found[k];
    chooseAxis(w, unbiased);
  }
  // Where round cores are apart and a vertex or an edge is nearest, the best normal is that of the nearest points.
  const apart = status === GJK.separate && found[0] > -TOUCHING * scale;
  if (radii > 0 && (!apart || gjkFound[0] <= found[0] + TOUCHING * scale)) {
    if (writeFace(a, poseA, ao, b, sink, found[0] - radii + DEPTH_LOSS * scale, apart ? 0 : gain)) return;
  }
  decide(w, a, b, status);
  writePatch(a, poseA, ao, b, sink, true);
}

/** The patch of the best axis, edges worse by `gain`, if one of its points is as deep as `depth`. */
function writeFace(
  a: Collider,
  poseA: Float64Array,
  ao: number,
  b: Collider,
  sink: ContactSink,
  depth: number,
  gain: number,
): boolean {
  const w = sink.work;
  const { bias, limit } = polytopeWork(w);
  w.required[0] = depth;
  bias[0] = gain;
  chooseAxis(w, bias);
  const written = w.found[0] <= limit[0] && writePatch(a, poseA, ao, b, sink, false);
  w.required[0] = Infinity;
  return written;
}

export const polytopePair: PairRoutines = { contacts, separation, exact: true };
