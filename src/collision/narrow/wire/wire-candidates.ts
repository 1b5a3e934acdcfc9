import type { Collider, ContactSink } from "../types.js";
import { CANDIDATE_CAPACITY, type WireWorkspace, wireWorkspace } from "./wire-workspace.js";

/** Possible contacts of a wire B with A, in the frame of A, and the choice of those that are handed on. */

/** A pair has at most this many points. */
const MOST = 4;
/** Points nearer than this fraction of the wire's size, with normals within `ALIKE` of each other, are one. */
const SAME = 0.02;
const ALIKE = 0.999;
/** Gaps that differ by less than this fraction of the size count as equal, so that noise does not change the choice. */
const EQUAL = 1e-7;

/**
 * Enters what `field` says, under a name on the wire; of two that are nearly the same the deeper stays. Returns whether
 * it was new.
 */
export function enter(w: WireWorkspace, b: Collider, feature: number): boolean {
  const { candidates, probe } = w;
  const { features, places, values } = w.candidates;
  const { curvePoint, field } = w.probe;
  let slot = candidates.count;
  if (slot === CANDIDATE_CAPACITY) return false;
  const r = probe.radius;
  const o = 10 * slot;
  values[o] = field[0];
  for (let k = 0; k < 3; k++) {
    values[o + 1 + k] = field[1 + k];
    values[o + 4 + k] = field[4 + k];
    values[o + 7 + k] = curvePoint[k] - r * field[1 + k];
  }
  for (let c = 0; c < slot; c++) {
    if (!isSame(w, b, 10 * c, o)) continue;
    if (!(values[o] < values[10 * c] - EQUAL * b.reach)) return false;
    for (let k = 0; k < 10; k++) values[10 * c + k] = values[o + k];
    slot = c;
    break;
  }
  places[slot] = probe.place;
  features[2 * slot] = probe.feature;
  features[2 * slot + 1] = feature;
  if (slot === candidates.count) candidates.count = slot + 1;
  return true;
}

/**
 * Puts what `field` says into the place of candidate c when that is no deeper: of a run all places are as good as its
 * least, but its ends last.
 */
export function replaceLevel(w: WireWorkspace, b: Collider, c: number, feature: number): boolean {
  const { probe } = w;
  const { curvePoint, field } = w.probe;
  const { features, places, values } = w.candidates;
  if (field[0] > values[10 * c] + EQUAL * b.reach) return false;
  const o = 10 * c;
  values[o] = field[0];
  for (let k = 0; k < 3; k++) {
    values[o + 1 + k] = field[1 + k];
    values[o + 4 + k] = field[4 + k];
    values[o + 7 + k] = curvePoint[k] - probe.radius * field[1 + k];
  }
  places[c] = probe.place;
  features[2 * c] = probe.feature;
  features[2 * c + 1] = feature;
  return true;
}

function isSame(w: WireWorkspace, b: Collider, p: number, q: number): boolean {
  const { values } = w.candidates;
  let d2 = 0;
  let cosine = 0;
  for (let k = 0; k < 3; k++) {
    const d = values[p + 7 + k] - values[q + 7 + k];
    d2 += d * d;
    cosine += values[p + 1 + k] * values[q + 1 + k];
  }
  return cosine > ALIKE && d2 <= SAME * SAME * b.reach * b.reach;
}

/**
 * Writes at most four: the deepest, then always the one farthest from those chosen, where a point at the margin counts
 * for half as far as one that is as deep as the deepest. Ties go to the earlier one.
 */
export function writeChosen(w: WireWorkspace, b: Collider, poseA: Float64Array, ao: number, sink: ContactSink): void {
  const { candidates } = w;
  const { apart, chosen, values } = w.candidates;
  const n = candidates.count;
  let deepest = 0;
  for (let c = 0; c < n; c++) {
    chosen[c] = n <= MOST ? 1 : 0;
    apart[c] = Infinity;
    if (values[10 * c] < values[10 * deepest] - EQUAL * b.reach) deepest = c;
  }
  if (n > MOST) {
    const range = sink.margin[0] - values[10 * deepest];
    let next = deepest;
    for (let step = 0; step < MOST; step++) {
      chosen[next] = 1;
      const p = 10 * next + 7;
      let best = -1;
      for (let c = 0; c < n; c++) {
        let d2 = 0;
        for (let k = 0; k < 3; k++) {
          const d = values[10 * c + 7 + k] - values[p + k];
          d2 += d * d;
        }
        apart[c] = Math.min(apart[c], Math.sqrt(d2));
        if (chosen[c] === 1) continue;
        const share = range > 0 ? (values[10 * c] - values[10 * deepest]) / range : 0;
        const score = apart[c] * (1 - 0.5 * share);
        if (!(score > best * (1 + EQUAL))) continue;
        best = score;
        next = c;
      }
    }
  }
  for (let c = 0; c < n; c++) if (chosen[c] === 1) write(c, poseA, ao, sink);
}

/** Each point is a patch of its own: normals differ from point to point. */
function write(c: number, poseA: Float64Array, ao: number, sink: ContactSink): void {
  const w = wireWorkspace(sink);
  const { features, values } = w.candidates;
  const { frameA } = w.narrow;
  const i = sink.count;
  if (i >= sink.capacity) {
    sink.overflow = true;
    return;
  }
  sink.count = i + 1;
  sink.patch[i] = i > 0 ? sink.patch[i - 1] + 1 : 0;
  sink.gap[i] = values[10 * c];
  sink.featureA[i] = features[2 * c];
  sink.featureB[i] = features[2 * c + 1];
  const o = 10 * c;
  for (let k = 0; k < 3; k++) {
    const x = frameA[3 * k];
    const y = frameA[3 * k + 1];
    const z = frameA[3 * k + 2];
    sink.normal[3 * i + k] = x * values[o + 1] + y * values[o + 2] + z * values[o + 3];
    sink.pointA[3 * i + k] = x * values[o + 4] + y * values[o + 5] + z * values[o + 6] + poseA[ao + k];
    sink.pointB[3 * i + k] = x * values[o + 7] + y * values[o + 8] + z * values[o + 9] + poseA[ao + k];
  }
}
