import { isRecord } from "./paths.js";

/** A value of the scene that is not as it was opened; undefined where it was left out. */
export interface Change {
  readonly from: unknown;
  readonly to: unknown;
}

const AXES = ["x", "y", "z", "w"];

/**
 * Differences of two scenes, by path as in `--set`. Items of lists are identified by name, or by `nameOf` of an index;
 * vectors of equal length differ by component.
 */
export function differences(
  from: unknown,
  to: unknown,
  nameOf: (list: string, index: number) => string = (_list, index) => String(index),
): Map<string, Change> {
  const found = new Map<string, Change>();
  compare(withGravity(from, to), withGravity(to, from), "", nameOf, found);
  return found;
}

/** Gravity is the one vector whose default is not zero. */
function withGravity(spec: unknown, other: unknown): unknown {
  if (!isRecord(spec) || !isRecord(other) || spec.gravity !== undefined || !Array.isArray(other.gravity)) return spec;
  const gravity = other.plane === "xy" ? [0, -9.81, 0] : [0, 0, -9.81];
  return { ...spec, gravity: gravity.slice(0, other.gravity.length) };
}

type NameOf = (list: string, index: number) => string;

function compare(from: unknown, to: unknown, path: string, nameOf: NameOf, found: Map<string, Change>): void {
  if (Object.is(from, to)) return;
  if (isRecord(from) && isRecord(to)) {
    for (const key of new Set([...Object.keys(from), ...Object.keys(to)]))
      compare(from[key], to[key], path === "" ? key : `${path}.${key}`, nameOf, found);
    return;
  }
  if (Array.isArray(from) || Array.isArray(to)) {
    compareLists(from, to, path, nameOf, found);
    return;
  }
  if (sameText(from, to)) return;
  found.set(path, { from, to });
}

function compareLists(from: unknown, to: unknown, path: string, nameOf: NameOf, found: Map<string, Change>): void {
  const [before, after] = [listOf(from, to), listOf(to, from)];
  if (before === null || after === null) {
    found.set(path, { from, to });
    return;
  }
  const vector = [...before, ...after].every((entry) => typeof entry === "number");
  if (vector) {
    const whole = before.length !== after.length || before.length > AXES.length;
    if (whole && !sameText(from, to)) found.set(path, { from, to });
    if (whole) return;
    before.forEach((value, k) => {
      if (!Object.is(value, after[k])) found.set(`${path}.${AXES[k]}`, { from: value, to: after[k] });
    });
    return;
  }
  const named = keyed(before, path, nameOf);
  const others = keyed(after, path, nameOf);
  for (const key of new Set([...named.keys(), ...others.keys()]))
    compare(named.get(key), others.get(key), key, nameOf, found);
}

/**
 * A list, or the default of one that is absent while `other` has it: a vector is zero, else it is empty; null for
 * anything else.
 */
function listOf(value: unknown, other: unknown): readonly unknown[] | null {
  if (value !== undefined) return Array.isArray(value) ? value : null;
  if (!Array.isArray(other) || other.length > 3 || !other.every((entry) => typeof entry === "number")) return [];
  return other.map(() => 0);
}

function keyed(list: readonly unknown[], path: string, nameOf: NameOf): Map<string, unknown> {
  return new Map(
    list.map((entry, index) => {
      const name = isRecord(entry) && typeof entry.name === "string" ? entry.name : nameOf(path, index);
      return [/^\d+$/.test(name) ? `${path}[${name}]` : `${path}.${name}`, entry];
    }),
  );
}

/** Equal as a file would have them: a vector as a typed array is the same as a list. */
function sameText(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" && typeof b !== "object") return Object.is(a, b);
  return JSON.stringify(a) === JSON.stringify(b);
}
