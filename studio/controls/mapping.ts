/** From keys and sticks to values of inputs. Knows no page. */
import type { Drive } from "../worker/services/drive-protocol.js";

/** What moves one control. */
export interface Binding {
  /** Of the control. */
  readonly id: string;
  /** Keys as `KeyboardEvent.code`: less, more; empty: none. */
  readonly keys: readonly [string, string];
  /** Axis of the first gamepad; −1: none. */
  readonly axis: number;
  readonly inverted: boolean;
}

/** One or several inputs that are driven together: both rear wheels, both cylinders. */
export interface Control extends Pick<Drive, "unit" | "help" | "value" | "min" | "max" | "returns" | "pace"> {
  readonly id: string;
  readonly name: string;
  readonly paths: readonly string[];
  /** Whether it is what one drives the scene by; the others are there for experiments. */
  readonly main: boolean;
  /** Words by which keys are found. */
  readonly words: string;
}

/** Dead zone of a stick, as a fraction of its travel. */
export const DEAD_ZONE = 0.12;

/** Joins the inputs of both sides, and puts first what a scene is driven by. */
export function controlsOf(drives: readonly Drive[]): Control[] {
  const steered = drives.some(({ key, controller }) => key === "steer" && controller !== "");
  const groups = new Map<string, Drive[]>();
  for (const drive of drives) {
    const { controller, key, unit, value, min, max, returns } = drive;
    const alike = JSON.stringify([controller !== "", baseOf(drive), key, unit, value, min, max, returns]);
    groups.set(alike, [...(groups.get(alike) ?? []), drive]);
  }
  const controls = [...groups.values()].map((group): Control => {
    const [first] = group;
    const { controller, kind, key, unit, help, value, min, max, returns, pace } = first;
    const base = group.length > 1 ? baseOf(first) : controller || first.name;
    const name = controller !== "" || key === "target" ? base : `${base} ${key}`;
    const own = key === "target" || key === "command" || (key === "steer" && !steered);
    // a wheel that is driven drives the machine
    const words = [controller, first.name, key === "steer" ? key : kind === "wheel" ? "drive" : ""].join(" ");
    const paths = group.map(({ path }) => path);
    return {
      ...{ id: paths.join("+"), name, paths, main: controller !== "" || own, words: words.toLowerCase() },
      ...{ unit, help, value, min, max, returns, pace },
    };
  });
  return [...controls.filter(({ main }) => main), ...controls.filter(({ main }) => !main)];
}

/** The name without its side: `drive-left` → `drive`. */
function baseOf({ controller, name }: Drive): string {
  const whole = controller || name;
  return whole.replace(/(^|[-_ .])(left|right)(?=$|[-_ .])/i, "").replace(/^[-_ .]/, "") || whole;
}

interface Habit {
  /** Where the name has one of these words. */
  readonly words: RegExp;
  readonly keys: readonly [string, string];
  readonly axis: number;
  readonly inverted: boolean;
}

/**
 * What hands expect, by the meaning of a name: arrows drive and steer, the left hand has W A S D, the right one I J K
 * L. A steering angle and a slew count to the left; sticks count forward as negative.
 */
const HABITS: readonly Habit[] = [
  { words: /steer|rudder/, keys: ["ArrowRight", "ArrowLeft"], axis: 0, inverted: true },
  { words: /slew|swing|yaw|turret|swivel/, keys: ["KeyD", "KeyA"], axis: 2, inverted: true },
  { words: /boom|lift|tip\b|raise|hoist|tilt|shoulder/, keys: ["KeyS", "KeyW"], axis: 3, inverted: true },
  { words: /stick|dipper|elbow|knee|jib/, keys: ["KeyK", "KeyI"], axis: 1, inverted: true },
  { words: /bucket|grip|jaw|finger|wrist|clamp/, keys: ["KeyJ", "KeyL"], axis: 2, inverted: false },
  { words: /blade/, keys: ["KeyX", "KeyZ"], axis: -1, inverted: false },
  { words: /outrigger/, keys: ["KeyV", "KeyC"], axis: -1, inverted: false },
  { words: /drive|throttle|motor|track|crawler/, keys: ["ArrowDown", "ArrowUp"], axis: 1, inverted: true },
];

/** Keys by their place on the keyboard, for what has no habit, or where another control has taken it. */
const PAIRS: readonly (readonly [string, string])[] = [
  ["ArrowDown", "ArrowUp"],
  ["ArrowLeft", "ArrowRight"],
  ["KeyS", "KeyW"],
  ["KeyA", "KeyD"],
  ["KeyK", "KeyI"],
  ["KeyJ", "KeyL"],
  ["KeyG", "KeyT"],
  ["KeyF", "KeyH"],
];
/** The vertical axes first: pushing forward is more. */
const AXES: readonly number[] = [1, 0, 3, 2];

/** Keys and axes of the main controls: by habit first, then what is free. */
export function defaultBindings(controls: readonly Control[]): Binding[] {
  const taken = new Set<string>();
  const used = new Set<number>();
  const bindings = new Map<string, Binding>();
  const bind = (id: string, keys: readonly [string, string], axis: number, inverted: boolean) => {
    for (const key of keys) taken.add(key);
    if (axis >= 0) used.add(axis);
    bindings.set(id, { id, keys, axis, inverted });
  };
  const main = controls.filter((control) => control.main);
  for (const { id, words } of main) {
    const habit = HABITS.find((entry) => entry.words.test(words) && !entry.keys.some((key) => taken.has(key)));
    if (!habit) continue;
    const free = habit.axis >= 0 && !used.has(habit.axis);
    bind(id, habit.keys, free ? habit.axis : -1, free && habit.inverted);
  }
  for (const { id } of main) {
    if (bindings.has(id)) continue;
    const axis = AXES.find((entry) => !used.has(entry)) ?? -1;
    bind(id, PAIRS.find((pair) => !pair.some((key) => taken.has(key))) ?? ["", ""], axis, axis % 2 === 1);
  }
  return controls.map(({ id }) => bindings.get(id) ?? { id, keys: ["", ""], axis: -1, inverted: false });
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

type Range = Pick<Control, "min" | "max" | "value" | "returns" | "pace">;

/**
 * The next value of an input. What returns goes in proportion between its rest and its limits, at its pace; a position
 * moves on.
 */
export function nextValue(range: Range, present: number, way: number, seconds: number): number {
  const { min, max, value: rest, returns, pace } = range;
  const most = pace > 0 ? ((max - min) * seconds) / pace : Number.POSITIVE_INFINITY;
  if (!returns) return Math.max(min, Math.min(max, present + way * most));
  const wanted = way >= 0 ? rest + way * (max - rest) : rest + way * (rest - min);
  const left = wanted - present;
  return Math.abs(left) <= most ? wanted : present + Math.sign(left) * most;
}
