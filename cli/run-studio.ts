/** Starts the command of the package stiction-studio: an installed one, or what npx fetches. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { FailedError } from "./errors.js";
import { version } from "./version.js";

/** Runs the studio until it ends; returns its exit code. */
export function runStudio(args: readonly string[]): Promise<number> {
  const installed = findStudio();
  const npx = process.platform === "win32" ? "npx.cmd" : "npx";
  const [program, ...first] =
    installed === undefined ? [npx, "--yes", `stiction-studio@${version}`] : [process.execPath, installed];
  return new Promise((done) => {
    const child = spawn(program, [...first, ...args], { stdio: "inherit", shell: program.endsWith(".cmd") });
    child.on("error", () => done(1));
    child.on("close", (code) => done(code ?? 0));
  });
}

/** The folder of the built studio: that of the installed package, or what was built in this repository. */
export function studioFolder(): string {
  const installed = findStudio();
  const built = [
    ...(installed === undefined ? [] : [join(dirname(installed), "web")]),
    // this file is cli/run-studio.ts, or a part of dist/cli
    ...["../dist/studio", "../studio"].map((path) => fileURLToPath(new URL(path, import.meta.url))),
  ].find((folder) => existsSync(join(folder, "render.html")));
  if (built === undefined)
    throw new FailedError(
      "render needs the built studio, which is the package stiction-studio: npm install stiction-studio (in this repository: npm run build)",
    );
  return built;
}

/** The script of an installed studio, seen from the folder of the person or from this file; undefined without one. */
function findStudio(): string | undefined {
  for (const from of [pathToFileURL(join(process.cwd(), "package.json")).href, import.meta.url]) {
    try {
      return join(dirname(createRequire(from).resolve("stiction-studio/package.json")), "studio-bin.mjs");
    } catch {
      // not here
    }
  }
  return undefined;
}
