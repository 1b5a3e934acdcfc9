import { sinCosAt } from "../../math/elementary.js";
import { type LagrangianFields, NUMBER } from "./fields.js";
import type { LagrangianState } from "./state.js";

const SC = new Float64Array(2);
/** A gradient with respect to a form, for mixed second derivatives with a scalar. */
const G = new Float64Array(3);

/**
 * What the approximate tangent leaves out: Σ_r λ_r ∂²Φ_r/∂q² [Luaces2013] (2.19), stiffness that comes with tension.
 * Products of forms have constant second derivatives, C_Aᵀ C_B. The source's term with α Φ is left out still: it
 * vanishes at the solution, and at the prediction it can outweigh the masses and lead Newton's method astray. Reads:
 * value. Writes: values of the tangent.
 */
export function addSecondDerivatives(state: LagrangianState, fields: LagrangianFields): void {
  const scale = state.numbers[NUMBER.stiffness];
  const { natural, value } = state;
  const { constraints } = natural;
  const { coordinate: q, multiplier } = fields;
  const { dot, angle, length } = constraints;
  const { dots } = state.awake;
  for (let s = 0; s < dots.count; s++) {
    for (let i = dots.from[s]; i < dots.to[s]; i++) {
      const r = dot.row[i];
      const mu = scale * multiplier[r];
      addFormProduct(state, mu, r, dot.formA[i], dot.entryA[i], dot.formB[i], dot.entryB[i]);
    }
  }
  for (let i = 0; i < length.count; i++) {
    const r = length.row[i];
    const mu = scale * multiplier[r];
    addFormProduct(state, mu, r, length.form[i], length.entry[i], length.form[i], length.entry[i]);
    addPair(state, -mu, r, length.scalarEntry[i], length.scalarEntry[i]);
  }
  for (let i = 0; i < angle.count; i++) {
    const r = angle.row[i];
    const mu = scale * multiplier[r];
    SC[0] = q[angle.scalar[i]];
    sinCosAt(SC, 0);
    const sine = SC[0];
    const cosine = SC[1];
    const { xA, yA, xB, entryXA, entryYA, entryXB, scalarEntry } = angle;
    addFormProduct(state, mu * cosine, r, xB[i], entryXB[i], yA[i], entryYA[i]);
    addFormProduct(state, -mu * sine, r, xB[i], entryXB[i], xA[i], entryXA[i]);
    let along = 0;
    for (let k = 0; k < 3; k++) {
      along += value[3 * xB[i] + k] * (cosine * value[3 * yA[i] + k] - sine * value[3 * xA[i] + k]);
    }
    addPair(state, -0.5 * mu * along, r, scalarEntry[i], scalarEntry[i]);
    for (let k = 0; k < 3; k++) G[k] = -mu * (sine * value[3 * yA[i] + k] + cosine * value[3 * xA[i] + k]);
    addMixed(state, r, xB[i], entryXB[i], scalarEntry[i]);
    for (let k = 0; k < 3; k++) G[k] = -mu * sine * value[3 * xB[i] + k];
    addMixed(state, r, yA[i], entryYA[i], scalarEntry[i]);
    for (let k = 0; k < 3; k++) G[k] = -mu * cosine * value[3 * xB[i] + k];
    addMixed(state, r, xA[i], entryXA[i], scalarEntry[i]);
  }
}

/** μ (C_fᵀ C_g + C_gᵀ C_f) on the coordinates of two forms. */
function addFormProduct(
  state: LagrangianState,
  mu: number,
  r: number,
  f: number,
  fEntry: number,
  g: number,
  gEntry: number,
): void {
  const { forms, constraints } = state.natural;
  const { start, re, im, dim } = forms;
  const { entry } = constraints;
  for (let s = start[f]; s < start[f + 1]; s++) {
    const i = entry[fEntry + s - start[f]];
    for (let t = start[g]; t < start[g + 1]; t++) {
      const j = entry[gEntry + t - start[g]];
      const a = mu * (re[s] * re[t] + im[s] * im[t]);
      for (let k = 0; k < dim; k++) addPair(state, a, r, i + k, j + k);
      if (dim === 3) continue;
      const b = mu * (re[s] * im[t] - im[s] * re[t]);
      addPair(state, -b, r, i, j + 1);
      addPair(state, b, r, i + 1, j);
    }
  }
}

/** C_fᵀ G on the coordinates of a form and a scalar, and mirrored. */
function addMixed(state: LagrangianState, r: number, f: number, fEntry: number, scalarEntry: number): void {
  const { forms, constraints } = state.natural;
  const { start, re, im, dim } = forms;
  for (let s = start[f]; s < start[f + 1]; s++) {
    const i = constraints.entry[fEntry + s - start[f]];
    addPair(state, re[s] * G[0] + im[s] * G[1], r, i, scalarEntry);
    addPair(state, re[s] * G[1] - im[s] * G[0], r, i + 1, scalarEntry);
    if (dim === 3) addPair(state, re[s] * G[2], r, i + 2, scalarEntry);
  }
}

/** Adds v at (i, j) and at (j, i) of row r's block, entries counted in the Jacobian: on the diagonal twice. */
function addPair(state: LagrangianState, v: number, r: number, i: number, j: number): void {
  const { tangent, natural } = state;
  const { rowStart, rowFree } = natural.constraints;
  const x = i - rowStart[r];
  const y = j - rowStart[r];
  if (x >= rowFree[r] || y >= rowFree[r]) return;
  const low = x < y ? x : y;
  const high = x < y ? y : x;
  const { start, place } = tangent.constraintPairs;
  tangent.values[place[start[r] + (high * (high + 1)) / 2 + low]] += i === j ? 2 * v : v;
}
