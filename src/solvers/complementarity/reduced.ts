/**
 * A problem whose free rows are eliminated: w_r = A_r z_r + b_r over the rows that are left.
 *
 *   z_f = −A_ff⁻¹ (A_fc z_c + b_f),   A_r = A_cc − A_cf A_ff⁻¹ A_fc,   b_r = b_c − A_cf A_ff⁻¹ b_f
 *
 * By Gauss–Jordan exchange with complete pivoting inside the free block, on a table that says every basic variable in
 * terms of the others: entries are compared relative to the largest of their row and column, so units do not matter.
 * Where the block is singular (redundant joints) the rows that cannot be exchanged are left over: those that vanish
 * altogether are dropped, and contradict others when they do not hold; the rest stays, of kind free.
 */
export interface ReducedProblem {
  /** Rows left. */
  size: number;
  matrix: Float64Array;
  vector: Float64Array;
  kind: Int32Array;
  /** Variable of the problem as given that each row's z is. */
  index: Int32Array;
  /** Whether anything was eliminated or dropped; if not, the arrays are copies. */
  eliminated: boolean;
}

export function createReduced(): ReducedProblem {
  return {
    size: 0,
    matrix: new Float64Array(0),
    vector: new Float64Array(0),
    kind: new Int32Array(0),
    index: new Int32Array(0),
    eliminated: false,
  };
}
