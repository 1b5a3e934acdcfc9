/** One thing that is wrong with a scene. */
export interface Problem {
  /** Where in the scene, as the user would write it: `bodies[1].mass`. */
  readonly path: string;
  /** One sentence without the path: `expected a finite number > 0 kg, got -1`. */
  readonly message: string;
}

/**
 * Problems that a message lists one by one: a file of thousands would hide the first, which often explains the rest.
 */
const LISTED = 20;

/** The first lines of a list, and how many there are beyond. */
function firstLines(lines: readonly string[]): readonly string[] {
  return lines.length <= LISTED ? lines : [...lines.slice(0, LISTED), `… and ${lines.length - LISTED} more`];
}

/**
 * Wrong input, found by `compile`: every problem at once in `problems`, each with its path; the message lists the first
 * twenty.
 */
export class SpecError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(firstLines(problems.map((p) => (p.path ? `${p.path}: ${p.message}` : p.message))).join("\n"));
    this.name = "SpecError";
    this.problems = problems;
  }
}

/** Collects problems so that one run reports all of them, and warnings, which become those of the model. */
export class ProblemList {
  readonly list: Problem[] = [];
  readonly warnings: string[] = [];

  add(path: string, message: string): void {
    this.list.push({ path, message });
  }

  /**
   * Notes something that the user should know although the scene compiles: one sentence, with its path in front where
   * it has one.
   */
  warn(...sentences: readonly string[]): void {
    this.warnings.push(...sentences);
  }

  /** Throws a SpecError when a problem was added. */
  throwIfAny(): void {
    if (this.list.length > 0) throw new SpecError(this.list);
  }
}

/** A value in an error message: short, on one line, never a dump. */
export function show(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === "number" || typeof value === "boolean" || value === null) return String(value);
  if (typeof value === "bigint") return `${value}n`;
  if (Array.isArray(value)) {
    if (value.length > 6) return `a list of ${value.length}`;
    return `[${value.map((v) => (typeof v === "object" && v !== null ? "…" : show(v))).join(", ")}]`;
  }
  if (typeof value === "object") return "an object";
  return `a ${typeof value}`;
}

/**
 * The known word nearest to `word`, or undefined when none is close (edit distance above a third of its length, at
 * least 2). A compound of which `word` is a part is as close as a word with two letters wrong: "hull" finds
 * "convex-hull".
 */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  if (word.length > 64) return undefined;
  const small = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    const apart = editDistance(small, candidate.toLowerCase());
    const distance = isPart(small, candidate) ? Math.min(2, apart) : apart;
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Whether a word of three letters or more is a part of a compound: "hull" of "convex-hull", "speed" of "maxSpeed". */
function isPart(word: string, compound: string): boolean {
  return (
    word.length > 2 &&
    compound
      .replace(/([a-z])([A-Z])/g, "$1-$2")
      .toLowerCase()
      .split(/[-_./ ]/)
      .includes(word)
  );
}

/** `unknown <what> "x"; did you mean "y"?`, or with the list of known words when none is near. */
export function unknownWord(what: string, word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  if (near !== undefined) return `unknown ${what} ${show(word)}; did you mean ${show(near)}?`;
  if (known.length === 0) return `unknown ${what} ${show(word)}; there are none here`;
  const listed = known.slice(0, 12).join(", ");
  return `unknown ${what} ${show(word)}; known: ${listed}${known.length > 12 ? ", …" : ""}`;
}

/** Levenshtein distance with transposition of neighbours counted once. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(row[j - 1] + 1, previous[j] + 1, previous[j - 1] + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    before = previous;
    previous = row;
  }
  return previous[b.length];
}
