/** Search trees of large meshes, kept as files between runs. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { defaultItems, type geometry, type Items } from "stiction";
import { historicalItems } from "stiction/historical";
import { systemReason } from "./errors.js";
import { warn } from "./text/print.js";

/** Trees that are built faster than this are not cached, ms. */
const SLOW_MS = 1000;

/** Most bytes of all files; the least recently used go first. A million triangles take 20 MB. */
const MOST_BYTES = 1e9;

/** A draft of this age belongs to no running process, ms. */
const DRAFT_MS = 3_600_000;

/**
 * Cache folder, which may be deleted at any time: STICTION_CACHE, else `stiction` in XDG_CACHE_HOME or ~/.cache. Null
 * if there is none, or STICTION_CACHE is `off`.
 */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string | null {
  const own = env.STICTION_CACHE;
  if (own === "off") return null;
  if (own !== undefined && own !== "") return own;
  // the XDG Base Directory Specification requires that a relative path is ignored
  const { XDG_CACHE_HOME: xdg } = env;
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, "stiction");
  const home = env.HOME ?? homedir();
  return isAbsolute(home) ? join(home, ".cache", "stiction") : null;
}

export interface TreeFileOptions {
  readonly folder: string;
  /** Trees built faster than this are not cached, ms. */
  readonly slowMs?: number;
  readonly mostBytes?: number;
  /** Called at most once, when a file could not be written. */
  readonly warn: (text: string) => void;
}

/**
 * A cache with one file per tree. The simulation does not depend on the files: an unreadable tree is built, and a
 * failure to write is reported once. A file appears under its name only when complete.
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
        // time of last use
        utimesSync(path, new Date(), new Date());
      } catch {
        // missing or not accessible
      }
      // the time of building a damaged file counts from here too
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
        if (!warned) warn(`the search tree of a mesh could not be cached in ${path}: ${systemReason(error)}`);
        warned = true;
      }
    },
  };
}

/** Removes the least recently used trees until the others take at most `most` bytes, and abandoned drafts. */
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
    // the reason has been reported
  }
}

/** All registries, with a cache for trees if there is a folder for it. */
export function cachingItems(): Items {
  const items = historicalItems(defaultItems);
  const folder = cacheFolder();
  if (folder === null) return items;
  return { ...items, meshTrees: createTreeFiles({ folder: join(folder, "mesh-trees"), warn }) };
}
