/** Files of studies, optimisations and identifications with one mistake each: one line that names its place and what to do. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readIdentify, readOptimise } from "stiction/studies";
import { expect, test } from "vitest";
import { InputError } from "../../cli/errors.js";
import { inFile, loadFile, packStudy } from "../../cli/study/study-package.js";
import { temporaryFolder } from "../cli/run-cli.js";

const folder = temporaryFolder();

/** Line numbers in the cases count from `study: 1`. */
const GOOD = `study: 1
scene:
  timestep: 0.01
  duration: 0.2
  contact: none
  formulation: forces
  bodies: [{ name: ball, mass: 1, position: [0, 0, 1], shapes: [{ type: sphere, radius: 0.1 }] }]
  events: [{ name: low, crosses: "[body/ball/position.z] - 0.5", direction: down }]
factors:
  - { path: bodies.ball.velocity.z, name: v, unit: m/s, uniform: { low: -1, high: 1 } }
  - { path: formulation.integrator, name: method, values: [rk4, semi-implicit-euler] }
design: random
samples: 4
repetitions: 1
metrics:
  z: { final: "[body/ball/position.z]", unit: m }
  top: { crossing: "[body/ball/velocity.z]", unit: s }
stop: { when: "[body/ball/position.z] < 0" }
budget: { runs: 100 }
precision: [{ factor: v, metric: z }]
published: [{ metric: z, where: { method: rk4 }, value: 1 }]
`;
const UNIFORM = "uniform: { low: -1, high: 1 }";
const FINAL = 'final: "[body/ball/position.z]"';
const CROSSING = 'crossing: "[body/ball/velocity.z]"';
const BUDGET = "budget: { runs: 100 }";

/** The lines that the tool prints for a text. */
async function linesFor(text: string, check: (path: string) => Promise<unknown>): Promise<readonly string[]> {
  const path = join(folder, "bad.yaml");
  writeFileSync(path, text);
  try {
    await check(path);
  } catch (error) {
    if (error instanceof InputError) return error.lines.map((line) => line.replace(path, "bad.yaml"));
    if (error instanceof Error) return error.message.replaceAll(path, "bad.yaml").split("\n");
  }
  return [];
}

const studyLines = (text: string) => linesFor(text, async (path) => packStudy(await loadFile(path)));

test("the file without a mistake is accepted", async () => expect(await studyLines(GOOD)).toEqual([]));

test.each<[from: string, to: string, line: string | RegExp]>([
  ["study: 1\n", "study: 2\n", "1:1 study: expected 1, the version of this format, got 2"],
  ["study: 1\n", "", "1:1 study: expected 1, the version of this format, got nothing"],
  ["study: 1\n", "optimise: 1\n", "1:1 optimise: this is a file for `stiction optimise`; a study begins with study: 1"],
  ["study: 1\n", "study: 1\n\tx: 1\n", "2:1 YAML: Tabs are not allowed as indentation"],
  ["  bodies:", "  bodys:", /^7:\d+ scene: unknown key "bodys"; did you mean "bodies"\?/],
  ["mass: 1,", "mass: -1,", /^7:\d+ scene\.bodies\[0\]\.mass: expected a finite number > 0 kg, got -1/],
  // factors
  [
    "ball.velocity.z, n",
    "bell.velocity.z, n",
    /^10:\d+ factors\[0\]\.path: .*unknown entry of bodies "bell"; did you mean "ball"\?/,
  ],
  ["velocity.z, n", "velocty.z, n", /^10:\d+ factors\[0\]\.path: .*unknown key "velocty"; did you mean "velocity"\?/],
  ["formulation.integrator", "formulation.integratr", /^11:\d+ factors\[1\]\.path: .*did you mean "integrator"\?/],
  [UNIFORM, "values: []", /^10:\d+ factors\[0\]\.values: expected at least one value, got an empty list/],
  [UNIFORM, "uniform: { low: 1, high: -1 }", /^10:\d+ factors\[0\]\.uniform: expected low < high, got 1 and -1/],
  [UNIFORM, "uniform: { low: -1 }", /^10:\d+ factors\[0\]\.uniform\.high: expected a finite number, got nothing/],
  [UNIFORM, "log: { low: -1, high: 1 }", /^10:\d+ factors\[0\]\.log\.low: expected a number > 0, got -1/],
  [UNIFORM, "normal: { mean: 0, deviation: 0 }", /^10:\d+ factors\[0\]\.normal\.deviation: expected .* > 0, got 0/],
  [UNIFORM, "grid: { from: 0, to: 1, count: 0 }", /^10:\d+ factors\[0\]\.grid\.count: expected a whole number >= 1/],
  [
    UNIFORM,
    "grid: { from: 0, to: 1, count: 3, scale: log }",
    /^10:\d+ factors\[0\]\.grid: expected bounds of the same sign/,
  ],
  [UNIFORM, "unifrom: { low: -1, high: 1 }", /^10:\d+ factors\[0\]: unknown key "unifrom"; did you mean "uniform"\?/],
  [
    UNIFORM,
    `${UNIFORM}, values: [1]`,
    /^10:\d+ factors\[0\]: expected exactly one of values, .* got values and uniform/,
  ],
  [`, ${UNIFORM}`, "", /^10:\d+ factors\[0\]: expected exactly one of values, grid, uniform, log, normal, got none/],
  ["name: method", "name: v", /^11:\d+ factors\[1\]: the column "v" is that of factors\[0\] too; give it a name/],
  ["name: method", "name: hash", /^11:\d+ factors\[1\]\.name: "hash" is a column of every study; give another name/],
  ["[rk4, semi-implicit-euler]", "[rk5, rk4]", /^11:\d+ factors\[1\]\.values\[0\]: .*"rk5"; did you mean "rk4"\?/],
  ["[rk4, semi-implicit-euler]", "[rk4, rk5]", /^11:\d+ factors\[1\]\.values\[1\]: .*"rk5"; did you mean "rk4"\?/],
  ["[rk4, semi-implicit-euler]", "rk4", /^11:\d+ factors\[1\]\.values: expected a list, got "rk4"/],
  ["design: random", "design: sobbol", '12:1 design: unknown word "sobbol"; did you mean "sobol"?'],
  ["samples: 4", "sample: 4", '13:1 unknown key "sample"; did you mean "samples"?'],
  ["samples: 4", "samples: 0", "13:1 samples: expected a whole number >= 1 and <= 10000000, got 0"],
  ["samples: 4", "samples: 10000000", "9:1 factors: expected at most 10000000 runs, got 20000000"],
  ["repetitions: 1", "repetitions: 1.5", /^14:1 repetitions: expected a whole number >= 1 .*, got 1\.5/],
  // metrics
  [
    FINAL,
    'final: "[body/ball/positon.z]"',
    /^16:\d+ metrics\.z\.final: unknown quantity "positon"; did you mean "position"\?/,
  ],
  [FINAL, 'final: "[body/bal/position.z]"', /^16:\d+ metrics\.z\.final: unknown body "bal"; did you mean "ball"\?/],
  [FINAL, 'final: "[body/ball/position.z"', /^16:\d+ metrics\.z\.final: expected "\]" for the "\[" at character 1/],
  [FINAL, 'fnal: "t"', /^16:\d+ metrics\.z: unknown key "fnal"; did you mean "final"\?/],
  [`${FINAL}, `, "", /^16:3 metrics\.z: expected exactly one of final, .*, got none/],
  ["  z: {", "  z z: {", /^16:3 metrics\.z z: expected a name of letters, digits and _/],
  ["  z: {", "  method: {", /^16:3 metrics\.method: the name "method" is taken; give another one/],
  [CROSSING, "event: lo", /^17:3 metrics\.top: the scene has no event "lo"; did you mean "low"\?/],
  [
    CROSSING,
    "expression: z + speed",
    /^17:\d+ metrics\.top\.expression: unknown name "speed" .*it may name v, method, z/,
  ],
  [CROSSING, "figure: stepz", /^17:\d+ metrics\.top\.figure: expected one of steps, wall, .*, gap, got "stepz"/],
  // the rest
  ["position.z] < 0", "position.w] < 0", /^18:\d+ stop\.when: unknown component "w"; did you mean "x"\?/],
  [
    'when: "[body/ball/position.z] < 0"',
    "status: [notConvergd]",
    /^18:\d+ stop\.status\[0\]: .*did you mean "notConverged"\?/,
  ],
  [BUDGET, "budget: { runs: 0 }", /^19:\d+ budget\.runs: expected a whole number >= 1, got 0/],
  ["factor: v,", "factor: w,", /^20:\d+ precision\[0\]\.factor: unknown factor "w"; did you mean "v"\?/],
  [
    "published: [{ metric: z,",
    "published: [{ metric: zz,",
    /^21:\d+ published\[0\]\.metric: unknown metric "zz"; did you mean "z"\?/,
  ],
  [
    "where: { method:",
    "where: { methd:",
    /^21:\d+ published\[0\]\.where\.methd: unknown factor "methd"; did you mean "method"\?/,
  ],
  [BUDGET, "script: measure.js", /^19:1 script: cannot read measure\.js: no such file/],
  [BUDGET, "seedPath: bodies.ball.seed", /^19:1 seedPath: .*unknown key "seed"; known: name, /],
  [BUDGET, "set: { gravity.q: 1 }", /^19:\d+ set\.gravity\.q: .*unknown entry of gravity "q"/],
  [BUDGET, "params: { height: 1 }", /^19:1 params: a scene that is written out has no parameters; use set/],
  [BUDGET, "reference: { method: rk4 }", /^19:1 reference: needs sensors over time: give curves/],
  [
    BUDGET,
    "curves: 9\nreference: { method: rk5 }",
    /^20:\d+ reference\.method: method has no value "rk5"; expected one of rk4/,
  ],
])("%j instead of %j", async (from, to, line) => {
  expect(GOOD).toContain(from);
  const lines = await studyLines(GOOD.replace(from, to));
  expect(lines).toHaveLength(1);
  const found = lines[0].replace(/^bad\.yaml:/, "");
  if (typeof line === "string") expect(found).toBe(line);
  else expect(found).toMatch(line);
});

test.each<[key: "optimise" | "identify", more: string, line: RegExp]>([
  ["optimise", "metrics: {}", /^1:1 expected either minimise or maximise$/],
  ["optimise", "metrics: {}\nminimise: x\nmethod: newton", /^6:1 method: unknown word "newton"/],
  [
    "optimise",
    "metrics: {}\nminimise: x\nmethod: gradient\nconstraints: [x]",
    /^7:1 constraints: method gradient takes none/,
  ],
  ["identify", "trace: t.csv\nfit: []", /^5:1 fit: expected at least one column$/],
  ["identify", "fit: []", /trace: expected /],
])("%s with %j", async (key, more, line) => {
  const text = `${key}: 1\nscene: pendulum\nparameters: [{ path: length, low: 1, high: 2 }]\n${more}\n`;
  const lines = await linesFor(text, async (path) => {
    const loaded = await loadFile(path);
    await inFile(loaded, () => (key === "optimise" ? readOptimise(loaded.content) : readIdentify(loaded.content)));
  });
  expect(lines).toHaveLength(1);
  expect(lines[0].replace(/^bad\.yaml:? ?/, "")).toMatch(line);
});
