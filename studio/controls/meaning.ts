/** What the name of a lever means: the same word for the same function of every machine. Knows no page. */

export const MEANINGS = [
  "boom",
  "stick",
  "bucket",
  "slew",
  "travel",
  "steer",
  "blade",
  "outriggers",
  "track-left",
  "track-right",
] as const;
export type Meaning = (typeof MEANINGS)[number];

/** Other words for the same function. */
const ALIASES: Readonly<Record<string, Meaning>> = { lift: "boom" };

/** The meaning of a name; a prefix, of several machines, does not change it. Undefined: none is known. */
export function meaningOf(name: string): Meaning | undefined {
  const word = [...MEANINGS, ...Object.keys(ALIASES)].find((known) => name === known || name.endsWith(`-${known}`));
  return word === undefined ? undefined : (ALIASES[word] ?? (word as Meaning));
}
