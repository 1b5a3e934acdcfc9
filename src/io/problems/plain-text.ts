/**
 * Plain-text problems in the formats of the Siconos project: numbers separated by white space.
 *
 *   lcp       n; matrix; q                                          z ≥ 0 ⟂ M z + q ≥ 0
 *   mlcp      1 0 n m; ends of blocks from 0 to n + m; 0 (equations) or 1 (complementary) per block; matrix; q
 *             0 1 n m; A (n × n), B (m × m), C (n × m), D (m × n) row by row; a; b:
 *             A u + C v + a = 0,  0 ≤ v ⟂ D u + B v + b ≥ 0
 *   friction  dimension 2 or 3; contacts; matrix; q; mu per contact   normal first, then tangents: quadratic cone
 *             dimension 5: with rolling, normal, two tangents, two torques; after mu as many mu_r (lengths, m): see
 *             `addRolling`
 *   global-friction  the same with the velocities v of bodies: dimension; contacts; M; H; q; b; mu
 *             M v = q + H r,  u = Hᵀ v + b,  r and u of every contact as above; rows of v are free and come first
 *
 *   matrix    0 rows columns, rows columns again, entries column by column
 *             1 rows columns, then blocks: number of blocks; block rows; block columns; cumulative ends of both;
 *             length of index1; length of index2; index1; index2; per block its number and its entries column by
 *             column
 *             2 rows columns, then a sparse matrix as CSparse prints it: its origin; a line with its version; `triplet:
 *             m-by-n, nzmax: … nnz: …` and `row column : value`, or `m-by-n, …` and for each column `col j : locations
 *             a to b` and `row : value`
 *
 * Text after the last number is a comment. In mlcp `1 0` the matrix has as many rows as columns.
 */
import { type ComplementarityProblem, ROW } from "../../solvers/complementarity/problem.js";
import { createNumberReader, type NumberReader } from "./number-reader.js";

/** Largest number of rows that is accepted: a dense matrix of 72 MB. */
export const MAX_PROBLEM_ROWS = 3000;

export const PLAIN_FORMATS = ["lcp", "mlcp", "friction", "global-friction"] as const;
export type PlainFormat = (typeof PLAIN_FORMATS)[number];

type Problem = ComplementarityProblem;

/** Format of a text, detected from its first numbers; undefined if it is none of them. */
export function plainFormatOf(text: string): PlainFormat | undefined {
  const [a, b, c, d, e, f] = createNumberReader(text.slice(0, 4000), "").peek(6);
  const flag = (x: number) => x === 0 || x === 1;
  // a storage, then rows and columns; of a dense matrix once more
  const square = (c === 0 || c === 1 || c === 2) && d >= 1 && e === d && (c !== 0 || f === d);
  if ((a === 2 || a === 3 || a === 5) && b >= 1 && square) {
    // an lcp of two or three rows begins in the same way: n, storage, rows, columns
    if (!(flag(b) && c === a && d === a)) return hasSecondMatrix(text) ? "global-friction" : "friction";
  }
  if (flag(b) && a >= 1 && c === a && d === a && (b === 1 || (e === a && f === a))) return "lcp";
  if (flag(a) && flag(b) && a + b > 0 && c >= 0 && d >= 0) return "mlcp";
  return undefined;
}

/** Reads a text of a known format; throws a `SceneTextError` with line and column. */
export function parsePlainProblem(text: string, fileName: string, format: PlainFormat): Problem {
  const reader = createNumberReader(text, fileName);
  if (format === "lcp") return readLcp(reader);
  if (format === "mlcp") return readMlcp(reader);
  return format === "global-friction" ? readGlobalFriction(reader) : readFriction(reader);
}

/**
 * Whether two matrices follow dimension and contacts: the second, H, has as many rows as the first and a column per
 * component of the contacts. A text that breaks off in the first has not.
 */
function hasSecondMatrix(text: string): boolean {
  const reader = createNumberReader(text, "");
  try {
    const dimension = reader.count("the dimension", 2, 5);
    const contacts = reader.count("the number of contacts", 1, MAX_PROBLEM_ROWS);
    const [, rows] = reader.peek(2);
    readMatrix(reader, rows, rows);
    const [storage, height, width] = reader.peek(3);
    const isStorage = storage === 0 || storage === 1 || storage === 2;
    return isStorage && height === rows && width === dimension * contacts;
  } catch {
    return false;
  }
}

/** Dimension and number of contacts. */
function readContacts(reader: NumberReader): { dimension: number; count: number } {
  const dimension = reader.count("the dimension", 2, 5);
  if (dimension === 4) reader.fail("the dimension: expected 2, 3 or 5, got 4");
  const rows = dimension === 5 ? ROLLING_ROWS : dimension;
  return { dimension, count: reader.count("the number of contacts", 1, Math.floor(MAX_PROBLEM_ROWS / rows)) };
}

/** Rows of a contact with rolling friction: two cones of three. */
const ROLLING_ROWS = 6;

/**
 * Rolling friction: rows (n, t, o, torque, torque) of each contact become two cones, (n, t, o) with μ and (y, torque,
 * torque) with μ_r. Row y is w = y − z_n, so that 0 ≤ y ⟂ w ≥ 0 makes y = z_n, and |torques| ≤ μ_r z_n, against the
 * relative rotation. `first` rows before the contacts stay.
 */
function addRolling(of: Problem, first: number, count: number, mu: Float64Array, muRolling: Float64Array): Problem {
  const size = first + ROLLING_ROWS * count;
  const place = new Int32Array(of.size);
  for (let i = 0; i < of.size; i++) {
    const c = Math.floor((i - first) / 5);
    const k = (i - first) % 5;
    place[i] = i < first ? i : first + ROLLING_ROWS * c + (k < 3 ? k : k + 1);
  }
  const matrix = new Float64Array(size * size);
  const vector = new Float64Array(size);
  for (let i = 0; i < of.size; i++) {
    vector[place[i]] = of.vector[i];
    for (let j = 0; j < of.size; j++) matrix[place[i] * size + place[j]] = of.matrix[i * of.size + j];
  }
  for (let c = 0; c < count; c++) {
    const n = first + ROLLING_ROWS * c;
    matrix[(n + 3) * size + n + 3] = 1;
    matrix[(n + 3) * size + n] = -1;
  }
  return {
    size,
    matrix,
    vector,
    kind: new Uint8Array(size).fill(ROW.free, 0, first).fill(ROW.cone, first),
    cones: {
      count: 2 * count,
      start: Int32Array.from({ length: 2 * count }, (_, k) => first + 3 * k),
      size: new Int32Array(2 * count).fill(3),
      mu: Float64Array.from({ length: 2 * count }, (_, k) => (k % 2 === 0 ? mu : muRolling)[k >> 1]),
    },
  };
}

function readMu(reader: NumberReader, count: number, name = "mu"): Float64Array {
  const mu = new Float64Array(count);
  for (let c = 0; c < count; c++) {
    mu[c] = reader.number(`${name} of contact ${c}`);
    if (mu[c] < 0) reader.fail(`${name} of contact ${c}: expected a number >= 0, got ${mu[c]}`);
  }
  return mu;
}

function readGlobalFriction(reader: NumberReader): Problem {
  const { dimension, count } = readContacts(reader);
  const m = dimension * count;
  const [, rows] = reader.peek(2);
  const most = MAX_PROBLEM_ROWS - (dimension === 5 ? ROLLING_ROWS * count : m);
  if (!(Number.isInteger(rows) && rows >= 1 && rows <= most))
    reader.fail(`the rows of M: expected 1 to ${most}, got ${rows}`);
  const mass = readMatrix(reader, rows, rows);
  const h = readMatrix(reader, rows, m);
  const size = rows + m;
  const matrix = new Float64Array(size * size);
  const vector = new Float64Array(size);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < rows; j++) matrix[i * size + j] = mass[i * rows + j];
    for (let j = 0; j < m; j++) {
      matrix[i * size + rows + j] = -h[i * m + j];
      matrix[(rows + j) * size + i] = h[i * m + j];
    }
    vector[i] = -reader.number(`entry ${i} of q`);
  }
  for (let j = 0; j < m; j++) vector[rows + j] = reader.number(`entry ${j} of b`);
  const mu = readMu(reader, count);
  if (dimension === 5) return addRolling({ size, matrix, vector }, rows, count, mu, readMu(reader, count, "mu_r"));
  return {
    size,
    matrix,
    vector,
    kind: new Uint8Array(size).fill(ROW.free, 0, rows).fill(ROW.cone, rows),
    cones: {
      count,
      start: Int32Array.from({ length: count }, (_, c) => rows + dimension * c),
      size: new Int32Array(count).fill(dimension),
      mu,
    },
  };
}

function readLcp(reader: NumberReader): Problem {
  const size = reader.count("the number of rows", 1, MAX_PROBLEM_ROWS);
  const matrix = readMatrix(reader, size, size);
  return { size, matrix, vector: readVector(reader, size, "q") };
}

function readFriction(reader: NumberReader): Problem {
  const { dimension, count } = readContacts(reader);
  const size = dimension * count;
  const matrix = readMatrix(reader, size, size);
  const vector = readVector(reader, size, "q");
  const mu = readMu(reader, count);
  if (dimension === 5) return addRolling({ size, matrix, vector }, 0, count, mu, readMu(reader, count, "mu_r"));
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
    const matrix = readMatrix(reader, size, size);
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

/** One entry of a sparse matrix; entries at the same place add up. */
type Put = (row: number, column: number, value: number) => void;

/** A sparse matrix as CSparse prints it, after its storage, rows and columns. */
function readSparse(reader: NumberReader, rows: number, columns: number, put: Put): void {
  reader.count("the origin of the sparse matrix (0 triplets, 1 columns)", 0, 1);
  // a line of version and copyright, then the sizes
  let before = "";
  let word = reader.word("the sizes of the sparse matrix");
  while (!/^\d+-by-\d+,$/.test(word)) {
    before = word;
    word = reader.word("the sizes of the sparse matrix");
  }
  if (word !== `${rows}-by-${columns},`)
    reader.fail(`the sparse matrix: expected ${rows}-by-${columns}, got ${word.slice(0, -1)}`);
  const expect = (mark: string) => {
    const found = reader.word(mark);
    if (found !== mark) reader.fail(`expected ${mark} in the sparse matrix, got ${found.slice(0, 40)}`);
  };
  expect("nzmax:");
  reader.number("nzmax of the sparse matrix");
  expect("nnz:");
  const place = (what: string, most: number) => reader.count(what, 0, most - 1);
  if (before === "triplet:") {
    const count = reader.count("nnz of the sparse matrix", 0, rows * columns);
    for (let k = 0; k < count; k++) {
      const i = place(`the row of entry ${k}`, rows);
      const j = place(`the column of entry ${k}`, columns);
      expect(":");
      put(i, j, reader.number(`entry ${k} of the sparse matrix`));
    }
    return;
  }
  const count = Number(reader.word("nnz of the sparse matrix").replace(/,$/, ""));
  expect("1-norm:");
  reader.number("the norm of the sparse matrix");
  for (let j = 0; j < columns; j++) {
    expect("col");
    reader.count("the number of the column", j, j);
    expect(":");
    expect("locations");
    const first = reader.count(`the first location of column ${j}`, 0, count);
    expect("to");
    const last = reader.count(`the last location of column ${j}`, first - 1, count - 1);
    for (let k = first; k <= last; k++) {
      const i = place(`the row of entry ${k}`, rows);
      expect(":");
      put(i, j, reader.number(`entry ${k} of the sparse matrix`));
    }
  }
}

/** A matrix in one of the three storages, row by row. */
function readMatrix(reader: NumberReader, rows: number, n: number): Float64Array {
  const storage = reader.count("the storage of the matrix (0 dense, 1 blocks, 2 sparse)", 0, 2);
  reader.count("the rows of the matrix", rows, rows);
  reader.count("the columns of the matrix", n, n);
  const matrix = new Float64Array(rows * n);
  if (storage === 0) {
    reader.count("the rows of the matrix, once more", rows, rows);
    reader.count("the columns of the matrix, once more", n, n);
    for (let j = 0; j < n; j++) {
      for (let i = 0; i < rows; i++) matrix[i * n + j] = reader.number(`entry (${i}, ${j}) of the matrix`);
    }
    return matrix;
  }
  if (storage === 2) {
    readSparse(reader, rows, n, (i, j, value) => {
      matrix[i * n + j] += value;
    });
    return matrix;
  }
  const blocks = reader.count("the number of blocks", 0, rows * n);
  const blockRows = reader.count("the number of block rows", 1, rows);
  const blockColumns = reader.count("the number of block columns", 1, n);
  const ends = (count: number, what: string, end: number) => {
    const list = [0];
    for (let k = 0; k < count; k++) {
      list.push(reader.count(`the end of block ${what} ${k}`, list[k] + 1, end));
    }
    if (list[count] !== end) reader.fail(`block ${what}s end at ${list[count]}, expected ${end}`);
    return list;
  };
  const rowEnds = ends(blockRows, "row", rows);
  const columnEnds = ends(blockColumns, "column", n);
  const lengthOfRows = reader.count("the length of index1", 1, rows + 2);
  const lengthOfColumns = reader.count("the length of index2", 0, rows * n);
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
