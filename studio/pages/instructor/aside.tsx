/** The column at the right: the student at the chosen seat, and the exercise's document. */
import { useEffect, useState } from "preact/hooks";
import type { SessionRecord, StudentRecord } from "../../../server/protocol.js";
import { clock } from "../../clock-text.js";
import { useSignal } from "../../signal.js";
import { ask } from "./api.js";
import { ExerciseDocuments } from "./documents.js";
import { GradeBars } from "./grades.js";
import type { ConsoleState } from "./state.js";
import { texts } from "./texts.js";

/** Time without a key after which a note is saved, ms. */
const PAUSE = 600;

export function Aside({ state }: { state: ConsoleState }) {
  const selected = useSignal(state.selected);
  const record = useSignal(state.record);
  const exercises = useSignal(state.exercises);
  useSignal(state.seats);
  useSignal(state.plans);
  const seat = state.seat(selected);
  if (!seat) return <aside />;
  const exercise = exercises.find(({ id }) => id === (seat.session?.exercise ?? state.planOf(seat).exercise));
  return (
    <aside>
      <section>
        {record ? <Student state={state} record={record} /> : <p class="dim">{texts.noStudent}</p>}
        {seat.session && (
          <Note key={seat.session.id} state={state} session={seat.session.id} text={seat.session.notes} />
        )}
      </section>
      {exercise && <ExerciseDocuments exercise={exercise} />}
    </aside>
  );
}

function Student({ state, record: { student, sessions } }: { state: ConsoleState; record: StudentRecord }) {
  return (
    <>
      <header>
        <h2>{student.name}</h2>
        <span class="space" />
        <button
          type="button"
          class="link"
          onClick={() => {
            state.page.value = "students";
          }}
        >
          {texts.openRecord}
        </button>
      </header>
      <Totals sessions={sessions} />
      <GradeBars sessions={sessions} means={useSignal(state.means)} />
      <table>
        <thead>
          <tr>
            <th>{texts.session}</th>
            <th class="num">{texts.time}</th>
            <th class="num">{texts.grade}</th>
          </tr>
        </thead>
        <tbody>
          {sessions.slice(0, 3).map(({ id, title, duration, score }) => (
            <tr key={id}>
              <td>{title}</td>
              <td class="num">{clock(duration)}</td>
              <td class="num">
                <b>{score === null ? "–" : Math.round(score)}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

export function Totals({ sessions }: { sessions: readonly SessionRecord[] }) {
  const graded = sessions.flatMap(({ score }) => (score === null ? [] : [score]));
  const mean = graded.length > 0 ? Math.round(graded.reduce((sum, score) => sum + score, 0) / graded.length) : null;
  const hours = sessions.reduce((sum, { duration }) => sum + duration, 0) / 3600;
  const passed = new Set(sessions.filter((session) => session.passed).map(({ exercise }) => exercise)).size;
  const tried = new Set(sessions.map(({ exercise }) => exercise)).size;
  return (
    <dl class="totals">
      <div>
        <dt>{texts.sessions}</dt>
        <dd>{sessions.length}</dd>
      </div>
      <div>
        <dt>{texts.hours}</dt>
        <dd>{hours.toFixed(1)}</dd>
      </div>
      <div>
        <dt>{texts.mean}</dt>
        <dd>{mean ?? "–"}</dd>
      </div>
      <div>
        <dt>{texts.passedOf}</dt>
        <dd>{`${passed} ${texts.of} ${tried}`}</dd>
      </div>
    </dl>
  );
}

/** A note is saved as it is typed. */
export function Note({ state, session, text }: { state: ConsoleState; session: string; text: string }) {
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    if (typed === text) return;
    const timer = setTimeout(() => void state.act(() => ask("PATCH", `sessions/${session}`, { notes: typed })), PAUSE);
    return () => clearTimeout(timer);
  }, [typed, text, session, state]);
  return (
    <label class="note">
      {texts.note}
      <textarea
        rows={3}
        maxLength={8000}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </label>
  );
}
