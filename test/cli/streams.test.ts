/** Scenes from standard input, recordings to standard output, and files behind links. */
import { lstatSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readRecording } from "stiction/io";
import { describe, expect, test } from "vitest";
import { cliHere, startCli, temporaryFolder } from "./run-cli.js";

const folder = temporaryFolder();
const at = (name: string) => join(folder, name);
const SCENE = "duration: 0.02\nbodies:\n  - { name: ball, shapes: [{ type: sphere, radius: 0.3 }] }\n";

function piped(text: string, ...args: string[]) {
  const { child, result } = startCli(args, { cwd: folder });
  child.stdin?.end(text);
  return result;
}

describe("standard input and output", () => {
  test("a scene from standard input is recorded to standard output, and the report goes to the other stream", async () => {
    const { code, stdout, stderr } = await piped(SCENE, "run", "-", "--out", "-");
    expect(code).toBe(0);
    expect(stderr).toContain("20 steps");
    const recording = await readRecording(Buffer.from(stdout), "-.jsonl");
    expect(recording.footer?.steps).toBe(20);
    writeFileSync(at("piped.jsonl"), stdout);
    expect((await cliHere(["replay", "piped.jsonl", "--quiet"], folder)).stdout).toMatch(/^the bits agree/);
  });

  test("JSON is read too, an error has its place, and two writers of one stream are refused", async () => {
    const json = JSON.stringify({ duration: 0.01, bodies: [{ name: "a", mass: 1 }] });
    const [good, bad] = await Promise.all([piped(json, "run", "-", "--json"), piped("bodis: []\n", "run", "-")]);
    expect(JSON.parse(good.stdout).steps).toBe(10);
    expect(bad).toMatchObject({ code: 2, stdout: "" });
    expect(bad.stderr).toMatch(/^standard input.yaml:1:1 unknown key "bodis"; did you mean "bodies"\?/);
    writeFileSync(at("s.yaml"), SCENE);
    const refuse = async (...args: string[]) => (await cliHere(["run", "s.yaml", ...args], folder)).stderr;
    expect(await refuse("--json", "--out", "-")).toMatch(/both write to standard output/);
    expect(await refuse("--out", "-", "--out", "-.csv")).toMatch(/--out -.csv: given twice/);
    expect(await refuse("--out", "-.txt")).toMatch(/expected a file that ends in .*, or -/);
  });
});

test("--out follows a link: the file behind it is written and the link stays", async () => {
  writeFileSync(at("s.yaml"), SCENE);
  writeFileSync(at("old.jsonl"), "old");
  symlinkSync("old.jsonl", at("link.jsonl"));
  symlinkSync("link.jsonl", at("chain.jsonl"));
  symlinkSync("yet-to-come.jsonl", at("dangling.jsonl"));
  symlinkSync("circle.jsonl", at("circle.jsonl"));
  for (const name of ["chain.jsonl", "dangling.jsonl"])
    expect((await cliHere(["run", "s.yaml", "--quiet", "--out", name], folder)).code).toBe(0);
  for (const name of ["link.jsonl", "chain.jsonl", "dangling.jsonl"])
    expect(lstatSync(at(name)).isSymbolicLink()).toBe(true);
  for (const name of ["old.jsonl", "yet-to-come.jsonl"])
    expect((await readRecording(readFileSync(at(name)), name)).footer?.steps).toBe(20);
  const circle = await cliHere(["run", "s.yaml", "--quiet", "--out", "circle.jsonl"], folder);
  expect(circle).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^error: cannot write circle.jsonl: [^\n]*\n$/),
  });
});
