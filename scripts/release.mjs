// @ts-check
/**
 * `node scripts/release.mjs <patch|minor|major|x.y.z> [--dry-run]`: a release of the three packages. Checks that the tree is
 * clean, on main and tested, builds, packs, checks sizes and the interface, writes the version and the heading of the
 * changelog, commits and tags. Publishing stays with a person: the last lines say how. `--dry-run` says what would be
 * done, and changes nothing; `--skip-tests` trusts an earlier `npm test` of the same commit.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { root, runMain, SetupError } from "./setup.mjs";

/**
 * Packed sizes, bytes: the library with the command, this with the studio (4.0 MB are wanted), and the school with its
 * recorded sessions.
 */
export const MOST_PACKED = { library: 1_500_000, together: 4_100_000, school: 1_000_000 };

/**
 * @param {string} current @param {string} wanted patch, minor, major or a version
 * @param {boolean} released whether the current version is out; the first release is that of package.json
 * @returns {string}
 */
export function nextVersion(current, wanted, released = true) {
  if (!released && wanted === current) return current;
  const parts = current.split(".").map(Number);
  const at = ["major", "minor", "patch"].indexOf(wanted);
  if (at >= 0) return parts.map((part, i) => (i < at ? part : i === at ? part + 1 : 0)).join(".");
  if (!/^\d+\.\d+\.\d+$/.test(wanted)) throw new SetupError(`expected patch, minor, major or x.y.z, got "${wanted}"`);
  const later = wanted
    .split(".")
    .map(Number)
    .findIndex((part, i) => part !== parts[i]);
  if (later < 0 || Number(wanted.split(".")[later]) < parts[later])
    throw new SetupError(`${wanted} is not later than ${current}`);
  return wanted;
}

/**
 * The changelog with what was unreleased under the heading of the version, and an empty section for what comes next.
 * @param {string} text @param {string} version @param {string} date @returns {string}
 */
export function releasedChangelog(text, version, date) {
  const [, before, entries] = /^([\s\S]*?## \[Unreleased\]\n)([\s\S]*?)(?=\n## \[|(?![\s\S]))/.exec(text) ?? [];
  if (before === undefined) throw new SetupError('CHANGELOG.md has no heading "## [Unreleased]"');
  if (entries.trim() === "") throw new SetupError("CHANGELOG.md says nothing of this release");
  const rest = text.slice(before.length + entries.length);
  return `${before}\n## [${version}] - ${date}\n${entries}${rest}`;
}

/** @param {string} program @param {string[]} args @param {{ quiet?: boolean, cwd?: string }} [options] */
function run(program, args, { quiet = false, cwd = root } = {}) {
  const { status, stdout, error } = spawnSync(program, args, {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", quiet ? "pipe" : "inherit", "inherit"],
    shell: process.platform === "win32",
  });
  if (error) throw error;
  if (status !== 0) throw new SetupError(`${program} ${args.join(" ")} ended with ${status}`);
  return stdout ?? "";
}

function checkTree() {
  const branch = run("git", ["rev-parse", "--abbrev-ref", "HEAD"], { quiet: true }).trim();
  const changed = run("git", ["status", "--porcelain"], { quiet: true }).trim();
  const wrong = [
    ...(branch === "main" ? [] : [`the branch is ${branch}, not main`]),
    ...(changed === "" ? [] : ["there are changes that are not committed"]),
  ];
  return wrong;
}

/** Packs the packages into dist/release, and checks their sizes. */
function pack() {
  const folder = join(root, "dist", "release");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const flags = ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder];
  run("npm", flags, { quiet: true });
  for (const name of ["studio-package", "school-package"])
    run("npm", flags, { quiet: true, cwd: join(root, "dist", name) });
  copyFileSync(join(root, "dist", "studio", "stiction-scene.js"), join(folder, "stiction-scene.js"));
  const sizes = Object.fromEntries(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).size]));
  for (const [name, size] of Object.entries(sizes)) console.log(`  ${name}: ${(size / 1e6).toFixed(2)} MB`);
  const packed = Object.entries(sizes).filter(([name]) => name.endsWith(".tgz"));
  const sizeOf = (/** @type {string} */ start) =>
    packed.find(([name]) => new RegExp(`^${start}`).test(name))?.[1] ?? Number.POSITIVE_INFINITY;
  const [library, studio, school] = ["stiction-[0-9]", "stiction-studio-", "stiction-school-"].map(sizeOf);
  if (library > MOST_PACKED.library || library + studio > MOST_PACKED.together || school > MOST_PACKED.school)
    throw new SetupError(`packed sizes are above ${JSON.stringify(MOST_PACKED)}`);
}

/** @param {string} version */
function setVersion(version) {
  for (const name of ["package.json", "package-lock.json"]) {
    const path = join(root, name);
    const json = JSON.parse(readFileSync(path, "utf8"));
    json.version = version;
    if (json.packages?.[""]) json.packages[""].version = version;
    writeFileSync(path, `${JSON.stringify(json, null, 2)}\n`);
  }
}

/** @param {string[]} args */
function release(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { "dry-run": { type: "boolean", default: false }, "skip-tests": { type: "boolean", default: false } },
  });
  const { version: current } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const released = run("git", ["tag", "--list", `v${current}`], { quiet: true }).trim() !== "";
  const version = nextVersion(current, positionals[0] ?? "", released);
  const date = new Date().toISOString().slice(0, 10);
  const changelog = releasedChangelog(readFileSync(join(root, "CHANGELOG.md"), "utf8"), version, date);
  const wrong = checkTree();
  /** @type {[string, () => void][]} */
  const steps = [
    ...(values["skip-tests"]
      ? []
      : [/** @type {[string, () => void]} */ (["npm test", () => void run("npm", ["test"])])]),
    [`version ${version} in package.json and package-lock.json`, () => setVersion(version)],
    [`heading [${version}] in CHANGELOG.md`, () => writeFileSync(join(root, "CHANGELOG.md"), changelog)],
    ["npm run build", () => void run("npm", ["run", "build"])],
    ["npm pack of stiction, stiction-studio and stiction-school, with their sizes", pack],
    [
      `git commit and tag v${version}`,
      () => {
        run("git", ["commit", "--all", "--message", `Release ${version}`]);
        run("git", ["tag", "--annotate", `v${version}`, "--message", `Stiction ${version}`]);
      },
    ],
  ];
  if (values["dry-run"]) {
    console.log(`${current} → ${version}, ${date}; nothing is changed`);
    for (const line of wrong) console.log(`  not yet: ${line}`);
    for (const [name] of steps) console.log(`  ${name}`);
    return;
  }
  if (wrong.length > 0) throw new SetupError(wrong.join("; "));
  for (const [name, work] of steps) {
    console.log(name);
    work();
  }
  console.log(
    `done; to publish: git push --follow-tags${["", "-studio", "-school"].map((name) => ` && npm publish dist/release/stiction${name}-${version}.tgz`).join("")}`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runMain(async () => release(process.argv.slice(2)));
