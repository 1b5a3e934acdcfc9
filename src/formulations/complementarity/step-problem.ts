/** The problem as the solver takes it. */
export interface StepProblem {
  size: number;
  matrix: Float64Array;
  vector: Float64Array;
  kind: Uint8Array;
  lower: Float64Array;
  upper: Float64Array;
  cones: { count: number; start: Int32Array; size: Int32Array; mu: Float64Array };
}

export function createProblem(): StepProblem {
  return {
    size: 0,
    matrix: new Float64Array(0),
    vector: new Float64Array(0),
    kind: new Uint8Array(0),
    lower: new Float64Array(0),
    upper: new Float64Array(0),
    cones: { count: 0, start: new Int32Array(0), size: new Int32Array(0), mu: new Float64Array(0) },
  };
}
