import { writePatch, writeSeparation } from "./manifold.js";
import { startClimbs } from "./support.js";
import type { Collider, ContactSink, PairRoutines, Separation } from "./types.js";
import type { NarrowWorkspace } from "./workspace.js";
import { relativePose } from "./workspace.js";

/** Below this sine between the axes of two capsules they count as parallel. */
const CROSSING = 1e-14;

/**
 * Nearest points of two segments in the frame of A: p(s) = s z and q(t) = c + t u, |s| ≤ half length of A, |t| ≤ that
 * of B [Ericson2005, §5.1.9]. With b = u·z and w = u − b z the free optimum is s = c·z − b (c·w)/|w|², which does not
 * cancel for nearly parallel axes.
 */
function segments(w: NarrowWorkspace, a: Collider, b: Collider): void {
  const { found, rel } = w;
  const hA = a.size[1];
  const hB = b.size[1];
  const ux = rel[2];
  const uy = rel[5];
  const uz = rel[8];
  const cx = rel[9];
  const cy = rel[10];
  const cz = rel[11];
  const w2 = ux * ux + uy * uy;
  const side = cx * ux + cy * uy;
  const cu = side + cz * uz;
  let s = w2 > 0 ? cz - (uz * side) / w2 : cz;
  s = Math.max(-hA, Math.min(hA, s));
  const t = Math.max(-hB, Math.min(hB, uz * s - cu));
  s = Math.max(-hA, Math.min(hA, cz + t * uz));
  const x = cx + t * ux;
  const y = cy + t * uy;
  const z = cz + t * uz - s;
  const d = Math.sqrt(x * x + y * y + z * z);
  // Two normals: along the nearest points, and normal to both axes (to that of A and anything where they are parallel).
  // The second is right where the segments cross or meet, however small the distance; the one that separates more is
  // taken.
  let best = -Infinity;
  if (d > 0) {
    found[1] = x / d;
    found[2] = y / d;
    found[3] = z / d;
    const nu = found[1] * ux + found[2] * uy + found[3] * uz;
    best = found[1] * cx + found[2] * cy + found[3] * cz - Math.abs(nu) * hB - Math.abs(found[3]) * hA;
  }
  const sine = Math.sqrt(w2);
  let nx = 1;
  let ny = 0;
  if (sine > CROSSING) {
    nx = -uy / sine;
    ny = ux / sine;
  }
  const along = nx * cx + ny * cy;
  if (Math.abs(along) - Math.abs(nx * ux + ny * uy) * hB >= best) {
    found[1] = along < 0 ? -nx : nx;
    found[2] = along < 0 ? -ny : ny;
    found[3] = 0;
    best = Math.abs(along) - Math.abs(nx * ux + ny * uy) * hB;
  }
  found[0] = best;
  found[4] = 0;
  found[5] = 0;
  found[6] = s;
  found[7] = cx + t * ux;
  found[8] = cy + t * uy;
  found[9] = cz + t * uz;
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
  segments(w, a, b);
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
  relativePose(w, poseA, ao, poseB, bo);
  startClimbs(w);
  segments(w, a, b);
  if (found[0] > sink.margin[0] + a.size[0] + b.size[0]) {
    sink.apartBy = found[0] - a.size[0] - b.size[0];
    return;
  }
  writePatch(a, poseA, ao, b, sink, true);
}

export const capsulePair: PairRoutines = { contacts, separation, exact: true };
