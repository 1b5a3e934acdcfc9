/** The school's HTTP interface: routes behind one guard that knows who asks. */
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { getCookie, setCookie } from "hono/cookie";
import { accountRoutes } from "./api/accounts.js";
import { classroomRoutes } from "./api/classroom.js";
import { exerciseRoutes } from "./api/exercises.js";
import { reportRoutes } from "./api/reports.js";
import { type CookieKind, Refused, type Route, type RouteServer } from "./api/route.js";
import { schoolRoutes } from "./api/school.js";
import { studentRoutes } from "./api/students.js";
import type { Room } from "./live/room.js";
import type { Caller, School } from "./school.js";
import { addressOf, isSameOrigin } from "./security/origin.js";
import { RateLimit } from "./security/rate-limit.js";
import { LOGIN, personOfToken } from "./store/people.js";
import { SEAT_LASTS, seatOfToken } from "./store/seats.js";

/** Everything that can be asked of the server; a test goes through all of it in every role. */
export const ROUTES: readonly Route[] = [
  ...accountRoutes,
  ...studentRoutes,
  ...classroomRoutes,
  ...exerciseRoutes,
  ...reportRoutes,
  ...schoolRoutes,
];

/** How the server is reached. */
export interface AppOptions {
  /** Address that people type, `https://school.example`, where a reverse proxy stands in front; else undefined. */
  readonly publicUrl?: string | undefined;
  /** Whether `X-Forwarded-For` is believed: only behind a proxy that sets it. */
  readonly trustProxy?: boolean | undefined;
  /** Secret of the first start; null where the school is set up. */
  readonly setUpToken: string | null;
}

const DEFAULT_BODY = 64_000;

/** Names of the cookies; behind https with the prefix that binds them to this host. */
function cookieName(kind: CookieKind, secure: boolean): string {
  return `${secure ? "__Host-" : ""}stiction_${kind}`;
}

/** Finds out who asks, from the cookies of a request. */
export async function callerOf(
  school: School,
  options: AppOptions,
  cookies: (name: string) => string | undefined,
  address: string,
  kind: CookieKind,
): Promise<Caller> {
  const token = cookies(cookieName(kind, isSecure(options))) ?? "";
  if (kind === "login" && token !== "") {
    const person = await personOfToken(school, token);
    if (person !== undefined) return { id: person.id, name: person.name, role: person.role, address };
  }
  if (kind === "seat" && token !== "") {
    const seat = await seatOfToken(school, token);
    if (seat !== undefined) return { id: seat.id, name: seat.name, role: "seat", address };
  }
  return { id: "", name: "", role: "nobody", address };
}

export function isSecure({ publicUrl }: AppOptions): boolean {
  return publicUrl?.startsWith("https:") ?? false;
}

/** The whole interface as one function from requests to responses. */
export function createApp(school: School, room: Room, options: AppOptions): Hono {
  const app = new Hono();
  const server = routeServer(school, options);
  app.onError((error, http) => {
    if (error instanceof Refused) {
      for (const [name, value] of Object.entries(error.headers)) http.header(name, value);
      return http.json({ error: error.message }, error.status);
    }
    // what went wrong is for the log of the server, not for whoever asks
    school.log(`${http.req.method} ${http.req.path}: ${error.stack ?? error.message}`);
    return http.json({ error: "the server could not do this; its log says why" }, 500);
  });
  app.notFound((http) => http.json({ error: "there is no such address" }, 404));
  app.use(async (http, next) => {
    if (
      !/^(GET|HEAD)$/.test(http.req.method) &&
      !isSameOrigin(http.req.header("origin"), http.req.header("host"), options.publicUrl)
    )
      throw new Refused(403, "this page may not ask the school's server: the Origin header names another site");
    await next();
    http.header("Cache-Control", "no-store");
  });
  for (const route of ROUTES) addRoute(app, route, school, room, server, options);
  return app;
}

function addRoute(app: Hono, route: Route, school: School, room: Room, server: RouteServer, options: AppOptions): void {
  const limit = bodyLimit({
    maxSize: route.most ?? DEFAULT_BODY,
    onError: (http) => http.json({ error: `expected at most ${route.most ?? DEFAULT_BODY} bytes` }, 413),
  });
  app.on(
    route.method.toUpperCase(),
    route.path,
    async (http, next) => {
      const caller = await identify(http, route, school, options);
      if (route.access !== "anyone" && !(route.access as readonly string[]).includes(caller.role)) {
        if (caller.role === "nobody") throw new Refused(401, "sign in first");
        throw new Refused(403, "your role does not allow this");
      }
      http.set("caller" as never, caller as never);
      await next();
    },
    limit,
    (http) => route.handle({ http, school, room, server, caller: http.get("caller" as never) as Caller }),
  );
}

/** A browser may be signed in as a person and paired as a seat: the route says which of them asks. */
async function identify(http: Context, route: Route, school: School, options: AppOptions): Promise<Caller> {
  const address = addressOf(getConnInfo(http).remote.address, http.req.header("x-forwarded-for"), options.trustProxy);
  const cookies = (name: string) => getCookie(http, name);
  const person = await callerOf(school, options, cookies, address, "login");
  const wantsSeat = route.access !== "anyone" && (route.access as readonly string[]).includes("seat");
  const fits = route.access === "anyone" || (route.access as readonly string[]).includes(person.role);
  if (!wantsSeat || (fits && person.role !== "nobody")) {
    if (person.role !== "nobody" || route.access === "anyone") return person;
    const seat = await callerOf(school, options, cookies, address, "seat");
    return seat.role === "nobody" ? person : seat;
  }
  const seat = await callerOf(school, options, cookies, address, "seat");
  return seat.role === "nobody" ? person : seat;
}

function routeServer(school: School, options: AppOptions): RouteServer {
  const secure = isSecure(options);
  const byAddress = new RateLimit({ burst: 30, every: 20 }, school.clock);
  const byLogin = new RateLimit({ burst: 10, every: 60 }, school.clock);
  const pairing = new RateLimit({ burst: 10, every: 30 }, school.clock);
  const pairingAll = new RateLimit({ burst: 60, every: 5 }, school.clock);
  const refuse = (wait: number) => {
    if (wait > 0) throw new Refused(429, `too many tries: wait ${wait} s`, { "Retry-After": String(wait) });
  };
  const attributes = { path: "/", httpOnly: true, sameSite: "Strict", secure } as const;
  return {
    setUpToken: options.setUpToken,
    limits: {
      signIn(address, login) {
        refuse(byAddress.take(address));
        refuse(byLogin.take(login));
      },
      pair(address) {
        refuse(pairing.take(address));
        refuse(pairingAll.take("all"));
      },
      forgive(address, login) {
        byAddress.forget(address);
        byLogin.forget(login);
      },
    },
    cookies: {
      set: (http, kind, token) =>
        setCookie(http, cookieName(kind, secure), token, {
          ...attributes,
          maxAge: (kind === "seat" ? SEAT_LASTS : LOGIN.longest) / 1000,
        }),
      clear: (http, kind) => setCookie(http, cookieName(kind, secure), "", { ...attributes, maxAge: 0 }),
      read: (http, kind) => getCookie(http, cookieName(kind, secure)) ?? "",
    },
  };
}
