import type { Model, ShapeInstance } from "../model/model.js";

/** Memory of contacts by pairs of shapes: `key` has four numbers per row, the shapes first; rows are sorted by them. */
export interface RememberedRows {
  readonly remembered: Uint32Array;
  readonly key: Uint32Array;
  readonly memory: Float64Array;
}

/** Name of a shape that lasts over a recompile: its body's, and its place in the body's list. */
function nameOf({ bodyNames }: Model, { body, index }: ShapeInstance): string {
  return `${bodyNames[body]}/${index}`;
}

/**
 * Carries rows of `size` numbers over a recompile: those whose two shapes exist in both models, and are the same by
 * `known`, go on, so that what rests or sticks does not let go because something else was added. At most `capacity` of
 * them. Writes: `to`.
 */
export function carryRows(
  oldModel: Model,
  from: RememberedRows,
  model: Model,
  to: RememberedRows,
  size: number,
  capacity: number,
  known: (old: ShapeInstance, now: ShapeInstance) => boolean = () => true,
): void {
  const found = new Map(model.shapes.map((shape, i) => [nameOf(model, shape), i]));
  const renumber = oldModel.shapes.map((shape) => {
    const now = found.get(nameOf(oldModel, shape)) ?? -1;
    return now >= 0 && known(shape, model.shapes[now]) ? now : -1;
  });
  // shapes stand in the order of names in both, so that A stays A
  const rows = Array.from({ length: from.remembered[0] }, (_, row) => ({
    row,
    a: renumber[from.key[4 * row]],
    b: renumber[from.key[4 * row + 1]],
  })).filter(({ a, b }) => a >= 0 && b >= 0);
  rows.sort((p, q) => p.a - q.a || p.b - q.b || p.row - q.row);
  const count = Math.min(rows.length, capacity);
  for (let k = 0; k < count; k++) {
    const { row, a, b } = rows[k];
    to.key.set([a, b, from.key[4 * row + 2], from.key[4 * row + 3]], 4 * k);
    to.memory.set(from.memory.subarray(size * row, size * (row + 1)), size * k);
  }
  to.remembered[0] = count;
}
