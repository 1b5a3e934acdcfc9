/** Students: list and record, import, export, erasure. */
import { useEffect, useState } from "preact/hooks";
import type { StudentRecord } from "../../../server/protocol.js";
import { clock } from "../../clock-text.js";
import { useSignal } from "../../signal.js";
import { ask, reportOf } from "./api.js";
import { Note, Totals } from "./aside.js";
import { GradeChart } from "./grades.js";
import type { ConsoleState } from "./state.js";
import { texts } from "./texts.js";

export function StudentsPage({ state }: { state: ConsoleState }) {
  const students = useSignal(state.students);
  const record = useSignal(state.record);
  const [search, setSearch] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => void state.act(() => state.loadStudents(search)), 150);
    return () => clearTimeout(timer);
  }, [search, state]);
  const add = (event: Event) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    void state.act(async () => {
      await ask("POST", "students", Object.fromEntries(new FormData(form)));
      form.reset();
      await state.loadStudents(search);
    });
  };
  const take = (file: File | undefined) => {
    if (file)
      void state.act(async () => {
        await ask("POST", "students/import", new Blob([file], { type: "text/csv" }));
        await state.loadStudents(search);
      });
  };
  return (
    <main class="two">
      <nav class="list" aria-label={texts.page.students}>
        <input
          type="search"
          placeholder={texts.searchStudents}
          aria-label={texts.searchStudents}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        {students.map(({ id, name, class: group, sessions, mean }) => (
          <button
            type="button"
            key={id}
            aria-current={record?.student.id === id}
            onClick={() => void state.act(() => state.showStudent(id))}
          >
            <b>{name}</b>
            <span class="dim">
              {[group, texts.sessionCount(sessions), mean === null ? "" : texts.meanOf(Math.round(mean))]
                .filter((part) => part !== "")
                .join(" · ")}
            </span>
          </button>
        ))}
        <form class="add" onSubmit={add}>
          <input name="name" required maxLength={120} placeholder={texts.name} aria-label={texts.name} />
          <input name="class" maxLength={60} placeholder={texts.class} aria-label={texts.class} />
          <input name="number" maxLength={60} placeholder={texts.number} aria-label={texts.number} />
          <button type="submit" class="btn">
            {texts.add}
          </button>
        </form>
        <footer>
          <label class="btn">
            {texts.import}
            <input
              type="file"
              accept=".csv,text/csv"
              class="hidden"
              onChange={({ currentTarget }) => take(currentTarget.files?.[0])}
            />
          </label>
          <a class="btn" href="/api/students/export" download>
            {texts.export}
          </a>
        </footer>
      </nav>
      <div class="detail">{record && <RecordView key={record.student.id} state={state} record={record} />}</div>
    </main>
  );
}

/** All that is kept of a student; staff may write notes and erase it. */
export function RecordView({ state, record: { student, sessions } }: { state: ConsoleState; record: StudentRecord }) {
  const [sure, setSure] = useState(false);
  const erase = () => {
    if (!sure) return setSure(true);
    void state.act(async () => {
      await ask("DELETE", `students/${student.id}`);
      state.record.value = null;
      await state.loadStudents();
    });
  };
  return (
    <article class="record">
      <header>
        <h1>{student.name}</h1>
        <span class="dim">{[student.class, student.number].filter(Boolean).join(" · ")}</span>
        <span class="space" />
        {state.isStaff && (
          <>
            <a class="btn" href={`/api/students/${student.id}/export`} download>
              {texts.exportRecord}
            </a>
            <button type="button" class={sure ? "btn danger" : "btn"} onClick={erase}>
              {sure ? texts.eraseAgain(student.name) : texts.erase}
            </button>
          </>
        )}
      </header>
      <Totals sessions={sessions} />
      <h2>{texts.progressChart}</h2>
      <GradeChart sessions={sessions} />
      {sessions.map((session) => (
        <details key={session.id}>
          <summary>
            <time>{new Date(session.started).toLocaleDateString()}</time>
            <b>{session.title}</b>
            <span class="dim">{`${session.seatName}, ${clock(session.duration)}`}</span>
            <span class="space" />
            <b class={session.passed ? "ok" : ""}>
              {session.score === null ? session.state : Math.round(session.score)}
            </b>
          </summary>
          <table>
            <tbody>
              {session.assessment?.items.map(({ id, title, value, unit, points, most }) => (
                <tr key={id}>
                  <td>{title}</td>
                  <td class="num">{Number.isFinite(value) ? `${value.toFixed(2)} ${unit}` : "–"}</td>
                  <td class="num">{`${Math.round(points)} ${texts.of} ${most}`}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {session.state === "finished" && (
            <p class="links">
              <a class="btn" href={reportOf(session.id)} target="_blank" rel="noreferrer">
                {texts.report}
              </a>
              <a class="btn" href={reportOf(session.id, "pdf")} target="_blank" rel="noreferrer">
                {texts.pdf}
              </a>
              <a class="btn" href={`/api/sessions/${session.id}/record`} download>
                {texts.record}
              </a>
            </p>
          )}
          <ol class="events">
            {session.events.map((event) => (
              <li key={event.id} class={event.level}>
                <time>{clock(event.time)}</time> {event.text}
              </li>
            ))}
          </ol>
          {state.isStaff ? <Note state={state} session={session.id} text={session.notes} /> : <p>{session.notes}</p>}
        </details>
      ))}
    </article>
  );
}
