/** Mutated scenes: each ends in one-line errors with file, line and path, or runs; never in a stack trace or a hang. */
import { compileUntyped, createData, SpecError, step } from "stiction";
import { formatProblems, parseSceneText, SceneTextError } from "stiction/io";
import { describe, expect, test } from "vitest";
import { rotatingSeed } from "../support/rotating-seed.js";
import { baseScenes, type Mutant, mutants, write } from "./mutations.js";

const FULL = process.env.STICTION_FULL === "1";
const COUNT = FULL ? 5000 : 100;
const SEED = 20_261_115;
/** Steps of a scene that compiles. */
const STEPS = FULL ? 10 : 3;

/** CPU time of this process, ms: the machine may be busy. */
const cpuTime = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** YAML takes a hundred times as long as JSON to write and read: the quick set has one scene in this many, others for each version of the sources. */
const EVERY = FULL ? 1 : 5;
const first = rotatingSeed(EVERY);

type Outcome = { lines: string[] } | { runs: unknown };

/** What the command line does with a file, without the process around it: lines about mistakes, or the scene that runs. */
async function attempt({ fileName, text }: Mutant): Promise<Outcome> {
  let locate: ((path: string) => { line: number; column: number }) | undefined;
  try {
    const parsed = await parseSceneText(text, fileName);
    locate = parsed.locate;
    const model = compileUntyped(parsed.spec);
    const data = createData(model);
    for (let k = 0; k < STEPS; k++) step(model, data);
    return { runs: parsed.spec };
  } catch (error) {
    if (error instanceof SceneTextError) return { lines: error.message.split("\n") };
    if (error instanceof SpecError) return { lines: formatProblems(error.problems, fileName, locate) };
    throw error;
  }
}

async function parsed(fileName: string, text: string): Promise<Outcome> {
  return { runs: (await parseSceneText(text, fileName)).spec };
}

describe("mutated scenes", () => {
  test.each(baseScenes().map((spec, k) => [String(spec.name), spec, k] as const))(
    "the scene %s is valid in both formats",
    async (_, spec, k) => {
      for (const json of k % EVERY === first ? [true, false] : [true]) {
        const [fileName, text] = [json ? "scene.json" : "scene.yaml", write(spec, json)];
        // what is read as the same data compiles and runs in the same way, and tests of scenes do that with all of them
        const outcome = FULL ? await attempt({ kind: "", fileName, text }) : await parsed(fileName, text);
        // as text: a comparison key by key takes longer than the simulation
        expect(JSON.stringify(outcome)).toBe(JSON.stringify({ runs: spec }));
      }
    },
  );

  test(`${COUNT} mutants of seed ${SEED} end in one-line errors or run`, async () => {
    const all = mutants(COUNT, SEED);
    expect(all).toHaveLength(COUNT);
    const errors = new Map<string, number>();
    let failed = 0;
    let slowest = { ms: 0, kind: "" };
    for (const [k, mutant] of all.entries()) {
      const begin = cpuTime();
      let outcome: Outcome;
      try {
        outcome = await attempt(mutant);
      } catch (error) {
        throw new Error(`mutant ${k} (${mutant.kind}, ${mutant.fileName}): ${error}\n${mutant.text.slice(0, 2000)}`, {
          cause: error,
        });
      }
      const ms = cpuTime() - begin;
      if (ms > slowest.ms) slowest = { ms, kind: `${mutant.kind} ${mutant.fileName}` };
      if ("runs" in outcome) continue;
      failed++;
      errors.set(mutant.kind, (errors.get(mutant.kind) ?? 0) + 1);
      expect(outcome.lines.length, `mutant ${k}`).toBeGreaterThan(0);
      for (const line of outcome.lines) {
        // file:line:column, then a path unless the scene itself is the problem or the text is no scene; a file that is too long is not read at all
        expect(line, `mutant ${k} ${mutant.kind}`).toMatch(
          /^scene\.(json|yaml)(:\d+:\d+ \S| expected at most \d+ characters, got )/,
        );
        expect(line.length).toBeLessThan(700);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may reach the terminal
        expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f]|\bat .*\.ts:|\[object|undefined/);
      }
    }
    console.log(`${failed} of ${COUNT} refused; slowest ${slowest.ms.toFixed(0)} ms (${slowest.kind})`);
    // nearly all mutations are mistakes; a few (another number, a title) leave a scene that runs
    expect(failed).toBeGreaterThan(0.6 * COUNT);
    for (const kind of [
      "zero-volume mesh",
      "inside-out mesh",
      "cyclic parents",
      "ten million",
      "duplicate name",
      "negative mass",
    ]) {
      const made = all.filter((mutant) => mutant.kind === kind).length;
      expect(made, kind).toBeGreaterThan(FULL ? 50 : 0);
      expect(errors.get(kind), `every mutant of kind ${kind} is refused`).toBe(made);
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
