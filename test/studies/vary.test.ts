/** `stiction study run <scene> --vary …`: figures of the grid against runs of the library, the report, what it refuses. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildScene, compile, createData, sensorValues, step } from "stiction";
import { sceneByName } from "stiction/scenes";
import { type Curves, curveDifferences, plotSvg, type Row, ticks, verticalRange } from "stiction/studies";
import { beforeAll, describe, expect, test } from "vitest";
import { complementarityFields, STATISTIC } from "../../src/formulations/complementarity/complementarity-fields.js";
import { cliHere, temporaryFolder } from "../cli/run-cli.js";

const folder = temporaryFolder();
const here = (...args: string[]) => cliHere(args, folder);
const vary = (scene: string, ...args: string[]) => here("study", "run", scene, "--threads", "1", "--quiet", ...args);
const read = (...path: string[]) => readFileSync(join(folder, ...path), "utf8");

/** The triangle lands at 0.71 s. */
const DURATION = 0.8;
const GRID = ["--vary", "contact=peg,standard", "--vary", "dt=0.01,0.02", "--duration", String(DURATION)];
const SENSORS = ["body/falling/position.x", "body/falling/position.y", "body/falling/angle"];
const LABELS = ["contact=peg dt=0.01", "contact=peg dt=0.02", "contact=standard dt=0.01", "contact=standard dt=0.02"];

/** The same run by the library alone. */
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

/** Metrics by name, as the header of the CSV has them. */
const named = (csv: string, { metrics }: Row): Record<string, number | null> => {
  const titles = csv.split("\n")[0].split(",").slice(-metrics.length);
  return Object.fromEntries(titles.map((title, k) => [title.replace(/ \[.*/, ""), metrics[k]]));
};

describe("a grid of two by two", () => {
  let rows: Row[];
  let page: string;
  beforeAll(async () => {
    const out = await vary("triangle-drop", ...GRID, "--reference", "contact=peg", "--out", "out/grid", "--json");
    expect(out.stderr).toBe("");
    expect(out.code).toBe(0);
    rows = JSON.parse(out.stdout).rows;
    page = read("out", "grid", "report.html");
  });

  test("has every combination, the last axis fastest", () => {
    expect(rows.map(({ values: [contact, dt], state }) => [`contact=${contact} dt=${dt}`, state])).toEqual(
      LABELS.map((label) => [label, "done"]),
    );
  });

  test("its figures are those of the library's own runs, to the bit", () => {
    for (const row of rows) {
      const [contact, dt] = row.values;
      const other = direct(contact as string, dt as number);
      const value = named(read("out", "grid", "results.csv"), row);
      const curves = row.curves as Curves;
      expect(row.steps).toBe(other.steps);
      expect(value.rows).toBe(Math.max(...other.rows));
      expect(value.residual).toBe(Math.max(...other.residuals));
      expect(value.gap).toBe(other.gap);
      expect(value.energy).toBe(other.path[other.steps - 1][3]);
      expect(value.falling_angle).toBe(other.path[other.steps - 1][2]);
      expect(curves.names).toEqual(SENSORS);
      // the start, and every step
      expect(curves.time).toHaveLength(other.steps + 1);
      expect(curves.values.map((line) => line[0])).toEqual([1, 5, expect.closeTo(Math.PI / 3, 12)]);
      expect(curves.values).toEqual(
        SENSORS.map((_, k) => [curves.values[k][0], ...other.path.map((entry) => entry[k])]),
      );
    }
    // both contact models were there: the standard one foresees other contacts
    expect(rows[2].metrics).not.toEqual(rows[0].metrics);
  });

  test("hash as of `run`", async () => {
    const out = await here("run", "triangle-drop", "--param", "step=0.02", "--duration", String(DURATION), "--json");
    expect(rows[1].hash).toBe(JSON.parse(out.stdout).hash);
  });

  test("the page needs nothing else and has a plot for each sensor, a line for each run", () => {
    expect(page).not.toMatch(/(src|href)\s*=|@import|url\((?!#)/);
    const plots = page.match(/<svg[\s\S]*?<\/svg>/g)!;
    for (const svg of plots) checkXml(svg);
    SENSORS.forEach((name, k) => {
      expect(plots[k]).toContain(`<title id="p${k + 1}-t">${name} over time</title>`);
      const lines = [...plots[k].matchAll(/<path class="line c(\d)"[^>]*><title>([^<]*)<\/title>/g)];
      expect(lines.map((match) => match[2])).toEqual(LABELS);
      expect(lines.map((match) => match[1])).toEqual(["0", "0", "1", "1"]);
    });
    expect(page.match(/<td class="number">reference<\/td>/g)).toHaveLength(2 * SENSORS.length);
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map((match) => match[1]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("files of the folder, none half-written", () => {
    const files = readdirSync(join(folder, "out", "grid")).sort();
    expect(files.slice(0, 3)).toEqual([
      "01-body-falling-position-x-over-time.svg",
      "02-body-falling-position-y-over-time.svg",
      "03-body-falling-angle-over-time.svg",
    ]);
    expect(files.slice(-4)).toEqual(["report.html", "results.csv", "results.parquet", "rows.jsonl"]);
    for (const name of files.filter((file) => file.endsWith(".svg"))) checkXml(read("out", "grid", name));
  });

  test("the table has the figures, and the largest differences from the reference at equal step", async () => {
    const { code, stdout } = await vary("triangle-drop", ...GRID, "--reference", "contact=peg");
    expect(code).toBe(0);
    const lines = stdout.split("\n");
    expect(lines[1]).toMatch(/^ +contact +dt +energy \[J\] +notConverged +rows .* wall +status$/);
    const row = lines.find((line) => /^ +standard +0\.02 /.test(line))!;
    expect(row).toContain(` ${Number(direct("standard", 0.02).gap.toPrecision(5))} `);
    // the corner is caught at this step and pushed out, which the energy watch reports
    expect(row).toMatch(/ {2}1 × gained$/);
    const apart = lines
      .find((line) => line.startsWith("  contact=standard dt=0.01"))!
      .trim()
      .split(/ {2,}/);
    SENSORS.forEach((_, k) => {
      const by = rows[2].curves!.values[k].map((x, n) => Math.abs(x - rows[0].curves!.values[k][n]));
      expect(Number(apart[k + 1])).toBe(Number(Math.max(...by).toPrecision(5)));
    });
    // nothing is left behind without --out
    expect(readdirSync(folder)).toEqual(["out"]);
  });
});

test("a run that fails stops neither the grid nor the report", async () => {
  // the impulse formulation knows contacts = auto, not peg; complementarity the other way round
  const axes = ["--vary", "formulation=complementarity,impulse", "--vary", "formulation.contacts=peg,auto"];
  const { code, stdout } = await vary("triangle-drop", ...axes, "--duration", "0.05", "--out", "failing");
  expect(code).toBe(0);
  expect(stdout.match(/ {2}ok$/gm)).toHaveLength(2);
  expect(stdout.match(/ {2}failed: formulation\.contacts: unknown word "(auto|peg)"; .*$/gm)).toHaveLength(2);
  expect(read("failing", "report.html").match(/>failed: formulation\.contacts: /g)!.length).toBeGreaterThanOrEqual(2);
});

test("counts the steps that were not solved and names the first", async () => {
  // no solver leaves a residual of 1e-300, unless it is zero
  const axis = ["--vary", "formulation.tolerance=1e-10,1e-300", "--duration", String(DURATION)];
  const out = await vary("triangle-drop", ...axis, "--out", "unsolved", "--json");
  const [good, bad] = (JSON.parse(out.stdout).rows as Row[]).map((row) => named(read("unsolved", "results.csv"), row));
  expect([good.notConverged, good.firstNotConverged]).toEqual([0, null]);
  const first = direct("peg", 0.01).residuals.findIndex((r) => r > 1e-300) + 1;
  expect(first).toBeGreaterThan(1);
  expect(bad.firstNotConverged).toBe(first);
  expect(bad.notConverged).toBeGreaterThan(0);
});

describe("refuses, with the option and what to do", () => {
  test.each([
    [["--vary", "contcat=peg"], 2, /^--vary contcat=peg: unknown parameter "contcat"; did you mean "contact"\?/],
    [["--vary", "contact=peg,pgg"], 2, /^--vary contact=pgg: contacts: unknown word "pgg"; did you mean "peg"\?\n$/],
    [["--vary", "dt=0.01,-1"], 2, /^--vary dt=-1: step: expected a finite number > 0 and <= 0\.05 s, got -1\n$/],
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
    [[], 2, /^unknown study "triangle-drop"; .*--vary/],
    [["--dt", "0.01"], 2, /^--dt goes with --vary; a study file says it itself/],
    [
      ["--vary", "dt=0.01", "--reference", "contact=peg"],
      2,
      /^--reference contact: unknown factor "contact"; .*"?dt"?/,
    ],
    [["--vary", "dt=0.01", "--reference", "dt=1"], 2, /^--reference dt: dt has no value 1; expected one of 0\.01\n$/],
    [["--vary", "dt=0.01", "--out", "a-file"], 1, /^error: cannot write a-file\/rows\.jsonl: .*\n$/],
  ])("%j", async (args, code, message) => {
    writeFileSync(join(folder, "a-file"), "");
    const out = await vary("triangle-drop", ...args);
    expect(out.stderr).toMatch(message);
    expect([out.code, out.stdout]).toEqual([code, ""]);
  });
});

test("differences interpolate on lines and end where the shorter ends", () => {
  const line = (time: number[], values: number[]): Curves => ({ names: ["x"], units: ["m"], time, values: [values] });
  // x = 2 t against a reference that is 2 t + t at other times: −t, largest at the last common time
  const a = line([0, 1, 2, 3, 4], [0, 2, 4, 6, 8]);
  const b = line([0, 1.5, 3], [0, 4.5, 9]);
  expect(curveDifferences(a, b).x).toEqual({ max: 3, end: -3 });
  expect(curveDifferences(line([0, 1], [0, Number.NaN]), b).x.max).toBeNaN();
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
