/** Starts the command of the package stiction-school: that of this clone, an installed one, or what npx fetches. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { version } from "./version.js";

/** Runs the school until it ends; returns its exit code. */
export function runSchool(args: readonly string[]): Promise<number> {
  const [program, ...first] = findSchool();
  return new Promise((done) => {
    const child = spawn(program, [...first, ...args], { stdio: "inherit", shell: program.endsWith(".cmd") });
    child.on("error", () => done(1));
    child.on("close", (code) => done(code ?? 0));
    // Ctrl-C goes to both; the school writes down what it has before it ends
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  });
}

function findSchool(): readonly string[] {
  const source = fileURLToPath(new URL("../server/bin.ts", import.meta.url));
  if (existsSync(source)) return [process.execPath, "--conditions=source", "--import", "tsx", source];
  for (const from of [pathToFileURL(join(process.cwd(), "package.json")).href, import.meta.url]) {
    try {
      return [process.execPath, join(dirname(createRequire(from).resolve("stiction-school/package.json")), "bin.js")];
    } catch {
      // not here
    }
  }
  return [process.platform === "win32" ? "npx.cmd" : "npx", "--yes", `stiction-school@${version}`];
}
