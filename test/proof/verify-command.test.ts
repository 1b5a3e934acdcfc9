/** `stiction verify` as a user meets it. */
import { describe, expect, test } from "vitest";
import { experiments, rowIds } from "../../proof/index.js";
import { cliHere, temporaryFolder } from "../cli/run-cli.js";

const folder = temporaryFolder();
const verify = (...args: string[]) => cliHere(["verify", ...args], folder);

describe("stiction verify", () => {
  test("prints a line per row, a summary, and exits 0", async () => {
    const { code, stdout, stderr } = await verify("gribel.v16");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const lines = stdout.trimEnd().split("\n");
    expect(lines[0]).toMatch(/id +expected +tolerance +measured +time/);
    expect(lines[1]).toMatch(/^✓ gribel\.v16\.mass +0 +± 1\.0e-12 +\S+ +\S+ \S+$/);
    expect(lines.at(-1)).toMatch(/^3 passed, 0 failed in /);
  });

  test("--json has the rows with full precision", async () => {
    const { code, stdout } = await verify("moisio.v32", "--json");
    const result = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(result).toMatchObject({ passed: 1, failed: 0 });
    expect(result.rows).toEqual([
      expect.objectContaining({ id: "moisio.v32", source: "moisio", expected: (10 * 0.2 * 0.2) / 6, pass: true }),
    ]);
    for (const key of ["quantity", "tolerance", "measured", "seconds"]) expect(result.rows[0]).toHaveProperty(key);
  });

  test("an unknown pattern: exit 2 and the nearest id", async () => {
    expect(await verify("own.fre-fall.height")).toEqual({
      code: 2,
      stdout: "",
      stderr: 'no experiment matches "own.fre-fall.height"; did you mean "own.free-fall.height"?\n',
    });
  });

  test("--list runs nothing and names every row", async () => {
    const { code, stdout } = await verify("--list", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout).rows.map((row: { id: string }) => row.id)).toEqual(experiments.flatMap(rowIds));
    expect((await verify("--list", "own.wrench")).stdout).toContain("own.wrench.spiral-velocity");
  });

  test("--list --missing prints the numbers of the manifests without a row", async () => {
    const { code, stdout } = await verify("--list", "--missing");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^gribel\.v39 /m);
    expect(stdout).toMatch(/^luaces\.h18 /m);
    expect(stdout).toMatch(/^gribel\.v17 .*in part/m);
    expect(stdout).not.toMatch(/^moisio\.v32 /m);
    expect(stdout).toMatch(/experiments missing, \d+ in part/);
  });
});
