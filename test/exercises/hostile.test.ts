/** Scripts that mean harm, or that went wrong: each is stopped with a message, and the host goes on. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { bundleScript } from "../../exercises/bundle.js";
import { loadExercise } from "../../exercises/load.js";
import { PATIENT, startExercise } from "../../exercises/run.js";
import type { Exercise } from "../../exercises/types.js";

const folder = mkdtempSync(join(tmpdir(), "hostile-"));
afterAll(() => rmSync(folder, { recursive: true }));

const FRAME = { time: 0, sensors: { depth: 1 }, inputs: { boom: 0 }, events: [] };

writeFileSync(
  join(folder, "exercise.yaml"),
  "id: hostile\ntitle: t\nsummary: s\nmachine: wheeled-excavator\nscene: excavator\nduration: 10\npassMark: 50\n",
);

/** What the trainee and the author read of a script whose `step` has this body. */
async function messageOf(body: string, before = "", patience = PATIENT): Promise<string> {
  const exercise = await load(`${before}
export default {
  criteria: { a: { title: "a", unit: "", most: 100, full: 1, none: 0 } },
  step(now) {
    ${body}
  },
};`);
  const run = startExercise(exercise, { seed: 1 }, patience);
  try {
    const report = run.step(FRAME);
    expect(run.finished).toBe(report?.finished);
    return report?.messages.map(({ text }) => text).join("\n") ?? "";
  } finally {
    run.close();
  }
}

async function load(code: string): Promise<Exercise> {
  writeFileSync(join(folder, "script.js"), code);
  return loadExercise(folder);
}

describe("a script is stopped", () => {
  test.each([
    ["endless loop", "for (;;) {}", "took too long"],
    ["endless loop that catches", "for (;;) { try { for (;;) {} } catch {} }", "took too long"],
    ["endless generator", "for (const x of (function* () { for (;;) yield 1; })()) {}", "took too long"],
    ["memory bomb", 'const all = []; for (;;) all.push({ k: "x".repeat(1000) + all.length });', "memory"],
    ["memory bomb of small things", "const all = []; for (;;) all.push({ k: 1 });", /memory|took too long/],
    ["memory bomb of arrays", "const all = []; for (;;) all.push(new Array(10000).fill(7));", "memory"],
    ["memory bomb of buffers", "const all = []; for (;;) all.push(new Uint8Array(1 << 19));", "memory"],
    ["memory bomb of text", 'let text = "x"; for (;;) text += text + text;', /memory|string/],
    ["buffer bomb", "const all = []; for (;;) all.push(new Uint8Array(1 << 24));", /memory|elements/],
    ["deep recursion", "const deeper = (x) => deeper(x + 1) + 1; deeper(0);", "nested too deeply"],
    ["deep JSON", 'JSON.parse("[".repeat(500000));', /nested too deeply|memory|stack/],
    ["promises without end", "const again = () => Promise.resolve().then(again); again();", "do not come to an end"],
    ["an async step that fails later", "Promise.resolve().then(() => { for (;;) {} });", "took too long"],
    ["flood of messages", "for (let k = 0; k < 1000; k++) now.inform('m' + k);", "more than 50 messages"],
    ["flood of events", "for (let k = 0; k < 1000; k++) now.note('a', 'b');", "more than 50 messages"],
    ["search over holes", "Array.prototype.indexOf.call({ length: 2 ** 52 }, 1);", "elements"],
    ["search over an empty giant", "new Array(2 ** 32 - 1).lastIndexOf(1);", "elements"],
    ["callbacks over holes", "new Array(2 ** 32 - 1).forEach(() => 1);", "elements"],
    ["join of a giant", 'new Array(2 ** 32 - 1).join("x");', "elements"],
    ["a giant as text", "String(new Array(2 ** 32 - 1));", "elements"],
    ["Array.from of a giant", "Array.from({ length: 2 ** 32 });", "elements"],
    ["search of long texts", '"a".repeat(4e6).indexOf("a".repeat(2e6) + "b");', "too long"],
    ["code from text", 'eval("1 + 1");', "eval and Function are not available"],
    ["code from text, by Function", '(() => 1).constructor("return 1")();', "eval and Function are not available"],
    ["clock", "Date.now();", "there is no Date"],
    ["network", 'fetch("https://example.org");', "no network"],
    ["the process", "process.exit(1);", "no processes"],
    ["timers", "setTimeout(() => 1, 1);", "no timers"],
    ["regular expressions", 'new RegExp("(a+)+$").test("a".repeat(40) + "b");', "no regular expressions"],
    ["what is thrown hangs", 'throw { get message() { for (;;) {} }, name: "x" };', ""],
    ["what is thrown is no error", 'throw "a word";', "a word"],
    ["misspelt sensor", "now.sensors.dept;", 'did you mean "depth"?'],
    ["misspelt lever", "now.inputs.bom;", 'did you mean "boom"?'],
    ["misspelt criterion", 'now.measure("b", 1);', 'there is no criterion "b"; criteria: a'],
  ])("%s", async (_, body, expected) => {
    const text = await messageOf(body);
    expect(text).toContain("the script was stopped");
    expect(text).toMatch(expected);
  });

  test.each([
    ["JSON.stringify of its own", 'JSON.stringify = () => "no";', "the script's report"],
    ["a report of its own", "JSON.stringify = () => '{\"progress\": 7}';", "the script's report is wrong: progress"],
    ["a giant report", 'JSON.stringify = () => "x".repeat(1e6);', "characters"],
    ["a report that is no text", "JSON.stringify = () => 7;", "gave no answer"],
    [
      "the prototype of objects",
      'Object.defineProperty(Object.prototype, "finished", { get: () => { for (;;) {} }, set() {} });',
      "",
    ],
  ])("that tries prototype tricks: %s", async (_, before, expected) => {
    const text = await messageOf("now.progress(0.5);", before);
    expect(text).toContain(expected);
    expect(({} as { finished?: unknown }).finished).toBeUndefined();
  });

  test("with the line of the author's file, also from a file that it imports", async () => {
    writeFileSync(
      join(folder, "helper.ts"),
      "export function depth(x: number): number {\n  return (x as any).y.z;\n}\n",
    );
    const text = await messageOf("depth(now.time);", 'import { depth } from "./helper.ts";');
    expect(text).toMatch(/helper\.ts:2:\d+ TypeError: cannot read property 'z' of undefined/);
    expect(await messageOf("\n\n    throw new Error('here');")).toMatch(/script\.js:7:\d+ here/);
  });

  test("that hangs within the interpreter, where instructions are not counted", async () => {
    // sorting bytes is one instruction, however long it takes
    const body = "const bytes = new Uint8Array(1 << 24); for (let k = 0; k < 9000; k++) bytes.sort();";
    expect(await messageOf(body, "", { ...PATIENT, silence: 1500 })).toContain("it hung");
  });

  test("and the next one runs as if nothing had been", async () => {
    const before = process.memoryUsage().rss;
    for (let k = 0; k < 6; k++) await messageOf('const all = []; for (;;) all.push("x".repeat(1e6) + all.length);');
    // six bombs fill 288 MB: threads give their memory back
    expect(process.memoryUsage().rss - before).toBeLessThan(200e6);
    expect(await messageOf('now.inform("all is well");')).toBe("all is well");
  });
});

describe("what a script may not import is refused when it is bundled", () => {
  test.each([
    ["node:fs", 'import { readFileSync } from "node:fs";\nreadFileSync("/etc/passwd");'],
    ["fs by require", 'require("fs");'],
    ["fs", 'import fs from "fs";\nfs.readFileSync("/etc/passwd");'],
    ["child_process", 'import("child_process");'],
    ["https", 'import "https://example.org/script.js";'],
    ["data", 'import "data:text/javascript,1";'],
  ])("%s", async (_, code) => {
    writeFileSync(join(folder, "script.js"), code);
    await expect(bundleScript(join(folder, "script.js"))).rejects.toThrow(
      /script\.js:1:\d+ .*(part of Node|by address)/,
    );
  });

  test("a mistake of syntax has its line and column", async () => {
    writeFileSync(join(folder, "script.js"), "export default {\n  step(now) {\n    now.inform(;\n  }\n};");
    await expect(bundleScript(join(folder, "script.js"))).rejects.toThrow(/script\.js:3:16 Unexpected ";"/);
  });
});
