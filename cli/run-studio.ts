/** Starts the command of the package stiction-studio: an installed one, or what npx fetches. */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
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
