/** Checks of what callers pass: a wrong number is refused before anything has changed. */
import type { Data } from "../data/data.js";
import { show, unknownWord } from "../model/errors.js";
import type { Model } from "../model/model.js";

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

/** Refuses data that were made for another model. */
export function checkOwner(model: Model, data: Data): void {
  if (data.model !== model) throw new RangeError(strangers(model, data));
}

function strangers(model: Model, data: Data): string {
  const other = data?.model?.name;
  return `these data are not of this model ("${model?.name}") but of ${other === undefined ? "none" : `another ("${other}")`}: createData(model) makes data, and recompile returns both`;
}
