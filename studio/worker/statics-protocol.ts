/** Messages between the page and the worker of statics. Types only. */
import type { Mode, StaticsProgress } from "stiction";

/** A scene at a moment: what the simulation worker says of it. */
export interface Moment {
  readonly spec: unknown;
  /** Of all bodies, world first: 3 and 4 numbers each, centres of mass. */
  readonly positions: Float64Array;
  readonly orientations: Float64Array;
  readonly input: Float64Array;
  /** s */
  readonly time: number;
}

export interface StaticsRequest {
  readonly moment: Moment;
  /** Whether modes are wanted, or only the equilibrium. */
  readonly modes: boolean;
}

/** A mode as the page lists and draws it. */
export interface ModeEntry extends Pick<Mode, "kind" | "frequency" | "dampingRatio"> {
  /** Per body, world first: displacement, m, and rotation, rad, real parts and then imaginary ones: 12 numbers. */
  readonly shape: Float64Array;
}

export interface StaticsResult {
  readonly found: boolean;
  readonly reason: string;
  readonly stable: boolean;
  readonly freedom: number;
  /** Of the equilibrium, or where the search ended. */
  readonly positions: Float64Array;
  readonly orientations: Float64Array;
  /** The slowest first. */
  readonly modes: readonly ModeEntry[];
}

export type StaticsReply =
  | { readonly type: "progress"; readonly progress: StaticsProgress }
  | { readonly type: "result"; readonly result: StaticsResult }
  | { readonly type: "failed"; readonly message: string };
