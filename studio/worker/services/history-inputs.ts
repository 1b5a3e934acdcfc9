/**
 * External actions on a run, step by step: inputs and wake-up calls. Together with a checkpoint it leads to the
 * same bits again. Sparse: a step without actions takes no memory.
 */
import { COUNTER, type Data, markChanged } from "stiction";
import type { HeldInputs } from "./held-inputs.js";

/** Stands for an index: the state was marked as changed, with the value of the counter `disturbed`. */
const MARK = -1;
/** An input that is held against the controllers, or given back (NaN), stands as HELD − its index. */
const HELD = -2;
/** Entries kept at most, 20 bytes each; then the older half is forgotten. */
const MOST = 1 << 20;

export class InputLog {
  private steps = new Float64Array(64);
  private places = new Int32Array(64);
  private values = new Float64Array(64);
  private known = new Float64Array(0);
  /** Held inputs as they were noted last, and at the step from which on entries are kept. */
  private knownHeld = new Float64Array(0);
  private firstHeld = new Map<number, number>();
  count = 0;
  /** Steps from here on can be made again exactly. */
  exactFrom = 0;

  get bytes(): number {
    return 20 * this.steps.length;
  }

  /** The same entries in new arrays. */
  copy(): InputLog {
    const log = new InputLog();
    log.steps = this.steps.slice();
    log.places = this.places.slice();
    log.values = this.values.slice();
    log.count = this.count;
    log.firstHeld = new Map(this.firstHeld);
    return log;
  }

  /** Inputs that were written from outside: step before which, place in `data.input`, value; three numbers each. */
  written(): Float64Array {
    const rows: number[] = [];
    for (let k = 0; k < this.count; k++)
      if (this.places[k] >= 0) rows.push(this.steps[k], this.places[k], this.values[k]);
    return Float64Array.from(rows);
  }

  clear(data: Data, held: HeldInputs): void {
    this.count = 0;
    this.exactFrom = 0;
    this.known = data.input.slice();
    this.knownHeld = held.values.slice();
    this.firstHeld = new Map([...held.values.entries()].filter(([, value]) => !Number.isNaN(value)));
  }

  /** Takes the current inputs as the result of a step or a restored state. */
  settle(data: Data): void {
    if (this.known.length === data.input.length) this.known.set(data.input);
    else this.known = data.input.slice();
  }

  /** Notes the inputs that were changed since `settle`; `step` is about to be made. */
  note(data: Data, step: number, held: HeldInputs): void {
    const { known, knownHeld } = this;
    for (let k = 0; k < knownHeld.length; k++) {
      if (Object.is(held.values[k], knownHeld[k])) continue;
      knownHeld[k] = held.values[k];
      this.push(step, HELD - k, held.values[k]);
    }
    const { input } = data;
    for (let k = 0; k < known.length; k++) {
      if (Object.is(input[k], known[k])) continue;
      known[k] = input[k];
      this.push(step, k, input[k]);
    }
  }

  noteMark(data: Data, step: number): void {
    this.push(step, MARK, data.counter[COUNTER.disturbed]);
  }

  /** Repeats the actions before the next step. */
  apply(data: Data, step: number, held: HeldInputs): void {
    for (let k = this.from(step); k < this.count && this.steps[k] === step; k++) {
      if (this.places[k] === MARK) {
        markChanged(data);
        data.counter[COUNTER.disturbed] = this.values[k];
      } else if (this.places[k] <= HELD) held.hold(HELD - this.places[k], this.values[k]);
      else data.input[this.places[k]] = this.values[k];
    }
  }

  /** Holds what was held when `step` was reached, before the actions at that step. */
  holdAt(step: number, held: HeldInputs): void {
    held.replace(this.holdsUntil(this.from(step)));
  }

  private *holdsUntil(end: number): Generator<readonly [number, number]> {
    yield* this.firstHeld;
    for (let k = 0; k < end; k++) if (this.places[k] <= HELD) yield [HELD - this.places[k], this.values[k]];
  }

  /** Takes what is held as noted: the run was put to another moment. */
  settleHeld(held: HeldInputs): void {
    this.knownHeld = held.values.slice();
  }

  /** Removes actions at `step` and later. */
  cut(step: number): void {
    this.count = this.from(step);
  }

  private push(step: number, place: number, value: number): void {
    if (this.count === MOST) this.forget();
    else if (this.count === this.steps.length) this.grow();
    this.steps[this.count] = step;
    this.places[this.count] = place;
    this.values[this.count++] = value;
  }

  /** Index of the first entry at `step` or later. */
  private from(step: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.steps[middle] < step) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private forget(): void {
    const half = MOST / 2;
    this.firstHeld = new Map(this.holdsUntil(half));
    this.exactFrom = this.steps[half] + 1;
    for (const array of [this.steps, this.places, this.values]) array.copyWithin(0, half);
    this.count -= half;
  }

  private grow(): void {
    const { steps, places, values } = this;
    this.steps = new Float64Array(2 * steps.length);
    this.places = new Int32Array(2 * places.length);
    this.values = new Float64Array(2 * values.length);
    this.steps.set(steps);
    this.places.set(places);
    this.values.set(values);
  }
}
