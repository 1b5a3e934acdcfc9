/** The same school on PostgreSQL, from Debian's package. */
import { test } from "vitest";
import { postgresPrograms, testPostgres } from "./databases.js";
import { schoolSuite } from "./suite.js";

const programs = postgresPrograms();
if (programs === undefined)
  test.skip("PostgreSQL is not installed: neither in /usr/lib/postgresql nor in the path", () => undefined);
else schoolSuite(() => testPostgres(programs));
