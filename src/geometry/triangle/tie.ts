import { crossSign, orientSign, turnSign } from "./orientation.js";

/**
 * Meaning of an orientation of exactly zero. Two triangles give six corners, numbers 0–2 of the first (A) and 3–5 of
 * the second (B), packed in one array.
 *
 * - `exclude`, `include`: zero stays zero, and the caller decides.
 * - `symbolic`: simulation of simplicity [EdelsbrunnerMucke1990]. Coordinate c (x = 0, y = 1, z = 2) of the vertex with
 *   rank i is moved by ε^(2^(3i + 2 − c)) for an ε smaller than any number, so no determinant of four different
 *   vertices vanishes. The sign is that of the first non-zero coefficient of the determinant as a polynomial in ε.
 *   Every test that involves the same vertices agrees with every other, whichever triangles they belong to.
 * - `shift`: all of A is moved by (ε, ε², ε³) [Vilela2018], so coplanar faces stay coplanar among
 *   themselves. Zero remains when B's own corners are degenerate.
 */
export type TiePolicy = "exclude" | "include" | "symbolic" | "shift";

/** The six corners and their order among all vertices. */
export interface Corners {
  /** 3 per corner, m; corners 0–2 are A's, 3–5 B's, all in one frame. */
  readonly v: Float64Array;
  /** Order of the vertices, 0 … 5, different for different vertices; used by `symbolic` only. */
  readonly rank: Int32Array;
}

/** The term that decided a sign. */
export interface TieResult {
  /** 0 when the determinant itself was not zero, else the exponent of ε of the deciding term: larger means smaller. */
  level: number;
  /** The deciding coefficient, of the sign returned, plain double precision. Only set for level > 0. */
  coefficient: number;
}

/** Sign of O(a, b, c, d) of corners a … d under a policy, and the term that decided it. */
export function cornerSign(
  { v, rank }: Corners,
  a: number,
  b: number,
  c: number,
  d: number,
  policy: TiePolicy,
  out: TieResult,
): number {
  out.level = 0;
  const s = orientSign(v, a, b, c, d);
  if (s !== 0 || policy === "exclude" || policy === "include") return s;
  return policy === "symbolic" ? symbolicSign(v, rank, a, b, c, d, out) : shiftSign(v, a, b, c, d, out);
}

/**
 * One term of the determinant det [x y z 1] of four perturbed points: the product of the perturbations of `rows` ×
 * `columns` (pairwise), times sign × the minor of the remaining rows and columns.
 */
interface Term {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  readonly otherRows: readonly number[];
  /** Remaining columns among x, y, z; the column of ones is always there. */
  readonly otherColumns: readonly number[];
  readonly sign: number;
}

/** Terms in order of falling size, up to the first whose minor is 1 and cannot vanish. */
const TERMS: readonly Term[] = symbolicTerms();

function symbolicTerms(): Term[] {
  const terms: Term[] = [];
  for (let mask = 1; ; mask++) {
    const rows: number[] = [];
    const columns: number[] = [];
    for (let bit = 0; bit < 12; bit++) {
      if ((mask >> bit) & 1) {
        rows.push(Math.floor(bit / 3));
        columns.push(2 - (bit % 3));
      }
    }
    if (new Set(rows).size < rows.length || new Set(columns).size < columns.length) continue;
    // Laplace expansion, one entry after the other, with positions among the remaining entries
    let sign = 1;
    const otherRows = [0, 1, 2, 3];
    const otherColumns = [0, 1, 2];
    rows.forEach((row, k) => {
      const i = otherRows.indexOf(row);
      const j = otherColumns.indexOf(columns[k]);
      if ((i + j) % 2 === 1) sign = -sign;
      otherRows.splice(i, 1);
      otherColumns.splice(j, 1);
    });
    terms.push({ rows, columns, otherRows, otherColumns, sign });
    if (rows.length === 3) return terms;
  }
}

/** Scratch: the four corners by rising rank. */
const sorted = new Int32Array(4);

function symbolicSign(
  v: Float64Array,
  rank: Int32Array,
  a: number,
  b: number,
  c: number,
  d: number,
  out: TieResult,
): number {
  // sort by rank; an exchange of two points changes the sign
  sorted[0] = a;
  sorted[1] = b;
  sorted[2] = c;
  sorted[3] = d;
  let parity = 1;
  for (let i = 1; i < 4; i++) {
    for (let j = i; j > 0 && rank[sorted[j]] < rank[sorted[j - 1]]; j--) {
      const t = sorted[j];
      sorted[j] = sorted[j - 1];
      sorted[j - 1] = t;
      parity = -parity;
    }
  }
  for (let t = 0; t < TERMS.length; t++) {
    const term = TERMS[t];
    const s = minorSign(v, term, out);
    if (s === 0) continue;
    out.level = 0;
    for (let k = 0; k < term.rows.length; k++) {
      out.level |= 1 << (3 * rank[sorted[term.rows[k]]] + 2 - term.columns[k]);
    }
    out.coefficient *= parity * term.sign;
    return s * parity * term.sign;
  }
  return 0;
}

/** Sign of the minor of a term, exact; its value goes into out.coefficient. */
function minorSign(v: Float64Array, { otherRows, otherColumns }: Term, out: TieResult): number {
  const p = sorted[otherRows[0]];
  if (otherRows.length === 1) {
    out.coefficient = 1;
    return 1;
  }
  const q = sorted[otherRows[1]];
  const u = otherColumns[0];
  if (otherRows.length === 2) {
    // | u_p 1 |
    // | u_q 1 |
    out.coefficient = v[3 * p + u] - v[3 * q + u];
    return Math.sign(out.coefficient);
  }
  const r = sorted[otherRows[2]];
  const w = otherColumns[1];
  out.coefficient =
    (v[3 * p + u] - v[3 * r + u]) * (v[3 * q + w] - v[3 * r + w]) -
    (v[3 * p + w] - v[3 * r + w]) * (v[3 * q + u] - v[3 * r + u]);
  return turnSign(v, p, q, r, u, w);
}

function shiftSign(v: Float64Array, a: number, b: number, c: number, d: number, out: TieResult): number {
  sorted[0] = a;
  sorted[1] = b;
  sorted[2] = c;
  sorted[3] = d;
  // corners of A first, in an even permutation up to `parity`
  let parity = 1;
  for (let i = 1; i < 4; i++) {
    for (let j = i; j > 0 && sorted[j] < 3 && sorted[j - 1] >= 3; j--) {
      const t = sorted[j];
      sorted[j] = sorted[j - 1];
      sorted[j - 1] = t;
      parity = -parity;
    }
  }
  let moving = 0;
  while (moving < 4 && sorted[moving] < 3) moving++;
  if (moving === 0 || moving === 4) return 0;
  for (let axis = 0; axis < 3; axis++) {
    const s = parity * derivativeSign(v, moving, axis, out);
    if (s === 0) continue;
    out.level = 1 << axis;
    out.coefficient *= parity;
    return s;
  }
  return 0;
}

/**
 * Sign of the derivative of O(sorted) when its first `moving` points move along an axis. One moving point p: O(p, q, r,
 * s) grows with (q − s) × (r − s). Two: with (q − p) × (r − s). Three: the opposite of moving the fourth.
 */
function derivativeSign(v: Float64Array, moving: number, axis: number, out: TieResult): number {
  const u = axis === 2 ? 0 : axis + 1;
  const w = axis === 0 ? 2 : axis === 1 ? 0 : 1;
  const p = sorted[0];
  const q = sorted[1];
  const r = sorted[2];
  const s = sorted[3];
  if (moving === 1) return crossCoefficient(v, q, s, r, s, u, w, out);
  if (moving === 2) return crossCoefficient(v, q, p, r, s, u, w, out);
  // dO/dp + dO/dq + dO/dr = −dO/ds = (q − p) × (r − p)
  return crossCoefficient(v, q, p, r, p, u, w, out);
}

function crossCoefficient(
  v: Float64Array,
  a: number,
  b: number,
  c: number,
  d: number,
  u: number,
  w: number,
  out: TieResult,
): number {
  out.coefficient =
    (v[3 * a + u] - v[3 * b + u]) * (v[3 * c + w] - v[3 * d + w]) -
    (v[3 * a + w] - v[3 * b + w]) * (v[3 * c + u] - v[3 * d + u]);
  return crossSign(v, a, b, c, d, u, w);
}
