import { rootOf, unite } from "../../math/union-find.js";
import type { Constraints } from "./constraints.js";
import type { Forms } from "./forms.js";

/** Mark of coordinates that are prescribed. */
const PRESCRIBED = 1;

/**
 * Which coordinates move together, through bodies and constraints, and a mark of each such mechanism made of the names
 * of its coordinates and rows. After a recompile, a mechanism with the same mark goes on with the accelerations and
 * multipliers that it had.
 */
export function markMechanisms(
  free: number,
  bodyForms: Int32Array,
  forms: Forms,
  constraints: Constraints,
  names: readonly string[],
): Int32Array {
  const parent = Int32Array.from({ length: free }, (_, i) => i);
  const join = (list: readonly number[]) => {
    const inside = list.filter((c) => c < free);
    for (const c of inside) unite(parent, c, inside[0]);
  };
  // the entities of a body, and the columns of a row
  for (let b = 0; b < bodyForms.length / 4; b++) {
    const offsets: number[] = [];
    for (let k = 0; k < 4; k++) {
      const f = bodyForms[4 * b + k];
      if (f < 0) continue;
      for (let t = forms.start[f]; t < forms.start[f + 1]; t++)
        for (let c = 0; c < forms.dim; c++) offsets.push(forms.offset[t] + c);
    }
    join(offsets);
  }
  const { rows, rowStart, column } = constraints;
  for (let r = 0; r < rows; r++) join([...column.subarray(rowStart[r], rowStart[r + 1])]);

  // names in order, so that the mark does not depend on places in q
  const words = new Map<number, string[]>();
  const note = (i: number, word: string) => {
    const root = rootOf(parent, i);
    const list = words.get(root) ?? [];
    list.push(word);
    words.set(root, list);
  };
  for (let i = 0; i < free; i++) note(i, names[i]);
  for (let r = 0; r < rows; r++) note(column[rowStart[r]], constraints.names[r]);
  const marks = new Map([...words].map(([root, list]) => [root, hash(list.sort().join("\n"))]));
  return Int32Array.from(names, (_, i) => (i < free ? (marks.get(rootOf(parent, i)) as number) : PRESCRIBED));
}

/** FNV-1a, never zero. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let k = 0; k < text.length; k++) h = Math.imul(h ^ text.charCodeAt(k), 0x01000193);
  return h === 0 ? 1 : h;
}
