import { ImportError, type Place } from "./error.js";

/** Files as an importer sees them: on a disk, or those that somebody dropped on a page. */
export interface FileSource {
  /** The contents of a file; undefined where there is none. Paths have forward slashes. */
  read(path: string): Promise<Uint8Array | undefined>;
}

/** Files larger than this are not read, bytes. */
export const MAX_BYTES = 2 ** 30;

/** How references of a model become paths. */
export interface PathOptions {
  /** Folders of packages by name, for `package://` and `model://`. */
  readonly packages?: Readonly<Record<string, string>> | undefined;
}

/** The folder of a path, without a slash at its end; empty for a plain name. */
export function folderOf(path: string): string {
  const at = path.lastIndexOf("/");
  return at < 0 ? "" : at === 0 ? "/" : path.slice(0, at);
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The ending of a name in small letters, without its dot. */
export function endingOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1].toLowerCase() ?? "";
}

/** `reference` seen from `folder`, with `.` and `..` taken away. */
export function joinPath(folder: string, reference: string): string {
  const rooted = reference.startsWith("/") || /^[A-Za-z]:\//.test(reference);
  const path = rooted || folder === "" ? reference : `${folder}/${reference}`;
  const out: string[] = [];
  for (const part of path.split("/")) {
    if (part === "." || (part === "" && out.length > 0)) continue;
    if (part === ".." && out.length > 0 && out[out.length - 1] !== ".." && out[out.length - 1] !== "") out.pop();
    else out.push(part);
  }
  return out.join("/");
}

/** Folders above a file in which a package may lie. */
const LEVELS = 6;

/**
 * Paths at which a referenced file may be, the most likely first. `package://name/rest` and `model://name/rest` are
 * sought in the folder of `file` and in those above it, with and without the name of the package.
 */
export function candidatePaths(file: string, reference: string, { packages = {} }: PathOptions = {}): string[] {
  const plain = reference.replace(/\\/g, "/");
  const found = /^(package|model):\/\/([^/]+)\/(.*)$/.exec(plain);
  const folder = folderOf(file);
  if (found === null) return [joinPath(folder, plain.replace(/^file:\/\//, ""))];
  const [, , name, rest] = found;
  const out = Object.hasOwn(packages, name) ? [joinPath(packages[name], rest)] : [];
  let above = folder;
  for (let level = 0; level < LEVELS; level++) {
    if (nameOf(above) === name) out.push(joinPath(above, rest));
    out.push(joinPath(above, `${name}/${rest}`), joinPath(above, rest));
    const next = joinPath(above, "..");
    if (next === above) break;
    above = next;
  }
  return [...new Set(out)];
}

/** Reads a referenced file; undefined where it is at none of its places. */
export async function readReference(
  source: FileSource,
  file: string,
  reference: string,
  options?: PathOptions,
): Promise<{ readonly path: string; readonly bytes: Uint8Array } | undefined> {
  for (const path of candidatePaths(file, reference, options)) {
    const bytes = await source.read(path);
    if (bytes !== undefined) return { path, bytes };
  }
  return undefined;
}

/** A text file, or an ImportError at the place that names it. */
export async function readText(source: FileSource, path: string, place: Place): Promise<string> {
  const bytes = await source.read(path);
  if (bytes === undefined) throw new ImportError(place, `there is no file ${JSON.stringify(path)}`);
  return new TextDecoder().decode(bytes);
}

/**
 * Files that are at hand, by path. A path that is not among them is taken for the one file of the same name, since a
 * page that gets single files does not learn their folders.
 */
export function memorySource(files: ReadonlyMap<string, Uint8Array>): FileSource {
  const byName = new Map<string, string[]>();
  for (const path of files.keys()) {
    const name = nameOf(path).toLowerCase();
    byName.set(name, [...(byName.get(name) ?? []), path]);
  }
  return {
    read: async (path) => {
      const exact = files.get(path);
      if (exact !== undefined) return exact;
      const same = byName.get(nameOf(path).toLowerCase()) ?? [];
      return same.length === 1 ? files.get(same[0]) : undefined;
    },
  };
}
