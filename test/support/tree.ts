/** The files of this repository, as the tests about the repository itself see them. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository root, without a slash at the end. */
export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");

const IGNORED = new Set([".git", ".cache", "node_modules", "dist", "cache"]);

let listed: readonly string[] | undefined;

/**
 * Paths relative to the root, with forward slashes: what git tracks or would track (new files are checked before they are
 * committed), or every file outside the ignored folders where there is no git.
 */
export function repositoryFiles(): readonly string[] {
  listed ??= (gitFiles() ?? walk("")).filter((path) => existsSync(join(root, path)));
  return listed;
}

/** TypeScript files under one folder, e.g. `sourceFiles("src")`. */
export function sourceFiles(folder: string): string[] {
  return repositoryFiles().filter((path) => path.startsWith(`${folder}/`) && /\.tsx?$/.test(path));
}

export function readRepositoryFile(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

function gitFiles(): string[] | undefined {
  if (!existsSync(join(root, ".git"))) return undefined;
  try {
    const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    const out = execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 });
    return [...new Set(out.split("\0").filter(Boolean))].sort();
  } catch {
    return undefined;
  }
}

function walk(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (IGNORED.has(entry.name)) return [];
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    return entry.isDirectory() ? walk(path) : [path];
  });
}
