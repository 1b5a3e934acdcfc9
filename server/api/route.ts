import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";
import type { Room } from "../live/room.js";
import type { Caller, School } from "../school.js";

/** Who may use a route. "anyone": nobody needs to be signed in. */
export type Access = "anyone" | readonly ("administrator" | "instructor" | "student" | "seat")[];

export const STAFF = ["administrator", "instructor"] as const;

/** What a route gets. */
export interface RouteContext {
  readonly http: Context;
  readonly school: School;
  readonly room: Room;
  readonly caller: Caller;
  readonly server: RouteServer;
}

/** What routes need of the server around them. */
export interface RouteServer {
  readonly limits: {
    /** Counts a try at signing in or pairing; throws when there were too many. */
    signIn(address: string, login: string): void;
    pair(address: string): void;
    forgive(address: string, login: string): void;
  };
  /** Cookies of persons and of seats. */
  readonly cookies: {
    set(http: Context, kind: CookieKind, token: string): void;
    clear(http: Context, kind: CookieKind): void;
    read(http: Context, kind: CookieKind): string;
  };
  /** Secret of the first start; null once it was used. */
  setUpToken: string | null;
}

export type CookieKind = "login" | "seat";

/** One thing that can be asked of the server. */
export interface Route {
  readonly method: "get" | "post" | "patch" | "delete" | "put";
  readonly path: string;
  readonly access: Access;
  /** Largest body, B; 64 kB unless another is given. */
  readonly most?: number;
  handle(context: RouteContext): Promise<Response> | Response;
}

/** A refusal with its status and one line that says why. */
export class Refused extends Error {
  readonly status: ContentfulStatusCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: ContentfulStatusCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** The body of a request as its schema has it. */
export async function bodyOf<T>(http: Context, schema: z.ZodType<T>): Promise<T> {
  if (!/^application\/json\b/i.test(http.req.header("content-type") ?? ""))
    throw new Refused(415, "expected a body of type application/json");
  let value: unknown;
  try {
    value = await http.req.json();
  } catch {
    throw new Refused(400, "the body is no JSON");
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.slice(0, 5).map(({ path, message }) => `${path.join(".") || "body"}: ${message}`);
  throw new Refused(400, lines.join("; "));
}

/** A part of the address. */
export function partOf(http: Context, name: string): string {
  return http.req.param(name) ?? "";
}
