import type { Control } from "stiction";
import type { LinkHost } from "../host/host.js";
import { type LinkLog, QuietLog } from "../host/quiet-log.js";
import { type InputMap, type MapEntry, type SourceSpec, shapeAxis } from "./input-map.js";
import type { AxisValue } from "./lines.js";

/** One line of the map at work: its newest raw value. */
interface Axis {
  readonly entry: MapEntry;
  readonly control: Control;
  raw: number;
  applied: number;
  stamp: number;
}

/** A source at work. */
interface Source {
  readonly spec: SourceSpec;
  readonly axes: readonly Axis[];
  heard: number;
  held: boolean;
}

/**
 * Devices that do not speak the protocol: numbers of their axes, as they come, through the map to named controls. A
 * mailbox per axis, the newest wins; nothing here waits for a device. A source that is lost has its controls put to rest.
 */
export class DeviceBridge {
  private readonly host: LinkHost;
  private readonly clock: () => number;
  private readonly log: QuietLog;
  private readonly sources = new Map<string, Source>();

  constructor(host: LinkHost, map: InputMap, clock: () => number, log: LinkLog = () => undefined) {
    this.host = host;
    this.clock = clock;
    this.log = new QuietLog(log, clock);
    const { controls } = host.simulation.model;
    for (const spec of map.sources) {
      const axes = map.map
        .filter(({ source }) => source === spec.name)
        .map((entry) => ({
          entry,
          control: controls.find(({ name }) => name === entry.control) as Control,
          ...{ raw: Number.NaN, applied: Number.NaN, stamp: 0 },
        }));
      this.sources.set(spec.name, { spec, axes, heard: 0, held: false });
    }
  }

  /** Numbers came from a source; `topic` of MQTT. */
  take(name: string, values: readonly AxisValue[], topic?: string): void {
    const source = this.sources.get(name);
    if (source === undefined) return;
    source.heard = this.clock();
    if (source.held) {
      source.held = false;
      this.log.info(`${name} is back`);
    }
    for (const axis of source.axes) {
      if (axis.entry.topic !== topic) continue;
      const wanted = String(axis.entry.axis ?? "0");
      const found = values.findLast(([known]) => known === wanted);
      if (found === undefined) continue;
      axis.raw = found[1];
      axis.stamp = source.heard;
    }
  }

  /** A source has lost its connection: its controls go to rest. */
  lost(name: string, reason: string): void {
    const source = this.sources.get(name);
    if (source === undefined || source.held) return;
    source.held = true;
    for (const axis of source.axes) axis.raw = axis.applied = Number.NaN;
    const controls = source.axes.map(({ control }) => control);
    this.host.rest(controls, name);
    this.log.warn(`lost ${name}`, `${name} is lost: ${reason}; on hold: ${controls.map((c) => c.name).join(", ")}`);
  }

  /** Puts the newest values into the model; before every step. */
  beforeStep(): void {
    const now = this.clock();
    for (const [name, source] of this.sources) {
      const { timeout } = source.spec;
      if (timeout > 0 && !source.held && source.heard > 0 && now - source.heard > timeout)
        this.lost(name, `silent for ${Math.round(1000 * (now - source.heard))} ms`);
      for (const axis of source.axes) {
        if (Number.isNaN(axis.raw)) continue;
        const value = shapeAxis(axis.raw, axis.entry, axis.control);
        if (value === axis.applied) continue;
        axis.applied = value;
        this.host.apply(axis.control.name, value, axis.stamp, name);
      }
    }
  }
}
