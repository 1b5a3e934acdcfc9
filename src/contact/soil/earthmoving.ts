import { cos, exp, sin, tan } from "../../math/elementary.js";
import type { Soil } from "../../model/shapes/soil.js";

/**
 * The fundamental earthmoving equation [Reece1964] for a wide blade, with the passive wedge of [McKyes1985]:
 *
 *   F = (γ d² N_γ + c d N_c + q d N_q + c_a d N_a) w
 *
 *   D = cos(α + δ) + sin(α + δ) cot(ρ + φ)
 *   N_γ = (cot α + cot ρ) / 2 D,   N_q = (cot α + cot ρ) / D
 *   N_c = (1 + cot ρ cot(ρ + φ)) / D,   N_a = (1 − cot α cot(ρ + φ)) / D
 *
 * with depth d, width w, rake angle α of the blade, friction angles φ of the soil and δ on steel, surcharge q. The
 * wedge fails at the angle ρ that makes N_γ least.
 */
export interface EarthmovingTable {
  /** N_γ, N_c, N_q, N_a at rake angles from `first` on, `STEP` apart. */
  readonly factors: Float64Array;
}

const FIRST = 0.25;
const STEP = 0.05;
const COUNT = 32;

/** Factors [N_γ, N_c, N_q, N_a] at one rake angle and failure angle. */
export function factorsAt(soil: Soil, rake: number, failure: number): readonly [number, number, number, number] {
  const { frictionAngle: phi, steelAngle: delta } = soil;
  const cotA = cos(rake) / sin(rake);
  const cotR = cos(failure) / sin(failure);
  const cotB = cos(failure + phi) / sin(failure + phi);
  const d = cos(rake + delta) + sin(rake + delta) * cotB;
  if (!(d > 1e-6)) return [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
  const wedge = (cotA + cotR) / d;
  return [0.5 * wedge, (1 + cotR * cotB) / d, wedge, (1 - cotA * cotB) / d];
}

/** Failure angle at which N_γ is least, by a search to 1e-6 rad. */
export function failureAngle(soil: Soil, rake: number): number {
  let low = 0.05;
  let high = Math.PI / 2;
  let best = low;
  for (let round = 0; round < 6; round++) {
    const step = (high - low) / 40;
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k <= 40; k++) {
      const angle = low + k * step;
      const [weight] = factorsAt(soil, rake, angle);
      if (weight > 0 && weight < least) {
        least = weight;
        best = angle;
      }
    }
    low = Math.max(0.05, best - step);
    high = Math.min(Math.PI / 2, best + step);
  }
  return best;
}

/** Factors over rake angles; a flatter or steeper blade takes the last one. */
export function createEarthmovingTable(soil: Soil): EarthmovingTable {
  const factors = new Float64Array(4 * COUNT);
  for (let k = 0; k < COUNT; k++) {
    const rake = FIRST + k * STEP;
    const row = factorsAt(soil, rake, failureAngle(soil, rake));
    // beyond the angle at which the wedge locks, the blade pushes as it did before
    if (row.every(Number.isFinite) || k === 0) factors.set(row, 4 * k);
    else factors.copyWithin(4 * k, 4 * k - 4, 4 * k);
  }
  return { factors };
}

/** Force on a blade of width w (m) at depth d (m) and rake angle (rad), under a surcharge q (Pa), N. */
export function earthmovingForce(
  { factors }: EarthmovingTable,
  soil: Soil,
  gravity: number,
  rake: number,
  depth: number,
  width: number,
  surcharge: number,
): number {
  if (!(depth > 0)) return 0;
  const at = Math.min(Math.max((rake - FIRST) / STEP, 0), COUNT - 1);
  const k = Math.min(Math.floor(at), COUNT - 2);
  const t = at - k;
  const o = 4 * k;
  const weight = factors[o] + t * (factors[o + 4] - factors[o]);
  const cohesion = factors[o + 1] + t * (factors[o + 5] - factors[o + 1]);
  const load = factors[o + 2] + t * (factors[o + 6] - factors[o + 2]);
  const adhesion = factors[o + 3] + t * (factors[o + 7] - factors[o + 3]);
  const { density, cohesion: c, adhesion: ca } = soil;
  const sum = density * gravity * depth * weight + c * cohesion + surcharge * load + ca * Math.max(0, adhesion);
  return sum * depth * width;
}

/** N_q and N_c of a strip footing [Prandtl1921], and N_γ = 2 (N_q + 1) tan φ [Vesic1973]. */
export function bearingFactors({ frictionAngle: phi }: Soil): readonly [number, number, number] {
  const t = tan(Math.PI / 4 + phi / 2);
  const nq = exp(Math.PI * tan(phi)) * t * t;
  return [nq, phi > 1e-6 ? (nq - 1) / tan(phi) : Math.PI + 2, 2 * (nq + 1) * tan(phi)];
}

/** Coefficient of passive earth pressure [Rankine1857]. */
export function passiveCoefficient({ frictionAngle: phi }: Soil): number {
  const t = tan(Math.PI / 4 + phi / 2);
  return t * t;
}
