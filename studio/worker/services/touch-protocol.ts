/** Pulling bodies about. Types only. */
export type TouchRequest =
  /** Takes hold of a body at a point of the world (m); it is pulled towards the target by a spring. */
  | { readonly type: "grab"; readonly body: number; readonly point: readonly number[] }
  /** Where the hand is now, m. */
  | { readonly type: "pull"; readonly target: readonly number[] }
  /**
   * The hand turns the body instead of pulling it: a rotation vector of the world, rad, to which the torque is
   * proportional.
   */
  | { readonly type: "twist"; readonly turn: readonly number[] }
  /** Lets go: the body keeps its velocity, so a swift hand throws. */
  | { readonly type: "release" }
  /** Asks for points of the world in the frames of bodies, at their current poses. */
  | { readonly type: "locate"; readonly id: number; readonly spots: readonly LocateSpot[] };

export type TouchReply = { readonly type: "located"; readonly id: number; readonly frames: readonly LocatedFrame[] };

/** A point of the world and, for a joint, the direction of its axis there. */
export interface LocateSpot {
  readonly body: number;
  readonly point: readonly number[];
  readonly axis?: readonly number[];
}

/** A joint's frame in the axes of its body. */
export interface LocatedFrame {
  /** Of the body; empty: the world. */
  readonly name: string;
  /** kg; infinite for static bodies. */
  readonly mass: number;
  readonly position: readonly number[];
  /** z along the axis; in a planar scene x, rotated about z only. */
  readonly orientation: readonly number[];
}
