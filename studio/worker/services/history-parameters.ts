/**
 * Numbers that were written into the model of a run, step by step. The model holds the values of one moment; this puts
 * it to those of another, to the bit: back to how it was before the first write, and from there the same writes again.
 * (Writing the old value over the new one is not enough: a mass scales the inertia, which rounds.)
 */
import { type Data, type Model, type Spec, setParameter } from "stiction";

/** Most writes kept. Beyond that all are dropped, and the past before them is no longer exact. */
const MOST = 4096;

/** A pending write to the model. */
export interface Write {
  /** As `setParameter` knows it. */
  readonly path: string;
  readonly value: number;
  /** The scene as its author would write it, before and after. */
  readonly before: Spec;
  readonly after: Spec;
}

/** The model before the first write. */
interface Origin {
  readonly spec: Model["spec"];
  readonly scene: Spec;
  readonly columns: readonly (readonly [column: Float64Array, values: Float64Array])[];
}

export class ParameterLog {
  private origin: Origin | null = null;
  private writes: (Write & { readonly step: number })[] = [];
  /** How many of the writes the model holds. */
  private held = 0;
  /** Steps from here on can be made again exactly. */
  exactFrom = 0;

  get count(): number {
    return this.writes.length;
  }

  /** The scene of the model; null if nothing was ever written. */
  get scene(): Spec | null {
    return this.writes[this.held - 1]?.after ?? this.origin?.scene ?? null;
  }

  clear(): void {
    this.origin = null;
    this.writes = [];
    this.held = 0;
    this.exactFrom = 0;
  }

  /** Notes a write that is about to be made, before `step`; nothing is noted after it. */
  note(model: Model, step: number, write: Write): void {
    if (this.writes.length === MOST) {
      this.clear();
      this.exactFrom = step;
    }
    this.origin ??= { spec: model.spec, scene: write.before, columns: columnsOf(model).map((c) => [c, c.slice()]) };
    this.writes.push({ ...write, step });
    this.held = this.writes.length;
  }

  /** Puts the model to how it was when steps had led to `step`, before anything was written there. */
  moveTo(model: Model, data: Data, step: number): void {
    if (this.origin !== null && (this.writes[this.held - 1]?.step ?? -1) >= step) {
      for (const [column, values] of this.origin.columns) column.set(values);
      (model as { spec: Model["spec"] }).spec = this.origin.spec;
      this.held = 0;
      // constants are read from the data, and are not part of a state
      data.slot.set(model.slot0.subarray(2, 2 + model.constants.size), 2);
    }
    this.apply(model, data, step - 1);
  }

  /** Repeats the writes up to `step`. */
  apply(model: Model, data: Data, step: number): void {
    while (this.held < this.writes.length && this.writes[this.held].step <= step) {
      const { path, value } = this.writes[this.held++];
      setParameter(model, data, path, value);
    }
  }

  /** Removes writes after `step`; the model must not contain them. */
  cut(step: number): void {
    while ((this.writes.at(-1)?.step ?? -1) > step) this.writes.pop();
  }
}

/** Everything in a model that `setParameter` writes to. */
function columnsOf(model: Model): Float64Array[] {
  const tables = [model.joints, ...[...model.forces, ...model.controllers].map(({ col }) => col)];
  return [
    model.options.gravity,
    model.bodyMass,
    model.bodyInvMass,
    model.bodyInertia,
    model.bodyInvInertia,
    model.input0,
    model.slot0,
    ...tables.flatMap((table) => Object.values(table).filter((column) => column instanceof Float64Array)),
  ];
}
