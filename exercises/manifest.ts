/** `exercise.yaml`: what an exercise is. */
import { nearestWord } from "stiction";
import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from "yaml";
import { z } from "zod";
import { ExerciseError } from "./errors.js";

const NAME = /^[a-z][a-z0-9-]*$/;
/** A name that a script writes as `now.sensors.name`. */
const WORD = /^[a-z][A-Za-z0-9]*$/;
const point = z.tuple([z.number(), z.number()]);

/** A duration limit that a saved session can hold at ten frames per second, s. */
const LONGEST = 4 * 3600;

const schema = z.strictObject({
  id: z.string().regex(NAME, "expected small letters, digits and hyphens"),
  title: z.string().min(1),
  summary: z.string().min(1),
  machine: z.enum(["wheeled-excavator", "mini-excavator", "wheel-loader"]),
  scene: z.union([
    z.string().min(1),
    z.strictObject({ name: z.string().min(1), params: z.record(z.string(), z.unknown()).default({}) }),
  ]),
  duration: z.number().positive().max(LONGEST),
  passMark: z.number().min(0).max(100),
  languages: z
    .array(z.string().regex(/^[a-z]{2,3}$/))
    .min(1)
    .default(["en"]),
  documents: z.array(z.string().regex(/\.(md|pdf)$/, "expected a file that ends in .md or .pdf")).default([]),
  sensors: z.record(z.string().regex(WORD, "expected a word such as depth"), z.string().min(1)).default({}),
  marks: z
    .record(
      z.string().regex(WORD),
      z.strictObject({ at: point, radius: z.number().positive(), height: z.number().optional() }),
    )
    .default({}),
  keepAway: z.array(z.string().min(1)).default([]),
  surveys: z
    .record(
      z.string().regex(WORD),
      z.strictObject({ at: point, size: z.tuple([z.number().positive(), z.number().positive()]) }),
    )
    .default({}),
});

/** The manifest of an exercise with its defaults. */
export type Manifest = z.infer<typeof schema>;

const KEYS = Object.keys(schema.shape);

/** Place of the key at a path, or of the item of a list; undefined where there is none. */
function keyRange(document: Document, path: readonly PropertyKey[]): readonly [number, ...number[]] | undefined {
  const parent = document.getIn(path.slice(0, -1), true);
  if (path.length > 0 && isMap(parent)) {
    const pair = parent.items.find(({ key }) => isScalar(key) && key.value === path[path.length - 1]);
    return isScalar(pair?.key) ? (pair.key.range ?? undefined) : undefined;
  }
  const node = document.getIn(path, true);
  return isNode(node) ? (node.range ?? undefined) : undefined;
}

/** What zod says of a wrong type, in the words of the rest: `expected a number, got nothing`. */
function plainWords(message: string): string {
  const [, expected, got] = /^Invalid input: expected (\w+), received (\w+)$/.exec(message) ?? [];
  if (expected === undefined) return message;
  return `expected ${/^[aeiou]/.test(expected) ? "an" : "a"} ${expected}, got ${got === "undefined" ? "nothing" : got}`;
}

/** Reads a manifest. Throws an ExerciseError with file, line and column of every mistake. */
export function parseManifest(text: string, file: string): Manifest {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, maxAliasCount: 0 } as never);
  const at = (path: readonly PropertyKey[]) => {
    for (let length = path.length; length >= 0; length--) {
      const range = keyRange(document, path.slice(0, length));
      if (range === undefined) continue;
      const { line, col } = lines.linePos(range[0]);
      return `${file}:${line}:${col}`;
    }
    return file;
  };
  if (document.errors.length > 0)
    throw new ExerciseError(
      document.errors.map(({ message, linePos }) => {
        const where = linePos?.[0] ? `${file}:${linePos[0].line}:${linePos[0].col}` : file;
        return `${where} ${message.split("\n")[0]}`;
      }),
    );
  const parsed = schema.safeParse(document.toJS({ maxAliasCount: 0 }));
  if (parsed.success) return parsed.data;
  throw new ExerciseError(
    parsed.error.issues.flatMap((issue) => {
      const name = issue.path.join(".");
      if (issue.code !== "unrecognized_keys")
        return `${at(issue.path)} ${name === "" ? "" : `${name}: `}${plainWords(issue.message)}`;
      return issue.keys.map((key) => {
        const near = nearestWord(key, issue.path.length === 0 ? KEYS : []);
        const hint = near === undefined ? "" : `; did you mean "${near}"?`;
        return `${at([...issue.path, key])} ${name === "" ? "" : `${name}: `}unknown key "${key}"${hint}`;
      });
    }),
  );
}
