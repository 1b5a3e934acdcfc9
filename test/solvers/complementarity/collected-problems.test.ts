/** Problems collected from the Siconos project, with their readme's own limits; only where that folder is. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { complementarity } from "stiction";
import { parseProblemText } from "stiction/io";
import { describe, expect, test } from "vitest";
import { root } from "../../support/tree.js";
import { solve } from "./support.js";

const data = join(root, "..", "shared", "data");
const folderOf = (name: string) => join(data, name);
const names = (folder: string) =>
  existsSync(folderOf(folder)) ? readdirSync(folderOf(folder)).filter((name) => name.endsWith(".dat")) : [];
const read = (folder: string, name: string) =>
  parseProblemText(readFileSync(join(folderOf(folder), name), "utf8"), name);
const expectedOf = (folder: string) => JSON.parse(readFileSync(join(folderOf(folder), "expected.json"), "utf8"));
const sizeOf = (values: ArrayLike<number>) => Math.max(1, ...Array.from(values, Math.abs));

describe.runIf(names("lcp").length > 0)("lcp", () => {
  test.each(names("lcp").flatMap((name) => ["active-set", "lemke"].map((solver) => [name, solver] as const)))(
    "%s by %s",
    (name, solver) => {
      const { problem, format } = read("lcp", name);
      expect(format).toBe("lcp");
      const { z, w, solved } = solve(problem, { solver });
      expect(solved).toBe(true);
      // the readme's judge: |min(z, w)| ≤ 1e-9 max(1, |q|)
      const residual = Math.max(...Array.from(z, (x, i) => Math.abs(Math.min(x, w[i]))));
      expect(residual).toBeLessThanOrEqual(1e-9 * sizeOf(problem.vector));
      const expected = expectedOf("lcp")[name];
      if (expected.unique && expected.basic !== undefined) {
        // relative to the solution; lcp_mmc has a condition of about 1e5
        for (const [i, x] of expected.basic[0].entries())
          expect(Math.abs(z[i] - x)).toBeLessThan(1e-9 * sizeOf(expected.basic[0]));
      }
    },
  );

  test("Murty's example takes 2⁶ pivots, as the readme counts", () => {
    const { problem } = read("lcp", "lcp_exp_murty2.dat");
    expect(solve(problem, { solver: "lemke" }).pivots).toBe(64);
  });

  test("the bimatrix game has exactly three solutions", () => {
    const { problem } = read("lcp", "lcp_CPS_3.dat");
    const { solutions } = complementarity.enumerateSolutions(4, problem.matrix, problem.vector);
    const basic = expectedOf("lcp")["lcp_CPS_3.dat"].basic as number[][];
    expect(solutions.length).toBe(basic.length);
    for (const z of basic) expect(solutions.some((s) => s.every((x, i) => Math.abs(x - z[i]) < 1e-12))).toBe(true);
  });
});

describe.runIf(names("friction").length > 0)("friction", () => {
  const solvers = ["active-set", "cone-newton", "cone-gauss-seidel"];
  test.each(names("friction").flatMap((name) => solvers.map((solver) => [name, solver] as const)))(
    "%s by %s",
    (name, solver) => {
      const { problem, format } = read("friction", name);
      expect(format).toBe("friction");
      const { w, solved, residual } = solve(problem, { solver });
      expect(solved).toBe(true);
      // the readme: 1e-8 (1 + |q|) is good; u to about 1e-6 where the matrix has full rank
      expect(residual).toBeLessThan(1e-8 * (1 + sizeOf(problem.vector)));
      const expected = expectedOf("friction")[name];
      if (expected.rank !== expected.rows) return;
      const u = new Float64Array(problem.size);
      complementarity.evaluateRows(problem, Float64Array.from(expected.r), u);
      const scale = Math.max(...Array.from(u, Math.abs));
      for (let i = 0; i < problem.size; i++) expect(Math.abs(w[i] - u[i])).toBeLessThan(1e-6 * scale);
    },
  );
});
