/** Joints, forces and controllers driven by hand. Types only. */
export type DriveRequest =
  /**
   * Writes an input until somebody writes it again. It is state, but no part of the scene. The hand wins over a
   * controller.
   */
  | { readonly type: "drive"; readonly path: string; readonly value: number }
  /** Everything as at the start, and back to the controllers. */
  | { readonly type: "drive-release" };

export type DriveReply =
  /** What can be driven; comes with every model. */
  {
    readonly type: "drives";
    readonly generation: number;
    readonly drives: readonly Drive[];
    readonly named: readonly NamedControl[];
  };

/** A named input of the scene. */
export interface NamedControl extends Pick<Drive, "unit" | "help" | "value" | "min" | "max" | "returns" | "pace"> {
  readonly name: string;
  readonly label: string;
  /** Inputs that it drives. */
  readonly paths: readonly string[];
  /** Keys and axis that the scene asks for; null: by the meaning of the name. */
  readonly keys: readonly string[] | null;
  readonly axis: string | null;
}

/** An input of the scene. */
export interface Drive {
  readonly path: string;
  /** Of the joint, force or controller. */
  readonly name: string;
  /** Which of its inputs: `target`, `steer`, `command`, `restLength`, … */
  readonly key: string;
  /** Kind of the joint, force or controller. */
  readonly kind: string;
  /** Name of the controller that writes it when no hand does; empty: none. */
  readonly controller: string;
  readonly unit: string;
  readonly help: string;
  /** At the start. */
  readonly value: number;
  /** What a slider reaches. */
  readonly min: number;
  readonly max: number;
  /** A speed, torque or command falls back to its value at the start when a key is released; a position stays. */
  readonly returns: boolean;
  /** Shortest time from one end of the range to the other, s. */
  readonly pace: number;
}
