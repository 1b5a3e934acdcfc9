import type { Collider } from "../../narrow/types.js";
import { nearestOnWire, wireParts } from "../../narrow/wire/wire.js";
import type { NarrowWorkspace } from "../../narrow/workspace.js";
import { chord, firstCrossing } from "./crossings.js";
import { crossTorus } from "./torus.js";

/**
 * Rays against a chain link [R, r, l, s], see `wire.ts`. The planes x = ±l cut the wire into two half tori and two
 * cylinders, which have only the cuts in common. With the stud, a capsule along y, there are up to five parts. The
 * parameters of the line inside each part are intervals; their union belongs to the link. Intervals that end and begin
 * at a cut share exactly the same number, and so are merged.
 */

/** R, r, l, s of the current link, in an array because calls box doubles. */
const link = new Float64Array(4);
/** Intervals [from, to] of the parameter; a line has at most 2 in each half torus and 1 in each other part. */
const from = new Float64Array(8);
const to = new Float64Array(8);
let count = 0;

/** Parameters between which the line is in the current slab. */
const slab = new Float64Array(2);
/** The line about the centre of a torus, and its two radii: see `crossTorus`. */
const line = new Float64Array(8);
const point = new Float64Array(3);
const near = new Float64Array(3);

/** Gaps below this fraction of the link's size are round-off between two adjacent parts. */
const JOINT = 1e-13;

export function rayChainLink(
  w: NarrowWorkspace,
  c: Collider,
  ray: Float64Array,
  hit: Float64Array,
  exit: boolean,
): boolean {
  const { chordEnds, crossings } = w;
  for (let k = 0; k < 4; k++) link[k] = c.size[k];
  count = 0;
  for (let side = -1; side <= 1; side += 2) {
    // half torus: side · x ≥ l
    if (cut(ray, side)) {
      for (let k = 0; k < 6; k++) line[k] = ray[k];
      line[0] -= side * link[2];
      line[6] = link[0];
      line[7] = link[1];
      crossTorus(w, line);
      for (let i = 0; i + 1 < crossings.count; i += 2) add(crossings.t, i);
    }
    // straight part: |x| ≤ l, a tube about y = side · R
    if (link[2] > 0 && between(ray, 0)) {
      tube(w, ray, 0, side);
      if (chord(w)) add(chordEnds, 0);
    }
  }
  if (link[3] > 0) addStud(w, ray);
  if (count === 0) return false;
  unite(w, ray);
  for (let i = 0; i < crossings.count; i++) writeNormal(w, c, ray, i);
  return firstCrossing(w, ray, hit, exit);
}

/** The slab side · x ≥ l; false when the line does not enter it. */
function cut(ray: Float64Array, side: number): boolean {
  const x = side * ray[0];
  const d = side * ray[3];
  slab[0] = Number.NEGATIVE_INFINITY;
  slab[1] = Number.POSITIVE_INFINITY;
  if (d === 0) return x >= link[2];
  slab[d > 0 ? 0 : 1] = (link[2] - x) / d;
  return true;
}

/** The slab |x| ≤ l or |y| ≤ R; the ends of the former are the same numbers as in `cut`. */
function between(ray: Float64Array, axis: number): boolean {
  const h = link[axis === 0 ? 2 : 0];
  const x = ray[axis];
  const d = ray[3 + axis];
  slab[0] = Number.NEGATIVE_INFINITY;
  slab[1] = Number.POSITIVE_INFINITY;
  if (d === 0) return Math.abs(x) <= h;
  slab[d > 0 ? 1 : 0] = (h - x) / d;
  slab[d > 0 ? 0 : 1] = (h + x) / -d;
  return true;
}

/** An infinite tube for `chord`: that of the wire along x about y = side · R, or that of the stud along y. */
function tube(w: NarrowWorkspace, ray: Float64Array, axis: number, side: number): void {
  const { chordOf } = w;
  for (let k = 0; k < 6; k++) chordOf[k] = ray[k];
  if (axis === 0) chordOf[1] -= side * link[0];
  chordOf[axis] = 0;
  chordOf[3 + axis] = 0;
  chordOf[6] = link[axis === 0 ? 1 : 3];
}

/** Adds the part within the slab of the interval at ends[i], ends[i + 1]. */
function add(ends: Float64Array, i: number): void {
  const low = Math.max(ends[i], slab[0]);
  const high = Math.min(ends[i + 1], slab[1]);
  if (!(low <= high)) return;
  from[count] = low;
  to[count++] = high;
}

/** A capsule along y: convex, so one interval from the first to the last crossing of its tube and its two spheres. */
function addStud(w: NarrowWorkspace, ray: Float64Array): void {
  const { chordEnds, chordOf } = w;
  const first = count;
  if (between(ray, 1)) {
    tube(w, ray, 1, 0);
    if (chord(w)) add(chordEnds, 0);
  }
  slab[0] = Number.NEGATIVE_INFINITY;
  slab[1] = Number.POSITIVE_INFINITY;
  for (let end = -1; end <= 1; end += 2) {
    for (let k = 0; k < 6; k++) chordOf[k] = ray[k];
    chordOf[1] -= end * link[0];
    chordOf[6] = link[3];
    if (chord(w)) add(chordEnds, 0);
  }
  for (; count > first + 1; count--) {
    from[first] = Math.min(from[first], from[count - 1]);
    to[first] = Math.max(to[first], to[count - 1]);
  }
}

/** Sorts the intervals, merges those that meet up to round-off, and writes their ends as crossings. */
function unite(w: NarrowWorkspace, ray: Float64Array): void {
  const { crossings } = w;
  const speed = Math.sqrt(ray[3] * ray[3] + ray[4] * ray[4] + ray[5] * ray[5]);
  const slack = JOINT * (link[0] + link[1] + link[2]);
  for (let i = 1; i < count; i++) {
    const low = from[i];
    const high = to[i];
    let j = i;
    for (; j > 0 && from[j - 1] > low; j--) {
      from[j] = from[j - 1];
      to[j] = to[j - 1];
    }
    from[j] = low;
    to[j] = high;
  }
  crossings.insideFirst = false;
  crossings.count = 0;
  for (let i = 0; i < count; ) {
    let end = to[i];
    crossings.t[crossings.count++] = from[i];
    for (i++; i < count && (from[i] - end) * speed <= slack; i++) end = Math.max(end, to[i]);
    crossings.t[crossings.count++] = end;
  }
}

/** Normal from the nearest point of the part on whose surface the crossing is. */
function writeNormal(w: NarrowWorkspace, c: Collider, ray: Float64Array, i: number): void {
  const { crossings } = w;
  for (let k = 0; k < 3; k++) point[k] = ray[k] + crossings.t[i] * ray[3 + k];
  let least = Number.POSITIVE_INFINITY;
  for (let part = 0; part < wireParts(c); part++) {
    nearestOnWire(c, part, point, 0, near, 0);
    const x = point[0] - near[0];
    const y = point[1] - near[1];
    const z = point[2] - near[2];
    const distance = Math.sqrt(x * x + y * y + z * z);
    const off = Math.abs(distance - link[part === 4 ? 3 : 1]);
    if (!(off < least)) continue;
    least = off;
    crossings.normal[3 * i] = distance > 0 ? x / distance : 0;
    crossings.normal[3 * i + 1] = distance > 0 ? y / distance : 0;
    crossings.normal[3 * i + 2] = distance > 0 ? z / distance : 1;
  }
}
