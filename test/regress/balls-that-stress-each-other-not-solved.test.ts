// Ten balls in a box ended one step of 800 with notConverged: seven contacts stress each other, and the impulses at
// which one of them begins to slide are far from where sweeps and Newton's method stop, at 1.3e-6 m/s.
import { complementarity } from "stiction";
import { expect, test } from "vitest";
import stressed from "../fixtures/stressed-balls.json" with { type: "json" };

test("contacts whose matrix is singular are solved to the tolerance", () => {
  const { mu, vector, matrix } = stressed;
  const n = vector.length;
  const problem = {
    size: n,
    matrix: Float64Array.from(matrix.flat()),
    vector: Float64Array.from(vector),
    kind: new Uint8Array(n).fill(complementarity.ROW.cone),
    cones: {
      count: mu.length,
      start: Int32Array.from(mu, (_, c) => 3 * c),
      size: new Int32Array(mu.length).fill(3),
      mu: Float64Array.from(mu),
    },
  };
  const z = new Float64Array(n);
  const settings = complementarity.solverSettings({ solver: "cone-newton", tolerance: 1e-10, budget: 3e8 });
  const result = complementarity.solveComplementarity(problem, settings, complementarity.createWorkspace(), z);
  expect(result.status).toBe(complementarity.SOLVE_STATUS.solved);
  // a second opinion on the same z: no contact approaches or pulls, friction is within the cone, and opposes slip
  for (let c = 0; c < mu.length; c++) {
    const [wn, wt, wo] = [0, 1, 2].map((k) =>
      matrix[3 * c + k].reduce((sum, a, j) => sum + a * z[j], vector[3 * c + k]),
    );
    const [rn, rt, ro] = z.subarray(3 * c, 3 * c + 3);
    const friction = Math.hypot(rt, ro);
    expect(Math.min(wn, rn)).toBeGreaterThan(-1e-9);
    expect(friction).toBeLessThan(mu[c] * rn + 1e-9);
    expect(wt * rt + wo * ro).toBeLessThan(
      1e-9 - (friction > 0.999 * mu[c] * rn ? 0.99 * friction * Math.hypot(wt, wo) : 0),
    );
  }
});
