/** From keys and sticks to values of inputs. Knows no page. */
import type { Drive } from "../worker/services/drive-protocol.js";

/** What moves one input. */
export interface Binding {
  readonly path: string;
  /** Keys as `KeyboardEvent.code`: less, more; empty: none. */
  readonly keys: readonly [string, string];
  /** Axis of the first gamepad; −1: none. */
  readonly axis: number;
  readonly inverted: boolean;
}

/** Dead zone of a stick, as a fraction of its travel. */
export const DEAD_ZONE = 0.12;
/** Time in which a held key takes a position through its whole range, s. */
const SWEEP = 3;

/** Rows of keys by their place on the keyboard, so that they are neighbours on every layout. */
const PAIRS: readonly (readonly [string, string])[] = [
  ["KeyA", "KeyQ"],
  ["KeyS", "KeyW"],
  ["KeyD", "KeyE"],
  ["KeyL", "KeyO"],
  ["KeyH", "KeyU"],
  ["KeyV", "KeyT"],
];

/** Keys and axes of the drives, in their order. */
export function defaultBindings(drives: readonly Drive[]): Binding[] {
  return drives.map(({ path }, k) => ({
    path,
    keys: PAIRS[k] ?? ["", ""],
    axis: k < 4 ? k : -1,
    inverted: k % 2 === 1, // sticks count forward as negative
  }));
}

/** Deflection of a stick without its dead zone, −1 … 1, finer about the middle. */
export function stick(value: number): number {
  const size = Math.abs(value);
  if (!(size > DEAD_ZONE)) return 0;
  const part = Math.min(1, (size - DEAD_ZONE) / (1 - DEAD_ZONE));
  return Math.sign(value) * part * part;
}

/** How far a binding is deflected, −1 … 1. */
export function deflection(binding: Binding, held: ReadonlySet<string>, axes: readonly number[]): number {
  const [less, more] = binding.keys;
  const keys = (held.has(more) ? 1 : 0) - (held.has(less) ? 1 : 0);
  const axis = binding.axis >= 0 ? stick(axes[binding.axis] ?? 0) : 0;
  const way = keys + (binding.inverted ? -axis : axis);
  return Math.max(-1, Math.min(1, way));
}

/**
 * The next value of an input. What returns goes in proportion between its rest and its limits; a position moves on, at
 * most through its range in three seconds.
 */
export function nextValue(drive: Drive, present: number, way: number, seconds: number): number {
  const { min, max, value: rest, returns } = drive;
  if (returns) return way >= 0 ? rest + way * (max - rest) : rest + way * (rest - min);
  return Math.max(min, Math.min(max, present + (way * seconds * (max - min)) / SWEEP));
}
