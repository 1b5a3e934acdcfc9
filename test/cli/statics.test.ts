/** `stiction settle` and `stiction modes`, in this process. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { cliHere } from "./run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "stiction-statics-"));
afterAll(() => rmSync(folder, { recursive: true }));
const runCli = (args: readonly string[]) => cliHere(args, folder);
const file = (name: string, joints: string) => {
  const path = join(folder, `${name}.yaml`);
  writeFileSync(
    path,
    `name: ${name}
contact: none
formulation: augmented-lagrangian
bodies:
  - { name: bob, mass: 2.5, inertia: [0.1, 0.1, 0.1], position: [0.7, 0, 0] }
${joints}
`,
  );
  return path;
};
const pendulum = file("pendulum", "joints: [ { type: hinge, name: pin, bodyB: bob, at: [0, 0, 0], axis: [0, 1, 0] } ]");

test("settle prints pose and reactions", async () => {
  const { code, stdout } = await runCli(["settle", pendulum]);
  expect(code).toBe(0);
  expect(stdout).toContain("equilibrium  found");
  expect(stdout).toMatch(/bob +0, 0, -0\.7 /);
  expect(stdout).toMatch(/pin +hinge .*24\.525/);
});

test("settle takes settings of scene and search together", async () => {
  const { code, stdout } = await runCli(["settle", pendulum, "--set", "bodies.bob.mass=5", "--iterations", "80"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/pin +hinge .*49\.05/);
});

test("free fall is said, with exit code 1", async () => {
  const { code, stdout } = await runCli(["settle", file("stone", "")]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/not found: .*"bob"/);
});

test("modes as JSON, about the equilibrium", async () => {
  const { code, stdout } = await runCli(["modes", pendulum, "--json"]);
  expect(code).toBe(0);
  const { pose, modes } = JSON.parse(stdout);
  expect(pose).toBe("equilibrium");
  // ten digits of differences of forces
  expect(modes[0].omega).toBeCloseTo(Math.sqrt((2.5 * 9.81 * 0.7) / (0.1 + 2.5 * 0.49)), 9);
  expect(modes[0].shape[0].body).toBe("bob");
});

test("about a start that is no equilibrium, modes warn", async () => {
  const { code, stdout } = await runCli(["modes", pendulum, "--at-start"]);
  expect(code).toBe(0);
  expect(stdout).toContain("no equilibrium");
});
