import { style } from "./text/style.js";

/** Exit codes; shells expect 130 after Ctrl-C. */
export const EXIT = { ok: 0, failed: 1, wrongInput: 2, interrupted: 130 } as const;

/** Problem lines that are printed before the rest is counted. */
const MAX_LINES = 20;

/** Wrong input: one line per problem, without a stack trace; exit code 2. */
export class InputError extends Error {
  readonly lines: readonly string[];

  constructor(lines: string | readonly string[]) {
    const list = typeof lines === "string" ? [lines] : lines;
    super(list.join("\n"));
    this.name = "InputError";
    this.lines = list;
  }
}

/** Valid input, but the work failed (disk full, file not readable, bits differ): one line; exit code 1. */
export class FailedError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "FailedError";
  }
}

/** Kinds of error that the library throws for wrong input; their messages are written for users. */
const INPUT_ERRORS = new Set([
  "SpecError",
  "SceneTextError",
  "RecordingError",
  "MissingPackageError",
  "ImportError",
  "ExerciseError",
]);

/** Prints an error to stderr and returns the exit code. STICTION_DEBUG=1 adds the stack of unexpected errors. */
export function reportError(error: unknown): number {
  const { red, dim } = style(process.stderr);
  const print = (line: string) => process.stderr.write(`${line}\n`);
  const debug = process.env.STICTION_DEBUG === "1";
  if (error instanceof InputError) {
    for (const line of error.lines.slice(0, MAX_LINES)) print(line);
    const more = error.lines.length - MAX_LINES;
    if (more > 0) print(`… and ${more} more`);
    if (debug && error.stack !== undefined) print(dim(error.stack));
    return EXIT.wrongInput;
  }
  const name = error instanceof Error ? error.name : "";
  const message = error instanceof Error ? error.message : String(error);
  if (INPUT_ERRORS.has(name)) {
    for (const line of message.split("\n").slice(0, MAX_LINES)) print(line);
    return EXIT.wrongInput;
  }
  print(`${red("error:")} ${firstLine(message)}`);
  if (debug && error instanceof Error) print(dim(error.stack ?? ""));
  else if (!(error instanceof FailedError)) print(dim("This should not happen. STICTION_DEBUG=1 shows the stack."));
  return EXIT.failed;
}

/** The first line of a message from another library; the rest does not help the user. */
export function firstLine(message: string): string {
  return message.split("\n")[0].trim().slice(0, 400);
}

/** The reason of a failed file operation in a few words: "no space left on device". */
export function systemReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const known: Record<string, string> = {
    ENOENT: "no such file or folder",
    EACCES: "permission denied",
    EPERM: "not permitted",
    EISDIR: "is a folder",
    ENOTDIR: "part of the path is not a folder",
    ENOSPC: "no space left on the device",
    EROFS: "the file system is read-only",
    EMFILE: "too many open files",
    EDQUOT: "the disk quota is used up",
    EIO: "input/output error",
  };
  return (code === undefined ? undefined : known[code]) ?? firstLine(message ?? String(error));
}
