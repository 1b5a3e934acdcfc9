/** What page and history say to each other. Types only. */
import type { EventNote, SensorEntry } from "../protocol.js";

export type HistoryRequest =
  /** The stored display frame nearest to a step; the simulation stays where it is. */
  | { readonly type: "history-frame"; readonly id: number; readonly step: number }
  /**
   * Pauses and puts the simulation back to exactly this step. Works for a few milliseconds only: ask again, with the
   * same step, until the reply says `done`, so that a later request can overtake.
   */
  | { readonly type: "history-seek"; readonly id: number; readonly step: number }
  /** Additional values of the rows; a new list replaces the old one. */
  | { readonly type: "watch"; readonly names: readonly string[] }
  /** What can be watched. */
  | { readonly type: "sensor-list"; readonly id: number }
  /** The run so far as an .mcap file. */
  | { readonly type: "recording-save"; readonly id: number }
  /** A recording's file, to be replayed; answered by `failed` when it is none. */
  | { readonly type: "recording-read"; readonly id: number; readonly name: string; readonly bytes: Uint8Array };

export type HistoryReply =
  /** What is stored; several times a second while running. */
  | { readonly type: "history"; readonly generation: number; readonly stored: StoredHistory }
  | {
      readonly type: "history-frame";
      readonly id: number;
      readonly step: number;
      /** s */
      readonly time: number;
      /** As in a frame: 8 numbers per body. Empty when nothing is stored. */
      readonly poses: Float32Array;
    }
  | {
      readonly type: "history-sought";
      readonly id: number;
      readonly done: boolean;
      readonly step: number;
      /** s */
      readonly time: number;
      /**
       * False if actions before it were dropped for lack of memory: the state may then differ from the one seen before.
       */
      readonly exact: boolean;
    }
  /** The run continues from the past: data stored after this time is invalid. */
  | { readonly type: "history-cut"; readonly generation: number; readonly step: number; readonly time: number }
  /** What the rows hold from now on, after time. */
  | { readonly type: "columns"; readonly generation: number; readonly columns: readonly SensorEntry[] }
  | { readonly type: "sensor-list"; readonly id: number; readonly sensors: readonly SensorEntry[] }
  | {
      readonly type: "recording-saved";
      readonly id: number;
      readonly bytes: Uint8Array;
      /** Of the last state. */
      readonly hash: string;
      readonly steps: number;
      /** False if the file differs from the run, since parameters were edited. */
      readonly exact: boolean;
      /** Inputs that were written by hand: step before which, place in `data.input`, value; three numbers each. */
      readonly written: Float64Array;
    }
  | { readonly type: "recording-read"; readonly id: number; readonly run: RecordedRun };

/** A recording that was read, as the page replays it. */
export interface RecordedRun {
  /** Of the file. */
  readonly name: string;
  /** Of the scene. */
  readonly scene: string;
  readonly spec: unknown;
  readonly program: string;
  /** s */
  readonly timestep: number;
  readonly hash: string;
  readonly steps: number;
  /** s */
  readonly time: number;
  readonly columns: readonly SensorEntry[];
  readonly times: Float64Array;
  readonly values: readonly Float64Array[];
  readonly frameTimes: Float64Array;
  readonly frameSteps: Float64Array;
  /** Frame after frame, 8 numbers per body. */
  readonly poses: Float32Array;
  readonly events: readonly EventNote[];
}

export interface StoredHistory {
  /** The first and the last step that can be shown, and their times, s. */
  readonly firstStep: number;
  readonly firstTime: number;
  readonly lastStep: number;
  readonly lastTime: number;
  /** The first step that the simulation can be put back to. */
  readonly resumable: number;
  readonly frames: number;
  readonly checkpoints: number;
  /** Memory in use and the most that will be, bytes. */
  readonly bytes: number;
  readonly budget: number;
}
