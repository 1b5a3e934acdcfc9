import type { Studio } from "../state.js";

/** Something the user can do: by key, by the palette, and often by a button. */
export interface Command {
  readonly id: string;
  /** What it does, a verb first. */
  readonly title: string;
  /** More about it, for the search. */
  readonly help?: string;
  /**
   * Keys as `KeyboardEvent.key`, with `Ctrl+` in front where that is held (the command key counts as Ctrl); lower-case
   * letters unless Shift is meant. With Alt, digits by their place on the keyboard: `Alt+1`, `Alt+Shift+1`. The first
   * is the one that is shown.
   */
  readonly keys?: readonly string[];
  /** How the keys are shown where that differs from the first of `keys`. */
  readonly shown?: string;
  /** Whether its keys mean it now, where the focus is; otherwise they are the browser's. */
  readonly when?: (studio: Studio, focused: EventTarget | null) => boolean;
  /** Whether it means something on every page, not only where a scene is open. */
  readonly anywhere?: boolean;
  /** Whether its keys are heard in fields too. */
  readonly inFields?: boolean;
  run(studio: Studio): void;
}
