import type { Simulation } from "stiction";
import type { Peer } from "../host/peer.js";
import type { LinkMessage } from "../protocol/messages.js";
import type { StreamSource } from "./source.js";
import type { Subscription } from "./subscription.js";

/** Joins a stream to the viewers of a host: each viewer that says hello gets a subscription. */
export class StreamHub {
  private readonly source: StreamSource;
  private readonly clock: () => number;
  private readonly viewers = new Map<number, Subscription>();

  constructor(source: StreamSource, clock: () => number) {
    this.source = source;
    this.clock = clock;
  }

  /** Viewers that are connected. */
  get count(): number {
    return this.viewers.size;
  }

  /** What the host says of its peers: `onPeer` of its options. */
  onPeer(peer: Peer, message: LinkMessage | null): void {
    if (peer.hello.role !== "viewer") return;
    if (message === null) {
      const send = (packet: Uint8Array) => peer.send({ type: "stream", packet });
      this.viewers.set(peer.session, this.source.subscribe(send));
    } else if (message.type === "taken") {
      this.viewers.get(peer.session)?.taken(message.newest, message.before, message.events, this.clock());
    } else if (message.type === "bye") this.remove(peer.session);
  }

  /** Takes a frame and sends it; call it at the rate of the stream. Without viewers nothing is done. */
  publish(simulation: Simulation): void {
    if (this.viewers.size > 0) this.source.publish(simulation, this.clock());
  }

  private remove(session: number): void {
    const subscription = this.viewers.get(session);
    if (subscription !== undefined) this.source.unsubscribe(subscription);
    this.viewers.delete(session);
  }
}
