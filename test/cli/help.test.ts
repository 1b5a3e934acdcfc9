import { describe, expect, test } from "vitest";
import { createProgram } from "../../cli/program.js";
import { formatBytes, formatCount, formatFactor, formatNumber, formatSeconds } from "../../cli/text/numbers.js";
import { progressText } from "../../cli/text/progress.js";
import { formatTable } from "../../cli/text/table.js";

/** Output of `stiction …args --help`. */
async function help(args: readonly string[]): Promise<string> {
  let out = "";
  const program = createProgram();
  for (const command of [program, ...program.commands]) command.configureOutput({ writeOut: (text) => (out += text) });
  await expect(program.parseAsync(["node", "stiction", ...args, "--help"])).rejects.toMatchObject({ exitCode: 0 });
  return out;
}

describe("help", () => {
  const program = createProgram();
  const names = program
    .createHelp()
    .visibleCommands(program)
    .map((command) => command.name());

  test("lists the commands", async () => {
    expect(names).toEqual([
      "run",
      "study",
      "worker",
      "optimise",
      "identify",
      "link",
      "replay",
      "export",
      "render",
      "import",
      "info",
      "serve",
      "settle",
      "modes",
      "schema",
      "migrate",
      "new",
      "solve",
      "studio",
      "exercise",
      "verify",
      "bench",
    ]);
    const text = await help([]);
    for (const name of names) expect(text).toMatch(new RegExp(`^ {2}${name} `, "m"));
  });

  test.each(names)("%s says what it does, describes every option and gives an example", async (name) => {
    const text = await help([name]);
    expect(text).toMatch(new RegExp(`^Usage: stiction ${name} `));
    expect(text).toMatch(new RegExp(`\\nExamples?:\\n {2}\\$ stiction ${name}`));
    const command = createProgram().commands.find((c) => c.name() === name)!;
    expect(command.summary()).not.toBe("");
    for (const option of command.options) expect(option.description, option.flags).not.toBe("");
  });
});

describe("numbers for people", () => {
  test.each([
    [0, "0"],
    [-0, "0"],
    [1, "1"],
    [1 / 3, "0.333333"],
    [-9.81, "-9.81"],
    [123456.789, "123457"],
    [1234567.89, "1234568"],
    [1e7, "1e7"],
    [1.5e-5, "1.5e-5"],
    [-2.215e-7, "-2.215e-7"],
    [Number.NaN, "NaN"],
    [Number.POSITIVE_INFINITY, "Infinity"],
  ])("%d is %s", (x, text) => expect(formatNumber(x)).toBe(text));

  test("times, counts, bytes and factors", () => {
    expect([5e-10, 3.842e-6, 0.0005, 1.5, 75, 125, 7300].map(formatSeconds)).toEqual([
      "5e-10 s",
      "3.84 µs",
      "500 µs",
      "1.5 s",
      "75 s",
      "2 min 5 s",
      "2 h 1 min",
    ]);
    expect([0, 999, 1000, 1234567].map(formatCount)).toEqual(["0", "999", "1,000", "1,234,567"]);
    expect([12, 31_300, 1.5e6, 2e9].map(formatBytes)).toEqual(["12 B", "31.3 kB", "1.50 MB", "2.00 GB"]);
    expect([0.5, 13.24, 99.96, 12_345].map(formatFactor)).toEqual(["0.5×", "13.2×", "100×", "12,300×"]);
  });

  test("tables put decimal points under each other", () => {
    const rows = [
      ["a", "-1.25", "m"],
      ["long", "100", ""],
      ["b", "2.5e-7", "J"],
    ];
    expect(formatTable([{}, { align: "decimal" }, {}], rows, { indent: 1 })).toEqual([
      " a      -1.25    m",
      " long  100",
      " b       2.5e-7  J",
    ]);
    expect(formatTable([{ title: "x" }, { title: "n", align: "right" }], [["aa", "1"]])).toEqual(["x   n", "aa  1"]);
  });

  test("progress says how far, how fast and how long still", () => {
    expect(progressText(250, 1000, 2.5, 0.5)).toBe(" 25 %  t = 2.5 s  5× real time  1.5 s left");
  });
});
