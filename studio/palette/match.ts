/**
 * How well a text matches a query: every word of the query must be found. Whole words at the start count most, then
 * starts of words, then anywhere; null: not found. Case and accents do not matter.
 */
export function score(text: string, query: string): number | null {
  const subject = plain(text);
  let total = 0;
  for (const word of plain(query).split(/\s+/).filter(Boolean)) {
    const at = find(subject, word);
    if (at === null) return null;
    total += at;
  }
  return total - subject.length / 1000;
}

function find(subject: string, word: string): number | null {
  if (subject.startsWith(word)) return 4;
  let best: number | null = null;
  for (let at = subject.indexOf(word); at >= 0; at = subject.indexOf(word, at + 1)) {
    const starts = /[\s/.\-_(]/.test(subject[at - 1] ?? " ");
    best = Math.max(best ?? 0, starts ? 3 : 1);
  }
  return best;
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The items that answer a query, best first; all of them, in their order, when there is none. */
export function rank<T>(items: readonly T[], query: string, text: (item: T) => string, most: number): T[] {
  if (!query.trim()) return items.slice(0, most);
  const found = items.flatMap((item, order) => {
    const points = score(text(item), query);
    return points === null ? [] : [{ item, points, order }];
  });
  found.sort((a, b) => b.points - a.points || a.order - b.order);
  return found.slice(0, most).map(({ item }) => item);
}

/** As `rank`, followed by those that answer only with their help. */
export function rankWithHelp<T extends { readonly help?: string }>(
  items: readonly T[],
  query: string,
  text: (item: T) => string,
  most: number,
): T[] {
  const named = rank(items, query, text, most);
  if (!query.trim()) return named;
  const others = items.filter((item) => item.help !== undefined && !named.includes(item));
  return [...named, ...rank(others, query, (item) => `${text(item)} ${item.help}`, most - named.length)];
}
