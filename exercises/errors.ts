/** Mistakes in an exercise's files: one line each, with file, line and column where they are known. */
export class ExerciseError extends Error {
  readonly problems: readonly string[];

  constructor(problems: string | readonly string[]) {
    const list = typeof problems === "string" ? [problems] : problems;
    super(list.join("\n"));
    this.name = "ExerciseError";
    this.problems = list;
  }
}
