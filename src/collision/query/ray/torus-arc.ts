import type { Collider } from "../../narrow/types.js";
import { nearestOnWire } from "../../narrow/wire/wire.js";
import type { NarrowWorkspace } from "../../narrow/workspace.js";
import { chord, firstCrossing } from "./crossings.js";
import { crossTorus } from "./torus.js";

/**
 * Rays against an arc of a torus with balls at its ends. Its surface is that of the whole torus within the angle of the
 * arc, and that of the ball at the nearer end beyond it: of the crossings with torus and balls those count at which the
 * point of the arc that is nearest is where the surface says.
 */

const work = {
  /** See `crossTorus`. */
  line: new Float64Array(8),
  point: new Float64Array(3),
  near: new Float64Array(3),
  /** Parameters and normals of what counts, 4 each; at most 4 of the torus and 2 of each ball. */
  kept: new Float64Array(4 * 8),
};

export function rayTorusArc(
  w: NarrowWorkspace,
  c: Collider,
  ray: Float64Array,
  hit: Float64Array,
  exit: boolean,
): boolean {
  const { crossings, chordEnds, chordOf } = w;
  const { size } = c;
  const { line, kept } = work;
  let count = 0;
  for (let k = 0; k < 6; k++) line[k] = ray[k];
  line[6] = size[0];
  line[7] = size[1];
  crossTorus(w, line);
  for (let i = 0; i < crossings.count; i++) count = keep(c, ray, crossings.t[i], false, count);
  for (let end = -1; end <= 1; end += 2) {
    for (let k = 0; k < 6; k++) chordOf[k] = ray[k];
    chordOf[0] -= size[0] * size[5];
    chordOf[1] -= end * size[0] * size[6];
    chordOf[6] = size[1];
    if (!chord(w)) continue;
    for (let i = 0; i < 2; i++) {
      const y = ray[1] + chordEnds[i] * ray[4];
      if (end > 0 === y >= 0) count = keep(c, ray, chordEnds[i], true, count);
    }
  }
  crossings.count = count;
  crossings.insideFirst = false;
  for (let i = 0; i < count; i++) {
    crossings.t[i] = kept[4 * i];
    for (let k = 0; k < 3; k++) crossings.normal[3 * i + k] = kept[4 * i + 1 + k];
  }
  return count > 0 && firstCrossing(w, ray, hit, exit);
}

/** Enters the crossing at t in order, if the nearest point of the arc is an end of it or not, as asked. */
function keep(c: Collider, ray: Float64Array, t: number, atEnd: boolean, count: number): number {
  const { point, near, kept } = work;
  for (let k = 0; k < 3; k++) point[k] = ray[k] + t * ray[3 + k];
  const rho = Math.sqrt(point[0] * point[0] + point[1] * point[1]);
  if (point[0] < rho * c.size[5] !== atEnd) return count;
  nearestOnWire(c, 0, point, 0, near, 0);
  let i = count;
  for (; i > 0 && kept[4 * (i - 1)] > t; i--) for (let k = 0; k < 4; k++) kept[4 * i + k] = kept[4 * (i - 1) + k];
  kept[4 * i] = t;
  for (let k = 0; k < 3; k++) kept[4 * i + 1 + k] = (point[k] - near[k]) / c.size[1];
  return count + 1;
}
