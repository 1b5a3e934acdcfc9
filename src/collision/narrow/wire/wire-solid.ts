import { FEATURE } from "../../contact-tables.js";
import {
  type Collider,
  type ContactRoutine,
  type ContactSink,
  KIND,
  type PairRoutines,
  type SeparationRoutine,
} from "../types.js";
import type { NarrowWorkspace } from "../workspace.js";
import { relativePose } from "../workspace.js";
import { loopSize, loopsOf, partOfPiece, pieceAt, setLoop } from "./ring.js";
import { nearestOnWire, wireParts, wirePoint } from "./wire.js";
import { count, enter, places, replaceLevel, values, writeChosen } from "./wire-candidates.js";
import { curvePoint, field, fieldFeature, gapAt, onlyPart, place } from "./wire-field.js";
import {
  isLow,
  least,
  refineAbout,
  SAMPLES,
  sampleGap,
  sampleLoop,
  sampleNormal,
  samplesOf,
  searchPieces,
} from "./wire-search.js";

/**
 * Torus and chain link B with any convex shape, and with each other: the gap is the least signed distance of B's curve from A, less the
 * radius of the wire. As long as the curve is outside A that is minus the shortest way out of each touching ball of the wire; with the curve
 * inside it is the depth of the deepest ball. There is one contact for each place where the gap is least nearby, and where the wire lies along
 * A (normals stay the same) also the ends of that run and the quarters of bends in it.
 */

const SURFACE = FEATURE.surface << 29;
/** A least gap this fraction of the size below those found from samples is another one. */
const MISSED = 1e-9;
/** Normals whose cosine is above this are the same: 1e-3 rad. */
const PARALLEL = 1 - 5e-7;
/** Halvings to the end of a run: 2⁻²⁴ of a sample's width. */
const HALVINGS = 24;
/** How far from a contact a run must at least reach. */
const NEXT_TO = 0.01;
/** What a name on the wire says, apart from the part. */
const NAME = { least: 0, start: 1, end: 2, quarter: 3, other: 4 } as const;

const SAMPLE_WIDTH = Float64Array.of(1 / SAMPLES);
const FINE_WIDTH = Float64Array.of(1 / 64);
const best = new Float64Array(2);
const normal = new Float64Array(3);
const range = new Float64Array(2);
const u = new Float64Array(1);
/** Nearest point of a part, and its end. */
const end = new Float64Array(6);
/** How many least places each part has so far. */
const ranks = new Int32Array(8);

/** Least gap on a loop below best[1], into `best`. Returns whether there is one. */
function leastOnLoop(w: NarrowWorkspace, a: Collider, b: Collider, loop: number): boolean {
  setLoop(b, loop);
  const n = samplesOf(b, loop);
  const before = best[1];
  const fall = loopSize[1] / SAMPLES;
  sampleLoop(w, a, b, loop);
  for (let i = 0; i < n; i++) {
    if (sampleGap[i] >= best[1]) continue;
    best[0] = i / SAMPLES;
    best[1] = sampleGap[i];
  }
  for (let i = 0; i < n; i++) {
    if (!(sampleGap[i] - fall < best[1]) || !isLow(b, loop, i)) continue;
    place[0] = i / SAMPLES;
    refineAbout(w, a, b, loop, SAMPLE_WIDTH);
    if (!(least[1] < best[1])) continue;
    best[0] = least[0];
    best[1] = least[1];
  }
  least[0] = best[0];
  least[1] = best[1];
  if (searchPieces(w, a, b, loop)) {
    place[0] = least[0];
    refineAbout(w, a, b, loop, FINE_WIDTH);
    best[0] = least[0];
    best[1] = least[1];
  }
  return best[1] < before;
}

const separation: SeparationRoutine = (a, poseA, ao, b, poseB, bo, out) => {
  const w = out.work;
  const { frameA } = w;
  relativePose(w, poseA, ao, poseB, bo);
  let loop = 0;
  let from = 0;
  best[1] = Infinity;
  for (let l = 0; l < loopsOf(b); l++) {
    if (!leastOnLoop(w, a, b, l)) continue;
    loop = l;
    from = best[0];
  }
  setLoop(b, loop);
  place[0] = from;
  gapAt(w, a, b, loop);
  const r = loopSize[0];
  const v = out.values;
  v[0] = field[0];
  for (let k = 0; k < 3; k++) {
    const x = frameA[3 * k];
    const y = frameA[3 * k + 1];
    const z = frameA[3 * k + 2];
    v[1 + k] = x * field[1] + y * field[2] + z * field[3];
    v[4 + k] = x * field[4] + y * field[5] + z * field[6] + poseA[ao + k];
    v[7 + k] = x * curvePoint[0] + y * curvePoint[1] + z * curvePoint[2] + poseA[ao + k] - r * v[1 + k];
  }
  out.featureA = fieldFeature[0];
  out.featureB = (SURFACE | partOfPiece(b, loop, pieceAt(b, loop, place))) >>> 0;
};

const contacts: ContactRoutine = (a, poseA, ao, b, poseB, bo, sink) => {
  const w = sink.work;
  relativePose(w, poseA, ao, poseB, bo);
  count[0] = 0;
  for (let k = 0; k < 8; k++) ranks[k] = 0;
  for (let loop = 0; loop < loopsOf(b); loop++) collect(a, b, loop, sink);
  writeChosen(b, poseA, ao, sink);
};

/** All possible contacts on one loop. */
function collect(a: Collider, b: Collider, loop: number, sink: ContactSink): void {
  const w = sink.work;
  setLoop(b, loop);
  const n = samplesOf(b, loop);
  const margin = sink.margin[0];
  const fall = loopSize[1] / SAMPLES;
  sampleLoop(w, a, b, loop);
  best[1] = Infinity;
  for (let i = 0; i < n; i++) {
    if (sampleGap[i] >= best[1]) continue;
    best[0] = i / SAMPLES;
    best[1] = sampleGap[i];
  }
  // between samples a gap falls by no more than half of the way
  if (best[1] - 0.5 * fall > margin) return;
  const first = count[0];
  let lowest = Infinity;
  for (let i = 0; i < n; i++) {
    if (sampleGap[i] - fall > margin || !isLow(b, loop, i)) continue;
    place[0] = i / SAMPLES;
    refineAbout(w, a, b, loop, SAMPLE_WIDTH);
    if (least[1] < lowest) {
      lowest = least[1];
      best[0] = least[0];
      best[1] = least[1];
    }
    place[0] = least[0];
    if (least[1] <= margin) enterLeast(w, a, b, loop);
  }
  least[0] = best[0];
  least[1] = best[1];
  if (searchPieces(w, a, b, loop)) {
    place[0] = least[0];
    refineAbout(w, a, b, loop, FINE_WIDTH);
  }
  place[0] = least[0];
  if (least[1] < lowest - MISSED * b.reach && least[1] <= margin) enterLeast(w, a, b, loop);
  const found = count[0];
  for (let c = first; c < found; c++) {
    addRun(a, b, loop, c, sink);
    if (a.kind === KIND.chainLink) addOthers(a, b, loop, c, sink);
  }
}

function nameOf(b: Collider, loop: number, name: number, rank: number): number {
  const part = partOfPiece(b, loop, pieceAt(b, loop, place));
  // no unsigned number: it would be boxed
  return SURFACE | (part + 8 * name + 64 * rank);
}

function enterLeast(w: NarrowWorkspace, a: Collider, b: Collider, loop: number): void {
  gapAt(w, a, b, loop);
  const part = partOfPiece(b, loop, pieceAt(b, loop, place));
  if (enter(b, nameOf(b, loop, NAME.least, ranks[part]))) ranks[part]++;
}

/** Whether what `field` says is within the margin, with the normal of the run. */
function isAlong(sink: ContactSink): boolean {
  return field[0] <= sink.margin[0] && field[1] * normal[0] + field[2] * normal[1] + field[3] * normal[2] > PARALLEL;
}

function isSampleAlong(i: number, sink: ContactSink): boolean {
  const o = 3 * i;
  return (
    sampleGap[i] <= sink.margin[0] &&
    sampleNormal[o] * normal[0] + sampleNormal[o + 1] * normal[1] + sampleNormal[o + 2] * normal[2] > PARALLEL
  );
}

/** Where the wire lies along A about contact c: the ends of the run, and the samples at quarters and ends of pieces in it. */
function addRun(a: Collider, b: Collider, loop: number, c: number, sink: ContactSink): void {
  const w = sink.work;
  const n = samplesOf(b, loop);
  const at = places[c];
  for (let k = 0; k < 3; k++) normal[k] = values[10 * c + 1 + k];
  let replaced = false;
  for (let way = -1; way <= 1; way += 2) {
    const start = (way > 0 ? Math.floor(at * SAMPLES) + 1 : Math.ceil(at * SAMPLES) - 1) | 0;
    let steps = 0;
    for (; steps < n; steps++) {
      const i = start + way * steps;
      if (loop === 1 && (i < 0 || i >= n)) break;
      const j = ((i % n) + n) % n;
      if (!isSampleAlong(j, sink)) break;
      if (j % (SAMPLES / 2) !== 0) continue;
      place[0] = j / SAMPLES;
      gapAt(w, a, b, loop);
      enter(b, nameOf(b, loop, NAME.quarter, j));
    }
    if (steps === n) continue;
    if (steps === 0) {
      place[0] = at + way * NEXT_TO;
      gapAt(w, a, b, loop);
      if (!isAlong(sink)) continue;
    }
    // the end of the run, between the last place in it and the next sample
    range[0] = steps === 0 ? at : (start + way * (steps - 1)) / SAMPLES;
    range[1] = (start + way * steps) / SAMPLES;
    for (let k = 0; k < HALVINGS; k++) {
      place[0] = 0.5 * (range[0] + range[1]);
      gapAt(w, a, b, loop);
      range[isAlong(sink) ? 0 : 1] = place[0];
    }
    place[0] = range[0];
    gapAt(w, a, b, loop);
    const name = nameOf(b, loop, way > 0 ? NAME.end : NAME.start, 0);
    if (!replaced && replaceLevel(b, c, name)) replaced = true;
    else enter(b, name);
  }
}

/** Where a chain link A holds the wire between two of its parts, at the same place of the wire: the other parts near contact c. */
function addOthers(a: Collider, b: Collider, loop: number, c: number, sink: ContactSink): void {
  const w = sink.work;
  const at = places[c];
  for (let k = 0; k < 3; k++) normal[k] = values[10 * c + 1 + k];
  for (let part = 0; part < wireParts(a); part++) {
    onlyPart[0] = part;
    place[0] = at;
    gapAt(w, a, b, loop);
    if (field[0] <= sink.margin[0] + loopSize[1] / SAMPLES) {
      refineAbout(w, a, b, loop, SAMPLE_WIDTH);
      place[0] = least[0];
      gapAt(w, a, b, loop);
      const inner = Math.abs(least[0] - at) < 0.999 * SAMPLE_WIDTH[0];
      const cosine = field[1] * normal[0] + field[2] * normal[1] + field[3] * normal[2];
      if (inner && cosine < 0.7 && field[0] <= sink.margin[0] && isInner(a, part))
        enter(b, nameOf(b, loop, NAME.other, part));
    }
  }
  onlyPart[0] = -1;
}

/** Whether the nearest point of a part of A is no end of it: at an end the part beyond is nearer. */
function isInner(a: Collider, part: number): boolean {
  nearestOnWire(a, part, curvePoint, 0, end, 0);
  for (let e = 0; e < 2; e++) {
    u[0] = e;
    wirePoint(a, part, u, end, 3);
    if (Math.abs(end[0] - end[3]) + Math.abs(end[1] - end[4]) < 1e-6 * a.reach) return false;
  }
  return true;
}

export const wireSolidPair: PairRoutines = { contacts, separation, exact: false };
