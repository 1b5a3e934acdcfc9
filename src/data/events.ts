import { show } from "../model/errors.js";
import type { EventKind } from "../model/model.js";
import type { Data } from "./data.js";
import { STATUS } from "./fields.js";
import { checkOwner } from "./owner.js";
import { raiseStatus } from "./status.js";

/** Event kinds. Codes are part of recordings: never reuse one. Codes from 1000 on are free for callers. */
export const events = {
  rule: { code: 1, help: "a rule of the scene; who[0] is the rule" },
  setAside: { code: 2, help: "a body with non-finite state was set aside; who[0] is the body" },
  contactBegin: { code: 10, help: "two shapes began to touch; who are the bodies" },
  contactPersist: { code: 11, help: "two shapes went on touching; who are the bodies" },
  contactEnd: { code: 12, help: "two shapes ceased to touch; who are the bodies" },
  impact: {
    code: 13,
    help: "continuous detection: a fast body met another within the step; who are the bodies, value is the fraction of the step",
  },
  bodyAsleep: { code: 20, help: "a body fell asleep; who[0] is the body" },
  bodyAwake: { code: 21, help: "a body woke; who[0] is the body" },
  soilEntered: { code: 80, help: "the edge of a bucket entered the soil; who[0] is the body, value is the depth" },
  bucketFull: { code: 81, help: "a bucket is full; who[0] is the body, value is the volume" },
  utilityStruck: {
    code: 82,
    help: "a bucket touched a buried utility; who are the bodies, value is how deep",
  },
  jointBroke: { code: 30, help: "a joint broke; who[0] is the joint" },
  hydraulicOverload: {
    code: 62,
    help: "hydraulic overload: a guide stalled at its largest effort; who[0] is the joint, value is the effort",
  },
  reliefValve: {
    code: 60,
    help: "a hydraulic relief valve opened; who are the table of forces and the cylinder, motor or pump in it, value is the pressure",
  },
  engineStalled: {
    code: 61,
    help: "the engine of a hydraulic pump stalled; who are the table of forces and the pump in it, value is its speed",
  },
} as const satisfies Record<string, EventKind>;

/** An event as a caller sees it. */
export interface SimulationEvent {
  readonly code: number;
  readonly who: readonly [number, number];
  /** s */
  readonly time: number;
  readonly value: number;
}

/** First code that is free for callers. */
const FREE = 1000;

/**
 * Puts an event into the ring; the oldest unread one is lost, with a status bit, when the ring is full. `time` is in s.
 * The code is one of the registry of events, or a whole number from 1000 on.
 */
export function raiseEvent(data: Data, code: number, who0: number, who1: number, time: number, value: number): void {
  checkOwner(data?.model, data);
  const kinds = Object.values(data.model.items.events);
  if (!(Number.isInteger(code) && code >= FREE && code <= 0x7fffffff) && !kinds.some((kind) => kind.code === code))
    throw new RangeError(
      `raiseEvent: expected a code of an event (${kinds.map((kind) => kind.code).join(", ")}) or a whole number from ${FREE} on, got ${show(code)}`,
    );
  const at = claimEvent(data, code, who0, who1);
  data.eventTime[at] = time;
  data.eventValue[at] = value;
}

/**
 * The same for hot paths: returns where in the ring the caller writes `eventTime` and `eventValue` itself, since
 * numbers that are passed to a function may be boxed.
 */
export function claimEvent(data: Data, code: number, who0: number, who1: number): number {
  const size = data.eventKind.length;
  const at = data.eventCount[0] % size;
  data.eventKind[at] = code;
  data.eventWho[2 * at] = who0;
  data.eventWho[2 * at + 1] = who1;
  data.eventCount[0]++;
  if (data.eventCount[0] - data.eventCount[1] > size) {
    data.eventCount[1] = data.eventCount[0] - size;
    raiseStatus(data, STATUS.eventOverflow, code);
  }
  return at;
}

/** Takes the events that came since the last call. */
export function takeEvents(data: Data): SimulationEvent[] {
  checkOwner(data?.model, data);
  const taken: SimulationEvent[] = [];
  const size = data.eventKind.length;
  for (let k = data.eventCount[1]; k < data.eventCount[0]; k++) {
    const at = k % size;
    taken.push({
      code: data.eventKind[at],
      who: [data.eventWho[2 * at], data.eventWho[2 * at + 1]],
      time: data.eventTime[at],
      value: data.eventValue[at],
    });
  }
  data.eventCount[1] = data.eventCount[0];
  return taken;
}
