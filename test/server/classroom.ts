/** A school for tests with people of every role, and programs in the places of browsers and seats. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import type { Database } from "../../server/database/database.js";
import type { FromSeat, SeatOrder, ToSeat, WireFrame } from "../../server/protocol.js";
import { PROTOCOL } from "../../server/protocol.js";
import { type RunningSchool, type SchoolOptions, startSchool } from "../../server/start-school.js";
import { addPerson } from "../../server/store/people.js";
import { tinyLoader, writeTiny } from "./tiny-exercise.js";

export const PASSWORD = "a long enough secret";
/** Hashing as cheap as it gets: what it costs is tested on its own. */
export const CHEAP = { log2N: 4, r: 1, p: 1 } as const;
export const STATUS = { machine: "wheeled-excavator", scene: "excavator", factor: 1, running: true };

/** A browser that keeps its cookies. */
export class Client {
  cookie = "";
  private readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  async ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const isText = typeof body === "string" || body instanceof Uint8Array;
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(this.cookie && { cookie: this.cookie }),
        ...(body !== undefined && !isText && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: isText ? (body as string) : JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) this.take(cookie);
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
  }

  private take(cookie: string): void {
    const [pair] = cookie.split(";");
    const [name, value] = pair.split("=");
    const others = this.cookie.split("; ").filter((one) => one !== "" && !one.startsWith(`${name}=`));
    this.cookie = (value === "" ? others : [...others, pair]).join("; ");
  }

  get = (path: string) => this.ask("GET", path);
  post = (path: string, body: unknown = {}) => this.ask("POST", path, body);
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers
  readonly body: any;
  readonly headers: Headers;
}

/** A program that is a seat: speaks as the page does, with frames that the test makes. */
export class FakeSeat {
  readonly heard: ToSeat[] = [];
  /** What to do with messages of viewers. */
  onBinary: (bytes: Uint8Array) => void = () => undefined;
  socket: WebSocket | null = null;
  private readonly url: string;
  readonly cookie: string;

  constructor(url: string, cookie: string) {
    this.url = url;
    this.cookie = cookie;
  }

  async connect(): Promise<void> {
    const socket = new WebSocket(`${this.url.replace("http", "ws")}/api/seat/live`, {
      headers: { cookie: this.cookie },
    });
    this.socket = socket;
    socket.on("message", (data: Buffer, isBinary: boolean) => {
      if (isBinary) this.onBinary(new Uint8Array(data));
      else this.heard.push(JSON.parse(data.toString("utf8")));
    });
    socket.on("error", () => undefined);
    await new Promise<void>((done, fail) => {
      socket.once("open", done);
      socket.once("close", () => fail(new Error("the seat was refused")));
    });
    this.send({ type: "hello", protocol: PROTOCOL, status: STATUS });
    await this.until(({ type }) => type === "welcome");
  }

  send(message: FromSeat): void {
    this.socket?.send(JSON.stringify(message));
  }

  /** The network is cut: no word of farewell. */
  cut(): void {
    this.socket?.terminate();
  }

  frames(order: SeatOrder, first: number, depths: readonly number[], events: WireFrame["events"] = []): void {
    const frames = depths.map((depth, k) => ({
      time: (first + k + 1) / 10,
      sensors: { depth },
      inputs: { boom: 0 },
      events,
    }));
    this.send({ type: "frames", session: order.session, first, frames });
  }

  /** Waits for a message. */
  async until<T extends ToSeat>(fits: (message: ToSeat) => boolean): Promise<T> {
    return until(() => this.heard.find(fits) as T | undefined);
  }
}

/** Waits until something is there. */
export async function until<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((done) => setTimeout(done, 5));
  }
}

export interface Classroom {
  readonly running: RunningSchool;
  readonly ids: Readonly<Record<"administrator" | "instructor" | "student" | "other", string>>;
  /** ms that the clock of the school is ahead. */
  later(ms: number): void;
  client(): Client;
  signedIn(role: "administrator" | "instructor" | "student" | "other"): Promise<Client>;
  pair(name?: string): Promise<{ readonly id: string; readonly client: Client; readonly seat: FakeSeat }>;
  end(): Promise<void>;
}

/** Opens a school with an administrator, an instructor and two students, all with the same password. */
export async function openClassroom(database: Database, options: Partial<SchoolOptions> = {}): Promise<Classroom> {
  const folder = mkdtempSync(join(tmpdir(), "stiction-exercises-"));
  writeTiny(folder);
  let ahead = 0;
  const running = await startSchool({
    database,
    exercises: [folder],
    loader: tinyLoader,
    pages: null,
    port: 0,
    host: "127.0.0.1",
    passwordCost: CHEAP,
    clock: () => Date.now() + ahead,
    ...options,
  });
  const people = [
    ["administrator", "administrator", "Ada Admin"],
    ["instructor", "instructor", "Ines Instructor"],
    ["student", "student", "Sam Student"],
    ["other", "student", "Olga Other"],
  ] as const;
  const ids: Record<string, string> = {};
  for (const [login, role, name] of people)
    ids[login] = await addPerson(running.school, { name, role, login, password: PASSWORD });
  const client = () => new Client(running.url);
  const signedIn: Classroom["signedIn"] = async (login) => {
    const one = client();
    const { status, body } = await one.post("/api/sign-in", { login, password: PASSWORD });
    if (status !== 200) throw new Error(`${login} cannot sign in: ${JSON.stringify(body)}`);
    return one;
  };
  return {
    running,
    ids: ids as Classroom["ids"],
    later(ms) {
      ahead += ms;
    },
    client,
    signedIn,
    async pair(name = "Seat 1") {
      const instructor = await signedIn("instructor");
      const { body } = await instructor.post("/api/seats/codes", { name });
      const one = client();
      const paired = await one.post("/api/pair", { code: body.code });
      return { id: paired.body.id, client: one, seat: new FakeSeat(running.url, one.cookie) };
    },
    async end() {
      await running.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
