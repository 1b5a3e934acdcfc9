import type { BodyRef, Data, Model } from "stiction";
import type { Peer } from "../host/peer.js";
import type { LinkMessage } from "../protocol/messages.js";
import { type MotionCueOptions, MotionCues } from "./motion-cues.js";
import { SeatMotion } from "./seat-motion.js";

/** Where a person sits: a body, and a place in its frame, m. */
export interface Seat {
  readonly body: BodyRef;
  readonly at: readonly [number, number, number];
}

/** Sends motion cues of a seat to the platforms of a host. */
export class CueHub {
  private readonly motion: SeatMotion;
  private readonly cues: MotionCues;
  private readonly h: number;
  private readonly clock: () => number;
  private readonly platforms = new Map<number, Peer>();
  private steps = 0;

  constructor(model: Model, seat: Seat, clock: () => number, options: MotionCueOptions = {}) {
    this.h = model.options.timestep;
    this.clock = clock;
    this.motion = new SeatMotion(model, seat.body, seat.at);
    this.cues = new MotionCues(this.h, options);
  }

  /** What the host says of its peers: `onPeer` of its options. */
  onPeer(peer: Peer, message: LinkMessage | null): void {
    if (peer.hello.role !== "platform") return;
    if (message === null) this.platforms.set(peer.session, peer);
    else if (message.type === "bye") this.platforms.delete(peer.session);
  }

  /** After every step: filters go on with or without a platform, so that one that joins is not jerked. */
  afterStep(data: Data): void {
    this.steps++;
    this.motion.update(data);
    const values = Array.from(this.cues.update(this.motion.force, this.motion.rate));
    for (const peer of this.platforms.values()) {
      const every = peer.hello.rate > 0 ? Math.max(1, Math.round(1 / (peer.hello.rate * this.h))) : 1;
      if (this.steps % every !== 0) continue;
      peer.send({ type: "cue", step: this.steps, time: data.time, sent: this.clock(), values });
    }
  }
}

/** The seat of a scene: its first camera that is one; undefined where there is none. */
export function seatOf(model: Model): Seat | undefined {
  const camera = model.spec.view?.cameras?.find(({ type }) => type === "seat");
  if (camera?.body === undefined) return undefined;
  const [x = 0, y = 0, z = 0] = camera.eye ?? [];
  return { body: camera.body, at: [x, y, z] };
}
