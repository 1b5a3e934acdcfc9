import type { Model } from "../../../model/model.js";
import type { MassMatrix } from "../mass.js";
import type { Natural } from "../natural.js";
import type { SparseRows } from "../tangent.js";

/**
 * Bodies that no joint or spring holds. A loose body has twelve coordinates in a row, its centre of mass and its three
 * axes, and six constraints that keep its shape; only contacts connect it to others. Its block of the tangent is
 * therefore eliminated by itself, and the mechanism, the "core", has a smaller tangent.
 */
export interface LooseBodies {
  readonly count: number;
  /** Per loose body: body, first coordinate, first of its six constraints. */
  readonly body: Int32Array;
  readonly offset: Int32Array;
  readonly row: Int32Array;
  /** Loose body by body, −1: none. */
  readonly ofBody: Int32Array;
  /** Per coordinate that is solved for: its place in the core, or −1 − loose body. */
  readonly coreOf: Int32Array;
  /** Coordinates of the core. */
  readonly core: Int32Array;
}

/** With fewer loose bodies than this one factorisation of everything is as cheap; only loose ones sleep and wake. */
const LEAST = 2;

/** Coordinates and constraints of a loose body. */
export const LOOSE_SIZE = 12;
const LOOSE_ROWS = 6;

/** Finds the loose bodies of a scene in space; in the plane, or where they are not to be condensed, there are none. */
export function findLooseBodies(model: Model, natural: Natural, mass: MassMatrix, soft: SparseRows): LooseBodies {
  const { free, dim } = natural;
  const { looseBodies, sleep } = model.formulation.params as Record<string, unknown>;
  const condensed = looseBodies === "condensed";
  const found = dim === 3 && condensed ? candidates(model, natural, mass, soft) : [];
  const loose = found.length < (sleep === true ? 1 : LEAST) ? [] : found;
  const ofBody = new Int32Array(model.nb).fill(-1);
  const coreOf = new Int32Array(free);
  loose.forEach(({ body, offset }, k) => {
    ofBody[body] = k;
    coreOf.fill(-1 - k, offset, offset + LOOSE_SIZE);
  });
  const core: number[] = [];
  for (let i = 0; i < free; i++) if (coreOf[i] >= 0) coreOf[i] = core.push(i) - 1;
  return {
    count: loose.length,
    body: Int32Array.from(loose, ({ body }) => body),
    offset: Int32Array.from(loose, ({ offset }) => offset),
    row: Int32Array.from(loose, ({ row }) => row),
    ofBody,
    coreOf,
    core: Int32Array.from(core),
  };
}

interface Candidate {
  readonly body: number;
  readonly offset: number;
  readonly row: number;
}

function candidates(model: Model, natural: Natural, mass: MassMatrix, soft: SparseRows): Candidate[] {
  const { bodyForms, forms, constraints, free } = natural;
  /** Body of a coordinate, as long as it may be loose; −1: none. */
  const owner = new Int32Array(free).fill(-1);
  const start = new Int32Array(model.nb).fill(-1);
  const refuse = (b: number) => {
    if (b >= 0) start[b] = -1;
  };
  const single = (f: number, offset: number) =>
    f >= 0 && forms.start[f + 1] - forms.start[f] === 1 && forms.offset[forms.start[f]] === offset;
  for (let b = 1; b < model.nb; b++) {
    const center = bodyForms[4 * b];
    if (center < 0) continue;
    const offset = forms.offset[forms.start[center]];
    const fits = [0, 1, 2, 3].every((k) => single(bodyForms[4 * b + k], offset + 3 * k));
    if (!fits || offset + LOOSE_SIZE > free) continue;
    start[b] = offset;
    for (let c = 0; c < LOOSE_SIZE; c++) {
      refuse(owner[offset + c]);
      owner[offset + c] = b;
    }
  }
  // whatever connects a coordinate to one of another body ends its freedom
  const connect = (columns: ArrayLike<number>, from: number, to: number) => {
    const first = columns[from] < free ? owner[columns[from]] : -1;
    let same = true;
    for (let e = from; e < to; e++) if (columns[e] >= free || owner[columns[e]] !== first) same = false;
    if (!same) for (let e = from; e < to; e++) if (columns[e] < free) refuse(owner[columns[e]]);
    return same ? first : -1;
  };
  const rows = new Map<number, number[]>();
  for (let r = 0; r < constraints.rows; r++) {
    const b = connect(constraints.column, constraints.rowStart[r], constraints.rowStart[r + 1]);
    if (b >= 0) rows.set(b, [...(rows.get(b) ?? []), r]);
  }
  for (let r = 0; r < soft.rows; r++)
    for (let e = soft.rowStart[r]; e < soft.rowStart[r + 1]; e++)
      if (soft.column[e] < free) refuse(owner[soft.column[e]]);
  for (let e = 0; e < mass.row.length; e++) connect([mass.row[e], mass.column[e]], 0, 2);
  for (const { offset } of natural.scalars) if (offset < free) refuse(owner[offset]);
  const list: Candidate[] = [];
  for (let b = 1; b < model.nb; b++) {
    const own = rows.get(b) ?? [];
    const inOrder = own.length === LOOSE_ROWS && own[LOOSE_ROWS - 1] === own[0] + LOOSE_ROWS - 1;
    if (start[b] >= 0 && inOrder) list.push({ body: b, offset: start[b], row: own[0] });
  }
  return list;
}
