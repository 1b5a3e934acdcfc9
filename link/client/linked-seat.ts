import type { LinkMessage } from "../protocol/messages.js";
import type { StreamEvent } from "../stream/packet.js";
import { StreamViewer } from "../stream/viewer.js";
import { LinkClient, type LinkClientOptions } from "./link-client.js";

/** What a seat needs to follow a simulation elsewhere. */
export interface LinkedSeatOptions extends Pick<LinkClientOptions, "url" | "open" | "later"> {
  /** s */
  readonly clock: () => number;
  /** Name of the scene: a server that runs another one refuses. */
  readonly scene: string;
  /** Controls that the seat moves; none: it only watches. */
  readonly controls: readonly string[];
  onEvent?(event: StreamEvent): void;
  /** What people should read: connected or not, on hold or not, and why. */
  onState?(state: LinkedSeatState): void;
}

/** Whether the state comes, whether the levers work, and why not. */
export interface LinkedSeatState {
  readonly connected: boolean;
  readonly held: boolean;
  readonly text: string;
}

/** A seat whose simulation runs elsewhere: a viewer of its state, and a controller of its levers, over two connections. */
export class LinkedSeat {
  readonly viewer: StreamViewer;
  private readonly options: LinkedSeatOptions;
  private readonly watching: LinkClient;
  private readonly driving: LinkClient | null;
  private values: readonly number[] = [];
  private slots: readonly number[] = [];
  private state: LinkedSeatState = { connected: false, held: false, text: "" };
  private beat = true;

  constructor(options: LinkedSeatOptions) {
    this.options = options;
    const { clock, scene, controls } = options;
    this.viewer = new StreamViewer({
      clock,
      acknowledge: (newest, before, events) => this.watching.send({ type: "taken", newest, before, events }),
      onEvent: (event) => options.onEvent?.(event),
    });
    const hello = { scene, name: "", lockStep: false, timeout: 0, rate: 30, sensors: [] };
    this.watching = new LinkClient({
      ...options,
      hello: { ...hello, role: "viewer", controls: [] },
      onMessage: (message) => this.watch(message),
      onState: (connected, text) => this.report({ connected, held: false, text }),
    });
    this.driving =
      controls.length === 0
        ? null
        : new LinkClient({
            ...options,
            hello: { ...hello, role: "controller", controls },
            onMessage: (message) => this.drive(message),
            onState: () => undefined,
          });
    this.keepAlive();
  }

  /** Moves levers, by name; `stamp` is the seat's clock, s. */
  setControls(names: readonly string[], values: readonly number[], stamp: number): void {
    const known = names.map((name) => this.options.controls.indexOf(name));
    const now = new Map(this.slots.map((slot, k) => [slot, this.values[k]]));
    known.forEach((slot, k) => {
      if (slot >= 0) now.set(slot, values[k]);
    });
    this.slots = [...now.keys()];
    this.values = [...now.values()];
    this.sendLevers(stamp);
  }

  close(): void {
    this.beat = false;
    this.watching.close();
    this.driving?.close();
  }

  private sendLevers(stamp: number): void {
    this.driving?.send({ type: "inputs", time: stamp, echo: 0, slots: this.slots, values: this.values });
  }

  /** Levers that stand still say so, so that silence means a lost seat. */
  private keepAlive(): void {
    if (!this.beat) return;
    this.sendLevers(this.options.clock());
    this.options.later(() => this.keepAlive(), BEAT);
  }

  private watch(message: LinkMessage): void {
    if (message.type === "welcome") this.viewer.hello();
    else if (message.type === "stream") this.viewer.receive(message.packet);
    else if (message.type === "error" || message.type === "bye")
      this.report({ connected: false, held: false, text: message.type === "error" ? message.text : message.reason });
  }

  private drive(message: LinkMessage): void {
    if (message.type === "hold") this.report({ connected: true, held: true, text: message.reason });
    else if (message.type === "resume") this.report({ connected: true, held: false, text: "" });
    else if (message.type === "error") this.report({ connected: true, held: true, text: message.text });
  }

  private report(state: LinkedSeatState): void {
    this.state = state;
    this.options.onState?.(this.state);
  }
}

/** Time between two words of a seat whose levers stand still, ms: several within the 40 steps that a server allows. */
const BEAT = 50;
