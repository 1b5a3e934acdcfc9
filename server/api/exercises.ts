/** Exercises, their documents, and the types of machines. */
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { referenceFrames } from "../../exercises/assess/report-content.js";
import type { Exercise } from "../../exercises/types.js";
import { queryOne } from "../database/database.js";
import { readDocument } from "../exercises/catalogue.js";
import type { ExerciseRow, ReferenceRow } from "../protocol.js";
import { now } from "../school.js";
import { writeAudit } from "../store/audit.js";
import { partOf, Refused, type Route, type RouteContext, STAFF } from "./route.js";

/** Frames of a session per second. */
const FRAME_RATE = 10;
const EVERYBODY = ["administrator", "instructor", "student", "seat"] as const;
const TYPES = { markdown: "text/markdown; charset=utf-8", pdf: "application/pdf" } as const;
/** Largest document that a school adds, B. */
const MAX_DOCUMENT = 8_000_000;

interface StoredDocument {
  readonly path: string;
  readonly type: keyof typeof TYPES;
  readonly content: Uint8Array;
}

export const exerciseRoutes: readonly Route[] = [
  {
    method: "get",
    path: "/api/exercises",
    access: EVERYBODY,
    async handle({ http, school }) {
      const own = await school.database.query<{ exercise: string; path: string; type: "markdown" | "pdf" }>(
        "select exercise, path, type from documents order by path",
      );
      const rows: ExerciseRow[] = school.exercises.rows.map((row) => ({
        ...row,
        documents: [
          ...row.documents,
          ...own.filter(({ exercise }) => exercise === row.id).map(({ path, type }) => ({ path, type, title: path })),
        ],
      }));
      return http.json(rows);
    },
  },
  {
    method: "get",
    path: "/api/exercises/:id/documents/:path",
    access: EVERYBODY,
    async handle({ http, school }) {
      const exercise = exerciseOf(school, partOf(http, "id"));
      const path = partOf(http, "path");
      const shipped = exercise.documents.find((one) => one.path === path);
      if (shipped !== undefined) return send(http, shipped.type, (await readDocument(exercise, path)) as Uint8Array);
      const own = await queryOne<StoredDocument>(
        school.database,
        "select path, type, content from documents where exercise = $1 and path = $2",
        [exercise.id, path],
      );
      if (own === undefined) throw new Refused(404, "there is no such document");
      return send(http, own.type, own.content);
    },
  },
  {
    method: "put",
    path: "/api/exercises/:id/documents/:path",
    access: STAFF,
    most: MAX_DOCUMENT,
    async handle({ http, school, caller }) {
      const exercise = exerciseOf(school, partOf(http, "id"));
      const path = partOf(http, "path");
      const type = typeOf(path);
      if (type === undefined || basename(path) !== path || path.length > 80)
        throw new Refused(400, "expected a name that ends with .md or .pdf");
      if (exercise.documents.some((one) => one.path === path))
        throw new Refused(409, "a document of the exercise has this name: choose another one");
      const content = new Uint8Array(await http.req.arrayBuffer());
      const looksRight = type === "pdf" ? String.fromCharCode(...content.subarray(0, 5)) === "%PDF-" : isText(content);
      if (!looksRight) throw new Refused(400, `the file is no ${type === "pdf" ? "PDF" : "text in UTF-8"}`);
      await school.database.query(
        `insert into documents (exercise, path, type, content, changed) values ($1, $2, $3, $4, $5)
         on conflict (exercise, path) do update set type = $3, content = $4, changed = $5`,
        [exercise.id, path, type, content, now(school)],
      );
      await writeAudit(school, caller, "put-document", exercise.id, path);
      return http.json({}, 201);
    },
  },
  {
    method: "delete",
    path: "/api/exercises/:id/documents/:path",
    access: STAFF,
    async handle({ http, school, caller }) {
      const [id, path] = [partOf(http, "id"), partOf(http, "path")];
      const gone = await school.database.query(
        "delete from documents where exercise = $1 and path = $2 returning path",
        [id, path],
      );
      if (gone.length === 0) throw new Refused(404, "there is no such document of the school");
      await writeAudit(school, caller, "remove-document", id, path);
      return http.json({});
    },
  },
  {
    method: "get",
    path: "/api/exercises/:id/reference",
    access: STAFF,
    handle: ({ http, school }) => http.json(referenceOf(exerciseOf(school, partOf(http, "id")))),
  },
  {
    method: "get",
    path: "/api/exercises/:id/script",
    access: STAFF,
    async handle({ http, school }) {
      const exercise = exerciseOf(school, partOf(http, "id"));
      for (const name of ["script.ts", "script.js"]) {
        const text = await readFile(join(exercise.folder, name), "utf8").catch(() => undefined);
        if (text !== undefined) return http.text(text);
      }
      throw new Refused(404, "the exercise has no script");
    },
  },
];

/** The reference run of an exercise, a row for each second: what the console shows beside a running session. */
function referenceOf(exercise: Exercise): ReferenceRow[] {
  return referenceFrames(exercise)
    .filter((_, k) => k % FRAME_RATE === 0)
    .map(({ time, sensors }) => ({ time, sensors }));
}

function exerciseOf(school: RouteContext["school"], id: string) {
  const exercise = school.exercises.find(id);
  if (exercise === undefined) throw new Refused(404, `there is no exercise "${id}"`);
  return exercise;
}

/** A document is shown, never run: no script of it, and nothing that it loads. */
function send(http: RouteContext["http"], type: keyof typeof TYPES, content: Uint8Array): Response {
  return http.body(Uint8Array.from(content).buffer, 200, {
    "Content-Type": TYPES[type],
    "Content-Security-Policy":
      "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'",
    "Content-Disposition": "inline",
  });
}

function typeOf(path: string): keyof typeof TYPES | undefined {
  if (/\.md$/i.test(path)) return "markdown";
  return /\.pdf$/i.test(path) ? "pdf" : undefined;
}

function isText(content: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(content);
    return true;
  } catch {
    return false;
  }
}
