import { BODY_TYPE, type Data, events as eventKinds, type Model, readSensor, SpecError } from "stiction";
import { seatMachine, seatSensors } from "stiction/machines";
import type { Request } from "../protocol.js";
import { sensorReader } from "./history-watch.js";
import type { Impact } from "./seat-protocol.js";
import type { Host, LiveColumn, Run, Service } from "./service.js";

/** Impacts of a tick that are reported at most: the strongest. */
const MOST_IMPACTS = 8;
/** Weaker ones are not heard, J. */
const QUIET = 5;

/** Tells an operator's seat after every tick what its gauges show and what it hears. */
export class SeatService implements Service {
  /** Value of a sensor in a simulation elsewhere; undefined: it is read here. */
  private readonly elsewhere: (name: string) => number | undefined;
  private sensors: readonly string[] = [];
  private manned = false;
  private camera = "";
  private readers: readonly (LiveColumn | null)[] = [];
  /** How many events of the ring were looked at. */
  private seen = 0;
  private told = Number.NaN;
  /** Velocities before the step: those at the end no longer know of the impact. */
  private before = new Float64Array(0);
  private found: Impact[] = [];

  constructor(elsewhere: SeatService["elsewhere"] = () => undefined) {
    this.elsewhere = elsewhere;
  }

  handle(request: Request, host: Host): boolean {
    if (request.type !== "seat-watch") return false;
    this.manned = request.manned;
    this.camera = request.camera;
    if (host.run) this.opened(host, host.run);
    return true;
  }

  opened(host: Host, run: Run): void {
    this.seen = run.data.eventCount[0];
    this.told = Number.NaN;
    if (!this.manned) return;
    const { model, data, generation } = run;
    const machine = seatMachine(model, this.camera);
    this.sensors = seatSensors(machine);
    this.readers = this.sensors.map((name) => sensorReader(model, data, name) ?? measuredReader(model, data, name));
    host.post({ type: "seat-machine", generation, machine });
    this.tell(host, run);
  }

  restarted(host: Host, run: Run): void {
    this.seen = run.data.eventCount[0];
    this.found = [];
    this.tell(host, run);
  }

  rewound(host: Host, run: Run): void {
    this.restarted(host, run);
  }

  beforeStep({ data }: Run): void {
    if (!this.manned) return;
    if (this.before.length !== data.bodyVel.length) this.before = new Float64Array(data.bodyVel.length);
    this.before.set(data.bodyVel);
  }

  afterStep({ model, data }: Run): void {
    if (this.manned && data.eventCount[0] !== this.seen) this.findImpacts(model, data);
  }

  ticked(host: Host, run: Run): void {
    if (run.data.time !== this.told) this.tell(host, run);
  }

  private tell(host: Host, { generation, data }: Run): void {
    if (!this.manned) return;
    this.told = data.time;
    const values = Float64Array.from(
      this.sensors,
      (name, k) => this.elsewhere(name) ?? this.readers[k]?.read() ?? Number.NaN,
    );
    const impacts = this.found.sort((a, b) => b.energy - a.energy).slice(0, MOST_IMPACTS);
    this.found = [];
    host.post({ type: "seat", generation, time: data.time, values, impacts }, [values.buffer as ArrayBuffer]);
  }

  /** Contacts that the step has begun. The ring is left as it is, for others. */
  private findImpacts(model: Model, data: Data): void {
    const size = data.eventKind.length;
    for (let k = Math.max(this.seen, data.eventCount[0] - size); k < data.eventCount[0]; k++) {
      const at = k % size;
      if (data.eventKind[at] !== eventKinds.contactBegin.code) continue;
      const [bodyA, bodyB] = [data.eventWho[2 * at], data.eventWho[2 * at + 1]];
      const energy = relativeEnergy(model, this.before, bodyA, bodyB);
      if (energy >= QUIET) this.found.push({ bodyA, bodyB, energy, time: data.eventTime[at] });
    }
    this.seen = data.eventCount[0];
  }
}

/**
 * Reads what the scene itself does not measure, as the margin against tipping: forces are evaluated for it, once in a
 * tick.
 */
function measuredReader(model: Model, data: Data, name: string): LiveColumn | null {
  const read = () => readSensor(model, data, name);
  try {
    read();
  } catch (error) {
    if (error instanceof SpecError) return null;
    throw error;
  }
  return { name, unit: "", read };
}

/** ½ μ v² of two bodies' centres of mass with μ = m₁ m₂ / (m₁ + m₂), J. */
function relativeEnergy(model: Model, velocities: Float64Array, a: number, b: number): number {
  let square = 0;
  for (let i = 0; i < 3; i++) square += (velocities[6 * a + 3 + i] - velocities[6 * b + 3 + i]) ** 2;
  const inverse = (k: number) => (model.bodyType[k] === BODY_TYPE.dynamic ? 1 / model.bodyMass[k] : 0);
  const sum = inverse(a) + inverse(b);
  return sum > 0 ? square / (2 * sum) : 0;
}
