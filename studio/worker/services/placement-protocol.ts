/** The present moment of the run, and bodies put elsewhere. Types only. */
import type { Moment } from "../statics-protocol.js";

export type PlacementRequest =
  | { readonly type: "moment"; readonly id: number }
  /** Puts the dynamic bodies there, at rest, and pauses. */
  | {
      readonly type: "place";
      readonly id: number;
      readonly positions: Float64Array;
      readonly orientations: Float64Array;
    };

export type PlacementReply =
  | { readonly type: "moment"; readonly id: number; readonly moment: Moment | null }
  | { readonly type: "placed"; readonly id: number };
