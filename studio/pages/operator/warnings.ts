/** Which warning is shown: one at a time, the most urgent. Knows no page. */
import type { Signals } from "./signals.js";

export type WarningName =
  | "tipped"
  | "tipping"
  | "lost"
  | "link"
  | "boom"
  | "stick"
  | "bucket"
  | "slope"
  | "brake"
  | "locked"
  | "stopped"
  | "slow";

export interface SeatWarning {
  readonly name: WarningName;
  readonly level: "info" | "warn" | "error";
}

/** What else than the machine's sensors is watched. */
export interface WatchedState {
  readonly lost: boolean;
  /** Whether a simulation elsewhere does not answer, or holds the levers. */
  readonly unlinked: boolean;
  readonly locked: boolean;
  readonly stopped: boolean;
  /** Whether somebody moves a lever. */
  readonly moved: boolean;
  /** Whether somebody drives with the brake on. */
  readonly braked: boolean;
  readonly slow: boolean;
}

/** A warning stays this long after its cause, s. */
const STAYS = 2;
/** Tip-over margin below which the machine is close to tipping, and slope, rad, beyond which it is steep. */
const CLOSE = 0.15;
const STEEP = 0.26;
/** Force of the soil on the bucket beyond which the arm holds the machine, N. */
const PRESSES = 5000;

/** All that holds now, the most urgent first. */
export function presentWarnings(signals: Signals, state: WatchedState): SeatWarning[] {
  // an arm that presses on the ground lifts the machine, and holds it
  const margin = signals.resistance > PRESSES ? Number.NaN : signals.get("margin");
  const list: [boolean, SeatWarning["level"], WarningName][] = [
    [margin < 0, "error", "tipped"],
    [state.lost, "error", "lost"],
    [state.unlinked, "error", "link"],
    [margin < CLOSE, "warn", "tipping"],
    [signals.or0("tilt") > STEEP, "warn", "slope"],
    [signals.or0("stick.stalled") > 0, "warn", "stick"],
    [signals.or0("boom.stalled") > 0, "warn", "boom"],
    [signals.or0("bucket.stalled") > 0, "warn", "bucket"],
    [state.stopped && state.moved, "info", "stopped"],
    [state.locked && state.moved, "info", "locked"],
    [state.braked, "info", "brake"],
    [state.slow, "info", "slow"],
  ];
  return list.filter(([holds]) => holds).map(([, level, name]) => ({ name, level }));
}

/** Keeps a warning for a while after its cause has gone. */
export class WarningList {
  private readonly until = new Map<WarningName, { readonly warning: SeatWarning; readonly time: number }>();

  /** The warnings to show at `now` (s). */
  update(present: readonly SeatWarning[], now: number): readonly SeatWarning[] {
    for (const warning of present) this.until.set(warning.name, { warning, time: now + STAYS });
    for (const [name, { time }] of this.until) if (time < now) this.until.delete(name);
    const rank = { error: 0, warn: 1, info: 2 } as const;
    const order = present.map(({ name }) => name);
    const place = (name: WarningName) => (order.includes(name) ? order.indexOf(name) : order.length);
    return [...this.until.values()]
      .map(({ warning }) => warning)
      .sort((a, b) => rank[a.level] - rank[b.level] || place(a.name) - place(b.name));
  }
}
