/**
 * Pressure drop, Pa, below which flow through an orifice is laminar: there √Δp is replaced by a cubic with the same
 * value and slope at the limit, so that the derivative at 0 is finite. 0.1 bar is below every drop that matters.
 */
const LAMINAR = 1e4;
const ROOT = 100;

/**
 * out[at] ← √Δp with the sign of Δp = x, out[at + 1] ← its derivative:
 *
 *   |x| ≥ δ: ±√|x|;   |x| < δ: √δ (5 ξ − ξ³)/4 with ξ = x/δ
 *
 * The flow is C_d A √(2/ρ) times that.
 */
export function signedRoot(x: number, out: Float64Array, at: number): void {
  const size = Math.abs(x);
  if (size >= LAMINAR) {
    const root = Math.sqrt(size);
    out[at] = x < 0 ? -root : root;
    out[at + 1] = 0.5 / root;
    return;
  }
  const part = x / LAMINAR;
  out[at] = 0.25 * ROOT * part * (5 - part * part);
  out[at + 1] = ((0.25 * ROOT) / LAMINAR) * (5 - 3 * part * part);
}

/** The same behind a check valve: nothing flows back. */
export function checkedRoot(x: number, out: Float64Array, at: number): void {
  if (x > 0) signedRoot(x, out, at);
  else {
    out[at] = 0;
    out[at + 1] = 0;
  }
}
