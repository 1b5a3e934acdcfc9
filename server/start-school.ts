/** Starts a school: database, exercises, HTTP and WebSockets on one port. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { WebSocketServer } from "ws";
import { type AppOptions, createApp, isSecure } from "./app.js";
import { type Database, openDatabase } from "./database/database.js";
import { type ExerciseLoader, openCatalogue } from "./exercises/catalogue.js";
import { Room } from "./live/room.js";
import { MAX_WIRE, Sockets } from "./live/sockets.js";
import { pageServer } from "./pages.js";
import type { School } from "./school.js";
import { SchoolError } from "./school-error.js";
import { newToken, SCRYPT_COST, type ScryptCost } from "./security/secrets.js";
import { sweep } from "./store/audit.js";
import { countAdministrators, LOGIN } from "./store/people.js";

/** What a school is started with. */
export interface SchoolOptions {
  /** Folder of PGlite, `postgres://…`, empty for a database in memory, or an open database, which closes with the school. */
  readonly database: string | Database;
  /** Folders with exercises, and how they are loaded and run. */
  readonly exercises: readonly string[];
  readonly loader: ExerciseLoader;
  /** Folder of the built studio; null: no pages, only the interface. */
  readonly pages: string | null;
  /** Port 0 takes a free one. */
  readonly port: number;
  readonly host: string;
  readonly publicUrl?: string | undefined;
  readonly trustProxy?: boolean | undefined;
  readonly demo?: boolean;
  readonly clock?: () => number;
  readonly passwordCost?: ScryptCost;
  readonly log?: (line: string) => void;
}

/** A school that is open. */
export interface RunningSchool {
  readonly school: School;
  readonly room: Room;
  /** Where it listens: `http://localhost:5780`. */
  readonly url: string;
  /** Secret for the first administrator; null where there is one. */
  readonly setUpToken: string | null;
  close(): Promise<void>;
}

/** Old logins and lines of the log are removed so often, ms. */
const SWEEP = 3_600_000;

export async function startSchool(options: SchoolOptions): Promise<RunningSchool> {
  const database = typeof options.database === "string" ? await openDatabase(options.database) : options.database;
  try {
    return await serve(options, {
      database,
      exercises: await openCatalogue(options.exercises, options.loader),
      clock: options.clock ?? Date.now,
      passwordCost: options.passwordCost ?? SCRYPT_COST,
      demo: options.demo ?? false,
      log: options.log ?? (() => undefined),
    });
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function serve(options: SchoolOptions, school: School): Promise<RunningSchool> {
  if (school.demo) await (await import("./demo.js")).fillDemo(school);
  const room = await Room.open(school);
  const setUpToken = (await countAdministrators(school)) === 0 ? newToken() : null;
  const { publicUrl, trustProxy } = options;
  const app: AppOptions = { publicUrl, trustProxy, setUpToken };
  const answer = getRequestListener(createApp(school, room, app).fetch);
  const pages = options.pages === null ? null : pageServer(options.pages);
  const http = createServer((request, response) => {
    secure(response, app);
    if (/^\/api(\/|$|\?)/.test(request.url ?? "")) void answer(request, response);
    else if (pages === null) response.writeHead(404, { "Content-Type": "text/plain" }).end("no pages here\n");
    else pages(request, response);
  });
  // a request that is sent byte by byte must not hold its connection for long
  http.requestTimeout = 60_000;
  http.headersTimeout = 15_000;
  const upgrades = new WebSocketServer({ noServer: true, maxPayload: MAX_WIRE, perMessageDeflate: false });
  const sockets = new Sockets(school, room, app, upgrades);
  http.on("upgrade", (request: IncomingMessage, socket, head) => void sockets.upgrade(request, socket, head));
  await listen(http, options.port, options.host);
  const timer = setInterval(() => void sweep(school, LOGIN).catch((error) => school.log(String(error))), SWEEP);
  const { port } = http.address() as AddressInfo;
  const shown = /^(0\.0\.0\.0|::)$/.test(options.host) ? "localhost" : options.host;
  return {
    school,
    room,
    url: `http://${shown.includes(":") ? `[${shown}]` : shown}:${port}`,
    setUpToken,
    async close() {
      clearInterval(timer);
      await room.close();
      for (const client of upgrades.clients) client.terminate();
      http.closeAllConnections();
      await new Promise((done) => http.close(done));
      await school.database.close();
    },
  };
}

/** Headers of every answer. Pages need inline styles, blobs for workers and WebAssembly; they load nothing from elsewhere. */
function secure(response: ServerResponse, options: AppOptions): void {
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Referrer-Policy", "no-referrer");
  response.setHeader("X-Frame-Options", "SAMEORIGIN");
  response.setHeader("Permissions-Policy", "camera=(), microphone=(), geolocation=()");
  response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
  response.setHeader("Cross-Origin-Embedder-Policy", "require-corp");
  response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
  response.setHeader(
    "Content-Security-Policy",
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self' 'unsafe-inline'; " +
      "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; media-src 'self' blob:; object-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'",
  );
  if (isSecure(options)) response.setHeader("Strict-Transport-Security", "max-age=31536000");
}

async function listen(http: ReturnType<typeof createServer>, port: number, host: string): Promise<void> {
  try {
    await new Promise<void>((done, fail) => {
      http.once("error", fail);
      http.listen(port, host, () => {
        http.off("error", fail);
        done();
      });
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE")
      throw new SchoolError(`port ${port} is taken: choose another one with --port`);
    throw error;
  }
}
