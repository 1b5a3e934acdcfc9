/** What the console knows, kept up to date by the server. Components read the signals. */
import type {
  ConsoleMessage,
  ExerciseRow,
  Person,
  ReferenceRow,
  SchoolState,
  SeatRow,
  SessionEvent,
  SessionRecord,
  StudentRecord,
  StudentRow,
} from "../../../server/protocol.js";
import { Signal } from "../../signal.js";
import { storeTheme, type Theme } from "../../theme.js";
import { ask, Refusal } from "./api.js";

export const PAGES = ["seats", "students", "documents", "settings"] as const;
export type ConsolePage = (typeof PAGES)[number];

/** Values of a session, the newest. */
export interface SessionValues {
  readonly time: number;
  readonly sensors: Readonly<Record<string, number | null>>;
  readonly inputs: Readonly<Record<string, number | null>>;
}

const RETRY = 1000;

export class ConsoleState {
  /** Null until the server has answered. */
  readonly school = new Signal<SchoolState | null>(null);
  readonly page = new Signal<ConsolePage>("seats");
  readonly connected = new Signal(false);
  readonly seats = new Signal<readonly SeatRow[]>([]);
  readonly exercises = new Signal<readonly ExerciseRow[]>([]);
  readonly students = new Signal<readonly StudentRow[]>([]);
  /** Seats with an open tab, and the one in front. */
  readonly tabs = new Signal<readonly string[]>([]);
  readonly selected = new Signal<string | null>(null);
  /** Logs of the sessions that were opened, by id. */
  readonly logs = new Signal<ReadonlyMap<string, readonly SessionEvent[]>>(new Map());
  /** Reference runs of the exercises that were opened, by id. */
  readonly references = new Signal<ReadonlyMap<string, readonly ReferenceRow[]>>(new Map());
  readonly values = new Signal<ReadonlyMap<string, SessionValues>>(new Map());
  /** The student that the column at the right shows. */
  readonly record = new Signal<StudentRecord | null>(null);
  /** Mean grades of the class by exercise. */
  readonly means = new Signal<Readonly<Record<string, number>>>({});
  readonly notice = new Signal("");
  readonly theme = new Signal<Theme>(rememberedLight());
  /** What is chosen for the next session of a seat. */
  readonly plans = new Signal<ReadonlyMap<string, { readonly exercise: string; readonly student: string | null }>>(
    new Map(),
  );
  private socket: WebSocket | null = null;

  get person(): Person | null {
    return this.school.value?.person ?? null;
  }

  get isStaff(): boolean {
    return this.person !== null && this.person.role !== "student";
  }

  async open(): Promise<void> {
    this.school.value = await ask<SchoolState>("GET", "state");
    if (this.person?.role === "student") this.record.value = await ask<StudentRecord>("GET", "record");
    if (!this.isStaff) return;
    this.connect();
    await Promise.all([this.loadStudents(), this.loadExercises()]);
  }

  async loadStudents(search = ""): Promise<void> {
    this.students.value = await ask<StudentRow[]>("GET", `students?search=${encodeURIComponent(search)}`);
  }

  async loadExercises(): Promise<void> {
    this.exercises.value = await ask<ExerciseRow[]>("GET", "exercises");
  }

  /** Does something; a refusal is shown, and a login that has ended leads to signing in. */
  async act(work: () => Promise<unknown>): Promise<void> {
    try {
      this.notice.value = "";
      await work();
    } catch (error) {
      this.notice.value = error instanceof Error ? error.message : String(error);
      if (error instanceof Refusal && error.status === 401) await this.open();
    }
  }

  /** Opens a seat's tab. */
  async select(id: string): Promise<void> {
    if (!this.tabs.value.includes(id)) this.tabs.value = [...this.tabs.value, id];
    this.selected.value = id;
    const session = this.seat(id)?.session;
    if (!session) return;
    await this.act(async () => {
      const { events } = await ask<SessionRecord>("GET", `sessions/${session.id}`);
      this.logs.value = new Map(this.logs.value).set(session.id, events);
      await this.showStudent(session.student);
      await this.loadReference(session.exercise);
    });
  }

  private async loadReference(exercise: string): Promise<void> {
    if (this.references.value.has(exercise) || !this.exercises.value.some(({ id }) => id === exercise)) return;
    const rows = await ask<ReferenceRow[]>("GET", `exercises/${exercise}/reference`);
    this.references.value = new Map(this.references.value).set(exercise, rows);
  }

  close(id: string): void {
    this.tabs.value = this.tabs.value.filter((one) => one !== id);
    if (this.selected.value === id) this.selected.value = this.tabs.value.at(-1) ?? null;
  }

  async showStudent(id: string | null): Promise<void> {
    if (id !== null) this.means.value = await ask<Record<string, number>>("GET", "class-means");
    this.record.value = id === null ? null : await ask<StudentRecord>("GET", `students/${id}`);
  }

  seat(id: string | null): SeatRow | undefined {
    return this.seats.value.find((seat) => seat.id === id);
  }

  /** What the next session of a seat will be. */
  planOf(seat: SeatRow): { readonly exercise: string; readonly student: string | null } {
    const first = this.exercises.value.find(({ problem }) => problem === null)?.id ?? "";
    const { session } = seat;
    return this.plans.value.get(seat.id) ?? { exercise: session?.exercise ?? first, student: session?.student ?? null };
  }

  plan(seat: SeatRow, change: Partial<{ exercise: string; student: string | null }>): void {
    this.plans.value = new Map(this.plans.value).set(seat.id, { ...this.planOf(seat), ...change });
  }

  async start(seat: SeatRow): Promise<void> {
    await this.act(async () => {
      await ask("POST", "sessions", { seat: seat.id, ...this.planOf(seat) });
      await this.select(seat.id);
    });
  }

  /** Pauses, resumes or stops what runs on a seat; starts where nothing does. */
  async toggle(seat: SeatRow): Promise<void> {
    const { session } = seat;
    if (session?.state === "running") await this.act(() => ask("POST", `sessions/${session.id}/pause`));
    else if (session?.state === "paused") await this.act(() => ask("POST", `sessions/${session.id}/resume`));
    else await this.start(seat);
  }

  async stop(seat: SeatRow): Promise<void> {
    await this.act(() => ask("POST", `sessions/${seat.session?.id}/stop`));
  }

  switchTheme(): void {
    this.theme.value = this.theme.value === "dark" ? "light" : "dark";
    storeTheme(this.theme.value);
  }

  async signOut(): Promise<void> {
    await this.act(() => ask("POST", "sign-out"));
    this.socket?.close();
    location.reload();
  }

  private connect(): void {
    const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/console`;
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.onopen = () => {
      this.connected.value = true;
    };
    socket.onmessage = ({ data }: MessageEvent<string>) => this.hear(JSON.parse(data) as ConsoleMessage);
    socket.onclose = ({ code }) => {
      this.connected.value = false;
      if (code === SIGNED_OUT) location.reload();
      else setTimeout(() => this.connect(), RETRY);
    };
  }

  private hear(message: ConsoleMessage): void {
    if (message.type === "seats") this.seats.value = message.seats;
    else if (message.type === "seat") this.setSeat(message.seat);
    else if (message.type === "unpaired") {
      this.seats.value = this.seats.value.filter(({ id }) => id !== message.seat);
      this.close(message.seat);
    } else if (message.type === "events") {
      const before = this.logs.value.get(message.session) ?? [];
      const known = new Set(before.map(({ id }) => id));
      const fresh = message.events.filter(({ id }) => !known.has(id));
      this.logs.value = new Map(this.logs.value).set(message.session, [...before, ...fresh]);
    } else if (message.type === "values") this.values.value = new Map(this.values.value).set(message.session, message);
    else if (message.type === "session" && message.session.student === this.record.value?.student.id)
      void this.showStudent(message.session.student);
  }

  /** Seats keep their places: they never reorder by themselves. */
  private setSeat(seat: SeatRow): void {
    const { value } = this.seats;
    this.seats.value = value.some(({ id }) => id === seat.id)
      ? value.map((one) => (one.id === seat.id ? seat : one))
      : [...value, seat];
  }
}

/** The server closes a console whose login has ended with this code. */
const SIGNED_OUT = 4001;

/** Light unless somebody chose: classrooms are bright. */
function rememberedLight(): Theme {
  try {
    return localStorage.getItem("stiction.theme") === "dark" ? "dark" : "light";
  } catch {
    return "light";
  }
}
