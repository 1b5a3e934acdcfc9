/** Accounts and logins. */
import { randomUUID } from "node:crypto";
import { type Queries, queryOne } from "../database/database.js";
import type { Person, Role } from "../protocol.js";
import { now, type School } from "../school.js";
import { checkPassword, hashPassword, hashToken, newToken } from "../security/secrets.js";

/** A login ends when it was not used for so long, and in any case after so long, ms. */
export const LOGIN = { idle: 8 * 3_600_000, longest: 24 * 3_600_000 } as const;
/** `seen` is written at most this often, ms. */
const SEEN_EVERY = 60_000;

const PERSON = "id, name, role, login, class, number";

/** What is needed to make a person. */
export interface NewPerson {
  readonly name: string;
  readonly role: Role;
  readonly login?: string | null;
  readonly password?: string | null;
  readonly class?: string;
  readonly number?: string;
}

/** The login name is taken. */
export class LoginTaken extends Error {}

export async function addPerson(
  school: School,
  person: NewPerson,
  queries: Queries = school.database,
): Promise<string> {
  const id = randomUUID();
  const password = person.password == null ? null : await hashPassword(person.password, school.passwordCost);
  const login = person.login?.toLowerCase() ?? null;
  const added = await queries.query(
    `insert into people (id, name, role, login, password, class, number, created) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (login) do nothing returning id`,
    [id, person.name, person.role, login, password, person.class ?? "", person.number ?? "", now(school)],
  );
  if (added.length === 0) throw new LoginTaken();
  return id;
}

export function findPerson(school: School, id: string): Promise<Person | undefined> {
  return queryOne<Person>(school.database, `select ${PERSON} from people where id = $1`, [id]);
}

export function listPeople(school: School): Promise<Person[]> {
  return school.database.query<Person>(`select ${PERSON} from people order by role, lower(name), id`);
}

/** Changes what is given. A new password or role ends all logins of the person. */
export async function changePerson(school: School, id: string, change: Partial<NewPerson>): Promise<boolean> {
  const password = change.password == null ? null : await hashPassword(change.password, school.passwordCost);
  return school.database.transaction(async (queries) => {
    const login = change.login?.toLowerCase() ?? null;
    if (login !== null) {
      const taken = await queries.query("select id from people where login = $1 and id <> $2", [login, id]);
      if (taken.length > 0) throw new LoginTaken();
    }
    const changed = await queries.query(
      `update people set name = coalesce($2, name), role = coalesce($3, role), login = coalesce($4, login),
       password = coalesce($5, password), class = coalesce($6, class), number = coalesce($7, number)
       where id = $1 returning id`,
      [id, change.name ?? null, change.role ?? null, login, password, change.class ?? null, change.number ?? null],
    );
    if (password !== null || change.role !== undefined)
      await queries.query("delete from logins where person = $1", [id]);
    return changed.length > 0;
  });
}

/** Erases a person with their logins, sessions, events, frames and notes. */
export async function erasePerson(school: School, id: string): Promise<boolean> {
  return (await school.database.query("delete from people where id = $1 returning id", [id])).length > 0;
}

/** Administrators that are left when one is gone. */
export async function countAdministrators(school: School, without = ""): Promise<number> {
  const row = await queryOne<{ n: number }>(
    school.database,
    "select count(*)::int as n from people where role = 'administrator' and id <> $1",
    [without],
  );
  return row?.n ?? 0;
}

/** Checks name and password; a wrong name takes as long as a wrong password. */
export async function authenticate(school: School, login: string, password: string): Promise<Person | undefined> {
  const row = await queryOne<Person & { password: string | null }>(
    school.database,
    `select ${PERSON}, password from people where login = $1`,
    [login.toLowerCase()],
  );
  if (!(await checkPassword(password, row?.password ?? null, school.passwordCost)) || row === undefined)
    return undefined;
  const { password: _, ...person } = row;
  return person;
}

/** A new login of a person; the token goes into a cookie and is kept nowhere. */
export async function addLogin(school: School, person: string): Promise<string> {
  const token = newToken();
  const at = now(school);
  await school.database.query("insert into logins (token, person, created, seen) values ($1, $2, $3, $3)", [
    hashToken(token),
    person,
    at,
  ]);
  return token;
}

/** The person behind a token; undefined where it is unknown or has expired. */
export async function personOfToken(school: School, token: string): Promise<Person | undefined> {
  const row = await queryOne<Person & { created: Date; seen: Date }>(
    school.database,
    `select p.id, p.name, p.role, p.login, p.class, p.number, l.created, l.seen
     from logins l join people p on p.id = l.person where l.token = $1`,
    [hashToken(token)],
  );
  if (row === undefined) return undefined;
  const at = school.clock();
  if (at - row.seen.getTime() > LOGIN.idle || at - row.created.getTime() > LOGIN.longest) {
    await endLogin(school, token);
    return undefined;
  }
  if (at - row.seen.getTime() > SEEN_EVERY)
    await school.database.query("update logins set seen = $2 where token = $1", [hashToken(token), now(school)]);
  const { created: _, seen: __, ...person } = row;
  return person;
}

export async function endLogin(school: School, token: string): Promise<void> {
  await school.database.query("delete from logins where token = $1", [hashToken(token)]);
}

/** Ends all logins of a person except one. */
export async function endOtherLogins(school: School, person: string, token: string): Promise<void> {
  await school.database.query("delete from logins where person = $1 and token <> $2", [person, hashToken(token)]);
}
