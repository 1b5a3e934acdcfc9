/** `stiction solve`, in this process. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readHdf5 } from "../io/read-hdf5.js";
import { cliHere } from "./run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "stiction-solve-"));
afterAll(() => rmSync(folder, { recursive: true }));
const runCli = (args: readonly string[]) => cliHere(args, folder);
const file = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

// A = [[2, −1], [−1, 2]], b = (−1, −1): z = (1, 1)
const lcp = file("two.dat", "2 0 2 2 2 2\n2 -1\n-1 2\n-1 -1\n");
const friction = file("one.dat", "3 1 0 3 3 3 3  1 0 0  0 1 0  0 0 1  -1 3 4  0.5");

test("prints status, residual, iterations, time and the solution", async () => {
  const { code, stdout } = await runCli(["solve", lcp]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/lcp, 2 rows: 2 complementary/);
  expect(stdout).toMatch(/active-set: solved/);
  expect(stdout).toMatch(/residual {4}0/);
  expect(stdout).toMatch(/ 0 {2}complementary {2}1 /);
});

test("--solver all compares all that apply", async () => {
  const { code, stdout } = await runCli(["solve", lcp, "--solver", "all", "--set", "relaxation=0.9"]);
  expect(code).toBe(0);
  for (const name of ["active-set", "lemke", "pgs", "psor", "interior-point", "enumerate"])
    expect(stdout).toMatch(name);
  expect(stdout).toMatch(/13 of 13 solved/);
  const cones = await runCli(["solve", friction, "--solver", "all"]);
  expect(cones.stdout).toMatch(/3 of 3 solved/);
});

test("--json has every number at full precision", async () => {
  const { stdout } = await runCli(["solve", friction, "--json", "--tolerance", "1e-12"]);
  const { results, format } = JSON.parse(stdout);
  expect(format).toBe("friction");
  expect(results[0].solved).toBe(true);
  expect(results[0].limit).toBe(4e-12);
  expect(results[0].z[1]).toBeCloseTo(-0.3, 12);
  expect(Object.keys(results[0].errors)).toEqual(["fischer", "fischerSquared", "cck", "cckSquared"]);
});

test("--out writes the problem with its solution, and it solves again from there", async () => {
  const path = join(folder, "out.json");
  expect((await runCli(["solve", lcp, "--out", path])).code).toBe(0);
  expect(JSON.parse(readFileSync(path, "utf8")).solution).toEqual([1, 1]);
  expect((await runCli(["solve", path])).code).toBe(0);
  const hdf5 = join(folder, "out.h5");
  expect((await runCli(["solve", lcp, "--out", hdf5])).code).toBe(0);
  expect(readHdf5(readFileSync(hdf5))["/mbs_frame000001/solutions/solution"].values).toEqual([1, 1]);
  expect((await runCli(["solve", lcp, "--out", join(folder, "out.txt")])).stderr).toMatch(/ends in \.json or \.h5/);
});

test("exit code 1 when it is not solved", async () => {
  const { code, stdout } = await runCli(["solve", file("ray.dat", "1 0 1 1 1 1 -1 -1"), "--solver", "lemke"]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/lemke: ray/);
});

test("wrong input: one line that names the place and the remedy, exit code 2", async () => {
  const cases: [string[], RegExp][] = [
    [["solve", join(folder, "none.dat")], /cannot read .*none\.dat: no such file/],
    [["solve", folder], /not a regular file/],
    [
      ["solve", file("bad.dat", "2 0 2 2 2 2\n2 -1\n-1 two\n-1 -1")],
      /bad\.dat:3:4 entry \(1, 1\) of the matrix: expected a finite number, got "two"/,
    ],
    [["solve", lcp, "--solver", "lemk"], /--solver: unknown solver "lemk"; did you mean "lemke"\?/],
    [
      ["solve", lcp, "--solver", "psor", "--set", "relaxation=3"],
      /--set relaxation: expected a finite number > 0 and <= 1\.999, got 3/,
    ],
    [["solve", lcp, "--set", "sped=3"], /--set sped: unknown setting/],
    [["solve", lcp, "--format", "lpc"], /--format: unknown format "lpc"; did you mean "lcp"\?/],
    [["solve", lcp, "--tolerance", "-1"], /Expected a number > 0/],
    [["solve", friction, "--solver", "pgs"], /pgs does not take friction cones; cone-newton/],
  ];
  for (const [args, message] of cases) {
    const { code, stderr } = await runCli(args);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
    expect(stderr.trim().split("\n").length).toBe(1);
  }
});
