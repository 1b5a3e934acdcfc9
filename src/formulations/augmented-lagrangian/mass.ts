import { BODY_TYPE, type Model } from "../../model/model.js";
import { type Extent, wholeExtent } from "./extent.js";
import type { Natural } from "./natural.js";

/** The mass matrix, entry by entry: rows of coordinates that are solved for, or of prescribed ones, columns of all. */
export interface MassMatrix {
  readonly row: Int32Array;
  readonly column: Int32Array;
  readonly value: Float64Array;
}

/**
 * The constant mass matrix: a body with centre c and axes e_i, each a sum of entities with coefficients C, has
 *
 *   M = m C_cᵀ C_c + Σ_ij P_ij C_iᵀ C_j,   P = ∫ρ x xᵀ = ½ tr(I) 1 − I
 *
 * and in the plane, with complex coefficients, m C_c* C_c + I_zz C_x* C_x; body b counts `weight(b)` times. `guided`:
 * the rows of prescribed coordinates instead of those that are solved for. Source: [Luaces2013] §5.4.1.
 */
export function buildMass(
  model: Model,
  natural: Natural,
  weight: (b: number) => number = () => 1,
  guided = false,
): MassMatrix {
  const sums = new Map<number, number>();
  const { free, count } = natural;
  const add = (i: number, j: number, v: number) => {
    if (i >= free === guided && v !== 0) sums.set(i * count + j, (sums.get(i * count + j) ?? 0) + v);
  };
  for (let b = 1; b < model.nb; b++) {
    const forms = natural.bodyForms.subarray(4 * b, 4 * b + 4);
    if (forms[0] < 0) continue;
    addProduct(natural, forms[0], forms[0], weight(b) * model.bodyMass[b], add);
    const I = model.bodyInertia.subarray(6 * b, 6 * b + 6).map((moment) => weight(b) * moment);
    if (natural.dim === 2) {
      addProduct(natural, forms[1], forms[1], I[2], add);
      continue;
    }
    const half = 0.5 * (I[0] + I[1] + I[2]);
    const P = [
      [half - I[0], -I[3], -I[4]],
      [-I[3], half - I[1], -I[5]],
      [-I[4], -I[5], half - I[2]],
    ];
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) addProduct(natural, forms[1 + i], forms[1 + j], P[i][j], add);
  }
  const keys = [...sums.keys()].sort((x, y) => x - y);
  return {
    row: Int32Array.from(keys, (key) => Math.floor(key / count)),
    column: Int32Array.from(keys, (key) => key % count),
    value: Float64Array.from(keys, (key) => sums.get(key) as number),
  };
}

/** Rows of prescribed coordinates, for the bodies that forces move. */
export function buildGuidedMass(model: Model, natural: Natural): MassMatrix {
  return buildMass(model, natural, (b) => (model.bodyType[b] === BODY_TYPE.dynamic ? 1 : 0), true);
}

/** weight × C_fᵀ C_g, in the plane conjugate of the first. */
function addProduct(
  natural: Natural,
  f: number,
  g: number,
  weight: number,
  add: (i: number, j: number, v: number) => void,
): void {
  const { start, offset, re, im, dim } = natural.forms;
  for (let s = start[f]; s < start[f + 1]; s++) {
    for (let t = start[g]; t < start[g + 1]; t++) {
      const a = weight * (re[s] * re[t] + im[s] * im[t]);
      const b = weight * (re[s] * im[t] - im[s] * re[t]);
      for (let k = 0; k < dim; k++) add(offset[s] + k, offset[t] + k, a);
      if (dim === 2) {
        add(offset[s], offset[t] + 1, -b);
        add(offset[s] + 1, offset[t], b);
      }
    }
  }
}

/** out[i] += weights[w] × (M x)_i for the coordinates that are solved for. */
export function addMassTimes(
  mass: MassMatrix,
  x: Float64Array,
  weights: Float64Array,
  w: number,
  out: Float64Array,
  extent: Extent = wholeExtent(mass.row.length),
): void {
  const { row, column, value } = mass;
  const weight = weights[w];
  for (let s = 0; s < extent.count; s++)
    for (let e = extent.from[s]; e < extent.to[s]; e++) out[row[e]] += weight * value[e] * x[column[e]];
}
