/** Devices with levers that come and go. */
import type { InputMap } from "../../controls/input-map.js";
import type { Pattern } from "../../controls/patterns.js";
import { GamepadSource, usualRoutes } from "../../controls/sources/gamepad.js";
import type { ChannelRoute, InputSource } from "../../controls/sources/source.js";
import { storedRoutes, storeRoutes } from "../../controls/stored-routes.js";
import { Signal } from "../../signal.js";

export class Devices {
  readonly list = new Signal<readonly InputSource[]>([]);
  private readonly inputs: InputMap;
  private readonly pattern: () => Pattern;
  private readonly pads = new Map<string, GamepadSource>();

  constructor(inputs: InputMap, pattern: () => Pattern) {
    this.inputs = inputs;
    this.pattern = pattern;
  }

  /** Looks for gamepads until the returned function is called. */
  watch(): () => void {
    const find = () => this.find();
    addEventListener("gamepadconnected", find);
    find();
    return () => removeEventListener("gamepadconnected", find);
  }

  add(source: InputSource): void {
    this.inputs.attach(source, storedRoutes(source.id) ?? this.usual(source));
    this.list.value = [...this.list.value.filter(({ id }) => id !== source.id), source];
  }

  setRoutes(source: InputSource, routes: readonly ChannelRoute[]): void {
    this.inputs.setRoutes(source, routes);
    storeRoutes(source.id, routes);
  }

  /** Forgets the settings of a device. */
  reset(source: InputSource): void {
    storeRoutes(source.id, null);
    this.inputs.setRoutes(source, this.usual(source));
  }

  /** Another pattern: devices that nobody has set up follow it. */
  restart(): void {
    for (const source of this.list.value) {
      if (storedRoutes(source.id) === null) this.inputs.setRoutes(source, this.usual(source));
    }
  }

  /** A gamepad that comes back is the same source: it knows that it was lost. */
  private find(): void {
    for (const pad of navigator.getGamepads?.() ?? []) {
      if (!pad || this.pads.has(`${pad.index}:${pad.id}`)) continue;
      const source = new GamepadSource(pad);
      this.pads.set(`${pad.index}:${pad.id}`, source);
      this.add(source);
    }
  }

  private usual(source: InputSource): ChannelRoute[] {
    const sample = source.poll(performance.now());
    const axes = sample?.axes ?? 4;
    const buttons = (sample?.channels.length ?? axes) - axes;
    const others = this.list.value.filter(({ kind, id }) => kind === source.kind && id !== source.id).length;
    const standard = source.kind === "gamepad" && axes >= 4 && buttons >= 12;
    return usualRoutes({ name: source.name, axes, buttons, standard }, others, this.pattern());
  }
}
