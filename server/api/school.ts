/** The school as a whole. */
import { backup } from "../backup.js";
import { writeAudit } from "../store/audit.js";
import type { Route } from "./route.js";

export const schoolRoutes: readonly Route[] = [
  {
    method: "get",
    path: "/api/backup",
    access: ["administrator"],
    async handle({ http, school, caller }) {
      await writeAudit(school, caller, "backup");
      const content = await backup(school.database);
      const name = `school-${new Date(school.clock()).toISOString().slice(0, 10)}.backup`;
      return http.body(Uint8Array.from(content).buffer, 200, {
        "Content-Type": "application/octet-stream",
        "Content-Disposition": `attachment; filename="${name}"`,
      });
    },
  },
];
