/** Students: list, record, import, export, erasure. */
import { z } from "zod";
import { parseCsv, writeCsv } from "../csv.js";
import type { StudentRecord } from "../protocol.js";
import { writeAudit } from "../store/audit.js";
import { addPerson, changePerson, erasePerson, findPerson } from "../store/people.js";
import { classMeans, listStudents, recordOf } from "../store/students.js";
import { endSessionsOf, NAME } from "./accounts.js";
import { bodyOf, partOf, Refused, type Route, type RouteContext, STAFF } from "./route.js";

const SHORT = z.string().trim().max(60);
/** Rows of an import. */
const MAX_ROWS = 2000;
/** Largest table, B. */
const MAX_TABLE = 1_000_000;

export const studentRoutes: readonly Route[] = [
  {
    method: "get",
    path: "/api/students",
    access: STAFF,
    handle: async ({ http, school }) =>
      http.json(await listStudents(school, (http.req.query("search") ?? "").slice(0, 120))),
  },
  {
    method: "post",
    path: "/api/students",
    access: STAFF,
    async handle({ http, school, caller }) {
      const body = await bodyOf(
        http,
        z.strictObject({ name: NAME, class: SHORT.default(""), number: SHORT.default("") }),
      );
      const id = await addPerson(school, { ...body, role: "student" });
      await writeAudit(school, caller, "add-student", id);
      return http.json(await findPerson(school, id), 201);
    },
  },
  {
    method: "post",
    path: "/api/students/import",
    access: STAFF,
    most: MAX_TABLE,
    async handle({ http, school, caller }) {
      if (!/^text\/csv\b/i.test(http.req.header("content-type") ?? ""))
        throw new Refused(415, "expected a body of type text/csv");
      const students = studentsOf(await http.req.text());
      await school.database.transaction(async (queries) => {
        for (const student of students) await addPerson(school, { ...student, role: "student" }, queries);
      });
      await writeAudit(school, caller, "import-students", "", String(students.length));
      return http.json({ added: students.length }, 201);
    },
  },
  {
    method: "get",
    path: "/api/students/export",
    access: STAFF,
    async handle({ http, school, caller }) {
      const rows = (await listStudents(school)).map((student) => [
        ...[student.name, student.class, student.number, student.sessions],
        ...[Math.round(student.time), student.mean, student.passed, student.last],
      ]);
      await writeAudit(school, caller, "export-students");
      const head = [
        "name",
        "class",
        "number",
        "sessions",
        "time in s",
        "mean grade",
        "exercises passed",
        "last session",
      ];
      return download(http, "students.csv", "text/csv; charset=utf-8", writeCsv([head, ...rows]));
    },
  },
  {
    method: "get",
    path: "/api/students/:id",
    access: STAFF,
    handle: async ({ http, school }) => http.json(await recordFor(school, partOf(http, "id"))),
  },
  {
    method: "patch",
    path: "/api/students/:id",
    access: STAFF,
    async handle({ http, school, caller }) {
      const id = partOf(http, "id");
      const body = await bodyOf(
        http,
        z.strictObject({ name: NAME.optional(), class: SHORT.optional(), number: SHORT.optional() }),
      );
      await mustBeStudent(school, id);
      const { name, class: group, number } = body;
      await changePerson(school, id, {
        ...(name !== undefined && { name }),
        ...(group !== undefined && { class: group }),
        ...(number !== undefined && { number }),
      });
      await writeAudit(school, caller, "change-student", id);
      return http.json(await findPerson(school, id));
    },
  },
  {
    method: "get",
    path: "/api/students/:id/export",
    access: STAFF,
    async handle({ http, school, caller }) {
      const id = partOf(http, "id");
      const record = await recordFor(school, id);
      await writeAudit(school, caller, "export-student", id);
      if (http.req.query("form") === "csv")
        return download(http, "sessions.csv", "text/csv; charset=utf-8", sessionTable(record));
      return download(http, "record.json", "application/json", JSON.stringify(record, null, 2));
    },
  },
  {
    method: "delete",
    path: "/api/students/:id",
    access: STAFF,
    async handle({ http, school, room, caller }) {
      const id = partOf(http, "id");
      await mustBeStudent(school, id);
      await endSessionsOf(room, id);
      await erasePerson(school, id);
      await writeAudit(school, caller, "erase-student", id);
      return http.json({});
    },
  },
  {
    method: "get",
    path: "/api/record",
    access: ["student"],
    handle: async ({ http, school, caller }) => http.json(await recordFor(school, caller.id)),
  },
  {
    method: "get",
    path: "/api/class-means",
    access: STAFF,
    handle: async ({ http, school }) => http.json(await classMeans(school)),
  },
];

async function recordFor(school: RouteContext["school"], id: string): Promise<StudentRecord> {
  const record = await recordOf(school, id);
  if (record === undefined) throw new Refused(404, "there is no such student");
  return record;
}

async function mustBeStudent(school: RouteContext["school"], id: string): Promise<void> {
  if ((await findPerson(school, id))?.role !== "student") throw new Refused(404, "there is no such student");
}

/** A table with the columns name, class and number, in any order; the first is needed. Wrong lines are all named. */
function studentsOf(text: string): { name: string; class: string; number: string }[] {
  const [head = [], ...rows] = parseCsv(text);
  const columns = head.map((name) => name.toLowerCase());
  const at = (name: string) => columns.indexOf(name);
  if (at("name") < 0)
    throw new Refused(400, `line 1: expected a column "name", got ${head.slice(0, 5).join(", ") || "nothing"}`);
  if (rows.length > MAX_ROWS) throw new Refused(400, `expected at most ${MAX_ROWS} students, got ${rows.length}`);
  const schema = z.object({ name: NAME, class: SHORT, number: SHORT });
  const problems: string[] = [];
  const students = rows.map((row, k) => {
    const cell = (name: string) => row[at(name)] ?? "";
    const parsed = schema.safeParse({ name: cell("name"), class: cell("class"), number: cell("number") });
    if (!parsed.success)
      problems.push(`line ${k + 2}: ${String(parsed.error.issues[0].path[0])}: ${parsed.error.issues[0].message}`);
    return parsed.data ?? { name: "", class: "", number: "" };
  });
  if (problems.length > 0) throw new Refused(400, `nothing was imported. ${problems.slice(0, 10).join("; ")}`);
  return students;
}

function sessionTable({ sessions }: StudentRecord): string {
  const head = ["started", "exercise", "machine", "seat", "state", "time in s", "progress", "grade", "passed", "notes"];
  return writeCsv([
    head,
    ...sessions.map((session) => [
      ...[session.started, session.title, session.machine, session.seatName, session.state],
      ...[Math.round(session.duration), session.progress, session.score],
      ...[session.passed === null ? null : String(session.passed), session.notes],
    ]),
  ]);
}

function download(http: RouteContext["http"], name: string, type: string, content: string): Response {
  return http.body(content, 200, { "Content-Type": type, "Content-Disposition": `attachment; filename="${name}"` });
}
