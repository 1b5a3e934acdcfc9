/** Something with levers. A reader gets the newest values at once, or none: a slow device delays nobody. */
export interface InputSource {
  /** The same for the same device next time; its settings are stored under it. */
  readonly id: string;
  readonly kind: "keyboard" | "panel" | "gamepad" | "hid" | "serial";
  /** For people. */
  readonly name: string;
  /** The newest sample; null: no signal. Its arrays are used again. */
  poll(now: number): RawSample | null;
}

export interface RawSample {
  /** When it was taken, ms of the page's clock. */
  readonly time: number;
  /** Axes −1 … 1, then buttons 0 … 1. */
  readonly channels: readonly number[];
  /** How many of them are axes. */
  readonly axes: number;
}

/** Which channel of a device moves which control, and how. */
export interface ChannelRoute {
  readonly control: string;
  readonly channel: number;
  readonly dead: number;
  readonly curve: number;
  readonly inverted: boolean;
}
