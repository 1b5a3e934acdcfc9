/**
 * Checksums of a text by blocks of lines, so that damage is found and its place is known. Line ends do not count: a
 * text whose CRLF became LF on its way is the same text.
 */
import { checksum, checksumText } from "../data/checksum.js";

/** Lines per checksum. */
const SEALED_LINES = 64;

/** Takes lines one by one; `done` returns the checksums of all blocks. */
export interface LineSeal {
  add(line: string): void;
  /** Number of lines. */
  readonly lines: number;
  done(): string[];
}

export function createLineSeal(): LineSeal {
  const utf8 = new TextEncoder();
  const checksums: string[] = [];
  let block: string[] = [];
  let lines = 0;
  const close = () => {
    checksums.push(checksumText(checksum(utf8.encode(block.join("\n")))));
    block = [];
  };
  return {
    add(line) {
      if (block.length === SEALED_LINES) close();
      block.push(line);
      lines++;
    },
    get lines() {
      return lines;
    },
    done() {
      if (block.length > 0) close();
      return checksums;
    },
  };
}

/** The lines that are damaged first, numbered from 1: "lines 65 to 128"; undefined if all agree. */
export function damagedLines(lines: readonly string[], checksums: readonly unknown[]): string | undefined {
  const seal = createLineSeal();
  for (const line of lines) seal.add(line);
  const found = seal.done();
  for (let k = 0; k < Math.max(found.length, checksums.length); k++) {
    if (found[k] === checksums[k]) continue;
    const first = k * SEALED_LINES + 1;
    return `lines ${first} to ${Math.max(first, Math.min((k + 1) * SEALED_LINES, lines.length))}`;
  }
  return undefined;
}

/** The lines of a text, without their ends; the empty one behind the last line end is no line. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** What precedes the checksums of a sealed JSON text. */
const KEY = ',\n  "checksums": ';

/** A JSON object, as `exactJson` writes it with an indent of 2, with the checksums of its lines as the last key. */
export function sealJson(text: string): string {
  const end = text.lastIndexOf("\n}");
  const body = text.slice(0, end);
  const seal = createLineSeal();
  for (const line of body.split("\n")) seal.add(line);
  return `${body}${KEY}${JSON.stringify(seal.done())}\n}\n`;
}

/**
 * Checks a text that `sealJson` made; returns what is wrong with it, or undefined. Call it only for a text that says it
 * is sealed.
 */
export function brokenSeal(text: string): string | undefined {
  const plain = text.replaceAll("\r\n", "\n");
  const at = plain.lastIndexOf(KEY);
  const end = /^\[((?:"[0-9a-f]{8}",?)*)\]\s*\}\s*$/.exec(at < 0 ? "" : plain.slice(at + KEY.length));
  if (end === null) return `its checksums at the end are missing or damaged (line ${linesOf(plain).length})`;
  const checksums = JSON.parse(`[${end[1]}]`) as string[];
  const lines = damagedLines(plain.slice(0, at).split("\n"), checksums);
  return lines === undefined ? undefined : `${lines} do not agree with their checksum`;
}
