import type { ProblemList } from "../errors.js";
import type { EventRule } from "../model.js";
import type { FullSpec } from "../spec.js";
import type { SlotBook } from "./slots.js";

/** Sensor columns in the order of the scene; a vector gives one column per component. */
export function compileSensors(spec: FullSpec, slots: SlotBook, problems: ProblemList): void {
  const seen = new Set<string>();
  spec.sensors.forEach((entry, i) => {
    const path = `sensors[${i}]`;
    const sensor =
      typeof entry === "string" ? { name: undefined, read: entry, expression: undefined, unit: "" } : entry;
    const label = sensor.name ?? sensor.read!;
    if (seen.has(label)) {
      problems.add(path, `the sensor "${label}" is there twice`);
      return;
    }
    seen.add(label);
    if ((sensor.read === undefined) === (sensor.expression === undefined)) {
      problems.add(path, "expected either read or expression");
      return;
    }
    if (sensor.expression !== undefined) {
      const expression = slots.expression(sensor.expression, `${path}.expression`);
      const slot = slots.define(label, 0, `${path}.name`);
      slots.columns.push({ name: label, unit: sensor.unit, slot, expression });
      return;
    }
    const found = slots.sensor(sensor.read!, typeof entry === "string" ? path : `${path}.read`);
    if (found === null) return;
    const parts = found.components.length === 0 ? [""] : found.components.map((c) => `.${c}`);
    parts.forEach((part, k) => {
      slots.columns.push({ name: label + part, unit: sensor.unit || found.unit, slot: found.slot + k, expression: -1 });
      if (sensor.name !== undefined) slots.alias(label + part, found.slot + k, `${path}.name`);
    });
  });
}

const DIRECTION = { down: -1, both: 0, up: 1 } as const;

/** Event rules in the order of the scene. */
export function compileEvents(spec: FullSpec, slots: SlotBook, problems: ProblemList): EventRule[] {
  const seen = new Set<string>();
  return spec.events.map((event, i) => {
    const path = `events[${i}]`;
    if (seen.has(event.name)) problems.add(`${path}.name`, `the event "${event.name}" is there twice`);
    seen.add(event.name);
    if ((event.when === undefined) === (event.crosses === undefined))
      problems.add(path, "expected either when or crosses");
    const crossing = event.when === undefined;
    const source = event.when ?? event.crosses ?? "0";
    const expression = slots.expression(source, `${path}.${crossing ? "crosses" : "when"}`);
    return { name: event.name, expression, crossing, direction: DIRECTION[event.direction], stop: event.stop };
  });
}
