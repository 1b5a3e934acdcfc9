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
  /** What it does, by which levers name it; its name when absent. With sign −1 more of it is less of that. */
  readonly meaning?: string;
  readonly sign?: 1 | -1;
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
export type Scale = (meaning: string) => number;

/** Levers of a machine with two tracks that move both: how much of each goes to the left and to the right one. */
const OF_TRACKS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "track-left": { travel: 1, steer: -1 },
  "track-right": { travel: 1, steer: 1 },
};

export class InputMap {
  private readonly send: (stamp: number, names: readonly string[], values: readonly number[]) => void;
  private readonly keys: KeyLevers;
  private controls: readonly DrivenControl[] = [];
  private devices: Attached[] = [];
  /** Levers by what they do; of a machine with tracks also travel and steering. */
  private meanings: readonly string[] = [];
  /** Levers on the screen, by meaning. */
  readonly panel = new Map<string, number>();
  /** Deflections of the last sample, by meaning, before `scale`. */
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
    const own = controls.map(meaningOf);
    const mixed = own.flatMap((name) => Object.keys(OF_TRACKS[name] ?? {}));
    this.meanings = [...new Set([...own, ...mixed])];
    this.sent.clear();
  }

  /** What levers can name. */
  get known(): readonly string[] {
    return this.meanings;
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
    for (const meaning of this.meanings) {
      const sum = this.way(meaning) + this.keys.value(meaning) + (this.panel.get(meaning) ?? 0);
      this.deflections.set(meaning, clamp(sum));
    }
    for (const control of this.controls) {
      const { name, sign = 1 } = control;
      const meaning = meaningOf(control);
      const mixed = Object.entries(OF_TRACKS[meaning] ?? {}).reduce((sum, [of, part]) => sum + part * this.way(of), 0);
      const value = valueAt(control, sign * clamp(this.way(meaning) + mixed) * this.scale(meaning));
      if (Object.is(value, this.sent.get(name) ?? control.value)) continue;
      this.sent.set(name, value);
      names.push(name);
      values.push(value);
    }
    if (names.length > 0) this.send(now, names, values);
  }

  private way(meaning: string): number {
    return this.deflections.get(meaning) ?? 0;
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

const meaningOf = ({ name, meaning = name }: DrivenControl) => meaning;
const clamp = (way: number) => Math.max(-1, Math.min(1, way));

/** The value of a control at a deflection −1 … 1 from its rest. */
export function valueAt({ min, max, value: rest }: DrivenControl, way: number): number {
  return way >= 0 ? rest + way * (max - rest) : rest + way * (rest - min);
}
