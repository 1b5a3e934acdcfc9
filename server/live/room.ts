import { randomInt, randomUUID } from "node:crypto";
import type { Exercise } from "../../exercises/types.js";
import {
  type ConsoleMessage,
  type Fault,
  PROTOCOL,
  type SeatOrder,
  type SeatRow,
  type SessionRow,
  type ToSeat,
} from "../protocol.js";
import { now, type School } from "../school.js";
import { listSeats, markSeatSeen, type StoredSeat } from "../store/seats.js";
import { addSession, findSession, listSessions, type NewEvent } from "../store/sessions.js";
import { LiveSeat, type SeatWire } from "./live-seat.js";
import { LiveSession, type SessionListener } from "./live-session.js";

/** Why something cannot be done now. */
export class NotNow extends Error {}

/** Values of a running session go to consoles so often, ms. */
const VALUES_EVERY = 1000;

/** A console that listens. */
export type ConsoleListener = (message: ConsoleMessage) => void;

/** The classroom as it is now: seats, sessions under way, consoles that watch. */
export class Room {
  readonly school: School;
  private readonly seats = new Map<string, LiveSeat>();
  private readonly sessions = new Map<string, LiveSession>();
  private readonly consoles = new Set<ConsoleListener>();
  private readonly valuesAt = new Map<string, number>();

  constructor(school: School) {
    this.school = school;
  }

  /** Takes up what was under way when the server ended. */
  static async open(school: School): Promise<Room> {
    const room = new Room(school);
    for (const seat of await listSeats(school)) {
      const [last = null] = await listSessions(school, { seat: seat.id, most: 1 });
      room.seats.set(seat.id, new LiveSeat(seat, last));
    }
    for (const row of await listSessions(school, { states: ["running", "paused"] })) await room.resume(row);
    return room;
  }

  private async resume(row: SessionRow): Promise<void> {
    const exercise = this.school.exercises.find(row.exercise);
    const seat = this.seats.get(row.seat ?? "");
    try {
      if (exercise === undefined) throw new Error(`there is no exercise "${row.exercise}" any more`);
      const session = await LiveSession.resume(this.school, exercise, row, this.listener);
      this.sessions.set(row.id, session);
      if (seat === undefined) await session.stop("The seat is not in the school any more.");
      else seat.session = session;
    } catch (error) {
      this.school.log(`session ${row.id} cannot go on: ${(error as Error).message}`);
    }
  }

  /** Seats in the order in which they were paired. */
  get rows(): SeatRow[] {
    return [...this.seats.values()].map((seat) => seat.row);
  }

  seat(id: string): LiveSeat | undefined {
    return this.seats.get(id);
  }

  session(id: string): LiveSession | undefined {
    return this.sessions.get(id);
  }

  /** A console listens until the returned function is called. */
  watch(listener: ConsoleListener): () => void {
    this.consoles.add(listener);
    listener({ type: "seats", protocol: PROTOCOL, seats: this.rows });
    return () => this.consoles.delete(listener);
  }

  addSeat(seat: StoredSeat): void {
    const live = new LiveSeat(seat, null);
    this.seats.set(seat.id, live);
    this.tellSeat(live);
  }

  /** Takes a seat out of the school; its session ends. */
  async removeSeat(id: string): Promise<void> {
    const seat = this.seats.get(id);
    if (seat === undefined) return;
    await seat.session?.stop("The seat was taken out of the school.");
    this.seats.delete(id);
    seat.send({ type: "unpaired" });
    seat.disconnect();
    this.tell({ type: "unpaired", seat: id });
  }

  renameSeat(id: string, name: string): void {
    const seat = this.seats.get(id);
    if (seat === undefined) return;
    seat.name = name;
    seat.send({ type: "renamed", name });
    this.tellSeat(seat);
  }

  /** A seat has connected; a connection that it had before is closed. */
  connectSeat(id: string, wire: SeatWire): LiveSeat | undefined {
    const seat = this.seats.get(id);
    if (seat === undefined) return undefined;
    seat.connect(wire);
    seat.heardAt(now(this.school));
    const { session } = seat;
    const order = session === null ? null : orderOf(session);
    const faults = [...seat.faults];
    seat.send({ type: "welcome", protocol: PROTOCOL, seat: { id, name: seat.name }, order, faults });
    this.tellSeat(seat);
    return seat;
  }

  /** A seat's connection is gone. The session goes on when it is back. */
  disconnectSeat(seat: LiveSeat, wire: SeatWire): void {
    if (!seat.disconnect(wire)) return;
    seat.heardAt(now(this.school));
    void markSeatSeen(this.school, seat.id).catch(() => undefined);
    this.tellSeat(seat);
  }

  /** Begins a session. */
  async start(
    seatId: string,
    exercise: Exercise,
    student: { readonly id: string; readonly name: string } | null,
    seed?: number,
  ): Promise<SessionRow> {
    const seat = this.seats.get(seatId);
    if (seat === undefined || !seat.connected) throw new NotNow("the seat is not reached: is its page open?");
    if (seat.session !== null || seat.starting) throw new NotNow(`${seat.name} has a session under way: stop it first`);
    if (student !== null && [...this.sessions.values()].some(({ row }) => row.student === student.id))
      throw new NotNow(`${student.name} has a session under way at another seat`);
    seat.starting = true;
    try {
      const id = randomUUID();
      const chosen = seed ?? randomInt(2 ** 31);
      const run = await this.school.exercises.start(exercise, chosen);
      const { id: exerciseId, title, machine } = exercise;
      const what = { exercise: exerciseId, title, machine, seed: chosen };
      await addSession(this.school, { id, seat: seatId, seatName: seat.name, student: student?.id ?? null, ...what });
      const row = (await findSession(this.school, id)) as SessionRow;
      const session = new LiveSession(this.school, exercise, run, row, this.listener);
      this.sessions.set(id, session);
      seat.begin(session);
      session.note(line(session, "server", "started", `${title}${student === null ? "" : `, ${student.name}`}`));
      seat.send({ type: "start", order: orderOf(session) });
      this.tellSeat(seat);
      return session.row;
    } finally {
      seat.starting = false;
    }
  }

  async pause(session: LiveSession, paused: boolean): Promise<void> {
    await session.pause(paused);
    session.note(line(session, "instructor", paused ? "paused" : "resumed", paused ? "Paused" : "Resumed"));
    this.send(session, { type: "pause", session: session.id, paused });
    this.tellSeatOf(session);
  }

  async stop(session: LiveSession): Promise<void> {
    await session.stop("Stopped by the instructor");
  }

  setFault(session: LiveSession, fault: Fault, on: boolean): void {
    const seat = this.seatOf(session);
    if (seat === undefined || seat.faults.has(fault) === on) return;
    if (on) seat.faults.add(fault);
    else seat.faults.delete(fault);
    session.note({
      ...line(session, "instructor", `fault-${fault}`, `${fault} ${on ? "begins" : "is lifted"}`),
      level: "warn",
    });
    seat.send({ type: "fault", fault, on });
    this.tellSeat(seat);
  }

  /** Words to the operator of a seat; they are in the log where a session is under way. */
  say(seat: LiveSeat, text: string, from: string): void {
    seat.send({ type: "message", id: randomUUID(), text, from });
    const { session } = seat;
    if (session !== null) session.note(line(session, "instructor", "message", text));
  }

  /** A person was erased: nothing of their sessions stays in memory. */
  forget(person: string): void {
    for (const seat of this.seats.values()) if (seat.forget(person)) this.tellSeat(seat);
  }

  tellSeat(seat: LiveSeat): void {
    this.tell({ type: "seat", seat: seat.row });
  }

  /** Ends everything in order: what waits is written, connections are closed. */
  async close(): Promise<void> {
    for (const session of this.sessions.values()) await session.flush().catch(() => undefined);
    for (const seat of this.seats.values()) seat.disconnect();
    for (const session of this.sessions.values()) session.close();
    this.consoles.clear();
  }

  private readonly listener: SessionListener = {
    onReport: (session, { progress, messages }) => {
      this.send(session, { type: "report", session: session.id, progress, messages });
      this.tellSeatOf(session);
    },
    onStored: (session, events) => {
      this.send(session, { type: "taken", session: session.id, next: session.stored });
      if (events.length > 0) this.tell({ type: "events", session: session.id, events });
      this.tellValues(session);
      this.tellSeatOf(session);
    },
    onEnded: (session, { grade, state }) => {
      this.send(session, { type: "stop", session: session.id, reason: state });
      if (grade !== null) this.send(session, { type: "graded", session: session.id, grade });
      const seat = this.seatOf(session);
      this.sessions.delete(session.id);
      this.valuesAt.delete(session.id);
      for (const fault of seat?.faults ?? []) seat?.send({ type: "fault", fault, on: false });
      seat?.end(session);
      this.tell({ type: "session", session: session.row });
      if (seat !== undefined) this.tellSeat(seat);
    },
  };

  private tellValues(session: LiveSession): void {
    const { newest } = session;
    const at = this.school.clock();
    if (newest === null || at - (this.valuesAt.get(session.id) ?? 0) < VALUES_EVERY) return;
    this.valuesAt.set(session.id, at);
    const { time, sensors, inputs } = newest;
    this.tell({ type: "values", session: session.id, time, sensors, inputs });
  }

  private seatOf(session: LiveSession): LiveSeat | undefined {
    return this.seats.get(session.row.seat ?? "");
  }

  private send(session: LiveSession, message: ToSeat): void {
    this.seatOf(session)?.send(message);
  }

  private tellSeatOf(session: LiveSession): void {
    const seat = this.seatOf(session);
    if (seat?.session === session) this.tellSeat(seat);
  }

  private tell(message: ConsoleMessage): void {
    for (const listener of this.consoles) listener(message);
  }
}

function line(session: LiveSession, source: NewEvent["source"], kind: string, text: string): NewEvent {
  return { time: session.row.duration, source, level: "info", kind, text, points: 0 };
}

function orderOf(session: LiveSession): SeatOrder {
  const { exercise, row } = session;
  return {
    session: row.id,
    exercise: exercise.id,
    title: exercise.title,
    summary: exercise.summary,
    student: row.studentName,
    seed: row.seed,
    scene: exercise.scene.name,
    params: exercise.scene.params,
    ...(exercise.scene.spec && { spec: exercise.scene.spec }),
    duration: exercise.duration,
    sensors: exercise.sensors,
    marks: exercise.marks,
    surveys: exercise.surveys,
    paused: row.state === "paused",
    keepAway: exercise.keepAway,
    next: session.stored,
    time: row.duration,
    progress: row.progress,
  };
}
