/** What a seat reads of its machine: gauges made of the sensors that the machine has. Knows no page. */
import type { LeverSensor, MachineSensor, SeatMachine } from "stiction/machines";
import { type Meaning, meaningOf } from "../../controls/meaning.js";

export type SignalName = MachineSensor | `${Meaning}.${LeverSensor}`;

/** Where each signal is among the values that come in the order of `seatSensors`. */
function placesOf({ levers, sensors }: SeatMachine): Map<string, number> {
  const names: string[] = Object.keys(sensors);
  for (const { control, sensors: own } of levers)
    for (const quantity of Object.keys(own)) names.push(`${meaningOf(control) ?? control}.${quantity}`);
  // of two levers of one meaning the first counts
  return new Map(names.map((name, k) => [name, k] as const).reverse());
}

/** The newest values of the machine; NaN where it has no such sensor. */
export class Signals {
  private values: ArrayLike<number> = [];
  private places: ReadonlyMap<string, number> = new Map();
  private ranges: ReadonlyMap<string, readonly [number, number]> = new Map();
  /** s */
  time = 0;
  /** No sensor answers. */
  lost = false;

  /** Another machine: its values come from now on. */
  open(machine: SeatMachine): void {
    this.places = placesOf(machine);
    this.ranges = new Map(
      machine.levers.flatMap(({ control, range }) => (range ? [[meaningOf(control) ?? control, range] as const] : [])),
    );
    this.values = [];
    this.time = 0;
  }

  take(time: number, values: Float64Array): void {
    this.time = time;
    this.values = values;
  }

  /** The values as they are, to be sent. */
  copy(): Float64Array {
    return Float64Array.from(this.values);
  }

  has(name: SignalName): boolean {
    return this.places.has(name);
  }

  get(name: SignalName): number {
    if (this.lost) return Number.NaN;
    return this.values[this.places.get(name) ?? -1] ?? Number.NaN;
  }

  /** The value, or 0 where there is none. */
  or0(name: SignalName): number {
    const value = this.get(name);
    return Number.isFinite(value) ? value : 0;
  }

  /** How far out a cylinder is, from 0 to 1; NaN where it has no ends. */
  part(lever: Meaning): number {
    const [lower, upper] = this.ranges.get(lever) ?? [Number.NaN, Number.NaN];
    return (this.get(`${lever}.position`) - lower) / (upper - lower);
  }

  /** Mechanical power of the cylinders of the arm, W; of those that lower, the oil gets it back through a valve. */
  get power(): number {
    return (["boom", "stick", "bucket", "slew"] as const)
      .map((lever) => Math.max(0, this.or0(`${lever}.effort`) * this.or0(`${lever}.speed`)))
      .reduce((sum, value) => sum + value, 0);
  }

  /** Force of the soil on the bucket, N. */
  get resistance(): number {
    return Math.hypot(this.or0("resistanceX"), this.or0("resistanceY"), this.or0("resistanceZ"));
  }

  /** Speed over ground, m/s. */
  get speed(): number {
    return Math.hypot(this.or0("speedX"), this.or0("speedY"));
  }
}
