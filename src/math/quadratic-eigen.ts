import { factorCholesky, solveTransposed } from "./cholesky.js";
import { denseEigen } from "./dense-eigen.js";

/** Eigenvalues and eigenvectors of (λ² M + λ C + K) x = 0. */
export interface Spectrum {
  /** λ of every mode; pairs of vibrations with both signs of the imaginary part in state space, else with one. */
  readonly values: readonly { readonly re: number; readonly im: number }[];
  readonly vectors: readonly { readonly re: Float64Array; readonly im: Float64Array }[];
}

/** Matrices n × n, row-major, M symmetric and positive definite. */
export interface SecondOrder {
  readonly n: number;
  readonly mass: Float64Array;
  readonly damping: Float64Array;
  readonly stiffness: Float64Array;
}

/**
 * λ and x of (λ² M + λ C + K) x = 0: as K x = ω² M x where C is zero, else in state space. Throws where M is not
 * positive definite.
 */
export function quadraticEigen({ n, mass, damping, stiffness }: SecondOrder): Spectrum {
  if (n === 0) return { values: [], vectors: [] };
  const L = mass.slice();
  if (!factorCholesky(n, L)) throw new Error("the mass matrix is not positive definite: a body lacks inertia");
  const K = reduce(n, L, stiffness);
  const C = reduce(n, L, damping);
  const largest = (a: Float64Array) => a.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const pace = Math.max(Math.sqrt(largest(K)), largest(C));
  // differences of forces leave nine digits
  const undamped = largest(C) <= 1e-9 * pace;
  const size = undamped ? n : 2 * n;
  const a = new Float64Array(size * size);
  if (undamped) a.set(K);
  else {
    for (let i = 0; i < n; i++) {
      a[i * size + n + i] = pace;
      for (let j = 0; j < n; j++) {
        a[(n + i) * size + j] = -K[i * n + j] / pace;
        a[(n + i) * size + n + j] = -C[i * n + j];
      }
    }
  }
  const [re, im, V] = [new Float64Array(size), new Float64Array(size), new Float64Array(size * size)];
  if (!denseEigen(size, a, re, im, V)) throw new Error("the eigenvalues of the scene were not found");
  const values: { re: number; im: number }[] = [];
  const vectors: { re: Float64Array; im: Float64Array }[] = [];
  for (let k = 0; k < size; k++) {
    const first = im[k] < 0 ? k - 1 : k;
    const x = Float64Array.from({ length: n }, (_, i) => V[i * size + first]);
    const y = Float64Array.from({ length: n }, (_, i) =>
      im[k] === 0 ? 0 : Math.sign(im[k]) * V[i * size + first + 1],
    );
    solveTransposed(n, L, x);
    solveTransposed(n, L, y);
    vectors.push({ re: x, im: y });
    if (!undamped) values.push({ re: re[k], im: im[k] });
    else {
      // λ = √(−κ), the root that grows where there is one
      const length = modulus(re[k], im[k]);
      const real = Math.sqrt(Math.max(0, 0.5 * (length - re[k])));
      values.push({ re: real, im: Math.sqrt(Math.max(0, 0.5 * (length + re[k]))) });
    }
  }
  return { values, vectors };
}

/** L⁻¹ A L⁻ᵀ. */
function reduce(n: number, L: Float64Array, A: Float64Array): Float64Array {
  const out = A.slice();
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < i; k++) out[i * n + j] -= L[i * n + k] * out[k * n + j];
      out[i * n + j] /= L[i * n + i];
    }
  }
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      for (let k = 0; k < j; k++) out[i * n + j] -= L[j * n + k] * out[i * n + k];
      out[i * n + j] /= L[j * n + j];
    }
  }
  return out;
}

/** |a + i b| */
export function modulus(a: number, b: number): number {
  return Math.sqrt(a * a + b * b);
}
