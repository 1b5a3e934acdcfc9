/**
 * One map from all levers to the named inputs of a machine. Sampled on its own clock, apart from steps and pictures.
 * The newest value counts, and no source is ever waited for. Knows no page.
 */

import { NeutralGate, shaped } from "./shaping.js";
import type { KeyLevers } from "./sources/keyboard.js";
import type { ChannelRoute, InputSource } from "./sources/source.js";

/** A named input that is driven. */
export interface DrivenControl {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** Where it rests. */
  readonly value: number;
}

interface Attached {
  readonly source: InputSource;
  routes: readonly ChannelRoute[];
  readonly gates: Map<number, NeutralGate>;
  lost: boolean;
  raw: readonly number[];
}

/** What a device gives, for the calibration page. */
export interface DeviceState {
  readonly source: InputSource;
  readonly lost: boolean;
  readonly raw: readonly number[];
  readonly routes: readonly ChannelRoute[];
}

/** What the machine makes of a lever: part of its speed, −1 … 1. */
export type Scale = (control: string) => number;

export class InputMap {
  private readonly send: (stamp: number, names: readonly string[], values: readonly number[]) => void;
  private readonly keys: KeyLevers;
  private controls: readonly DrivenControl[] = [];
  private devices: Attached[] = [];
  /** Levers on the screen, by control. */
  readonly panel = new Map<string, number>();
  /** Deflections of the last sample, by control, before `scale`. */
  readonly deflections = new Map<string, number>();
  private readonly sent = new Map<string, number>();
  private last = Number.NaN;
  scale: Scale = () => 1;

  constructor(keys: KeyLevers, send: InputMap["send"]) {
    this.keys = keys;
    this.send = send;
  }

  /** The controls of another scene; nothing has been sent to it. */
  open(controls: readonly DrivenControl[]): void {
    this.controls = controls;
    this.sent.clear();
  }

  /** The run was put to another moment: every lever that was moved is sent again. */
  refresh(): void {
    for (const name of this.sent.keys()) this.sent.set(name, Number.NaN);
  }

  attach(source: InputSource, routes: readonly ChannelRoute[]): void {
    this.devices = this.devices.filter((device) => device.source !== source);
    this.devices.push({ source, routes, gates: new Map(), lost: false, raw: [] });
  }

  setRoutes(source: InputSource, routes: readonly ChannelRoute[]): void {
    const device = this.devices.find((known) => known.source === source);
    if (device) device.routes = routes;
  }

  detach(source: InputSource): void {
    this.devices = this.devices.filter((device) => device.source !== source);
  }

  get state(): readonly DeviceState[] {
    return this.devices;
  }

  /** Whether a device has no signal: what it moved is held. */
  get lost(): readonly string[] {
    return this.devices.filter(({ lost }) => lost).map(({ source }) => source.name);
  }

  /** Reads all sources at `now` (ms) and sends what has changed, with that time. */
  sample(now: number): void {
    this.keys.advance(Number.isNaN(this.last) ? 0 : Math.min(0.1, (now - this.last) / 1000));
    this.last = now;
    this.deflections.clear();
    for (const device of this.devices) this.read(device, now);
    const names: string[] = [];
    const values: number[] = [];
    for (const control of this.controls) {
      const { name } = control;
      const sum = (this.deflections.get(name) ?? 0) + this.keys.value(name) + (this.panel.get(name) ?? 0);
      const way = Math.max(-1, Math.min(1, sum));
      this.deflections.set(name, way);
      const value = valueAt(control, way * this.scale(name));
      if (Object.is(value, this.sent.get(name) ?? control.value)) continue;
      this.sent.set(name, value);
      names.push(name);
      values.push(value);
    }
    if (names.length > 0) this.send(now, names, values);
  }

  private read(device: Attached, now: number): void {
    const sample = device.source.poll(now);
    device.lost = sample === null;
    device.raw = sample?.channels ?? [];
    for (const { control, channel, ...shaping } of device.routes) {
      const gate = device.gates.get(channel) ?? new NeutralGate();
      device.gates.set(channel, gate);
      if (sample === null) gate.shut();
      else {
        const way = shaped(gate.pass(sample.channels[channel] ?? 0), shaping);
        this.deflections.set(control, (this.deflections.get(control) ?? 0) + way);
      }
    }
  }
}

/** The value of a control at a deflection −1 … 1 from its rest. */
export function valueAt({ min, max, value: rest }: DrivenControl, way: number): number {
  return way >= 0 ? rest + way * (max - rest) : rest + way * (rest - min);
}
