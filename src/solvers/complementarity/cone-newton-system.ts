import { type ComplementarityProblem, type FrictionCones, ROW, rowKind } from "./problem.js";

/**
 * Φ(z) and its derivative for Newton's method on the natural map, block by block with ρ = 1 / (diagonal of the block):
 *
 *   complementary, box   z − mid(l, u, z − ρ w)
 *   free                 ρ w
 *   cone                 r − P_K(x),  x = r − ρ (u + μ |u_t| n)   with the cone as a whole, after [AlartCurnier1991]
 *
 * dΦ = dz − DP (dz − ρ (A dz + μ n (u_t/|u_t|)·A_t dz)). At u_t = 0 the term of |u_t| is left out.
 */
export function fillConeSystem(
  problem: ComplementarityProblem,
  z: Float64Array,
  w: Float64Array,
  phi: Float64Array,
  jacobian: Float64Array,
): void {
  const { size: n, matrix, lower, upper, cones } = problem;
  for (let i = 0; i < n; i++) {
    const kind = rowKind(problem, i);
    if (kind === ROW.cone) continue;
    const o = i * n;
    const rho = rowStep(problem, i);
    const x = z[i] - rho * w[i];
    const l = kind === ROW.box ? (lower as Float64Array)[i] : 0;
    const u = kind === ROW.box ? (upper as Float64Array)[i] : Number.POSITIVE_INFINITY;
    if (kind === ROW.free || (x > l && x < u)) {
      phi[i] = rho * w[i];
      for (let j = 0; j < n; j++) jacobian[o + j] = rho * matrix[o + j];
    } else {
      phi[i] = z[i] - (x <= l ? l : u);
      for (let j = 0; j < n; j++) jacobian[o + j] = 0;
      jacobian[o + i] = 1;
    }
  }
  for (let c = 0; cones !== undefined && c < cones.count; c++) {
    fillCone(problem, cones, c, z, w, phi, jacobian);
  }
}

/** 1 / |aᵢᵢ|, or one over the largest entry of the row where it has no diagonal. */
function rowStep({ size: n, matrix }: ComplementarityProblem, i: number): number {
  const d = Math.abs(matrix[i * n + i]);
  if (d > 0) return 1 / d;
  let largest = 0;
  for (let j = 0; j < n; j++) largest = Math.max(largest, Math.abs(matrix[i * n + j]));
  return largest > 0 ? 1 / largest : 1;
}

/** Rows of block c. μ is read here: as an argument it would be boxed. */
function fillCone(
  problem: ComplementarityProblem,
  cones: FrictionCones,
  c: number,
  z: Float64Array,
  w: Float64Array,
  phi: Float64Array,
  jacobian: Float64Array,
): void {
  const { size: n, matrix } = problem;
  const first = cones.start[c];
  const size = cones.size[c];
  const mu = cones.mu[c];
  let trace = 0;
  for (let k = 0; k < size; k++) trace += Math.abs(matrix[(first + k) * n + first + k]);
  const rho = trace > 0 ? size / trace : 1;
  const two = size === 3;
  const ut = w[first + 1];
  const uo = two ? w[first + 2] : 0;
  const slip = Math.sqrt(ut * ut + uo * uo);
  const st = slip > 0 ? ut / slip : 0;
  const so = slip > 0 ? uo / slip : 0;
  const xn = z[first] - rho * (w[first] + mu * slip);
  const xt = z[first + 1] - rho * ut;
  const xo = two ? z[first + 2] - rho * uo : 0;
  const t = Math.sqrt(xt * xt + xo * xo);

  // P_K(x) and its derivative, 3 × 3
  let pn = xn;
  let pt = xt;
  let po = xo;
  let nn = 1;
  let nt = 0;
  let no = 0;
  let tt = 1;
  let to = 0;
  let oo = 1;
  if (t > mu * xn) {
    if (mu * t <= -xn) {
      pn = 0;
      pt = 0;
      po = 0;
      nn = 0;
      tt = 0;
      oo = 0;
    } else {
      const by = 1 / (1 + mu * mu);
      const dt = xt / t;
      const dO = xo / t;
      pn = (xn + mu * t) * by;
      pt = mu * pn * dt;
      po = mu * pn * dO;
      const side = (mu * pn) / t;
      const along = mu * mu * by;
      nn = by;
      nt = mu * dt * by;
      no = mu * dO * by;
      tt = along * dt * dt + side * dO * dO;
      to = (along - side) * dt * dO;
      oo = along * dO * dO + side * dt * dt;
    }
  }
  phi[first] = z[first] - pn;
  phi[first + 1] = z[first + 1] - pt;
  if (two) phi[first + 2] = z[first + 2] - po;

  const rn = first * n;
  const rt = rn + n;
  const ro = rt + n;
  for (let j = 0; j < n; j++) {
    const at = matrix[rt + j];
    const ao = two ? matrix[ro + j] : 0;
    const vn = (j === first ? 1 : 0) - rho * (matrix[rn + j] + mu * (st * at + so * ao));
    const vt = (j === first + 1 ? 1 : 0) - rho * at;
    const vo = two ? (j === first + 2 ? 1 : 0) - rho * ao : 0;
    jacobian[rn + j] = (j === first ? 1 : 0) - (nn * vn + nt * vt + no * vo);
    jacobian[rt + j] = (j === first + 1 ? 1 : 0) - (nt * vn + tt * vt + to * vo);
    if (two) jacobian[ro + j] = (j === first + 2 ? 1 : 0) - (no * vn + to * vt + oo * vo);
  }
}
