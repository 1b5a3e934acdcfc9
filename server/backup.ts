/**
 * A whole school in one file: lines of JSON, compressed. The first line says what it is, each other one is a row of a
 * table. It is the same for PGlite and PostgreSQL, so a school moves from one to the other by a backup.
 */
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { Database, Queries } from "./database/database.js";
import { NUMBERED, SCHEMA, TABLES } from "./database/migrations.js";
import { SchoolError } from "./school-error.js";

const FORMAT = "stiction-school";
/** Rows that are put back by one statement. */
const AT_ONCE = 200;
/** Largest backup when it is unpacked, B. */
const MAX_SIZE = 2 ** 31;

/** The whole school as of one moment. Logins and codes are not in it: whoever has the file cannot take their place. */
export async function backup(database: Database): Promise<Uint8Array> {
  const lines: string[] = [];
  await database.transaction(async (queries) => {
    await queries.query("set transaction isolation level repeatable read");
    lines.push(JSON.stringify({ format: FORMAT, schema: SCHEMA }));
    for (const table of TABLES.filter((name) => name !== "logins" && name !== "pair_codes")) {
      for (const { row } of await queries.query<{ row: string }>(`select row_to_json(t)::text as row from ${table} t`))
        lines.push(`{"table":"${table}","row":${row}}`);
    }
  });
  return promisify(gzip)(lines.join("\n"));
}

/** Puts a backup into an empty school; into another one only where `replace` says that it may be lost. */
export async function restore(database: Database, content: Uint8Array, { replace = false } = {}): Promise<number> {
  const [head, ...lines] = (await unpack(content)).split("\n");
  const { format, schema } = parse(head) as { format?: string; schema?: number };
  if (format !== FORMAT) throw new SchoolError("this file is no backup of a school");
  if (schema !== SCHEMA)
    throw new SchoolError(
      `the backup has schema ${schema}, this release has ${SCHEMA}: restore it with the release that made it, then update`,
    );
  const rows = new Map<string, unknown[]>();
  for (const line of lines) {
    const { table, row } = parse(line) as { table: string; row: unknown };
    const before = rows.get(table);
    if (before === undefined) rows.set(table, [row]);
    else before.push(row);
  }
  await database.transaction(async (queries) => {
    if (!replace && !(await isEmpty(queries)))
      throw new SchoolError("the school is not empty: --replace lets its people and sessions be lost");
    for (const table of [...TABLES].reverse()) await queries.query(`delete from ${table}`);
    for (const table of TABLES) await putRows(queries, table, rows.get(table) ?? []);
  });
  return lines.length;
}

async function putRows(queries: Queries, table: string, rows: readonly unknown[]): Promise<void> {
  for (let k = 0; k < rows.length; k += AT_ONCE)
    await queries.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1::json)`, [
      JSON.stringify(rows.slice(k, k + AT_ONCE)),
    ]);
  if (NUMBERED.includes(table))
    await queries.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), coalesce((select max(id) from ${table}), 0) + 1, false)`,
    );
}

async function isEmpty(queries: Queries): Promise<boolean> {
  const [row] = await queries.query<{ n: number }>("select count(*)::int as n from people");
  return row.n === 0;
}

async function unpack(content: Uint8Array): Promise<string> {
  try {
    return (await promisify(gunzip)(content, { maxOutputLength: MAX_SIZE })).toString("utf8");
  } catch {
    throw new SchoolError("this file is no backup of a school, or it is damaged");
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new SchoolError("this file is no backup of a school, or it is damaged");
  }
}
