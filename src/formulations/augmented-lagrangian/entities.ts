/**
 * From joints to the coordinates of the system. The words, in order:
 *
 *   feature    a point or unit vector of one body, in body axes: the place of a joint, an axis of its frame
 *   class      features of several bodies that joints make one: the point that two links share
 *   candidate  a class, or an axis of the body itself, that the body's frame may be built from
 *   frame      the candidates that a body is built from: four in space, two in the plane; everything else of the body
 *              is a fixed combination of them
 *   entity     a class, or an own axis, that is in some frame: it has `dim` numbers in q
 *   form       a fixed combination of entities: a centre of mass, an axis, the vector between two points
 *
 * Example: two bars of 1 m in the plane, pinned to the world at O and to each other at P; nothing holds the end Q.
 *
 *   O ──── P ──── Q     hinge 1: point O of the world is point O of bar 1      class {world O, bar 1 O}
 *    bar 1   bar 2      hinge 2: point P of bar 1 is point P of bar 2          class {bar 1 P, bar 2 P}
 *
 *   bar 1   frame (O, P): two shared points. O belongs to the world and is prescribed, P is solved for.
 *   bar 2   frame (P, x): one shared point and its own x axis, since nothing else of it is shared.
 *   q       (P, x | O): four numbers to solve for, then two that are given.
 *   rows    |P − O|² = 1 keeps bar 1 rigid, |x|² = 1 bar 2: 4 − 2 = 2 degrees of freedom. The hinges need no equation.
 *   forms   the centre of bar 1 is (O + P)/2, that of bar 2 is P + ½ x.
 */

import { ensureCapacityI32 } from "../../math/capacity.js";
import { rootOf, unite } from "../../math/union-find.js";

export type EntityKind = "point" | "vector";

/** A point or vector of a body, in body axes from the centre of mass. */
export interface Feature {
  readonly body: number;
  readonly kind: EntityKind;
  readonly local: readonly number[];
  /** Joint that asked for it first, and as what. */
  readonly name: string;
}

/**
 * Points closer than this part of the body's size, and vectors closer than this angle, are the same: round-off of a
 * scene's numbers.
 */
const SAME = 1e-10;

/** Features and their classes. */
export class FeatureBook {
  readonly features: Feature[] = [];
  /** Sets of features that are one and the same. */
  private parent: Int32Array = new Int32Array(16);
  /** Features of the class whose first feature this is. */
  private readonly members: number[][] = [];
  private readonly ofBody = new Map<number, number[]>();

  /** Index of the feature; one that is known already is found again. */
  add(feature: Feature): number {
    const list = this.ofBody.get(feature.body) ?? [];
    this.ofBody.set(feature.body, list);
    const found = list.find((f) => {
      const known = this.features[f];
      return known.kind === feature.kind && isSame(known.local, feature.local);
    });
    if (found !== undefined) return found;
    const index = this.features.length;
    this.features.push(feature);
    this.parent = ensureCapacityI32(this.parent, index + 1);
    this.parent[index] = index;
    this.members.push([index]);
    list.push(index);
    return index;
  }

  /** Representative of the class, its first feature. */
  classOf(feature: number): number {
    return rootOf(this.parent, feature);
  }

  /** All features of a class, in the order in which they were added. */
  membersOf(feature: number): readonly number[] {
    return this.members[this.classOf(feature)];
  }

  featuresOf(body: number): readonly number[] {
    return this.ofBody.get(body) ?? [];
  }

  /**
   * Makes two features one, unless a body would then have two different ones in a class: such a joint is left to
   * constraints.
   */
  unite(a: number, b: number): boolean {
    const [x, y] = [this.classOf(a), this.classOf(b)];
    if (x === y) return true;
    const bodies = new Set(this.members[x].map((f) => this.features[f].body));
    if (this.members[y].some((f) => bodies.has(this.features[f].body))) return false;
    const [first, second] = [Math.min(x, y), Math.max(x, y)];
    unite(this.parent, first, second);
    this.members[first] = [...this.members[first], ...this.members[second]].sort((i, j) => i - j);
    return true;
  }
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  const size = 1 + Math.max(...a.map(Math.abs), ...b.map(Math.abs));
  return a.every((v, k) => Math.abs(v - b[k]) <= SAME * size);
}

/** A candidate for a body's frame; `shared` is the class, −1 for what the body would have for itself. */
export interface Candidate {
  readonly kind: EntityKind;
  readonly local: readonly number[];
  readonly shared: number;
}

/** Candidates whose direction is this close (sine) to what is chosen already would make an ill-conditioned frame. */
const FLATTEST = 0.05;

/**
 * The frame of a body: entities whose columns (1, x/ℓ) of points and (0, v) of vectors are independent; four in space —
 * 1 point and 3 vectors, 2 and 2, 3 and 1, or 4 points, as the joints have it — and two in the plane, where they count
 * as complex. What joints share comes first, the most independent at every turn; what is missing the body adds for
 * itself. `like` is the frame of the body in a scene that differs in numbers only: the same entities are chosen then,
 * where they are there.
 */
export function chooseFrame(
  shared: readonly Candidate[],
  dim: number,
  size: number,
  like: readonly Candidate[] | null,
): Candidate[] {
  const own: Candidate[] = [
    { kind: "vector", local: [1, 0, 0], shared: -1 },
    { kind: "vector", local: [0, 1, 0], shared: -1 },
    { kind: "vector", local: [0, 0, 1], shared: -1 },
  ];
  const first = shared.find((c) => c.kind === "point") ?? { kind: "point" as const, local: [0, 0, 0], shared: -1 };
  const same = like?.map((c) => (c.shared < 0 ? c : shared.find((s) => s.shared === c.shared && s.kind === c.kind)));
  if (same?.every((c) => c !== undefined)) return same;
  const chosen: Candidate[] = [first];
  const wanted = dim === 3 ? 4 : 2;
  for (const pool of [shared, dim === 3 ? own : own.slice(0, 1)]) {
    while (chosen.length < wanted) {
      const [best, sine] = mostIndependent(pool, chosen, dim, size);
      if (best === null || sine < FLATTEST) break;
      chosen.push(best);
    }
  }
  return chosen;
}

function mostIndependent(
  pool: readonly Candidate[],
  chosen: readonly Candidate[],
  dim: number,
  size: number,
): [Candidate | null, number] {
  const basis: number[][] = [];
  for (const c of chosen) basis.push(...orthonormal(columnsOf(c, dim, size), basis));
  let best: Candidate | null = null;
  let most = 0;
  for (const c of pool) {
    const column = columnsOf(c, dim, size)[0];
    const rest = residual(column, basis);
    const sine = length(rest) / length(column);
    // the first of equals, whatever the rounding
    if (sine > most * (1 + 1e-9)) {
      best = c;
      most = sine;
    }
  }
  return [best, most];
}

/** The column of a candidate; in the plane its real form and that of i times it. */
function columnsOf(c: Candidate, dim: number, size: number): number[][] {
  const [x, y, z] = c.kind === "point" ? c.local.map((v) => v / size) : c.local;
  const one = c.kind === "point" ? 1 : 0;
  if (dim === 3) return [[one, x, y, z]];
  return [
    [one, 0, x, y],
    [0, one, -y, x],
  ];
}

function orthonormal(columns: readonly number[][], basis: readonly number[][]): number[][] {
  const added: number[][] = [];
  for (const column of columns) {
    const rest = residual(column, [...basis, ...added]);
    const norm = length(rest);
    if (norm > 0) added.push(rest.map((v) => v / norm));
  }
  return added;
}

function residual(column: readonly number[], basis: readonly number[][]): number[] {
  const rest = [...column];
  for (const b of basis) {
    const along = rest.reduce((sum, v, k) => sum + v * b[k], 0);
    for (let k = 0; k < rest.length; k++) rest[k] -= along * b[k];
  }
  return rest;
}

function length(v: readonly number[]): number {
  return Math.sqrt(v.reduce((sum, x) => sum + x * x, 0));
}

/** A coefficient a + b i. */
export interface Coefficient {
  readonly re: number;
  readonly im: number;
}

/** Coefficients of a body's point or vector in its frame:  Σ c_k (one_k; x_k) = (one; x). */
export function coefficientsIn(frame: readonly Candidate[], dim: number, kind: EntityKind, local: readonly number[]) {
  return dim === 3 ? spatialCoefficients(frame, kind, local) : planarCoefficients(frame, kind, local);
}

/** Gauss elimination with pivots on the 4 × 4 system. */
function spatialCoefficients(frame: readonly Candidate[], kind: EntityKind, local: readonly number[]): Coefficient[] {
  const rows = [0, 1, 2, 3].map((r) => [
    ...frame.map((c) => (r === 0 ? (c.kind === "point" ? 1 : 0) : c.local[r - 1])),
    r === 0 ? (kind === "point" ? 1 : 0) : local[r - 1],
  ]);
  for (let k = 0; k < 4; k++) {
    let p = k;
    for (let r = k + 1; r < 4; r++) if (Math.abs(rows[r][k]) > Math.abs(rows[p][k])) p = r;
    [rows[k], rows[p]] = [rows[p], rows[k]];
    for (let r = 0; r < 4; r++) {
      if (r === k) continue;
      const factor = rows[r][k] / rows[k][k];
      for (let c = k; c < 5; c++) rows[r][c] -= factor * rows[k][c];
    }
  }
  return rows.map((row, k) => ({ re: row[4] / row[k], im: 0 }));
}

/** c_1 one_1 + c_2 one_2 = one, c_1 z_1 + c_2 z_2 = z, in complex numbers. */
function planarCoefficients(frame: readonly Candidate[], kind: EntityKind, local: readonly number[]): Coefficient[] {
  const [a1, a2] = frame.map((c) => (c.kind === "point" ? 1 : 0));
  const [z1, z2] = frame.map((c) => ({ re: c.local[0], im: c.local[1] }));
  const one = kind === "point" ? 1 : 0;
  const z = { re: local[0], im: local[1] };
  const det = { re: a1 * z2.re - a2 * z1.re, im: a1 * z2.im - a2 * z1.im };
  return [
    divide({ re: one * z2.re - a2 * z.re, im: one * z2.im - a2 * z.im }, det),
    divide({ re: a1 * z.re - one * z1.re, im: a1 * z.im - one * z1.im }, det),
  ];
}

function divide(a: Coefficient, b: Coefficient): Coefficient {
  const square = b.re * b.re + b.im * b.im;
  return { re: (a.re * b.re + a.im * b.im) / square, im: (a.im * b.re - a.re * b.im) / square };
}
