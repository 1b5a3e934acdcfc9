/** `stiction run --gradient`: what it prints, records and refuses. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { applySetting, buildScene, compile, gradient, type Scene, type Spec } from "stiction";
import { sceneByName } from "stiction/scenes";
import { expect, test } from "vitest";
import { cliHere, temporaryFolder } from "./run-cli.js";

const folder = temporaryFolder();
const at = (name: string) => join(folder, name);
const here = (...args: string[]) => cliHere(args, folder);

interface Report {
  readonly parameter: string;
  readonly value: number;
  readonly unit: string;
  readonly time: number;
  readonly sensors: readonly { name: string; unit: string; derivative: number }[];
  readonly unsolvedSteps: number;
}

test("parameters of a scene and paths, as JSON at full precision", async () => {
  const args = [
    "--duration",
    "0.1",
    "--gradient",
    "wrt=length",
    "--gradient",
    "gravity.y",
    "--set",
    "bodies.bob.mass=2",
  ];
  const { code, stdout, stderr } = await here("run", "pendulum-rigid", "--json", ...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const { gradients, hash } = JSON.parse(stdout) as { gradients: Report[]; hash: string };
  expect(gradients.map(({ parameter, value, unit, time }) => [parameter, value, unit, time])).toEqual([
    ["length", 1, "m", 0.1],
    ["gravity.y", -9.81, "m/s^2", 0.1],
  ]);
  const build = (length: number): Spec =>
    applySetting(buildScene(sceneByName("pendulum-rigid") as Scene, { length }), "bodies.bob.mass", 2);
  const known = gradient(compile(build(1)), [{ name: "length", value: 1, unit: "m", build }, "gravity.y"], {
    duration: 0.1,
    every: 1000,
  });
  expect(gradients.flatMap(({ sensors }) => sensors.map(({ derivative }) => derivative))).toEqual([
    ...known.gradients[0],
  ]);
  expect(gradients[0].sensors.map(({ unit }) => unit)).toEqual(["1", "1", "N/m", "(m or rad)/m", "J/m"]);

  // the run is the one without gradients
  const plain = await here("run", "pendulum-rigid", "--json", "--duration", "0.1", "--set", "bodies.bob.mass=2");
  expect((JSON.parse(plain.stdout) as { hash: string }).hash).toBe(hash);
  expect(plain.stdout).not.toContain("gradients");
});

test("as text, and in recordings that replay", async () => {
  const asked = ["--gradient", "wrt=length", "--out", "run.csv", "--out", "run.jsonl", "--out", "run.mcap"];
  const { code, stdout } = await here("run", "pendulum-rigid", "--duration", "0.01", "--record-every", "4", ...asked);
  expect(code).toBe(0);
  expect(stdout).toContain("derivatives with respect to length (1 m) at 0.01 s");
  const lines = readFileSync(at("run.csv"), "utf8").trimEnd().split("\r\n");
  expect(lines[0].split(",").slice(6)).toEqual([
    "d(body/bob/position.x)/d(length)",
    "d(body/bob/position.y)/d(length)",
    "d(joint/bar/force.x)/d(length) [N/m]",
    "d(joint/bar/gap)/d(length) [(m or rad)/m]",
    "d(system/all/energy)/d(length) [J/m]",
  ]);
  // the start, every fourth step, the last
  expect(lines.slice(1).map((line) => Number(line.split(",")[0]))).toEqual([0, 0.004, 0.008, 0.01]);
  // y = −½ g t² for a short while, whatever the length; x starts at −length
  for (const line of lines.slice(1)) {
    const [x, y] = line.split(",").slice(6).map(Number);
    expect(Math.abs(x + 1)).toBeLessThan(1e-6);
    expect(Math.abs(y)).toBeLessThan(1e-6);
  }
  for (const file of ["run.csv", "run.jsonl", "run.mcap"]) {
    const replay = await here("replay", file);
    expect({ code: replay.code, agrees: replay.stdout.includes("the bits agree") }).toEqual({ code: 0, agrees: true });
  }
});

test("scene files have paths, and no parameters", async () => {
  writeFileSync(
    at("rod.yaml"),
    `duration: 0.01
contact: none
formulation: augmented-lagrangian
bodies:
  - { name: rod, mass: 3, inertia: [0.01, 0.25, 0.25], position: [0.5, 0, 0] }
joints:
  - { type: hinge, name: axle, bodyB: rod, at: [0, 0, 0], axis: [0, 1, 0] }
sensors: [joint/axle/position]
`,
  );
  const run = (...wrt: string[]) => here("run", "rod.yaml", ...wrt.flatMap((path) => ["--gradient", path]));
  const { code, stdout } = await run("wrt=bodies.rod.inertia[1]", "wrt=joints[0].at[0]");
  expect(code).toBe(0);
  expect(stdout).toContain("derivatives with respect to bodies.rod.inertia[1] (0.25 kg m^2) at 0.01 s");
  expect(stdout).toContain("derivatives with respect to joints[0].at[0] (0 m) at 0.01 s");
  expect(await run("wrt=bodies.rod.mas")).toEqual({
    code: 2,
    stdout: "",
    stderr: 'bodies.rod.mas: unknown number of the scene "bodies.rod.mas"; did you mean "bodies.rod.mass"?\n',
  });
});

test.each([
  [
    ["pendulum-rigid", "wrt=lenght"],
    '--gradient wrt=lenght: unknown parameter of the scene "lenght"; did you mean "length"?',
  ],
  [["pendulum-rigid", "wrt="], "--gradient wrt=: expected wrt=path, such as wrt=bodies.rod.mass"],
  [["pendulum-rigid", "by=length"], "--gradient by=length: expected wrt=path, such as wrt=bodies.rod.mass"],
  [
    ["pendulum-rigid", "gravity"],
    "gravity: is [0, -9.81, 0]; name one of its numbers: gravity.x, gravity.y, gravity.z",
  ],
  [
    ["pendulum", "wrt=stiffness"],
    'formulation: "forces" has no gradients; formulations that have: "augmented-lagrangian"',
  ],
  [
    ["flyball-governor", "wrt=formulation"],
    '--gradient wrt=formulation: expected a parameter that is a number; formulation is "augmented-lagrangian"',
  ],
  [
    ["four-bar-windows", "wrt=windows"],
    "windows: cannot be varied around 2: expected a whole number >= 1 and <= 1000, got 2.0006",
  ],
])("%j is refused in one line", async ([scene, wrt], line) => {
  expect(await here("run", scene, "--gradient", wrt)).toEqual({ code: 2, stdout: "", stderr: `${line}\n` });
});

test("equations without a solution are told, and fail under --strict", async () => {
  const args = ["run", "bricard", "--duration", "0.2", "--gradient", "wrt=joints.hinge2.at.z"];
  const { code, stdout } = await here(...args);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /trouble {2}derivatives with respect to joints\.hinge2\.at\.z: not solved in \d+ steps, first at 0\.\d+ s;/,
  );
  const strict = await here(...args, "--strict", "--quiet");
  expect({ code: strict.code, lines: strict.stderr.trim().split("\n").length }).toEqual({ code: 1, lines: 1 });
});
