import { FEATURE } from "../../contact-tables.js";
import {
  type Collider,
  type ContactRoutine,
  type ContactSink,
  KIND,
  type PairRoutines,
  type SeparationRoutine,
} from "../types.js";
import { relativePose } from "../workspace.js";
import { isOpenLoop, loopsOf, partOfPiece, pieceAt, setLoop } from "./ring.js";
import { isOpenTorus, nearestOnWire, wireParts, wirePoint } from "./wire.js";
import { enter, replaceLevel, writeChosen } from "./wire-candidates.js";
import { gapAt } from "./wire-field.js";
import { isLow, refineAbout, SAMPLES, sampleLoop, samplesOf, searchPieces } from "./wire-search.js";
import { type WireWorkspace, wireWorkspace } from "./wire-workspace.js";

/**
 * Torus and chain link B with any convex shape, and with each other: the gap is the least signed distance of B's curve
 * from A, less the radius of the wire. As long as the curve is outside A that is minus the shortest way out of each
 * touching ball of the wire; with the curve inside it is the depth of the deepest ball. There is one contact for each
 * place where the gap is least nearby, and where the wire lies along A (normals stay the same) also the ends of that
 * run and the quarters of bends in it.
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

const SAMPLE_WIDTH = 1 / SAMPLES;
const FINE_WIDTH = 1 / 64;
const range = new Float64Array(2);
/** Nearest point of a part, and its end. */
const end = new Float64Array(6);

/** Least gap on a loop below best[1], into `best`. Returns whether there is one. */
function leastOnLoop(w: WireWorkspace, a: Collider, b: Collider, loop: number): boolean {
  const { probe, search, solid } = w;
  const { sampleGap } = w.search;
  setLoop(w, b, loop);
  const n = samplesOf(b, loop);
  const before = solid.bestGap;
  const fall = probe.speed / SAMPLES;
  sampleLoop(w, a, b, loop);
  for (let i = 0; i < n; i++) {
    if (sampleGap[i] >= solid.bestGap) continue;
    solid.bestPlace = i / SAMPLES;
    solid.bestGap = sampleGap[i];
  }
  for (let i = 0; i < n; i++) {
    if (!(sampleGap[i] - fall < solid.bestGap) || !isLow(w, b, loop, i)) continue;
    probe.place = i / SAMPLES;
    refineAbout(w, a, b, loop, SAMPLE_WIDTH);
    if (!(search.leastGap < solid.bestGap)) continue;
    solid.bestPlace = search.leastPlace;
    solid.bestGap = search.leastGap;
  }
  search.leastPlace = solid.bestPlace;
  search.leastGap = solid.bestGap;
  if (searchPieces(w, a, b, loop)) {
    probe.place = search.leastPlace;
    refineAbout(w, a, b, loop, FINE_WIDTH);
    solid.bestPlace = search.leastPlace;
    solid.bestGap = search.leastGap;
  }
  return solid.bestGap < before;
}

const separation: SeparationRoutine = (a, poseA, ao, b, poseB, bo, out) => {
  const w = wireWorkspace(out);
  const { probe, solid } = w;
  const { curvePoint, field } = w.probe;
  const { frameA } = w.narrow;
  relativePose(w.narrow, poseA, ao, poseB, bo);
  let loop = 0;
  let from = 0;
  solid.bestGap = Infinity;
  for (let l = 0; l < loopsOf(b); l++) {
    if (!leastOnLoop(w, a, b, l)) continue;
    loop = l;
    from = solid.bestPlace;
  }
  setLoop(w, b, loop);
  probe.place = from;
  gapAt(w, a, b, loop);
  const r = probe.radius;
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
  out.featureA = probe.feature;
  out.featureB = (SURFACE | partOfPiece(b, loop, pieceAt(b, loop, probe.place))) >>> 0;
};

const contacts: ContactRoutine = (a, poseA, ao, b, poseB, bo, sink) => {
  const w = wireWorkspace(sink);
  const { candidates } = w;
  const { ranks } = w.solid;
  relativePose(w.narrow, poseA, ao, poseB, bo);
  candidates.count = 0;
  for (let k = 0; k < 8; k++) ranks[k] = 0;
  for (let loop = 0; loop < loopsOf(b); loop++) collect(a, b, loop, sink);
  writeChosen(w, b, poseA, ao, sink);
};

/** All possible contacts on one loop. */
function collect(a: Collider, b: Collider, loop: number, sink: ContactSink): void {
  const w = wireWorkspace(sink);
  const { candidates, probe, search, solid } = w;
  const { sampleGap } = w.search;
  setLoop(w, b, loop);
  const n = samplesOf(b, loop);
  const margin = sink.margin[0];
  const fall = probe.speed / SAMPLES;
  sampleLoop(w, a, b, loop);
  solid.bestGap = Infinity;
  for (let i = 0; i < n; i++) {
    if (sampleGap[i] >= solid.bestGap) continue;
    solid.bestPlace = i / SAMPLES;
    solid.bestGap = sampleGap[i];
  }
  // between samples a gap falls by no more than half of the way
  if (solid.bestGap - 0.5 * fall > margin) return;
  const first = candidates.count;
  let lowest = Infinity;
  for (let i = 0; i < n; i++) {
    if (sampleGap[i] - fall > margin || !isLow(w, b, loop, i)) continue;
    probe.place = i / SAMPLES;
    refineAbout(w, a, b, loop, SAMPLE_WIDTH);
    if (search.leastGap < lowest) {
      lowest = search.leastGap;
      solid.bestPlace = search.leastPlace;
      solid.bestGap = search.leastGap;
    }
    probe.place = search.leastPlace;
    if (search.leastGap <= margin) enterLeast(w, a, b, loop);
  }
  search.leastPlace = solid.bestPlace;
  search.leastGap = solid.bestGap;
  if (searchPieces(w, a, b, loop)) {
    probe.place = search.leastPlace;
    refineAbout(w, a, b, loop, FINE_WIDTH);
  }
  probe.place = search.leastPlace;
  if (search.leastGap < lowest - MISSED * b.reach && search.leastGap <= margin) enterLeast(w, a, b, loop);
  const found = candidates.count;
  for (let c = first; c < found; c++) {
    if (b.kind !== KIND.torus || isOpenTorus(b) || liesFlat(w, b, c, sink)) addRun(a, b, loop, c, sink);
    if (a.kind === KIND.chainLink) addOthers(a, b, loop, c, sink);
  }
}

function nameOf(w: WireWorkspace, b: Collider, loop: number, name: number, rank: number): number {
  const { probe } = w;
  const part = partOfPiece(b, loop, pieceAt(b, loop, probe.place));
  // no unsigned number: it would be boxed
  return SURFACE | (part + 8 * name + 64 * rank);
}

function enterLeast(w: WireWorkspace, a: Collider, b: Collider, loop: number): void {
  const { probe } = w;
  const { ranks } = w.solid;
  gapAt(w, a, b, loop);
  const part = partOfPiece(b, loop, pieceAt(b, loop, probe.place));
  if (enter(w, b, nameOf(w, b, loop, NAME.least, ranks[part]))) ranks[part]++;
}

/** Whether what `field` says is within the margin, with the normal of the run. */
function isAlong(w: WireWorkspace, sink: ContactSink): boolean {
  const { field } = w.probe;
  const { normal } = w.solid;
  return field[0] <= sink.margin[0] && field[1] * normal[0] + field[2] * normal[1] + field[3] * normal[2] > PARALLEL;
}

function isSampleAlong(w: WireWorkspace, i: number, sink: ContactSink): boolean {
  const { sampleGap, sampleNormal } = w.search;
  const { normal } = w.solid;
  const o = 3 * i;
  return (
    sampleGap[i] <= sink.margin[0] &&
    sampleNormal[o] * normal[0] + sampleNormal[o + 1] * normal[1] + sampleNormal[o + 2] * normal[2] > PARALLEL
  );
}

/**
 * Whether a whole ring lies at contact c with all of it within the margin of the plane there. One that stands on its
 * rim has one point: the ends of its run would stay behind as it rolls on.
 */
function liesFlat(w: WireWorkspace, b: Collider, c: number, sink: ContactSink): boolean {
  const { values } = w.candidates;
  const { rel } = w.narrow;
  const o = 10 * c;
  const cosine = rel[2] * values[o + 1] + rel[5] * values[o + 2] + rel[8] * values[o + 3];
  const rise = 2 * b.size[0] * Math.sqrt(Math.max(0, 1 - cosine * cosine));
  return values[o] + rise <= sink.margin[0];
}

/**
 * Where the wire lies along A about contact c: the ends of the run, and the samples at quarters and ends of pieces in
 * it.
 */
function addRun(a: Collider, b: Collider, loop: number, c: number, sink: ContactSink): void {
  const w = wireWorkspace(sink);
  const { probe } = w;
  const { places, values } = w.candidates;
  const { normal } = w.solid;
  const n = samplesOf(b, loop);
  const at = places[c];
  for (let k = 0; k < 3; k++) normal[k] = values[10 * c + 1 + k];
  let replaced = false;
  for (let way = -1; way <= 1; way += 2) {
    const start = (way > 0 ? Math.floor(at * SAMPLES) + 1 : Math.ceil(at * SAMPLES) - 1) | 0;
    let steps = 0;
    for (; steps < n; steps++) {
      const i = start + way * steps;
      if (isOpenLoop(b, loop) && (i < 0 || i >= n)) break;
      const j = ((i % n) + n) % n;
      if (!isSampleAlong(w, j, sink)) break;
      if (j % (SAMPLES / 2) !== 0) continue;
      probe.place = j / SAMPLES;
      gapAt(w, a, b, loop);
      enter(w, b, nameOf(w, b, loop, NAME.quarter, j));
    }
    if (steps === n) continue;
    if (steps === 0) {
      probe.place = at + way * NEXT_TO;
      gapAt(w, a, b, loop);
      if (!isAlong(w, sink)) continue;
    }
    // the end of the run, between the last place in it and the next sample
    range[0] = steps === 0 ? at : (start + way * (steps - 1)) / SAMPLES;
    range[1] = (start + way * steps) / SAMPLES;
    for (let k = 0; k < HALVINGS; k++) {
      probe.place = 0.5 * (range[0] + range[1]);
      gapAt(w, a, b, loop);
      range[isAlong(w, sink) ? 0 : 1] = probe.place;
    }
    probe.place = range[0];
    gapAt(w, a, b, loop);
    const name = nameOf(w, b, loop, way > 0 ? NAME.end : NAME.start, 0);
    if (!replaced && replaceLevel(w, b, c, name)) replaced = true;
    else enter(w, b, name);
  }
}

/**
 * Where a chain link A holds the wire between two of its parts, at the same place of the wire: the other parts near
 * contact c.
 */
function addOthers(a: Collider, b: Collider, loop: number, c: number, sink: ContactSink): void {
  const w = wireWorkspace(sink);
  const { probe, search } = w;
  const { places, values } = w.candidates;
  const { normal } = w.solid;
  const { field } = w.probe;
  const at = places[c];
  for (let k = 0; k < 3; k++) normal[k] = values[10 * c + 1 + k];
  for (let part = 0; part < wireParts(a); part++) {
    probe.onlyPart = part;
    probe.place = at;
    gapAt(w, a, b, loop);
    if (field[0] <= sink.margin[0] + probe.speed / SAMPLES) {
      refineAbout(w, a, b, loop, SAMPLE_WIDTH);
      probe.place = search.leastPlace;
      gapAt(w, a, b, loop);
      const inner = Math.abs(search.leastPlace - at) < 0.999 * SAMPLE_WIDTH;
      const cosine = field[1] * normal[0] + field[2] * normal[1] + field[3] * normal[2];
      if (inner && cosine < 0.7 && field[0] <= sink.margin[0] && isInner(w, a, part))
        enter(w, b, nameOf(w, b, loop, NAME.other, part));
    }
  }
  probe.onlyPart = -1;
}

/** Whether the nearest point of a part of A is no end of it: at an end the part beyond is nearer. */
function isInner(w: WireWorkspace, a: Collider, part: number): boolean {
  const { curvePoint } = w.probe;
  nearestOnWire(a, part, curvePoint, 0, end, 0);
  for (let e = 0; e < 2; e++) {
    w.solid.at.u = e;
    wirePoint(a, part, w.solid.at, end, 3);
    if (Math.abs(end[0] - end[3]) + Math.abs(end[1] - end[4]) < 1e-6 * a.reach) return false;
  }
  return true;
}

export const wireSolidPair: PairRoutines = { contacts, separation, exact: false };
