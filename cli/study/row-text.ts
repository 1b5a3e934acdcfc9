/** Rows as text: one line of JSON behind its checksum. */
import { crc32 } from "node:zlib";
import type { Row } from "stiction/studies";

/** A row as an array, in the order of `fieldsOf`. */
type Packed = readonly [
  number,
  readonly unknown[],
  number,
  number,
  Row["state"],
  string,
  number,
  number,
  string,
  number,
  string,
  readonly (number | null)[],
];

/** A row in as few bytes as JSON allows. */
export function packRow(row: Row): Packed {
  return [
    row.row,
    row.values,
    row.repetition,
    row.seed,
    row.state,
    row.message,
    row.steps,
    row.time,
    row.status,
    row.wall,
    row.hash,
    row.metrics,
  ];
}

export function unpackRow([
  row,
  values,
  repetition,
  seed,
  state,
  message,
  steps,
  time,
  status,
  wall,
  hash,
  metrics,
]: Packed): Row {
  return { row, values, repetition, seed, state, message, steps, time, status, wall, hash, metrics };
}

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
