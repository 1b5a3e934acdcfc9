/** What is left of a session: its report as a page and as PDF, and its record, from which everything can be made again. */
import { type ReportedSession, reportContent } from "../../exercises/assess/report-content.js";
import { reportHtml } from "../../exercises/assess/report-html.js";
import { packRecord } from "../../exercises/record.js";
import { frameOf } from "../live/live-session.js";
import type { SessionEvent, SessionRow } from "../protocol.js";
import { assessmentOf, eventsOf, findSession, framesOf } from "../store/sessions.js";
import { partOf, Refused, type Route, type RouteContext } from "./route.js";

/** Students read their own. */
const READERS = ["administrator", "instructor", "student"] as const;

export const reportRoutes: readonly Route[] = [
  {
    method: "get",
    path: "/api/sessions/:id/report",
    access: READERS,
    async handle(context) {
      const { http, school } = context;
      const row = await sessionFor(context);
      const events = await eventsOf(school, row.id);
      const content = reportContent({
        exercise: exerciseFor(context, row),
        frames: (await framesOf(school, row.id)).map(frameOf),
        messages: events.filter(isMessage).map(({ time, level, text }) => ({ time, level, text })),
        // what the seat saw is in its frames
        events: events.filter((event) => event.source !== "seat" && !isMessage(event)),
        grade: (await assessmentOf(school, row.id)) ?? undefined,
        ...(row.studentName !== null && { trainee: row.studentName }),
        date: `${row.started.slice(0, 16).replace("T", " ")} UTC, ${row.seatName}`,
      });
      const asPdf = http.req.query("form") === "pdf";
      const headers = {
        "Content-Type": asPdf ? "application/pdf" : "text/html; charset=utf-8",
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
        "Content-Disposition": asPdf ? 'inline; filename="report.pdf"' : "inline",
      };
      if (!asPdf) return http.body(reportHtml(content), 200, headers);
      const { reportPdf } = await import("../../exercises/assess/report-pdf.js");
      return http.body(Uint8Array.from(await reportPdf(content)).buffer, 200, headers);
    },
  },
  {
    method: "get",
    path: "/api/sessions/:id/record",
    access: READERS,
    async handle(context) {
      const { http, school } = context;
      const { id, exercise, seed } = await sessionFor(context);
      const frames = (await framesOf(school, id)).map(frameOf);
      if (frames.length === 0) throw new Refused(404, "the session has no frames: it has no record");
      return http.body(Uint8Array.from(packRecord({ exercise, seed, frames })).buffer, 200, {
        "Content-Type": "application/octet-stream",
        "Content-Disposition": `attachment; filename="${exercise.replaceAll(/[^\w-]/g, "-")}.session"`,
      });
    },
  },
];

const isMessage = ({ source, kind }: SessionEvent) => source === "exercise" && kind === "message";

/** The session that is asked for; another student's is not there for a student. */
async function sessionFor({ http, school, caller }: RouteContext): Promise<SessionRow> {
  const row = await findSession(school, partOf(http, "id"));
  if (row === undefined || (caller.role === "student" && row.student !== caller.id))
    throw new Refused(404, "there is no such session");
  return row;
}

/** The exercise of a session, also of one that the school no longer has. */
function exerciseFor({ school }: RouteContext, { exercise, title }: SessionRow): ReportedSession["exercise"] {
  return school.exercises.find(exercise) ?? { folder: "", id: exercise, title, summary: "", passMark: 0 };
}
