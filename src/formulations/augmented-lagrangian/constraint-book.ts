import type { Constraints } from "./constraints.js";
import type { FormBook, Term } from "./forms.js";

/** Joint and body of a row, and its name, by which a recompiled scene finds it again. */
export interface RowOwner {
  readonly name: string;
  /** Joint, or −1 for what holds a body in shape. */
  readonly joint: number;
  readonly body: number;
}

interface Row {
  readonly owner: RowOwner;
  readonly columns: number[];
}

interface Placed {
  readonly row: number;
  /**
   * Where the entries of each form's terms start, and the entries of each scalar; indices within the row until
   * `finish`.
   */
  readonly forms: number[][];
  readonly scalars: number[];
}

/** Collects constraints and gives every row its entries. Rows that nothing free takes part in are left out. */
export class ConstraintBook {
  private readonly rows: Row[] = [];
  private readonly dots: { placed: Placed; a: number; b: number; constant: number; scalar: number; factor: number }[] =
    [];
  private readonly sames: { row: number; form: number }[] = [];
  private readonly angles: { placed: Placed; xA: number; yA: number; xB: number; scalar: number }[] = [];
  private readonly lengths: { placed: Placed; form: number; scalar: number }[] = [];
  private readonly ratios: { placed: Placed; a: number; b: number; ratio: number }[] = [];

  private readonly dim: number;
  /** Coordinates below this are solved for. */
  private readonly free: number;
  private readonly forms: FormBook;

  constructor(dim: number, free: number, forms: FormBook) {
    this.dim = dim;
    this.free = free;
    this.forms = forms;
  }

  /** f_A · f_B = constant + factor s */
  dot(owner: RowOwner, a: number, b: number, constant: number, scalar = -1, factor = 0): void {
    const placed = this.place(owner, [a, b], scalar < 0 ? [] : [scalar]);
    if (placed !== null) this.dots.push({ placed, a, b, constant, scalar, factor });
  }

  /** f = 0, one row per axis */
  same(owner: RowOwner, form: number): void {
    const terms = this.forms.list[form];
    if (!terms.some((t) => t.offset < this.free)) return;
    this.sames.push({ row: this.rows.length, form });
    for (let k = 0; k < this.dim; k++) {
      const columns = terms.flatMap((t) =>
        this.dim === 3 ? [t.offset + k] : t.im === 0 ? [t.offset + k] : [t.offset, t.offset + 1],
      );
      this.rows.push({ owner: { ...owner, name: `${owner.name} ${"xyz"[k]}` }, columns: this.freeFirst(columns) });
    }
  }

  angle(owner: RowOwner, xA: number, yA: number, xB: number, scalar: number): void {
    const placed = this.place(owner, [xA, yA, xB], [scalar]);
    if (placed !== null) this.angles.push({ placed, xA, yA, xB, scalar });
  }

  length(owner: RowOwner, form: number, scalar: number): void {
    const placed = this.place(owner, [form], [scalar]);
    if (placed !== null) this.lengths.push({ placed, form, scalar });
  }

  ratio(owner: RowOwner, a: number, b: number, ratio: number): void {
    const placed = this.place(owner, [], [a, b]);
    if (placed !== null) this.ratios.push({ placed, a, b, ratio });
  }

  /** A row with the columns of forms and scalars, or null when none of them is solved for. */
  private place(owner: RowOwner, forms: readonly number[], scalars: readonly number[]): Placed | null {
    const offsets = [...new Set(forms.flatMap((f) => this.forms.list[f].map((t) => t.offset)))];
    const columns = [...offsets.flatMap((o) => Array.from({ length: this.dim }, (_, k) => o + k)), ...new Set(scalars)];
    if (!columns.some((c) => c < this.free)) return null;
    const sorted = this.freeFirst(columns);
    const row = this.rows.length;
    this.rows.push({ owner, columns: sorted });
    return {
      row,
      forms: forms.map((f) => this.forms.list[f].map((t) => sorted.indexOf(t.offset))),
      scalars: scalars.map((s) => sorted.indexOf(s)),
    };
  }

  private freeFirst(columns: readonly number[]): number[] {
    return [...columns].sort((x, y) => Number(x >= this.free) - Number(y >= this.free) || x - y);
  }

  finish(): Constraints {
    const { rows, free } = this;
    const rowStart = new Int32Array(rows.length + 1);
    rows.forEach((row, r) => {
      rowStart[r + 1] = rowStart[r] + row.columns.length;
    });
    const entry: number[] = [];
    const entries = (placed: Placed, f: number) => {
      const at = entry.length;
      for (const e of placed.forms[f]) entry.push(rowStart[placed.row] + e);
      return at;
    };
    const scalarEntry = (placed: Placed, s: number) =>
      placed.scalars.length > s ? rowStart[placed.row] + placed.scalars[s] : -1;
    const { dots, sames, angles, lengths, ratios } = this;
    const ints = <T>(list: readonly T[], of: (item: T) => number) => Int32Array.from(list, of);
    const column = Int32Array.from(rows.flatMap((row) => row.columns));
    return {
      rows: rows.length,
      rowStart,
      rowFree: ints(rows, (row) => row.columns.filter((c) => c < free).length),
      column,
      rowJoint: ints(rows, (row) => row.owner.joint),
      rowBody: ints(rows, (row) => row.owner.body),
      names: rows.map((row) => row.owner.name),
      dot: {
        count: dots.length,
        row: ints(dots, (d) => d.placed.row),
        formA: ints(dots, (d) => d.a),
        formB: ints(dots, (d) => d.b),
        entryA: ints(dots, (d) => entries(d.placed, 0)),
        entryB: ints(dots, (d) => entries(d.placed, 1)),
        constant: Float64Array.from(dots, (d) => d.constant),
        scalar: ints(dots, (d) => d.scalar),
        scalarEntry: ints(dots, (d) => scalarEntry(d.placed, 0)),
        factor: Float64Array.from(dots, (d) => d.factor),
      },
      same: { count: sames.length, row: ints(sames, (s) => s.row), form: ints(sames, (s) => s.form) },
      angle: {
        count: angles.length,
        row: ints(angles, (a) => a.placed.row),
        xA: ints(angles, (a) => a.xA),
        yA: ints(angles, (a) => a.yA),
        xB: ints(angles, (a) => a.xB),
        entryXA: ints(angles, (a) => entries(a.placed, 0)),
        entryYA: ints(angles, (a) => entries(a.placed, 1)),
        entryXB: ints(angles, (a) => entries(a.placed, 2)),
        scalar: ints(angles, (a) => a.scalar),
        scalarEntry: ints(angles, (a) => scalarEntry(a.placed, 0)),
      },
      length: {
        count: lengths.length,
        row: ints(lengths, (l) => l.placed.row),
        form: ints(lengths, (l) => l.form),
        entry: ints(lengths, (l) => entries(l.placed, 0)),
        scalar: ints(lengths, (l) => l.scalar),
        scalarEntry: ints(lengths, (l) => scalarEntry(l.placed, 0)),
      },
      ratio: {
        count: ratios.length,
        row: ints(ratios, (x) => x.placed.row),
        a: ints(ratios, (x) => x.a),
        b: ints(ratios, (x) => x.b),
        entryA: ints(ratios, (x) => scalarEntry(x.placed, 0)),
        entryB: ints(ratios, (x) => scalarEntry(x.placed, 1)),
        ratio: Float64Array.from(ratios, (x) => x.ratio),
      },
      entry: Int32Array.from(entry),
      linear: this.linearPart(rowStart, column),
    };
  }

  /** Coefficients of the rows `same`: real parts along the row's axis and, in the plane, imaginary ones across. */
  private linearPart(rowStart: Int32Array, column: Int32Array): Float64Array {
    const values = new Float64Array(column.length);
    for (const { row, form } of this.sames) {
      for (let k = 0; k < this.dim; k++) {
        for (let e = rowStart[row + k]; e < rowStart[row + k + 1]; e++)
          values[e] = this.forms.list[form].reduce((sum, t) => sum + this.coefficient(t, k, column[e]), 0);
      }
    }
    return values;
  }

  /** ∂(c e)_k / ∂q[column] */
  private coefficient(t: Term, k: number, column: number): number {
    if (column < t.offset || column >= t.offset + this.dim) return 0;
    if (column - t.offset === k) return t.re;
    return this.dim === 3 ? 0 : k === 0 ? -t.im : t.im;
  }
}
