/** Which keys and sticks move the named inputs of a machine, by their meaning. Knows no page. */
import type { NamedControl } from "../worker/services/drive-protocol.js";
import { type Binding, type Control, defaultBindings } from "./mapping.js";
import { type Meaning, meaningOf } from "./meaning.js";

/** Who sits at the levers: ISO has the boom in the right hand, SAE in the left. */
export type Pattern = "iso" | "sae";

interface Habit {
  /** Keys for less and more, as `KeyboardEvent.code`. */
  readonly keys: readonly [string, string];
  /** As a scene writes it: "left.x", with a minus the other way round. */
  readonly axis: string;
}

/** The left hand has W A S D, the right one I J K L; forward lowers and reaches out, back raises and pulls in. */
const LEFT_BACK: Habit = { keys: ["KeyW", "KeyS"], axis: "left.y" };
const RIGHT_BACK: Habit = { keys: ["KeyI", "KeyK"], axis: "right.y" };

const COMMON: Readonly<Record<Exclude<Meaning, "boom" | "stick">, Habit>> = {
  slew: { keys: ["KeyD", "KeyA"], axis: "-left.x" },
  bucket: { keys: ["KeyL", "KeyJ"], axis: "-right.x" },
  travel: { keys: ["ArrowDown", "ArrowUp"], axis: "" },
  steer: { keys: ["ArrowRight", "ArrowLeft"], axis: "" },
  blade: { keys: ["KeyZ", "KeyX"], axis: "" },
  outriggers: { keys: ["KeyC", "KeyV"], axis: "" },
  "track-left": { keys: ["KeyF", "KeyR"], axis: "" },
  "track-right": { keys: ["KeyG", "KeyT"], axis: "" },
};

const PATTERNS: Readonly<Record<Pattern, Readonly<Record<Meaning, Habit>>>> = {
  iso: { ...COMMON, stick: LEFT_BACK, boom: RIGHT_BACK },
  sae: { ...COMMON, stick: RIGHT_BACK, boom: LEFT_BACK },
};

/** Keys of a function, less and more, where a scene asks for none. */
export function usualKeys(meaning: Meaning, pattern: Pattern): readonly [string, string] {
  return PATTERNS[pattern][meaning].keys;
}

/** −1 where more of a control is less of what its name means: its scene asks for the usual axis the other way round. */
export function signOf({ name, axis }: Pick<NamedControl, "name" | "axis">): 1 | -1 {
  const meaning = meaningOf(name);
  if (meaning === undefined || axis === null) return 1;
  const usual = (["iso", "sae"] as const).map((pattern) => PATTERNS[pattern][meaning].axis);
  return usual.includes(axis.startsWith("-") ? axis.slice(1) : `-${axis}`) ? -1 : 1;
}

const AXES = ["left.x", "left.y", "right.x", "right.y"];

/** The named inputs of a scene as controls, what one drives it by; all its other inputs are there for experiments. */
export function withNamed(named: readonly NamedControl[], others: readonly Control[]): Control[] {
  if (named.length === 0) return [...others];
  const main = named.map(
    ({ name, label, paths, help, unit, value, min, max, returns, pace }): Control => ({
      ...{ id: `control:${name}`, name: label, paths, main: true, words: name.toLowerCase() },
      ...{ unit, help, value, min, max, returns, pace },
    }),
  );
  return [...main, ...others.map((control) => ({ ...control, main: false }))];
}

/** Keys and axes: as the scene says, else by the meaning of the name, else what is free. */
export function bindingsOf(
  named: readonly NamedControl[],
  controls: readonly Control[],
  pattern: Pattern,
): readonly Binding[] {
  if (named.length === 0) return defaultBindings(controls);
  return controls.map(({ id }, k): Binding => {
    const control = named[k];
    if (control === undefined) return { id, keys: ["", ""], axis: -1, inverted: false };
    const meaning = meaningOf(control.name);
    const habit = meaning === undefined ? undefined : PATTERNS[pattern][meaning];
    const axis = control.axis ?? habit?.axis ?? "";
    const [less, more] = control.keys ?? inWay(habit?.keys ?? ["", ""], signOf(control));
    return { id, keys: [less, more], axis: AXES.indexOf(axis.replace("-", "")), inverted: axis.startsWith("-") };
  });
}

/** Keys for less and more of a control that goes with or against its meaning. */
export function inWay([less, more]: readonly string[], sign: 1 | -1): [string, string] {
  return sign > 0 ? [less, more] : [more, less];
}

/** Whether the patterns differ for a scene. */
export function hasPatterns(named: readonly NamedControl[]): boolean {
  return ["boom", "stick"].every((word) => named.some(({ name }) => meaningOf(name) === word));
}
