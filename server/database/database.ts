/** The school's database: PGlite in a folder, or PostgreSQL behind an address. Both speak the same SQL. */
import { migrate } from "./migrations.js";

/** What runs queries: the database, or a transaction in it. Parameters stand in the SQL as $1, $2, … */
export interface Queries {
  query<Row extends object>(sql: string, params?: readonly unknown[]): Promise<Row[]>;
}

/** An open database. */
export interface Database extends Queries {
  /** "PGlite 0.5", "PostgreSQL 15". */
  readonly name: string;
  /** Runs `work` as a whole or not at all. */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Opens a database and brings its schema up to date. `place` is an address (`postgres://…`), a folder for PGlite, or
 * empty for one in memory, which tests use.
 */
export async function openDatabase(place: string): Promise<Database> {
  const database = isAddress(place)
    ? await (await import("./postgres.js")).openPostgres(place)
    : await (await import("./pglite.js")).openPglite(place);
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/** Whether a place is that of a PostgreSQL server. */
export function isAddress(place: string): boolean {
  return /^postgres(ql)?:\/\//.test(place);
}

/** The only row of an answer; undefined where there is none. */
export async function queryOne<Row extends object>(
  queries: Queries,
  sql: string,
  params: readonly unknown[] = [],
): Promise<Row | undefined> {
  const [row] = await queries.query<Row>(sql, params);
  return row;
}
