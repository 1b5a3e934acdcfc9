/** Seats and sessions. */
import { z } from "zod";
import { FAULTS } from "../faults.js";
import type { LiveSeat } from "../live/live-seat.js";
import type { LiveSession } from "../live/live-session.js";
import { NotNow } from "../live/room.js";
import { writeAudit } from "../store/audit.js";
import { findPerson } from "../store/people.js";
import { addPairCode, CODE_LASTS, pairSeat, removeSeat, renameSeat } from "../store/seats.js";
import { assessmentOf, eventsOf, findSession, listSessions, setNotes } from "../store/sessions.js";
import { NAME } from "./accounts.js";
import { bodyOf, partOf, Refused, type Route, type RouteContext, STAFF } from "./route.js";

export const classroomRoutes: readonly Route[] = [
  { method: "get", path: "/api/seats", access: STAFF, handle: ({ http, room }) => http.json(room.rows) },
  {
    method: "post",
    path: "/api/seats/codes",
    access: STAFF,
    async handle({ http, school, caller }) {
      const { name } = await bodyOf(http, z.strictObject({ name: NAME }));
      const code = await addPairCode(school, name, caller.id);
      if (code === undefined)
        throw new Refused(409, "too many codes wait for their seats: use them, or wait ten minutes");
      await writeAudit(school, caller, "pair-code", "", name);
      return http.json({ code, lasts: CODE_LASTS / 1000 }, 201);
    },
  },
  {
    method: "post",
    path: "/api/pair",
    access: "anyone",
    async handle({ http, school, room, caller, server }) {
      const { code } = await bodyOf(http, z.strictObject({ code: z.string().min(1).max(40) }));
      server.limits.pair(caller.address);
      const paired = await pairSeat(school, code);
      if (paired === undefined)
        throw new Refused(403, "this code is not valid, or it is more than ten minutes old: ask for another one");
      server.cookies.set(http, "seat", paired.token);
      room.addSeat(paired.seat);
      await writeAudit(school, { ...caller, id: paired.seat.id, role: "seat" }, "pair", paired.seat.id);
      return http.json({ id: paired.seat.id, name: paired.seat.name }, 201);
    },
  },
  {
    method: "get",
    path: "/api/seat",
    access: ["seat"],
    handle: ({ http, caller }) => http.json({ id: caller.id, name: caller.name }),
  },
  {
    method: "delete",
    path: "/api/seat",
    access: ["seat"],
    async handle({ http, school, room, caller, server }) {
      await room.removeSeat(caller.id);
      await removeSeat(school, caller.id);
      server.cookies.clear(http, "seat");
      await writeAudit(school, caller, "unpair", caller.id);
      return http.json({});
    },
  },
  {
    method: "patch",
    path: "/api/seats/:id",
    access: STAFF,
    async handle({ http, school, room }) {
      const { name } = await bodyOf(http, z.strictObject({ name: NAME }));
      const id = partOf(http, "id");
      if (!(await renameSeat(school, id, name))) throw new Refused(404, "there is no such seat");
      room.renameSeat(id, name);
      return http.json({});
    },
  },
  {
    method: "delete",
    path: "/api/seats/:id",
    access: STAFF,
    async handle({ http, school, room, caller }) {
      const id = partOf(http, "id");
      await room.removeSeat(id);
      if (!(await removeSeat(school, id))) throw new Refused(404, "there is no such seat");
      await writeAudit(school, caller, "unpair", id);
      return http.json({});
    },
  },
  {
    method: "post",
    path: "/api/seats/:id/messages",
    access: STAFF,
    async handle({ http, room, caller }) {
      const { text } = await bodyOf(http, z.strictObject({ text: z.string().trim().min(1).max(400) }));
      const seat = seatOf(room, partOf(http, "id"));
      if (!seat.connected) throw new Refused(409, "the seat is not reached");
      room.say(seat, text, caller.name);
      return http.json({});
    },
  },
  {
    method: "get",
    path: "/api/sessions",
    access: STAFF,
    handle: async ({ http, school }) => http.json(await listSessions(school, { most: 200 })),
  },
  {
    method: "post",
    path: "/api/sessions",
    access: STAFF,
    async handle({ http, school, room, caller }) {
      const body = await bodyOf(
        http,
        z.strictObject({
          seat: z.string().max(60),
          exercise: z.string().max(120),
          student: z.string().max(60).nullable().default(null),
          seed: z
            .int()
            .min(0)
            .max(2 ** 31 - 1)
            .optional(),
        }),
      );
      seatOf(room, body.seat);
      const exercise = school.exercises.find(body.exercise);
      if (exercise === undefined) throw new Refused(404, `there is no exercise "${body.exercise}"`);
      const student = body.student === null ? null : await findPerson(school, body.student);
      if (student === undefined || (student !== null && student.role !== "student"))
        throw new Refused(404, "there is no such student");
      const session = await attempt(() => room.start(body.seat, exercise, student, body.seed));
      await writeAudit(school, caller, "start", session.id, exercise.id);
      return http.json(session, 201);
    },
  },
  {
    method: "get",
    path: "/api/sessions/:id",
    access: STAFF,
    async handle({ http, school, room }) {
      const id = partOf(http, "id");
      const row = room.session(id)?.row ?? (await findSession(school, id));
      if (row === undefined) throw new Refused(404, "there is no such session");
      return http.json({ ...row, assessment: await assessmentOf(school, id), events: await eventsOf(school, id) });
    },
  },
  {
    method: "patch",
    path: "/api/sessions/:id",
    access: STAFF,
    async handle({ http, school, room }) {
      const id = partOf(http, "id");
      const { notes } = await bodyOf(http, z.strictObject({ notes: z.string().max(8000) }));
      if (!(await setNotes(school, id, notes))) throw new Refused(404, "there is no such session");
      const live = room.session(id);
      if (live !== undefined) live.row = { ...live.row, notes };
      return http.json({});
    },
  },
  ...(["pause", "resume"] as const).map(
    (action): Route => ({
      method: "post",
      path: `/api/sessions/:id/${action}`,
      access: STAFF,
      async handle({ http, room }) {
        await room.pause(sessionOf(room, partOf(http, "id")), action === "pause");
        return http.json({});
      },
    }),
  ),
  {
    method: "post",
    path: "/api/sessions/:id/stop",
    access: STAFF,
    async handle({ http, school, room, caller }) {
      const session = sessionOf(room, partOf(http, "id"));
      await room.stop(session);
      await writeAudit(school, caller, "stop", session.id);
      return http.json({});
    },
  },
  {
    method: "post",
    path: "/api/sessions/:id/faults",
    access: STAFF,
    async handle({ http, room }) {
      const { fault, on } = await bodyOf(http, z.strictObject({ fault: z.enum(FAULTS), on: z.boolean() }));
      room.setFault(sessionOf(room, partOf(http, "id")), fault, on);
      return http.json({});
    },
  },
];

function seatOf(room: RouteContext["room"], id: string): LiveSeat {
  const seat = room.seat(id);
  if (seat === undefined) throw new Refused(404, "there is no such seat");
  return seat;
}

function sessionOf(room: RouteContext["room"], id: string): LiveSession {
  const session = room.session(id);
  if (session === undefined) throw new Refused(404, "there is no such session under way");
  return session;
}

async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotNow) throw new Refused(409, error.message);
    throw error;
  }
}
