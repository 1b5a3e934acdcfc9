/** Signing in and out, the first administrator, accounts. */
import { z } from "zod";
import { PROTOCOL, type SchoolState } from "../protocol.js";
import { ROLES } from "../roles.js";
import { hashToken, passwordProblem } from "../security/secrets.js";
import { readAudit, writeAudit } from "../store/audit.js";
import {
  addLogin,
  addPerson,
  authenticate,
  changePerson,
  countAdministrators,
  endLogin,
  endOtherLogins,
  erasePerson,
  findPerson,
  LoginTaken,
  listPeople,
} from "../store/people.js";
import { bodyOf, partOf, Refused, type Route, type RouteContext } from "./route.js";

export const NAME = z.string().trim().min(1).max(120);
export const LOGIN_NAME = z
  .string()
  .trim()
  .min(2)
  .max(60)
  .regex(/^[\p{L}\p{N}._@-]+$/u, "expected letters, digits and . _ @ -");
const SHORT = z.string().trim().max(60);
const PASSWORD = z.string().min(1).max(400);

export const accountRoutes: readonly Route[] = [
  {
    method: "get",
    path: "/api/state",
    access: "anyone",
    async handle({ http, school, caller }) {
      const person = (await findPerson(school, caller.id)) ?? null;
      const state: SchoolState & { protocol: number } = {
        setUp: (await countAdministrators(school)) > 0,
        person,
        demo: school.demo,
        protocol: PROTOCOL,
      };
      return http.json(state);
    },
  },
  {
    method: "post",
    path: "/api/set-up",
    access: "anyone",
    async handle({ http, school, caller, server }) {
      const body = await bodyOf(
        http,
        z.strictObject({ token: z.string().max(100), name: NAME, login: LOGIN_NAME, password: PASSWORD }),
      );
      server.limits.signIn(caller.address, "set-up");
      if (server.setUpToken === null || (await countAdministrators(school)) > 0)
        throw new Refused(409, "the school is set up already: sign in");
      if (hashToken(body.token) !== hashToken(server.setUpToken))
        throw new Refused(403, "the set-up link is not valid: the server prints it when it starts");
      refuseWeak(body.password, body.login);
      const id = await addPerson(school, { ...body, role: "administrator" });
      server.setUpToken = null;
      await writeAudit(school, { ...caller, id, role: "administrator" }, "set-up", id);
      server.cookies.set(http, "login", await addLogin(school, id));
      return http.json({ person: await findPerson(school, id) });
    },
  },
  {
    method: "post",
    path: "/api/sign-in",
    access: "anyone",
    async handle({ http, school, caller, server }) {
      const { login, password } = await bodyOf(http, z.strictObject({ login: z.string().max(60), password: PASSWORD }));
      server.limits.signIn(caller.address, login.toLowerCase());
      const person = await authenticate(school, login, password);
      if (person === undefined) {
        await writeAudit(school, caller, "sign-in-refused");
        throw new Refused(401, "name or password is wrong");
      }
      server.limits.forgive(caller.address, login.toLowerCase());
      // a login that this browser had before is over
      const before = server.cookies.read(http, "login");
      if (before !== "") await endLogin(school, before);
      server.cookies.set(http, "login", await addLogin(school, person.id));
      await writeAudit(school, { ...caller, id: person.id, role: person.role }, "sign-in");
      return http.json({ person });
    },
  },
  {
    method: "post",
    path: "/api/sign-out",
    access: "anyone",
    async handle({ http, school, caller, server }) {
      await endLogin(school, server.cookies.read(http, "login"));
      server.cookies.clear(http, "login");
      if (caller.role !== "nobody") await writeAudit(school, caller, "sign-out");
      return http.json({});
    },
  },
  {
    method: "post",
    path: "/api/password",
    access: ["administrator", "instructor", "student"],
    async handle({ http, school, caller, server }) {
      const body = await bodyOf(http, z.strictObject({ old: PASSWORD, new: PASSWORD }));
      const person = await findPerson(school, caller.id);
      const login = person?.login ?? "";
      server.limits.signIn(caller.address, login);
      if ((await authenticate(school, login, body.old)) === undefined)
        throw new Refused(403, "the old password is wrong");
      refuseWeak(body.new, login);
      await changePerson(school, caller.id, { password: body.new });
      await endOtherLogins(school, caller.id, "");
      server.cookies.set(http, "login", await addLogin(school, caller.id));
      await writeAudit(school, caller, "password", caller.id);
      return http.json({});
    },
  },
  {
    method: "get",
    path: "/api/people",
    access: ["administrator"],
    handle: async ({ http, school }) => http.json(await listPeople(school)),
  },
  {
    method: "post",
    path: "/api/people",
    access: ["administrator"],
    async handle({ http, school, caller }) {
      const body = await bodyOf(
        http,
        z.strictObject({
          name: NAME,
          role: z.enum(ROLES),
          login: LOGIN_NAME.nullable().default(null),
          password: PASSWORD.nullable().default(null),
          class: SHORT.default(""),
          number: SHORT.default(""),
        }),
      );
      if (body.password !== null) refuseWeak(body.password, body.login ?? "");
      if (body.role !== "student" && (body.login === null || body.password === null))
        throw new Refused(400, `an ${body.role} needs a login and a password`);
      const id = await free(() => addPerson(school, body));
      await writeAudit(school, caller, "add-person", id, body.role);
      return http.json(await findPerson(school, id), 201);
    },
  },
  {
    method: "patch",
    path: "/api/people/:id",
    access: ["administrator"],
    async handle({ http, school, caller }) {
      const id = partOf(http, "id");
      const body = await bodyOf(
        http,
        z.strictObject({
          name: NAME.optional(),
          role: z.enum(ROLES).optional(),
          login: LOGIN_NAME.optional(),
          password: PASSWORD.optional(),
          class: SHORT.optional(),
          number: SHORT.optional(),
        }),
      );
      const person = await findPerson(school, id);
      if (person === undefined) throw new Refused(404, "there is no such person");
      if (body.password !== undefined) refuseWeak(body.password, body.login ?? person.login ?? "");
      if (body.role !== undefined && body.role !== "administrator") await keepAdministrator(school, person.id);
      const { name, role, login, password, class: group, number } = body;
      await free(() =>
        changePerson(school, id, {
          ...(name !== undefined && { name }),
          ...(role !== undefined && { role }),
          ...(login !== undefined && { login }),
          ...(password !== undefined && { password }),
          ...(group !== undefined && { class: group }),
          ...(number !== undefined && { number }),
        }),
      );
      await writeAudit(school, caller, "change-person", id, Object.keys(body).join(" "));
      return http.json(await findPerson(school, id));
    },
  },
  {
    method: "delete",
    path: "/api/people/:id",
    access: ["administrator"],
    async handle({ http, school, room, caller }) {
      const id = partOf(http, "id");
      await keepAdministrator(school, id);
      await endSessionsOf(room, id);
      if (!(await erasePerson(school, id))) throw new Refused(404, "there is no such person");
      await writeAudit(school, caller, "erase-person", id);
      return http.json({});
    },
  },
  {
    method: "get",
    path: "/api/audit",
    access: ["administrator"],
    handle: async ({ http, school }) => http.json(await readAudit(school, 500)),
  },
];

/** Sessions of a person that is to be erased end first. */
export async function endSessionsOf(room: RouteContext["room"], person: string): Promise<void> {
  for (const { session } of room.rows) {
    if (session?.student !== person) continue;
    const live = room.session(session.id);
    if (live !== undefined) await live.stop("The student's record was erased.");
  }
  room.forget(person);
}

async function keepAdministrator(school: RouteContext["school"], id: string): Promise<void> {
  const person = await findPerson(school, id);
  if (person?.role === "administrator" && (await countAdministrators(school, id)) === 0)
    throw new Refused(409, "this is the only administrator: make another one first");
}

function refuseWeak(password: string, login: string): void {
  const problem = passwordProblem(password, login);
  if (problem !== undefined) throw new Refused(400, `password: ${problem}`);
}

async function free<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LoginTaken) throw new Refused(409, "this login is taken");
    throw error;
  }
}
