/**
 * A complementarity problem as JSON, every number bit for bit:
 *
 *   { "format": "complementarity-problem", "version": 1,
 *     "matrix": [[…], …], "vector": […],
 *     "rows": ["free" | "complementary" | "box" | "cone", …],      optional; default: all complementary
 *     "lower": […], "upper": […],                                  for box rows; "-Infinity" and "Infinity" as strings;
 *                                                                  null for other rows
 *     "cones": [{ "start": 0, "size": 3, "mu": 0.5 }, …],          blocks of rows n, t(, o)
 *     "start": […], "solution": […], "name": "…",                  all three optional
 *     "checksums": ["…", …] }                                      of each 64 lines before; a problem by hand has none
 */

import { checkText } from "../../model/arguments.js";
import { unknownWord } from "../../model/errors.js";
import {
  type ComplementarityProblem,
  type FrictionCones,
  problemTrouble,
  ROW_NAMES,
  rowKind,
} from "../../solvers/complementarity/problem.js";
import { exactJson, exactNumber } from "../exact-json.js";
import { parseJsonText } from "../json-text.js";
import { brokenSeal, sealJson } from "../sealed-lines.js";
import { positionAt, SceneTextError, TextProblem } from "../text-error.js";
import { locateOffset } from "../text-node.js";
import { MAX_PROBLEM_ROWS } from "./plain-text.js";

/** A problem with the optional fields of its file. */
export interface ProblemDocument {
  readonly problem: ComplementarityProblem;
  readonly name?: string | undefined;
  /** Initial guess of z. */
  readonly start?: Float64Array | undefined;
  /** A known solution. */
  readonly solution?: Float64Array | undefined;
}

const FORMAT = "complementarity-problem";
const KEYS = [
  "format",
  "version",
  "name",
  "matrix",
  "vector",
  "rows",
  "lower",
  "upper",
  "cones",
  "start",
  "solution",
  "checksums",
];

/** The document as JSON, one row of the matrix per line. */
export function problemToJson({ problem, name, start, solution }: ProblemDocument): string {
  const { size: n, matrix, vector, lower, upper, cones } = problem;
  const list = (array: Float64Array) => Array.from(array.subarray(0, n));
  const isBox = (i: number) => ROW_NAMES[rowKind(problem, i)] === "box";
  const bound = (array: Float64Array | undefined) =>
    array === undefined ? undefined : list(array).map((x, i) => (isBox(i) ? x : null));
  const text = exactJson(
    {
      format: FORMAT,
      version: 1,
      name,
      matrix: Array.from({ length: n }, (_, i) => Array.from(matrix.subarray(i * n, i * n + n))),
      vector: list(vector),
      rows:
        problem.kind === undefined ? undefined : Array.from({ length: n }, (_, i) => ROW_NAMES[rowKind(problem, i)]),
      lower: bound(lower),
      upper: bound(upper),
      cones:
        cones === undefined || cones.count === 0
          ? undefined
          : Array.from({ length: cones.count }, (_, c) => ({
              start: cones.start[c],
              size: cones.size[c],
              mu: cones.mu[c],
            })),
      start: start === undefined ? undefined : list(start),
      solution: solution === undefined ? undefined : list(solution),
    },
    2,
  );
  return sealJson(text);
}

/**
 * Reads the output of `problemToJson`, or a problem written by hand, without checksums; throws a `SceneTextError` with
 * line and column.
 */
export function problemFromJson(text: string, fileName: string): ProblemDocument {
  checkText("problem", text);
  checkText("name of the file", fileName);
  let parsed: ReturnType<typeof parseJsonText>;
  try {
    parsed = parseJsonText(text);
  } catch (error) {
    if (!(error instanceof TextProblem)) throw error;
    throw new SceneTextError(fileName, positionAt(text, error.offset), error.message);
  }
  const fail = (path: string, reason: string): never => {
    const place = path === "" ? "" : `${path}: `;
    throw new SceneTextError(fileName, positionAt(text, locateOffset(parsed.root, path)), `${place}${reason}`);
  };
  const document = readDocument(parsed.value, fail);
  const broken = "checksums" in (parsed.value as object) ? brokenSeal(text) : undefined;
  if (broken !== undefined)
    fail("checksums", `the file is damaged or was changed: ${broken}; a changed file has no "checksums"`);
  return document;
}

type Fail = (path: string, reason: string) => never;

function readDocument(value: unknown, fail: Fail): ProblemDocument {
  if (value === null || typeof value !== "object" || Array.isArray(value)) fail("", "expected an object");
  const content = value as Record<string, unknown>;
  for (const key of Object.keys(content)) if (!KEYS.includes(key)) fail(key, unknownWord("key", key, KEYS));
  if (content.format !== FORMAT) {
    fail("format" in content ? "format" : "", `expected "format": "${FORMAT}"; is this a problem and not a scene?`);
  }
  if (content.version !== 1) fail("version" in content ? "version" : "", `expected "version": 1`);
  const rows = content.matrix;
  if (!Array.isArray(rows)) return fail("matrix" in content ? "matrix" : "", "expected a matrix, a list of rows");
  const n = rows.length;
  if (n === 0 || n > MAX_PROBLEM_ROWS) fail("matrix", `expected 1 to ${MAX_PROBLEM_ROWS} rows, got ${n}`);
  const matrix = new Float64Array(n * n);
  for (const [i, row] of rows.entries()) matrix.set(numbers(row, `matrix[${i}]`, n, fail), i * n);
  const optional = (key: string) => (key in content ? numbers(content[key], key, n, fail) : undefined);
  const vector = numbers(content.vector, "vector", n, fail);
  const kind = kinds(content.rows, n, fail);
  const bound = (key: string) => (key in content ? bounds(content[key], key, n, fail) : undefined);
  const problem: ComplementarityProblem = {
    size: n,
    matrix,
    vector,
    kind,
    lower: bound("lower"),
    upper: bound("upper"),
    cones: readCones(content.cones, fail),
  };
  const trouble = problemTrouble(problem);
  if (trouble !== undefined) fail("", trouble);
  const { name } = content;
  if (name !== undefined && typeof name !== "string") fail("name", "expected a text");
  return { problem, name: name as string | undefined, start: optional("start"), solution: optional("solution") };
}

function numbers(value: unknown, path: string, n: number, fail: Fail): Float64Array {
  if (!Array.isArray(value) || value.length !== n) {
    return fail(path, `expected a list of ${n} numbers, got ${Array.isArray(value) ? value.length : typeof value}`);
  }
  return Float64Array.from(value, (x, i) => {
    const number = typeof x === "number" ? x : Number.NaN;
    return Number.isFinite(number)
      ? number
      : fail(`${path}[${i}]`, `expected a finite number, got ${JSON.stringify(x)}`);
  });
}

function bounds(value: unknown, path: string, n: number, fail: Fail): Float64Array {
  if (!Array.isArray(value) || value.length !== n) return fail(path, `expected a list of ${n} bounds`);
  return Float64Array.from(value, (x, i) => {
    const number = x === null ? Number.NaN : exactNumber(x);
    if (number === undefined || (x !== null && Number.isNaN(number))) {
      return fail(`${path}[${i}]`, `expected a number, "Infinity", "-Infinity" or null, got ${JSON.stringify(x)}`);
    }
    return number;
  });
}

function kinds(value: unknown, n: number, fail: Fail): Uint8Array | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.length !== n) return fail("rows", `expected a list of ${n} kinds of row`);
  return Uint8Array.from(value, (word, i) => {
    const kind = ROW_NAMES.indexOf(word as (typeof ROW_NAMES)[number]);
    return kind >= 0 ? kind : fail(`rows[${i}]`, unknownWord("kind", String(word), ROW_NAMES));
  });
}

function readCones(value: unknown, fail: Fail): FrictionCones | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) return fail("cones", "expected a list of { start, size, mu }");
  const field = (c: number, key: string): number => {
    const entry = value[c] as Record<string, unknown> | null;
    const x = entry !== null && typeof entry === "object" ? entry[key] : undefined;
    return typeof x === "number" && Number.isFinite(x) ? x : fail(`cones[${c}]`, `expected a number "${key}"`);
  };
  return {
    count: value.length,
    start: Int32Array.from(value, (_, c) => field(c, "start")),
    size: Int32Array.from(value, (_, c) => field(c, "size")),
    mu: Float64Array.from(value, (_, c) => field(c, "mu")),
  };
}
