import { open, rename, rm, stat, writeFile } from "node:fs/promises";
import { FailedError, systemReason } from "./errors.js";

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

/** Opens an output file; a failure is one line that names the file. */
export async function openOutput(path: string): Promise<OutputFile> {
  const part = `${path}.part`;
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
        await rename(part, path);
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
