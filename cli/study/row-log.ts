/**
 * The log of a study: a line for each finished run, in the order in which they finished. It is written at once and read
 * again when a study goes on, so that a process may be killed at any moment.
 */
import { createReadStream } from "node:fs";
import { type FileHandle, open, rm, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { type PackedRow, packRow, type Row, unpackRow } from "stiction/studies";
import { FailedError, InputError, systemReason } from "../errors.js";
import { makeFolders } from "../folders.js";
import { openLine, sealLine } from "./row-text.js";
import { currentPackage, type StudyPackage } from "./study-package.js";

/** Name of the log in the folder of a study. */
export const LOG = "rows.jsonl";

interface LogOptions {
  /** Discards earlier results. */
  readonly fresh?: boolean;
  /** Columns of the metrics, those of a script too, for readers that cannot run the study. */
  readonly metrics?: readonly string[];
  onRow?(row: Row): void;
}

/** Which runs are finished, and where their lines are. */
export class RowLog {
  readonly folder: string;
  /** Offset of the line of each run; −1: not finished. 8 bytes per run, so that memory does not grow with results. */
  readonly at: Float64Array;
  private readonly file: FileHandle;
  private size: number;
  private finished = 0;
  /** Lines that have not been written yet. */
  private waiting: string[] = [];
  private writing: Promise<void> = Promise.resolve();

  private constructor(folder: string, file: FileHandle, size: number, at: Float64Array) {
    this.folder = folder;
    this.file = file;
    this.size = size;
    this.at = at;
  }

  /**
   * Opens the log of a study in a folder, or begins one. A last line that was cut is taken away; `onRow` sees the runs
   * that are finished already.
   */
  static async open(
    folder: string,
    packed: StudyPackage,
    count: number,
    { fresh = false, metrics = [], onRow }: LogOptions = {},
  ): Promise<RowLog> {
    const path = join(folder, LOG);
    try {
      await makeFolders(folder);
      if (fresh) await rm(path, { force: true });
      const exists = ((await stat(path).catch(() => undefined))?.size ?? 0) > 0;
      const at = new Float64Array(count).fill(-1);
      if (!exists) {
        const log = new RowLog(folder, await open(path, "w+"), 0, at);
        log.push(sealLine({ stiction: "study", version: packed.version, hash: packed.hash, metrics, package: packed }));
        await log.flush();
        return log;
      }
      let rows = 0;
      const end = await readLog(path, {
        header(header) {
          if (header.hash !== packed.hash)
            throw new InputError(
              `${folder} holds the results of another study (${header.package.name}, ${header.hash}; this one is ${packed.hash}); give another folder by --out, or --fresh to discard them`,
            );
        },
        row(row, offset) {
          if (row.row >= count || at[row.row] >= 0) return;
          at[row.row] = offset;
          rows++;
          onRow?.(row);
        },
      });
      await truncate(path, end);
      const log = new RowLog(folder, await open(path, "r+"), end, at);
      log.finished = rows;
      return log;
    } catch (error) {
      if (error instanceof InputError || error instanceof FailedError) throw error;
      throw new FailedError(`cannot write ${path}: ${systemReason(error)}`, { cause: error });
    }
  }

  get done(): number {
    return this.finished;
  }

  has(row: number): boolean {
    return this.at[row] >= 0;
  }

  /** Adds a row; one that is there already is left as it is. */
  add(row: Row): boolean {
    if (this.has(row.row)) return false;
    this.at[row.row] = this.push(sealLine(packRow(row)));
    this.finished++;
    return true;
  }

  private push(line: string): number {
    const at = this.size;
    this.waiting.push(line);
    this.size += Buffer.byteLength(line);
    return at;
  }

  /** Writes what has been added. */
  flush(): Promise<void> {
    this.writing = this.writing.then(async () => {
      if (this.waiting.length === 0) return;
      const bytes = Buffer.from(this.waiting.join(""));
      const from = this.size - this.waiting.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
      this.waiting = [];
      try {
        for (let at = 0; at < bytes.length; ) {
          const { bytesWritten } = await this.file.write(bytes, at, bytes.length - at, from + at);
          at += bytesWritten;
        }
      } catch (error) {
        throw new FailedError(`cannot write ${join(this.folder, LOG)}: ${systemReason(error)}`, { cause: error });
      }
    });
    return this.writing;
  }

  /** The finished rows in their order, read back in blocks. */
  async *rows(): AsyncGenerator<Row> {
    await this.flush();
    const { at } = this;
    const order = Array.from(at.keys()).filter((row) => at[row] >= 0);
    const buffer = Buffer.alloc(BLOCK);
    let from = 0;
    let filled = 0;
    for (const row of order) {
      let line: string | undefined;
      for (let size = BLOCK; line === undefined; size *= 4) {
        const inside = at[row] >= from && at[row] < from + filled;
        const end = inside ? buffer.indexOf(10, at[row] - from) : -1;
        if (inside && end >= 0 && end < filled) {
          line = buffer.toString("utf8", at[row] - from, end);
          break;
        }
        if (size > BLOCK) {
          const one = Buffer.alloc(size);
          const { bytesRead } = await this.file.read(one, 0, size, at[row]);
          const stop = one.indexOf(10);
          if (stop >= 0 && stop < bytesRead) line = one.toString("utf8", 0, stop);
          else if (bytesRead < size)
            throw new FailedError(`${join(this.folder, LOG)}: the line of run ${row} is missing`);
          continue;
        }
        from = at[row];
        ({ bytesRead: filled } = await this.file.read(buffer, 0, BLOCK, from));
        const stop = buffer.indexOf(10);
        if (stop >= 0 && stop < filled) line = buffer.toString("utf8", 0, stop);
      }
      const content = openLine(line);
      if (content === undefined) throw new FailedError(`${join(this.folder, LOG)}: the line of run ${row} is damaged`);
      yield unpackRow(content as PackedRow);
    }
  }

  async close(): Promise<void> {
    await this.flush().finally(() => this.file.close());
  }
}

/** Bytes that are read at once. */
const BLOCK = 1 << 16;

/** What the first line of a log says. */
export interface LogHeader {
  readonly hash: string;
  readonly version: string;
  readonly metrics?: readonly string[];
  readonly package: StudyPackage;
}

/**
 * Reads a log line by line; returns where its whole lines end. A damaged line in the middle is an error with its
 * number, one at the end was cut.
 */
export async function readLog(
  path: string,
  to: { header(header: LogHeader): void; row(row: Row, offset: number): void },
): Promise<number> {
  let offset = 0;
  let number = 0;
  let bad = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    let begin = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, begin)) {
      number++;
      if (bad > 0) throw new InputError(`${path}: line ${bad} is damaged (its checksum does not agree)`);
      const content = openLine(bytes.toString("utf8", begin, end));
      if (content === undefined) bad = number;
      else if (number === 1) to.header(headerOf(content, path));
      else to.row(unpackRow(content as PackedRow), offset);
      if (content !== undefined) offset += end + 1 - begin;
      begin = end + 1;
    }
    rest = bytes.subarray(begin);
  }
  if (number === 0 || (bad === 1 && number === 1)) throw new InputError(`${path}: not the log of a study`);
  return offset;
}

function headerOf(content: unknown, path: string): LogHeader {
  const header = content as { readonly stiction?: unknown } & LogHeader;
  if (header?.stiction !== "study") throw new InputError(`${path}: not the log of a study`);
  return { ...header, package: currentPackage(header.package) };
}
