/** What a seat reads of its machine: names of sensors, and gauges made of them. Knows no page. */

const GUIDES = ["boom", "stick", "bucket", "slew", "blade", "outrigger-left"] as const;
const OF_GUIDES = ["position", "speed", "effort", "stalled"] as const;

const OTHERS = {
  fill: "soil/bucket/fill",
  volume: "soil/bucket/volume",
  mass: "soil/bucket/mass",
  resistanceX: "soil/bucket/resistance.x",
  resistanceY: "soil/bucket/resistance.y",
  resistanceZ: "soil/bucket/resistance.z",
  flow: "soil/bucket/flow",
  margin: "stability/undercarriage/margin",
  utilization: "stability/undercarriage/utilization",
  tilt: "stability/undercarriage/tilt",
  speedX: "body/undercarriage/velocity.x",
  speedY: "body/undercarriage/velocity.y",
  pressure: "hydraulic/pump/pressure",
  pumpFlow: "hydraulic/pump/flow",
  engine: "hydraulic/pump/engineSpeed",
} as const;

type Guide = (typeof GUIDES)[number];
type GuideQuantity = (typeof OF_GUIDES)[number];
export type SignalName = keyof typeof OTHERS | `${Guide}.${GuideQuantity}`;

const TABLE: readonly (readonly [SignalName, string])[] = [
  ...(Object.entries(OTHERS) as [SignalName, string][]),
  ...GUIDES.flatMap((guide) =>
    OF_GUIDES.map((quantity) => [`${guide}.${quantity}` as const, `guide/${guide}/${quantity}`] as const),
  ),
];

/** Sensors in the order of the values. */
export const SENSORS: readonly string[] = TABLE.map(([, sensor]) => sensor);

const PLACE = new Map(TABLE.map(([name], k) => [name, k]));

/** The newest values of the machine; NaN where it has no such sensor. */
export class Signals {
  private values: ArrayLike<number> = SENSORS.map(() => Number.NaN);
  /** s */
  time = 0;

  take(time: number, values: Float64Array): void {
    this.time = time;
    this.values = values;
  }

  get(name: SignalName): number {
    return this.values[PLACE.get(name) ?? -1] ?? Number.NaN;
  }

  /** The value, or 0 where there is none. */
  or0(name: SignalName): number {
    const value = this.get(name);
    return Number.isFinite(value) ? value : 0;
  }

  /** Mechanical power of the cylinders of the arm, W; of those that lower, the oil gets it back through a valve. */
  get power(): number {
    return (["boom", "stick", "bucket", "slew"] as const)
      .map((guide) => Math.max(0, this.or0(`${guide}.effort`) * this.or0(`${guide}.speed`)))
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
