/** The operator's seat and its machine. Types only. */
import type { SeatMachine } from "stiction/machines";

export type SeatRequest =
  /**
   * Values of named inputs, as a hand moves them. `stamp` is the time of the sample on the page's clock, ms; frames say
   * which sample they are the result of.
   */
  | {
      readonly type: "inputs";
      readonly stamp: number;
      readonly names: readonly string[];
      readonly values: readonly number[];
    }
  /**
   * Somebody sits down in the cab that a camera of type `seat` is in, or with an empty name in that of the scene: the
   * sensors of its machine are read after the steps of every tick, and impacts are reported. `manned` false ends that.
   */
  | { readonly type: "seat-watch"; readonly manned: boolean; readonly camera: string };

export type SeatReply =
  /** The machine of the seat; comes with every model. */
  | { readonly type: "seat-machine"; readonly generation: number; readonly machine: SeatMachine }
  | {
      readonly type: "seat";
      readonly generation: number;
      /** s */
      readonly time: number;
      /** In the order of `seatSensors`; NaN where there is no such sensor. */
      readonly values: Float64Array;
      /** Bodies that began to touch. */
      readonly impacts: readonly Impact[];
    };

export interface Impact {
  readonly bodyA: number;
  readonly bodyB: number;
  /** Kinetic energy of the relative motion, J. */
  readonly energy: number;
  /** s */
  readonly time: number;
}
