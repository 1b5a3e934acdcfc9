/** The tab of a seat: both views, measures, log, faults and words to its operator. */
import { useEffect, useState } from "preact/hooks";
import { FAULTS } from "../../../server/faults.js";
import type { Fault, SeatRow, SessionEvent } from "../../../server/protocol.js";
import { clock } from "../../clock-text.js";
import { fixed } from "../../format.js";
import { useSignal } from "../../signal.js";
import { texts as school } from "../../texts/school.js";
import { ask } from "./api.js";
import { ConsoleIcon, type ConsoleIconName } from "./icon.js";
import { measureOf, measuresOf } from "./machines.js";
import { IconButton, statusOf } from "./seats.js";
import type { ConsoleState } from "./state.js";
import { texts } from "./texts.js";
import { SeatViews } from "./views.js";

/** Time in which a fault must be pressed again, ms. */
const ARMED = 3000;

export function Runtime({ state }: { state: ConsoleState }) {
  const tabs = useSignal(state.tabs);
  const selected = useSignal(state.selected);
  const exercises = useSignal(state.exercises);
  useSignal(state.seats);
  const seat = state.seat(selected);
  if (!seat) return null;
  const { session } = seat;
  const limit = exercises.find(({ id }) => id === session?.exercise)?.duration;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves the section from any control in it
    <section class="runtime" onKeyDown={(event) => leave(event, seat)}>
      <header>
        <nav class="tabs" aria-label={texts.openSeats}>
          {tabs.map((id) => {
            const one = state.seat(id);
            return (
              one && (
                <span key={id} class={`tab ${id === selected ? "on" : ""}`}>
                  <button
                    type="button"
                    aria-current={id === selected ? "true" : undefined}
                    onClick={() => void state.select(id)}
                  >
                    {one.name}
                    {one.session && `, ${one.session.title}`}
                    {statusOf(one) !== "running" && <i class={`dot ${statusOf(one)}`} />}
                  </button>
                  <button type="button" aria-label={`${texts.close} ${one.name}`} onClick={() => state.close(id)}>
                    ×
                  </button>
                </span>
              )
            );
          })}
        </nav>
        <span class="space" />
        <span class="dim">{session?.studentName ?? ""}</span>
        <b class="timer">{clock(session?.duration ?? 0)}</b>
        {limit !== undefined && <span class="dim">{`${texts.of} ${clock(limit)}`}</span>}
        <span class="bar" aria-hidden="true">
          <i style={{ width: `${100 * (session?.progress ?? 0)}%` }} />
        </span>
        <b class="num">{`${Math.round(100 * (session?.progress ?? 0))} %`}</b>
        {seat.connected && (
          <IconButton
            icon={session?.state === "running" ? "pause" : "play"}
            name={session?.state === "running" ? texts.pause : texts.start}
            act={() => state.toggle(seat)}
          />
        )}
        {(session?.state === "running" || session?.state === "paused") && (
          <IconButton icon="stop" name={texts.stop} act={() => state.stop(seat)} />
        )}
      </header>
      <SeatViews key={seat.id} state={state} seat={seat} exercises={exercises} />
      <Measures state={state} seat={seat} />
      <div class="low">
        <Log state={state} seat={seat} />
        <Faults state={state} seat={seat} />
      </div>
    </section>
  );
}

/** Escape goes back to the seat's row. */
function leave(event: KeyboardEvent, { id }: SeatRow): void {
  if (event.key === "Escape") document.querySelector<HTMLElement>(`tr[data-seat="${id}"]`)?.focus();
}

function Measures({ state, seat }: { state: ConsoleState; seat: SeatRow }) {
  const values = useSignal(state.values).get(seat.session?.id ?? "");
  const reference = useSignal(state.references).get(seat.session?.exercise ?? "") ?? [];
  if (!values || !seat.session) return null;
  const then = reference.findLast(({ time }) => time <= values.time)?.sensors ?? {};
  return (
    <dl class="measures">
      {measuresOf(seat.session.machine, values.sensors).map((name) => {
        const [title, unit, digits] = measureOf(name);
        const show = (value: number | null | undefined) =>
          value === null || value === undefined ? "–" : fixed(value, digits);
        return (
          <div key={name} title={name}>
            <dt>{title}</dt>
            <dd>
              {show(values.sensors[name])} <em>{unit}</em>
            </dd>
            {name in then && <dd class="reference">{texts.reference(show(then[name]))}</dd>}
          </div>
        );
      })}
    </dl>
  );
}

function Log({ state, seat }: { state: ConsoleState; seat: SeatRow }) {
  const events = useSignal(state.logs).get(seat.session?.id ?? "") ?? [];
  const [only, setOnly] = useState(false);
  const warnings = events.filter(({ level }) => level !== "info");
  const shown = [...(only ? warnings : events)].reverse();
  return (
    <section class="log" aria-label={texts.events}>
      <header>
        <h2>{texts.events}</h2>
        <span class="space" />
        <button type="button" aria-pressed={!only} onClick={() => setOnly(false)}>
          {texts.all(events.length)}
        </button>
        <button type="button" aria-pressed={only} onClick={() => setOnly(true)}>
          {texts.warnings(warnings.length)}
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys */}
      <ol aria-live="polite" tabIndex={0} aria-label={texts.events}>
        {shown.map((event) => (
          <li key={event.id} class={event.level}>
            <time>{clock(event.time)}</time>
            <ConsoleIcon name={iconOf(event)} />
            <span>{wordsOf(event)}</span>
            {event.points !== 0 && <b>{event.points > 0 ? `+${event.points}` : `−${-event.points}`}</b>}
          </li>
        ))}
      </ol>
      {shown.length === 0 && <p class="empty">{texts.noEvents}</p>}
    </section>
  );
}

function iconOf({ level, kind }: SessionEvent): ConsoleIconName {
  if (level === "error") return "error";
  if (level === "warn") return "warn";
  return kind === "message" ? "message" : "check";
}

/** Faults are logged by their names in the protocol; people read their titles. */
function wordsOf({ kind, text }: SessionEvent): string {
  const fault = /^fault-(.+)$/.exec(kind)?.[1];
  return fault === undefined || !(fault in school.faults)
    ? text
    : text.replace(fault, school.faults[fault as Fault][0]);
}

function Faults({ state, seat }: { state: ConsoleState; seat: SeatRow }) {
  const [armed, setArmed] = useState<Fault | null>(null);
  const [text, setText] = useState("");
  useEffect(() => {
    if (armed === null) return;
    const timer = setTimeout(() => setArmed(null), ARMED);
    return () => clearTimeout(timer);
  }, [armed]);
  const session = seat.session?.state === "running" || seat.session?.state === "paused" ? seat.session : null;
  const press = (fault: Fault, active: boolean) => {
    if (!active && armed !== fault) return setArmed(fault);
    setArmed(null);
    void state.act(() => ask("POST", `sessions/${session?.id}/faults`, { fault, on: !active }));
  };
  const send = (event: Event) => {
    event.preventDefault();
    void state.act(() => ask("POST", `seats/${seat.id}/messages`, { text }));
    setText("");
  };
  return (
    <section class="faults" aria-label={texts.inject}>
      <header>
        <h2>{texts.inject}</h2>
        <span class="space" />
        <span class="dim">{texts.onlyHere(seat.name)}</span>
      </header>
      <div class="grid">
        {FAULTS.map((fault) => {
          const active = seat.faults.includes(fault);
          return (
            <button
              type="button"
              key={fault}
              class={active ? "on" : armed === fault ? "armed" : ""}
              aria-pressed={active}
              disabled={session === null}
              onClick={() => press(fault, active)}
            >
              <ConsoleIcon name={fault} size={15} />
              {armed === fault ? texts.again : school.faults[fault][0]}
            </button>
          );
        })}
      </div>
      <form class="message-box" onSubmit={send}>
        <input
          placeholder={texts.messageTo(seat.session?.studentName ?? seat.name)}
          aria-label={texts.messageTo(seat.name)}
          value={text}
          maxLength={400}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <button type="submit" class="btn primary" disabled={text.trim() === "" || !seat.connected}>
          <ConsoleIcon name="send" />
          {texts.send}
        </button>
      </form>
    </section>
  );
}
