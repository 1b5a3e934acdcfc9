/** A session as bytes: the frames that the script was given, from which everything can be made again. */
import { deflateSync, inflateSync } from "node:zlib";
import { ExerciseError } from "./errors.js";
import type { ExerciseFrame } from "./types.js";

/** The record of a session. */
export interface SessionRecord {
  readonly exercise: string;
  readonly seed: number;
  readonly frames: readonly ExerciseFrame[];
}

const MAGIC = "STEX";
const VERSION = 1;
/** Records that unpack to more are refused, bytes. */
const MOST = 512 * 1024 * 1024;

/** Packs a record: names once, numbers as columns, deflated. */
export function packRecord({ exercise, seed, frames }: SessionRecord): Uint8Array {
  const sensors = Object.keys(frames[0]?.sensors ?? {});
  const inputs = Object.keys(frames[0]?.inputs ?? {});
  const events = frames.flatMap((frame, k) => (frame.events.length > 0 ? [[k, frame.events]] : []));
  const head = new TextEncoder().encode(
    JSON.stringify({ version: VERSION, exercise, seed, count: frames.length, sensors, inputs, events }),
  );
  // columns are smooth: their bytes resemble each other
  const columns = new Float64Array(frames.length * (1 + sensors.length + inputs.length));
  let at = 0;
  for (const frame of frames) columns[at++] = frame.time;
  for (const name of sensors) for (const frame of frames) columns[at++] = frame.sensors[name];
  for (const name of inputs) for (const frame of frames) columns[at++] = frame.inputs[name];
  const body = new Uint8Array(4 + head.length + columns.byteLength);
  new DataView(body.buffer).setUint32(0, head.length, true);
  body.set(head, 4);
  body.set(new Uint8Array(columns.buffer), 4 + head.length);
  const packed = deflateSync(body, { level: 3 });
  const bytes = new Uint8Array(4 + packed.length);
  bytes.set(new TextEncoder().encode(MAGIC));
  bytes.set(packed, 4);
  return bytes;
}

/** Unpacks a record. Throws an ExerciseError where the bytes are none. */
export function unpackRecord(bytes: Uint8Array): SessionRecord {
  try {
    if (new TextDecoder().decode(bytes.subarray(0, 4)) !== MAGIC) throw new RangeError("no record");
    const body = inflateSync(bytes.subarray(4), { maxOutputLength: MOST });
    const length = new DataView(body.buffer, body.byteOffset).getUint32(0, true);
    const head = JSON.parse(new TextDecoder().decode(body.subarray(4, 4 + length)));
    if (head.version !== VERSION) throw new RangeError(`version ${head.version}`);
    const { exercise, seed, count, sensors, inputs, events } = head;
    const expected = 8 * count * (1 + sensors.length + inputs.length);
    if (body.length - 4 - length !== expected) throw new RangeError("cut off");
    // a copy: the numbers may begin anywhere in what zlib returns
    const columns = new Float64Array(new Uint8Array(body.subarray(4 + length)).buffer);
    const happened = new Map<number, ExerciseFrame["events"]>(events);
    const row = (names: readonly string[], first: number, k: number) =>
      Object.fromEntries(names.map((name, c) => [name, columns[(first + c) * count + k]]));
    const frames = Array.from(
      { length: count },
      (_, k): ExerciseFrame => ({
        time: columns[k],
        sensors: row(sensors, 1, k),
        inputs: row(inputs, 1 + sensors.length, k),
        events: happened.get(k) ?? [],
      }),
    );
    return { exercise, seed, frames };
  } catch (error) {
    throw new ExerciseError(`this is no record of a session: ${(error as Error).message}`);
  }
}
