#!/usr/bin/env node
/** The command of a school: serves it, or writes it into a file and puts it back. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { loadExercise, PROMPT, packRecord, resumeExercise, startExercise } from "../exercises/index.js";
import { backup, restore } from "./backup.js";
import { isAddress, openDatabase } from "./database/database.js";
import { DEMO } from "./demo.js";
import type { ExerciseLoader } from "./exercises/catalogue.js";
import { SchoolError } from "./school-error.js";
import { startSchool } from "./start-school.js";

const OPTIONS = {
  port: { type: "string", default: "5780" },
  host: { type: "string", default: "localhost" },
  data: { type: "string", default: "school" },
  database: { type: "string" },
  exercises: { type: "string" },
  pages: { type: "string" },
  "public-url": { type: "string" },
  "trust-proxy": { type: "boolean", default: false },
  demo: { type: "boolean", default: false },
  replace: { type: "boolean", default: false },
} as const;

/** Scripts run in a sandbox in threads of their own. */
const LOADER: ExerciseLoader = {
  load: loadExercise,
  start: (exercise, options) => startExercise(exercise, options, PROMPT),
  resume: (exercise, seed, frames) =>
    resumeExercise(exercise, packRecord({ exercise: exercise.id, seed, frames }), PROMPT),
};

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  const place = values.database ?? resolve(values.data);
  if (values.database !== undefined && !isAddress(values.database))
    throw new SchoolError("--database: expected an address like postgres://user@host/name");
  const [action, file] = positionals;
  if (action === undefined) return serve(values, place);
  if ((action !== "backup" && action !== "restore") || file === undefined)
    throw new SchoolError(`expected "backup <file>" or "restore <file>", got "${positionals.join(" ")}"`);
  const database = await openDatabase(place);
  try {
    if (action === "backup") writeFileSync(file, await backup(database), { mode: 0o600 });
    else await restore(database, readFileSync(file), { replace: values.replace });
    console.log(action === "backup" ? `The school is in ${file}.` : `The school of ${file} is back.`);
  } finally {
    await database.close();
  }
}

async function serve(values: Values, place: string): Promise<void> {
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new SchoolError(`--port: expected a number from 0 to 65535, got ${values.port}`);
  const publicUrl = values["public-url"];
  if (publicUrl !== undefined && !URL.canParse(publicUrl))
    throw new SchoolError(`--public-url: ${publicUrl} is no address`);
  const shipped = [here("../exercises/shipped"), here("./exercises")].filter(existsSync);
  const own = values.exercises === undefined ? [] : [resolve(values.exercises)];
  const running = await startSchool({
    database: place,
    exercises: [...shipped, ...own],
    loader: LOADER,
    pages: values.pages ?? findPages(),
    port,
    host: values.host,
    publicUrl,
    trustProxy: values["trust-proxy"],
    demo: values.demo,
    log: (line) => console.error(line),
  });
  const url = publicUrl ?? running.url;
  console.log(`Stiction school: ${url}/instructor`);
  if (running.setUpToken !== null)
    console.log(`Set it up once, with this link: ${url}/instructor#/set-up/${running.setUpToken}`);
  if (values.demo) console.log(`Demonstration: sign in as "${DEMO.login}" with "${DEMO.password}".`);
  console.log("Press Ctrl+C to stop.");
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void running.close().then(() => process.exit(0)));
}

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>["values"];

/** The built studio: of this clone, or of the package stiction-studio. */
function findPages(): string | null {
  const built = here("../dist/studio");
  if (existsSync(join(built, "instructor.html"))) return built;
  try {
    return join(dirname(createRequire(import.meta.url).resolve("stiction-studio/package.json")), "web");
  } catch {
    console.error("The pages are missing: npm run build in a clone, or npm install stiction-studio.");
    return null;
  }
}

main().catch((error) => {
  console.error(error instanceof SchoolError ? `error: ${error.message}` : error);
  process.exitCode = error instanceof SchoolError ? 2 : 1;
});
