import { sinCosAt } from "../../math/elementary.js";
import { clearExtent, copyExtent, type Extent, wholeExtent } from "./extent.js";
import type { Forms } from "./forms.js";

/**
 * Constraints Φ(q) = 0 in tables per kind, each at most quadratic in points and vectors:
 *
 *   dot     Φ = f_A · f_B − C − k s      unit vectors, distances, right angles, displacements, screws, racks
 *   same    Φ = f                        two bodies carry one point or vector: one row per axis
 *   angle   Φ = x_B · (cos θ y_A − sin θ x_A) = sin(angle from x_A to x_B, less θ)
 *   length  Φ = d · d − s²
 *   ratio   Φ = s_B − ρ s_A              gears
 *
 * f, x, y, d are linear forms; s and θ are scalar coordinates, solved for or prescribed. A prescribed coordinate has
 * its place in q behind those that are solved for, so that Φ_t = Φ_{q_p} q̇_p and its derivative need no code of their
 * own.
 *
 * Source: [Luaces2013] §2.1.1 and §5.4.1; the single regular equation of the angle is ours (the source has two, each
 * singular somewhere).
 */
export interface Constraints {
  readonly rows: number;
  /** Row r has the entries rowStart[r] … rowStart[r + 1] − 1, first those of coordinates that are solved for. */
  readonly rowStart: Int32Array;
  readonly rowFree: Int32Array;
  readonly column: Int32Array;
  /** Joint of the row, −1: holds a body in shape; and the lightest body concerned. */
  readonly rowJoint: Int32Array;
  readonly rowBody: Int32Array;
  readonly names: readonly string[];
  /** For the terms of a form in a constraint: where its entity's entries start. */
  readonly entry: Int32Array;
  /** The Jacobian's constant part: rows `same`. */
  readonly linear: Float64Array;
  readonly dot: DotTable;
  readonly same: SameTable;
  readonly angle: AngleTable;
  readonly length: LengthTable;
  readonly ratio: RatioTable;
}

interface DotTable {
  readonly count: number;
  readonly row: Int32Array;
  readonly formA: Int32Array;
  readonly formB: Int32Array;
  readonly entryA: Int32Array;
  readonly entryB: Int32Array;
  readonly constant: Float64Array;
  /** Column of s, −1: none; its entry; and k. */
  readonly scalar: Int32Array;
  readonly scalarEntry: Int32Array;
  readonly factor: Float64Array;
}

interface SameTable {
  readonly count: number;
  readonly row: Int32Array;
  readonly form: Int32Array;
}

interface AngleTable {
  readonly count: number;
  readonly row: Int32Array;
  readonly xA: Int32Array;
  readonly yA: Int32Array;
  readonly xB: Int32Array;
  readonly entryXA: Int32Array;
  readonly entryYA: Int32Array;
  readonly entryXB: Int32Array;
  readonly scalar: Int32Array;
  readonly scalarEntry: Int32Array;
}

interface LengthTable {
  readonly count: number;
  readonly row: Int32Array;
  readonly form: Int32Array;
  readonly entry: Int32Array;
  readonly scalar: Int32Array;
  readonly scalarEntry: Int32Array;
}

interface RatioTable {
  readonly count: number;
  readonly row: Int32Array;
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly entryA: Int32Array;
  readonly entryB: Int32Array;
  readonly ratio: Float64Array;
}

/** Work of the evaluation: a gradient with respect to a form; sine and cosine. */
const G = new Float64Array(3);
const SC = new Float64Array(2);

/**
 * Values of all constraints and their Jacobian. Reads: q, and the values of the forms at q. Writes: phi (one per row),
 * jacobian (one per entry).
 */
export function evaluateConstraints(
  c: Constraints,
  forms: Forms,
  value: Float64Array,
  q: Float64Array,
  phi: Float64Array,
  jacobian: Float64Array,
  entries: Extent = wholeExtent(c.column.length),
  dots: Extent = wholeExtent(c.dot.count),
): void {
  const { entry } = c;
  copyExtent(entries, c.linear, jacobian);

  for (let s = 0; s < dots.count; s++) evaluateDots(c, forms, value, q, phi, jacobian, dots.from[s], dots.to[s]);

  const { same } = c;
  for (let i = 0; i < same.count; i++) {
    const f = same.form[i];
    for (let k = 0; k < forms.dim; k++) phi[same.row[i] + k] = value[3 * f + k];
  }

  const { angle } = c;
  for (let i = 0; i < angle.count; i++) {
    const x = 3 * angle.xA[i];
    const y = 3 * angle.yA[i];
    const b = 3 * angle.xB[i];
    SC[0] = q[angle.scalar[i]];
    sinCosAt(SC, 0);
    const sine = SC[0];
    const cosine = SC[1];
    let sum = 0;
    let slope = 0;
    for (let k = 0; k < 3; k++) {
      sum += value[b + k] * (cosine * value[y + k] - sine * value[x + k]);
      slope += value[b + k] * (sine * value[y + k] + cosine * value[x + k]);
    }
    phi[angle.row[i]] = sum;
    jacobian[angle.scalarEntry[i]] = -slope;
    for (let k = 0; k < 3; k++) G[k] = cosine * value[y + k] - sine * value[x + k];
    addGradient(forms, angle.xB[i], entry, angle.entryXB[i], jacobian);
    // written out: a factor that is no small integer would be boxed by a call
    for (let k = 0; k < 3; k++) G[k] = cosine * value[b + k];
    addGradient(forms, angle.yA[i], entry, angle.entryYA[i], jacobian);
    for (let k = 0; k < 3; k++) G[k] = -sine * value[b + k];
    addGradient(forms, angle.xA[i], entry, angle.entryXA[i], jacobian);
  }

  const { length } = c;
  for (let i = 0; i < length.count; i++) {
    const d = 3 * length.form[i];
    const s = q[length.scalar[i]];
    phi[length.row[i]] = value[d] * value[d] + value[d + 1] * value[d + 1] + value[d + 2] * value[d + 2] - s * s;
    jacobian[length.scalarEntry[i]] = -2 * s;
    gradient(value, d, 2);
    addGradient(forms, length.form[i], entry, length.entry[i], jacobian);
  }

  const { ratio } = c;
  for (let i = 0; i < ratio.count; i++) {
    phi[ratio.row[i]] = q[ratio.b[i]] - ratio.ratio[i] * q[ratio.a[i]];
    jacobian[ratio.entryB[i]] += 1;
    jacobian[ratio.entryA[i]] -= ratio.ratio[i];
  }
}

/** Products `from` … `to` − 1. */
function evaluateDots(
  { dot, entry }: Constraints,
  forms: Forms,
  value: Float64Array,
  q: Float64Array,
  phi: Float64Array,
  jacobian: Float64Array,
  from: number,
  to: number,
): void {
  for (let i = from; i < to; i++) {
    const a = 3 * dot.formA[i];
    const b = 3 * dot.formB[i];
    let sum = value[a] * value[b] + value[a + 1] * value[b + 1] + value[a + 2] * value[b + 2] - dot.constant[i];
    if (dot.scalar[i] >= 0) {
      sum -= dot.factor[i] * q[dot.scalar[i]];
      jacobian[dot.scalarEntry[i]] = -dot.factor[i];
    }
    phi[dot.row[i]] = sum;
    gradient(value, b, a === b ? 2 : 1);
    addGradient(forms, dot.formA[i], entry, dot.entryA[i], jacobian);
    if (a === b) continue;
    gradient(value, a, 1);
    addGradient(forms, dot.formB[i], entry, dot.entryB[i], jacobian);
  }
}

/** G ← s times the 3 numbers at value[o]. */
function gradient(value: Float64Array, o: number, s: number): void {
  G[0] = s * value[o];
  G[1] = s * value[o + 1];
  G[2] = s * value[o + 2];
}

/** Chain rule: adds c_kᵀ G to the entries of the form's entities. */
function addGradient(forms: Forms, f: number, entry: Int32Array, at: number, jacobian: Float64Array): void {
  const { start, re, im } = forms;
  const first = start[f];
  const end = start[f + 1];
  if (forms.dim === 3) {
    for (let t = first; t < end; t++) {
      const e = entry[at + t - first];
      jacobian[e] += re[t] * G[0];
      jacobian[e + 1] += re[t] * G[1];
      jacobian[e + 2] += re[t] * G[2];
    }
    return;
  }
  for (let t = first; t < end; t++) {
    const e = entry[at + t - first];
    jacobian[e] += re[t] * G[0] + im[t] * G[1];
    jacobian[e + 1] += re[t] * G[1] - im[t] * G[0];
  }
}

/**
 * The part of Φ̈ without accelerations, Φ̇_q q̇ + …: gamma[row]. `rate` are the forms at q̇. Everything but angles is
 * quadratic, so that this is twice the constraint's quadratic part at the velocities.
 */
export function evaluateConvective(
  c: Constraints,
  value: Float64Array,
  rate: Float64Array,
  q: Float64Array,
  v: Float64Array,
  gamma: Float64Array,
  dots: Extent = wholeExtent(c.dot.count),
  rows: Extent = wholeExtent(c.rows),
): void {
  clearExtent(rows, gamma);
  const { dot, angle, length } = c;
  for (let s = 0; s < dots.count; s++) {
    for (let i = dots.from[s]; i < dots.to[s]; i++) {
      const a = 3 * dot.formA[i];
      const b = 3 * dot.formB[i];
      gamma[dot.row[i]] = 2 * (rate[a] * rate[b] + rate[a + 1] * rate[b + 1] + rate[a + 2] * rate[b + 2]);
    }
  }
  for (let i = 0; i < angle.count; i++) {
    const x = 3 * angle.xA[i];
    const y = 3 * angle.yA[i];
    const b = 3 * angle.xB[i];
    SC[0] = q[angle.scalar[i]];
    sinCosAt(SC, 0);
    const sine = SC[0];
    const cosine = SC[1];
    const w = v[angle.scalar[i]];
    let sum = 0;
    for (let k = 0; k < 3; k++) {
      const along = cosine * value[y + k] - sine * value[x + k];
      const across = sine * value[y + k] + cosine * value[x + k];
      sum +=
        2 * rate[b + k] * (cosine * rate[y + k] - sine * rate[x + k]) -
        2 * w * (rate[b + k] * across + value[b + k] * (sine * rate[y + k] + cosine * rate[x + k])) -
        w * w * value[b + k] * along;
    }
    gamma[angle.row[i]] = sum;
  }
  for (let i = 0; i < length.count; i++) {
    const d = 3 * length.form[i];
    const s = v[length.scalar[i]];
    gamma[length.row[i]] = 2 * (rate[d] * rate[d] + rate[d + 1] * rate[d + 1] + rate[d + 2] * rate[d + 2] - s * s);
  }
}

/**
 * out[row] = Σ jacobian x over all coordinates, prescribed ones too: Φ̇ for velocities, Φ̈ less `gamma` for
 * accelerations.
 */
export function multiplyJacobian(
  c: Constraints,
  jacobian: Float64Array,
  x: Float64Array,
  out: Float64Array,
  rows: Extent = wholeExtent(c.rows),
): void {
  const { rowStart, column } = c;
  for (let s = 0; s < rows.count; s++) {
    for (let r = rows.from[s]; r < rows.to[s]; r++) {
      let sum = 0;
      for (let e = rowStart[r]; e < rowStart[r + 1]; e++) sum += jacobian[e] * x[column[e]];
      out[r] = sum;
    }
  }
}

/** out += Jᵀ y over all coordinates. */
export function addTransposed(
  c: Constraints,
  jacobian: Float64Array,
  y: Float64Array,
  out: Float64Array,
  rows: Extent = wholeExtent(c.rows),
): void {
  const { rowStart, column } = c;
  for (let s = 0; s < rows.count; s++) {
    for (let r = rows.from[s]; r < rows.to[s]; r++) {
      const factor = y[r];
      for (let e = rowStart[r]; e < rowStart[r + 1]; e++) out[column[e]] += jacobian[e] * factor;
    }
  }
}
