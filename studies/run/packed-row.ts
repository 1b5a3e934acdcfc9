/** A row as an array, for logs and messages. */
import type { Row } from "./run-row.js";

/** The entries of a row, in order. */
export type PackedRow = readonly [
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
  Row["curves"]?,
];

/** A row in as few bytes as JSON allows. */
export function packRow(row: Row): PackedRow {
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
    ...(row.curves === undefined ? ([] as const) : ([row.curves] as const)),
  ];
}

/** The row of an array. */
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
  curves,
]: PackedRow): Row {
  const head = { row, values, repetition, seed, state, message, steps, time, status, wall, hash, metrics };
  return curves === undefined ? head : { ...head, curves };
}
