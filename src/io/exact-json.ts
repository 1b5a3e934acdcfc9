/** Deeper than any scene or summary; stops at an object that contains itself. */
const MAX_DEPTH = 200;

/**
 * JSON that gives every number back bit for bit. `JSON.stringify` loses the sign of −0 and turns what is not finite
 * into null; here −0 is written as `-0`, and NaN and the infinities as the texts "NaN", "Infinity", "-Infinity", which
 * `exactNumber` reads. Typed arrays are written as lists; keys without value are left out.
 */
export function exactJson(value: unknown, indent = 0): string {
  return write(value, indent, 0);
}

/** Reads a number that `exactJson` wrote; undefined for anything else. */
export function exactNumber(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (value === "NaN" || value === "Infinity" || value === "-Infinity") return Number(value);
  return undefined;
}

/** The number as `exactJson` writes it. */
export function exactNumberText(x: number): string {
  if (Number.isFinite(x)) return Object.is(x, -0) ? "-0" : String(x);
  return `"${x}"`;
}

function write(value: unknown, indent: number, depth: number): string {
  if (depth > MAX_DEPTH) throw new RangeError(`expected at most ${MAX_DEPTH} levels`);
  if (typeof value === "number") return exactNumberText(value);
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "boolean") return String(value);
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const parts = Array.from(value as ArrayLike<unknown>, (v) => write(v, indent, depth + 1));
    // short lists of plain values stay on one line
    const plain = parts.every((p) => p[0] !== "{" && p[0] !== "[");
    return wrap("[", "]", parts, plain ? 0 : indent, depth);
  }
  if (typeof value === "object" && value !== null) {
    const parts = Object.entries(value)
      .filter(([, v]) => v !== undefined && typeof v !== "function")
      .map(([k, v]) => `${JSON.stringify(k)}:${indent > 0 ? " " : ""}${write(v, indent, depth + 1)}`);
    return wrap("{", "}", parts, indent, depth);
  }
  return "null";
}

function wrap(open: string, close: string, parts: readonly string[], indent: number, depth: number): string {
  if (indent === 0 || parts.length === 0) return `${open}${parts.join(",")}${close}`;
  const pad = `\n${" ".repeat(indent * (depth + 1))}`;
  return `${open}${pad}${parts.join(`,${pad}`)}\n${" ".repeat(indent * depth)}${close}`;
}
