/** What the readers of all formats share: checked parts of a recording, and the recording while it is being read. */
import type { UntypedSpec } from "../../model/typed-spec.js";
import { exactNumber } from "../exact-json.js";
import {
  RECORDING_FORMAT,
  RECORDING_VERSION,
  type RecordedEvent,
  type RecordingCounts,
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
  readonly notices: string[];
  addSensors(step: number, time: number, where: string, value: (column: number) => number): void;
  addPoses(step: number, time: number, where: string, value: (index: number) => number): void;
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
    notices: [],
    addSensors(step, time, where, value) {
      checkStep(draft, step, where);
      draft.steps.push(step);
      draft.times.push(time);
      for (let k = 0; k < header.columns.length; k++) draft.rows.push(value(k));
    },
    addPoses(step, time, where, value) {
      if (!isStep(step) || step <= (draft.poseSteps.at(-1) ?? -1))
        throw new RecordingError(where, `expected poses of a later step than the previous ones, got step ${step}`);
      draft.poseSteps.push(step);
      draft.poseTimes.push(time);
      for (let k = 0; k < 7 * header.bodies.length; k++) draft.poses.push(value(k));
    },
  };
  return draft;
}

/** Records come at every so many steps, and once more at the last one. */
function checkStep({ header: { every }, steps }: RecordingDraft, step: number, where: string): void {
  const due = steps.length * every;
  const previous = steps.at(-1) ?? -1;
  if (previous % every !== 0 && previous >= 0)
    throw new RecordingError(where, `expected no record after the last one, of step ${previous}`);
  if (!isStep(step) || step <= previous || step > due)
    throw new RecordingError(
      where,
      `expected the record of step ${due}, got step ${step}: records are missing or out of order`,
    );
}

/** The counter of steps has 32 bits. */
function isStep(step: number): boolean {
  return Number.isSafeInteger(step) && step >= 0 && step <= 0x7fffffff;
}

/**
 * Compares a whole recording with its own footer: the last record is of the last step, and there is as much as the
 * footer counts. So a footer cannot ask for more steps than the records before it.
 */
export function checkAgainstFooter(draft: RecordingDraft, where: string): void {
  const { footer, steps, poseSteps, events } = draft;
  if (footer === undefined) return;
  const last = steps.at(-1) ?? 0;
  if (last !== footer.steps)
    throw new RecordingError(where, `records end at step ${last} of ${footer.steps}: the recording is cut or damaged`);
  if ((poseSteps.at(-1) ?? 0) > footer.steps)
    throw new RecordingError(where, `expected poses up to step ${footer.steps}, got step ${poseSteps.at(-1)}`);
  if (footer.counts === undefined) return;
  const found = { records: steps.length, poses: poseSteps.length, events: events.length };
  for (const [name, count] of Object.entries(footer.counts)) {
    const is = found[name as keyof typeof found];
    if (is !== count)
      throw new RecordingError(where, `expected ${count} ${name}, found ${is}: the recording is cut or damaged`);
  }
}

/** For recordings of version 1. */
export const NO_CHECKSUMS = "has no checksums, since an older version wrote it: damage may go unnoticed";

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
    every: readEvery(entry.every, where),
    columns,
    bodies: readList(entry.bodies, "a list of bodies", where).map((name) =>
      readText(name, "the name of a body", where),
    ),
    spec: entry.spec as UntypedSpec,
  };
}

function readEvery(value: unknown, where: string): number {
  const every = readNumber(value, where);
  if (!isStep(every) || every < 1)
    throw new RecordingError(where, `expected a number of steps between records, got ${every}`);
  return every;
}

function readCounts(value: unknown, where: string): RecordingCounts | undefined {
  if (value === undefined) return undefined;
  const counts = (value ?? {}) as Entry;
  const count = (key: string) => {
    const number = readNumber(counts[key], where);
    if (!Number.isSafeInteger(number) || number < 0) throw new RecordingError(where, `expected a count of ${key}`);
    return number;
  };
  return { records: count("records"), poses: count("poses"), events: count("events") };
}

/** `version` is the layout's: from 2 on a footer has counts. */
export function readFooter(entry: Entry, where: string, version: number): RecordingFooter {
  const steps = readNumber(entry.steps, where);
  if (!isStep(steps)) throw new RecordingError(where, `expected a number of steps, got ${steps}`);
  const counts = readCounts(entry.counts, where);
  if (version >= 2 && counts === undefined)
    throw new RecordingError(where, "expected the counts of a complete recording");
  return {
    ...(counts && { counts }),
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
