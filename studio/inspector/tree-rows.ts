/** The rows of the model tree. */
import type { Selection } from "../state.js";
import type { ContactList, Outline, OutlineItem } from "../worker/services/live-protocol.js";

export type GroupId = "bodies" | "joints" | "forces" | "contacts" | "sensors";
export const GROUPS: readonly GroupId[] = ["bodies", "joints", "forces", "contacts", "sensors"];

/** Contacts that are listed, the strongest. */
export const MAX_CONTACTS = 50;
/** As many items of one list whose names begin alike, or more, are one row until it is opened. */
export const MIN_BUNCH = 5;

export type TreeRow =
  | { readonly type: "group"; readonly id: GroupId; readonly count: number; readonly open: boolean }
  /** Items whose names begin alike: `brick-1 … brick-40`. */
  | {
      readonly type: "bunch";
      readonly id: string;
      readonly group: GroupId;
      readonly stem: string;
      readonly open: boolean;
      readonly members: readonly Selection[];
    }
  | {
      readonly type: "item";
      readonly group: GroupId;
      /** Id of the bunch that it is in; empty: none. */
      readonly bunch: string;
      readonly item: OutlineItem;
      readonly selection: Selection;
    }
  | {
      readonly type: "contact";
      readonly group: GroupId;
      readonly name: string;
      readonly force: number;
      readonly slips: boolean;
      readonly selection: Selection;
    };

const KIND: Readonly<Record<GroupId, Selection["kind"]>> = {
  bodies: "body",
  joints: "joint",
  forces: "force",
  contacts: "contact",
  sensors: "sensor",
};

/** Items of the groups; forces and their drives are together. */
export function itemsOf(outline: Outline, group: GroupId): readonly OutlineItem[] {
  if (group === "forces") return [...outline.forces, ...outline.controllers];
  return group === "contacts" ? [] : outline[group];
}

/** Lists whose items are bunched by the beginnings of their names. */
const BUNCHED: ReadonlySet<GroupId> = new Set(["bodies", "joints", "forces"]);

/** What a name begins with, up to the first hyphen, slash or digit; empty when there is nothing before that. */
export function stemOf(name: string): string {
  return /^[^-/\d]+(?=[-/\d])/.exec(name)?.[0].replace(/[\s_.]+$/, "") ?? "";
}

/** The id of the bunch that a name would be in. */
export function bunchOf(group: GroupId, name: string): string {
  return `${group}:${stemOf(name)}`;
}

type ItemRow = Extract<TreeRow, { type: "item" }>;

/** Items of a list, those whose names begin alike behind one row, which stands where the first of them was. */
function bunched(group: GroupId, items: readonly ItemRow[], open: ReadonlySet<string>): TreeRow[] {
  const members = new Map<string, ItemRow[]>();
  for (const row of items) {
    const stem = stemOf(row.item.name);
    if (!members.has(stem)) members.set(stem, []);
    if (stem !== "") members.get(stem)?.push(row);
  }
  const done = new Set<string>();
  return items.flatMap((row): TreeRow[] => {
    const stem = stemOf(row.item.name);
    const alike = members.get(stem) ?? [];
    if (alike.length < MIN_BUNCH) return [row];
    if (done.has(stem)) return [];
    done.add(stem);
    const id = `${group}:${stem}`;
    const unfolded = open.has(id);
    const head: TreeRow = {
      type: "bunch",
      id,
      group,
      stem,
      open: unfolded,
      members: alike.map(({ selection }) => selection),
    };
    return unfolded ? [head, ...alike.map((member) => ({ ...member, bunch: id }))] : [head];
  });
}

/**
 * What is shown: groups with their counts, and the items of open ones whose name or kind has the words of the filter.
 */
export function treeRows(
  outline: Outline,
  contacts: ContactList | null,
  bodyNames: readonly string[],
  open: ReadonlySet<string>,
  filter: string,
): TreeRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const rows: TreeRow[] = [];
  for (const group of GROUPS) {
    const kind = KIND[group];
    const list: TreeRow[] =
      group === "contacts"
        ? contactRows(contacts, bodyNames).filter((row) => row.type === "contact" && fits(row.name))
        : itemsOf(outline, group).flatMap((item, k): TreeRow[] => {
            if (!fits(`${item.name} ${item.kind}`)) return [];
            const index = group === "bodies" ? k + 1 : group === "joints" ? k : -1;
            return [{ type: "item", group, bunch: "", item, selection: { kind, name: item.name, index } }];
          });
    const count = group === "contacts" && words.length === 0 ? (contacts?.total ?? 0) : list.length;
    if (list.length === 0 && (words.length > 0 || (group !== "bodies" && group !== "contacts"))) continue;
    const unfolded = words.length > 0 || open.has(group);
    rows.push({ type: "group", id: group, count, open: unfolded });
    if (!unfolded) continue;
    // what was searched for is shown one by one
    const folds = words.length === 0 && BUNCHED.has(group);
    rows.push(...(folds ? bunched(group, list as ItemRow[], open) : list));
  }
  return rows;
}

function contactRows(contacts: ContactList | null, bodyNames: readonly string[]): TreeRow[] {
  return (contacts?.rows ?? []).map(({ bodyA, bodyB, force, slips }) => {
    const [a, b] = [bodyNames[bodyA] ?? "", bodyNames[bodyB] ?? ""];
    const selection = { kind: "contact" as const, name: `${a}:${b}`, index: -1 };
    return { type: "contact", group: "contacts", name: `${a} – ${b}`, force, slips, selection };
  });
}

/** Identity of a row, for focus and for drawing. */
export function rowId(row: TreeRow): string {
  return row.type === "group" || row.type === "bunch" ? row.id : `${row.group}/${row.selection.name}`;
}

export interface Move {
  /** The row that is reached; the same when there is nothing to do. */
  readonly to: number;
  /** A group or a bunch to open or close. */
  readonly toggle?: string;
}

/** What a key does in a tree, by its ARIA pattern; null for other keys. */
export function treeKey(rows: readonly TreeRow[], at: number, key: string): Move | null {
  const last = rows.length - 1;
  const row = rows[at];
  if (!row) return null;
  if (key === "ArrowDown") return { to: Math.min(last, at + 1) };
  if (key === "ArrowUp") return { to: Math.max(0, at - 1) };
  if (key === "Home") return { to: 0 };
  if (key === "End") return { to: last };
  if (key === "PageDown") return { to: Math.min(last, at + 10) };
  if (key === "PageUp") return { to: Math.max(0, at - 10) };
  if (key === "ArrowRight") {
    if (row.type !== "group" && row.type !== "bunch") return { to: at };
    return row.open ? { to: Math.min(last, at + 1) } : { to: at, toggle: row.id };
  }
  if (key !== "ArrowLeft") return null;
  if ((row.type === "group" || row.type === "bunch") && row.open) return { to: at, toggle: row.id };
  if (row.type === "group") return { to: at };
  const above = row.type === "item" && row.bunch !== "" ? row.bunch : row.group;
  return { to: rows.findIndex((other) => (other.type === "group" || other.type === "bunch") && other.id === above) };
}
