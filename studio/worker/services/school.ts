import { changeTerrain, type Data, type SimulationEvent, stateHash } from "stiction";
import type { LinkHost, StreamHub } from "stiction/link";
import { seatMachine } from "stiction/machines";
import type { ExerciseFrame } from "../../../exercises/types.js";
import type { FromSeat, SeatOrder, ToSeat, WireFrame } from "../../../server/protocol.js";
import type { Request } from "../protocol.js";
import type { Host, Run, Service } from "./service.js";

/**
 * Version of the messages, kinds of binary ones and bytes in front of them: as in server/protocol.ts, of which only
 * types are loaded here.
 */
const PROTOCOL = 1;
const DATA = 1;
const CLOSED = 2;
const HEAD = 5;
/** Time until a lost school is tried again, ms. */
const RETRY = 1000;
/** Frames of the state stream per second, and time between two looks for silent viewers, s. */
const STREAM = 30;
const SWEEP = 2;
/**
 * Frames that are kept while the school is not reached: half an hour. Beyond, the oldest are lost, and the session
 * with them.
 */
const MAX_KEPT = 18_000;
/** Frames in one message. */
const MOST = 200;
/** Frames per second of simulated time. */
const RATE = 10;

/**
 * A seat's end of a school, in the worker so that a page out of sight goes on: the connection, frames of the exercise,
 * and the state stream for those who watch. Frames stay until the school has them in its database, so that neither a
 * cut network nor a server that starts again loses one.
 */
export class SchoolService implements Service {
  private url = "";
  private socket: WebSocket | null = null;
  private order: SeatOrder | null = null;
  private sampler: { afterStep(events: readonly SimulationEvent[]): void; frame(): ExerciseFrame } | null = null;
  /** Frames that the school does not have yet, and the number of the first. */
  private frames: WireFrame[] = [];
  private first = 0;
  /** Number of the next frame that was not sent on this connection. */
  private sent = 0;
  /** Steps between two frames, and since the last one. */
  private every = 1;
  private steps = 0;
  /** Session's time when the scene's was 0, s. */
  private base = 0;
  private newest = 0;
  private note: WireFrame["events"] = [];
  /** Events of the ring that were looked at. */
  private seen = 0;
  private stream: { host: LinkHost; hub: StreamHub; close(viewer: number): void } | null = null;
  /** Session whose scene viewers wait for, and those who came before it was open. */
  private wanted: string | null = null;
  private readonly waiting = new Set<number>();
  private streamed = Number.NEGATIVE_INFINITY;
  private swept = 0;
  private ticket = 0;

  handle(request: Request, host: Host): boolean {
    if (request.type === "school-open") {
      this.url = request.url;
      this.connect(host);
      if (host.run !== null) void this.openStream(host, host.run);
    } else if (request.type === "school-close") {
      this.url = "";
      this.socket?.close();
    } else if (request.type === "school-run") this.begin(request.order, host);
    else if (request.type === "school-send") this.send(request.message);
    else return false;
    return true;
  }

  opened(host: Host, run: Run): void {
    this.seen = run.data.eventCount[0];
    void this.openStream(host, run);
    void this.openSampler(run);
  }

  restarted(_host: Host, { data }: Run): void {
    this.seen = data.eventCount[0];
    this.takeNote("the seat began again");
  }

  rewound(_host: Host, { data }: Run): void {
    this.seen = data.eventCount[0];
    this.takeNote("the seat went back in time");
  }

  afterStep({ data }: Run): void {
    if (this.sampler === null) return;
    this.sampler.afterStep(this.newEvents(data));
    if (++this.steps >= this.every) this.takeFrame();
  }

  ticked(host: Host, run: Run): void {
    this.flush();
    const now = host.clock() / 1000;
    if (this.stream === null || now - this.streamed < 1 / STREAM) return;
    this.streamed = now;
    this.stream.hub.publish(run);
    if (now - this.swept < SWEEP) return;
    this.swept = now;
    this.stream.host.sweep();
  }

  private connect(host: Host): void {
    if (this.url === "" || (this.socket !== null && this.socket.readyState <= WebSocket.OPEN)) return;
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      const status = { machine: "", scene: host.run?.model.name ?? "", factor: 1, running: host.running };
      this.send({ type: "hello", protocol: PROTOCOL, status });
    };
    socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (typeof data === "string") this.hear(JSON.parse(data) as ToSeat, host);
      else this.relay(new Uint8Array(data));
    };
    socket.onclose = ({ code }) => {
      host.post({ type: "school-state", connected: false, code });
      if (this.url !== "") setTimeout(() => this.connect(host), RETRY);
    };
  }

  private hear(message: ToSeat, host: Host): void {
    if (message.type === "welcome") {
      host.post({ type: "school-state", connected: true, code: 0 });
      // what the school does not have is sent again
      if (message.order !== null && message.order.session === this.order?.session) this.forget(message.order.next);
      this.sent = this.first;
      this.await(message.order?.session ?? null);
    } else if (message.type === "start") this.await(message.order.session);
    else if (message.type === "stop" && message.session === this.wanted) this.wanted = null;
    else if (message.type === "taken" && message.session === this.order?.session) this.forget(message.next);
    else if (message.type === "pause") {
      if (message.paused) host.pause();
      else host.play();
      host.report();
    } else if (message.type === "fault" && message.fault === "ground-failure" && message.on) sink(host.run);
    host.post({ type: "school", message });
    this.flush();
  }

  private begin(order: SeatOrder | null, host: Host): void {
    this.order = order;
    this.sampler = null;
    this.frames = [];
    this.first = this.sent = order?.next ?? 0;
    this.note =
      order !== null && order.next > 0
        ? [{ time: order.time, kind: "seat-restarted", text: "the seat was opened again" }]
        : [];
    this.base = this.newest = order?.time ?? 0;
    if (host.run !== null) void this.openSampler(host.run);
  }

  private async openSampler(run: Run): Promise<void> {
    const { order } = this;
    const { source, model, data } = run;
    if (order === null || source.kind !== "exercise" || source.session !== order.session) return;
    const ticket = ++this.ticket;
    const { FrameSampler } = await import("../../../exercises/seat/sampler.js");
    if (ticket !== this.ticket || this.order !== order) return;
    this.sampler = new FrameSampler(model, data, order);
    this.every = Math.max(1, Math.round(1 / (RATE * model.options.timestep)));
    this.seen = data.eventCount[0];
    this.takeFrame();
  }

  private takeFrame(): void {
    if (this.sampler === null) return;
    this.steps = 0;
    const frame = this.sampler.frame();
    const time = this.base + frame.time;
    this.newest = time;
    // a frame of the same moment would say nothing new
    if (this.frames.at(-1)?.time === time) return;
    this.frames.push({ ...wired(frame), time, events: [...this.note, ...frame.events] });
    this.note = [];
    if (this.frames.length <= MAX_KEPT) return;
    this.frames.shift();
    this.first++;
  }

  /** Time of the session goes on when that of the scene goes back. */
  private takeNote(text: string): void {
    if (this.order === null || this.sampler === null || this.newest === 0) return;
    this.base = this.newest;
    this.note = [{ time: this.newest, kind: "seat-restarted", text }];
  }

  private forget(next: number): void {
    const count = Math.max(0, Math.min(this.frames.length, next - this.first));
    this.frames.splice(0, count);
    this.first += count;
    this.sent = Math.max(this.sent, this.first);
  }

  private flush(): void {
    const { order, socket } = this;
    if (order === null || socket?.readyState !== WebSocket.OPEN) return;
    while (this.sent < this.first + this.frames.length && socket.bufferedAmount < 500_000) {
      const frames = this.frames.slice(this.sent - this.first, this.sent - this.first + MOST);
      this.send({ type: "frames", session: order.session, first: this.sent, frames });
      this.sent += frames.length;
    }
  }

  private send(message: FromSeat): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Events since the last look. The ring is left as it is, for others. */
  private newEvents(data: Data): SimulationEvent[] {
    const events: SimulationEvent[] = [];
    const size = data.eventKind.length;
    for (let k = Math.max(this.seen, data.eventCount[0] - size); k < data.eventCount[0]; k++) {
      const at = k % size;
      events.push({
        code: data.eventKind[at],
        who: [data.eventWho[2 * at], data.eventWho[2 * at + 1]],
        time: data.eventTime[at],
        value: data.eventValue[at],
      });
    }
    this.seen = data.eventCount[0];
    return events;
  }

  /** The authority of the state stream: each viewer of the school has a subscription here. */
  private async openStream(host: Host, run: Run): Promise<void> {
    if (this.url === "") return;
    const { LinkHost, StreamHub, StreamSource } = await import("stiction/link");
    if (host.run !== run || !this.awaits(run)) return;
    const clock = () => host.clock() / 1000;
    const number = () => 1 + (crypto.getRandomValues(new Uint32Array(1))[0] % 0xfffffffe);
    const hub = new StreamHub(new StreamSource({ epoch: number(), limit: LIMIT }), clock);
    const linkHost = new LinkHost(run, {
      clock,
      token: number,
      hash: stateHash(run.data),
      onPeer: (peer, message) => hub.onPeer(peer, message),
    });
    this.endStream();
    this.stream = { host: linkHost, hub, close: (viewer) => linkHost.closed(`viewer ${viewer}`) };
    // they come again, for this scene
    for (const viewer of this.waiting) this.sendFramed(CLOSED, viewer);
    this.waiting.clear();
  }

  /** Viewers of another scene than that of the session would be turned away: they wait until it is open. */
  private await(session: string | null): void {
    if (session === null || session === this.wanted) return;
    this.wanted = session;
    this.endStream();
  }

  private awaits({ source }: Run): boolean {
    return this.wanted === null || (source.kind === "exercise" && source.session === this.wanted);
  }

  /** Viewers of the scene before come again. */
  private endStream(): void {
    for (const { route } of this.stream?.host.connected ?? [])
      this.sendFramed(CLOSED, Number(route.address.split(" ")[1]));
    this.stream = null;
  }

  private relay(bytes: Uint8Array): void {
    if (bytes.length < HEAD) return;
    const viewer = new DataView(bytes.buffer, bytes.byteOffset).getUint32(1, true);
    if (this.stream === null) {
      if (bytes[0] === DATA) this.waiting.add(viewer);
      else this.waiting.delete(viewer);
    } else if (bytes[0] !== DATA) this.stream.close(viewer);
    else
      this.stream.host.receive(bytes.subarray(HEAD), {
        address: `viewer ${viewer}`,
        send: (wire) => this.answer(viewer, wire),
      });
  }

  private answer(viewer: number, wire: Uint8Array | string): void {
    if (typeof wire !== "string") this.sendFramed(DATA, viewer, wire);
  }

  private sendFramed(kind: number, viewer: number, wire: Uint8Array = new Uint8Array(0)): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    const framed = new Uint8Array(HEAD + wire.length);
    framed[0] = kind;
    new DataView(framed.buffer).setUint32(1, viewer, true);
    framed.set(wire, HEAD);
    this.socket.send(framed);
  }
}

/** Bits per second to each viewer: a school's network is not the narrow link that the stream can live on. */
const LIMIT = 1_500_000;

/** Edge and depth of the ground that gives way, and its distance to the side of the machine's middle, m. */
const PIT = { size: 1.8, depth: 0.35, aside: 1.3 } as const;

/** The ground gives way under one side of the machine. */
function sink(run: Run | null): void {
  if (run === null) return;
  const { model, data } = run;
  const { base } = seatMachine(model);
  const [x, y, qx, qy, qz, qw] = [
    ...data.bodyPos.subarray(3 * base, 3 * base + 2),
    ...data.bodyQuat.subarray(4 * base, 4 * base + 4),
  ];
  const heading = Math.atan2(2 * (qw * qz + qx * qy), 1 - 2 * (qy * qy + qz * qz));
  const [cx, cy] = [x - PIT.aside * Math.sin(heading), y + PIT.aside * Math.cos(heading)];
  const half = PIT.size / 2;
  try {
    changeTerrain(model, data, {
      from: [cx - half, cy - half],
      to: [cx + half, cy + half],
      height: (_x, _y, z) => z - PIT.depth,
    });
  } catch (error) {
    // a scene without soil has nothing that gives way
    if (!(error instanceof RangeError)) throw error;
  }
}

/** JSON has no NaN. */
function wired({ sensors, inputs, ...frame }: ExerciseFrame): WireFrame {
  const numbers = (values: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number.isFinite(value) ? value : null]));
  return { ...frame, sensors: numbers(sensors), inputs: numbers(inputs) };
}
