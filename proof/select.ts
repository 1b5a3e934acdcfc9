import { type Experiment, rowIds } from "./experiment.js";

/** What a pattern chose. */
export interface Selection {
  readonly experiments: readonly Experiment[];
  /** Ids of the rows that match. */
  readonly wanted: ReadonlySet<string>;
  /** Rows that match but belong to experiments that run with `--full` only. */
  readonly needFull: readonly string[];
}

/**
 * The experiments with a row whose id matches: a pattern with * or ? must fit the whole id, any other must occur in it.
 * Experiments for `--full` are left out unless `full` is set. With `exact` the pattern is the id of one experiment.
 */
export function selectExperiments(
  all: readonly Experiment[],
  pattern: string,
  full: boolean,
  exact = false,
): Selection {
  const matches = exact ? () => false : matcher(pattern);
  const wanted = new Set<string>();
  const needFull: string[] = [];
  const experiments = all.filter((experiment) => {
    const ids = rowIds(experiment).filter(
      (id) => matches(id) || matches(experiment.id) || (exact && experiment.id === pattern),
    );
    if (experiment.full && !full) {
      needFull.push(...ids);
      return false;
    }
    for (const id of ids) wanted.add(id);
    return ids.length > 0;
  });
  return { experiments, wanted, needFull };
}

function matcher(pattern: string): (id: string) => boolean {
  const lower = pattern.toLowerCase();
  if (!/[*?]/.test(lower)) return (id) => id.toLowerCase().includes(lower);
  const escaped = lower.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  const glob = new RegExp(`^${escaped.replaceAll("*", ".*").replaceAll("?", ".")}$`);
  return (id) => glob.test(id.toLowerCase());
}

/** The known id nearest to the input, by the share of common letter pairs; undefined when none is near. */
export function nearestId(pattern: string, ids: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestScore = 0.25;
  for (const id of ids) {
    const score = similarity(pattern.toLowerCase(), id.toLowerCase());
    if (score > bestScore) {
      best = id;
      bestScore = score;
    }
  }
  return best;
}

/** Dice coefficient of the letter pairs of two words, 0 … 1. */
function similarity(a: string, b: string): number {
  const pairs = (word: string) => Array.from({ length: Math.max(0, word.length - 1) }, (_, i) => word.slice(i, i + 2));
  const left = pairs(a);
  const right = pairs(b);
  const total = left.length + right.length;
  let common = 0;
  for (const pair of left) {
    const at = right.indexOf(pair);
    if (at < 0) continue;
    right.splice(at, 1);
    common++;
  }
  return total === 0 ? 0 : (2 * common) / total;
}
