import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import { compliantFields, MEMORY } from "./fields.js";
import type { CompliantSetup } from "./setup.js";

/**
 * Carries the memory of contacts over a recompile: rows whose two shapes exist in both models — same body by name, same place in its list — go on, so
 * that what sticks does not let go because something else was added. Reads: memory of `oldData`. Writes: memory of `data`.
 */
export function carryMemory(oldModel: Model, oldData: Data, model: Model, data: Data): void {
  const { active, capacity } = model.systems.compliant as CompliantSetup;
  if (!active) return;
  const to = compliantFields(data);
  to.remembered[0] = 0;
  if (!(oldModel.systems.compliant as CompliantSetup).active) return;
  const from = compliantFields(oldData);
  const found = new Map(model.shapes.map((s, i) => [`${model.bodyNames[s.body]}/${s.index}`, i]));
  const renumber = oldModel.shapes.map((s) => found.get(`${oldModel.bodyNames[s.body]}/${s.index}`) ?? -1);
  // a pair whose order is reversed would have to turn normals and features round; it starts anew instead
  const rows = Array.from({ length: from.remembered[0] }, (_, row) => ({
    row,
    a: renumber[from.key[4 * row]],
    b: renumber[from.key[4 * row + 1]],
  })).filter(({ a, b }) => a >= 0 && b >= 0 && a < b);
  rows.sort((p, q) => p.a - q.a || p.b - q.b || p.row - q.row);
  const count = Math.min(rows.length, capacity);
  for (let k = 0; k < count; k++) {
    const { row, a, b } = rows[k];
    to.key.set([a, b, from.key[4 * row + 2], from.key[4 * row + 3]], 4 * k);
    to.memory.set(from.memory.subarray(MEMORY.size * row, MEMORY.size * (row + 1)), MEMORY.size * k);
  }
  to.remembered[0] = count;
}
