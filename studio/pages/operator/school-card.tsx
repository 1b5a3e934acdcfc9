/** Joining a school, and what its instructor says and does. */
import { useState } from "preact/hooks";
import { clock } from "../../clock-text.js";
import { useSignal } from "../../signal.js";
import { texts } from "../../texts/school.js";
import { Card } from "./card.js";
import "./school.css";
import type { SchoolSeat } from "./school.js";
import type { Seat } from "./seat.js";

export function SchoolCard({ school, close }: { school: SchoolSeat; close(): void }) {
  const name = useSignal(school.name);
  const connected = useSignal(school.connected);
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState("");
  const join = async (event: Event) => {
    event.preventDefault();
    const found = await school.join(code);
    setProblem(found === "no-school" ? texts.noSchool : (found ?? ""));
  };
  if (name !== null)
    return (
      <Card title={texts.school} close={close}>
        <p>{connected ? texts.belongs(name) : texts.lost(name)}</p>
        <footer>
          <button type="button" onClick={() => void school.quit()}>
            {texts.leave}
          </button>
        </footer>
      </Card>
    );
  return (
    <Card title={texts.join} close={close}>
      <form class="school-join" onSubmit={(event) => void join(event)}>
        <label>
          {texts.code}
          <input
            value={code}
            autocomplete="off"
            spellcheck={false}
            maxLength={20}
            onInput={({ currentTarget }) => setCode(currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={code.trim() === ""}>
          {texts.joinNow}
        </button>
        <p role="alert">{problem || texts.codeHint}</p>
      </form>
    </Card>
  );
}

/** The session's strip, words of the instructor, faults and pause, over the view. */
export function SchoolOver({ seat }: { seat: Seat }) {
  const { school } = seat;
  useSignal(seat.tick);
  const { time } = seat.studio.time.now;
  const order = useSignal(school.order);
  const progress = useSignal(school.progress);
  const paused = useSignal(school.paused);
  const notes = useSignal(school.notes);
  const faults = useSignal(school.faults);
  const grade = useSignal(school.grade);
  const name = useSignal(school.name);
  const connected = useSignal(school.connected);
  if (name === null) return null;
  return (
    <>
      {order && (
        <div class="school-strip">
          <b>{order.title}</b>
          <span>{`${clock(time)} ${texts.of} ${clock(order.duration)}`}</span>
          <progress value={progress} max={1} aria-label={texts.progress} />
          <span>{`${Math.round(100 * progress)} %`}</span>
          {!connected && <span class="warn">{texts.notReached}</span>}
        </div>
      )}
      {faults.has("fog") && <div class="school-weather fog" aria-hidden="true" />}
      {faults.has("rain") && <div class="school-weather rain" aria-hidden="true" />}
      {paused && (
        <div class="school-paused" role="status">
          {texts.pausedByInstructor}
        </div>
      )}
      <div class="school-notes" aria-live="polite">
        {[...faults].map((fault) => (
          <p key={fault} class="warn">
            {texts.faults[fault][1]}
          </p>
        ))}
        {grade && <p class="info">{texts.graded(Math.round(grade.score), grade.passed)}</p>}
        {notes.map(({ id, text, from, level }) => (
          <p key={id} class={level}>
            {from !== "" && <b>{from}</b>}
            {text}
            <button type="button" aria-label={texts.read} onClick={() => school.read(id)}>
              ×
            </button>
          </p>
        ))}
      </div>
    </>
  );
}
