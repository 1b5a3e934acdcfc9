import { bytesHash } from "stiction";
import type { Row } from "./experiment.js";

/**
 * A hash of the results: ids and measured values, every bit of them, in the order of the ids; times are left out. The
 * library gives the same bits everywhere; an experiment whose own set-up or reference takes `Math.sin` or similar
 * functions may differ in its last digits between two versions of a JavaScript engine, and one that measures time
 * always does.
 */
export function resultHash(rows: Iterable<Pick<Row, "id" | "measured">>): string {
  const sorted = [...rows].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const numbers = new Float64Array(sorted.map(({ measured }) => (Number.isNaN(measured) ? Number.NaN : measured)));
  const names = new TextEncoder().encode(sorted.map(({ id }) => id).join("\n"));
  const bytes = new Uint8Array(names.length + numbers.byteLength);
  bytes.set(names);
  bytes.set(new Uint8Array(numbers.buffer), names.length);
  return bytesHash(bytes);
}
