import { type ProblemList, unknownWord } from "../errors.js";
import type { CompileContext, ItemKind, ItemTable } from "../item.js";
import { metaOf, type ParamMeta, type Params } from "../params.js";
import type { InputBook } from "./inputs.js";
import type { ParsedItem } from "./parse.js";
import type { SlotBook } from "./slots.js";

/** What turning parameters into columns needs to know. */
export interface TableContext extends CompileContext {
  readonly bodyIndex: ReadonlyMap<string, number>;
  readonly bodyCom: Float64Array;
  readonly slots: SlotBook;
  readonly inputs: InputBook;
  readonly problems: ProblemList;
}

/** Sorts items by kind, in registry order, so that a kind's kernel owns its loop; returns one table per kind in use. */
export function compileTables(
  list: string,
  registry: Readonly<Record<string, ItemKind>>,
  items: readonly ParsedItem<ItemKind>[],
  context: TableContext,
): ItemTable[] {
  const tables: ItemTable[] = [];
  for (const kind of Object.values(registry)) {
    const own = items.filter((item) => item.kind === kind);
    if (own.length > 0) tables.push(compileTable(list, kind, own, context));
  }
  for (const table of tables) linkOutputs(table, context);
  return tables;
}

/** Outputs are found once every table has its inputs, so that a controller may drive the target of a later one. */
function linkOutputs(table: ItemTable, { inputs, problems }: TableContext): void {
  for (const [key, schema] of Object.entries(table.kind.params as Params)) {
    if (metaOf(schema)?.kind !== "output") continue;
    const column = table.col[key] as Int32Array;
    table.specs.forEach((params, i) => {
      column[i] = inputs.find(params[key] as string, `${table.paths[i]}.${key}`, problems);
    });
  }
}

function compileTable(
  list: string,
  kind: ItemKind,
  items: readonly ParsedItem<ItemKind>[],
  context: TableContext,
): ItemTable {
  const col: Record<string, unknown> = {};
  const input: Record<string, Int32Array> = {};
  for (const [key, schema] of Object.entries(kind.params as Params)) {
    const meta = metaOf(schema);
    if (meta === undefined || meta.kind === "other") continue;
    col[key] = compileColumn(items, key, meta, context);
    if (meta.input) {
      const values = col[key] as Float64Array;
      input[key] = Int32Array.from(items, (item, i) => context.inputs.define(`${list}.${item.name}.${key}`, values[i]));
    }
  }
  const table: ItemTable = {
    kind,
    count: items.length,
    names: items.map((item) => item.name),
    paths: items.map((item) => item.path),
    col: col as ItemTable["col"],
    input,
    specs: items.map((item) => item.params),
  };
  if (kind.complete !== undefined && context.problems.list.length === 0) {
    items.forEach((item, i) => {
      const wrong = kind.complete?.(table, i, context);
      if (wrong !== undefined) context.problems.add(item.path, wrong);
    });
    // `complete` may have filled in a default that is also an input
    for (const key of Object.keys(input)) {
      input[key].forEach((slot, i) => {
        context.inputs.values[slot] = (col[key] as Float64Array)[i];
      });
    }
  }
  return table;
}

function compileColumn(
  items: readonly ParsedItem<ItemKind>[],
  key: string,
  meta: ParamMeta,
  context: TableContext,
): unknown {
  const { problems, slots } = context;
  switch (meta.kind) {
    case "number":
      return Float64Array.from(items, (item) => (item.params[key] as number | undefined) ?? Number.NaN);
    case "vector": {
      const column = new Float64Array(3 * items.length).fill(Number.NaN);
      items.forEach((item, i) => {
        const v = item.params[key] as readonly number[] | undefined;
        if (v === undefined) return;
        column.set(v, 3 * i);
        if (meta.pointOf === undefined) return;
        // points are kept relative to the centre of mass
        const b = context.bodyIndex.get(item.params[meta.pointOf] as string) ?? 0;
        for (let k = 0; k < 3; k++) column[3 * i + k] -= context.bodyCom[3 * b + k];
      });
      return column;
    }
    case "list": {
      const lists = items.map((item) => (item.params[key] as readonly number[] | undefined) ?? []);
      const start = new Int32Array(items.length + 1);
      lists.forEach((l, i) => {
        start[i + 1] = start[i] + l.length;
      });
      return { start, values: Float64Array.from(lists.flat()) };
    }
    case "flag":
      return Int32Array.from(items, (item) => (item.params[key] ? 1 : 0));
    case "choice":
      return Int32Array.from(items, (item) => meta.choices!.indexOf(item.params[key] as string));
    case "body":
      return Int32Array.from(items, (item) => {
        const name = item.params[key] as string;
        const b = context.bodyIndex.get(name);
        if (b === undefined)
          problems.add(`${item.path}.${key}`, unknownWord("body", name, [...context.bodyIndex.keys()]));
        return b ?? 0;
      });
    case "sensor":
      return Int32Array.from(items, (item) => slots.scalar(item.params[key] as string, `${item.path}.${key}`));
    case "output":
      return new Int32Array(items.length).fill(-1);
    default:
      return Int32Array.from(items, (item) => slots.expression(item.params[key] as string, `${item.path}.${key}`));
  }
}
