/** WebSockets of seats, consoles and viewers. */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { RawData, WebSocket, WebSocketServer } from "ws";
import { z } from "zod";
import { type AppOptions, callerOf } from "../app.js";
import { type ConsoleMessage, type FromSeat, PROTOCOL, RELAY, type ToSeat } from "../protocol.js";
import type { Caller, School } from "../school.js";
import { addressOf, isSameOrigin } from "../security/origin.js";
import type { LiveSeat } from "./live-seat.js";
import { framed, isViewing, relayFrom } from "./relay.js";
import type { Room } from "./room.js";

/** Largest message, B: a minute of frames after a cut. */
export const MAX_WIRE = 1_000_000;
/** Bytes that may wait for a console or a seat; one that takes less is closed and connects again. */
const MAX_WAITING = 4_000_000;
/** Bytes that may wait for a viewer; packets beyond are dropped, since newer ones follow. */
const MAX_VIEW = 256_000;
/** Time between two signs of life, ms; who misses two is gone. */
const BEAT = 2000;
/** Logins are looked at again so often, ms: a console of somebody who signed out is closed. */
const CHECK = 30_000;
/** Viewers of a seat at the same time, and messages of a seat per second: 30 to each of them, and its own. */
const MAX_VIEWERS = 16;
const MAX_RATE = 600;

const TEXT = z.string().max(200);
const VALUES = z
  .record(TEXT, z.number().nullable())
  .refine((values) => Object.keys(values).length <= 512, "expected at most 512 values");
const STATUS = z.object({
  machine: TEXT,
  scene: TEXT,
  factor: z
    .number()
    .nullable()
    .transform((x) => x ?? 0),
  running: z.boolean(),
});
const FRAME = z.object({
  time: z.number().min(0),
  sensors: VALUES,
  inputs: VALUES,
  events: z.array(z.object({ time: z.number(), kind: z.string().max(80), text: z.string().max(500) })).max(64),
});
const FROM_SEAT = z.discriminatedUnion("type", [
  z.object({ type: z.literal("hello"), protocol: z.int(), status: STATUS }),
  z.object({ type: z.literal("status"), status: STATUS }),
  z.object({ type: z.literal("frames"), session: TEXT, first: z.int().min(0), frames: z.array(FRAME).max(300) }),
  z.object({ type: z.literal("read"), id: TEXT }),
]);

/** Takes the upgrades of an HTTP server. */
export class Sockets {
  private readonly school: School;
  private readonly room: Room;
  private readonly options: AppOptions;
  private readonly server: WebSocketServer;

  constructor(school: School, room: Room, options: AppOptions, server: WebSocketServer) {
    this.school = school;
    this.room = room;
    this.options = options;
    this.server = server;
  }

  /** Who may not connect gets a plain HTTP answer. */
  async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on("error", () => socket.destroy());
    try {
      const accept = await this.routeOf(request);
      if (typeof accept === "number") {
        socket.end(`HTTP/1.1 ${accept} ${REASONS[accept]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
        return;
      }
      this.server.handleUpgrade(request, socket, head, (ws) => {
        ws.on("error", () => undefined);
        accept(ws);
      });
    } catch (error) {
      this.school.log(`upgrade: ${(error as Error).message}`);
      socket.destroy();
    }
  }

  /** What to do with a connection, or the status of a refusal. */
  private async routeOf(request: IncomingMessage): Promise<((ws: WebSocket) => void) | number> {
    const { headers } = request;
    if (!isSameOrigin(headers.origin, headers.host, this.options.publicUrl)) return 403;
    const path = (request.url ?? "").split("?")[0];
    const who = (kind: "login" | "seat") => this.who(request, kind);
    if (path === "/api/seat/live") {
      const caller = await who("seat");
      return caller.role === "seat" ? (ws) => this.takeSeat(ws, caller.id) : 401;
    }
    const view = /^\/api\/seats\/([\w-]+)\/view$/.exec(path);
    if (path !== "/api/console" && view === null) return 404;
    const caller = await who("login");
    if (caller.role === "nobody") return 401;
    if (caller.role !== "administrator" && caller.role !== "instructor") return 403;
    const renew = async () => (await who("login")).role === caller.role;
    if (view === null) return (ws) => this.takeConsole(ws, renew);
    const seat = this.room.seat(view[1]);
    if (seat === undefined) return 404;
    return (ws) => this.takeViewer(ws, seat, renew);
  }

  private who({ headers, socket }: IncomingMessage, kind: "login" | "seat"): Promise<Caller> {
    const cookies = new Map(
      (headers.cookie ?? "").split(";").map((pair) => {
        const at = pair.indexOf("=");
        return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())] as const;
      }),
    );
    const forwarded = headers["x-forwarded-for"];
    const address = addressOf(
      socket.remoteAddress,
      Array.isArray(forwarded) ? forwarded.at(-1) : forwarded,
      this.options.trustProxy,
    );
    return callerOf(this.school, this.options, (name) => cookies.get(name), address, kind);
  }

  private takeSeat(ws: WebSocket, id: string): void {
    const send = (wire: string | Uint8Array) => {
      if (ws.readyState !== ws.OPEN) return;
      if (ws.bufferedAmount > MAX_WAITING) ws.terminate();
      else ws.send(wire, () => undefined);
    };
    const wire = {
      send: (message: ToSeat) => send(JSON.stringify(message)),
      relay: (viewer: number, bytes: Uint8Array) => send(framed(RELAY.data, viewer, bytes)),
      left: (viewer: number) => send(framed(RELAY.closed, viewer, new Uint8Array(0))),
      close: () => ws.close(1000),
    };
    let seat: LiveSeat | undefined;
    let window = 0;
    let count = 0;
    ws.on("message", (data: RawData, binary: boolean) => {
      const second = Math.floor(performance.now() / 1000);
      if (second !== window) count = 0;
      window = second;
      if (++count > MAX_RATE) return ws.close(1008, "too many messages");
      const bytes = bytesOf(data);
      if (binary) return seat === undefined ? undefined : relayFrom(seat, bytes);
      const message = readMessage(bytes);
      if (message === undefined) return ws.close(1003, "not understood");
      if (message.type === "hello") {
        if (message.protocol !== PROTOCOL) return ws.close(4000, "the page is of another version: load it again");
        seat = this.room.connectSeat(id, wire);
        if (seat === undefined) return ws.close(1008, "unpaired");
      }
      if (seat !== undefined) this.hear(seat, message);
    });
    ws.on("close", () => {
      if (seat !== undefined) this.room.disconnectSeat(seat, wire);
    });
    keepAlive(ws, (ms) => {
      if (seat === undefined) return;
      seat.link = Math.round(ms);
      seat.heardAt(new Date(this.school.clock()));
      this.room.tellSeat(seat);
    });
  }

  private hear(seat: LiveSeat, message: FromSeat): void {
    if (message.type === "hello" || message.type === "status") {
      seat.status = message.status;
      this.room.tellSeat(seat);
    } else if (message.type === "frames") {
      const { session } = seat;
      if (session?.id === message.session) session.take(message.first, message.frames);
      // a session that is over: its frames are not wanted any more
      else seat.send({ type: "stop", session: message.session, reason: "over" });
    }
  }

  private takeConsole(ws: WebSocket, renew: () => Promise<boolean>): void {
    const end = this.room.watch((message: ConsoleMessage) => {
      if (ws.readyState !== ws.OPEN) return;
      if (ws.bufferedAmount > MAX_WAITING) ws.terminate();
      else ws.send(JSON.stringify(message), () => undefined);
    });
    ws.on("close", end);
    // a console asks by HTTP; what it sends here means nothing
    ws.on("message", () => ws.close(1003));
    keepAlive(ws, () => undefined);
    keepChecked(ws, renew);
  }

  private takeViewer(ws: WebSocket, seat: LiveSeat, renew: () => Promise<boolean>): void {
    const send = (wire: Uint8Array) => {
      if (ws.readyState === ws.OPEN && ws.bufferedAmount < MAX_VIEW) ws.send(wire, () => undefined);
    };
    const full = seat.row.viewers >= MAX_VIEWERS;
    const number = full ? undefined : seat.addViewer({ send, close: () => ws.close(1012) });
    if (number === undefined) {
      ws.close(1013, full ? "too many viewers" : "the seat is not reached");
      return;
    }
    ws.on("message", (data: RawData, binary: boolean) => {
      const bytes = bytesOf(data);
      if (binary && isViewing(bytes)) seat.toAuthority(number, bytes);
      else ws.close(1008, "viewers only watch");
    });
    ws.on("close", () => seat.removeViewer(number));
    keepAlive(ws, () => undefined);
    keepChecked(ws, renew);
  }
}

const REASONS: Readonly<Record<number, string>> = { 401: "Unauthorized", 403: "Forbidden", 404: "Not Found" };

function readMessage(bytes: Uint8Array): FromSeat | undefined {
  try {
    const parsed = FROM_SEAT.safeParse(JSON.parse(Buffer.from(bytes).toString("utf8")));
    return parsed.success ? (parsed.data as FromSeat) : undefined;
  } catch {
    return undefined;
  }
}

function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}

/** Signs of life, and the round trip. A connection that was cut without a word ends here. */
function keepAlive(ws: WebSocket, heard: (ms: number) => void): void {
  let sent = 0;
  let missed = 0;
  const timer = setInterval(() => {
    if (++missed > 2) return ws.terminate();
    sent = performance.now();
    ws.ping();
  }, BEAT);
  ws.on("pong", () => {
    missed = 0;
    heard(performance.now() - sent);
  });
  ws.on("close", () => clearInterval(timer));
}

function keepChecked(ws: WebSocket, renew: () => Promise<boolean>): void {
  const timer = setInterval(() => {
    renew().then(
      (still) => still || ws.close(4001, "signed out"),
      () => undefined,
    );
  }, CHECK);
  ws.on("close", () => clearInterval(timer));
}
