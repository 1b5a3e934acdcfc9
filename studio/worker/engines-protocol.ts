/** What the proof page and the worker of an engine say to each other. Types only. */
import type { SceneDescription } from "./protocol.js";

/** Engines of the comparison, in the order of the cards. */
export type EngineName = "stiction" | "rapier" | "mujoco" | "cannon";

/** Topics of an engine's limitations. */
export type Topic = "motion" | "friction" | "contact" | "joints";

/** Quantities over time. */
export type TraceKey =
  | "height"
  | "sideways"
  | "spin"
  | "way"
  | "top"
  | "speed"
  | "energy"
  | "crank"
  | "precession"
  | "angle"
  | "length";

/** A scene that all engines are given, and the experiments that it belongs to. */
export interface PairEntry {
  readonly test: string;
  readonly topic: Topic;
  /** How long it is shown, s. */
  readonly seconds: number;
  readonly experiments: readonly string[];
  /** Figures of the comparison that are shown, by their names there. */
  readonly figures: readonly string[];
}

export type EngineRequest =
  | { readonly type: "open"; readonly engine: EngineName; readonly test: string }
  /** Go on to this time, s; answered by `advanced`, maybe before that time when it takes long. */
  | { readonly type: "advance"; readonly until: number }
  /** Back to the start; answered by `opened`. */
  | { readonly type: "restart" };

export type EngineReply =
  | OpenedEngine
  /** The engine cannot express the scene. */
  | { readonly type: "refused"; readonly version: string; readonly settings: string; readonly reason: string }
  | { readonly type: "failed"; readonly message: string }
  /** Its program is not among the files of this studio. */
  | { readonly type: "absent" }
  | AdvancedEngine;

export interface OpenedEngine {
  readonly type: "opened";
  readonly version: string;
  readonly settings: string;
  /** s */
  readonly timestep: number;
  /** s */
  readonly seconds: number;
  readonly scene: SceneDescription;
  readonly view: {
    readonly eye: readonly number[];
    readonly target: readonly number[];
    readonly follow: number | null;
    /** Height of the grid, m. */
    readonly ground: number;
  };
  readonly trace: {
    readonly key: TraceKey;
    readonly unit: string;
    /** Pairs of time and closed form; null where there is none. */
    readonly exact: Float64Array | null;
  };
  readonly poses: Float32Array;
}

export interface AdvancedEngine {
  readonly type: "advanced";
  /** s */
  readonly time: number;
  readonly ended: boolean;
  /** Per body [p 3, q 4, state], as in frames; body 0 is the world. */
  readonly poses: Float32Array;
  /** Pairs of time and the traced quantity since the last reply. */
  readonly samples: Float64Array;
  /** Figures of the comparison by their names; those without a value are absent. */
  readonly figures: Readonly<Record<string, number>>;
  /** Largest |difference| from the closed form at the samples so far; NaN where there is no closed form. */
  readonly deviation: number;
  /** Mean time of a step since the start, ms; NaN before the first. */
  readonly stepMs: number;
}
