/** The table of seats: what runs where, and the buttons that begin, pause and end it. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { SeatRow } from "../../../server/protocol.js";
import { clock } from "../../clock-text.js";
import { useSignal } from "../../signal.js";
import { ask, reportOf } from "./api.js";
import { ConsoleIcon, type ConsoleIconName } from "./icon.js";
import { machineTitle } from "./machines.js";
import type { ConsoleState } from "./state.js";
import { texts } from "./texts.js";

type Status = keyof typeof texts.status;

const ICONS: Readonly<Record<Status, ConsoleIconName>> = {
  running: "play",
  paused: "pause",
  finished: "flag",
  stopped: "stop",
  ready: "check",
  away: "lost",
};

/** Columns of numbers: time, events, link. */
const NUMBERS: ReadonlySet<number> = new Set([5, 7, 8]);

export function statusOf({ connected, session }: SeatRow): Status {
  return !connected ? "away" : (session?.state ?? "ready");
}

export function SeatsTable({ state }: { state: ConsoleState }) {
  const seats = useSignal(state.seats);
  const [search, setSearch] = useState("");
  const count = (status: Status) => seats.filter((seat) => statusOf(seat) === status).length;
  const shown = seats.filter(({ name, session }) =>
    `${name} ${session?.studentName ?? ""}`.toLowerCase().includes(search.toLowerCase()),
  );
  const running = seats.filter(({ session }) => session?.state === "running");
  const pauseAll = () =>
    state.act(() => Promise.all(running.map(({ session }) => ask("POST", `sessions/${session?.id}/pause`))));
  return (
    <section class="seat-list" aria-label={texts.page.seats}>
      <header>
        <h1>{texts.page.seats}</h1>
        <span class="chip ok">{texts.running(count("running"))}</span>
        {count("paused") > 0 && <span class="chip">{texts.paused(count("paused"))}</span>}
        {count("away") > 0 && <span class="chip err">{texts.away(count("away"))}</span>}
        <span class="space" />
        <label class="find">
          <ConsoleIcon name="search" />
          <input
            type="search"
            placeholder={texts.find}
            aria-label={texts.find}
            aria-keyshortcuts="/"
            onInput={({ currentTarget }) => setSearch(currentTarget.value)}
          />
          <kbd>/</kbd>
        </label>
        <MessageAll state={state} />
        <button type="button" class="btn" disabled={running.length === 0} onClick={() => void pauseAll()}>
          <ConsoleIcon name="pause" />
          {texts.pauseAll}
        </button>
        <PairButton state={state} />
      </header>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              {texts.columns.map((name, k) => (
                <th key={name} scope="col" class={NUMBERS.has(k) ? "num" : ""}>
                  <span class={k === texts.columns.length - 1 ? "hidden" : ""}>{name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((seat) => (
              <Row key={seat.id} state={state} seat={seat} />
            ))}
          </tbody>
        </table>
        {seats.length === 0 && <p class="empty">{texts.noSeats}</p>}
      </div>
    </section>
  );
}

/** A click on a control of a row is for that control. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("select, button") !== null;
}

/** Arrows walk the rows, space starts or pauses, Enter opens, M writes a message. */
function walk(event: KeyboardEvent, state: ConsoleState): void {
  const row = (event.target as HTMLElement).closest<HTMLElement>("tr[data-seat]");
  const seat = state.seat(row?.dataset.seat ?? null);
  if (!row || !seat || event.target !== row) return;
  const near =
    event.key === "ArrowDown" ? row.nextElementSibling : event.key === "ArrowUp" ? row.previousElementSibling : null;
  if (near instanceof HTMLElement) near.focus();
  else if (event.key === " ") void state.toggle(seat);
  else if (event.key === "Enter") void state.select(seat.id);
  else if (event.key.toLowerCase() === "m")
    void state.select(seat.id).then(() => document.querySelector<HTMLInputElement>(".message-box input")?.focus());
  else return;
  event.preventDefault();
}

function Row({ state, seat }: { state: ConsoleState; seat: SeatRow }) {
  const selected = useSignal(state.selected) === seat.id;
  const exercises = useSignal(state.exercises);
  const students = useSignal(state.students);
  useSignal(state.plans);
  const status = statusOf(seat);
  const { session } = seat;
  const busy = session?.state === "running" || session?.state === "paused";
  const plan = state.planOf(seat);
  const exercise = exercises.find(({ id }) => id === plan.exercise);
  const percent = Math.round(100 * (session?.progress ?? 0));
  return (
    <tr
      data-seat={seat.id}
      tabIndex={0}
      aria-selected={selected}
      class={selected ? "on" : ""}
      onClick={({ target }) => void (isControl(target) || state.select(seat.id))}
      onKeyDown={(event) => walk(event, state)}
    >
      <th scope="row">{seat.name}</th>
      <td class={`status ${status}`}>
        <ConsoleIcon name={ICONS[status]} />
        {texts.status[status]}
      </td>
      <td>
        {busy ? (
          (session.studentName ?? "–")
        ) : (
          <select
            aria-label={texts.columns[2]}
            value={plan.student ?? ""}
            onChange={({ currentTarget }) => state.plan(seat, { student: currentTarget.value || null })}
          >
            <option value="">{texts.nobody}</option>
            {students.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </td>
      <td>{machineTitle(busy ? session.machine : (exercise?.machine ?? ""))}</td>
      <td>
        {busy ? (
          session.title
        ) : (
          <select
            aria-label={texts.columns[4]}
            value={plan.exercise}
            onChange={({ currentTarget }) => state.plan(seat, { exercise: currentTarget.value })}
          >
            {exercises.map(({ id, title, problem }) => (
              <option key={id} value={id} disabled={problem !== null} title={problem ?? ""}>
                {title}
              </option>
            ))}
          </select>
        )}
      </td>
      <td class="num">{session ? clock(session.duration) : "–"}</td>
      <td>
        <span class={`bar ${status}`} role="progressbar" aria-valuenow={percent} aria-label={texts.columns[6]}>
          <i style={{ width: `${percent}%` }} />
        </span>
        <span class="num">{percent} %</span>
      </td>
      <td class="num">
        {seat.warnings > 0 && (
          <span class="warn">
            <ConsoleIcon name="warn" /> {seat.warnings}{" "}
          </span>
        )}
        {seat.errors > 0 && (
          <span class="err">
            <ConsoleIcon name="error" /> {seat.errors}
          </span>
        )}
      </td>
      <td class={`num ${(seat.link ?? 0) > 60 ? "warn" : ""}`}>
        {seat.connected ? seat.link === null ? "–" : `${seat.link} ms` : <Away seat={seat} />}
      </td>
      <td class="actions">
        {seat.connected && (
          <IconButton
            icon={session?.state === "running" ? "pause" : "play"}
            primary={session?.state !== "running"}
            name={`${session?.state === "running" ? texts.pause : session?.state === "paused" ? texts.resume : texts.start}, ${seat.name}`}
            act={() => state.toggle(seat)}
          />
        )}
        {session?.state === "finished" && (
          <a class="btn" href={reportOf(session.id)} target="_blank" rel="noreferrer">
            <ConsoleIcon name="report" />
            {texts.report}
          </a>
        )}
        {busy && <IconButton icon="stop" name={`${texts.stop}, ${seat.name}`} act={() => state.stop(seat)} />}
        {!seat.connected && (
          <IconButton
            icon="ban"
            name={`${texts.unpair}, ${seat.name}`}
            act={() => state.act(() => ask("DELETE", `seats/${seat.id}`))}
          />
        )}
      </td>
    </tr>
  );
}

/** How long a seat has not been reached. */
function Away({ seat }: { seat: SeatRow }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <>{`lost ${clock((now - Date.parse(seat.seen)) / 1000)}`}</>;
}

interface IconButtonProps {
  readonly icon: ConsoleIconName;
  readonly name: string;
  readonly primary?: boolean;
  act(): unknown;
}

export function IconButton({ icon, name, primary = false, act }: IconButtonProps) {
  return (
    <button
      type="button"
      class={`icon ${primary ? "primary" : ""}`}
      aria-label={name}
      title={name}
      onClick={() => void act()}
    >
      <ConsoleIcon name={icon} />
    </button>
  );
}

function MessageAll({ state }: { state: ConsoleState }) {
  const [text, setText] = useState<string | null>(null);
  const send = (event: Event) => {
    event.preventDefault();
    const reached = state.seats.value.filter(({ connected }) => connected);
    void state.act(() => Promise.all(reached.map(({ id }) => ask("POST", `seats/${id}/messages`, { text }))));
    setText(null);
  };
  if (text === null)
    return (
      <button type="button" class="btn" onClick={() => setText("")}>
        <ConsoleIcon name="message" />
        {texts.messageAll}
      </button>
    );
  return (
    <form class="inline" onSubmit={send}>
      <input
        aria-label={texts.messageAll}
        value={text}
        maxLength={400}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <button type="submit" class="btn primary" disabled={text.trim() === ""}>
        {texts.send}
      </button>
    </form>
  );
}

/** Makes a code that is typed at the seat. */
function PairButton({ state }: { state: ConsoleState }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [code, setCode] = useState("");
  const [name, setName] = useState("");
  const make = (event: Event) => {
    event.preventDefault();
    void state.act(async () => setCode((await ask<{ code: string }>("POST", "seats/codes", { name })).code));
  };
  const open = () => {
    setCode("");
    setName(`Seat ${state.seats.value.length + 1}`);
    dialog.current?.showModal();
  };
  return (
    <>
      <button type="button" class="btn primary" onClick={open}>
        <ConsoleIcon name="pair" />
        {texts.pair}
      </button>
      <dialog ref={dialog} class="pair" aria-label={texts.pair}>
        {code === "" ? (
          <form onSubmit={make}>
            <label class="field">
              {texts.pairName}
              <input
                required
                maxLength={120}
                value={name}
                onInput={({ currentTarget }) => setName(currentTarget.value)}
              />
            </label>
            <button type="submit" class="btn primary">
              {texts.pair}
            </button>
          </form>
        ) : (
          <>
            <output class="code">{texts.pairCode(code)}</output>
            <p>{texts.pairHint}</p>
          </>
        )}
        <button type="button" class="btn" onClick={() => dialog.current?.close()}>
          {texts.close}
        </button>
      </dialog>
    </>
  );
}
