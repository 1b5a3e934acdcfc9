/**
 * Linear forms: points and vectors that bodies carry, as sums of the system's points and unit vectors ("entities").
 *
 *   f = Σ_k c_k e_k
 *
 * In space the c_k are numbers, and a body has four entities. In the plane a turn by a right angle is linear too, so
 * that c = a + b i acts as a complex number and two entities are enough:  c e = (a x − b y, b x + a y).
 */

import type { Extent } from "./extent.js";

/** One term of a form: where its entity stands in q, and its coefficient a + b i. */
export interface Term {
  readonly offset: number;
  readonly re: number;
  readonly im: number;
}

/** All forms, end to end: terms start[f] … start[f + 1] − 1. */
export interface Forms {
  readonly dim: number;
  readonly count: number;
  /** The first so many are all that constraints are made of; the others are centres and axes of bodies. */
  readonly inConstraints: number;
  readonly start: Int32Array;
  readonly offset: Int32Array;
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** Collects forms; equal ones are kept once. */
export class FormBook {
  readonly list: (readonly Term[])[] = [];
  private readonly known = new Map<string, number>();

  /** Index of the form with these terms; those of one entity add up, and terms without weight are left out. */
  add(terms: readonly Term[]): number {
    const merged = mergeTerms(terms);
    const key = merged.map((t) => `${t.offset} ${t.re} ${t.im}`).join(" ");
    const found = this.known.get(key);
    if (found !== undefined) return found;
    this.known.set(key, this.list.length);
    this.list.push(merged);
    return this.list.length - 1;
  }

  /** a − b */
  difference(a: readonly Term[], b: readonly Term[]): number {
    return this.add([...a, ...b.map((t) => ({ offset: t.offset, re: -t.re, im: -t.im }))]);
  }

  finish(dim: number, inConstraints: number): Forms {
    const count = this.list.length;
    const start = new Int32Array(count + 1);
    this.list.forEach((terms, f) => {
      start[f + 1] = start[f] + terms.length;
    });
    const all = this.list.flat();
    return {
      dim,
      count,
      inConstraints,
      start,
      offset: Int32Array.from(all, (t) => t.offset),
      re: Float64Array.from(all, (t) => t.re),
      im: Float64Array.from(all, (t) => t.im),
    };
  }
}

/** Coefficients below this part of the largest are round-off of the inverse that they come from. */
const NOTHING = 1e-14;

function mergeTerms(terms: readonly Term[]): Term[] {
  const sums = new Map<number, { re: number; im: number }>();
  let largest = 0;
  for (const t of terms) {
    const sum = sums.get(t.offset) ?? { re: 0, im: 0 };
    sum.re += t.re;
    sum.im += t.im;
    sums.set(t.offset, sum);
    largest = Math.max(largest, Math.abs(t.re), Math.abs(t.im));
  }
  return [...sums]
    .map(([offset, { re, im }]) => ({
      offset,
      re: Math.abs(re) > NOTHING * largest ? re : 0,
      im: Math.abs(im) > NOTHING * largest ? im : 0,
    }))
    .filter((t) => t.re !== 0 || t.im !== 0)
    .sort((x, y) => x.offset - y.offset);
}

/** out[3 f …] = the value of every form for coordinates, or velocities, q. */
export function evaluateForms(forms: Forms, q: Float64Array, out: Float64Array): void {
  evaluateSome(forms, 0, forms.count, q, out);
}

/** The same for forms `from` … `to` − 1. */
export function evaluateSome(forms: Forms, from: number, to: number, q: Float64Array, out: Float64Array): void {
  const { start, offset, re, im } = forms;
  if (forms.dim === 3) {
    for (let f = from; f < to; f++) {
      let x = 0;
      let y = 0;
      let z = 0;
      for (let t = start[f]; t < start[f + 1]; t++) {
        const o = offset[t];
        const a = re[t];
        x += a * q[o];
        y += a * q[o + 1];
        z += a * q[o + 2];
      }
      out[3 * f] = x;
      out[3 * f + 1] = y;
      out[3 * f + 2] = z;
    }
    return;
  }
  for (let f = from; f < to; f++) {
    let x = 0;
    let y = 0;
    for (let t = start[f]; t < start[f + 1]; t++) {
      const o = offset[t];
      x += re[t] * q[o] - im[t] * q[o + 1];
      y += im[t] * q[o] + re[t] * q[o + 1];
    }
    out[3 * f] = x;
    out[3 * f + 1] = y;
    out[3 * f + 2] = 0;
  }
}

/** The same for forms of an extent. */
export function evaluateExtent(forms: Forms, { count, from, to }: Extent, q: Float64Array, out: Float64Array): void {
  for (let s = 0; s < count; s++) evaluateSome(forms, from[s], to[s], q, out);
}

/** Q += what a force (3 numbers at force[o]) does that acts along the form: c_kᵀ F on entity k. */
export function addForceOnForm(forms: Forms, f: number, force: Float64Array, o: number, Q: Float64Array): void {
  const { start, offset, re, im } = forms;
  for (let t = start[f]; t < start[f + 1]; t++) {
    const k = offset[t];
    Q[k] += re[t] * force[o] + im[t] * force[o + 1];
    Q[k + 1] += re[t] * force[o + 1] - im[t] * force[o];
    if (forms.dim === 3) Q[k + 2] += re[t] * force[o + 2];
  }
}
