import { type Caller, now, type School } from "../school.js";

/** A line of the audit log. It names people by their id only, so that erasing a person leaves no name behind. */
export interface AuditLine {
  readonly at: Date;
  readonly who: string;
  readonly role: string;
  readonly address: string;
  readonly action: string;
  readonly subject: string;
  readonly detail: string;
}

/** Lines of the log are kept for a year. */
const KEPT_DAYS = 365;

/** Writes down who did what to whom. */
export async function writeAudit(
  school: School,
  caller: Caller,
  action: string,
  subject = "",
  detail = "",
): Promise<void> {
  await school.database.query(
    "insert into audit (at, who, role, address, action, subject, detail) values ($1, $2, $3, $4, $5, $6, $7)",
    [now(school), caller.id, caller.role, caller.address, action, subject, detail],
  );
}

/** The newest lines. */
export function readAudit(school: School, most: number): Promise<AuditLine[]> {
  return school.database.query<AuditLine>(
    "select at, who, role, address, action, subject, detail from audit order by id desc limit $1",
    [most],
  );
}

/** Removes what is past its time: old lines of the log, logins and codes that have expired. */
export async function sweep(
  school: School,
  logins: { readonly idle: number; readonly longest: number },
): Promise<void> {
  const before = (ms: number) => new Date(school.clock() - ms);
  await school.database.query("delete from audit where at < $1", [before(KEPT_DAYS * 86_400_000)]);
  await school.database.query("delete from logins where seen < $1 or created < $2", [
    before(logins.idle),
    before(logins.longest),
  ]);
  await school.database.query("delete from pair_codes where expires < $1", [now(school)]);
}
