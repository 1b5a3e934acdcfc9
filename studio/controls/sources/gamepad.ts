import type { Pattern } from "../patterns.js";
import { DIRECT, GAME_PAD } from "../shaping.js";
import type { ChannelRoute, InputSource, RawSample } from "./source.js";

/** A gamepad, joystick, wheel or set of pedals that the browser's Gamepad API shows. */
export class GamepadSource implements InputSource {
  readonly kind = "gamepad";
  readonly id: string;
  readonly name: string;
  private readonly index: number;
  private readonly channels: number[] = [];

  constructor(pad: Gamepad) {
    this.index = pad.index;
    this.id = `gamepad:${pad.id}`;
    this.name = pad.id.replace(/\s*\(.*$/, "");
  }

  poll(now: number): RawSample | null {
    const pad = navigator.getGamepads()[this.index];
    if (!pad?.connected) return null;
    const { axes, buttons } = pad;
    this.channels.length = axes.length + buttons.length;
    for (let k = 0; k < axes.length; k++) this.channels[k] = axes[k];
    for (let k = 0; k < buttons.length; k++) this.channels[axes.length + k] = buttons[k].value;
    return { time: pad.timestamp || now, channels: this.channels, axes: axes.length };
  }
}

/** What is known of a device before anybody has set it up. */
export interface KnownDevice {
  readonly name: string;
  readonly axes: number;
  readonly buttons: number;
  /** Whether it has the layout of a game pad: two sticks, triggers 6 and 7, cross 12 to 15. */
  readonly standard: boolean;
}

type Signed = readonly [control: string, channel: number, inverted?: boolean];

/**
 * What the sticks of both hands do, forward being negative: [left x, left y, right x, right y]. ISO 10968 has the boom
 * in the right hand, SAE J1814 in the left.
 */
const HANDS: Readonly<Record<Pattern, readonly (readonly [control: string, inverted: boolean])[]>> = {
  iso: [
    ["slew", true],
    ["stick", false],
    ["bucket", true],
    ["boom", false],
  ],
  sae: [
    ["slew", true],
    ["boom", false],
    ["bucket", true],
    ["stick", false],
  ],
};

/**
 * What moves what at first: of a game pad both sticks, triggers travel, cross steers and moves the blade, shoulder
 * buttons move the outriggers. Of two joysticks the first is in the left hand. A wheel steers, its pedals travel.
 */
export function usualRoutes(device: KnownDevice, place: number, pattern: Pattern): ChannelRoute[] {
  const hands = HANDS[pattern];
  const button = (k: number) => device.axes + k;
  const routes = (list: readonly Signed[], shaping = DIRECT): ChannelRoute[] =>
    list
      .filter(([, channel]) => channel < device.axes + device.buttons)
      .map(([control, channel, inverted = false]) => ({ ...shaping, control, channel, inverted }));
  if (/wheel|pedal/i.test(device.name))
    return routes([
      ["steer", 0, true],
      ["travel", 1, true],
    ]);
  if (!device.standard)
    return routes(
      [0, 1].map((axis): Signed => [hands[2 * (place % 2) + axis][0], axis, hands[2 * (place % 2) + axis][1]]),
    );
  return [
    ...routes(
      hands.map(([control, inverted], axis): Signed => [control, axis, inverted]),
      GAME_PAD,
    ),
    ...routes([
      ["travel", button(7)],
      ["travel", button(6), true],
      ["steer", button(14)],
      ["steer", button(15), true],
      ["blade", button(13)],
      ["blade", button(12), true],
      ["outriggers", button(5)],
      ["outriggers", button(4), true],
    ]),
  ];
}
