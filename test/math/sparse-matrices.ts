/**
 * Seeded test matrices shared by the sparse tests. The patterns are generated with integers only, by the same steps as in
 * `test/fixtures/amd-counts.c`, so that SuiteSparse sees the very same matrices; the fixture carries a hash of each.
 *
 * Generator: xorshift32 [Marsaglia2003], x ^= x << 13, x ^= x >>> 17, x ^= x << 5 on 32 unsigned bits;
 * `below(m)` is the next state modulo m.
 */
export interface Random {
  state: number;
}

export function random(seed: number): Random {
  return { state: seed >>> 0 };
}

export function next(r: Random): number {
  let x = r.state;
  x ^= x << 13;
  x ^= x >>> 17;
  x ^= x << 5;
  r.state = x >>> 0;
  return r.state;
}

export function below(r: Random, m: number): number {
  return next(r) % m;
}

/** In [−1, 1). */
export function signed(r: Random): number {
  return next(r) / 0x80000000 - 1;
}

/** A symmetric pattern under construction: an n × n table of upper-triangle entries, diagonal always present. */
export interface Pattern {
  n: number;
  /** How many leading variables belong to H; the rest are constraint rows of a KKT matrix. n when it is not one. */
  primal: number;
  bits: Uint8Array;
}

function pattern(n: number, primal = n): Pattern {
  const p = { n, primal, bits: new Uint8Array(n * n) };
  for (let i = 0; i < n; i++) p.bits[i * n + i] = 1;
  return p;
}

function add(p: Pattern, i: number, j: number): void {
  if (i < j) p.bits[i * p.n + j] = 1;
  else p.bits[j * p.n + i] = 1;
}

/** Five-point (or, with `corners`, nine-point) stencil on k × k nodes. */
export function grid2(k: number, corners: boolean): Pattern {
  const p = pattern(k * k);
  for (let y = 0; y < k; y++) {
    for (let x = 0; x < k; x++) {
      const i = y * k + x;
      if (x + 1 < k) add(p, i, i + 1);
      if (y + 1 < k) add(p, i, i + k);
      if (corners && x + 1 < k && y + 1 < k) {
        add(p, i, i + k + 1);
        add(p, i + 1, i + k);
      }
    }
  }
  return p;
}

/** Seven-point stencil on k × k × k nodes. */
export function grid3(k: number): Pattern {
  const p = pattern(k * k * k);
  for (let z = 0; z < k; z++) {
    for (let y = 0; y < k; y++) {
      for (let x = 0; x < k; x++) {
        const i = (z * k + y) * k + x;
        if (x + 1 < k) add(p, i, i + 1);
        if (y + 1 < k) add(p, i, i + k);
        if (z + 1 < k) add(p, i, i + k * k);
      }
    }
  }
  return p;
}

/** `edges` random off-diagonal pairs, repeats allowed. */
export function scattered(n: number, edges: number, seed: number): Pattern {
  const p = pattern(n);
  const r = random(seed);
  for (let e = 0; e < edges; e++) {
    const i = below(r, n);
    const j = below(r, n);
    add(p, i, j);
  }
  return p;
}

/** `edges` random pairs at most `band` apart. */
export function banded(n: number, band: number, edges: number, seed: number): Pattern {
  const p = pattern(n);
  const r = random(seed);
  for (let e = 0; e < edges; e++) {
    const i = below(r, n);
    const d = 1 + below(r, band);
    if (i + d < n) add(p, i, i + d);
  }
  return p;
}

/** Random KKT: H with `edges` pairs on `primal` variables, and `rows` constraints with `perRow` entries each. */
export function kkt(primal: number, rows: number, edges: number, perRow: number, seed: number): Pattern {
  const p = pattern(primal + rows, primal);
  const r = random(seed);
  for (let e = 0; e < edges; e++) {
    const i = below(r, primal);
    const j = below(r, primal);
    add(p, i, j);
  }
  for (let c = 0; c < rows; c++) for (let e = 0; e < perRow; e++) add(p, below(r, primal), primal + c);
  return p;
}

/** Tridiagonal with `hubs` leading variables tied to everything. */
export function arrow(n: number, hubs: number): Pattern {
  const p = pattern(n);
  for (let i = 0; i + 1 < n; i++) add(p, i, i + 1);
  for (let h = 0; h < hubs; h++) for (let i = 0; i < n; i++) add(p, h, i);
  return p;
}

/**
 * KKT of a mechanism: 6 × 6 mass blocks of `bodies`, and joints of `rows` rows between pairs of bodies. Body b > 0 hangs
 * on body b − 1 (chain) or on a random earlier one (tree); `loops` more joints close loops between random bodies.
 */
export function mechanism(bodies: number, rows: number, tree: boolean, loops: number, seed: number): Pattern {
  const r = random(seed);
  const joints = bodies - 1 + loops;
  const p = pattern(6 * bodies + rows * joints, 6 * bodies);
  for (let b = 0; b < bodies; b++) for (let i = 0; i < 6; i++) for (let j = i; j < 6; j++) add(p, 6 * b + i, 6 * b + j);
  for (let c = 0; c < joints; c++) {
    let child = c + 1;
    let parent = tree ? below(r, c + 1) : c;
    if (c >= bodies - 1) {
      child = below(r, bodies);
      parent = below(r, bodies);
    }
    for (let k = 0; k < rows; k++) {
      const row = 6 * bodies + rows * c + k;
      for (let i = 0; i < 6; i++) {
        add(p, 6 * parent + i, row);
        add(p, 6 * child + i, row);
      }
    }
  }
  return p;
}

/** The catalogue of `amd-counts.c`, same names, same order. */
export const CATALOGUE: Record<string, () => Pattern> = {
  "grid2-10": () => grid2(10, false),
  "grid2-30": () => grid2(30, false),
  "grid2-44": () => grid2(44, false),
  "grid2-corners-30": () => grid2(30, true),
  "grid3-6": () => grid3(6),
  "grid3-12": () => grid3(12),
  "scattered-200": () => scattered(200, 300, 11),
  "scattered-1000-thin": () => scattered(1000, 1200, 12),
  "scattered-1000": () => scattered(1000, 2500, 13),
  "scattered-2000": () => scattered(2000, 3000, 14),
  "banded-1500": () => banded(1500, 40, 4500, 15),
  "kkt-300": () => kkt(200, 100, 200, 3, 16),
  "kkt-1000": () => kkt(650, 350, 500, 3, 17),
  "kkt-2000": () => kkt(1300, 700, 900, 3, 18),
  "arrow-500": () => arrow(500, 1),
  "arrow-1000-wide": () => arrow(1000, 8),
  "chain-20": () => mechanism(20, 5, false, 0, 19),
  "chain-182": () => mechanism(182, 5, false, 0, 20),
  "tree-150": () => mechanism(150, 5, true, 0, 21),
  "loops-120": () => mechanism(120, 5, true, 20, 22),
  "loops-170": () => mechanism(170, 3, true, 60, 23),
};

/** A symmetric sparse matrix, upper triangle by columns. */
export interface Upper {
  n: number;
  primal: number;
  colPtr: Int32Array;
  rowInd: Int32Array;
  values: Float64Array;
}

/** Compressed columns of a pattern, rows ascending, values zero. */
export function compress(p: Pattern): Upper {
  const colPtr = new Int32Array(p.n + 1);
  const rows: number[] = [];
  for (let j = 0; j < p.n; j++) {
    for (let i = 0; i <= j; i++) if (p.bits[i * p.n + j]) rows.push(i);
    colPtr[j + 1] = rows.length;
  }
  const values = new Float64Array(rows.length);
  return { n: p.n, primal: p.primal, colPtr, rowInd: Int32Array.from(rows), values };
}

/** FNV-1a on the bytes of n and of all (row, column) pairs as little-endian 32-bit numbers, columns then rows ascending. */
export function patternHash(a: Upper): string {
  let h = 0x811c9dc5;
  const put = (v: number) => {
    for (let s = 0; s < 32; s += 8) h = Math.imul(h ^ ((v >>> s) & 255), 0x01000193);
  };
  put(a.n);
  for (let j = 0; j < a.n; j++) {
    for (let p = a.colPtr[j]; p < a.colPtr[j + 1]; p++) {
      put(a.rowInd[p]);
      put(j);
    }
  }
  return (h >>> 0).toString(16).padStart(8, "0");
}

/**
 * Random quasi-definite values: H strictly diagonally dominant by a margin in [0.1, 1.1), couplings in [−1, 1), and
 * −C diagonal in −compliance · [0.5, 1.5). Entries among constraint rows other than the diagonal do not occur.
 */
export function quasiDefinite(p: Pattern, seed: number, compliance: number): Upper {
  const a = compress(p);
  const r = random(seed);
  const sum = new Float64Array(a.n);
  for (let j = 0; j < a.n; j++) {
    for (let q = a.colPtr[j]; q < a.colPtr[j + 1]; q++) {
      const i = a.rowInd[q];
      if (i === j) continue;
      a.values[q] = signed(r);
      if (j < a.primal) {
        sum[i] += Math.abs(a.values[q]);
        sum[j] += Math.abs(a.values[q]);
      }
    }
  }
  for (let j = 0; j < a.n; j++) {
    const u = next(r) / 0x100000000;
    const last = a.colPtr[j + 1] - 1;
    a.values[last] = j < a.primal ? sum[j] + 0.1 + u : -compliance * (0.5 + u);
  }
  return a;
}

/** −1 off the diagonal and `diagonal` on it: the Laplacian with fixed borders for 4 (grid2) or 6 (grid3). */
export function laplacian(p: Pattern, diagonal: number): Upper {
  const a = compress(p);
  for (let j = 0; j < a.n; j++)
    for (let q = a.colPtr[j]; q < a.colPtr[j + 1]; q++) a.values[q] = a.rowInd[q] === j ? diagonal : -1;
  return a;
}

/** Both halves of a symmetric matrix by columns, each off-diagonal value changed by a relative `skew` · [−1, 1). */
export function unsymmetric(a: Upper, skew: number, seed: number): Upper {
  const r = random(seed);
  const columns: [number, number][][] = Array.from({ length: a.n }, () => []);
  for (let j = 0; j < a.n; j++) {
    for (let q = a.colPtr[j]; q < a.colPtr[j + 1]; q++) {
      const i = a.rowInd[q];
      const v = a.values[q];
      columns[j].push([i, i === j ? v : v * (1 + skew * signed(r))]);
      if (i !== j) columns[i].push([j, v * (1 + skew * signed(r))]);
    }
  }
  const colPtr = new Int32Array(a.n + 1);
  const rows: number[] = [];
  const values: number[] = [];
  for (let j = 0; j < a.n; j++) {
    for (const [i, v] of columns[j]) {
      rows.push(i);
      values.push(v);
    }
    colPtr[j + 1] = rows.length;
  }
  return { n: a.n, primal: a.primal, colPtr, rowInd: Int32Array.from(rows), values: Float64Array.from(values) };
}

/** Random right-hand side in [−1, 1). */
export function rightHandSide(n: number, seed: number): Float64Array {
  const r = random(seed);
  return Float64Array.from({ length: n }, () => signed(r));
}

/** ‖A x − b‖ / (‖A‖ ‖x‖ + ‖b‖) in ∞-norms; `symmetric` when `a` holds one triangle only. */
export function backwardError(a: Upper, x: Float64Array, b: Float64Array, symmetric: boolean): number {
  const y = Float64Array.from(b, (v) => -v);
  const rowSum = new Float64Array(a.n);
  for (let j = 0; j < a.n; j++) {
    for (let q = a.colPtr[j]; q < a.colPtr[j + 1]; q++) {
      const i = a.rowInd[q];
      const v = a.values[q];
      y[i] += v * x[j];
      rowSum[i] += Math.abs(v);
      if (symmetric && i !== j) {
        y[j] += v * x[i];
        rowSum[j] += Math.abs(v);
      }
    }
  }
  return norm(y) / (norm(rowSum) * norm(x) + norm(b));
}

/** ∞-norm; NaN if any entry is. */
export function norm(v: Float64Array): number {
  let m = 0;
  for (const e of v) if (!(Math.abs(e) <= m)) m = Math.abs(e);
  return m;
}

/** Dense row-major copy; `symmetric` mirrors the one stored triangle. Duplicates add up. */
export function dense(a: Upper, symmetric: boolean): Float64Array {
  const m = new Float64Array(a.n * a.n);
  for (let j = 0; j < a.n; j++) {
    for (let q = a.colPtr[j]; q < a.colPtr[j + 1]; q++) {
      const i = a.rowInd[q];
      m[i * a.n + j] += a.values[q];
      if (symmetric && i !== j) m[j * a.n + i] += a.values[q];
    }
  }
  return m;
}
