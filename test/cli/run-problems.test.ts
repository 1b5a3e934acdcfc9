/** `stiction run --problems`: what a step solved can be solved again. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readHdf5 } from "../io/read-hdf5.js";
import { cliHere } from "./run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "stiction-problems-"));
afterAll(() => rmSync(folder, { recursive: true }));
const cli = (...args: string[]) => cliHere(args, folder);

test("a folder of JSON files, each solvable by stiction solve to the same residual", async () => {
  const out = join(folder, "steps");
  const { code, stdout } = await cli(
    "run",
    "staggered-stack",
    "--duration",
    "0.6",
    "--problems",
    out,
    "--record-every",
    "20",
  );
  expect(code).toBe(0);
  const files = readdirSync(out).sort();
  // boxes are within reach from the 34th step on: 40, 60, 80, 100, 120
  expect(files).toEqual([
    "step-000040.json",
    "step-000060.json",
    "step-000080.json",
    "step-000100.json",
    "step-000120.json",
  ]);
  expect(stdout).toMatch(/problems {3}5 in /);
  const solved = await cli("solve", join(out, files[4]), "--json");
  expect(solved.code).toBe(0);
  expect(solved.stdout).toMatch(/"status": "solved"/);
});

test("one HDF5 file with problem, solution, bodies and step", async () => {
  const out = join(folder, "steps.h5");
  const { code } = await cli("run", "triangle-drop", "--problems", out, "--record-every", "10");
  expect(code).toBe(0);
  const names = Object.keys(readHdf5(readFileSync(out)));
  for (const name of ["problem/matrix", "problem/vector", "solutions/solution", "bodies/velocities", "step/h"])
    expect(
      names.some((path) => path.endsWith(`mbs_frame000001/${name}`)),
      name,
    ).toBe(true);
});

test("refuses a scene without problems, and a place that cannot be written", async () => {
  const wrong = await cli("run", "pendulum", "--problems", join(folder, "x.h5"));
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toMatch(/only complementarity has problems/);
  const nowhere = await cli("run", "triangle-drop", "--problems", join(folder, "no", "such", "x.h5"));
  expect(nowhere.code).toBe(1);
  expect(nowhere.stderr).toMatch(/cannot write/);
  const proc = await cli("run", "triangle-drop", "--problems", "/proc/x");
  expect(proc.code).toBe(1);
  expect(proc.stderr).toMatch(/--problems \/proc\/x/);
});
