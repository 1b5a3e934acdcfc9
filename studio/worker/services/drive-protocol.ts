/** Joints and forces driven by hand. Types only. */
export type DriveRequest =
  /** Writes an input until somebody writes it again. It is state, but no part of the scene. */
  { readonly type: "drive"; readonly path: string; readonly value: number };

export type DriveReply =
  /** What can be driven; comes with every model. */
  { readonly type: "drives"; readonly generation: number; readonly drives: readonly Drive[] };

/** An input of the scene. */
export interface Drive {
  readonly path: string;
  /** Of the joint or force. */
  readonly name: string;
  readonly unit: string;
  readonly help: string;
  /** At the start. */
  readonly value: number;
  /** What a slider reaches. */
  readonly min: number;
  readonly max: number;
  /** A speed, torque or command falls back to its value at the start when a key is released; a position stays. */
  readonly returns: boolean;
}
