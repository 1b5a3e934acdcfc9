import type { Data } from "../../data/data.js";
import type { Model, ShapeInstance } from "../../model/model.js";
import { ROW, rimFields } from "./fields.js";
import type { RimSetup } from "./setup.js";

/**
 * Carries what rims remember over a recompile: segments whose two shapes exist in both models — same body by name, same place in its list, as many triangles — go on, so
 * that what rests does not sink anew because something else was added. Reads: memory of `oldData`. Writes: memory and wrenches of `data`.
 */
export function carryRim(oldModel: Model, oldData: Data, model: Model, data: Data): void {
  const { active, capacity } = model.systems.rim as RimSetup;
  if (!active) return;
  const to = rimFields(data);
  to.remembered[0] = 0;
  to.wrench.fill(0);
  if (!(oldModel.systems.rim as RimSetup).active) return;
  const from = rimFields(oldData);
  const name = ({ bodyNames }: Model, { body, index, geometry }: ShapeInstance) =>
    `${bodyNames[body]}/${index}/${geometry.mesh?.triangles.length ?? 0}`;
  const found = new Map(model.shapes.map((shape, i) => [name(model, shape), i]));
  const renumber = oldModel.shapes.map((shape) => found.get(name(oldModel, shape)) ?? -1);
  // a pair whose order is reversed would have to turn its segments round; it starts anew instead
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
    to.memory.set(from.memory.subarray(ROW.size * row, ROW.size * (row + 1)), ROW.size * k);
  }
  to.remembered[0] = count;
  if (to.wrench.length === 0 || from.wrench.length === 0) return;
  for (let b = 1; b < model.nb; b++) {
    const old = oldModel.bodyIndex.get(model.bodyNames[b]);
    if (old !== undefined) to.wrench.set(from.wrench.subarray(6 * old, 6 * old + 6), 6 * b);
  }
}
