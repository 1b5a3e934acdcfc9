import { type Model, readSensor, type Simulation } from "stiction";
import { GroundTiles } from "./ground-tiles.js";
import type { StreamEvent, StreamRecord } from "./packet.js";
import { POSE, quantizePose } from "./quantize.js";
import { type StreamSoil, takeSoil } from "./soil.js";
import { Subscription } from "./subscription.js";

/** What a stream shows, and how much of it. */
export interface StreamSourceOptions {
  /** Number of the stream: another one after every start. */
  readonly epoch: number;
  /** Names of sensors whose values go along. */
  readonly sensors?: readonly string[];
  /** Bits per second to each viewer, headers of UDP and IP included. */
  readonly limit?: number;
}

/** State-stream rate, frames per second, and bits per second to a viewer, unless others are given. */
export const STREAM_RATE = 30;
const DEFAULT_LIMIT = 180_000;
/** Events that are kept for viewers that were away. */
const MAX_EVENTS = 256;
/** Longest JSON of a body that came later, B. */
const MAX_SPEC = 600;

/**
 * The authority's end of the state stream. `sample` takes a frame of the simulation, with bodies that have come and gone
 * and ground that was moved; each subscription sends what its viewer does not have yet.
 */
export class StreamSource {
  readonly epoch: number;
  readonly limit: number;
  /** Frames that were taken, and times of the newest: the authority's clock and simulated time, s. */
  frame = 0;
  sent = 0;
  time = 0;
  /** Quantised poses by id. */
  poses = new Int32Array(0);
  readonly bodies: StreamRecord[] = [];
  readonly values: StreamRecord[];
  readings: Float32Array;
  ground: GroundTiles | null = null;
  /** Soil that bodies carry and that flies; null where the scene has none. */
  soil: StreamSoil | null = null;
  readonly events: StreamEvent[] = [];
  eventCount = 0;
  /** Largest number of a packet so far: a viewer that comes back gets larger ones. */
  highest = 0;
  private simulation: Simulation | null = null;
  private readonly idOf = new Map<string, number>();
  /** Index of each body in the model, −1: gone. */
  private indices: number[] = [];
  private readonly subscriptions = new Set<Subscription>();

  constructor(options: StreamSourceOptions) {
    this.epoch = options.epoch;
    this.limit = options.limit ?? DEFAULT_LIMIT;
    const sensors = options.sensors ?? [];
    this.values = sensors.map((name, id) => ({ kind: "value", id, version: 1, name, present: true, spec: "" }));
    this.readings = new Float32Array(sensors.length);
  }

  /** A viewer; `send` gets its packets. */
  subscribe(send: (packet: Uint8Array) => void): Subscription {
    const subscription = new Subscription(this, send);
    this.subscriptions.add(subscription);
    return subscription;
  }

  unsubscribe(subscription: Subscription): void {
    this.subscriptions.delete(subscription);
  }

  /** Takes a frame at `now`, s, and sends it. The simulation may be another after a recompile. */
  publish(simulation: Simulation, now: number): void {
    this.sample(simulation, now);
    for (const subscription of this.subscriptions) subscription.pump(now);
  }

  addEvent(event: Omit<StreamEvent, "number">): void {
    this.events.push({ ...event, number: ++this.eventCount });
    if (this.events.length > MAX_EVENTS) this.events.shift();
  }

  private sample(simulation: Simulation, now: number): void {
    const { model, data } = simulation;
    if (this.simulation?.model !== model) this.bind(model);
    if (this.simulation?.data !== data && !this.ground?.fits(data)) this.ground = new GroundTiles(data, this.frame);
    this.simulation = simulation;
    this.frame++;
    this.sent = now;
    this.time = data.time;
    this.indices.forEach((b, id) => {
      if (b < 0) return;
      this.markPresent(id, data.bodyState[b] !== DORMANT);
      quantizePose(data.bodyPos, data.bodyQuat, b, this.poses, POSE * id, this.poses);
    });
    this.ground?.update(data);
    this.soil = takeSoil(data, this.indices);
    this.values.forEach(({ name, id }) => {
      this.readings[id] = readSensor(model, data, name);
    });
  }

  /** Bodies by name: new ones get an id, those that are gone keep theirs. */
  private bind(model: Model): void {
    const later = this.simulation !== null;
    const names = new Map(model.bodyNames.map((name, b) => [name, b]));
    names.delete(model.bodyNames[0]);
    for (const [name] of names) {
      if (this.idOf.has(name)) continue;
      const id = this.bodies.length;
      this.idOf.set(name, id);
      this.bodies.push({ kind: "body", id, version: 1, name, present: true, spec: later ? specOf(model, name) : "" });
    }
    this.indices = this.bodies.map(({ name }) => names.get(name) ?? -1);
    const poses = new Int32Array(POSE * this.bodies.length);
    poses.set(this.poses);
    this.poses = poses;
    this.indices.forEach((b, id) => {
      if (b < 0) this.markPresent(id, false);
    });
  }

  private markPresent(id: number, present: boolean): void {
    const record = this.bodies[id];
    if (record.present !== present) this.bodies[id] = { ...record, present, version: record.version + 1 };
  }
}

/** `BODY_STATE.dormant`: a body that takes no part. */
const DORMANT = 2;

/** The body as a scene has it, for viewers that do not know it; empty where it would not fit. */
function specOf(model: Model, name: string): string {
  const text = JSON.stringify(model.spec.bodies.find((body) => body.name === name) ?? {});
  return text.length <= MAX_SPEC ? text : "";
}
