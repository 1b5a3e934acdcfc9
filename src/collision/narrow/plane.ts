import { FEATURE } from "../contact-tables.js";
import { addPair, chooseTangents, clearCandidates } from "./candidates.js";
import { finishPatch, writePatch, writeSeparation } from "./manifold.js";
import { startClimbs, support } from "./support.js";
import type { Collider, ContactSink, PairRoutines, Separation } from "./types.js";
import type { NarrowWorkspace } from "./workspace.js";
import { relativePose } from "./workspace.js";

/**
 * Any convex shape A on the half-space B (z ≤ 0 of its frame is solid): n = −z of B, and the gap is the height of the
 * lowest point of A.
 */
function lowest(
  w: NarrowWorkspace,
  a: Collider,
  poseA: Float64Array,
  ao: number,
  poseB: Float64Array,
  bo: number,
): void {
  const { found, rel } = w;
  relativePose(w, poseA, ao, poseB, bo);
  startClimbs(w);
  found[1] = -rel[2];
  found[2] = -rel[5];
  found[3] = -rel[8];
  support(a, found, 1, found, 4, 0);
  found[0] = found[1] * (rel[9] - found[4]) + found[2] * (rel[10] - found[5]) + found[3] * (rel[11] - found[6]);
  for (let k = 0; k < 3; k++) found[7 + k] = found[4 + k] + found[0] * found[1 + k];
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
  lowest(w, a, poseA, ao, poseB, bo);
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
  const { found } = w;
  lowest(w, a, poseA, ao, poseB, bo);
  if (found[0] > sink.margin[0] + a.radius) {
    sink.apartBy = found[0] - a.radius;
    return;
  }
  // a core without faces touches with its feature
  if (a.hull === null || a.hull.planes.length === 0) {
    writePatch(a, poseA, ao, b, sink, true);
    return;
  }
  chooseTangents(w, a, b);
  clearCandidates(w);
  allVertices(a, sink);
  finishPatch(a, poseA, ao, b, sink, true);
}

const PLANE_FEATURE = FEATURE.face << 29;
const pair = new Float64Array(6);

/** Every vertex of the core within the margin and its foot on the plane. */
function allVertices(a: Collider, sink: ContactSink): void {
  const w = sink.work;
  const v = a.hull!.polyhedron.vertices;
  const limit = sink.margin[0] + a.radius;
  const { found, rel } = w;
  const x = found[1];
  const y = found[2];
  const z = found[3];
  for (let i = 0; i < v.length; i += 3) {
    const gap = x * (rel[9] - v[i]) + y * (rel[10] - v[i + 1]) + z * (rel[11] - v[i + 2]);
    if (gap > limit) continue;
    for (let k = 0; k < 3; k++) {
      pair[k] = v[i + k];
      pair[3 + k] = v[i + k] + gap * found[1 + k];
    }
    addPair(w, pair, 0, pair, 3, (FEATURE.vertex << 29) | (i / 3), PLANE_FEATURE);
  }
}

export const planePair: PairRoutines = { contacts, separation, exact: true };
