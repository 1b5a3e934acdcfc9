/**
 * Which scenes the gallery shows, and the address that says so:
 * `#/?group=piles&q=box&formulation=impulse&contact=hard,none`.
 */
import type { CatalogueEntry } from "./catalogue.js";

export interface Filter {
  /** A group, `recent`, or all. */
  readonly group: string | null;
  readonly query: string;
  /** The ones that are shown; null for all. */
  readonly formulations: readonly string[] | null;
  readonly contacts: readonly string[] | null;
}

export const NO_FILTER: Filter = { group: null, query: "", formulations: null, contacts: null };

/** Groups in the order of the page; a group that is not named here comes last. */
const ORDER = [
  "machines",
  "mechanisms",
  "piles",
  "conforming contact",
  "soft contact",
  "exact geometry",
  "benchmarks",
  "basics",
];

export function parseFilter(hash: string): Filter {
  const params = new URLSearchParams(/^#\/\?(.*)$/.exec(hash)?.[1] ?? "");
  const list = (key: string) => params.get(key)?.split(",").filter(Boolean) ?? null;
  return {
    group: params.get("group") || null,
    query: params.get("q") ?? "",
    formulations: list("formulation"),
    contacts: list("contact"),
  };
}

/** The address of a filter. */
export function filterHash({ group, query, formulations, contacts }: Filter): string {
  const params = new URLSearchParams();
  if (group) params.set("group", group);
  if (query) params.set("q", query);
  if (formulations) params.set("formulation", formulations.join(","));
  if (contacts) params.set("contact", contacts.join(","));
  const text = params.toString().replaceAll("%2C", ",");
  return text ? `#/?${text}` : "#/";
}

export function isFiltered({ group, query, formulations, contacts }: Filter): boolean {
  return group !== null || query.trim() !== "" || formulations !== null || contacts !== null;
}

/**
 * The texts of an entry that the search looks through, besides its own: group, formulation and contact in the user's
 * language.
 */
export type Labels = (entry: CatalogueEntry) => readonly string[];

/** The entries that pass; in the order of the catalogue, or by how well they fit the query. */
export function matching(entries: readonly CatalogueEntry[], filter: Filter, labels: Labels): CatalogueEntry[] {
  const { group, query, formulations, contacts } = filter;
  const passing = entries.filter(
    (entry) =>
      (group === null || entry.group === group) &&
      (formulations === null || formulations.includes(entry.formulation)) &&
      (contacts === null || contacts.includes(entry.contact)),
  );
  const words = wordsOf(query);
  if (words.length === 0) return passing;
  return passing
    .map((entry) => ({ entry, score: scoreOf(entry, words, labels(entry)) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || entries.indexOf(a.entry) - entries.indexOf(b.entry))
    .map(({ entry }) => entry);
}

/** How well an entry fits: every word must occur; names count more than descriptions. */
function scoreOf(entry: CatalogueEntry, words: readonly string[], labels: readonly string[]): number {
  const name = plain(`${entry.title} ${entry.name}`);
  const rest = plain([entry.summary, entry.group, entry.formulation, ...entry.parts, ...labels].join(" "));
  let sum = 0;
  for (const word of words) {
    const score = ` ${name}`.includes(` ${word}`)
      ? 4
      : name.includes(word)
        ? 3
        : ` ${rest}`.includes(` ${word}`)
          ? 2
          : 1;
    if (score === 1 && !rest.includes(word)) return 0;
    sum += score;
  }
  return sum;
}

/** The entries whose names are nearest to a query, by pairs of letters in common. */
export function nearest(entries: readonly CatalogueEntry[], query: string, count: number): CatalogueEntry[] {
  const wanted = pairs(query);
  const likeness = ({ title }: CatalogueEntry) => {
    const own = pairs(title);
    const common = [...wanted].filter((pair) => own.has(pair)).length;
    return (2 * common) / (own.size + wanted.size || 1);
  };
  return entries
    .map((entry) => ({ entry, score: likeness(entry) }))
    .sort((a, b) => b.score - a.score || entries.indexOf(a.entry) - entries.indexOf(b.entry))
    .slice(0, count)
    .map(({ entry }) => entry);
}

/** Groups of some entries, in the order of the page. */
export function groupsOf(entries: readonly CatalogueEntry[]): string[] {
  const place = (group: string) => (ORDER.includes(group) ? ORDER.indexOf(group) : ORDER.length);
  return [...new Set(entries.map(({ group }) => group))].sort((a, b) => place(a) - place(b));
}

/** Values of a property with how many entries have each, the most frequent first. */
export function counted(
  entries: readonly CatalogueEntry[],
  key: "group" | "formulation" | "contact",
): [string, number][] {
  const counts = new Map<string, number>();
  for (const entry of entries) counts.set(entry[key], (counts.get(entry[key]) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}

/** The list of ticked values after one of them was clicked; null when all are ticked. */
export function toggled(shown: readonly string[] | null, value: string, all: readonly string[]): string[] | null {
  const before = shown ?? all;
  const after = all.filter((item) => (item === value ? !before.includes(item) : before.includes(item)));
  return after.length === all.length ? null : after;
}

function wordsOf(query: string): string[] {
  return plain(query).split(" ").filter(Boolean);
}

/** Small letters without accents, single spaces for everything else. */
function plain(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function pairs(text: string): Set<string> {
  const letters = plain(text).replaceAll(" ", "");
  return new Set(Array.from({ length: Math.max(0, letters.length - 1) }, (_, k) => letters.slice(k, k + 2)));
}
