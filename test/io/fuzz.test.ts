/** Recordings and problem files that were damaged are read or refused in one sentence; see also test/import/fuzz.test.ts. */
import { compile, createData, step } from "stiction";
import {
  attachRecorder,
  createRecorder,
  csvCompanionOf,
  parseProblemText,
  problemToJson,
  RECORDING_FORMATS,
  RecordingError,
  readRecording,
  SceneTextError,
} from "stiction/io";
import { describe, expect, test } from "vitest";
import { buildProblem } from "../../proof/reference/complementarity-problems.js";
import { DAMAGED, readDamaged } from "../support/damaged-files.js";

/** A short run of a falling ball, and the file beside it. */
async function recorded(format: (typeof RECORDING_FORMATS)[number]): Promise<[Uint8Array, Uint8Array | undefined]> {
  const model = compile({
    timestep: 0.01,
    sensors: ["body/ball/position"],
    bodies: [{ name: "ball", position: [0, 0, 1], shapes: [{ type: "sphere", radius: 0.1 }] }],
    events: [{ name: "low", when: "[body/ball/position.z] < 0.99" }],
  });
  const data = createData(model);
  const parts: Uint8Array[] = [];
  let beside: Uint8Array | undefined;
  const recorder = await createRecorder(format, model, {
    write: (bytes) => void parts.push(bytes.slice()),
    writeBeside: (_, bytes) => {
      beside = bytes;
    },
  });
  attachRecorder(data, recorder);
  for (let k = 0; k < 20; k++) step(model, data);
  await recorder.close(data);
  return [new Uint8Array(Buffer.concat(parts)), beside];
}

async function attempt(bytes: Uint8Array, name: string, beside?: Uint8Array): Promise<"read" | "refused"> {
  try {
    await readRecording(bytes, name, beside);
    return "read";
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    expect(error.message.startsWith(name) || error.message.startsWith(csvCompanionOf(name))).toBe(true);
    return "refused";
  }
}

describe(`${DAMAGED} recordings that were damaged are read or refused`, () => {
  test.each(RECORDING_FORMATS)(".%s", async (format) => {
    const [bytes, beside] = await recorded(format);
    const name = `run.${format}`;
    expect(await attempt(bytes, name, beside)).toBe("read");
    expect(await readDamaged(bytes, (damaged) => attempt(damaged, name, beside))).toBeLessThan(DAMAGED);
    if (beside !== undefined)
      expect(await readDamaged(beside, (damaged) => attempt(bytes, name, damaged))).toBeLessThan(DAMAGED);
  });
});

const PROBLEMS: readonly (readonly [string, string])[] = [
  ["json", problemToJson(buildProblem(60))],
  ["lcp", "3 1 3 3  2 2 2  2 3  2 3  3 2  0 1 2  0 1  0 1 3 2 4  1 5  -1 -2 -3"],
  ["mlcp", "0 1 1 1  -1  4  2  3  7  -8"],
  ["friction", "2 1 0 2 2 2 2  3 0  0 4  -1 0.5  0.3  1"],
];

test.each(PROBLEMS)(
  `${DAMAGED} problems as %s that were damaged are read or refused with their place`,
  async (format, text) => {
    expect(parseProblemText(text, "p.dat").format).toBe(format);
    const bytes = new TextEncoder().encode(text);
    await readDamaged(bytes, async (damaged) => {
      try {
        parseProblemText(new TextDecoder().decode(damaged), "p.dat");
        return "read";
      } catch (error) {
        if (!(error instanceof SceneTextError)) throw error;
        expect(error.message.startsWith("p.dat")).toBe(true);
        return "refused";
      }
    });
  },
);
