import { cos, sin } from "../../math/elementary.js";

/**
 * Points of a unit disk with weights that sum to one: rings at Gauss–Jacobi radii (weight r), equal angles, all but the innermost turned by half of one, so that the pattern is its own mirror image and best along its axes [Vilela2018, spec 4.8]. With n rings
 * every polynomial in r up to degree 2n − 1 has its exact mean, among them |ξ| = 2/3 and |ξ|² = 1/2.
 */
export interface Pattern {
  readonly count: number;
  /** ξ, 2 per point. */
  readonly point: Float64Array;
  readonly weight: Float64Array;
}

/** Rings × points per ring, ring after ring from the middle outwards. */
export function diskPattern(rings: number, perRing: number): Pattern {
  const { nodes, weights } = gaussJacobi(rings);
  const count = rings * perRing;
  const point = new Float64Array(2 * count);
  const weight = new Float64Array(count);
  for (let i = 0; i < rings; i++) {
    for (let j = 0; j < perRing; j++) {
      const at = perRing * i + j;
      const angle = ((2 * Math.PI) / perRing) * (j + (i > 0 ? 0.5 : 0));
      point[2 * at] = nodes[i] * cos(angle);
      point[2 * at + 1] = nodes[i] * sin(angle);
      weight[at] = weights[i] / perRing;
    }
  }
  return { count, point, weight };
}

/** P_n and P_n′ of Jacobi's polynomials with α = 0, β = 1: (n + 1)(2n − 1) P_n = [(4n² − 1)x − 1] P_{n−1} − (n − 1)(2n + 1) P_{n−2}. */
function jacobi(n: number, x: number): readonly [number, number] {
  let [before, p] = [0, 1];
  let [slopeBefore, slope] = [0, 0];
  for (let k = 1; k <= n; k++) {
    const scale = (k + 1) * (2 * k - 1);
    const a = (4 * k * k - 1) * x - 1;
    const b = (k - 1) * (2 * k + 1);
    const next = (a * p - b * before) / scale;
    const nextSlope = ((4 * k * k - 1) * p + a * slope - b * slopeBefore) / scale;
    [before, p] = [p, next];
    [slopeBefore, slope] = [slope, nextSlope];
  }
  return [p, slope];
}

/** Radii in (0, 1), ascending, and weights with sum 1, for the mean over a disk of what depends on the radius: the roots of P_n(2r − 1). */
function gaussJacobi(n: number): { nodes: number[]; weights: number[] } {
  const roots: number[] = [];
  for (let i = 0; i < n; i++) {
    let x = -cos((Math.PI * (i + 0.75)) / (n + 0.75));
    for (let k = 0; k < 60; k++) {
      const [p, slope] = jacobi(n, x);
      // without the roots that are known
      const known = roots.reduce((sum, root) => sum + 1 / (x - root), 0);
      const change = p / (slope - p * known);
      x -= change;
      if (Math.abs(change) < 1e-16) break;
    }
    roots.push(x);
  }
  roots.sort((a, b) => a - b);
  const raw = roots.map((x) => 1 / ((1 - x * x) * jacobi(n, x)[1] * jacobi(n, x)[1]));
  const sum = raw.reduce((s, w) => s + w, 0);
  return { nodes: roots.map((x) => 0.5 * (1 + x)), weights: raw.map((w) => w / sum) };
}
