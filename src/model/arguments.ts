/** Checks of what callers pass: a wrong argument is refused, by its name, before anything has changed. */
import { show, unknownWord } from "./errors.js";

/**
 * `value` as `count` finite numbers; in a planar scene a vector of three may have two. Throws a `RangeError` that
 * begins with `what`.
 */
export function finiteNumbers(what: string, value: unknown, count: number, planar = false): number[] {
  const list = isList(value) ? Array.from(value) : undefined;
  const full = list?.length === 2 && count === 3 && planar ? [...list, 0] : list;
  if (full === undefined || full.length !== count || !full.every((x) => Number.isFinite(x)))
    throw new RangeError(`${what}: expected ${count} finite numbers, got ${show(list ?? value)}`);
  return full;
}

function isList(value: unknown): value is ArrayLike<number> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

/** Refuses an object with keys other than the known ones. */
export function knownKeys(what: string, value: unknown, known: readonly string[]): void {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new RangeError(`${what}: expected an object with ${known.join(" or ")}, got ${show(value)}`);
  for (const key of Object.keys(value))
    if (!known.includes(key)) throw new RangeError(`${what}: ${unknownWord("key", key, known)}`);
}

/** Refuses what is no whole number between `least` and `most`. */
export function checkWhole(what: string, value: unknown, least: number, most = 0x7fffffff): void {
  if (!(Number.isInteger(value) && (value as number) >= least && (value as number) <= most))
    throw new RangeError(`${what}: expected a whole number from ${least} to ${most}, got ${show(value)}`);
}

/** Refuses what is no word of a list, with the nearest known one. */
export function checkWord(what: string, value: unknown, known: readonly string[]): void {
  if (!(typeof value === "string" && known.includes(value)))
    throw new RangeError(
      typeof value === "string" ? unknownWord(what, value, known) : `expected a ${what}, got ${show(value)}`,
    );
}

/** Refuses a text that is none, as from a variable that was never set. */
export function checkText(what: string, value: unknown): void {
  if (typeof value !== "string") throw new RangeError(`${what}: expected a text, got ${show(value)}`);
}

/**
 * Refuses `count` rows of `size` numbers that an array does not have. Allocates nothing.
 */
export function checkRows(what: string, array: Float64Array | Int32Array, size: number, count: number): void {
  if (Number.isInteger(count) && count >= 0 && ArrayBuffer.isView(array) && array.length >= size * count) return;
  checkWhole("count", count, 0);
  if (!ArrayBuffer.isView(array)) throw new RangeError(`${what}: expected a typed array, got ${show(array)}`);
  throw new RangeError(`${what}: expected ${size * count} numbers, ${size} for each of ${count}, got ${array.length}`);
}
