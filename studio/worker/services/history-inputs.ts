/**
 * External actions on a run, step by step: inputs and wake-up calls. Together with a checkpoint it leads to the
 * same bits again. Sparse: a step without actions takes no memory.
 */
import { COUNTER, type Data, markChanged } from "stiction";

/** Stands for an index: the state was marked as changed, with the value of the counter `disturbed`. */
const MARK = -1;
/** Entries kept at most, 20 bytes each; then the older half is forgotten. */
const MOST = 1 << 20;

export class InputLog {
  private steps = new Float64Array(64);
  private places = new Int32Array(64);
  private values = new Float64Array(64);
  private known = new Float64Array(0);
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
    return log;
  }

  clear(data: Data): void {
    this.count = 0;
    this.exactFrom = 0;
    this.known = data.input.slice();
  }

  /** Takes the current inputs as the result of a step or a restored state. */
  settle(data: Data): void {
    if (this.known.length === data.input.length) this.known.set(data.input);
    else this.known = data.input.slice();
  }

  /** Notes the inputs that were changed since `settle`; `step` is about to be made. */
  note(data: Data, step: number): void {
    const { known } = this;
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
  apply(data: Data, step: number): void {
    for (let k = this.from(step); k < this.count && this.steps[k] === step; k++) {
      if (this.places[k] === MARK) {
        markChanged(data);
        data.counter[COUNTER.disturbed] = this.values[k];
      } else data.input[this.places[k]] = this.values[k];
    }
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
