import { ellipticK, jacobi } from "./elliptic.js";

/**
 * IFToMM A01: a point mass on a massless rod of 1 m, g = 9.81 m/s², from rest at (−1, 0). With θ from straight down and
 * θ₀ = −π/2,
 *
 *   sin(θ/2) = −k cd(ω t),   k = sin(π/4),   cd = cn/dn,   ω = √(g/L)
 *
 * [AbramowitzStegun1964, 16.1]; the period is 4 K(k²)/ω.
 */
const OMEGA = Math.sqrt(9.81);
const M = 0.5;

export const PERIOD = (4 * ellipticK(M)) / OMEGA;

/** Position at time t, m. */
export function pendulumAt(t: number): { x: number; y: number } {
  const { cn, dn } = jacobi(OMEGA * t, M);
  const s = (-Math.sqrt(M) * cn) / dn; // sin θ/2
  const c = Math.sqrt(1 - s * s);
  return { x: 2 * s * c, y: 2 * s * s - 1 };
}

/**
 * Angle from straight down, rad, and its rate, rad/s: the derivative of cd is −(1 − k²) sn/dn² [AbramowitzStegun1964,
 * 16.16].
 */
export function pendulumAngleAt(t: number): { angle: number; rate: number } {
  const { sn, cn, dn } = jacobi(OMEGA * t, M);
  const s = (-Math.sqrt(M) * cn) / dn;
  return {
    angle: 2 * Math.asin(s),
    rate: (2 * OMEGA * Math.sqrt(M) * (1 - M) * sn) / (dn * dn) / Math.sqrt(1 - s * s),
  };
}

/** Positions as published, to 15 digits. */
export const PUBLISHED: readonly { readonly t: number; readonly x: number; readonly y: number }[] = [
  { t: 1, x: 0.986291751131875, y: -0.165010853125541 },
  { t: 2, x: -0.793566195343322, y: -0.608483930443792 },
  { t: 5, x: -0.942305435043757, y: -0.334754338414001 },
  { t: 9.99, x: -0.316436469913031, y: -0.948613704575777 },
  { t: 10, x: -0.275087462576117, y: -0.961419205099125 },
];

/**
 * Derivative of that position by the length L of the rod, for a start at (−L, 0): lengths scale with L and times with
 * √(L/g), so with τ = t √(g/L) and P the motion for L = 1 m
 *
 *   p = L P(τ),   ∂p/∂L = P − ½ τ P′(τ),   (sin θ/2)′ = k (1 − k²) sn/dn² [AbramowitzStegun1964, 16.16]
 */
export function pendulumByLength(t: number): { x: number; y: number } {
  const tau = OMEGA * t;
  const { sn, cn, dn } = jacobi(tau, M);
  const s = (-Math.sqrt(M) * cn) / dn;
  const c = Math.sqrt(1 - s * s);
  const rate = (Math.sqrt(M) * (1 - M) * sn) / (dn * dn);
  const { x, y } = pendulumAt(t);
  return { x: x - 0.5 * tau * 2 * rate * (c - (s * s) / c), y: y - 0.5 * tau * 4 * s * rate };
}
