/** `stiction compare`: figures of the grid against runs of the library, the report, and what it refuses. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildScene, compile, createData, sensorValues, step } from "stiction";
import { sceneByName } from "stiction/scenes";
import { plotSvg, ticks, verticalRange } from "stiction/studies";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { differences, type Series, thin } from "../../cli/compare/series.js";
import { complementarityFields, STATISTIC } from "../../src/formulations/complementarity/complementarity-fields.js";
import { PATIENCE_MS } from "../support/patience.js";
import { cliHere, startCli, temporaryFolder } from "./run-cli.js";

const folder = temporaryFolder();
const here = (...args: string[]) => cliHere(args, folder);
const read = (...path: string[]) => readFileSync(join(folder, ...path), "utf8");

/** The triangle lands at 0.71 s. */
const DURATION = 0.8;
const GRID = ["--vary", "contact=peg,standard", "--vary", "dt=0.01,0.02", "--duration", String(DURATION)];
const SENSORS = ["body/falling/position.x", "body/falling/position.y", "body/falling/angle"];

interface Cell {
  readonly label: string;
  readonly values: Record<string, unknown>;
  readonly state: string;
  readonly error?: string[];
  readonly reference?: string;
  readonly run: {
    readonly steps: number;
    readonly energy: number;
    readonly hash: string;
    readonly notConverged: number;
    readonly firstNotConverged: number | null;
    readonly cpuTime: number;
    readonly problem: {
      readonly rows: { readonly mean: number; readonly max: number };
      readonly iterations: { readonly mean: number; readonly max: number };
      readonly residual: number;
      readonly gap: number;
    };
  };
  readonly series: Series;
  readonly differences?: Record<string, { max: number; end: number }>;
}

/** The same cell by the library alone. */
function direct(contacts: string, h: number) {
  const spec = { ...buildScene(sceneByName("triangle-drop")!, { contacts, step: h }), duration: DURATION };
  const model = compile({ ...spec, sensors: [...SENSORS, "system/all/energy"] });
  const data = createData(model);
  const steps = Math.round(DURATION / h);
  const values = new Float64Array(4);
  const rows: number[] = [];
  const path: number[][] = [];
  const residuals: number[] = [];
  let gap = Number.POSITIVE_INFINITY;
  for (let k = 0; k < steps; k++) {
    step(model, data);
    const { statistics } = complementarityFields(data);
    rows.push(statistics[STATISTIC.rows]);
    residuals.push(statistics[STATISTIC.residual]);
    if (statistics[STATISTIC.contacts] > 0) gap = Math.min(gap, statistics[STATISTIC.gap]);
    sensorValues(model, data, values);
    path.push([...values]);
  }
  return { steps, rows, residuals, gap, path };
}

describe("a grid of two by two", () => {
  let cells: Cell[];
  let page: string;
  beforeAll(async () => {
    const out = await here(
      "compare",
      "triangle-drop",
      ...GRID,
      "--reference",
      "contact=peg",
      "--out",
      "out/grid",
      "--json",
    );
    expect(out.stderr).toBe("");
    expect(out.code).toBe(0);
    cells = JSON.parse(out.stdout).cells;
    page = read("out", "grid", "report.html");
  });

  test("has every combination, the last axis fastest", () => {
    expect(cells.map(({ label, state }) => [label, state])).toEqual([
      ["contact=peg dt=0.01", "done"],
      ["contact=peg dt=0.02", "done"],
      ["contact=standard dt=0.01", "done"],
      ["contact=standard dt=0.02", "done"],
    ]);
  });

  test("its figures are those of the library's own runs, to the bit", () => {
    for (const { values, run, series } of cells) {
      const other = direct(values.contact as string, values.dt as number);
      expect(run.steps).toBe(other.steps);
      const sum = other.rows.reduce((total, n) => total + n, 0);
      expect(run.problem.rows).toEqual({ mean: sum / other.steps, max: Math.max(...other.rows) });
      expect(run.problem.residual).toBe(Math.max(...other.residuals));
      expect(run.problem.gap).toBe(other.gap);
      expect(run.energy).toBe(other.path[other.steps - 1][3]);
      expect(series.names).toEqual(SENSORS);
      // the start, and every step
      expect(series.time).toHaveLength(other.steps + 1);
      expect(series.values.map((line) => line[0])).toEqual([1, 5, expect.closeTo(Math.PI / 3, 12)]);
      expect(series.values).toEqual(SENSORS.map((_, k) => [series.values[k][0], ...other.path.map((row) => row[k])]));
    }
    // both contact models were there: the standard one foresees more
    expect(cells[2].run.problem.rows.max).not.toBe(cells[0].run.problem.rows.max);
  });

  test("hash as of `run`", async () => {
    const out = await here("run", "triangle-drop", "--param", "step=0.02", "--duration", String(DURATION), "--json");
    expect(cells[1].run.hash).toBe(JSON.parse(out.stdout).hash);
  });

  test("compares with the reference at equal step", () => {
    expect(cells.map(({ reference }) => reference)).toEqual([
      cells[0].label,
      cells[1].label,
      cells[0].label,
      cells[1].label,
    ]);
    for (const [i, j] of [
      [2, 0],
      [3, 1],
    ]) {
      SENSORS.forEach((name, k) => {
        const by = cells[i].series.values[k].map((x, n) => x - cells[j].series.values[k][n]);
        expect(cells[i].differences![name]).toEqual({ max: Math.max(...by.map(Math.abs)), end: by[by.length - 1] });
      });
    }
    expect(cells[0].differences![SENSORS[0]]).toEqual({ max: 0, end: 0 });
    expect(cells[2].differences![SENSORS[0]].max).toBeGreaterThan(0.01);
  });

  test("the page needs nothing else and has a plot for each sensor, a line for each cell", () => {
    expect(page).not.toMatch(/(src|href)\s*=|@import|url\((?!#)/);
    const plots = page.match(/<svg[\s\S]*?<\/svg>/g)!;
    expect(plots).toHaveLength(SENSORS.length);
    plots.forEach((svg, k) => {
      checkXml(svg);
      expect(svg).toContain(`<title id="p${k + 1}-t">${SENSORS[k]} over time</title>`);
      const lines = [...svg.matchAll(/<path class="line c(\d)"[^>]*><title>([^<]*)<\/title>/g)];
      expect(lines.map((match) => match[2])).toEqual(cells.map(({ label }) => label));
      expect(lines.map((match) => match[1])).toEqual(["0", "0", "1", "1"]);
    });
    for (const { label } of cells) expect(page).toContain(label);
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map((match) => match[1]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("files of the folder, none half-written", () => {
    const files = readdirSync(join(folder, "out", "grid")).sort();
    expect(files).toEqual([
      "01-body-falling-position.x.svg",
      "02-body-falling-position.y.svg",
      "03-body-falling-angle.svg",
      "report.html",
      "results.json",
    ]);
    for (const name of files.slice(0, 3)) checkXml(read("out", "grid", name));
    expect(JSON.parse(read("out", "grid", "results.json")).cells).toEqual(cells);
  });
});

test("the table has the figures of the results", async () => {
  const { code, stdout } = await here("compare", "triangle-drop", ...GRID);
  expect(code).toBe(0);
  const lines = stdout.split("\n");
  expect(lines[1]).toMatch(/^ {2}contact +dt +steps +wall +CPU +step p50 +rows mean \/ max .* status$/);
  const { rows, gap } = direct("standard", 0.02);
  const row = lines.find((line) => /^ {2}standard +0\.02 /.test(line))!;
  expect(row).toContain(` / ${Math.max(...rows)} `);
  expect(row).toContain(` ${Number(gap.toPrecision(4))} `);
  // the corner is caught at this step and pushed out, which the energy watch reports
  expect(row).toMatch(/ {2}1 × gained$/);
  expect(stdout).toContain("sensors at the end");
});

test("a cell that fails stops neither the grid nor the report", async () => {
  // the impulse formulation knows contacts = auto, not peg; complementarity the other way round
  const { code, stdout } = await here(
    ...[
      "compare",
      "triangle-drop",
      "--vary",
      "formulation=complementarity,impulse",
      "--vary",
      "formulation.contacts=peg,auto",
    ],
    ...["--duration", "0.05", "--out", "failing"],
  );
  expect(code).toBe(1);
  expect(stdout.match(/ {2}ok$/gm)).toHaveLength(2);
  expect(stdout.match(/ {2}failed: --vary formulation\.contacts=(auto|peg): .*$/gm)).toHaveLength(2);
  expect(read("failing", "report.html").match(/<td class="status trouble">failed: /g)).toHaveLength(2);
});

test("counts the steps that were not solved and names the first", async () => {
  // no solver leaves a residual of 1e-300, unless it is zero
  const vary = ["--vary", "formulation.tolerance=1e-10,1e-300", "--duration", String(DURATION)];
  const out = await here("compare", "triangle-drop", ...vary, "--json");
  const [good, bad] = JSON.parse(out.stdout).cells as Cell[];
  expect([good.run.notConverged, good.run.firstNotConverged]).toEqual([0, null]);
  const { residuals } = direct("peg", 0.01);
  const first = residuals.findIndex((r) => r > 1e-300) + 1;
  expect(first).toBeGreaterThan(1);
  expect(bad.run.firstNotConverged).toBe(first);
  expect(bad.run.notConverged).toBeGreaterThan(0);
  expect(out.code).toBe(0);
  const table = await here("compare", "triangle-drop", ...vary);
  expect(table.stdout).toMatch(new RegExp(`${bad.run.notConverged} not converged, first step ${first}$`, "m"));
});

test("Ctrl-C leaves what is done", async () => {
  /** Interrupts the command some time after it has opened its files, just before the first cell. */
  const interruptAfter = async (wait: number): Promise<string[]> => {
    const { child, result } = startCli(
      ["compare", "pendulum", "--vary", "duration=0.01,1e6", "--out", "interrupted", "--json"],
      { cwd: folder },
    );
    const part = join(folder, "interrupted", "results.json.part");
    await vi.waitUntil(() => existsSync(part), { timeout: PATIENCE_MS });
    setTimeout(() => child.kill("SIGINT"), wait);
    const { code, stdout } = await result;
    expect(code).toBe(130);
    return (JSON.parse(stdout).cells as Cell[]).map(({ state }) => state);
  };
  // the first cell takes milliseconds, the second would take hours; a busy machine may need longer for the first
  let wait = 1000;
  let states = await interruptAfter(wait);
  while (states[0] !== "done" && wait < PATIENCE_MS) states = await interruptAfter((wait *= 2));
  expect(states).toEqual(["done", "interrupted"]);
  expect(existsSync(join(folder, "interrupted", "report.html"))).toBe(true);
});

describe("refuses, with the option and what to do", () => {
  const many = Array.from({ length: 129 }, (_, k) => `${k + 1}e-12`).join(",");
  test.each([
    [["--vary", "contcat=peg"], 2, /^--vary contcat=peg: unknown parameter "contcat"; did you mean "contact"\?/],
    [["--vary", "contact=peg,pgg"], 2, /^--vary contact=pgg: unknown word "pgg"; did you mean "peg"\?\n$/],
    [["--vary", "dt=0.01,-1"], 2, /^--vary dt=-1: expected a finite number > 0 and <= 0\.05 s, got -1\n$/],
    [
      ["--vary", "formulation.slop=1"],
      2,
      /^--vary formulation\.slop=1: .*unknown key "slop"; did you mean "slope"\?\n$/,
    ],
    [["--vary", "contact="], 2, /^--vary contact=: the list is empty; expected contact=a,b,c\n$/],
    [["--vary", "contact=peg,,lnc"], 2, /^--vary contact=peg,,lnc: a value is missing between two commas\n$/],
    [["--vary", "dt=0.01,1e-2"], 2, /^--vary dt=0\.01,1e-2: the value 1e-2 is there twice\n$/],
    [["--vary", "dt=0.01", "--vary", "step=0.02"], 2, /^--vary step=0\.02: step is varied twice/],
    [["--vary", "dt=0.01", "--dt", "0.01"], 2, /^--vary dt=0\.01: --dt fixes it already; leave one of the two out\n$/],
    [[], 2, /^nothing to compare: give --vary name=a,b/],
    [
      ["--vary", "contact=peg,lnc", "--vary", `formulation.tolerance=${many}`],
      2,
      /^--vary: 2 × 129 = 258 cells; expected at most 256/,
    ],
    [
      ["--vary", "dt=0.01", "--reference", "contact=peg"],
      2,
      /^--reference contact=peg: contact is not varied; expected one of dt\n$/,
    ],
    [["--vary", "dt=0.01", "--reference", "dt=1"], 2, /^--reference dt=1: dt has no value 1; expected one of 0\.01\n$/],
    [
      ["--vary", "dt=0.01", "--out", "a-file"],
      1,
      /^error: --out a-file: cannot write there: it is a file; give another folder\n$/,
    ],
    [
      ["--vary", "dt=0.01", "--out", "a-file/in"],
      1,
      /^error: --out a-file\/in: cannot write there: part of the path is not a folder/,
    ],
  ])("%j", async (args, code, message) => {
    writeFileSync(join(folder, "a-file"), "");
    const out = await here("compare", "triangle-drop", ...args);
    expect(out.stderr).toMatch(message);
    expect([out.code, out.stdout]).toEqual([code, ""]);
  });
});

test("differences interpolate on lines and end where the shorter ends; thinning keeps both ends", () => {
  const line = (time: number[], values: number[]): Series => ({ names: ["x"], units: ["m"], time, values: [values] });
  // x = 2 t against a reference that is 2 t + t at other times: −t, largest at the last common time
  const a = line([0, 1, 2, 3, 4], [0, 2, 4, 6, 8]);
  const b = line([0, 1.5, 3], [0, 4.5, 9]);
  expect(differences(a, b).x).toEqual({ max: 3, end: -3 });
  expect(differences(line([0, 1], [0, Number.NaN]), b).x.max).toBeNaN();
  const long = line(
    Array.from({ length: 1234 }, (_, i) => i),
    Array.from({ length: 1234 }, (_, i) => -i),
  );
  const thinned = thin(long);
  expect([thinned.time.length, thinned.time[0], thinned.time.at(-1)]).toEqual([500, 0, 1233]);
  expect(thinned.values[0]).toEqual(thinned.time.map((t) => -t));
  expect(new Set(thinned.time).size).toBe(500);
});

test("ticks are round numbers that can be told apart", () => {
  expect(ticks(0, 1, 5).map(({ text }) => text)).toEqual(["0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
  expect(ticks(-3e-9, 3e-9, 3).map(({ text }) => text)).toEqual(["-2e-9", "0", "2e-9"]);
  const near = ticks(1 - 1e-8, 1 + 1e-8, 5).map(({ text }) => text);
  expect(new Set(near).size).toBe(near.length);
});

test("what ran away does not squeeze the rest, and lines at rest do not push out those that move", () => {
  const line = (...y: number[]) => ({ label: "a<b & \u0001", color: 0, dash: 0, x: y.map((_, i) => i), y });
  const moving = [line(0, 1), line(0, 2), line(1, 1)];
  expect(verticalRange(moving)).toEqual({ range: [-0.1, 2.1], outside: 0 });
  expect(verticalRange([...moving, line(0, 1e30)])).toEqual({ range: [-0.1, 2.1], outside: 1 });
  expect(verticalRange([line(3, 3), line(3, 3), line(3, 3), line(2, 4)])).toEqual({ range: [1.9, 4.1], outside: 0 });
  expect(verticalRange([line(0, 0.01), line(0, 1)]).outside).toBe(0);
  // names are escaped, and what is not finite breaks the line instead of the file
  const lines = [line(0, 1, Number.NaN, 1, Number.POSITIVE_INFINITY), line(0, 1e30), line()];
  const svg = plotSvg({ title: "<t>", xTitle: "t", yTitle: "&", lines: [...moving, ...lines] }, "p", true);
  checkXml(svg);
  expect(svg).toContain("1 line leaves the picture");
  const drawn = [...svg.matchAll(/ (?:d|x|y|width|height|viewBox)="([^"]*)"/g)].map((match) => match[1]).join(" ");
  expect(drawn).not.toMatch(/NaN|Infinity|undefined|e/);
  expect(svg.includes("\u0001")).toBe(false);
});

/** A judge of its own: tags are balanced, attributes quoted, no stray < or &. */
function checkXml(text: string): void {
  const open: string[] = [];
  const token =
    /<\?[^?]*\?>|<(\/?)([A-Za-z]+)((?:\s+[\w:-]+="[^"<&]*(?:&\w+;[^"<&]*)*")*)\s*(\/?)>|&(?:amp|lt|gt|quot);|[^<&]+/gy;
  let at = 0;
  for (let m = token.exec(text); m !== null; m = token.exec(text)) {
    at = token.lastIndex;
    if (m[2] === undefined) continue;
    if (m[1] === "/") expect(open.pop()).toBe(m[2]);
    else if (m[4] !== "/") open.push(m[2]);
    expect(open.length > 0 || m[2] === "svg").toBe(true);
  }
  expect(text.slice(at, at + 40)).toBe("");
  expect(open).toEqual([]);
}
