import { writePatch, writeSeparation } from "./manifold.js";
import { startClimbs } from "./support.js";
import type { Collider, ContactSink, PairRoutines, Separation } from "./types.js";
import { found, rel, relativePose } from "./workspace.js";

/** Below this squared sine between the axes the common normal of two capsules is not taken from their cross product. */
const CROSSING = 1e-12;

/**
 * Nearest points of two segments in the frame of A: p(s) = s z and q(t) = c + t u, |s| ≤ half length of A, |t| ≤ that of B [Ericson2005,
 * §5.1.9]. With b = u·z and w = u − b z the free optimum is s = c·z − b (c·w)/|w|², which does not cancel for nearly parallel axes.
 */
function segments(a: Collider, b: Collider): void {
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
  let t = Math.max(-hB, Math.min(hB, uz * s - cu));
  s = Math.max(-hA, Math.min(hA, cz + t * uz));
  const freeA = s > -hA && s < hA;
  const freeB = t > -hB && t < hB;
  if (freeA && freeB && w2 > CROSSING) {
    // lines that cross: z × u is the normal, whatever is left of the distance
    const length = Math.sqrt(w2);
    const along = (cy * ux - cx * uy) / length;
    const sign = along < 0 ? -1 : 1;
    found[0] = Math.abs(along);
    found[1] = (-sign * uy) / length;
    found[2] = (sign * ux) / length;
    found[3] = 0;
    // the last clamping may have moved s by round-off only: t follows
    t = Math.max(-hB, Math.min(hB, uz * s - cu));
  } else {
    let x = cx + t * ux;
    let y = cy + t * uy;
    let z = freeA ? 0 : cz + t * uz - s;
    if (freeB) {
      const along = x * ux + y * uy + z * uz;
      x -= along * ux;
      y -= along * uy;
      z = freeA ? 0 : z - along * uz;
    }
    const d = Math.sqrt(x * x + y * y + z * z);
    found[0] = d;
    if (d > 0) {
      found[1] = x / d;
      found[2] = y / d;
      found[3] = z / d;
    } else {
      // one axis meets the end of the other, or they lie in one line: any direction normal to both axes separates as well
      const length = Math.sqrt(w2);
      found[1] = length > 1e-9 ? -uy / length : 1;
      found[2] = length > 1e-9 ? ux / length : 0;
      found[3] = 0;
    }
  }
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
  relativePose(poseA, ao, poseB, bo);
  startClimbs();
  segments(a, b);
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
  relativePose(poseA, ao, poseB, bo);
  startClimbs();
  segments(a, b);
  if (found[0] > sink.margin[0] + a.size[0] + b.size[0]) return;
  writePatch(a, poseA, ao, b, sink, true);
}

export const capsulePair: PairRoutines = { contacts, separation, exact: true };
