// A CSV recording that was cut to nothing, zeroed or short of rows replays as "the bits agree"; a forged number of steps runs for ever.
import { compile, createData, type Spec, step, takeEvents } from "stiction";
import {
  attachRecorder,
  createRecorder,
  RECORDING_FORMATS,
  type Recording,
  RecordingError,
  type RecordingFormat,
  readRecording,
} from "stiction/io";
import { describe, expect, test } from "vitest";

const FULL = process.env.STICTION_FULL === "1";

const SPEC: Spec = {
  name: "small",
  formulation: "impulse",
  contact: "none",
  gravity: [0, 0, -3],
  bodies: [{ name: "a", mass: 2, velocity: [0, 1, 0] }],
  sensors: ["body/a/position.z"],
  events: [{ name: "low", when: "t > 0.0045" }],
};

interface Files {
  readonly bytes: Uint8Array;
  readonly beside: Uint8Array | undefined;
}

async function record(format: RecordingFormat, steps: number, every: number): Promise<Files> {
  const model = compile(SPEC);
  const data = createData(model);
  const parts: Uint8Array[] = [];
  let beside: Uint8Array | undefined;
  const sink = {
    write: (bytes: Uint8Array) => void parts.push(bytes.slice()),
    writeBeside: (_: string, bytes: Uint8Array) => {
      beside = bytes.slice();
    },
  };
  const recorder = await createRecorder(format, model, sink, { every, poseRate: 200, program: "test 2" });
  const detach = attachRecorder(data, recorder);
  for (let k = 0; k < steps; k++) {
    step(model, data);
    recorder.events(data, takeEvents(data));
  }
  await recorder.close(data);
  detach();
  return { bytes: new Uint8Array(Buffer.concat(parts)), beside };
}

/** What a reader makes of it; anything but a recording or a `RecordingError` of one line is thrown. */
async function outcome({ bytes, beside }: Files, format: RecordingFormat): Promise<Recording | string> {
  try {
    return await readRecording(bytes, `run.${format}`, beside);
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    expect(error.message).toMatch(/^run\.(mcap|csv|jsonl)[^\n]*$/);
    return error.message;
  }
}

/** Everything that a recording says, to compare two of them. */
const content = ({ notices: _, ...rest }: Recording) =>
  JSON.stringify(rest, (_key, v) => (v instanceof Float64Array ? [...v] : v));

describe.each(RECORDING_FORMATS)("a damaged .%s", async (format) => {
  const whole = await record(format, 11, 4);
  const good = content((await outcome(whole, format)) as Recording);
  const files = whole.beside === undefined ? (["bytes"] as const) : (["bytes", "beside"] as const);

  /** Refused, cut (no footer, and a notice), or read as what it was. */
  const check = async (damaged: Files, what: string) => {
    const got = await outcome(damaged, format);
    if (typeof got === "string") return "refused";
    if (got.footer === undefined) {
      expect(got.notices.join(), what).toContain("cut off");
      return "cut";
    }
    expect(content(got), what).toBe(good);
    return "harmless";
  };

  test.each(files)("in any byte of %s is refused, or what was changed means nothing", async (file) => {
    const bytes = whole[file]!;
    const counts = { refused: 0, cut: 0, harmless: 0 };
    for (let at = 0; at < bytes.length; at++) {
      // the larger .mcap, which has two standard checksums, at both ends and here and there; all of it in full runs
      const edge = at < 64 || at >= bytes.length - 64;
      if (format === "mcap" && !FULL && !edge && at % 37 !== 0) continue;
      for (const bit of format === "mcap" ? [at & 7] : [0, 1, 2, 3, 4, 5, 6, 7]) {
        const damaged = bytes.slice();
        damaged[at] ^= 1 << bit;
        counts[await check({ ...whole, [file]: damaged }, `bit ${bit} of byte ${at}`)]++;
      }
    }
    // line ends and blanks between them, which may be written in several ways
    expect(counts.harmless).toBeLessThan(0.01 * counts.refused);
  });

  test.each(files)("%s cut at any length is never taken for whole", async (file) => {
    const bytes = whole[file]!;
    const stride = format === "mcap" && !FULL ? 61 : 1;
    for (let length = 0; length < bytes.length - 2; length += stride) {
      const damaged = { ...whole, [file]: bytes.subarray(0, length) };
      expect(await check(damaged, `length ${length}`), `length ${length}`).not.toBe("harmless");
    }
  });

  test("that is zeroed is refused", async () => {
    expect(await outcome({ ...whole, bytes: new Uint8Array(whole.bytes.length) }, format)).toBeTypeOf("string");
  });

  test("says where it ends", async () => {
    const cut = await outcome({ ...whole, bytes: whole.bytes.subarray(0, whole.bytes.length - 30) }, format);
    const said = typeof cut === "string" ? cut : cut.notices.join();
    expect(said).toMatch(/run\.csv:\d+: ends here|line \d+|byte \d+/);
  });
});

describe("recordings of the first version, without checksums", () => {
  /** A recording as the first version wrote it. */
  async function old(steps: number): Promise<{ csv: string; beside: Record<string, never>; jsonl: string[] }> {
    const table = await record("csv", steps, 1);
    const beside = JSON.parse(new TextDecoder().decode(table.beside));
    for (const key of ["checksums", "table"]) delete beside[key];
    delete beside.footer.counts;
    beside.formatVersion = 1;
    const lines = new TextDecoder().decode((await record("jsonl", steps, 1)).bytes).split("\n");
    const jsonl = lines.map((line) =>
      line
        .replace(/,"check":"\w+"/, "")
        .replace('"formatVersion":2', '"formatVersion":1')
        .replace(/,"counts":\{.*\}\}$/, "}"),
    );
    return { csv: new TextDecoder().decode(table.bytes), beside, jsonl };
  }
  const bytesOf = (text: string) => new TextEncoder().encode(text);

  test("are read with a notice", async () => {
    const { csv, beside, jsonl } = await old(9);
    const table = await readRecording(bytesOf(csv), "run.csv", bytesOf(JSON.stringify(beside)));
    const lines = await readRecording(bytesOf(jsonl.join("\n")), "run.jsonl");
    for (const { notices, footer, times } of [table, lines]) {
      expect([notices.join(), footer?.steps, times.length]).toEqual([
        expect.stringContaining("has no checksums"),
        9,
        10,
      ]);
    }
  });

  test("are refused short of rows, and with a number of steps that no row bears out", async () => {
    const { csv, beside, jsonl } = await old(9);
    const companion = bytesOf(JSON.stringify(beside));
    const short = csv.split("\r\n").toSpliced(4, 1).join("\r\n");
    await expect(readRecording(bytesOf(short), "run.csv", companion)).rejects.toThrow("records end at step 8 of 9");
    await expect(readRecording(bytesOf(""), "run.csv", companion)).rejects.toThrow(RecordingError);
    const forged = jsonl.map((line) => line.replace('"steps":9,', '"steps":2147483647,'));
    await expect(readRecording(bytesOf(forged.join("\n")), "run.jsonl")).rejects.toThrow("records end at step 9");
    const missing = jsonl.filter((line) => !line.includes('"type":"sensors","step":5'));
    await expect(readRecording(bytesOf(missing.join("\n")), "run.jsonl")).rejects.toThrow(
      "expected the record of step 5",
    );
  });
});
