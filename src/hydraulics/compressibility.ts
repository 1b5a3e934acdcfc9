/** Pressure of the air outside, Pa, against which gauge pressures count. */
const ATMOSPHERE = 1.01325e5;
/** Absolute pressure at which oil turns to vapour, Pa; below it a chamber fills with that and hardly resists. */
const VAPOUR = 2e3;
const VAPOUR_SLOPE = 1e5;

/**
 * out[at] ← φ(p), out[at + 1] ← dφ/dp, with which the oil of a chamber obeys  V φ̇ = E (net flow):
 *
 *   φ = p − α E p₀/p_abs + α E,   dφ/dp = 1 + α E p₀/p_abs² = E/E_eff
 *
 * for oil with a part α of free air at p₀ = 1 atm, which is compressed at constant temperature [Merritt1967] chapter 1;
 * φ is p without air. Below 2 kPa absolute dφ/dp is 10⁵: a cavity, which has to be filled again before pressure
 * can rise. φ is the conserved quantity, not p.
 */
export function compression(p: number, air: number, out: Float64Array, at: number): void {
  const absolute = p + ATMOSPHERE;
  const from = absolute > VAPOUR ? absolute : VAPOUR;
  const part = (air * ATMOSPHERE) / from;
  out[at] = from - ATMOSPHERE - part + air;
  out[at + 1] = 1 + part / from;
  if (absolute >= VAPOUR) return;
  out[at] += VAPOUR_SLOPE * (absolute - VAPOUR);
  out[at + 1] = VAPOUR_SLOPE;
}
