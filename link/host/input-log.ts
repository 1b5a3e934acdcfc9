import { compileUntyped, createData, type Data, type Items, type Model, setControl, stateHash, step } from "stiction";
import { exactJson } from "stiction/io";
import type { AppliedInput } from "./host.js";

/** Name and version of a record of inputs. */
export const INPUT_LOG_FORMAT = "stiction-inputs";
const VERSION = 1;

/** A record of inputs that was read back. */
export interface InputRecord {
  readonly scene: string;
  readonly timestep: number;
  /** The whole scene with its defaults. */
  readonly spec: unknown;
  readonly inputs: readonly AppliedInput[];
  /** Steps and hash of the final state; undefined when the record was cut off. */
  readonly end: { readonly steps: number; readonly hash: string } | undefined;
}

/** What a replay of inputs came to. */
export interface InputReplay {
  readonly model: Model;
  readonly data: Data;
  readonly steps: number;
  readonly hash: string;
  /** Whether the final state is that of the record, to the bit; undefined when the record has no end. */
  readonly agrees: boolean | undefined;
}

/**
 * Writes every value that reached the model with the step before which it did: one line of JSON each, a header with the
 * scene first, step count and hash of the state last. The same lines give the same bits again, whatever the network did.
 */
export class InputLog {
  private readonly write: (text: string) => void;

  constructor(model: Model, write: (text: string) => void) {
    this.write = write;
    const { name: scene, spec } = model;
    const { timestep } = model.options;
    write(`${exactJson({ format: INPUT_LOG_FORMAT, version: VERSION, scene, timestep, spec })}\n`);
  }

  add({ step, control, value, time, source }: AppliedInput): void {
    this.write(`${JSON.stringify([step, control, value, time, source])}\n`);
  }

  end(data: Data, steps: number): void {
    this.write(`${JSON.stringify({ steps, hash: stateHash(data) })}\n`);
  }
}

/** Whether a text begins like a record of inputs. */
export function isInputLog(text: string): boolean {
  return text.startsWith(`{"format":"${INPUT_LOG_FORMAT}"`);
}

/** Reads a record of inputs. Throws a RangeError with the line that is wrong. A last line without an end is left out. */
export function readInputLog(text: string): InputRecord {
  const lines = text.split("\n");
  lines.pop();
  const header = parseLine(lines[0] ?? "", 1) as Readonly<Record<string, unknown>>;
  if (header?.format !== INPUT_LOG_FORMAT || header.version !== VERSION)
    throw new RangeError(`line 1: expected a record of inputs, "format":"${INPUT_LOG_FORMAT}" of version ${VERSION}`);
  const inputs: AppliedInput[] = [];
  let end: InputRecord["end"];
  lines.slice(1).forEach((line, k) => {
    const entry = parseLine(line, k + 2);
    if (!Array.isArray(entry)) {
      end = entry as InputRecord["end"];
      return;
    }
    const [at, control, value, time, source] = entry;
    if (!Number.isInteger(at) || typeof control !== "string" || typeof value !== "number")
      throw new RangeError(`line ${k + 2}: expected [step, control, value, time, source]`);
    inputs.push({ step: at, control, value, time, source });
  });
  return { scene: String(header.scene), timestep: Number(header.timestep), spec: header.spec, inputs, end };
}

function parseLine(line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new RangeError(`line ${number}: expected JSON`);
  }
}

/** Simulates the scene of a record again with the same inputs, and compares the final state. */
export function replayInputs(record: InputRecord, items?: Items): InputReplay {
  const model = items === undefined ? compileUntyped(record.spec) : compileUntyped(record.spec, items);
  const data = createData(model);
  const steps = record.end?.steps ?? record.inputs.at(-1)?.step ?? 0;
  let next = 0;
  for (let done = 0; done < steps; done++) {
    for (; next < record.inputs.length && record.inputs[next].step <= done; next++) {
      const { control, value } = record.inputs[next];
      setControl(model, data, control, value);
    }
    step(model, data);
  }
  for (const { control, value } of record.inputs.slice(next)) setControl(model, data, control, value);
  const hash = stateHash(data);
  return { model, data, steps, hash, agrees: record.end === undefined ? undefined : record.end.hash === hash };
}
