import { type Model, param } from "stiction";
import type { Request } from "../protocol.js";
import type { Drive, NamedControl } from "./drive-protocol.js";
import type { HeldInputs } from "./held-inputs.js";
import type { Host, Run, Service } from "./service.js";

/** How a drive's mode is compiled: 2 and 4 follow a position, 1 a speed, 3 gives an effort. */
const MODE = { speed: 1, position: 2, effort: 3, spring: 4 } as const;
/** Kinds whose coordinate is a displacement or a length. */
const LINEAR = ["slider", "point-on-line", "distance", "spring", "hydraulic"];
/** What a value reaches on both sides of that at the start where nothing limits it, in its unit. */
const REACH = 5;
/** Inputs of joints whose range is known: a cylinder's lever, a steering angle (rad). */
const RANGES: Readonly<Record<string, readonly [number, number]>> = { command: [-1, 1], steer: [-0.6, 0.6] };
const NO_RANGE = [-Infinity, Infinity] as const;
/** Time that a position, and a wheel that is steered, takes through its range, s. */
const SWEEP = 3;
const STEER = 0.8;

interface Input extends Drive {
  /** In `data.input`. */
  readonly slot: number;
}

/** Who writes an input. */
interface Writer {
  readonly name: string;
  /** The largest value of its table, if it has one. */
  readonly most: number;
  /** Whether it has inputs of its own, which are driven instead. */
  readonly led: boolean;
}

/** Lets the page drive inputs of the scene. */
export class DriveService implements Service {
  private readonly held: HeldInputs;
  private inputs = new Map<string, Input>();
  /** What the user holds against controllers, by path. */
  private holds = new Map<string, number>();

  constructor(held: HeldInputs) {
    this.held = held;
  }

  handle(request: Request, host: Host): boolean {
    if (request.type === "drive-release") this.release(host);
    else if (request.type === "inputs") this.take(request, host);
    else if (request.type !== "drive") return false;
    else if (host.run && Number.isFinite(request.value)) {
      const input = this.inputs.get(request.path);
      if (input) this.write(host.run, input, request.value);
    }
    return true;
  }

  opened(host: Host, { generation, model, data }: Run, kept: boolean): void {
    const inputs = [...controllerInputs(model), ...jointInputs(model), ...forceInputs(model)];
    this.inputs = new Map(inputs.map((input) => [input.path, input]));
    if (!kept) this.holds.clear();
    this.held.attach(data);
    for (const [path, value] of this.holds) {
      const input = this.inputs.get(path);
      if (input) this.held.hold(input.slot, value);
    }
    const drives = inputs.map(({ slot: _, ...drive }) => drive);
    host.post({ type: "drives", generation, drives, named: namedControls(model) });
  }

  /** At the start the controllers write everything. */
  restarted(): void {
    this.holds.clear();
    this.held.replace([]);
  }

  /** Named inputs, within their ranges, all before the next step. */
  private take({ stamp, names, values }: Extract<Request, { type: "inputs" }>, host: Host): void {
    const { run } = host;
    if (!run) return;
    names.forEach((name, k) => {
      const control = run.model.controls.find((known) => known.name === name);
      if (!control || !Number.isFinite(values[k])) return;
      const value = Math.max(control.min, Math.min(control.max, values[k]));
      for (const path of control.drives) {
        const input = this.inputs.get(path);
        if (input) this.write(run, input, value);
      }
    });
    host.sampled(stamp);
  }

  private write({ data }: Run, { path, slot, controller }: Input, value: number): void {
    data.input[slot] = value;
    if (controller === "") return;
    this.holds.set(path, value);
    this.held.hold(slot, value);
  }

  private release({ run }: Host): void {
    this.restarted();
    if (run) for (const { slot, value } of this.inputs.values()) run.data.input[slot] = value;
  }
}

function namedControls(model: Model): NamedControl[] {
  return model.controls.map(({ name, label, help, unit, drives, slots, min, max, returns, pace, keys, axis }) => {
    const value = model.input0[slots[0]];
    const asked = { keys: keys ?? null, axis: axis ?? null };
    return { name, label, help, unit, paths: drives, value, min, max, returns, pace, ...asked };
  });
}

/** Inputs of controllers that follow a target. */
function controllerInputs(model: Model): Input[] {
  return model.controllers.flatMap((table) =>
    Object.entries(table.input as Readonly<Record<string, Int32Array>>).flatMap(([key, slots]) => {
      const { help = "" } = param.metaOf((table.kind.params as Record<string, never>)[key]) ?? {};
      return table.names.map((name, row) => {
        const { sensor } = table.specs[row] as { readonly sensor?: string };
        const unit = model.sensors.columns.find((column) => column.name === sensor)?.unit ?? "1";
        const what = { path: `controllers.${name}.${key}`, name, key, kind: table.kind.name, unit, help };
        return input(model, { ...what, returns: false, pace: SWEEP }, slots[row], NO_RANGE);
      });
    }),
  );
}

function jointInputs(model: Model): Input[] {
  const { joints } = model;
  const found: Input[] = [];
  for (let i = 0; i < joints.count; i++) {
    const name = joints.names[i];
    const kind = joints.kinds[i].name;
    if (joints.driveMode[i] !== 0) found.push(driven(model, i));
    let k = joints.inputStart[i];
    for (const [key, schema] of Object.entries(joints.kinds[i].params)) {
      const meta = param.metaOf(schema);
      if (!meta?.input) continue;
      const { unit, help } = meta;
      const returns = key === "command" || key === "steer";
      const pace = key === "command" ? 0 : key === "steer" ? STEER : SWEEP;
      const what = { path: `joints.${name}.${key}`, name, key, kind, unit, help, returns, pace };
      found.push(input(model, what, joints.input[k++], RANGES[key] ?? NO_RANGE));
    }
  }
  return found.filter(({ slot }) => !writerOf(model, slot)?.led);
}

/** The target of a joint's drive. */
function driven(model: Model, i: number): Input {
  const { joints } = model;
  const mode = joints.driveMode[i];
  const linear = LINEAR.includes(joints.kinds[i].name);
  const unit =
    mode === MODE.effort ? (linear ? "N" : "N m") : (linear ? "m" : "rad") + (mode === MODE.speed ? "/s" : "");
  const follows = mode === MODE.position || mode === MODE.spring;
  const path = `joints.${joints.names[i]}.drive.target`;
  const what = { path, name: joints.names[i], key: "target", kind: joints.kinds[i].name, unit, help: "" };
  const range = follows ? ([joints.lower[i], joints.upper[i]] as const) : NO_RANGE;
  return input(model, { ...what, returns: !follows, pace: follows ? SWEEP : 0 }, joints.driveInput[i], range);
}

function forceInputs(model: Model): Input[] {
  return model.forces.flatMap((table) =>
    Object.entries(table.input).flatMap(([key, slots]) => {
      const meta = param.metaOf((table.kind.params as Record<string, never>)[key]);
      const { unit = "1", help = "" } = meta ?? {};
      return table.names.flatMap((name, row) => {
        if (writerOf(model, slots[row])?.led) return [];
        const what = { path: `forces.${name}.${key}`, name, key, kind: table.kind.name, unit, help };
        return [input(model, { ...what, returns: false, pace: SWEEP }, slots[row], NO_RANGE)];
      });
    }),
  );
}

function input(
  model: Model,
  what: Omit<Drive, "value" | "min" | "max" | "controller">,
  slot: number,
  [low, high]: readonly [number, number],
): Input {
  const value = model.input0[slot];
  const writer = writerOf(model, slot);
  const reach = writer && writer.most > 0 ? writer.most : Math.max(REACH, 2 * Math.abs(value));
  const min = Number.isFinite(low) ? low : value - reach;
  const max = Number.isFinite(high) ? high : value + reach;
  return { ...what, controller: writer?.name ?? "", value, min, max, slot };
}

/** The controller that writes an input; undefined: none. */
function writerOf(model: Model, slot: number): Writer | undefined {
  for (const table of model.controllers) {
    const row = (table.col.output as Int32Array).indexOf(slot);
    if (row < 0) continue;
    const { values = [] } = table.specs[row] as { readonly values?: readonly number[] };
    const most = values.reduce((size, value) => Math.max(size, Math.abs(value)), 0);
    return { name: table.names[row], most, led: Object.keys(table.input).length > 0 };
  }
  return undefined;
}
