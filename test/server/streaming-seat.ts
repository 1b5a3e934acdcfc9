/** A seat whose simulation runs in this process: it answers viewers with its state stream, as the seat's page does. */
import { type Data, type Model, stateHash, step } from "stiction";
import { LinkHost, StreamHub, StreamSource } from "stiction/link";
import { RELAY, RELAY_HEAD } from "../../server/protocol.js";
import type { FakeSeat } from "./classroom.js";

/** Bits per second to a viewer. */
const LIMIT = 1_500_000;

export class StreamingSeat {
  readonly seat: FakeSeat;
  private readonly simulation: { readonly model: Model; readonly data: Data };
  private readonly host: LinkHost;
  private readonly hub: StreamHub;

  constructor(seat: FakeSeat, model: Model, data: Data) {
    this.seat = seat;
    this.simulation = { model, data };
    const clock = () => performance.now() / 1000;
    let tokens = 1;
    this.hub = new StreamHub(new StreamSource({ epoch: 1, limit: LIMIT }), clock);
    this.host = new LinkHost(this.simulation, {
      clock,
      token: () => ++tokens,
      hash: stateHash(data),
      onPeer: (peer, message) => this.hub.onPeer(peer, message),
    });
    seat.onBinary = (bytes) => this.relay(bytes);
  }

  /** Viewers that get the stream. */
  get viewers(): number {
    return this.hub.count;
  }

  /** Goes on to a time of the scene, s, and tells the viewers. */
  advance(time: number, beforeStep: (data: Data) => void = () => undefined): void {
    const { model, data } = this.simulation;
    while (data.time < time) {
      beforeStep(data);
      step(model, data);
    }
    this.publish();
  }

  publish(): void {
    this.hub.publish(this.simulation);
  }

  private relay(bytes: Uint8Array): void {
    const viewer = new DataView(bytes.buffer, bytes.byteOffset).getUint32(1, true);
    const address = `viewer ${viewer}`;
    if (bytes[0] !== RELAY.data) {
      this.host.closed(address);
      return;
    }
    this.host.receive(bytes.subarray(RELAY_HEAD), {
      address,
      send: (wire) => {
        if (typeof wire === "string") return;
        const framed = new Uint8Array(RELAY_HEAD + wire.length);
        framed[0] = RELAY.data;
        new DataView(framed.buffer).setUint32(1, viewer, true);
        framed.set(wire, RELAY_HEAD);
        this.seat.socket?.send(framed);
      },
    });
  }
}
