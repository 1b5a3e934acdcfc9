import type { Oscillator } from "./reference/oscillator.js";

const EPSILON = 2 ** -52;

/**
 * Bound of rounding errors: every step rounds a few times, each time by at most half a unit in the last place of the
 * largest number involved, and in the worst case all errors have the same sign.
 */
export function roundOff(steps: number, size: number, operations = 4): number {
  return steps * operations * (EPSILON / 2) * size;
}

/**
 * Error of classical RK4 on a linear oscillator. One step multiplies each mode e^{λt} by 1 + λh + … + (λh)⁴/24, which
 * leaves out (λh)⁵/120, so after t the mode is off by |λ|t (|λ|h)⁴/120 times what is left of it; its largest value over
 * the run is taken, and twice, for there are two modes. Where they coincide (critical damping) the derivative of that
 * with respect to λ comes in, and with it a factor of five.
 */
export function rk4OscillatorError(system: Oscillator, duration: number, h: number): number {
  const decay = system.damping / (2 * system.mass);
  const square = system.stiffness / system.mass - decay * decay;
  const fast = square >= 0 ? Math.sqrt(system.stiffness / system.mass) : decay + Math.sqrt(-square);
  const factor = square === 0 ? 5 : 2;
  const amplitude = Math.hypot(system.x0, system.v0 / Math.sqrt(system.stiffness / system.mass));
  // max over t of |λ| t e^{−d t}
  const rate = square >= 0 ? decay : fast;
  const t = rate > 0 ? Math.min(duration, 1 / rate) : duration;
  const growth = fast * t * Math.exp(-rate * t);
  return (factor * amplitude * growth * (fast * h) ** 4) / 120;
}

/** Error of Simpson's rule, which RK4 is for a force of time alone: h⁴/2880 × ∫ |f⁗| dt. */
export function simpsonError(fourthDerivative: number, duration: number, h: number): number {
  return (fourthDerivative * duration * h ** 4) / 2880;
}
