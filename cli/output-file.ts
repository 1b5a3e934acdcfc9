import { open, readlink, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { FailedError, systemReason } from "./errors.js";
import { isStandardOutput } from "./output-name.js";

/** A file that appears under its name only when complete: it is written as `name.part` and renamed at the end. */
export interface OutputFile {
  readonly path: string;
  /** Bytes written so far. */
  readonly size: number;
  write(bytes: Uint8Array): Promise<void>;
  /** Ends the file and gives it its name. */
  commit(): Promise<void>;
  /** Ends the file and removes it; does nothing after `commit`. */
  discard(): Promise<void>;
}

/**
 * Opens an output file; a failure is one line that names the file. A link is followed: the file that it names is
 * replaced, and the link stays. `-` is standard output.
 */
export async function openOutput(path: string): Promise<OutputFile> {
  if (isStandardOutput(path)) return standardOutput(path);
  const target = await followLink(path);
  const part = `${target}.part`;
  const fail = (error: unknown) => new FailedError(`cannot write ${path}: ${systemReason(error)}`, { cause: error });
  const existing = await stat(path).catch(() => undefined);
  if (existing?.isDirectory()) throw new FailedError(`cannot write ${path}: is a folder`);
  const handle = await open(part, "w").catch((error) => {
    throw fail(error);
  });
  let size = 0;
  let done = false;
  const file: OutputFile = {
    path,
    get size() {
      return size;
    },
    async write(bytes) {
      // a write may take only part of the bytes
      for (let at = 0; at < bytes.length; ) {
        const { bytesWritten } = await handle.write(bytes, at, bytes.length - at, null).catch((error) => {
          throw fail(error);
        });
        at += bytesWritten;
      }
      size += bytes.length;
    },
    async commit() {
      try {
        await handle.close();
        await rename(part, target);
        done = true;
      } catch (error) {
        throw fail(error);
      }
    },
    async discard() {
      if (done) return;
      done = true;
      await handle.close().catch(() => {});
      await rm(part, { force: true }).catch(() => {});
    },
  };
  return file;
}

/** Where a name leads: the end of a chain of links, also of one to a file that is yet to be made. */
async function followLink(path: string): Promise<string> {
  let at = path;
  for (let links = 0; links < MAX_LINKS; links++) {
    const next = await readlink(at).catch(() => undefined);
    if (next === undefined) return at;
    at = resolve(dirname(at), next);
  }
  throw new FailedError(`cannot write ${path}: too many links`);
}

/** As many links as Linux follows. */
const MAX_LINKS = 40;

function standardOutput(path: string): OutputFile {
  let size = 0;
  return {
    path,
    get size() {
      return size;
    },
    write(bytes) {
      size += bytes.length;
      // a copy: the caller uses its buffer again before the reader has taken it
      return new Promise((done) => {
        process.stdout.write(bytes.slice(), () => done());
      });
    },
    commit: async () => {},
    discard: async () => {},
  };
}

/** Writes `path.part` and leaves it there: `writeOutput` of the same path replaces it, `discardDraft` removes it. */
export async function writeDraft(path: string, content: Uint8Array): Promise<void> {
  await writeFile(`${path}.part`, content).catch((error) => {
    throw new FailedError(`cannot write ${path}: ${systemReason(error)}`, { cause: error });
  });
}

export async function discardDraft(path: string): Promise<void> {
  await rm(`${path}.part`, { force: true }).catch(() => {});
}

/** Writes a whole file at once, in the same way. */
export async function writeOutput(path: string, content: string | Uint8Array): Promise<void> {
  const file = await openOutput(path);
  try {
    await file.write(typeof content === "string" ? new TextEncoder().encode(content) : content);
    await file.commit();
  } catch (error) {
    await file.discard();
    throw error;
  }
}
