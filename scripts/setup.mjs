// @ts-check
/**
 * Brings a fresh clone to the point where the other scripts can run. Plain JavaScript on bare Node: nothing is installed
 * yet when this runs. Silent when there is nothing to do.
 *
 *   ensureDependencies()  node_modules as package-lock.json says, esbuild working
 *   ensureChromium()      a Chromium for the browser tests; returns its path
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository root. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const nodeModules = join(root, "node_modules");
const lockFile = join(root, "package-lock.json");
const stamp = join(nodeModules, ".stiction-lock");
const windows = process.platform === "win32";

/** A problem the user can mend: printed without a stack trace. */
export class SetupError extends Error {}

/** Runs `main`, printing a `SetupError` as one line and exiting 1. @param {() => Promise<void>} main */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** Installs what package-lock.json lists, unless that is what node_modules holds already. */
export function ensureDependencies() {
  checkNodeVersion();
  const wanted = createHash("sha256").update(readFileSync(lockFile)).digest("hex");
  if (readText(stamp) === wanted) return;
  withLock(() => {
    // Another process may have installed while this one waited; and a plain `npm install` by hand is as good as ours.
    if (readText(stamp) === wanted) return;
    if (!installedMatchesLock()) {
      console.log("Installing dependencies from package-lock.json (about half a minute, 500 MB) …");
      installDependencies();
    }
    ensureEsbuild();
    writeFileSync(stamp, wanted);
  });
}

function checkNodeVersion() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new SetupError(`Stiction needs Node 20.19 or newer; this is ${process.version}.`);
  }
}

function installDependencies() {
  const flags = ["--include=dev", "--no-fund", "--no-audit"];
  const clean = npm(["ci", ...flags]);
  if (clean.status === 0) return;
  // `npm ci` refuses a lock file that was written where the registry did not offer the binaries of every platform:
  // it then reads "Missing: name@ from lock file" for packages that are optional, and for those that only these need. The versions that are listed still
  // hold, so install those, and leave the lock file as it is. Anything else is a real error.
  const complaints = clean.output.match(/^npm (error|ERR!) (Missing|Invalid): .*$/gm) ?? [];
  const required = requiredNames();
  const onlyOptional =
    complaints.length > 0 &&
    complaints.every((line) => {
      const name = /Missing: (\S+)@\S* from lock file/.exec(line)?.[1];
      return name !== undefined && !required.has(name);
    });
  if (!onlyOptional) {
    console.error(clean.output);
    throw new SetupError("npm ci failed (see above).");
  }
  console.log(`The lock file lacks ${complaints.length} binaries of other platforms; installing the rest of it …`);
  const lenient = npm(["install", "--no-save", ...flags]);
  if (lenient.status !== 0) {
    console.error(lenient.output);
    throw new SetupError("npm install failed (see above).");
  }
}

/**
 * Names of packages that the project or a package of the lock file cannot do without. Binaries of other platforms, and what only those
 * need, are not among them.
 */
function requiredNames() {
  const entries = Object.values(readPackages(lockFile) ?? {}).filter(({ optional }) => !optional);
  return new Set(entries.flatMap((entry) => Object.keys({ ...entry.dependencies, ...entry.devDependencies })));
}

/** @param {string[]} args */
function npm(args) {
  const result = spawnSync(windows ? "npm.cmd" : "npm", args, {
    cwd: root,
    encoding: "utf8",
    shell: windows,
    maxBuffer: 64 << 20,
    // NODE_ENV=production or an inherited npm setting would leave out the development tools.
    env: { ...process.env, NODE_ENV: "", NODE_OPTIONS: "" },
  });
  if (result.error) throw new SetupError(`npm could not be started: ${result.error.message}`);
  return { status: result.status, output: `${result.stdout}${result.stderr}` };
}

/** Whether every package in node_modules has the locked version and no required one is absent. */
function installedMatchesLock() {
  const locked = readPackages(lockFile);
  const installed = readPackages(join(nodeModules, ".package-lock.json"));
  if (!locked || !installed) return false;
  return Object.entries(locked).every(([path, entry]) => {
    if (path === "") return true;
    const found = installed[path];
    if (found && !existsSync(join(root, path, "package.json"))) return false;
    return found ? found.version === entry.version : entry.optional === true;
  });
}

/** @param {string} file @returns {Record<string, any> | undefined} */
function readPackages(file) {
  const text = readText(file);
  return text === undefined ? undefined : JSON.parse(text).packages;
}

/**
 * esbuild finds its binary in the platform package (`@esbuild/linux-x64`), so it works although npm 11 skips install
 * scripts that nobody approved. Where it does not (that package was left out), its own install script mends it.
 */
function ensureEsbuild() {
  if (esbuildWorks()) return;
  console.log("Preparing esbuild …");
  spawnSync(process.execPath, [join(nodeModules, "esbuild", "install.js")], { cwd: root, stdio: "inherit" });
  if (!esbuildWorks()) {
    throw new SetupError("esbuild does not run here: delete node_modules and run the command again.");
  }
}

function esbuildWorks() {
  const code = 'import("esbuild").then((e) => e.transform("let a: 1", { loader: "ts" })).then(() => process.exit(0))';
  return spawnSync(process.execPath, ["--input-type=module", "-e", code], { cwd: root }).status === 0;
}

/** Runs `work` while no other process of this repository installs. @param {() => void} work */
function withLock(work) {
  const folder = join(root, ".cache", "setup-lock");
  const owner = join(folder, "pid");
  mkdirSync(dirname(folder), { recursive: true });
  for (let told = false; ; ) {
    try {
      mkdirSync(folder);
      break;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
    }
    const pid = Number(readText(owner));
    if (pid > 0 && !isAlive(pid)) rmSync(folder, { recursive: true, force: true });
    else if (!told) {
      console.log("Waiting for another set-up of this folder to finish …");
      told = true;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
  try {
    writeFileSync(owner, String(process.pid));
    work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/** The Chromium to test with, or undefined. The variable CHROMIUM wins. @returns {string | undefined} */
export function findChromium() {
  const named = process.env.CHROMIUM;
  if (named) {
    if (!isExecutable(named)) throw new SetupError(`CHROMIUM=${named} is not an executable file.`);
    return named;
  }
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const folders = [...(process.env.PATH ?? "").split(delimiter).filter(Boolean), "/usr/bin"];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/** Finds Chromium, or installs Debian's, and returns its path. @returns {string} */
export function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  const packages = ["chromium", "fonts-liberation", "fonts-dejavu-core"];
  const advice = `The browser tests need Chromium: apt-get install ${packages.join(" ")}, or set CHROMIUM to its path.`;
  installPackages(packages, advice);
  const installed = findChromium();
  if (!installed) throw new SetupError(advice);
  return installed;
}

/** Finds the Redis server, or installs Debian's; undefined where it cannot be installed. @returns {string | undefined} */
export function ensureRedis() {
  const folders = [...(process.env.PATH ?? "").split(delimiter).filter(Boolean), "/usr/bin"];
  const find = () => folders.map((folder) => join(folder, "redis-server")).find(isExecutable);
  const found = find();
  if (found) return found;
  try {
    installPackages(["redis-server"], "Tests of queues need Redis: apt-get install redis-server.");
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
  }
  return find();
}

/** Installs packages of Debian. @param {string[]} packages @param {string} advice */
function installPackages(packages, advice) {
  const prefix = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  if (process.platform !== "linux" || !commandWorks([...prefix, "apt-get", "--version"])) throw new SetupError(advice);
  console.log(`Installing ${packages.join(", ")} with apt-get (once, about a minute) …`);
  apt([...prefix, "apt-get", "update", "-q"], advice);
  apt([...prefix, "apt-get", "install", "-y", "-q", "--no-install-recommends", ...packages], advice);
}

/** @param {string[]} command @param {string} advice */
function apt([program, ...args], advice) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const result = spawnSync(program, args, { stdio: ["ignore", "inherit", "inherit"], env });
  if (result.status !== 0) throw new SetupError(`${[program, ...args].join(" ")} failed. ${advice}`);
}

/** @param {string[]} command */
function commandWorks([program, ...args]) {
  return spawnSync(program, args, { stdio: "ignore" }).status === 0;
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} file @returns {string | undefined} */
function readText(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

// By itself: `node scripts/setup.mjs` sees to the dependencies, with `--browser` to Chromium as well.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    ensureDependencies();
    if (process.argv.includes("--browser")) console.log(`Chromium: ${ensureChromium()}`);
  });
}
