import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { onlySceneOf } from "./block-worker.js";
import { type Duel, duel } from "./interleave.js";
import { settle } from "./settled.js";

/** A version of the library that plays in a comparison: the present sources, or those of a commit. */
export interface Version {
  readonly name: string;
  readonly entry: string;
}

/**
 * Bundles the scenes and the adapter of the present sources with the library of a commit, or with the present one for
 * null, into `.cache/bench`. Needs the repository, git and esbuild.
 */
export async function versionAt(root: string, ref: string | null): Promise<Version> {
  const folder = join(root, ".cache", "bench");
  mkdirSync(folder, { recursive: true });
  const name = ref === null ? "here" : git(root, "rev-parse", "--short", `${ref}^{commit}`);
  const tree = ref === null ? root : join(folder, name);
  if (ref !== null && !existsSync(tree)) {
    mkdirSync(tree);
    const archive = execFileSync("git", ["archive", name, "src", "package.json"], { cwd: root, maxBuffer: 1 << 28 });
    execFileSync("tar", ["-x", "-C", tree], { input: archive });
  }
  const { exports } = JSON.parse(readFileSync(join(tree, "package.json"), "utf8"));
  const entry = join(folder, `${name}.mjs`);
  const { build } = await import("esbuild");
  await build({
    stdin: {
      contents: 'import { blockWorkerMain } from "./bench/block-worker.ts"; blockWorkerMain();',
      resolveDir: root,
      loader: "ts",
    },
    outfile: entry,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    logLevel: "error",
    plugins: [
      {
        name: "library-of-the-version",
        setup(plugin) {
          plugin.onResolve({ filter: /^stiction(\/|$)/ }, ({ path }) => ({
            path: join(tree, exports[`.${path.slice("stiction".length)}`].source),
          }));
          plugin.onResolve({ filter: /^#validate$/ }, () => ({ path: join(tree, "src", "math", "validate-off.ts") }));
        },
      },
    ],
  });
  return { name, entry };
}

function git(root: string, ...words: string[]): string {
  return execFileSync("git", words, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
}

export interface VersionOptions {
  readonly scene: string;
  readonly engine: string;
  readonly steps: number;
  readonly flags?: readonly string[];
}

/** The first version against the second on a scene, both from one settled state. */
export function duelOfVersions(a: Version, b: Version, { scene, engine, steps, flags }: VersionOptions): Promise<Duel> {
  const found = onlySceneOf(scene);
  if (found === undefined) throw new Error(`"${scene}" does not play one scene`);
  const side = ({ entry }: Version) => ({ entry, arguments: [], engine });
  const options = { scene, states: settle(found), steps, flags: flags ?? ["--expose-gc"] };
  return duel([side(a), side(b)], options);
}
