/** `stiction study`, `optimise`, `identify` as commands: results, going on after a cut, the same bits, and what they refuse. */
import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { beforeAll, describe, expect, test } from "vitest";
import { cliHere, temporaryFolder } from "../cli/run-cli.js";
import { TINY, withoutTimes } from "./support.js";

const folder = temporaryFolder();
const here = (...args: string[]) => cliHere(args, folder);
const read = (...path: string[]) => readFileSync(join(folder, ...path), "utf8");
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

describe("a study of twelve runs", () => {
  let whole: string;
  beforeAll(async () => {
    write("tiny.yaml", TINY(6));
    const { code, stderr } = await here("study", "run", "tiny.yaml", "--threads", "1", "--quiet", "--json");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    whole = read("tiny-results", "results.csv");
  });

  test("writes the same rows as CSV and as Parquet, in order, with states and hashes", async () => {
    const lines = whole.trimEnd().split("\n");
    expect(lines[0]).toBe(
      "row,v [m/s],method,repetition,seed,state,message,steps,time [s],status,wall [s],hash,z [m],top [s]",
    );
    expect(lines).toHaveLength(13);
    const file = await asyncBufferFromFile(join(folder, "tiny-results", "results.parquet"));
    const rows = await parquetReadObjects({ file });
    expect(rows.map(({ row }) => row)).toEqual(Array.from({ length: 12 }, (_, i) => i));
    for (const [i, row] of rows.entries()) {
      const cells = lines[i + 1].split(",");
      expect([String(row.v), row.method, row.hash, String(row.z)]).toEqual([cells[1], cells[2], cells[11], cells[12]]);
      // z = 1 + v t − ½ g t² by rk4, which is exact for it
      const t = 0.2;
      if (row.method === "rk4") expect(Number(row.z)).toBeCloseTo(1 + Number(row.v) * t - 4.905 * t * t, 12);
      // upwards at first: the top after v/g; downwards from the start: never
      if (Number(row.v) > 0.02) expect(Number(row.top)).toBeCloseTo(Number(row.v) / 9.81, 2);
      else if (Number(row.v) < 0) expect(row.top).toBeNull();
    }
  });

  test("goes on where a killed process stopped, in the middle of a line, and ends with the same table", async () => {
    const log = join(folder, "tiny-results", "rows.jsonl");
    const text = read("tiny-results", "rows.jsonl");
    const fifth = text.split("\n").slice(0, 5).join("\n").length;
    truncateSync(log, fifth + 30);
    const { code, stdout } = await here("study", "tiny.yaml", "--threads", "1", "--quiet");
    expect(code).toBe(0);
    expect(stdout).toContain("8 of them now");
    expect(withoutTimes(read("tiny-results", "results.csv"))).toBe(withoutTimes(whole));
  });

  test("reruns a row from the results alone to the same bits", async () => {
    const { code, stdout } = await here("study", "rerun", "tiny-results/results.parquet", "7");
    expect({ code, same: stdout.includes("the same bits") }).toEqual({ code: 0, same: true });
    expect((await here("study", "rerun", "tiny-results", "99")).stderr).toMatch(/has no run 99; it has 12 runs/);
  });

  test("reports as one page that loads nothing, with plots as files", async () => {
    const { code } = await here("study", "report", "tiny-results", "--svg");
    expect(code).toBe(0);
    const page = read("tiny-results", "report.html");
    expect(page).toContain("12 of 12 runs");
    expect(page).not.toMatch(/(?:src|href)="?https?:/);
    expect(existsSync(join(folder, "tiny-results", "01-z-by-v.svg"))).toBe(true);
  });

  test("refuses a folder of another study and a damaged log, each with its remedy", async () => {
    write("other.yaml", TINY(7));
    const other = await here("study", "run", "other.yaml", "--out", "tiny-results", "--quiet");
    expect(other.code).toBe(2);
    expect(other.stderr).toMatch(/holds the results of another study .* --fresh/);
    const text = read("tiny-results", "rows.jsonl");
    const lines = text.split("\n");
    lines[3] = lines[3].replace(/"done"/, '"dome"');
    write("tiny-results/rows.jsonl", lines.join("\n"));
    const damaged = await here("study", "run", "tiny.yaml", "--quiet");
    expect(damaged.stderr).toMatch(/rows\.jsonl: line 4 is damaged/);
    write("tiny-results/rows.jsonl", text);
    appendFileSync(join(folder, "tiny-results", "rows.jsonl"), "0000");
    expect((await here("study", "report", "tiny-results")).code).toBe(0);
  });
});

test.each([
  [
    "factors:\n  - { path: bodies.ball.velocity.z",
    "factors:\n  - { path: bodies.bell.velocity.z",
    /bad\.yaml:9:\d+ factors\[0\]\.path: .*"ball"/,
  ],
  ["uniform: { low: -1, high: 1 }", "values: []", /bad\.yaml:9:\d+ factors\[0\]\.values: .*at least one/],
  ["[body/ball/position.z]", "[body/ball/positon.z]", /bad\.yaml:13:\d+ metrics\.z\.final: .*position/],
  ["samples:", "sample:", /bad\.yaml:11:1 unknown key "sample"; did you mean "samples"/],
])("a bad study is one line with its place: %s → %s", async (from, to, message) => {
  write("bad.yaml", TINY(2).replace(from, to));
  const { code, stderr } = await here("study", "run", "bad.yaml");
  expect(code).toBe(2);
  expect(
    stderr
      .trimEnd()
      .split("\n")
      .filter((line) => message.test(line)),
  ).toHaveLength(1);
  expect(existsSync(join(folder, "bad-results"))).toBe(false);
});

test("an unreachable queue is one line, without its password, before anything runs", async () => {
  write("tiny.yaml", TINY(2));
  const { code, stderr } = await here(
    "study",
    "run",
    "tiny.yaml",
    "--queue",
    "redis://user:secret@127.0.0.1:1",
    "--out",
    "q",
  );
  expect(code).toBe(1);
  expect(stderr).toMatch(/^error: --queue redis:\/\/127\.0\.0\.1:1: no Redis answers there: .*ECONNREFUSED.*\n$/);
  expect(existsSync(join(folder, "q"))).toBe(false);
});

describe("optimise and identify", () => {
  const scene = `scene:
  timestep: 0.002
  duration: 1.2
  formulation: { type: forces, integrator: rk4 }
  contact: none
  gravity: [0, 0, 0]
  bodies: [{ name: bob, mass: 2, position: [1.1, 0, 0], shapes: [{ type: sphere, radius: 0.1 }] }]
  forces: [{ type: spring, name: k, bodyB: bob, restLength: 1, stiffness: 50, damping: 1 }]
`;

  test("finds the stiffness of a given period", async () => {
    write(
      "period.yaml",
      `optimise: 1\n${scene}parameters: [{ path: forces.k.stiffness, name: k, low: 20, high: 200, scale: log }]
metrics: { half: { crossing: "[body/bob/velocity.x]" } }
minimise: abs(half - 0.4)
method: nelder-mead
evaluations: 60
`,
    );
    const { code, stdout } = await here("optimise", "period.yaml", "--threads", "1", "--quiet", "--json");
    expect(code).toBe(0);
    // half a period π/ω of a damped swing: ω² = k/m − (c/2m)²
    const found = JSON.parse(stdout);
    const k = 2 * ((Math.PI / 0.4) ** 2 + (1 / 4) ** 2);
    expect(Math.abs(found.parameters[0].value / k - 1)).toBeLessThan(1e-3);
    expect(found.failed).toBe(0);
  });

  test("recovers stiffness and damping of a noisy trace within 2 %, and says what it cannot tell", async () => {
    const w = Math.sqrt(30 - 0.25 ** 2 / 4);
    let seed = 1;
    // a generator of its own: uniform noise of 2 mm
    const noise = () => {
      seed = (seed * 48271) % 2147483647;
      return 0.004 * (seed / 2147483647 - 0.5);
    };
    // m = 2, k = 60, c = 0.5: x = 1 + 0.1 e^(−ct/2m) (cos ωt + c/(2mω) sin ωt)
    const rows = Array.from({ length: 100 }, (_, i) => {
      const t = 0.01 * (i + 1);
      const x = 1 + 0.1 * Math.exp(-0.125 * t) * (Math.cos(w * t) + (0.125 / w) * Math.sin(w * t));
      return `${t},${x + noise()}`;
    });
    write("measured.csv", `time [s],x [m]\n${rows.join("\n")}\n`);
    write(
      "fit.yaml",
      `identify: 1\n${scene}parameters:
  - { path: forces.k.stiffness, name: stiffness, low: 10, high: 200, scale: log }
trace: measured.csv
fit: [{ column: x, sensor: "[body/bob/position.x]", deviation: 0.0012 }]
`,
    );
    const { code, stdout } = await here("identify", "fit.yaml", "--quiet", "--json");
    expect(code).toBe(0);
    const fit = JSON.parse(stdout);
    expect(Math.abs(fit.parameters[0].value / 60 - 1)).toBeLessThan(0.02);
    write(
      "fit.yaml",
      read("fit.yaml").replace(
        "trace:",
        "  - { path: bodies.bob.position.y, name: idle, low: -1e-9, high: 1e-9 }\ntrace:",
      ),
    );
    expect((await here("identify", "fit.yaml", "--quiet")).stdout).toMatch(/idle is not identifiable/);
  });
});
