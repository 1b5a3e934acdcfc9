/**
 * The standard form that solvers without cones work on: find z ≥ 0 with w = A z + b ≥ 0, z ∘ w = 0.
 *
 * `A` here is scaled: with the matrix S of the problem in its own units, A = R S C, b = R s, z = C⁻¹ z_S, w = R w_S,
 * where R and C are diagonal matrices of powers of two, so that scaling changes no digit.
 */
export interface StandardProblem {
  n: number;
  /** n × n, row by row. */
  matrix: Float64Array;
  vector: Float64Array;
  /** Diagonals of R and C. */
  rowScale: Float64Array;
  columnScale: Float64Array;
  /**
   * Row of the variable v that bounds each z from above (row p gets + v, row v is u − z_p), or −1; −2 for such a v
   * itself.
   */
  cap: Int32Array;
  /** On entry the start (warm or zero), on return the solution. */
  z: Float64Array;
  /** Written by `isSolved`. */
  w: Float64Array;
  /** Natural-map residual in the units of the problem, and up to which it counts as solved: see `STANDARD`. */
  readonly numbers: Float64Array;
  /** Whether z held a start that the caller knows to be near. */
  warm: boolean;
  /** A number and its words, for scales that are rounded to powers of two. */
  readonly rounded: Float64Array;
  readonly roundedWords: Uint32Array;
}

export function createStandard(): StandardProblem {
  const none = new Float64Array(0);
  const rounded = new Float64Array(1);
  return {
    n: 0,
    matrix: none,
    vector: none,
    rowScale: none,
    columnScale: none,
    cap: new Int32Array(0),
    z: none,
    w: none,
    numbers: new Float64Array(2),
    warm: false,
    rounded,
    roundedWords: new Uint32Array(rounded.buffer),
  };
}

/** Places in `numbers`, which is an array so that functions need not hand numbers to each other: V8 would box them. */
export const STANDARD = { residual: 0, limit: 1 } as const;

/**
 * Evaluates w = A z + b and the residual, the largest |min(z, w)| in the units of the problem (NaN where z has one);
 * whether it is within the limit.
 */
export function isSolved(lcp: StandardProblem): boolean {
  const { n, matrix, vector, z, w, rowScale, columnScale } = lcp;
  let worst = 0;
  for (let i = 0; i < n; i++) {
    let sum = vector[i];
    for (let j = 0, p = i * n; j < n; j++, p++) sum += matrix[p] * z[j];
    w[i] = sum;
    const r = Math.abs(Math.min(z[i] * columnScale[i], sum / rowScale[i]));
    if (!(r <= worst)) worst = r;
  }
  lcp.numbers[STANDARD.residual] = worst;
  return worst <= lcp.numbers[STANDARD.limit];
}

/** The residual, after evaluating it. */
export function standardResidual(lcp: StandardProblem): number {
  isSolved(lcp);
  return lcp.numbers[STANDARD.residual];
}

/** How rows and columns are scaled. */
export type Scaling = "two-sided" | "symmetric";

/** Index of the word with the exponent: 1 on little-endian machines. */
const HIGH = new Uint32Array(Float64Array.of(1).buffer)[1] === 0x3ff00000 ? 1 : 0;

/** Passes of scaling; each halves the spread of exponents, so four bring 10¹⁶ to 10. */
const PASSES = 4;

/**
 * Finds R and C such that the largest entry of every row and column of R S C is about 1 [Ruiz2001], and applies them to
 * matrix and vector. The symmetric kind takes R = C, which keeps a positive semidefinite matrix one.
 */
export function equilibrate(lcp: StandardProblem, symmetric: boolean): void {
  const { n, matrix, vector, rowScale, columnScale, rounded, roundedWords } = lcp;
  rowScale.fill(1, 0, n);
  columnScale.fill(1, 0, n);
  for (let pass = 0; pass < PASSES; pass++) {
    let done = true;
    for (let i = 0; i < n; i++) {
      let row = 0;
      let column = 0;
      for (let j = 0; j < n; j++) {
        const a = Math.abs(matrix[i * n + j]) * rowScale[i] * columnScale[j];
        const c = Math.abs(matrix[j * n + i]) * rowScale[j] * columnScale[i];
        if (a > row) row = a;
        if (c > column) column = c;
      }
      if (symmetric) {
        row = Math.max(row, column);
        column = row;
      }
      // rounded down to a power of two by clearing the mantissa
      if (row > 0 && (row > 2 || row < 0.5)) {
        rounded[0] = rowScale[i] / Math.sqrt(row);
        roundedWords[HIGH] &= 0x7ff00000;
        roundedWords[1 - HIGH] = 0;
        if (rounded[0] > 1e-150 && rounded[0] < 1e150) rowScale[i] = rounded[0];
        done = false;
      }
      if (symmetric) columnScale[i] = rowScale[i];
      else if (column > 0 && (column > 2 || column < 0.5)) {
        rounded[0] = columnScale[i] / Math.sqrt(column);
        roundedWords[HIGH] &= 0x7ff00000;
        roundedWords[1 - HIGH] = 0;
        if (rounded[0] > 1e-150 && rounded[0] < 1e150) columnScale[i] = rounded[0];
        done = false;
      }
    }
    if (done) break;
  }
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) matrix[i * n + j] *= rowScale[i] * columnScale[j];
    vector[i] *= rowScale[i];
  }
}
