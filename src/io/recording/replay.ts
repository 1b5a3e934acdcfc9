import { createData, type Data } from "../../data/data.js";
import { takeEvents } from "../../data/events.js";
import { COUNTER } from "../../data/fields.js";
import { stateHash } from "../../data/hash.js";
import { sensorValues } from "../../data/read-sensors.js";
import { show } from "../../model/errors.js";
import type { Model } from "../../model/model.js";
import { addHook } from "../../pipeline/hooks.js";
import { step } from "../../pipeline/step.js";
import { exactJson } from "../exact-json.js";
import { describeEvent } from "./describe-event.js";
import { movingBodies, readPoses } from "./recorder.js";
import type { RecordedEvent, Recording } from "./recording.js";

/** A number that came out differently. */
export interface Difference {
  readonly step: number;
  /** s */
  readonly time: number;
  /** Name of the sensor, `body/name/pose` or `time`. */
  readonly name: string;
  readonly recorded: number;
  readonly simulated: number;
}

/** What a replay came to, beside the recording. */
export interface ReplayResult {
  /** True when final state, every recorded number and every event came out the same, bit for bit. */
  readonly agrees: boolean;
  /** Undefined when the recording has no end. */
  readonly recordedHash: string | undefined;
  readonly hash: string;
  readonly steps: number;
  /** Numbers that were compared, and how many of them differ. */
  readonly compared: number;
  readonly different: number;
  /** The first one that differs. */
  readonly first: Difference | undefined;
  /** Events in the recording and in the simulation, and whether they are the same. */
  readonly recordedEvents: number;
  readonly events: number;
  readonly eventsAgree: boolean;
}

/** A simulation that runs along a recording and compares. */
export interface Replay {
  readonly data: Data;
  /** Steps to do in all. */
  readonly steps: number;
  /** Does at most `count` steps; returns how many have been done in all. */
  advance(count: number): number;
  /** What came of it; ask when all steps are done. */
  result(): ReplayResult;
}

/**
 * Simulates the scene of a recording again and compares bit for bit. `model` is the compiled `recording.header.spec`,
 * fresh; the caller compiles it, since the registries are the caller's.
 */
export function createReplay(recording: Recording, model: Model): Replay {
  if (recording?.header === undefined)
    throw new RangeError(`expected a recording that readRecording has returned, got ${show(recording)}`);
  const { header, footer } = recording;
  const steps = footer?.steps ?? recording.steps.at(-1) ?? 0;
  const data = createData(model);
  const events: RecordedEvent[] = [];
  const check = createComparison(recording, model);
  addHook(data, "end", (_model, stepped) => check.compare(stepped));
  return {
    data,
    steps,
    advance(count) {
      for (let k = 0; k < count && data.counter[COUNTER.steps] < steps; k++) {
        step(model, data);
        if (data.eventCount[0] === data.eventCount[1]) continue;
        for (const event of takeEvents(data)) events.push(describeEvent(model, event, data.counter[COUNTER.steps]));
      }
      return data.counter[COUNTER.steps];
    },
    result() {
      const hash = stateHash(data);
      const eventsAgree = exactJson(events) === exactJson(recording.events);
      const sameShape =
        exactJson(header.columns.filter(({ name }) => !isDerivative(name))) ===
        exactJson(model.sensors.columns.map(({ name, unit }) => ({ name, unit })));
      const { compared, different, first } = check;
      const agrees = hash === footer?.hash && different === 0 && eventsAgree && sameShape && check.allSeen();
      const counts = { recordedEvents: recording.events.length, events: events.length, eventsAgree };
      return {
        agrees,
        recordedHash: footer?.hash,
        hash,
        steps: data.counter[COUNTER.steps],
        compared,
        different,
        first,
        ...counts,
      };
    },
  };
}

/** True for the columns of `run --gradient`, which stand behind the sensors: a replay is of the run itself. */
function isDerivative(name: string): boolean {
  return /^d\(.+\)\/d\(.+\)$/.test(name);
}

interface Comparison {
  compared: number;
  different: number;
  first: Difference | undefined;
  compare(data: Data): void;
  allSeen(): boolean;
}

/** Walks along the records and poses of the recording as the simulation reaches their steps. */
function createComparison({ header, steps, times, columns, poses }: Recording, model: Model): Comparison {
  const values = new Float64Array(Math.max(columns.length, model.sensors.columns.length));
  const moving = movingBodies(model);
  const pose = new Float64Array(7 * Math.max(moving.length, header.bodies.length));
  const width = 7 * header.bodies.length;
  let row = 0;
  let frame = 0;
  const comparison: Comparison = {
    compared: 0,
    different: 0,
    first: undefined,
    compare(data) {
      const at = data.counter[COUNTER.steps];
      const time = data.clock[0];
      const same = (name: string, recorded: number, simulated: number) => {
        comparison.compared++;
        if (Object.is(recorded, simulated)) return;
        comparison.different++;
        comparison.first ??= { step: at, time, name, recorded, simulated };
      };
      if (steps[row] === at) {
        sensorValues(model, data, values);
        same("time", times[row], time);
        columns.forEach((column, k) => {
          if (isDerivative(header.columns[k].name)) return;
          same(header.columns[k].name, column[row], values[k]);
        });
        row++;
      }
      if (poses.steps[frame] === at) {
        readPoses(model, data, moving, pose);
        for (let k = 0; k < width; k++)
          same(`body/${header.bodies[Math.floor(k / 7)]}/pose`, poses.values[frame * width + k], pose[k]);
        frame++;
      }
    },
    allSeen: () => row === steps.length && frame === poses.steps.length,
  };
  return comparison;
}
