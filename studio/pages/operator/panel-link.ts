/** The panel in a window of its own: what it and the seat's window of the same browser say to each other. */
import type { SeatMachine } from "stiction/machines";
import type { GaugeReading } from "./machine-gauge.js";
import type { Lever, Seat } from "./seat.js";

const CHANNEL = "stiction.seat.panel";
/** Time between looks at the panel's levers, and between repetitions of one that is held, ms. */
const LOOK = 20;
const REPEAT = 100;
/** A panel that says nothing for so long, ms, has let go. */
const SILENCE = 500;

/** What the panel switches. */
const SWITCHES = ["rpm", "mode", "range", "brake", "light", "locked", "stopped", "horn"] as const;
type Switches = Readonly<Partial<Record<(typeof SWITCHES)[number], unknown>>>;

type PanelMessage =
  | { readonly type: "hello" }
  | { readonly type: "restart" }
  | { readonly type: "set"; readonly switches: Switches }
  | { readonly type: "hold"; readonly levers: readonly (readonly [string, number])[] }
  | {
      readonly type: "state";
      readonly machine: SeatMachine;
      readonly levers: readonly Lever[];
      readonly time: number;
      readonly values: Float64Array;
      readonly deflections: readonly (readonly [string, number])[];
      readonly switches: Switches;
      readonly reading: GaugeReading;
    };

function switchesOf(seat: Seat): Switches {
  return Object.fromEntries(SWITCHES.map((name) => [name, seat[name].value]));
}

function takeSwitches(seat: Seat, switches: Switches): void {
  for (const name of SWITCHES) if (name in switches) (seat[name] as { value: unknown }).value = switches[name];
}

/** The seat's end. It says nothing until a panel asks. */
export class PanelHost {
  private readonly seat: Seat;
  private readonly channel = new BroadcastChannel(CHANNEL);
  private readonly held = new Map<string, number>();
  private heard = false;
  private last = 0;

  constructor(seat: Seat) {
    this.seat = seat;
    this.channel.onmessage = ({ data }: MessageEvent<PanelMessage>) => this.take(data);
  }

  /** Tells the panel how things are; lets go for a panel that is silent. */
  update(): void {
    if (performance.now() - this.last > SILENCE) this.letGo();
    const { machine, levers, signals, inputs, reading } = this.seat;
    if (!this.heard || !machine || !reading) return;
    const { height, reach, roll, pitch } = reading;
    this.post({
      ...{ type: "state", machine, levers: levers.value, time: signals.time, values: signals.copy() },
      ...{ deflections: [...inputs.deflections], switches: switchesOf(this.seat) },
      reading: { height, reach, roll, pitch },
    });
  }

  dispose(): void {
    this.letGo();
    this.channel.close();
  }

  private take(message: PanelMessage): void {
    this.heard = true;
    this.last = performance.now();
    if (message.type === "restart") this.seat.restart();
    else if (message.type === "set") takeSwitches(this.seat, message.switches);
    else if (message.type === "hold")
      for (const [name, way] of message.levers) {
        this.held.set(name, way);
        this.seat.inputs.panel.set(name, way);
      }
  }

  private letGo(): void {
    for (const [name, way] of this.held) if (way !== 0) this.seat.inputs.panel.set(name, 0);
    this.held.clear();
  }

  private post(message: PanelMessage): void {
    this.channel.postMessage(message);
  }
}

/** The panel's end: shows the seat of the other window, and moves its levers. Returns a function that ends it. */
export function followSeat(seat: Seat): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  const post = (message: PanelMessage) => channel.postMessage(message);
  let told = JSON.stringify(switchesOf(seat));
  channel.onmessage = ({ data }: MessageEvent<PanelMessage>) => {
    if (data.type !== "state") return;
    seat.follow(data);
    takeSwitches(seat, data.switches);
    told = JSON.stringify(switchesOf(seat));
    seat.tick.value++;
  };
  seat.restart = () => post({ type: "restart" });
  const sent = new Map<string, number>();
  let last = Number.NEGATIVE_INFINITY;
  const look = () => {
    const now = performance.now();
    const isOver = now - last > REPEAT;
    const levers = [...seat.inputs.panel].filter(([name, way]) => sent.get(name) !== way || (isOver && way !== 0));
    for (const [name, way] of levers) sent.set(name, way);
    if (levers.length > 0) post({ type: "hold", levers });
    else if (isOver) post({ type: "hello" });
    if (levers.length > 0 || isOver) last = now;
  };
  // a switch that was turned here
  const change = () => {
    const switches = switchesOf(seat);
    if (JSON.stringify(switches) !== told) post({ type: "set", switches });
    told = JSON.stringify(switches);
  };
  const timers = [setInterval(look, LOOK), setInterval(change, LOOK)];
  return () => {
    for (const timer of timers) clearInterval(timer);
    post({ type: "hold", levers: [...sent.keys()].map((name) => [name, 0]) });
    channel.close();
  };
}
