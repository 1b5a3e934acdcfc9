/**
 * A whole school on one server: 30 seats that send frames and their state stream, 60 viewers, for ten
 * minutes. With STICTION_FULL only: the latency on a machine that is busy says nothing of the server.
 */
import { readFileSync } from "node:fs";
import { encodeLink } from "stiction/link";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { DEMO } from "../../server/demo.js";
import {
  type FromSeat,
  PROTOCOL,
  RELAY,
  RELAY_HEAD,
  type SeatRow,
  type ToSeat,
  type WireFrame,
} from "../../server/protocol.js";
import { Client, STATUS, until } from "./classroom.js";
import { SchoolProcess } from "./school-process.js";

const FULL = process.env.STICTION_FULL !== undefined;
const SEATS = 30;
const VIEWERS = 60;
const SECONDS = Number(process.env.STICTION_LOAD_SECONDS ?? 600);
/** As the seat's page sends: packets of the state stream and frames, per second. */
const STREAM = 30;
const FRAMES = 10;
/** Frames in a message at most. */
const MOST = 200;
/** Bytes of a packet: the most that the page gives a viewer, 1.5 Mbit/s. */
const PACKET = 1_500_000 / 8 / STREAM;
/** The 99th percentile of the latency stays below, ms: three packets. */
const LATENCY = 100;
/** The server's memory after the first fifth of the time may grow by so much until the end: one block of the heap of a database and of V8, MB. */
const GROWTH = 64;

const school = new SchoolProcess(["--trust-proxy"]);
const sockets: WebSocket[] = [];
const seats: LoadSeat[] = [];
const delays: number[] = [];
let sent = 0;
let arrived = 0;
let tellings = 0;
let instructor: Client;

/**
 * A seat that sends frames of an excavator at work, and packets with the moment of sending in them. As a seat's page that
 * is late it leaves out packets, since the next one has the newest state, and sends all frames, several in a message.
 */
class LoadSeat {
  readonly viewers = new Set<number>();
  acknowledged = 0;
  frames = 0;
  /** Why the server has closed the connection; empty: it has not. */
  closed = "";
  /** The present session; empty: none, and the instructor begins the next one. */
  session = "";
  readonly id: string;
  private readonly socket: WebSocket;
  private starting = false;
  /** Time of the test at which the session began, s. */
  private begun = 0;

  constructor(socket: WebSocket, id: string) {
    this.socket = socket;
    this.id = id;
    socket.on("message", (data: Buffer, isBinary: boolean) => {
      if (isBinary) this.viewers.add(data.readUInt32LE(1));
      else this.hear(JSON.parse(data.toString("utf8")));
    });
    socket.on("close", (code, reason) => {
      this.closed = `closed with ${code} ${reason}`;
    });
    this.send({ type: "hello", protocol: PROTOCOL, status: STATUS });
  }

  /** Whether its exercise is over and no other was asked for. */
  get isIdle(): boolean {
    return this.session === "" && !this.starting;
  }

  async again(begin: () => Promise<void>): Promise<void> {
    this.starting = true;
    await begin();
    this.starting = false;
  }

  stream(): void {
    for (const viewer of this.viewers) {
      const wire = Buffer.alloc(PACKET + RELAY_HEAD);
      wire[0] = RELAY.data;
      wire.writeUInt32LE(viewer, 1);
      wire.writeDoubleLE(performance.now(), RELAY_HEAD);
      this.socket.send(wire);
      sent++;
    }
  }

  /** Sends the frames up to a time, s. */
  takeFrames(time: number): void {
    if (this.session === "") return;
    if (this.frames === 0) this.begun = time;
    const first = this.frames;
    const frames = [];
    for (; this.frames <= (time - this.begun) * FRAMES && frames.length < MOST; this.frames++)
      frames.push(frameOf(this.frames));
    if (frames.length > 0) this.send({ type: "frames", session: this.session, first, frames });
  }

  private hear(message: ToSeat): void {
    if (message.type === "start") {
      this.session = message.order.session;
      this.frames = 0;
      this.acknowledged = 0;
    } else if (message.type === "stop" && message.session === this.session) {
      this.session = "";
      this.frames = 0;
      this.acknowledged = 0;
    } else if (message.type === "taken" && message.session === this.session) this.acknowledged = message.next;
  }

  private send(message: FromSeat): void {
    this.socket.send(JSON.stringify(message));
  }
}

function frameOf(k: number): WireFrame {
  const sensors = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`sensor-${n}`, Math.sin(k + n)]));
  return { time: k / FRAMES, sensors, inputs: { boom: 0, stick: 0, bucket: 0, slew: 0.1 }, events: [] };
}

async function open(path: string, cookie: string): Promise<WebSocket> {
  const socket = new WebSocket(school.url.replace("http", "ws") + path, { headers: { cookie } });
  sockets.push(socket);
  await new Promise((done, fail) => {
    socket.once("open", done);
    socket.once("error", fail);
  });
  return socket;
}

const HELLO = encodeLink({
  session: 0,
  sequence: 1,
  message: {
    type: "hello",
    role: "viewer",
    ...{ name: "", scene: "", lockStep: false, timeout: 0, rate: STREAM, controls: [], sensors: [] },
  },
});

/** Resident memory, MB, and processor time, s, of the server. */
function usage(): { readonly memory: number; readonly time: number } {
  const pages = Number(readFileSync(`/proc/${school.pid}/statm`, "utf8").split(" ")[1]);
  const stat = readFileSync(`/proc/${school.pid}/stat`, "utf8").split(") ")[1].split(" ");
  return { memory: (pages * 4096) / 1e6, time: (Number(stat[11]) + Number(stat[12])) / 100 };
}

/** Begins an exercise on a seat. It ends after its four minutes, and another one begins. */
async function begin(seat: string): Promise<void> {
  const started = await instructor.post("/api/sessions", { seat, exercise: "controls-tour" });
  expect(started.status).toBe(201);
}

describe.runIf(FULL && process.platform === "linux")("a whole school", () => {
  beforeAll(async () => {
    await school.start();
    instructor = new Client(school.url);
    await instructor.post("/api/sign-in", DEMO);
    for (let k = 0; k < SEATS; k++) {
      const { body } = await instructor.post("/api/seats/codes", { name: `Seat ${k + 1}` });
      const page = new Client(school.url);
      // each seat is a computer of its own: codes that are tried from one address are few
      const paired = await page.ask("POST", "/api/pair", { code: body.code }, { "x-forwarded-for": `10.0.0.${k + 1}` });
      const seat = new LoadSeat(await open("/api/seat/live", page.cookie), paired.body.id);
      seats.push(seat);
      await until(async () => ((await instructor.get("/api/seats")).body as SeatRow[])[k]?.connected || undefined);
      await begin(seat.id);
      for (let viewer = k; viewer < VIEWERS; viewer += SEATS) {
        const socket = await open(`/api/seats/${seat.id}/view`, instructor.cookie);
        socket.on("message", (data: Buffer) => {
          arrived++;
          delays.push(performance.now() - data.readDoubleLE(0));
        });
        socket.send(HELLO);
      }
      await until(() => seat.viewers.size === VIEWERS / SEATS || undefined);
    }
    (await open("/api/console", instructor.cookie)).on("message", () => tellings++);
  });

  afterAll(() => {
    for (const socket of sockets) socket.terminate();
    school.dispose();
  });

  test(`${SEATS} seats and ${VIEWERS} viewers, ${SECONDS} s`, async () => {
    const begun = performance.now();
    const { time } = usage();
    let warm = Number.POSITIVE_INFINITY;
    let framed = Number.NEGATIVE_INFINITY;
    const starts: Promise<void>[] = [];
    for (;;) {
      const now = (performance.now() - begun) / 1000;
      if (now > SECONDS) break;
      if (warm === Number.POSITIVE_INFINITY && now > SECONDS / 5) warm = usage().memory;
      const isFrame = now - framed >= 1 / FRAMES;
      if (isFrame) framed = now;
      for (const seat of seats) {
        seat.stream();
        if (!isFrame) continue;
        if (seat.isIdle) starts.push(seat.again(() => begin(seat.id)));
        else seat.takeFrames(now);
      }
      // until the next packet is due; one that is late already is left out, as a page does
      await new Promise((done) => setTimeout(done, 1000 / STREAM - ((performance.now() - begun) % (1000 / STREAM))));
    }
    await Promise.all(starts);
    expect(seats.map(({ closed }) => closed).filter((reason) => reason !== "")).toEqual([]);
    // packets for a viewer that reads too slowly are dropped, frames never; fewer than a batch wait for the next ones
    await expect
      .poll(() => Math.min(...seats.map(({ acknowledged, frames }) => acknowledged - frames)))
      .toBeGreaterThan(-FRAMES);
    const now = usage();
    delays.sort((a, b) => a - b);
    const at = (part: number) => delays[Math.floor(part * (delays.length - 1))].toFixed(1);
    console.log(
      `latency of the state stream p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms; ${arrived} of ${sent} packets; ` +
        `server ${now.memory.toFixed(0)} MB, ${(now.memory - warm).toFixed(0)} MB more than after a fifth of the time, ` +
        `${(((now.time - time) / (performance.now() - begun)) * 1e5).toFixed(0)} % of a processor; ${tellings} messages to the console; ` +
        `${starts.length} sessions begun again`,
    );
    expect(tellings).toBeGreaterThan(0);
    expect(Number(at(0.99))).toBeLessThan(LATENCY);
    expect(now.memory - warm).toBeLessThan(GROWTH);
  });
});
