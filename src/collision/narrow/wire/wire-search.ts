import { type Collider, KIND } from "../types.js";
import { EVALUATIONS, nextSection, noteSection, startSections } from "./golden.js";
import { isBent, isOpenLoop, pieceAt, piecesOf } from "./ring.js";
import { gapAt } from "./wire-field.js";
import type { WireWorkspace } from "./wire-workspace.js";

/**
 * Least gaps along a loop of the wire B from A. The gap is sampled, each least sample refined by golden section, and
 * what samples may have missed is found by branch and bound. On a piece of the loop from p₀ to p₁, with chord c = p₁ −
 * p₀, the curve is on the chord and up to h beyond it along e, away from the bend's centre. For a convex A, whose
 * distance d is convex with the gradient n,
 *
 *   d(p) ≥ d(p₀) + n₀ · (p − p₀)
 *
 * bounds it from both ends, as in `wire-least.ts`. For a wire A it changes no faster than the point moves: d ≥ (d₀ + d₁
 * − length)/2. That bound closes slowly, so there pieces are halved only down to `SHORTEST`, and golden section does
 * the rest.
 */

/** Samples per piece. */
export const SAMPLES = 16;
/** Pieces are halved until they can be lower by no more than this fraction of the size, */
const TOLERANCE = 1e-10;
/** no oftener than this, */
export const MAX_PIECES = 600;
/** and, for a wire A, no farther than this. */
const SHORTEST = 1 / 128;

/** Number of samples of a loop; a ring's last is the one before its first, that of an open loop is its end. */
export function samplesOf(b: Collider, loop: number): number {
  return SAMPLES * piecesOf(b, loop) + (isOpenLoop(b, loop) ? 1 : 0);
}

/** Samples the loop: gaps and normals. */
export function sampleLoop(w: WireWorkspace, a: Collider, b: Collider, loop: number): void {
  const { probe } = w;
  const { sampleGap, sampleNormal } = w.search;
  const { field } = w.probe;
  const n = samplesOf(b, loop);
  for (let i = 0; i < n; i++) {
    probe.place = i / SAMPLES;
    gapAt(w, a, b, loop);
    sampleGap[i] = field[0];
    for (let k = 0; k < 3; k++) sampleNormal[3 * i + k] = field[1 + k];
  }
}

/** Whether a sample is no higher than its neighbours. */
export function isLow(w: WireWorkspace, b: Collider, loop: number, i: number): boolean {
  const { sampleGap } = w.search;
  const n = samplesOf(b, loop);
  const open = isOpenLoop(b, loop);
  const before = i > 0 ? sampleGap[i - 1] : open ? Infinity : sampleGap[n - 1];
  const after = i + 1 < n ? sampleGap[i + 1] : open ? Infinity : sampleGap[0];
  return sampleGap[i] <= before && sampleGap[i] < after;
}

/** Least gap within `width` of the probed place: into `least`. */
export function refineAbout(w: WireWorkspace, a: Collider, b: Collider, loop: number, width: number): void {
  const { probe, search } = w;
  const { field } = w.probe;
  const middle = probe.place;
  gapAt(w, a, b, loop);
  const first = field[0];
  w.section.start = middle - width;
  w.section.end = middle + width;
  if (isOpenLoop(b, loop)) {
    w.section.start = Math.max(0, w.section.start);
    w.section.end = Math.min(piecesOf(b, loop), w.section.end);
  }
  startSections(w.section);
  for (let k = 0; k < EVALUATIONS; k++) {
    nextSection(w.section, k);
    probe.place = w.section.place;
    gapAt(w, a, b, loop);
    noteSection(w.section, field[0]);
  }
  search.leastPlace = w.section.bestPlace;
  search.leastGap = w.section.bestValue;
  if (!(first <= search.leastGap)) return;
  search.leastPlace = middle;
  search.leastGap = first;
}

/**
 * Looks between the samples for a gap below least[1]. Returns whether there is one; then `least` holds the lowest
 * found.
 */
export function searchPieces(w: WireWorkspace, a: Collider, b: Collider, loop: number): boolean {
  const { probe, search } = w;
  const { open, sampleGap } = w.search;
  const { field } = w.probe;
  const n = SAMPLES * piecesOf(b, loop);
  const before = search.leastGap;
  const tolerance = TOLERANCE * (a.reach + b.reach);
  const curved = a.kind === KIND.torus || a.kind === KIND.chainLink;
  const fall = (0.5 * probe.speed) / SAMPLES;
  let pieces = 0;
  for (let i = 0; i < n; i++) {
    const next = i + 1 < n || isOpenLoop(b, loop) ? i + 1 : 0;
    if (!(0.5 * (sampleGap[i] + sampleGap[next]) - fall < search.leastGap)) continue;
    open[2 * pieces] = i / SAMPLES;
    open[2 * pieces + 1] = (i + 1) / SAMPLES;
    pieces++;
  }
  for (let halved = 0; pieces > 0 && halved < MAX_PIECES; ) {
    pieces--;
    const from = open[2 * pieces];
    const to = open[2 * pieces + 1];
    if (curved && to - from < SHORTEST) continue;
    boundPiece(w, a, b, loop, pieces, curved);
    if (!(search.bound < search.leastGap - tolerance)) continue;
    halved++;
    const middle = 0.5 * (from + to);
    probe.place = middle;
    gapAt(w, a, b, loop);
    if (field[0] < search.leastGap) {
      search.leastPlace = middle;
      search.leastGap = field[0];
    }
    open[2 * pieces + 1] = middle;
    open[2 * pieces + 2] = middle;
    open[2 * pieces + 3] = to;
    pieces += 2;
  }
  return search.leastGap < before;
}

/** Lower bound of the gap on an open piece, into bound[0]. */
function boundPiece(w: WireWorkspace, a: Collider, b: Collider, loop: number, index: number, curved: boolean): void {
  const { probe, search } = w;
  const { ends, open, tangent } = w.search;
  const { curvePoint, field } = w.probe;
  const from = open[2 * index];
  const to = open[2 * index + 1];
  probe.place = 0.5 * (from + to);
  const piece = pieceAt(b, loop, probe.place);
  const bent = isBent(b, loop, piece);
  probe.place = to;
  gapAt(w, a, b, loop);
  for (let k = 0; k < 3; k++) ends[3 + k] = curvePoint[k];
  const gap1 = field[0];
  for (let k = 0; k < 3; k++) tangent[3 + k] = field[1 + k];
  probe.place = from;
  gapAt(w, a, b, loop);
  for (let k = 0; k < 3; k++) ends[k] = curvePoint[k];
  const gap0 = field[0];
  for (let k = 0; k < 3; k++) tangent[k] = field[1 + k];
  const angle = 4 * (to - from);
  // R (1 − cos(θ/2)), with an angle of at most θ
  const rise = bent ? 0.125 * b.size[0] * angle * angle : 0;
  let chord2 = 0;
  for (let k = 0; k < 3; k++) chord2 += (ends[3 + k] - ends[k]) * (ends[3 + k] - ends[k]);
  if (curved) {
    // an arc is longer than its chord by less than it rises
    search.bound = 0.5 * (gap0 + gap1 - Math.sqrt(chord2) - rise);
    return;
  }
  let bulge0 = 0;
  let bulge1 = 0;
  let slope0 = 0;
  let slope1 = 0;
  if (bent) setBulge(w, b, piece);
  for (let k = 0; k < 3; k++) {
    slope0 += tangent[k] * (ends[3 + k] - ends[k]);
    slope1 += tangent[3 + k] * (ends[3 + k] - ends[k]);
    if (!bent) continue;
    bulge0 += tangent[k] * ends[6 + k];
    bulge1 += tangent[3 + k] * ends[6 + k];
  }
  // v₀ + g₀ s and v₁ + g₁ (s − 1): the greater of both is lowest at an end or where they meet
  const v0 = gap0 + Math.min(0, bulge0) * rise;
  const v1 = gap1 + Math.min(0, bulge1) * rise;
  let low = Math.min(Math.max(v0, v1 - slope1), Math.max(v0 + slope0, v1));
  const s = (v1 - slope1 - v0) / (slope0 - slope1);
  if (s > 0 && s < 1) low = Math.min(low, v0 + slope0 * s);
  search.bound = low;
}

/** Direction from the bend's centre to the middle of the chord, into ends[6…]. */
function setBulge(w: WireWorkspace, b: Collider, piece: number): void {
  const { ends } = w.search;
  const { rel } = w.narrow;
  const x = b.kind === KIND.torus ? 0 : piece === 0 ? b.size[2] : -b.size[2];
  let length2 = 0;
  for (let k = 0; k < 3; k++) {
    ends[6 + k] = 0.5 * (ends[k] + ends[3 + k]) - (rel[3 * k] * x + rel[9 + k]);
    length2 += ends[6 + k] * ends[6 + k];
  }
  const length = Math.sqrt(length2);
  for (let k = 0; k < 3; k++) ends[6 + k] /= length;
}
