/** A school with sample data: to look at, and for pictures. */
import { randomUUID } from "node:crypto";
import type { Assessment } from "../exercises/types.js";
import type { ExerciseRow } from "./protocol.js";
import type { School } from "./school.js";
import { addPerson, listPeople } from "./store/people.js";
import { listStudents } from "./store/students.js";

/** Who can sign in to a school of the demonstration. */
export const DEMO = { login: "instructor", password: "demonstration only" } as const;

const STUDENTS = 12;
const DAY = 86_400_000;
const NOTES = [
  "",
  "Anchors before digging now. Still fills past the heap line; watch the swing over the edge.",
  "Calm hands. Next time without the reference line.",
  "",
  "Looks over the shoulder before every swing.",
];

/** Fills an empty school; one that has people is left as it is. */
export async function fillDemo(school: School): Promise<void> {
  if ((await listPeople(school)).length > 0) return;
  await addPerson(school, { name: "Instructor", role: "administrator", ...DEMO });
  for (let k = 1; k <= STUDENTS; k++) {
    const number = String(k).padStart(2, "0");
    await addPerson(school, { name: `Student ${number}`, role: "student", class: k % 2 === 0 ? "A" : "B", number });
  }
  const exercises = school.exercises.rows.filter(({ problem }) => problem === null);
  if (exercises.length === 0) return;
  const students = await listStudents(school);
  for (const [k, { id }] of students.entries()) {
    const count = 4 + ((7 * k) % 9);
    for (let n = 0; n < count; n++) {
      const exercise = exercises[n % exercises.length];
      // grades rise with practice, and differ between students
      const score = Math.round(Math.min(97, 46 + 4 * n + ((13 * k + 29 * n) % 23)));
      await addPast(school, id, exercise, score, (count - n) * 2 + (k % 3), NOTES[(k + n) % NOTES.length]);
    }
  }
}

/** A session that was finished some days ago. */
async function addPast(
  school: School,
  student: string,
  exercise: ExerciseRow,
  score: number,
  days: number,
  notes: string,
): Promise<void> {
  const id = randomUUID();
  const duration = exercise.duration * (0.95 - score / 250);
  const started = school.clock() - days * DAY;
  const passed = score >= exercise.passMark;
  const part = (most: number) => Math.round((most * score) / 100);
  const assessment: Assessment = {
    score,
    passed,
    items: [
      { id: "task", title: "Task", value: score / 100, unit: "", points: part(60), most: 60 },
      { id: "time", title: "Time", value: duration, unit: "s", points: part(25), most: 25 },
      { id: "safety", title: "Safety", value: score < 60 ? 2 : 0, unit: "warnings", points: part(15), most: 15 },
    ],
  };
  await school.database.query(
    `insert into sessions (id, seat_name, student, exercise, title, machine, seed, state, started, ended, duration,
       progress, score, passed, assessment, notes)
     values ($1, $2, $3, $4, $5, $6, 1, 'finished', $7, $8, $9, 1, $10, $11, $12, $13)`,
    [
      id,
      `Seat ${1 + (days % 8)}`,
      student,
      exercise.id,
      exercise.title,
      exercise.machine,
      new Date(started),
      new Date(started + 1000 * duration),
      duration,
      score,
      passed,
      JSON.stringify(assessment),
      notes,
    ],
  );
}
