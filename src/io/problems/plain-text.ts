/**
 * Plain-text problems in the formats of the Siconos project: numbers separated by white space.
 *
 *   lcp       n; matrix; q                                          z ≥ 0 ⟂ M z + q ≥ 0
 *   mlcp      1 0 n m; ends of blocks from 0 to n + m; 0 (equations) or 1 (complementary) per block; matrix; q
 *             0 1 n m; A (n × n), B (m × m), C (n × m), D (m × n) row by row; a; b:
 *             A u + C v + a = 0,  0 ≤ v ⟂ D u + B v + b ≥ 0
 *   friction  dimension 2 or 3; contacts; matrix; q; mu per contact   normal first, then tangents: quadratic cone
 *
 *   matrix    0 rows columns, rows columns again, entries column by column
 *             1 rows columns, then blocks: number of blocks; block rows; block columns; cumulative ends of both;
 *             length of index1; length of index2; index1; index2; per block its number and its entries column by
 *             column
 *
 * Text after the last number is a comment. In mlcp `1 0` the matrix has as many rows as columns.
 */
import { type ComplementarityProblem, ROW } from "../../solvers/complementarity/problem.js";
import { createNumberReader, type NumberReader } from "./number-reader.js";

/** Largest number of rows that is accepted: a dense matrix of 72 MB. */
export const MAX_PROBLEM_ROWS = 3000;

export const PLAIN_FORMATS = ["lcp", "mlcp", "friction"] as const;
export type PlainFormat = (typeof PLAIN_FORMATS)[number];

type Problem = ComplementarityProblem;

/** Format of a text, detected from its first numbers; undefined if it is none of them. */
export function plainFormatOf(text: string): PlainFormat | undefined {
  const [a, b, c, d, e, f] = createNumberReader(text.slice(0, 4000), "").peek(6);
  const flag = (x: number) => x === 0 || x === 1;
  if ((a === 2 || a === 3) && b >= 0 && flag(c) && d === a * b && e === d) return "friction";
  if (flag(b) && a >= 1 && c === a && d === a && (b === 1 || (e === a && f === a))) return "lcp";
  if (flag(a) && flag(b) && a + b > 0 && c >= 0 && d >= 0) return "mlcp";
  return undefined;
}

/** Reads a text of a known format; throws a `SceneTextError` with line and column. */
export function parsePlainProblem(text: string, fileName: string, format: PlainFormat): Problem {
  const reader = createNumberReader(text, fileName);
  if (format === "lcp") return readLcp(reader);
  return format === "mlcp" ? readMlcp(reader) : readFriction(reader);
}

function readLcp(reader: NumberReader): Problem {
  const size = reader.count("the number of rows", 1, MAX_PROBLEM_ROWS);
  const matrix = readMatrix(reader, size);
  return { size, matrix, vector: readVector(reader, size, "q") };
}

function readFriction(reader: NumberReader): Problem {
  const dimension = reader.count("the dimension", 2, 3);
  const count = reader.count("the number of contacts", 1, Math.floor(MAX_PROBLEM_ROWS / dimension));
  const size = dimension * count;
  const matrix = readMatrix(reader, size);
  const vector = readVector(reader, size, "q");
  const mu = new Float64Array(count);
  for (let c = 0; c < count; c++) {
    mu[c] = reader.number(`mu of contact ${c}`);
    if (mu[c] < 0) reader.fail(`mu of contact ${c}: expected a number >= 0, got ${mu[c]}`);
  }
  return {
    size,
    matrix,
    vector,
    kind: new Uint8Array(size).fill(ROW.cone),
    cones: {
      count,
      start: Int32Array.from({ length: count }, (_, c) => dimension * c),
      size: new Int32Array(count).fill(dimension),
      mu,
    },
  };
}

function readMlcp(reader: NumberReader): Problem {
  const whole = reader.count("the mark of the first storage", 0, 1) === 1;
  reader.count("the mark of the second storage", whole ? 0 : 1, 1);
  const n = reader.count("the number of equations", 0, MAX_PROBLEM_ROWS);
  const m = reader.count("the number of complementary rows", 0, MAX_PROBLEM_ROWS - n);
  const size = n + m;
  if (size === 0) reader.fail("expected at least one row");
  const kind = new Uint8Array(size);
  if (whole) {
    const ends = [reader.count("the beginning of the first block", 0, 0)];
    while (ends[ends.length - 1] < size) {
      ends.push(reader.count(`the end of block ${ends.length - 1}`, ends[ends.length - 1] + 1, size));
    }
    for (let b = 0; b + 1 < ends.length; b++) {
      const complementary = reader.count(`the kind of block ${b}`, 0, 1) === 1;
      kind.fill(complementary ? ROW.complementary : ROW.free, ends[b], ends[b + 1]);
    }
    const matrix = readMatrix(reader, size);
    return { size, matrix, vector: readVector(reader, size, "q"), kind };
  }
  kind.fill(ROW.complementary, n);
  const matrix = new Float64Array(size * size);
  const block = (name: string, row: number, rows: number, column: number, columns: number) => {
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < columns; j++) {
        matrix[(row + i) * size + column + j] = reader.number(`entry (${i}, ${j}) of ${name}`);
      }
    }
  };
  block("A", 0, n, 0, n);
  block("B", n, m, n, m);
  block("C", 0, n, n, m);
  block("D", n, m, 0, n);
  return { size, matrix, vector: readVector(reader, size, "a and b"), kind };
}

function readVector(reader: NumberReader, n: number, name: string): Float64Array {
  const vector = new Float64Array(n);
  for (let i = 0; i < n; i++) vector[i] = reader.number(`entry ${i} of ${name}`);
  return vector;
}

/** A square matrix of `n` rows in one of the two storages, row by row. */
function readMatrix(reader: NumberReader, n: number): Float64Array {
  const storage = reader.count("the storage of the matrix (0 dense, 1 blocks)", 0, 1);
  reader.count("the rows of the matrix", n, n);
  reader.count("the columns of the matrix", n, n);
  const matrix = new Float64Array(n * n);
  if (storage === 0) {
    reader.count("the rows of the matrix, once more", n, n);
    reader.count("the columns of the matrix, once more", n, n);
    for (let j = 0; j < n; j++) {
      for (let i = 0; i < n; i++) matrix[i * n + j] = reader.number(`entry (${i}, ${j}) of the matrix`);
    }
    return matrix;
  }
  const blocks = reader.count("the number of blocks", 0, n * n);
  const blockRows = reader.count("the number of block rows", 1, n);
  const blockColumns = reader.count("the number of block columns", 1, n);
  const ends = (count: number, what: string) => {
    const list = [0];
    for (let k = 0; k < count; k++) {
      list.push(reader.count(`the end of block ${what} ${k}`, list[k] + 1, n));
    }
    if (list[count] !== n) reader.fail(`block ${what}s end at ${list[count]}, expected ${n}`);
    return list;
  };
  const rowEnds = ends(blockRows, "row");
  const columnEnds = ends(blockColumns, "column");
  const lengthOfRows = reader.count("the length of index1", 1, n + 2);
  const lengthOfColumns = reader.count("the length of index2", 0, n * n);
  const first: number[] = [];
  for (let k = 0; k < lengthOfRows; k++) {
    first.push(reader.count(`entry ${k} of index1`, first[k - 1] ?? 0, lengthOfColumns));
  }
  const column: number[] = [];
  for (let k = 0; k < lengthOfColumns; k++) column.push(reader.count(`entry ${k} of index2`, 0, blockColumns - 1));
  // The end of index1 may omit rows without a block.
  let row = 0;
  for (let k = 0; k < blocks; k++) {
    reader.count(`the number of block ${k}`, k, k);
    while (row + 1 < first.length && first[row + 1] <= k) row++;
    if (row >= blockRows || k >= column.length) reader.fail(`block ${k} has no place in index1 and index2`);
    for (let j = columnEnds[column[k]]; j < columnEnds[column[k] + 1]; j++) {
      for (let i = rowEnds[row]; i < rowEnds[row + 1]; i++) {
        matrix[i * n + j] = reader.number(`an entry of block ${k}`);
      }
    }
  }
  return matrix;
}
