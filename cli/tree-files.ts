/** Search trees of large meshes, kept as files between runs. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { defaultItems, type geometry, type Items } from "stiction";
import { historicalItems } from "stiction/historical";
import { systemReason } from "./errors.js";
import { style } from "./text/style.js";

/** A tree that was built faster than this is not worth a file, ms. */
const SLOW_MS = 1000;

/** Together the files take no more than this, bytes; those unused for longest go first. A million triangles take 20 MB. */
const MOST_BYTES = 1e9;

/** A draft of this age belongs to no running process, ms. */
const DRAFT_MS = 3_600_000;

/**
 * Folder of what may be deleted at any time: STICTION_CACHE, else `stiction` in XDG_CACHE_HOME or ~/.cache. Null when there is none, or
 * STICTION_CACHE is `off`.
 */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string | null {
  const own = env.STICTION_CACHE;
  if (own === "off") return null;
  if (own !== undefined && own !== "") return own;
  // a relative path is to be ignored, says the XDG Base Directory Specification
  const { XDG_CACHE_HOME: xdg } = env;
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, "stiction");
  const home = env.HOME ?? homedir();
  return isAbsolute(home) ? join(home, ".cache", "stiction") : null;
}

export interface TreeFileOptions {
  readonly folder: string;
  /** Trees built faster than this are not kept, ms. */
  readonly slowMs?: number;
  readonly mostBytes?: number;
  /** Told at most once that a file could not be written. */
  readonly warn: (text: string) => void;
}

/**
 * A cache with one file per tree. Whatever goes wrong with the files, the simulation goes on without them: what cannot be read is built,
 * what cannot be written is said once. A file appears under its name only when it is whole.
 */
export function createTreeFiles(options: TreeFileOptions): geometry.TreeCache {
  const { folder, slowMs = SLOW_MS, mostBytes = MOST_BYTES, warn } = options;
  const missed = new Map<string, number>();
  let warned = false;
  const pathOf = (key: string) => join(folder, `${key}.tree`);
  return {
    get(key) {
      const path = pathOf(key);
      let bytes: Uint8Array | undefined;
      try {
        bytes = readFileSync(path);
        // when it was last of use
        utimesSync(path, new Date(), new Date());
      } catch {
        // not there, or not ours to read or touch
      }
      // if it turns out to be damaged, building begins now as well
      missed.set(key, performance.now());
      return bytes;
    },
    put(key, bytes) {
      const start = missed.get(key);
      if (start === undefined || performance.now() - start < slowMs) return;
      const path = pathOf(key);
      const draft = `${path}.${process.pid}.part`;
      try {
        mkdirSync(folder, { recursive: true });
        makeRoom(folder, mostBytes - bytes.length);
        writeFileSync(draft, bytes);
        renameSync(draft, path);
      } catch (error) {
        discard(draft);
        if (!warned) warn(`the search tree of a mesh could not be kept in ${path}: ${systemReason(error)}`);
        warned = true;
      }
    },
  };
}

/** Removes the trees that were unused for longest until the others take no more than `most` bytes, and drafts that were left behind. */
function makeRoom(folder: string, most: number): void {
  const files = readdirSync(folder)
    .flatMap((name) => {
      const path = join(folder, name);
      // another process may have removed it
      const found = statSync(path, { throwIfNoEntry: false });
      return found?.isFile() ? [{ path, size: found.size, mtimeMs: found.mtimeMs }] : [];
    })
    .sort((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1));
  let total = 0;
  for (const { path, size, mtimeMs } of files) {
    if (path.endsWith(".part") && Date.now() - mtimeMs > DRAFT_MS) rmSync(path, { force: true });
    if (!path.endsWith(".tree")) continue;
    total += size;
    if (total > most) rmSync(path, { force: true });
  }
}

function discard(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // the reason has been told
  }
}

/** All registries, with a cache for trees if there is a place for it. */
export function cachingItems(): Items {
  const items = historicalItems(defaultItems);
  const folder = cacheFolder();
  if (folder === null) return items;
  const warn = (text: string) => {
    process.stderr.write(`${style(process.stderr).yellow("warning:")} ${text}\n`);
  };
  return { ...items, meshTrees: createTreeFiles({ folder: join(folder, "mesh-trees"), warn }) };
}
