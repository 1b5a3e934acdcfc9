/** What the readers of all formats share: checked parts of a recording, and the recording while it is being read. */
import type { UntypedSpec } from "../../model/typed-spec.js";
import { exactNumber } from "../exact-json.js";
import {
  RECORDING_FORMAT,
  RECORDING_VERSION,
  type RecordedEvent,
  RecordingError,
  type RecordingFooter,
  type RecordingHeader,
} from "./recording.js";

/** A recording that is being read. */
export interface RecordingDraft {
  readonly header: RecordingHeader;
  footer: RecordingFooter | undefined;
  readonly steps: number[];
  readonly times: number[];
  /** Row-major, one row per record. */
  readonly rows: number[];
  readonly poseSteps: number[];
  readonly poseTimes: number[];
  readonly poses: number[];
  readonly events: RecordedEvent[];
  addSensors(step: number, time: number, value: (column: number) => number): void;
  addPoses(step: number, time: number, value: (index: number) => number): void;
}

export function startDraft(header: RecordingHeader): RecordingDraft {
  const draft: RecordingDraft = {
    header,
    footer: undefined,
    steps: [],
    times: [],
    rows: [],
    poseSteps: [],
    poseTimes: [],
    poses: [],
    events: [],
    addSensors(step, time, value) {
      draft.steps.push(step);
      draft.times.push(time);
      for (let k = 0; k < header.columns.length; k++) draft.rows.push(value(k));
    },
    addPoses(step, time, value) {
      draft.poseSteps.push(step);
      draft.poseTimes.push(time);
      for (let k = 0; k < 7 * header.bodies.length; k++) draft.poses.push(value(k));
    },
  };
  return draft;
}

type Entry = Readonly<Record<string, unknown>>;

export function readNumber(value: unknown, where: string): number {
  const number = exactNumber(value);
  if (number === undefined)
    throw new RecordingError(where, `expected a number, got ${JSON.stringify(value)?.slice(0, 40) ?? "nothing"}`);
  return number;
}

function readText(value: unknown, what: string, where: string): string {
  if (typeof value !== "string") throw new RecordingError(where, `expected ${what}`);
  return value;
}

function readList(value: unknown, what: string, where: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new RecordingError(where, `expected ${what}`);
  return value;
}

export function readHeader(entry: Entry, where: string): RecordingHeader {
  if (entry.format !== RECORDING_FORMAT) throw new RecordingError(where, "is no recording of Stiction");
  const formatVersion = readNumber(entry.formatVersion, where);
  if (formatVersion > RECORDING_VERSION) {
    throw new RecordingError(where, `has layout ${formatVersion}; this program reads up to ${RECORDING_VERSION}`);
  }
  if (typeof entry.spec !== "object" || entry.spec === null) throw new RecordingError(where, "expected the scene");
  const columns = readList(entry.columns, "a list of sensors", where).map((column) => {
    const { name, unit } = (column ?? {}) as Entry;
    return { name: readText(name, "the name of a sensor", where), unit: readText(unit, "the unit of a sensor", where) };
  });
  return {
    format: RECORDING_FORMAT,
    formatVersion,
    program: readText(entry.program, "the name of the program", where),
    scene: readText(entry.scene, "the name of the scene", where),
    timestep: readNumber(entry.timestep, where),
    every: Math.max(1, readNumber(entry.every, where)),
    columns,
    bodies: readList(entry.bodies, "a list of bodies", where).map((name) =>
      readText(name, "the name of a body", where),
    ),
    spec: entry.spec as UntypedSpec,
  };
}

export function readFooter(entry: Entry, where: string): RecordingFooter {
  const steps = readNumber(entry.steps, where);
  if (!Number.isSafeInteger(steps) || steps < 0)
    throw new RecordingError(where, `expected a number of steps, got ${steps}`);
  return {
    steps,
    time: readNumber(entry.time, where),
    hash: readText(entry.hash, "the hash of the state", where),
    profile: readText(entry.profile, "the numeric profile", where),
  };
}

export function readEvent(entry: Entry, where: string): RecordedEvent {
  return {
    step: readNumber(entry.step, where),
    time: readNumber(entry.time, where),
    code: readNumber(entry.code, where),
    kind: readText(entry.kind, "the kind of an event", where),
    name: readText(entry.name, "the name of an event", where),
    who: readList(entry.who, "whom an event concerns", where).map(String),
    value: readNumber(entry.value, where),
  };
}
