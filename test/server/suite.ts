/** What holds for a school on every database. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { unpackRecord } from "../../exercises/record.js";
import { ROUTES } from "../../server/app.js";
import { backup, restore } from "../../server/backup.js";
import type { Database } from "../../server/database/database.js";
import type { ToSeat } from "../../server/protocol.js";
import { LOGIN } from "../../server/store/people.js";
import { CODE_LASTS, SEAT_LASTS } from "../../server/store/seats.js";
import { type Classroom, type Client, openClassroom, PASSWORD, until } from "./classroom.js";
import type { TestDatabase } from "./databases.js";

/** Status of the answer to a WebSocket that wants to open; 101: it is open. */
function upgradeStatus(url: string, cookie: string, origin: string | undefined): Promise<number> {
  const socket = new WebSocket(url.replace("http", "ws"), {
    headers: { ...(cookie !== "" && { cookie }), ...(origin !== undefined && { origin }) },
  });
  return new Promise((done) => {
    socket.on("error", () => undefined);
    socket.on("unexpected-response", (_request, { statusCode = 0 }) => done(statusCode));
    socket.on("open", () => {
      socket.terminate();
      done(101);
    });
  });
}

/** Runs the suite on a database. */
export function schoolSuite(open: () => Promise<TestDatabase>): void {
  let base: TestDatabase;
  let database: Database;
  let room: Classroom;
  beforeAll(async () => {
    base = await open();
  });
  afterAll(() => base?.end());
  beforeEach(async () => {
    database = await base.empty();
    room = await openClassroom(database);
  });
  afterEach(() => room.end());

  const filled = (path: string) =>
    path.replace(":exercise", "tiny").replace(":id", "nobody").replace(":path", "task.md");

  describe("who may do what", () => {
    test("without a login nothing can be read or changed, but what signing in needs", async () => {
      const open = ["GET /api/state", "POST /api/set-up", "POST /api/sign-in", "POST /api/sign-out", "POST /api/pair"];
      expect(
        ROUTES.filter(({ access }) => access === "anyone").map((r) => `${r.method.toUpperCase()} ${r.path}`),
      ).toEqual(open);
      const client = room.client();
      for (const { method, path, access } of ROUTES) {
        if (access === "anyone") continue;
        const { status } = await client.ask(method.toUpperCase(), filled(path));
        expect([method, path, status]).toEqual([method, path, 401]);
      }
    });

    test("every role gets what is its own, and 403 for the rest", async () => {
      const paired = await room.pair();
      const clients: [string, Client][] = [["seat", paired.client]];
      for (const role of ["administrator", "instructor", "student"] as const)
        clients.push([role, await room.signedIn(role)]);
      for (const { method, path, access } of ROUTES) {
        // these would end the seat or the login that the next ones need
        if (access === "anyone" || (method === "delete" && path === "/api/seat")) continue;
        for (const [role, client] of clients) {
          const { status } = await client.ask(method.toUpperCase(), filled(path));
          const allowed = (access as readonly string[]).includes(role);
          expect([role, method, path, status === 403 || status === 401]).toEqual([role, method, path, !allowed]);
          expect(status, `${role} ${method} ${path}`).toBeLessThan(500);
        }
      }
    });

    test("a student sees the own record and no other", async () => {
      const student = await room.signedIn("student");
      const { status, body } = await student.get("/api/record");
      expect([status, body.student.name]).toEqual([200, "Sam Student"]);
      expect((await student.get(`/api/students/${room.ids.other}`)).status).toBe(403);
      expect((await student.get("/api/students")).status).toBe(403);
    });

    test("WebSockets need a login of staff or a seat, and a page of this school", async () => {
      const [instructor, student] = [await room.signedIn("instructor"), await room.signedIn("student")];
      const { id, client } = await room.pair();
      const view = `/api/seats/${id}/view`;
      const answers: [string, string, string | undefined, number][] = [
        ...(["/api/console", "/api/seat/live", view].map((path) => [path, "", undefined, 401]) as typeof answers),
        ["/api/console", student.cookie, undefined, 403],
        [view, student.cookie, undefined, 403],
        ["/api/console", client.cookie, undefined, 401],
        ["/api/console", instructor.cookie, "https://evil.example", 403],
        ["/api/console", instructor.cookie, room.running.url, 101],
        ["/api/seats/nobody/view", instructor.cookie, undefined, 404],
        ["/api/elsewhere", instructor.cookie, undefined, 404],
      ];
      for (const [path, cookie, origin, status] of answers)
        expect([path, await upgradeStatus(room.running.url + path, cookie, origin)]).toEqual([path, status]);
    });

    test("every answer has the headers that keep pages, types and addresses to themselves; no answer is kept", async () => {
      const client = room.client();
      for (const path of ["/", "/instructor", "/api/state", "/api/students", "/api/nothing"]) {
        const { headers } = await client.get(path);
        const has = (name: string) => headers.get(name);
        expect([path, has("x-content-type-options"), has("referrer-policy")]).toEqual([path, "nosniff", "no-referrer"]);
        expect([path, has("x-frame-options"), has("cross-origin-opener-policy")]).toEqual([
          path,
          "SAMEORIGIN",
          "same-origin",
        ]);
        for (const rule of ["default-src 'self'", "object-src 'self'", "base-uri 'none'", "frame-ancestors 'self'"])
          expect([path, has("content-security-policy")]).toEqual([path, expect.stringContaining(rule)]);
        expect([path, has("server"), has("x-powered-by")]).toEqual([path, null, null]);
        if (path.startsWith("/api")) expect([path, has("cache-control")]).toEqual([path, "no-store"]);
      }
    });

    test("a page of another site is refused, and so is a body that is no JSON", async () => {
      const instructor = await room.signedIn("instructor");
      const post = (headers: Record<string, string>, body = "{}") =>
        instructor.ask("POST", "/api/students", body, headers);
      const json = { "content-type": "application/json" };
      expect((await post({ ...json, origin: "https://evil.example" })).status).toBe(403);
      expect((await post({ ...json, origin: room.running.url })).status).toBe(400);
      expect((await post({ "content-type": "text/plain" })).status).toBe(415);
      expect((await post(json, "{")).body.error).toBe("the body is no JSON");
      expect((await post(json, `{"name":"${"x".repeat(70_000)}"}`)).status).toBe(413);
    });
  });

  describe("logins", () => {
    test("a wrong password and an unknown name get the same answer, and only so many tries", async () => {
      const client = room.client();
      const wrong = (login: string) => client.post("/api/sign-in", { login, password: "not the right one" });
      const answers = [await wrong("instructor"), await wrong("nobody")];
      expect(answers.map(({ status, body }) => [status, body])).toEqual([
        [401, { error: "name or password is wrong" }],
        [401, { error: "name or password is wrong" }],
      ]);
      for (let k = 0; k < 9; k++) await wrong("instructor");
      const refused = await client.post("/api/sign-in", { login: "instructor", password: PASSWORD });
      expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
      room.later(600_000);
      expect((await client.post("/api/sign-in", { login: "instructor", password: PASSWORD })).status).toBe(200);
    });

    test("the cookie cannot be read by scripts or sent by other sites; no token is in the database", async () => {
      const { headers } = await room.client().post("/api/sign-in", { login: "instructor", password: PASSWORD });
      const cookie = headers.getSetCookie()[0];
      for (const attribute of ["HttpOnly", "SameSite=Strict", "Path=/", `Max-Age=${LOGIN.longest / 1000}`])
        expect(cookie).toContain(attribute);
      const token = /=([^;]+)/.exec(cookie)?.[1] ?? "";
      expect(token.length).toBeGreaterThan(40);
      const rows = await database.query("select row_to_json(l)::text as row from logins l");
      expect(JSON.stringify(rows)).not.toContain(token);
      expect(JSON.stringify(await database.query("select password from people"))).not.toContain(PASSWORD);
    });

    test("a login ends when it is not used, after a day in any case, by signing out, and with a new password", async () => {
      const ok = async (client: Client) => (await client.get("/api/students")).status === 200;
      const idle = await room.signedIn("instructor");
      room.later(LOGIN.idle - 60_000);
      expect(await ok(idle)).toBe(true);
      room.later(LOGIN.idle + 1000);
      expect(await ok(idle)).toBe(false);
      const busy = await room.signedIn("instructor");
      for (let k = 0; k < 4; k++) {
        room.later(LOGIN.idle - 1000);
        if (k < 2) expect(await ok(busy)).toBe(true);
      }
      expect(await ok(busy)).toBe(false);
      const [out, changed, others] = [
        await room.signedIn("instructor"),
        await room.signedIn("instructor"),
        await room.signedIn("instructor"),
      ];
      const copy = out.cookie;
      await out.post("/api/sign-out");
      out.cookie = copy;
      expect(await ok(out)).toBe(false);
      const next = "another long secret";
      expect((await changed.post("/api/password", { old: "wrong", new: next })).status).toBe(403);
      expect((await changed.post("/api/password", { old: PASSWORD, new: "short" })).status).toBe(400);
      expect((await changed.post("/api/password", { old: PASSWORD, new: next })).status).toBe(200);
      expect([await ok(changed), await ok(others)]).toEqual([true, false]);
    });

    test("the first administrator is made once, by the printed secret", async () => {
      const fresh = await openFresh();
      const { setUpToken } = fresh;
      const client = new (room.client().constructor as new (url: string) => Client)(fresh.url);
      expect((await client.get("/api/state")).body).toMatchObject({ setUp: false, person: null });
      const body = { name: "Ada", login: "ada", password: PASSWORD };
      expect((await client.post("/api/set-up", { ...body, token: "guess" })).status).toBe(403);
      expect(
        (await client.post("/api/set-up", { ...body, token: setUpToken, password: "ada ada ada ada" })).status,
      ).toBe(400);
      expect((await client.post("/api/set-up", { ...body, token: setUpToken })).body.person).toMatchObject({
        role: "administrator",
      });
      expect((await client.post("/api/set-up", { ...body, token: setUpToken, login: "eve" })).status).toBe(409);
      expect((await client.get("/api/audit")).body.map(({ action }: { action: string }) => action)).toEqual(["set-up"]);
      await fresh.close();
    });

    async function openFresh() {
      await room.end();
      const { startSchool } = await import("../../server/start-school.js");
      const { tinyLoader } = await import("./tiny-exercise.js");
      const { CHEAP } = await import("./classroom.js");
      const empty = await base.empty();
      const fresh = await startSchool({
        database: empty,
        exercises: [],
        loader: tinyLoader,
        pages: null,
        port: 0,
        host: "127.0.0.1",
        passwordCost: CHEAP,
      });
      return fresh;
    }

    test("there is always an administrator, and no two people with one login", async () => {
      const admin = await room.signedIn("administrator");
      expect((await admin.ask("DELETE", `/api/people/${room.ids.administrator}`)).status).toBe(409);
      expect((await admin.ask("PATCH", `/api/people/${room.ids.administrator}`, { role: "student" })).status).toBe(409);
      const body = { name: "Second", role: "instructor", login: "INSTRUCTOR", password: PASSWORD };
      expect((await admin.post("/api/people", body)).status).toBe(409);
      expect((await admin.post("/api/people", { ...body, login: "second" })).status).toBe(201);
    });
  });

  describe("students", () => {
    test("are imported as a whole or not at all, searched and exported", async () => {
      const instructor = await room.signedIn("instructor");
      const send = (text: string) =>
        instructor.ask("POST", "/api/students/import", text, { "content-type": "text/csv" });
      const bad = await send("name,class\nAnna,A\n,B\n");
      expect([bad.status, bad.body.error]).toEqual([400, expect.stringContaining("line 3: name")]);
      expect((await send("who\nAnna\n")).body.error).toContain('line 1: expected a column "name"');
      expect((await send('name;class;number\n"Berg; Anna";A;7\n=cmd();B;8\n')).body).toEqual({ added: 2 });
      const found = (await instructor.get("/api/students?search=berg")).body;
      expect(found.map(({ name, class: group }: { name: string; class: string }) => [name, group])).toEqual([
        ["Berg; Anna", "A"],
      ]);
      const { body, headers } = await instructor.get("/api/students/export");
      expect(headers.get("content-disposition")).toContain("students.csv");
      expect(body).toContain('"Berg; Anna",A,7');
      // a spreadsheet must not run it
      expect(body).toContain("'=cmd()");
      expect((await send(`name\n${"x\n".repeat(2001)}`)).status).toBe(400);
      expect((await send(`name\n${"x".repeat(1_000_001)}`)).status).toBe(413);
    });

    test("an erased student leaves nothing but the line that says so", async () => {
      const instructor = await room.signedIn("instructor");
      const { id, seat } = await room.pair();
      await seat.connect();
      const { body: session } = await instructor.post("/api/sessions", {
        seat: id,
        exercise: "tiny",
        student: room.ids.student,
      });
      const { order } = await seat.until<Extract<ToSeat, { type: "start" }>>(({ type }) => type === "start");
      seat.frames(order, 0, [0.1, 0.2], [{ time: 0, kind: "touch", text: "Sam Student touched" }]);
      await seat.until((m) => m.type === "taken" && m.next === 2);
      await instructor.ask("PATCH", `/api/sessions/${session.id}`, { notes: "Sam Student is late" });
      const exported = await instructor.get(`/api/students/${room.ids.student}/export`);
      expect(exported.body.sessions[0].notes).toBe("Sam Student is late");
      expect((await instructor.ask("DELETE", `/api/students/${room.ids.student}`)).status).toBe(200);
      const admin = await room.signedIn("administrator");
      const left = Buffer.from(await backup(database));
      const { gunzipSync } = await import("node:zlib");
      expect(gunzipSync(left).toString("utf8")).not.toContain("Sam Student");
      expect(JSON.stringify((await instructor.get("/api/seats")).body)).not.toContain("Sam Student");
      expect(
        (await admin.get("/api/audit")).body.find(({ action }: { action: string }) => action === "erase-student"),
      ).toMatchObject({
        action: "erase-student",
        subject: room.ids.student,
      });
      expect((await admin.get(`/api/students/${room.ids.student}`)).status).toBe(404);
    });
  });

  describe("seats", () => {
    test("join by a code that works once and for ten minutes", async () => {
      const instructor = await room.signedIn("instructor");
      const { body } = await instructor.post("/api/seats/codes", { name: "Seat 1" });
      expect(body.code).toMatch(/^[A-Z0-9]{8}$/);
      const client = room.client();
      const typed = `${body.code.slice(0, 4).toLowerCase()} - ${body.code.slice(4)}`;
      const { headers, body: seat } = await client.post("/api/pair", { code: typed });
      expect(headers.getSetCookie()[0]).toContain(`Max-Age=${SEAT_LASTS / 1000}`);
      expect((await client.get("/api/seat")).body).toEqual({ id: seat.id, name: "Seat 1" });
      expect((await room.client().post("/api/pair", { code: body.code })).status).toBe(403);
      const late = (await instructor.post("/api/seats/codes", { name: "Seat 2" })).body.code;
      room.later(CODE_LASTS + 1000);
      expect((await room.client().post("/api/pair", { code: late })).status).toBe(403);
      room.later(SEAT_LASTS);
      expect((await client.get("/api/seat")).status).toBe(401);
    });

    test("codes cannot be guessed: tries are limited", async () => {
      const client = room.client();
      const statuses: number[] = [];
      for (let k = 0; k < 12; k++) statuses.push((await client.post("/api/pair", { code: "AAAAAAAA" })).status);
      expect(statuses.slice(0, 10).every((status) => status === 403)).toBe(true);
      expect(statuses.at(-1)).toBe(429);
    });

    test("a seat that is taken out of the school is told so and cannot come back", async () => {
      const { id, seat, client } = await room.pair();
      await seat.connect();
      const instructor = await room.signedIn("instructor");
      expect((await instructor.ask("DELETE", `/api/seats/${id}`)).status).toBe(200);
      await seat.until(({ type }) => type === "unpaired");
      await expect(seat.connect()).rejects.toThrow("refused");
      expect((await client.get("/api/seat")).status).toBe(401);
    });
  });

  describe("sessions", () => {
    const begin = async (student: string | null = room.ids.student) => {
      const instructor = await room.signedIn("instructor");
      const { id, seat } = await room.pair();
      await seat.connect();
      const { body: session } = await instructor.post("/api/sessions", { seat: id, exercise: "tiny", student });
      const { order } = await seat.until<Extract<ToSeat, { type: "start" }>>(({ type }) => type === "start");
      return { instructor, id, seat, session, order };
    };

    test("an exercise runs to its grade, which is in the database before the seat is told", async () => {
      const { instructor, seat, session, order } = await begin();
      expect(order).toMatchObject({ title: "Tiny trench", student: "Sam Student", scene: "excavator", next: 0 });
      seat.frames(order, 0, [0.2, 0.4], [{ time: 0.1, kind: "touch", text: "bucket and pipe" }]);
      await seat.until((m) => m.type === "report" && m.progress === 0.4);
      seat.frames(order, 2, [0.7, 1]);
      const graded = await seat.until<Extract<ToSeat, { type: "graded" }>>(({ type }) => type === "graded");
      expect(graded.grade).toMatchObject({ score: 80, passed: true });
      const { body } = await instructor.get(`/api/sessions/${session.id}`);
      expect(body).toMatchObject({ state: "finished", score: 80, passed: true, progress: 1, duration: 0.4 });
      expect(body.assessment.items[0].value).toBe(4);
      const kinds = body.events.map(({ source, kind }: { source: string; kind: string }) => `${source} ${kind}`);
      expect(kinds).toEqual([
        "server started",
        "seat touch",
        "exercise touched",
        "exercise message",
        "seat touch",
        "exercise touched",
        "exercise message",
      ]);
      const { body: record } = await (await room.signedIn("student")).get("/api/record");
      expect(record.sessions[0]).toMatchObject({ score: 80, title: "Tiny trench" });
      expect((await instructor.get("/api/class-means")).body).toEqual({ tiny: 80 });
    });

    test("its report is a page and a PDF, and its record has every frame; nobody else's student gets them", async () => {
      const { seat, session, order } = await begin();
      seat.frames(order, 0, [0.2, 0.4], [{ time: 0.1, kind: "touch", text: "<b>bucket</b> and pipe" }]);
      seat.frames(order, 2, [0.7, 1]);
      await seat.until(({ type }) => type === "graded");
      const [own, other] = [await room.signedIn("student"), await room.signedIn("other")];
      const path = (what: string) => `/api/sessions/${session.id}/${what}`;
      const page = await own.get(path("report"));
      expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
      for (const text of ["Tiny trench", "Sam Student", "Seat 1", "80</b> of 100", "You have touched the pipe."])
        expect(page.body).toContain(text);
      expect(page.body).not.toContain("<b>bucket");
      const pdf = await own.get(path("report?form=pdf"));
      expect([pdf.headers.get("content-type"), pdf.body.slice(0, 5)]).toEqual(["application/pdf", "%PDF-"]);
      const bytes = await fetch(room.running.url + path("record"), { headers: { cookie: own.cookie } });
      const { exercise, frames } = unpackRecord(new Uint8Array(await bytes.arrayBuffer()));
      expect([exercise, frames.map(({ sensors }) => sensors.depth)]).toEqual(["tiny", [0.2, 0.4, 0.7, 1]]);
      for (const what of ["report", "record"]) expect((await other.get(path(what))).status).toBe(404);
    });

    test("faults, messages, pause and stop reach the seat and the log", async () => {
      const { instructor, id, seat, session, order } = await begin();
      const act = (path: string, body: unknown = {}) => instructor.post(`/api/sessions/${session.id}/${path}`, body);
      expect((await act("faults", { fault: "engine-stall", on: true })).status).toBe(200);
      expect((await act("faults", { fault: "meteor", on: true })).status).toBe(400);
      await seat.until((m) => m.type === "fault" && m.fault === "engine-stall" && m.on);
      await instructor.post(`/api/seats/${id}/messages`, { text: "Keep the bottom level" });
      expect(await seat.until(({ type }) => type === "message")).toMatchObject({
        text: "Keep the bottom level",
        from: "Ines Instructor",
      });
      await act("pause");
      await seat.until((m) => m.type === "pause" && m.paused);
      expect((await instructor.get("/api/seats")).body[0]).toMatchObject({
        session: { state: "paused" },
        faults: ["engine-stall"],
      });
      await act("resume");
      seat.frames(order, 0, [0.5]);
      await seat.until((m) => m.type === "report");
      expect((await act("stop")).status).toBe(200);
      await seat.until(({ type }) => type === "stop");
      const { body } = await instructor.get(`/api/sessions/${session.id}`);
      expect(body).toMatchObject({ state: "stopped", score: null, progress: 0.5 });
      expect(body.events.map(({ kind }: { kind: string }) => kind)).toEqual([
        "started",
        "fault-engine-stall",
        "message",
        "paused",
        "resumed",
        "stopped",
      ]);
      expect((await act("pause")).status).toBe(404);
      expect((await instructor.get("/api/seats")).body[0].faults).toEqual([]);
    });

    test("a seat whose network is cut goes on where the server is: no frame is lost, none counts twice", async () => {
      const { instructor, seat, session, order } = await begin();
      const depths = Array.from({ length: 40 }, (_, k) => (k + 1) / 40);
      seat.frames(order, 0, depths.slice(0, 10));
      await seat.until((m) => m.type === "taken" && m.next === 10);
      seat.cut();
      await until(async () => ((await instructor.get("/api/seats")).body[0].connected ? undefined : true));
      seat.heard.length = 0;
      await seat.connect();
      const welcome = await seat.until<Extract<ToSeat, { type: "welcome" }>>(({ type }) => type === "welcome");
      expect(welcome.order).toMatchObject({ session: session.id, next: 10 });
      // what the seat does not know to be taken is sent again, and a gap is not accepted
      seat.frames(order, 25, depths.slice(25));
      seat.frames(order, 5, depths.slice(5, 30));
      seat.frames(order, 30, depths.slice(30));
      await seat.until(({ type }) => type === "graded");
      const { body } = await instructor.get(`/api/sessions/${session.id}`);
      expect([body.state, body.assessment.items[0].value]).toEqual(["finished", 40]);
    });

    test("a server that starts again goes on with what was under way", async () => {
      const { seat, session, order } = await begin();
      seat.frames(
        order,
        0,
        Array.from({ length: 10 }, () => 0.25),
        [{ time: 0, kind: "touch", text: "" }],
      );
      await seat.until((m) => m.type === "taken" && m.next === 10);
      seat.cut();
      // as after SIGKILL: nothing is closed in order, another server opens the same database
      const again = await openClassroomAgain();
      const seats = (await again.instructor.get("/api/seats")).body;
      expect(seats[0]).toMatchObject({ connected: false, session: { id: session.id, state: "running" } });
      const back = again.seatOf(seat);
      await back.connect();
      const { order: next } = await back.until<Extract<ToSeat, { type: "welcome" }>>(({ type }) => type === "welcome");
      expect(next).toMatchObject({ session: session.id, next: 10 });
      back.frames(order, 10, [0.5, 1]);
      const { grade } = await back.until<Extract<ToSeat, { type: "graded" }>>(({ type }) => type === "graded");
      expect([grade.score, grade.items[0].value]).toEqual([0, 12]);
      await again.end();
    });

    async function openClassroomAgain() {
      const { startSchool } = await import("../../server/start-school.js");
      const { tinyLoader, writeTiny } = await import("./tiny-exercise.js");
      const { CHEAP, Client: OneClient, FakeSeat } = await import("./classroom.js");
      const { mkdtempSync } = await import("node:fs");
      const folder = mkdtempSync(`${(await import("node:os")).tmpdir()}/stiction-again-`);
      writeTiny(folder);
      const running = await startSchool({
        database,
        exercises: [folder],
        loader: tinyLoader,
        pages: null,
        port: 0,
        host: "127.0.0.1",
        passwordCost: CHEAP,
      });
      const instructor = new OneClient(running.url);
      await instructor.post("/api/sign-in", { login: "instructor", password: PASSWORD });
      return {
        instructor,
        seatOf: (seat: { readonly cookie: string } | object) =>
          new FakeSeat(running.url, (seat as { cookie: string }).cookie),
        end: () => running.close(),
      };
    }

    test("one session at a time for a seat and for a student, and none on a seat that is away", async () => {
      const { instructor, id, seat } = await begin();
      const start = (where: string, student: string | null = null) =>
        instructor.post("/api/sessions", { seat: where, exercise: "tiny", student });
      expect((await start(id)).status).toBe(409);
      const second = await room.pair("Seat 2");
      expect((await start(second.id)).body.error).toContain("not reached");
      await second.seat.connect();
      expect((await start(second.id, room.ids.student)).body.error).toContain("at another seat");
      expect((await start(second.id, room.ids.other)).status).toBe(201);
      expect((await start(second.id, room.ids.instructor)).status).toBe(404);
      seat.cut();
    });

    test("what a seat sends is bounded and checked", async () => {
      const { seat, order } = await begin(null);
      const closed = new Promise<number>((done) => seat.socket?.once("close", done));
      seat.socket?.send(JSON.stringify({ type: "frames", session: order.session, first: -1, frames: [] }));
      expect(await closed).toBe(1003);
      await seat.connect();
      const tooMany = new Promise<number>((done) => seat.socket?.once("close", done));
      while (seat.socket?.readyState === WebSocket.OPEN) {
        for (let k = 0; k < 700; k++) seat.send({ type: "read", id: "none" });
        await new Promise((done) => setTimeout(done, 1));
      }
      expect(await tooMany).toBe(1008);
      await seat.connect();
      const tooBig = new Promise<number>((done) => seat.socket?.once("close", done));
      seat.socket?.send("x".repeat(1_100_000));
      expect(await tooBig).toBe(1009);
    });
  });

  describe("documents", () => {
    test("of the exercise and of the school are shown and never run; names and sizes are bounded", async () => {
      const instructor = await room.signedIn("instructor");
      const path = (name: string) => `/api/exercises/tiny/documents/${name}`;
      const shipped = await instructor.get(path("task.md"));
      expect([shipped.body, shipped.headers.get("content-security-policy")]).toEqual([
        "# Task\n\nDig to **1 m**.\n",
        expect.stringContaining("default-src 'none'"),
      ]);
      const put = (name: string, body: string) =>
        instructor.ask("PUT", path(name), body, { "content-type": "application/octet-stream" });
      expect((await put("rules.md", "# Rules of the yard")).status).toBe(201);
      expect((await instructor.get(path("rules.md"))).body).toBe("# Rules of the yard");
      expect((await instructor.get("/api/exercises")).body[0].documents.map((d: { path: string }) => d.path)).toEqual([
        "task.md",
        "rules.md",
      ]);
      expect((await put("task.md", "mine")).status).toBe(409);
      expect((await put("page.html", "<script>")).status).toBe(400);
      expect((await put("plan.pdf", "no PDF")).status).toBe(400);
      expect((await put("..%2f..%2fx.md", "out")).status).toBe(400);
      expect((await instructor.get(path("..%2f..%2fpackage.json"))).status).toBe(404);
      expect((await put("big.md", "x".repeat(8_000_001))).status).toBe(413);
      expect((await instructor.ask("DELETE", path("rules.md"))).status).toBe(200);
      expect((await instructor.get(path("rules.md"))).status).toBe(404);
    });
  });

  test("a backup has the whole school; it goes into an empty one only, unless told otherwise", async () => {
    const instructor = await room.signedIn("instructor");
    const admin = await room.signedIn("administrator");
    await instructor.post("/api/students", { name: "Änna „B“", class: "1" });
    const before = (await instructor.get("/api/students")).body;
    const content = await backup(database);
    expect((await admin.get("/api/backup")).status).toBe(200);
    await expect(restore(database, content)).rejects.toThrow("--replace");
    await expect(restore(database, Buffer.from("noise"), { replace: true })).rejects.toThrow("no backup");
    await database.query("delete from people where role = 'student'");
    await restore(database, content, { replace: true });
    // all logins are over: the backup has none
    expect((await instructor.get("/api/students")).status).toBe(401);
    const again = await room.signedIn("instructor");
    expect((await again.get("/api/students")).body).toEqual(before);
    // numbers of the database go on
    expect((await again.post("/api/students", { name: "Next" })).status).toBe(201);
  });
}
