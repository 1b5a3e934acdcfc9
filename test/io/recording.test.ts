/** Recordings carry the scene and give every bit back; a changed one is found out. */
import { McapIndexedReader } from "@mcap/core";
import { buildScene, compile, compileUntyped, createData, type Spec, stateHash, step, takeEvents } from "stiction";
import {
  attachRecorder,
  createRecorder,
  createReplay,
  exactJson,
  exactNumber,
  RECORDING_FORMATS,
  type Recording,
  RecordingError,
  type RecordingFormat,
  readRecording,
} from "stiction/io";
import { scenes } from "stiction/scenes";
import { describe, expect, test } from "vitest";
import { RICH_SCENE } from "./mutations.js";

const FULL = process.env.STICTION_FULL === "1";
const ONE_FORMAT: RecordingFormat = "jsonl";

interface Recorded {
  readonly bytes: Uint8Array;
  readonly beside: Uint8Array | undefined;
  readonly hash: string;
}

/** Simulates `steps` steps and returns the bytes of the recording. */
async function record(spec: Spec, format: RecordingFormat, steps: number, every = 1): Promise<Recorded> {
  const model = compile(spec);
  const data = createData(model);
  const parts: Uint8Array[] = [];
  let beside: Uint8Array | undefined;
  const sink = {
    write: (bytes: Uint8Array) => void parts.push(bytes.slice()),
    writeBeside: (_suffix: string, bytes: Uint8Array) => {
      beside = bytes;
    },
  };
  const recorder = await createRecorder(format, model, sink, { every, program: "test 1" });
  const detach = attachRecorder(data, recorder);
  for (let k = 0; k < steps; k++) {
    step(model, data);
    recorder.events(data, takeEvents(data));
    if (k % 100 === 0) await recorder.flush();
  }
  const footer = await recorder.close(data);
  detach();
  expect(footer.hash).toBe(stateHash(data));
  return { bytes: new Uint8Array(Buffer.concat(parts)), beside, hash: footer.hash };
}

const read = ({ bytes, beside }: Recorded, format: RecordingFormat) => readRecording(bytes, `run.${format}`, beside);

function replay(recording: Recording) {
  const replayed = createReplay(recording, compileUntyped(recording.header.spec));
  while (replayed.advance(100) < replayed.steps);
  return replayed.result();
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const bytesOf = (content: string) => new TextEncoder().encode(content);

describe.each(RECORDING_FORMATS)("a recording in .%s", (format) => {
  // Every sort of item is in the rich scene. Shipped scenes are recorded in one format, a few steps of each: what a recording holds
  // depends neither on its length nor, beyond the rich scene's items, on the scene.
  // The quick set takes every fourth of them.
  const chosen = scenes.filter((_, k) => FULL || (format === ONE_FORMAT && k % 4 === 0));
  const shipped = chosen.map((scene) => buildScene(scene));

  test.each([RICH_SCENE, ...shipped].map((spec) => [String(spec.name), spec] as const))(
    "of %s comes out again bit for bit",
    async (_, spec) => {
      const steps = spec === RICH_SCENE ? 300 : FULL ? 60 : 4;
      const recorded = await record(spec, format, steps);
      const recording = await read(recorded, format);
      expect(recording.header.program).toBe("test 1");
      expect(recording.footer).toMatchObject({ steps, hash: recorded.hash, profile: "f64" });
      expect(recording.times).toHaveLength(steps + 1);
      const result = replay(recording);
      expect(result).toMatchObject({ agrees: true, hash: recorded.hash, different: 0, eventsAgree: true });
      const numbers = (steps + 1) * (1 + recording.columns.length) + recording.poses.values.length;
      expect(result.compared).toBe(numbers);
    },
  );

  test("takes every n-th step and the last", async () => {
    const recording = await read(await record(RICH_SCENE, format, 25, 10), format);
    expect(recording.steps).toEqual([0, 10, 20, 25]);
    expect(Array.from(recording.times)).toEqual([0, 0.01, 0.02, 0.025]);
    expect(replay(recording).agrees).toBe(true);
  });

  test("holds numbers that JSON and tables do not have, and the sign of zero", async () => {
    const spec: Spec = {
      bodies: [{ name: "a", mass: 1, position: [-0, 0, 0], velocity: [0, 0, -0] }],
      gravity: [0, 0, -0],
      sensors: [
        { name: "nan", expression: "0 / 0" },
        { name: "inf", expression: "1 / 0", unit: "m" },
        { name: "minus", expression: "-1 / 0" },
        { name: "zero", expression: "0 * -1" },
        { name: "time", expression: "t" },
        { name: "third", expression: "1 / 3" },
      ],
    };
    const recorded = await record(spec, format, 3);
    const recording = await read(recorded, format);
    const last = recording.columns.map((column) => column.at(-1));
    expect(last).toEqual([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 0.003, 1 / 3]);
    expect(Object.is(recording.header.spec.bodies?.[0].position?.[0], -0)).toBe(true);
    expect(replay(recording)).toMatchObject({ agrees: true, hash: recorded.hash });
  });

  test("of no steps is empty and agrees", async () => {
    const recording = await read(await record(RICH_SCENE, format, 0), format);
    expect(recording.times).toHaveLength(0);
    expect(recording.footer?.steps).toBe(0);
    expect(replay(recording).agrees).toBe(true);
  });

  test("that lost its end is no recording, or has no footer", async () => {
    const recorded = await record(RICH_SCENE, format, 50);
    const cut = { ...recorded, bytes: recorded.bytes.slice(0, Math.floor(recorded.bytes.length * 0.6)) };
    const outcome = await read(cut, format).catch((error: unknown) => error);
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(RecordingError);
    else expect(replay(outcome as Recording).agrees).toBe(false);
  });
});

describe("tampering is found", () => {
  test("with one sensor value in the middle", async () => {
    const recorded = await record(buildScene(scenes[0]), "jsonl", 100);
    const recording = await readRecording(recorded.bytes, "run.jsonl");
    const column = recording.header.columns.findIndex(({ name }) => name === "body/ball/position.z");
    // one unit in the last place
    recording.columns[column][50] *= 1 + 2 ** -52;
    const result = replay(recording);
    expect(result.agrees).toBe(false);
    expect(result.hash).toBe(recorded.hash);
    expect(result.different).toBe(1);
    expect(result.first).toMatchObject({ step: 50, name: "body/ball/position.z" });
  });

  test("with the scene, the hash, the events or the number of steps", async () => {
    const recorded = await record(buildScene(scenes[0]), "csv", 1000);
    const change = async (
      edit: (entry: { spec: Spec; footer: { steps: number; hash: string }; events: unknown[] }) => void,
    ) => {
      const entry = JSON.parse(text(recorded.beside!));
      // as the first version wrote it, without checksums and counts
      entry.formatVersion = 1;
      for (const key of ["checksums", "table"]) delete entry[key];
      delete entry.footer.counts;
      edit(entry);
      return replay(await readRecording(recorded.bytes, "run.csv", bytesOf(JSON.stringify(entry))));
    };
    expect((await change(() => {})).agrees).toBe(true);
    expect((await change((entry) => (entry.spec.gravity = [0, 0, -9.8]))).agrees).toBe(false);
    expect((await change((entry) => (entry.footer.hash = entry.footer.hash.replace(/.$/, "x")))).agrees).toBe(false);
    expect((await change((entry) => entry.events.pop())).eventsAgree).toBe(false);
    // the last record is of step 1000
    for (const steps of [900, 1001, 2 ** 31 - 1])
      await expect(change((entry) => (entry.footer.steps = steps))).rejects.toThrow(RecordingError);
  });

  test("by checksum in .mcap", async () => {
    const recorded = await record(buildScene(scenes[0]), "mcap", 100);
    const bytes = recorded.bytes.slice();
    const at = Buffer.from(bytes).indexOf('"step":50');
    bytes[at + 8] ^= 1;
    await expect(readRecording(bytes, "run.mcap")).rejects.toThrow(
      /^run\.mcap: is no readable \.mcap file: it is damaged between bytes \d+ and \d+: the checksum does not agree$/,
    );
  });
});

describe("files that are no recordings", () => {
  test.each([
    ["run.txt", "", "run.txt: expected a recording that ends in .mcap, .csv, .jsonl"],
    ["run.jsonl", "", "run.jsonl: is empty"],
    ["run.jsonl", "hello\n", "run.jsonl:1: expected a JSON object"],
    ["run.jsonl", "{}\n", "run.jsonl:1: expected a header with the scene in the first line"],
    ["run.jsonl", '{"type":"header"}\n', "run.jsonl:1: is no recording of Stiction"],
    ["run.csv", "time\n", "run.csv: the scene of this recording is expected beside it, in run.csv.json"],
    ["run.mcap", "x".repeat(200), "run.mcap: is no readable .mcap file: "],
    ["run.mcap", "", "run.mcap: is no readable .mcap file: it ends too early"],
  ])("%s holding %j", async (name, content, message) => {
    const error = await readRecording(bytesOf(content), name).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RecordingError);
    expect((error as Error).message).toContain(message);
    expect((error as Error).message).not.toContain("\n");
  });
});

describe(".csv", () => {
  test("is a plain table with units, quoted where needed", async () => {
    const spec: Spec = {
      bodies: [{ name: "a", mass: 1 }],
      sensors: ["body/a/position.z", "body/a/orientation.w", { name: "odd", expression: "t", unit: 'm, "so"' }],
    };
    const { bytes } = await record(spec, "csv", 1);
    const lines = text(bytes).split("\r\n");
    expect(lines[0]).toBe('time [s],body/a/position.z [m],body/a/orientation.w,"odd [m, ""so""]"');
    expect(lines[1]).toBe("0,0,1,0");
    expect(lines).toHaveLength(4);
    expect(lines[3]).toBe("");
  });
});

describe(".mcap", () => {
  const readable = (bytes: Uint8Array) => ({
    size: async () => BigInt(bytes.length),
    read: async (offset: bigint, size: bigint) => bytes.subarray(Number(offset), Number(offset + size)),
  });

  test("opens with the format's own reader: Foxglove's schemas, ascending times, everything there", async () => {
    const { bytes, hash } = await record(RICH_SCENE, "mcap", 1000);
    const reader = await McapIndexedReader.Initialize({ readable: readable(bytes) });
    const topics = Object.fromEntries(
      [...reader.channelsById.values()].map(({ topic, schemaId, messageEncoding }) => {
        const schema = reader.schemasById.get(schemaId)!;
        expect([messageEncoding, schema.encoding]).toEqual(["json", "jsonschema"]);
        expect(JSON.parse(text(schema.data))).toMatchObject({ type: "object" });
        return [topic, schema.name];
      }),
    );
    expect(topics).toEqual({
      "/scene": "foxglove.SceneUpdate",
      "/tf": "foxglove.FrameTransforms",
      "/contacts": "foxglove.SceneUpdate",
      "/tf_static": "foxglove.FrameTransforms",
      "/sensors": "stiction.Sensors",
      "/events": "stiction.Event",
    });

    // log times ascend in the order of the file, not only after sorting
    const counts: Record<string, number> = {};
    let last = -1n;
    for await (const message of reader.readMessages()) {
      expect(message.logTime >= last).toBe(true);
      last = message.logTime;
      const { topic } = reader.channelsById.get(message.channelId)!;
      counts[topic] = (counts[topic] ?? 0) + 1;
    }
    expect(last).toBe(1_000_000_000n);
    // 60 poses per second and one at the start; every step and the start
    expect(counts).toMatchObject({ "/scene": 1, "/tf_static": 1, "/tf": 61, "/sensors": 1001 });
    expect(counts["/events"]).toBeGreaterThan(0);
    const [end] = await collect(reader.readMetadata({ name: "stiction-end" }));
    expect(end.metadata.get("hash")).toBe(hash);
    expect(end.metadata.get("steps")).toBe("1000");
    const [metadata] = await collect(reader.readMetadata({ name: "stiction" }));
    expect(JSON.parse(metadata.metadata.get("spec")!)).toMatchObject({ name: "rich" });
  });

  test("shows shapes where the bodies are", async () => {
    const spec: Spec = {
      contact: "none",
      bodies: [
        {
          name: "lever",
          position: [1, 2, 3],
          color: "#f80",
          shapes: [
            { type: "box", halfExtents: [1, 2, 3], position: [1, 0, 0] },
            { type: "sphere", radius: 0.5, position: [-1, 0, 0] },
            { type: "cone", radius: 0.1, height: 1 },
          ],
        },
        { name: "floor", type: "static", position: [0, 0, -1], shapes: [{ type: "plane" }] },
      ],
      gravity: [0, 0, 0],
    };
    const { bytes } = await record(spec, "mcap", 1);
    const reader = await McapIndexedReader.Initialize({ readable: readable(bytes) });
    const messages: Record<string, Record<string, never>> = {};
    for await (const { channelId, data } of reader.readMessages()) {
      messages[reader.channelsById.get(channelId)!.topic] ??= JSON.parse(text(data));
    }
    // the centre of mass is not the origin of the frame: shapes and frame must both be in the body's own frame
    const [lever] = messages["/scene"].entities as {
      cubes: object[];
      spheres: object[];
      triangles: object[];
      frame_id: string;
    }[];
    expect(lever).toMatchObject({ frame_id: "lever", frame_locked: true, id: "lever" });
    expect(lever.cubes).toMatchObject([{ size: { x: 2, y: 4, z: 6 }, color: { r: 1, b: 0, a: 1 } }]);
    const [cube] = lever.cubes as { pose: { position: { x: number; y: number; z: number } } }[];
    expect(cube.pose.position.x).toBeCloseTo(1, 12);
    expect(lever.spheres).toMatchObject([{ size: { x: 1, y: 1, z: 1 } }]);
    expect(lever.triangles).toHaveLength(1);
    const [pose] = messages["/tf"].transforms as {
      translation: { x: number; y: number; z: number };
      child_frame_id: string;
    }[];
    expect(pose).toMatchObject({ child_frame_id: "lever", parent_frame_id: "world" });
    expect([pose.translation.x, pose.translation.y, pose.translation.z].map((c) => c.toFixed(12))).toEqual(
      [1, 2, 3].map((c) => c.toFixed(12)),
    );
    expect(messages["/tf_static"].transforms).toMatchObject([
      { child_frame_id: "floor", translation: { x: 0, y: 0, z: -1 } },
    ]);
  });
});

async function collect<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of list) all.push(item);
  return all;
}

describe("exact JSON", () => {
  test("gives every number back", () => {
    const values = [
      0,
      -0,
      1 / 3,
      5e-324,
      Number.MAX_VALUE,
      2 ** 53 + 2,
      -1e-7,
      1e21,
      Number.NaN,
      Number.POSITIVE_INFINITY,
    ];
    const back = (JSON.parse(exactJson(values)) as unknown[]).map(exactNumber);
    back.forEach((value, k) => {
      expect(Object.is(value, values[k]), String(values[k])).toBe(true);
    });
    expect(exactJson({ a: new Float64Array([1, -0]), b: undefined, c: [{}], d: null })).toBe(
      '{"a":[1,-0],"c":[{}],"d":null}',
    );
  });

  test("refuses what contains itself", () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(() => exactJson(circle)).toThrow(RangeError);
  });
});
