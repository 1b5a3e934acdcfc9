/** A second run in parallel with the first. Types only. */
import type { FrameLink } from "../protocol.js";

/** What the ghost does otherwise. */
export type GhostVariant =
  /** The scene as it was opened. */
  | { readonly kind: "file" }
  /** The present scene with one value changed. */
  | { readonly kind: "setting"; readonly path: string; readonly value: unknown };

/**
 * Initial state of a ghost: none, since both were at their start; the whole state, so that without a difference it
 * would be the same to the bit; or the common state by name: poses, velocities, inputs, contacts and the memory of
 * items.
 */
export type GhostOrigin = "start" | "state" | "names";

export type GhostRequest =
  /** Starts a ghost from the present state, or ends it; answered by `ghost-started` or `failed`. */
  | { readonly type: "ghost"; readonly id: number; readonly variant: GhostVariant | null }
  | { readonly type: "ghost-recycle"; readonly buffer: ArrayBuffer };

export type GhostReply =
  | { readonly type: "ghost-started"; readonly id: number; readonly frames: FrameLink | null }
  | { readonly type: "ghost-frame"; readonly buffer: ArrayBuffer }
  /** The scene changed so that the ghost no longer fits it, or it failed. */
  | { readonly type: "ghost-ended"; readonly reason: string }
  /** Ten times a second: values of the scene's sensors, of this run and of the ghost in turn. */
  | {
      readonly type: "ghost-values";
      readonly names: readonly string[];
      readonly units: readonly string[];
      readonly values: Float64Array;
      readonly origin: GhostOrigin;
      /** When it began, s. */
      readonly since: number;
      /** The body that is furthest from its ghost, and how far, m. */
      readonly body: string;
      readonly distance: number;
    };
