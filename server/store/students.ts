/** Students with what they have done. */
import type { StudentRecord, StudentRow } from "../protocol.js";
import type { School } from "../school.js";
import { findPerson } from "./people.js";
import { assessmentOf, eventsOf, listSessions } from "./sessions.js";

/** Students whose name, class or number contains a text, with totals of their sessions. */
export async function listStudents(school: School, search = ""): Promise<StudentRow[]> {
  const rows = await school.database.query<Omit<StudentRow, "last"> & { last: Date | null }>(
    `select p.id, p.name, p.role, p.login, p.class, p.number,
       count(s.id)::int as sessions, coalesce(sum(s.duration), 0)::float8 as time, avg(s.score)::float8 as mean,
       count(distinct case when s.passed then s.exercise end)::int as passed, max(s.started) as last
     from people p left join sessions s on s.student = p.id
     where p.role = 'student' and ($1 = '' or position(lower($1) in lower(p.name || ' ' || p.class || ' ' || p.number)) > 0)
     group by p.id order by lower(p.name), p.id`,
    [search],
  );
  return rows.map((row) => ({ ...row, last: row.last?.toISOString() ?? null }));
}

/** All that is kept of a student. */
export async function recordOf(school: School, id: string): Promise<StudentRecord | undefined> {
  const student = await findPerson(school, id);
  if (student?.role !== "student") return undefined;
  const sessions = await Promise.all(
    (await listSessions(school, { student: id })).map(async (session) => ({
      ...session,
      assessment: await assessmentOf(school, session.id),
      events: await eventsOf(school, session.id),
    })),
  );
  return { student, sessions };
}

/** Mean grade of all students in each exercise that has one, by the exercise's id. */
export async function classMeans(school: School): Promise<Record<string, number>> {
  const rows = await school.database.query<{ exercise: string; mean: number }>(
    "select exercise, avg(score)::float8 as mean from sessions where score is not null group by exercise",
  );
  return Object.fromEntries(rows.map(({ exercise, mean }) => [exercise, mean]));
}
