import type { Data } from "../../data/data.js";
import type { SimulationEvent } from "../../data/events.js";
import { COUNTER } from "../../data/fields.js";
import { frameOriginInto } from "../../data/frame-origin.js";
import { stateHash } from "../../data/hash.js";
import { checkModel, checkOwner } from "../../data/owner.js";
import { sensorValues } from "../../data/read-sensors.js";
import { checkWord, knownKeys } from "../../model/arguments.js";
import { show } from "../../model/errors.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { addHook } from "../../pipeline/hooks.js";
import { type RecordedContact, recordedContacts } from "./contact-arrows.js";
import { createCsvEncoder } from "./csv.js";
import { describeEvent } from "./describe-event.js";
import { createJsonlEncoder } from "./jsonl.js";
import { createMcapEncoder } from "./mcap-encoder.js";
import {
  RECORDING_FORMAT,
  RECORDING_FORMATS,
  RECORDING_VERSION,
  type RecordedEvent,
  type RecordingColumn,
  type RecordingFooter,
  type RecordingFormat,
  type RecordingHeader,
} from "./recording.js";
import { createTopicEncoder, type Topic, type TopicMessage, topicsOf } from "./topics.js";

/** Destination of the bytes. Calls are sequential; the caller may reuse the bytes once the promise has settled. */
export interface RecordingSink {
  write(bytes: Uint8Array): void | Promise<void>;
  /** Writes a small file next to the recording, named after it with `suffix` appended. Only .csv uses it. */
  writeBeside?(suffix: string, bytes: Uint8Array): void | Promise<void>;
}

/** One file format. It buffers numbers and names, and writes them on `flush`. */
export interface RecordingEncoder {
  start(header: RecordingHeader): Promise<void>;
  sensors(step: number, time: number, values: Float64Array): void;
  poses(step: number, time: number, values: Float64Array): void;
  /** Contacts at the time of the poses, where the format has them. */
  contacts?(step: number, time: number, contacts: readonly RecordedContact[]): void;
  event(time: number, event: RecordedEvent): void;
  /** Number of buffered characters. */
  waiting(): number;
  flush(): Promise<void>;
  finish(footer: RecordingFooter): Promise<void>;
}

/** Columns in addition to the sensors, for example their derivatives. */
export interface ExtraColumns {
  readonly columns: readonly RecordingColumn[];
  /** Copies the current values, in column order, to `out`. */
  values(out: Float64Array): void;
}

/** Options of `createRecorder`. */
export interface RecorderOptions {
  /** Name and version of the program, for the file. */
  readonly program?: string;
  /** Number of steps between records of the sensors; 1 by default. The last step is always recorded. */
  readonly every?: number;
  /** Poses per simulated second, for playback; 60 by default. */
  readonly poseRate?: number;
  readonly extra?: ExtraColumns;
}

/** Records a run. `record` and `events` are fast and only buffer their input; `flush` writes it. */
export interface Recorder {
  /** Records the current state if it is due. Call it at the start and after every step: see `attachRecorder`. */
  record(data: Data): void;
  /** Records events, as returned by `takeEvents`. */
  events(data: Data, events: readonly SimulationEvent[]): void;
  /** Number of buffered characters; call `flush` from time to time. */
  readonly waiting: number;
  flush(): Promise<void>;
  /** Writes the last state, step count and hash, and finishes the file. */
  close(data: Data): Promise<RecordingFooter>;
}

/**
 * Creates a recorder for one file. The recording contains the current scene and begins with its first step, so that the
 * run can be repeated from the file alone. Create the recorder before the first step.
 */
export async function createRecorder(
  format: RecordingFormat,
  model: Model,
  sink: RecordingSink,
  options: RecorderOptions = {},
): Promise<Recorder> {
  checkModel(model);
  checkWord("format of recordings", format, RECORDING_FORMATS);
  if (typeof sink?.write !== "function")
    throw new RangeError(`sink: expected an object with a function write, got ${show(sink)}`);
  return startRecorder(createEncoder(format, model, sink), model, options, format !== "csv");
}

/**
 * A recorder whose messages go to somebody who listens while it runs, as Foxglove has them: `start` receives the topics
 * before the first message.
 */
export async function createLiveRecorder(
  model: Model,
  listener: LiveListener,
  options: RecorderOptions = {},
): Promise<Recorder> {
  checkModel(model);
  const messages = createTopicEncoder(model, (message) => listener.message(message));
  const encoder: RecordingEncoder = {
    ...messages,
    async start(head) {
      await listener.start(await topicsOf(head), head);
      messages.start(head);
    },
    waiting: () => 0,
    flush: async () => listener.flush?.(),
    finish: async () => listener.flush?.(),
  };
  return startRecorder(encoder, model, options, true);
}

/** Who listens to a run while it runs. */
export interface LiveListener {
  start(topics: readonly Topic[], header: RecordingHeader): void | Promise<void>;
  message(message: TopicMessage): void;
  /** Between slices of the run. */
  flush?(): void | Promise<void>;
}

async function startRecorder(
  encoder: RecordingEncoder,
  model: Model,
  options: RecorderOptions,
  hasPoses: boolean,
): Promise<Recorder> {
  knownKeys("createRecorder", options, ["program", "every", "poseRate", "extra"]);
  const { program = "stiction", every = 1, poseRate = 60, extra } = options;
  if (!Number.isSafeInteger(every) || every < 1)
    throw new RangeError(`every: expected a whole number from 1, got ${every}`);
  if (!(poseRate >= 0 && poseRate < Number.POSITIVE_INFINITY))
    throw new RangeError(`poseRate: expected a finite number of poses per second, got ${poseRate}`);
  const moving = movingBodies(model);
  const header: RecordingHeader = {
    format: RECORDING_FORMAT,
    formatVersion: RECORDING_VERSION,
    program,
    scene: model.name,
    timestep: model.options.timestep,
    every,
    columns: [...model.sensors.columns, ...(extra?.columns ?? [])].map(({ name, unit }) => ({ name, unit })),
    bodies: moving.map((b) => model.bodyNames[b]),
    spec: model.spec,
  };
  await encoder.start(header);

  const values = new Float64Array(header.columns.length);
  const poses = new Float64Array(7 * moving.length);
  const counts = { records: 0, poses: 0, events: 0 };
  let sensorStep = -1;
  let poseStep = -1;
  let frame = -1;
  const takeSensors = (data: Data, step: number) => {
    sensorValues(model, data, values);
    extra?.values(values.subarray(model.sensors.columns.length));
    encoder.sensors(step, data.clock[0], values);
    counts.records++;
    sensorStep = step;
  };
  const takePoses = (data: Data, step: number) => {
    readPoses(model, data, moving, poses);
    encoder.poses(step, data.clock[0], poses);
    encoder.contacts?.(step, data.clock[0], recordedContacts(model, data));
    counts.poses++;
    poseStep = step;
  };
  return {
    record(data) {
      const step = data.counter[COUNTER.steps];
      if (step === sensorStep) return;
      if (sensorStep < 0 && step !== 0) throw new RangeError("a recording begins with the first step of its scene");
      if (step % every === 0) takeSensors(data, step);
      // Half a step of slack, so that a rate whose frames coincide with steps hits every frame.
      const now = Math.floor((data.clock[0] + 0.5 * model.options.timestep) * poseRate);
      if (now > frame) {
        frame = now;
        takePoses(data, step);
      }
    },
    events(data, list) {
      const step = data.counter[COUNTER.steps];
      for (const event of list) encoder.event(data.clock[0], describeEvent(model, event, step));
      counts.events += list.length;
    },
    get waiting() {
      return encoder.waiting();
    },
    flush: () => encoder.flush(),
    async close(data) {
      const step = data.counter[COUNTER.steps];
      if (step > 0 && step !== sensorStep) takeSensors(data, step);
      if (step > 0 && step !== poseStep) takePoses(data, step);
      const footer: RecordingFooter = {
        steps: step,
        time: data.clock[0],
        hash: stateHash(data),
        profile: "f64",
        // a table has no poses
        counts: hasPoses ? counts : { ...counts, poses: 0 },
      };
      await encoder.flush();
      await encoder.finish(footer);
      return footer;
    },
  };
}

/** Calls a recorder at the start and after every step; returns a function that detaches it. */
export function attachRecorder(data: Data, recorder: Recorder): () => void {
  checkOwner(data?.model, data);
  if (typeof recorder?.record !== "function")
    throw new RangeError(`expected a recorder that createRecorder has made, got ${show(recorder)}`);
  // `end` also runs once before the first step, when the sensors are read at the start.
  return addHook(data, "end", (_model, stepped) => recorder.record(stepped));
}

function createEncoder(format: RecordingFormat, model: Model, sink: RecordingSink): RecordingEncoder {
  if (format === "mcap") return createMcapEncoder(model, sink);
  return format === "csv" ? createCsvEncoder(sink) : createJsonlEncoder(sink);
}

/** Indices of the bodies that are not static. */
export function movingBodies(model: Model): number[] {
  return Array.from({ length: model.nb }, (_, b) => b).filter((b) => b > 0 && model.bodyType[b] !== BODY_TYPE.static);
}

/** Poses of the body frames: [x, y, z, qx, qy, qz, qw] each. */
export function readPoses(model: Model, data: Data, bodies: readonly number[], out: Float64Array): void {
  bodies.forEach((b, k) => {
    frameOriginInto(model, data, b, out, 7 * k);
    for (let c = 0; c < 4; c++) out[7 * k + 3 + c] = data.bodyQuat[4 * b + c];
  });
}
