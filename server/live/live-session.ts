import type { Exercise, ExerciseFrame, ExerciseReport, ExerciseRun } from "../../exercises/types.js";
import type { SessionEvent, SessionRow, WireFrame } from "../protocol.js";
import type { School } from "../school.js";
import { advanceSession, type Ending, framesOf, type NewEvent, setSessionState } from "../store/sessions.js";

/** Frames that are written together when nothing happens: one second of them. */
const BATCH = 10;
/** Frames that wait for a database that does not answer; later ones stay at the seat. */
const MAX_WAITING = 600;
/** Lines of a session's log; what a script says beyond is not kept. */
const MAX_LINES = 5000;
/** A script that does not end is ended so long after its exercise's duration, simulated s. */
const OVERTIME = 5;

/** What a session tells while it goes on. */
export interface SessionListener {
  /** The script has said something; it is not in the database yet. */
  onReport(session: LiveSession, report: ExerciseReport): void;
  /** Frames before `stored` are in the database, with these lines of the log. */
  onStored(session: LiveSession, events: readonly SessionEvent[]): void;
  /** It is over, and all of it is in the database. */
  onEnded(session: LiveSession, ending: Ending): void;
}

/**
 * A session that is under way. Frames go into the script in order, each once; what they bring is in the database before
 * anybody is told that it is done. Frames that the seat sends again are skipped, those after a gap are not taken.
 */
export class LiveSession {
  readonly exercise: Exercise;
  row: SessionRow;
  /** Frames that are in the database. */
  stored: number;
  /** The newest frame. */
  newest: WireFrame | null = null;
  warnings = 0;
  errors = 0;
  private readonly school: School;
  private readonly run: ExerciseRun;
  private readonly listener: SessionListener;
  /** Frames that the script was given. */
  private taken: number;
  private frames: WireFrame[] = [];
  private events: NewEvent[] = [];
  private lines = 0;
  private ending: Ending | null = null;
  private over = false;
  /** Work on the database, one after the other. */
  private work: Promise<void> = Promise.resolve();

  constructor(
    school: School,
    exercise: Exercise,
    run: ExerciseRun,
    row: SessionRow,
    listener: SessionListener,
    stored = 0,
  ) {
    this.school = school;
    this.exercise = exercise;
    this.run = run;
    this.row = row;
    this.listener = listener;
    this.stored = stored;
    this.taken = stored;
    run.onAnswer = () => {
      const report = run.take();
      if (report !== undefined && this.ending === null) this.hear(report);
      this.storeWhatIsDue();
    };
  }

  /** A session that was under way when the server ended: its script gets the frames of the database again. */
  static async resume(
    school: School,
    exercise: Exercise,
    row: SessionRow,
    listener: SessionListener,
  ): Promise<LiveSession> {
    const frames = await framesOf(school, row.id);
    const run = await school.exercises.resume(exercise, row.seed, frames.map(frameOf));
    const session = new LiveSession(school, exercise, run, row, listener, frames.length);
    session.newest = frames.at(-1) ?? null;
    return session;
  }

  get id(): string {
    return this.row.id;
  }

  /** Takes frames of the seat, the first of which has the number `first`. */
  take(first: number, frames: readonly WireFrame[]): void {
    if (this.over || first > this.taken || this.frames.length > MAX_WAITING) return;
    for (const frame of frames.slice(this.taken - first)) {
      if (this.ending !== null) break;
      this.step(frame);
    }
    this.storeWhatIsDue();
  }

  private storeWhatIsDue(): void {
    if (this.frames.length >= BATCH || this.events.length > 0 || this.ending !== null) this.store();
  }

  /** Adds a line to the log. */
  note(event: NewEvent): void {
    if (this.over) return;
    this.log([event]);
    this.store();
  }

  async pause(paused: boolean): Promise<void> {
    const state = paused ? "paused" : "running";
    await setSessionState(this.school, this.id, state);
    this.row = { ...this.row, state };
  }

  /** Ends the session before its script does; resolves when that is in the database. */
  async stop(text: string): Promise<void> {
    if (this.over || this.ending !== null) return this.flush();
    this.log([{ ...this.line("server", "info"), kind: "stopped", text }]);
    this.ending = { state: "stopped", grade: null };
    await this.flush();
  }

  /** Writes down what waits. Throws where the database does not take it. */
  async flush(): Promise<void> {
    this.store();
    await this.work;
    if (this.frames.length > 0 || this.events.length > 0 || (this.ending !== null && !this.over))
      throw new Error("the database does not answer; the session is not lost, it is written when it does");
  }

  /** Frees the script. */
  close(): void {
    this.run.close();
  }

  private step(frame: WireFrame): void {
    this.taken++;
    this.frames.push(frame);
    this.newest = frame;
    this.row = { ...this.row, duration: frame.time };
    this.log(frame.events.map(({ time, kind, text }) => ({ ...this.line("seat", "info"), time, kind, text })));
    const report = this.run.step(frameOf(frame));
    if (report !== undefined) this.hear(report);
    if (this.ending === null && frame.time > this.exercise.duration + OVERTIME) {
      this.log([{ ...this.line("server", "warn"), kind: "overtime", text: "The time is over." }]);
      this.ending = { state: "finished", grade: null };
    }
  }

  private hear(report: ExerciseReport): void {
    this.row = { ...this.row, progress: Math.max(0, Math.min(1, report.progress)) };
    this.log([
      ...report.events.map(({ time, kind, text, points }) => ({
        ...this.line("exercise", points < 0 ? "warn" : "info"),
        ...{ time, kind, text, points },
      })),
      ...report.messages.map(({ time, level, text }) => ({
        ...this.line("exercise", level),
        ...{ time, kind: "message", text },
      })),
    ]);
    this.listener.onReport(this, report);
    if (report.finished) this.ending = { state: "finished", grade: report.grade ?? null };
  }

  private line(source: NewEvent["source"], level: NewEvent["level"]): Omit<NewEvent, "kind" | "text"> {
    return { time: this.row.duration, source, level, points: 0 };
  }

  private log(events: readonly NewEvent[]): void {
    for (const event of events) {
      if (++this.lines > MAX_LINES) return;
      this.events.push({ ...event, kind: event.kind.slice(0, 80), text: event.text.slice(0, 500) });
      if (event.level === "warn") this.warnings++;
      if (event.level === "error") this.errors++;
    }
  }

  private store(): void {
    this.work = this.work.then(() => this.write());
  }

  private async write(): Promise<void> {
    if (this.over) return;
    const { frames, events, ending } = this;
    // a frame is stored together with what it has brought: the script's answer stores it
    if (ending === null && this.run.behind > 0) return;
    if (frames.length === 0 && events.length === 0 && ending === null) return;
    this.frames = [];
    this.events = [];
    const advance = { first: this.stored, frames, events, end: ending };
    let lines: SessionEvent[];
    try {
      lines = await advanceSession(this.school, this.id, {
        ...advance,
        progress: this.row.progress,
        duration: this.row.duration,
      });
    } catch (error) {
      // nothing is lost: it waits, and the seat keeps what was not acknowledged
      this.frames = [...frames, ...this.frames];
      this.events = [...events, ...this.events];
      this.school.log(`session ${this.id} could not be written: ${(error as Error).message}`);
      return;
    }
    this.stored += frames.length;
    this.listener.onStored(this, lines);
    if (ending === null) return;
    this.over = true;
    this.row = { ...this.row, ...ended(ending, this.school.clock()) };
    this.listener.onEnded(this, ending);
    this.close();
  }
}

function ended({ state, grade }: Ending, at: number): Pick<SessionRow, "state" | "ended" | "score" | "passed"> {
  return { state, ended: new Date(at).toISOString(), score: grade?.score ?? null, passed: grade?.passed ?? null };
}

/** A frame as scripts read it: what is no number is NaN. */
export function frameOf(frame: WireFrame): ExerciseFrame {
  const numbers = (values: Readonly<Record<string, number | null>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? Number.NaN]));
  return { ...frame, sensors: numbers(frame.sensors), inputs: numbers(frame.inputs) };
}
