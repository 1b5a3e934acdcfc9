/** A run that is killed leaves recordings that open up to the cut and say so, whatever their format; a sink that fails is told. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { compile, createData, step } from "stiction";
import { attachRecorder, createRecorder, RECORDING_FORMATS, readRecording } from "stiction/io";
import { expect, test, vi } from "vitest";
import { PATIENCE_MS } from "../support/patience.js";
import { cliHere, startCli, temporaryFolder } from "./run-cli.js";

const folder = temporaryFolder();
const at = (name: string) => join(folder, name);

test("SIGKILL in the middle of a run: every recording opens up to the cut", async () => {
  const outs = RECORDING_FORMATS.flatMap((format) => ["--out", `run.${format}`]);
  const { child, result } = startCli(["run", "pendulum", "--duration", "1e5", "--quiet", ...outs], { cwd: folder });
  const parts = RECORDING_FORMATS.map((format) => at(`run.${format}.part`));
  const written = () => parts.every((part) => existsSync(part) && statSync(part).size > 20_000);
  await vi.waitUntil(() => written() || child.exitCode !== null, { timeout: PATIENCE_MS });
  child.kill("SIGKILL");
  expect(await result).toMatchObject({ code: null, stderr: "" });

  for (const format of RECORDING_FORMATS) {
    expect(existsSync(at(`run.${format}`)), "no file is called whole").toBe(false);
    const part = at(`run.${format}.part`);
    const beside = format === "csv" ? readFileSync(at("run.csv.json.part")) : undefined;
    const recording = await readRecording(readFileSync(part), `run.${format}.part`, beside);
    expect(recording.footer).toBeUndefined();
    expect(recording.notices.join()).toMatch(/cut off (after|in) (byte|line) \d+/);
    expect(recording.steps.length).toBeGreaterThan(10);
    // rows up to the cut are rows of the run, one after the other
    expect(Array.from(recording.steps.slice(0, 5))).toEqual([0, 1, 2, 3, 4]);
  }
  const { code, stdout, stderr } = await cliHere(["replay", "run.jsonl.part", "--no-simulate", "--quiet"], folder);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/^warning: run\.jsonl\.part was cut off after line \d+\n$/);
});

test.each(RECORDING_FORMATS)("a sink for .%s that fails ends the recording with its error", async (format) => {
  const model = compile({ bodies: [{ name: "a", mass: 1 }], sensors: ["body/a/position"] });
  const data = createData(model);
  let room = 4000;
  const write = (bytes: Uint8Array) => {
    room -= bytes.length;
    if (room < 0) throw new Error("no space left on the device");
  };
  const recording = async () => {
    const recorder = await createRecorder(format, model, { write, writeBeside: (_, bytes) => write(bytes) });
    attachRecorder(data, recorder);
    for (let k = 0; k < 400; k++) {
      step(model, data);
      if (k % 50 === 0) await recorder.flush();
    }
    await recorder.close(data);
  };
  await expect(recording()).rejects.toThrow("no space left on the device");
});
