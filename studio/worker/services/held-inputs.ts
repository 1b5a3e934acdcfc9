/** Inputs that the user holds against the controllers of the scene; see `holds` of the data. */
import type { Data } from "stiction";

export class HeldInputs {
  /** By place in `data.input`; NaN: the controllers write it. */
  values = new Float64Array(0);
  private data: Data | null = null;

  /** Inputs of another state; none is held. */
  attach(data: Data): void {
    if (this.data) this.data.holds = null;
    this.data = data;
    this.values = new Float64Array(data.input.length).fill(Number.NaN);
  }

  /** Holds an input at a value; NaN gives it back. */
  hold(place: number, value: number): void {
    this.values[place] = value;
    this.update();
  }

  /** Gives all back, then holds these in their order. */
  replace(holds: Iterable<readonly [place: number, value: number]>): void {
    this.values.fill(Number.NaN);
    for (const [place, value] of holds) this.values[place] = value;
    this.update();
  }

  private update(): void {
    if (this.data) this.data.holds = this.values.every(Number.isNaN) ? null : this.values;
  }
}
