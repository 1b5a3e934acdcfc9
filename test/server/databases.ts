/** The two databases that a school may have, for tests: PGlite in memory, and PostgreSQL from Debian's package. */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { type Database, openDatabase } from "../../server/database/database.js";
import { TABLES } from "../../server/database/migrations.js";

/** A database for tests, empty again whenever it is asked for. */
export interface TestDatabase {
  /** Its place, for another process; empty where there is none. */
  readonly place: string;
  empty(): Promise<Database>;
  end(): Promise<void>;
}

export async function testPglite(): Promise<TestDatabase> {
  return testDatabase("", await openDatabase(""), async () => undefined);
}

/**
 * The folder with the programs of PostgreSQL: where Debian puts them, or one of the path; undefined where there are none. With
 * STICTION_FULL they are installed where that is allowed.
 */
export function postgresPrograms(): string | undefined {
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(root, version, "bin")),
    ...(process.env.PATH ?? "").split(delimiter),
  ];
  const found = folders.find((folder) => ["postgres", "initdb"].every((name) => existsSync(join(folder, name))));
  // as root they refuse to run, and Debian's account is the one that is taken instead
  if (found !== undefined) return process.getuid?.() !== 0 || hasAccount() ? found : undefined;
  if (process.getuid?.() !== 0 || !process.env.STICTION_FULL) return undefined;
  try {
    execFileSync("apt-get", ["install", "-y", "-q", "postgresql"], { stdio: "ignore" });
    return postgresPrograms();
  } catch {
    return undefined;
  }
}

/** Starts a PostgreSQL server of its own on a free port, with its files in a temporary folder. */
export async function testPostgres(programs: string): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "stiction-postgres-"));
  const account = postgresAccount();
  if (account !== undefined) execFileSync("chown", ["postgres", folder]);
  const options = { ...account, stdio: "ignore", env: { ...process.env, LC_ALL: "C" } } as const;
  const data = join(folder, "data");
  execFileSync(join(programs, "initdb"), ["-D", data, "-U", "school", "-A", "trust", "-N"], options);
  const port = await freePort();
  // the tests end processes of the school, never this one: it need not wait for the disk
  const server = spawn(
    join(programs, "postgres"),
    ["-D", data, "-p", String(port), "-k", folder, "-c", "listen_addresses=127.0.0.1", "-c", "fsync=off"],
    options,
  );
  const place = `postgres://school@127.0.0.1:${port}/postgres`;
  const end = async () => {
    server.kill("SIGINT");
    await new Promise((done) => server.once("exit", done));
    rmSync(folder, { recursive: true, force: true });
  };
  for (;;) {
    try {
      return await testDatabase(place, await openDatabase(place), end);
    } catch (error) {
      if (server.exitCode !== null || !String(error).includes("does not answer")) throw error;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}

function testDatabase(place: string, database: Database, end: () => Promise<void>): TestDatabase {
  return {
    place,
    async empty() {
      await database.query(`truncate ${TABLES.join(", ")} restart identity cascade`);
      // a school closes its database; the tests use this one again
      return { ...database, close: async () => undefined };
    },
    async end() {
      await database.close();
      await end();
    },
  };
}

function hasAccount(): boolean {
  try {
    execFileSync("id", ["-u", "postgres"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** PostgreSQL does not run as root: Debian's package has an account for it. */
function postgresAccount(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}
