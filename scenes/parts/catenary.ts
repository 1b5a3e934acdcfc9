import { elementary } from "stiction";

const { exp, log, atan2 } = elementary;

/** A place on the catenary: x from the middle, m, z above the lowest point less a constant, m, slope, rad. */
export interface CatenaryPoint {
  readonly x: number;
  readonly z: number;
  readonly slope: number;
}

/** Parameter a = H/w, m, of a catenary of the given length between two points of one height. */
export function catenaryParameter(length: number, span: number): number {
  // 2 a sinh(D / 2a) = L, by bisection of u = D / 2a
  let [low, high] = [1e-6, 20];
  for (let k = 0; k < 100; k++) {
    const u = 0.5 * (low + high);
    if ((0.5 * (exp(u) - exp(-u))) / u < length / span) low = u;
    else high = u;
  }
  return span / (low + high);
}

/** The catenary by the way along it from its left end, m; ways before the end and behind it go on. */
export function catenary(length: number, span: number): (way: number) => CatenaryPoint {
  const a = catenaryParameter(length, span);
  const top = Math.sqrt(a * a + 0.25 * length * length);
  return (way) => {
    const s = way - 0.5 * length;
    const size = Math.sqrt(a * a + s * s);
    return { x: a * log((s + size) / a), z: size - top, slope: atan2(s, a) };
  };
}
