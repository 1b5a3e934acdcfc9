import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Transaction } from "@electric-sql/pglite";
import { SchoolError } from "../school-error.js";
import type { Database, Queries } from "./database.js";

/** PostgreSQL in this process, with its files in `folder`; in memory where that is empty. */
export async function openPglite(folder: string): Promise<Database> {
  const { PGlite } = await loadPglite();
  const unlock = folder === "" ? () => undefined : lockFolder(folder);
  try {
    // every commit is on its way to the disk before it is acknowledged
    const pglite = await PGlite.create(folder === "" ? {} : { dataDir: join(folder, "database") });
    const queriesOf = (one: Pick<Transaction, "query">): Queries => ({
      query: async <Row extends object>(sql: string, params: readonly unknown[] = []) =>
        (await one.query<Row>(sql, [...params])).rows,
    });
    return {
      name: "PGlite",
      ...queriesOf(pglite),
      transaction: <T>(work: (queries: Queries) => Promise<T>) =>
        pglite.transaction((inside) => work(queriesOf(inside))) as Promise<T>,
      async close() {
        await pglite.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function loadPglite(): Promise<typeof import("@electric-sql/pglite")> {
  try {
    return await import("@electric-sql/pglite");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new SchoolError(
      "The database of a school needs the package @electric-sql/pglite: npm install @electric-sql/pglite, or give --database postgres://…",
    );
  }
}

/** Two processes in one folder would destroy it. A lock whose process is gone, as after a power cut, counts no more. */
function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, "lock");
  const owner = Number(readLock(file));
  if (owner > 0 && owner !== process.pid && isAlive(owner))
    throw new SchoolError(`${folder} is in use by process ${owner}: stop that server first, or choose another --data`);
  writeFileSync(file, `${process.pid}\n`, { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

function readLock(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
