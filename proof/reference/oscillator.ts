/** m ẍ + c ẋ + k x = 0 from x0, v0 in closed form, for every amount of damping. */
export interface Oscillator {
  readonly mass: number;
  readonly damping: number;
  readonly stiffness: number;
  readonly x0: number;
  readonly v0: number;
}

export function oscillator({ mass, damping, stiffness, x0, v0 }: Oscillator, t: number): { x: number; v: number } {
  const decay = damping / (2 * mass);
  const square = stiffness / mass - decay * decay;
  const e = Math.exp(-decay * t);
  if (square === 0) {
    const slope = v0 + decay * x0;
    return { x: e * (x0 + slope * t), v: e * (v0 - decay * slope * t) };
  }
  // cosine and sine over ω, or their hyperbolic counterparts when overdamped
  const w = Math.sqrt(Math.abs(square));
  const c = square > 0 ? Math.cos(w * t) : Math.cosh(w * t);
  const s = square > 0 ? Math.sin(w * t) / w : Math.sinh(w * t) / w;
  const x = e * (x0 * c + (v0 + decay * x0) * s);
  const v = e * (v0 * c - (decay * v0 + (decay * decay + square) * x0) * s);
  return { x, v };
}
