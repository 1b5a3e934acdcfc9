import { type Model, param } from "stiction";
import type { Request } from "../protocol.js";
import type { Drive } from "./drive-protocol.js";
import type { Host, Run, Service } from "./service.js";

/** How a drive's mode is compiled: 2 and 4 follow a position, 1 a speed, 3 gives an effort. */
const MODE = { speed: 1, position: 2, effort: 3, spring: 4 } as const;
/** Kinds whose coordinate is a displacement or a length. */
const LINEAR = ["slider", "point-on-line", "distance", "spring", "hydraulic"];
/** What a value reaches on both sides of that at the start where nothing limits it, in its unit. */
const REACH = 5;
/** Inputs of joints whose range is known: a cylinder's lever, a steering angle (rad). */
const RANGES: Readonly<Record<string, readonly [number, number]>> = { command: [-1, 1], steer: [-1, 1] };
const NO_RANGE = [-Infinity, Infinity] as const;

interface Input extends Drive {
  /** In `data.input`. */
  readonly slot: number;
}

/** Lets the page drive inputs of the scene. */
export class DriveService implements Service {
  private inputs = new Map<string, Input>();

  handle(request: Request, host: Host): boolean {
    if (request.type !== "drive") return false;
    const input = this.inputs.get(request.path);
    if (input && host.run && Number.isFinite(request.value)) host.run.data.input[input.slot] = request.value;
    return true;
  }

  opened(host: Host, { generation, model }: Run): void {
    const inputs = [...jointInputs(model), ...forceInputs(model)];
    this.inputs = new Map(inputs.map((input) => [input.path, input]));
    const drives = inputs.map(({ slot: _, ...drive }) => drive);
    host.post({ type: "drives", generation, drives });
  }
}

function jointInputs(model: Model): Input[] {
  const { joints } = model;
  const found: Input[] = [];
  for (let i = 0; i < joints.count; i++) {
    const name = joints.names[i];
    if (joints.driveMode[i] !== 0) found.push(driven(model, i));
    let k = joints.inputStart[i];
    for (const [key, schema] of Object.entries(joints.kinds[i].params)) {
      const meta = param.metaOf(schema as never);
      if (!meta?.input) continue;
      const { unit, help } = meta;
      const what = { path: `joints.${name}.${key}`, name: `${name} ${key}`, unit, help, returns: key === "command" };
      found.push(input(model, what, joints.input[k++], RANGES[key] ?? NO_RANGE));
    }
  }
  return found;
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
  const what = { path, name: joints.names[i], unit, help: "", returns: !follows };
  return input(model, what, joints.driveInput[i], follows ? [joints.lower[i], joints.upper[i]] : NO_RANGE);
}

function forceInputs(model: Model): Input[] {
  return model.forces.flatMap((table) =>
    Object.entries(table.input).flatMap(([key, slots]) => {
      const meta = param.metaOf((table.kind.params as Record<string, never>)[key]);
      const { unit = "1", help = "" } = meta ?? {};
      return table.names.map((name, row) => {
        const what = { path: `forces.${name}.${key}`, name: `${name} ${key}`, unit, help, returns: false };
        return input(model, what, slots[row], NO_RANGE);
      });
    }),
  );
}

function input(
  model: Model,
  what: Omit<Drive, "value" | "min" | "max">,
  slot: number,
  [low, high]: readonly [number, number],
): Input {
  const value = model.input0[slot];
  const reach = Math.max(REACH, 2 * Math.abs(value));
  const min = Number.isFinite(low) ? low : value - reach;
  const max = Number.isFinite(high) ? high : value + reach;
  return { ...what, value, min, max, slot };
}
