/** What the school's server, its console and its seats say to each other. Types only: pages and server share them. */

import type { Assessment, ExerciseFrame, ExerciseMark, ExerciseMessage, ExerciseSurvey } from "../exercises/types.js";
import type { FAULTS } from "./faults.js";
import type { Person } from "./roles.js";

export type { Person, Role } from "./roles.js";

/** Version of the messages on the WebSockets; a page of another version is told to load itself again. */
export const PROTOCOL = 1;

/** What a page learns first. */
export interface SchoolState {
  readonly setUp: boolean;
  readonly person: Person | null;
  readonly demo: boolean;
}

/** A student in a list, with totals. Times in s, grades from 0 to 100. */
export interface StudentRow extends Person {
  readonly sessions: number;
  readonly time: number;
  readonly mean: number | null;
  /** Exercises that were passed. */
  readonly passed: number;
  readonly last: string | null;
}

/** A moment of the reference run of an exercise. */
export interface ReferenceRow {
  /** s */
  readonly time: number;
  readonly sensors: Readonly<Record<string, number | null>>;
}

export type SessionState = "running" | "paused" | "finished" | "stopped";

/** A session: one exercise of one student on one seat. */
export interface SessionRow {
  readonly id: string;
  readonly seat: string | null;
  readonly seatName: string;
  readonly student: string | null;
  readonly studentName: string | null;
  readonly exercise: string;
  readonly title: string;
  readonly machine: string;
  readonly seed: number;
  readonly state: SessionState;
  /** ISO 8601. */
  readonly started: string;
  readonly ended: string | null;
  /** Simulated, s. */
  readonly duration: number;
  /** 0 to 1 */
  readonly progress: number;
  readonly score: number | null;
  readonly passed: boolean | null;
  readonly notes: string;
}

/** One line of a session's log. */
export interface SessionEvent {
  readonly id: number;
  /** Simulated, s. */
  readonly time: number;
  readonly at: string;
  readonly source: "exercise" | "seat" | "instructor" | "server";
  readonly level: "info" | "warn" | "error";
  readonly kind: string;
  readonly text: string;
  readonly points: number;
}

/** A session with all that belongs to it. */
export interface SessionRecord extends SessionRow {
  readonly assessment: Assessment | null;
  readonly events: readonly SessionEvent[];
}

/** A student with all that is kept of them. */
export interface StudentRecord {
  readonly student: Person;
  readonly sessions: readonly SessionRecord[];
}

/** An exercise in a list. */
export interface ExerciseRow {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly machine: string;
  /** Longest duration, s. */
  readonly duration: number;
  readonly passMark: number;
  readonly documents: readonly { readonly path: string; readonly title: string; readonly type: "markdown" | "pdf" }[];
  /** What seats and views need to make its scene. */
  readonly scene: SceneOfOrder | null;
  /** Why it cannot be started; null: it can. */
  readonly problem: string | null;
}

/** What an instructor lets go wrong at a seat. */
export type Fault = (typeof FAULTS)[number];

/** What a seat says of itself, now and then. */
export interface SeatStatus {
  readonly machine: string;
  readonly scene: string;
  /** Simulated over real time. */
  readonly factor: number;
  readonly running: boolean;
}

/** A seat as the console shows it. */
export interface SeatRow {
  readonly id: string;
  readonly name: string;
  readonly connected: boolean;
  /** When it was last heard, ISO 8601. */
  readonly seen: string;
  /** Round trip to the seat, ms; null before the first. */
  readonly link: number | null;
  readonly status: SeatStatus | null;
  /** The session that is under way, or the one that ended last on this seat. */
  readonly session: SessionRow | null;
  readonly faults: readonly Fault[];
  /** Lines of the session's log that warn, and that tell of errors. */
  readonly warnings: number;
  readonly errors: number;
  readonly viewers: number;
}

/** From the server to a console. */
export type ConsoleMessage =
  | { readonly type: "seats"; readonly protocol: number; readonly seats: readonly SeatRow[] }
  | { readonly type: "seat"; readonly seat: SeatRow }
  | { readonly type: "unpaired"; readonly seat: string }
  | { readonly type: "events"; readonly session: string; readonly events: readonly SessionEvent[] }
  | { readonly type: "session"; readonly session: SessionRow }
  /** The newest values of a session's sensors, once per second. */
  | {
      readonly type: "values";
      readonly session: string;
      readonly time: number;
      readonly sensors: Readonly<Record<string, number | null>>;
      readonly inputs: Readonly<Record<string, number | null>>;
    };

/** All that a seat needs to run an exercise. */
export interface SeatOrder {
  readonly session: string;
  readonly exercise: string;
  readonly title: string;
  readonly summary: string;
  readonly student: string | null;
  readonly seed: number;
  readonly scene: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** What stands in the scene file of the exercise, where it has one. */
  readonly spec?: object;
  readonly duration: number;
  readonly sensors: Readonly<Record<string, string>>;
  readonly marks: Readonly<Record<string, ExerciseMark>>;
  readonly surveys: Readonly<Record<string, ExerciseSurvey>>;
  readonly keepAway: readonly string[];
  readonly paused: boolean;
  /** Number of the first frame that the server does not have. */
  readonly next: number;
  /** Simulated time of the session so far, s. */
  readonly time: number;
  readonly progress: number;
}

/** What seats and views need to make the scene of an exercise. */
export type SceneOfOrder = Pick<SeatOrder, "scene" | "params" | "spec" | "sensors" | "marks" | "surveys">;

/** From the server to a seat. */
export type ToSeat =
  | {
      readonly type: "welcome";
      readonly protocol: number;
      readonly seat: { readonly id: string; readonly name: string };
      readonly order: SeatOrder | null;
      readonly faults: readonly Fault[];
    }
  | { readonly type: "start"; readonly order: SeatOrder }
  | { readonly type: "pause"; readonly session: string; readonly paused: boolean }
  | { readonly type: "stop"; readonly session: string; readonly reason: string }
  /** Frames before `next` are in the database. */
  | { readonly type: "taken"; readonly session: string; readonly next: number }
  | {
      readonly type: "report";
      readonly session: string;
      readonly progress: number;
      readonly messages: readonly ExerciseMessage[];
    }
  | { readonly type: "graded"; readonly session: string; readonly grade: Assessment }
  | { readonly type: "fault"; readonly fault: Fault; readonly on: boolean }
  | { readonly type: "message"; readonly id: string; readonly text: string; readonly from: string }
  | { readonly type: "renamed"; readonly name: string }
  | { readonly type: "unpaired" };

/** A frame as it travels: JSON has no NaN, so what is not a number is null. */
export interface WireFrame extends Omit<ExerciseFrame, "sensors" | "inputs"> {
  readonly sensors: Readonly<Record<string, number | null>>;
  readonly inputs: Readonly<Record<string, number | null>>;
}

/** From a seat to the server. */
export type FromSeat =
  | { readonly type: "hello"; readonly protocol: number; readonly status: SeatStatus }
  | { readonly type: "status"; readonly status: SeatStatus }
  | {
      readonly type: "frames";
      readonly session: string;
      /** Number of the first of these frames in the session. */
      readonly first: number;
      readonly frames: readonly WireFrame[];
    }
  | { readonly type: "read"; readonly id: string };

/** First byte of a binary message between server and seat; a viewer's number (u32) follows, then a message of the link. */
export const RELAY = { data: 1, closed: 2 } as const;
/** Bytes in front of the message of the link. */
export const RELAY_HEAD = 5;
