/** A number that a device sent: name or column of its axis. */
export type AxisValue = readonly [axis: string, value: number];

/** Longest line of a device, characters; longer ones are dropped. */
export const MAX_LINE = 4096;
/** Axes of one line. */
const MAX_AXES = 256;

/**
 * A line of text from a device: `x=0.5 y=-0.25`, `0.5, -0.25` (columns 0, 1, …) or `{"x":0.5}`. What is no number is
 * left out.
 */
export function parseLine(line: string): AxisValue[] {
  const text = line.trim();
  if (text.length > MAX_LINE) return [];
  if (text.startsWith("{")) return parseObject(text);
  const parts = text.split(/[\s,;]+/, MAX_AXES).filter((part) => part !== "");
  return parts.flatMap((part, k): AxisValue[] => {
    const at = part.indexOf("=");
    const value = at === 0 || at === part.length - 1 ? Number.NaN : Number(part.slice(at + 1));
    return Number.isFinite(value) ? [[at < 0 ? String(k) : part.slice(0, at), value]] : [];
  });
}

function parseObject(text: string): AxisValue[] {
  try {
    return Object.entries(JSON.parse(text) as object)
      .slice(0, MAX_AXES)
      .filter((pair): pair is [string, number] => typeof pair[1] === "number" && Number.isFinite(pair[1]));
  } catch {
    return [];
  }
}

/** Axes as whole numbers of 16 bits, little endian: columns 0, 1, … */
export function parseWords(bytes: Uint8Array): AxisValue[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = Math.min(MAX_AXES, bytes.length >> 1);
  return Array.from({ length: count }, (_, k) => [String(k), view.getUint16(2 * k, true)]);
}

/** Cuts a stream of bytes into lines; a line without an end takes no more memory than the longest one. */
export class LineReader {
  private rest = "";
  private skipping = false;
  private readonly decoder = new TextDecoder();

  /** Lines that are complete now. */
  take(bytes: Uint8Array): string[] {
    const parts = (this.rest + this.decoder.decode(bytes, { stream: true })).split(/\r?\n/);
    this.rest = parts.pop() ?? "";
    if (this.skipping && parts.length > 0) {
      parts.shift();
      this.skipping = false;
    }
    if (this.rest.length > MAX_LINE) {
      this.rest = "";
      this.skipping = true;
    }
    return parts.filter((line) => line.length <= MAX_LINE);
  }
}
