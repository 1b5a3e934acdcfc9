/** Lines of a log: JSON behind its checksum. */
import { crc32 } from "node:zlib";

/** A line with its checksum in front. */
export function sealLine(content: unknown): string {
  const text = JSON.stringify(content);
  return `${checksumOf(text)} ${text}\n`;
}

/** What a line holds, or undefined if it is cut or damaged. */
export function openLine(line: string): unknown {
  const text = line.slice(9);
  if (line[8] !== " " || checksumOf(text) !== line.slice(0, 8)) return undefined;
  return JSON.parse(text);
}

const checksumOf = (text: string) => crc32(text).toString(16).padStart(8, "0");
