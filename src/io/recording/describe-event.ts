import { events, type SimulationEvent } from "../../data/events.js";
import type { Model } from "../../model/model.js";
import type { RecordedEvent } from "./recording.js";

const JOINT_EVENTS: readonly number[] = [events.jointBroke.code, events.hydraulicOverload.code];
/** Events of a force: who are its table and its place in it. */
const FORCE_EVENTS: readonly number[] = [events.reliefValve.code, events.engineStalled.code];

/** An event in names: its kind, the rule that raised it, the bodies or joints that it concerns. */
export function describeEvent(model: Model, event: SimulationEvent, step: number): RecordedEvent {
  const { code, time, value } = event;
  const kind = Object.entries(model.items.events).find(([, k]) => k.code === code)?.[0] ?? `code ${code}`;
  const rule = code === events.rule.code ? model.events[event.who[0]] : undefined;
  const names = JOINT_EVENTS.includes(code) ? model.joints.names : model.bodyNames;
  const force = FORCE_EVENTS.includes(code) ? model.forces[event.who[0]]?.names[event.who[1]] : undefined;
  const who =
    rule === undefined ? event.who.filter((index) => index >= 0).map((index) => names[index] ?? String(index)) : [];
  if (force !== undefined) who.splice(0, who.length, force);
  return { step, time, code, kind, name: rule?.name ?? kind, who, value };
}
