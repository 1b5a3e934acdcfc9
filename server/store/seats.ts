/** Seats that belong to the school, and the codes by which they join. */
import { randomUUID } from "node:crypto";
import { queryOne } from "../database/database.js";
import { now, type School } from "../school.js";
import { hashToken, newCode, newToken, plainCode } from "../security/secrets.js";

/** A seat as the database has it. */
export interface StoredSeat {
  readonly id: string;
  readonly name: string;
  readonly seen: Date;
}

/** A code is good for so long, ms; a seat that was not seen for so long must be paired again, ms. */
export const CODE_LASTS = 10 * 60_000;
export const SEAT_LASTS = 90 * 86_400_000;
/** Codes that wait at the same time: more would make guessing easier. */
const MAX_CODES = 50;

/** A new code for a seat of this name; undefined when too many wait. */
export async function addPairCode(school: School, name: string, by: string): Promise<string | undefined> {
  await school.database.query("delete from pair_codes where expires < $1", [now(school)]);
  const row = await queryOne<{ n: number }>(school.database, "select count(*)::int as n from pair_codes");
  if ((row?.n ?? 0) >= MAX_CODES) return undefined;
  const code = newCode();
  await school.database.query("insert into pair_codes (code, name, made_by, expires) values ($1, $2, $3, $4)", [
    hashToken(code),
    name,
    by,
    new Date(school.clock() + CODE_LASTS),
  ]);
  return code;
}

/** Makes a seat of whoever knows a code; the code is used up. Undefined where the code is wrong or has expired. */
export async function pairSeat(
  school: School,
  typed: string,
): Promise<{ readonly seat: StoredSeat; readonly token: string } | undefined> {
  return school.database.transaction(async (queries) => {
    const [code] = await queries.query<{ name: string; expires: Date }>(
      "delete from pair_codes where code = $1 returning name, expires",
      [hashToken(plainCode(typed))],
    );
    if (code === undefined || code.expires.getTime() < school.clock()) return undefined;
    const token = newToken();
    const seat = { id: randomUUID(), name: code.name, seen: now(school) };
    await queries.query("insert into seats (id, name, token, paired, seen) values ($1, $2, $3, $4, $4)", [
      seat.id,
      seat.name,
      hashToken(token),
      seat.seen,
    ]);
    return { seat, token };
  });
}

export function listSeats(school: School): Promise<StoredSeat[]> {
  return school.database.query<StoredSeat>("select id, name, seen from seats order by paired, id");
}

/** The seat behind a token; undefined where it is unknown or was away for too long. */
export async function seatOfToken(school: School, token: string): Promise<StoredSeat | undefined> {
  const seat = await queryOne<StoredSeat>(school.database, "select id, name, seen from seats where token = $1", [
    hashToken(token),
  ]);
  return seat !== undefined && school.clock() - seat.seen.getTime() <= SEAT_LASTS ? seat : undefined;
}

export async function markSeatSeen(school: School, id: string): Promise<void> {
  await school.database.query("update seats set seen = $2 where id = $1", [id, now(school)]);
}

export async function renameSeat(school: School, id: string, name: string): Promise<boolean> {
  return (await school.database.query("update seats set name = $2 where id = $1 returning id", [id, name])).length > 0;
}

export async function removeSeat(school: School, id: string): Promise<boolean> {
  return (await school.database.query("delete from seats where id = $1 returning id", [id])).length > 0;
}
