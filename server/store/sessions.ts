/** Sessions, their log and their frames. */
import { gunzipSync, gzipSync } from "node:zlib";
import type { Assessment } from "../../exercises/types.js";
import { type Queries, queryOne } from "../database/database.js";
import type { SessionEvent, SessionRow, SessionState, WireFrame } from "../protocol.js";
import { now, type School } from "../school.js";

/** Columns of a session, with the student's name. */
const COLUMNS = `s.id, s.seat, s.seat_name, s.student, p.name as student_name, s.exercise, s.title, s.machine, s.seed,
  s.state, s.started, s.ended, s.duration, s.progress, s.score, s.passed, s.notes`;
const FROM = "from sessions s left join people p on p.id = s.student";

interface StoredSession {
  readonly id: string;
  readonly seat: string | null;
  readonly seat_name: string;
  readonly student: string | null;
  readonly student_name: string | null;
  readonly exercise: string;
  readonly title: string;
  readonly machine: string;
  readonly seed: number;
  readonly state: SessionState;
  readonly started: Date;
  readonly ended: Date | null;
  readonly duration: number;
  readonly progress: number;
  readonly score: number | null;
  readonly passed: boolean | null;
  readonly notes: string;
}

function rowOf(stored: StoredSession): SessionRow {
  const { seat_name, student_name, started, ended, ...same } = stored;
  return {
    ...same,
    seatName: seat_name,
    studentName: student_name,
    started: started.toISOString(),
    ended: ended?.toISOString() ?? null,
  };
}

/** What a session is begun with. */
export type NewSession = Pick<
  SessionRow,
  "id" | "seat" | "seatName" | "student" | "exercise" | "title" | "machine" | "seed"
>;

export async function addSession(school: School, session: NewSession): Promise<void> {
  await school.database.query(
    `insert into sessions (id, seat, seat_name, student, exercise, title, machine, seed, state, started)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'running', $9)`,
    [
      session.id,
      session.seat,
      session.seatName,
      session.student,
      session.exercise,
      session.title,
      session.machine,
      session.seed,
      now(school),
    ],
  );
}

export async function findSession(school: School, id: string): Promise<SessionRow | undefined> {
  const stored = await queryOne<StoredSession>(school.database, `select ${COLUMNS} ${FROM} where s.id = $1`, [id]);
  return stored && rowOf(stored);
}

/** Which sessions a list has. */
export interface SessionFilter {
  readonly student?: string;
  readonly seat?: string;
  readonly states?: readonly SessionState[];
  readonly most?: number;
}

/** Sessions, the newest first. */
export async function listSessions(school: School, filter: SessionFilter): Promise<SessionRow[]> {
  const params: unknown[] = [];
  const bound = (value: unknown) => `$${params.push(value)}`;
  const where = [
    ...(filter.student === undefined ? [] : [`s.student = ${bound(filter.student)}`]),
    ...(filter.seat === undefined ? [] : [`s.seat = ${bound(filter.seat)}`]),
    ...(filter.states === undefined ? [] : [`s.state = any(${bound(filter.states)})`]),
  ];
  const stored = await school.database.query<StoredSession>(
    `select ${COLUMNS} ${FROM} ${where.length > 0 ? `where ${where.join(" and ")}` : ""}
     order by s.started desc, s.id limit ${bound(filter.most ?? 500)}`,
    params,
  );
  return stored.map(rowOf);
}

export async function assessmentOf(school: School, id: string): Promise<Assessment | null> {
  const row = await queryOne<{ assessment: Assessment | null }>(
    school.database,
    "select assessment from sessions where id = $1",
    [id],
  );
  return row?.assessment ?? null;
}

export async function setNotes(school: School, id: string, notes: string): Promise<boolean> {
  const changed = await school.database.query("update sessions set notes = $2 where id = $1 returning id", [id, notes]);
  return changed.length > 0;
}

/** A line of the log before it has a number. */
export type NewEvent = Omit<SessionEvent, "id" | "at">;

/** Adds lines to the log; returns them with their numbers. */
export async function addEvents(
  school: School,
  session: string,
  events: readonly NewEvent[],
  queries: Queries = school.database,
): Promise<SessionEvent[]> {
  if (events.length === 0) return [];
  const at = now(school);
  const rows = await queries.query<{ id: number }>(
    `insert into session_events (session, time, at, source, level, kind, text, points)
     select $1, e.time, $2, e.source, e.level, e.kind, e.text, e.points
     from json_to_recordset($3::json) as e(n int, time float8, source text, level text, kind text, text text, points float8)
     order by e.n returning id`,
    [session, at, JSON.stringify(events.map((event, n) => ({ ...event, n })))],
  );
  const ids = rows.map(({ id }) => id).sort((a, b) => a - b);
  return events.map((event, k) => ({ ...event, id: ids[k], at: at.toISOString() }));
}

export async function eventsOf(school: School, session: string): Promise<SessionEvent[]> {
  const rows = await school.database.query<Omit<SessionEvent, "at"> & { at: Date }>(
    "select id, time, at, source, level, kind, text, points from session_events where session = $1 order by id",
    [session],
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** What frames have brought. */
export interface Advance {
  readonly first: number;
  readonly frames: readonly WireFrame[];
  readonly events: readonly NewEvent[];
  readonly progress: number;
  /** Simulated, s. */
  readonly duration: number;
  readonly end: Ending | null;
}

/** How a session ended. */
export interface Ending {
  readonly state: "finished" | "stopped";
  readonly grade: Assessment | null;
}

/** Writes down frames with all that they have brought, as a whole or not at all. Returns the new lines of the log. */
export function advanceSession(school: School, id: string, advance: Advance): Promise<SessionEvent[]> {
  return school.database.transaction(async (queries) => {
    if (advance.frames.length > 0)
      await queries.query("insert into session_frames (session, first, frames) values ($1, $2, $3)", [
        id,
        advance.first,
        gzipSync(JSON.stringify(advance.frames)),
      ]);
    const { grade = null, state = null } = advance.end ?? {};
    await queries.query(
      `update sessions set frames = $2, progress = $3, duration = $4, state = coalesce($5, state),
       ended = coalesce($6, ended), score = coalesce($7, score), passed = coalesce($8, passed),
       assessment = coalesce($9, assessment) where id = $1`,
      [
        id,
        advance.first + advance.frames.length,
        advance.progress,
        advance.duration,
        state,
        advance.end === null ? null : now(school),
        grade?.score ?? null,
        grade?.passed ?? null,
        grade === null ? null : JSON.stringify(grade),
      ],
    );
    return addEvents(school, id, advance.events, queries);
  });
}

export async function setSessionState(school: School, id: string, state: SessionState): Promise<void> {
  await school.database.query("update sessions set state = $2 where id = $1", [id, state]);
}

/** All frames of a session, in order: what a run is resumed and replayed from. */
export async function framesOf(school: Pick<School, "database">, id: string): Promise<WireFrame[]> {
  const rows = await school.database.query<{ frames: Uint8Array }>(
    "select frames from session_frames where session = $1 order by first",
    [id],
  );
  return rows.flatMap(({ frames }) => JSON.parse(gunzipSync(frames).toString("utf8")) as WireFrame[]);
}
