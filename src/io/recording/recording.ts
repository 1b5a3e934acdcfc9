/** What a recording holds, whatever file it is kept in. */
import type { UntypedSpec } from "../../model/typed-spec.js";

/** Name and version of our own layout inside the file formats. */
export const RECORDING_FORMAT = "stiction-recording";
/** 1 had neither checksums nor counts; it is still read. */
export const RECORDING_VERSION = 2;

/** Kinds of file, by their ending. */
export const RECORDING_FORMATS = ["mcap", "csv", "jsonl"] as const;
/** Name of a kind of recording. */
export type RecordingFormat = (typeof RECORDING_FORMATS)[number];

/** A sensor of the recording. */
export interface RecordingColumn {
  readonly name: string;
  readonly unit: string;
}

/** What is known before the first step. */
export interface RecordingHeader {
  readonly format: typeof RECORDING_FORMAT;
  readonly formatVersion: number;
  /** What made it: "stiction 0.1.0". */
  readonly program: string;
  /** Name of the scene. */
  readonly scene: string;
  /** s */
  readonly timestep: number;
  /** Sensors are taken down at every so many steps, and at the last one. */
  readonly every: number;
  readonly columns: readonly RecordingColumn[];
  /** Bodies that can move, in the order of the poses. */
  readonly bodies: readonly string[];
  /** The whole scene with its defaults filled in: enough to simulate it again. */
  readonly spec: UntypedSpec;
}

/** What is known after the last step. */
export interface RecordingFooter {
  readonly steps: number;
  /** s */
  readonly time: number;
  /** Hash of the final state, with algorithm and numeric profile in its text. */
  readonly hash: string;
  /** Numeric profile of the arithmetic. */
  readonly profile: string;
  /** Number of records of the sensors, of poses and of events; undefined in recordings of version 1. */
  readonly counts?: RecordingCounts | undefined;
}

/** How much a complete recording holds. */
export interface RecordingCounts {
  readonly records: number;
  readonly poses: number;
  readonly events: number;
}

/** An event with names instead of indices. */
export interface RecordedEvent {
  /** Step after which it was noticed. */
  readonly step: number;
  /** When it happened, s; within the step. */
  readonly time: number;
  readonly code: number;
  /** Name of its kind: "rule", "setAside", … */
  readonly kind: string;
  /** Name of the rule, or of its kind. */
  readonly name: string;
  /** Bodies or joints that it concerns. */
  readonly who: readonly string[];
  readonly value: number;
}

/** Poses of the bodies that can move: 7 numbers [x, y, z, qx, qy, qz, qw] per body and time. */
export interface RecordedPoses {
  readonly steps: readonly number[];
  readonly times: readonly number[];
  readonly values: Float64Array;
}

/** A recording that was read back. */
export interface Recording {
  readonly format: RecordingFormat;
  readonly header: RecordingHeader;
  /** Undefined when the recording was cut off before its end. */
  readonly footer: RecordingFooter | undefined;
  /** Step and time (s) of each record. */
  readonly steps: readonly number[];
  readonly times: Float64Array;
  /** One array per column of the header, each as long as `times`. */
  readonly columns: readonly Float64Array[];
  readonly poses: RecordedPoses;
  readonly events: readonly RecordedEvent[];
  /** What a user must know of the file, one sentence each: where it was cut off, or that it has no checksums. */
  readonly notices: readonly string[];
}

/** Bytes that are no recording, or a damaged one: one sentence with the name of the file. */
export class RecordingError extends Error {
  constructor(name: string, reason: string) {
    super(`${name}: ${reason}`);
    this.name = "RecordingError";
  }
}

/** The format that a file name asks for, or undefined. */
export function recordingFormatOf(name: string): RecordingFormat | undefined {
  const ending = /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase();
  return RECORDING_FORMATS.find((format) => format === ending);
}
