/** The operator's seat and its machine. Types only. */
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
  /** Sensors that are read after the steps of every tick, and whether impacts are wanted; none and false end that. */
  | { readonly type: "seat-watch"; readonly names: readonly string[]; readonly impacts: boolean };

export type SeatReply = {
  readonly type: "seat";
  readonly generation: number;
  /** s */
  readonly time: number;
  /** In the order of the names; NaN where there is no such sensor. */
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
