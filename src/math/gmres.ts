/**
 * Linear systems by products alone: the generalized minimal residual method [SaadSchultz1986] with modified
 * Gram–Schmidt and Givens rotations, without restarts.
 *
 *   x_k minimises ‖b − A x‖₂ over span {b, A b, …, A^{k−1} b}
 *
 * For a preconditioned A near the identity a few products are enough. Where A is singular and the system consistent it
 * finds a solution; where it is not, the residual says so.
 */
export interface Gmres {
  readonly n: number;
  /** Most products. */
  readonly most: number;
  /** Orthonormal vectors, one after the other. */
  readonly basis: Float64Array;
  /** Upper triangle of the rotated Hessenberg matrix, column k from k (most + 1) on. */
  readonly upper: Float64Array;
  readonly cosine: Float64Array;
  readonly sine: Float64Array;
  readonly rotated: Float64Array;
}

/** Allocates the work for systems of n unknowns. */
export function createGmres(n: number, most: number): Gmres {
  const f64 = (size: number) => new Float64Array(size);
  return {
    n,
    most,
    basis: f64(n * (most + 1)),
    upper: f64(most * (most + 1)),
    cosine: f64(most),
    sine: f64(most),
    rotated: f64(most + 1),
  };
}

/**
 * x ← the solution of A x = b, for b in `x`; `multiply(v, out)` is out ← A v. Stops when ‖b − A x‖₂ ≤ tolerance, or
 * when nothing is gained any more. Returns the norm of the residual, NaN when a product is not finite.
 */
export function solveGmres(
  work: Gmres,
  multiply: (v: Float64Array, out: Float64Array) => void,
  x: Float64Array,
  tolerance: number,
): number {
  const { n, most, basis, upper, cosine, sine, rotated } = work;
  const vector = (k: number) => basis.subarray(k * n, (k + 1) * n);
  let residual = norm(x);
  const start = residual;
  if (!(residual > tolerance)) {
    x.fill(0);
    return residual;
  }
  const first = vector(0);
  for (let i = 0; i < n; i++) first[i] = x[i] / residual;
  rotated.fill(0);
  rotated[0] = residual;
  let used = 0;
  for (let k = 0; k < Math.min(most, n) && residual > tolerance; k++) {
    // the next vector, orthogonal to all before it
    const next = vector(k + 1);
    const h = upper.subarray(k * (most + 1), (k + 1) * (most + 1));
    multiply(vector(k), next);
    const length = norm(next);
    if (!Number.isFinite(length)) return Number.NaN;
    for (let j = 0; j <= k; j++) {
      const v = vector(j);
      h[j] = dot(next, v);
      for (let i = 0; i < n; i++) next[i] -= h[j] * v[i];
    }
    const rest = norm(next);
    const ended = rest <= 1e-14 * length;
    for (let i = 0; i < n; i++) next[i] = ended ? 0 : next[i] / rest;

    // its column, rotated to a triangle
    for (let j = 0; j < k; j++) {
      const t = cosine[j] * h[j] + sine[j] * h[j + 1];
      h[j + 1] = -sine[j] * h[j] + cosine[j] * h[j + 1];
      h[j] = t;
    }
    const below = ended ? 0 : rest;
    const radius = Math.sqrt(h[k] * h[k] + below * below);
    // A maps the last vector into the present subspace: singular
    if (radius <= 1e-14 * length) break;
    cosine[k] = h[k] / radius;
    sine[k] = below / radius;
    h[k] = radius;
    rotated[k + 1] = -sine[k] * rotated[k];
    rotated[k] *= cosine[k];
    used = k + 1;
    residual = Math.abs(rotated[k + 1]);
    if (ended || residual <= 1e-15 * start) break;
  }
  // back substitution
  x.fill(0);
  for (let k = used - 1; k >= 0; k--) {
    let sum = rotated[k];
    for (let j = k + 1; j < used; j++) sum -= upper[j * (most + 1) + k] * rotated[j];
    rotated[k] = sum / upper[k * (most + 1) + k];
    const v = vector(k);
    for (let i = 0; i < n; i++) x[i] += rotated[k] * v[i];
  }
  return residual;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

function norm(a: Float64Array): number {
  return Math.sqrt(dot(a, a));
}
