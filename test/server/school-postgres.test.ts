/** The same school on PostgreSQL, from Debian's package. */
import { test } from "vitest";
import { postgresPrograms, testPostgres } from "./databases.js";
import { schoolSuite } from "./suite.js";

const programs = postgresPrograms();
if (programs === undefined)
  test.skip("PostgreSQL is not installed and cannot be: /usr/lib/postgresql is missing and apt-get is refused", () =>
    undefined);
else schoolSuite(() => testPostgres(programs));
