import { SchoolError } from "../school-error.js";
import type { Database, Queries } from "./database.js";

/** Connections to the database at the same time. */
const CONNECTIONS = 8;

/** A PostgreSQL server by its address. */
export async function openPostgres(address: string): Promise<Database> {
  const { default: pg } = await loadPg();
  const pool = new pg.Pool({ connectionString: address, max: CONNECTIONS });
  // a connection that breaks while nobody uses it: the next query takes another
  pool.on("error", () => undefined);
  const queriesOf = (one: { query(sql: string, params: unknown[]): Promise<{ rows: unknown[] }> }): Queries => ({
    query: async <Row extends object>(sql: string, params: readonly unknown[] = []) =>
      (await one.query(sql, [...params])).rows as Row[],
  });
  try {
    await pool.query("select 1");
  } catch (error) {
    await pool.end();
    const { host } = new URL(address);
    throw new SchoolError(`The database at ${host} does not answer: ${(error as Error).message}`);
  }
  return {
    name: "PostgreSQL",
    ...queriesOf(pool),
    async transaction(work) {
      const client = await pool.connect();
      try {
        await client.query("begin");
        const result = await work(queriesOf(client));
        await client.query("commit");
        return result;
      } catch (error) {
        await client.query("rollback").catch(() => undefined);
        throw error;
      } finally {
        client.release();
      }
    },
    close: () => pool.end(),
  };
}

async function loadPg(): Promise<typeof import("pg")> {
  try {
    return await import("pg");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new SchoolError("A database behind an address needs the package pg: npm install pg");
  }
}
