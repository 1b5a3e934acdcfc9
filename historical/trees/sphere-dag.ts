import type { PairSink } from "../../src/geometry/tree/pairs.js";

/**
 * Bounding spheres of machine parts in a hierarchy that a person writes [Luaces2013, §4.4.4]: an excavator is {cabin,
 * wheels}, boom, stick, bucket. No tree is rebuilt while parts move: the spheres of groups are brought up to date from
 * those of the parts, children before parents, and two hierarchies are compared level by level. A part may belong to
 * several groups, so it is a graph, not a tree.
 */
export interface SphereDag {
  /** Number of nodes; parts come first, in the order of `part`, groups after their children, the root last. */
  readonly count: number;
  /** Parts that are leaves, as the caller numbers them. */
  readonly part: Int32Array;
  /** Children of node i: child[start[i]] … child[start[i + 1] − 1]; none for a part. */
  readonly start: Int32Array;
  readonly child: Int32Array;
  /** Centre and radius of each node, m; 4 each. The caller writes those of parts. */
  readonly sphere: Float64Array;
}

/** A group: parts by number, and groups. */
export interface SphereGroup {
  readonly children: readonly (number | SphereGroup)[];
}

/** The graph of a group. A group object that occurs twice is one node; a group without children is refused. */
export function createSphereDag(root: SphereGroup): SphereDag {
  const parts: number[] = [];
  const groups: SphereGroup[] = [];
  const open = new Set<SphereGroup>();
  const visit = (group: SphereGroup): void => {
    if (groups.includes(group)) return;
    if (open.has(group)) throw new Error("a group of spheres contains itself");
    if (group.children.length === 0) throw new Error("a group of spheres has no children");
    open.add(group);
    for (const child of group.children) {
      if (typeof child === "number") {
        if (!parts.includes(child)) parts.push(child);
      } else visit(child);
    }
    open.delete(group);
    groups.push(group);
  };
  visit(root);
  const start = new Int32Array(parts.length + groups.length + 1);
  const children: number[] = [];
  groups.forEach((group, g) => {
    for (const child of group.children)
      children.push(typeof child === "number" ? parts.indexOf(child) : parts.length + groups.indexOf(child));
    start[parts.length + g + 1] = children.length;
  });
  const count = parts.length + groups.length;
  return {
    count,
    part: Int32Array.from(parts),
    start,
    child: Int32Array.from(children),
    sphere: new Float64Array(4 * count),
  };
}

/**
 * The least sphere around spheres s[i …] and t[j …] (centre, radius) into out[o …], which may be one of them:
 *
 *   d = ‖c₁ − c₂‖,  r = (d + r₁ + r₂)/2,  c = (c₁ (d + r₁ − r₂) + c₂ (d − r₁ + r₂))/(2 d)
 *
 * [Luaces2013, eqs. (4.12)–(4.14); the source prints the denominator d]; the larger one when it holds the other.
 */
export function encloseSpheres(
  s: Float64Array,
  i: number,
  t: Float64Array,
  j: number,
  out: Float64Array,
  o: number,
): void {
  const r1 = s[i + 3];
  const r2 = t[j + 3];
  const x = t[j] - s[i];
  const y = t[j + 1] - s[i + 1];
  const z = t[j + 2] - s[i + 2];
  const d = Math.sqrt(x * x + y * y + z * z);
  if (d + r2 <= r1) {
    for (let k = 0; k < 4; k++) out[o + k] = s[i + k];
    return;
  }
  if (d + r1 <= r2) {
    for (let k = 0; k < 4; k++) out[o + k] = t[j + k];
    return;
  }
  const f = (d - r1 + r2) / (2 * d);
  out[o] = s[i] + f * x;
  out[o + 1] = s[i + 1] + f * y;
  out[o + 2] = s[i + 2] + f * z;
  out[o + 3] = 0.5 * (d + r1 + r2);
}

/** A group's sphere is larger than computed by this part of it: round-off loses no child. */
const GROUP_GROWTH = 1e-14;

/** Spheres of groups from those of parts: more than two children are folded pair by pair. Allocates nothing. */
export function updateSphereDag({ count, part, start, child, sphere }: SphereDag): void {
  for (let n = part.length; n < count; n++) {
    const first = 4 * child[start[n]];
    for (let k = 0; k < 4; k++) sphere[4 * n + k] = sphere[first + k];
    for (let c = start[n] + 1; c < start[n + 1]; c++)
      encloseSpheres(sphere, 4 * n, sphere, 4 * child[c], sphere, 4 * n);
    const size = Math.abs(sphere[4 * n]) + Math.abs(sphere[4 * n + 1]) + Math.abs(sphere[4 * n + 2]);
    sphere[4 * n + 3] += GROUP_GROWTH * (size + sphere[4 * n + 3]) * (start[n + 1] - start[n]);
  }
}

/** Pairs of nodes of one level and of the next. */
let level = new Int32Array(256);
let next = new Int32Array(256);

/**
 * Pairs of parts of two graphs whose spheres meet, as (part of A, part of B), added to the sink: the roots first, then
 * all combinations of the children of pairs that meet, a part standing for itself, until only parts are left. A pair
 * that several groups share is reported once.
 */
export function sphereDagPairs(a: SphereDag, b: SphereDag, sink: PairSink): void {
  let n = 1;
  level[0] = a.count - 1;
  level[1] = b.count - 1;
  while (n > 0) {
    let more = 0;
    for (let p = 0; p < n; p++) {
      const i = level[2 * p];
      const j = level[2 * p + 1];
      sink.nodeTests++;
      if (!spheresMeet(a.sphere, 4 * i, b.sphere, 4 * j)) continue;
      if (i < a.part.length && j < b.part.length) {
        if (!addPair(a.part[i], b.part[j], sink)) return;
        continue;
      }
      const ofA = Math.max(1, a.start[i + 1] - a.start[i]);
      const ofB = Math.max(1, b.start[j + 1] - b.start[j]);
      for (let c = 0; c < ofA; c++) {
        const x = i < a.part.length ? i : a.child[a.start[i] + c];
        for (let d = 0; d < ofB; d++) {
          const y = j < b.part.length ? j : b.child[b.start[j] + d];
          more = addNext(x, y, more);
        }
      }
    }
    const swap = level;
    level = next;
    next = swap;
    n = more;
  }
}

function spheresMeet(s: Float64Array, i: number, t: Float64Array, j: number): boolean {
  const x = s[i] - t[j];
  const y = s[i + 1] - t[j + 1];
  const z = s[i + 2] - t[j + 2];
  const r = s[i + 3] + t[j + 3];
  return x * x + y * y + z * z <= r * r;
}

function addNext(i: number, j: number, count: number): number {
  if (2 * count + 2 > next.length) {
    const grown = new Int32Array(2 * next.length);
    grown.set(next);
    next = grown;
    level = Int32Array.from({ length: grown.length }, (_, k) => (k < level.length ? level[k] : 0));
  }
  next[2 * count] = i;
  next[2 * count + 1] = j;
  return count + 1;
}

function addPair(i: number, j: number, sink: PairSink): boolean {
  for (let p = 0; p < sink.count; p++) if (sink.pairs[2 * p] === i && sink.pairs[2 * p + 1] === j) return true;
  if (2 * sink.count === sink.pairs.length) {
    sink.overflow = true;
    return false;
  }
  sink.pairs[2 * sink.count] = i;
  sink.pairs[2 * sink.count + 1] = j;
  sink.count++;
  return true;
}
