/**
 * A mass that falls on a contact law along one line, by classical RK4 with gravity, as [Moisio2013] has it for its
 * comparisons of laws. The speed of an impact is that at the beginning of the step in which the bodies first overlap.
 * Peaks come from the parabola of free flight.
 */
import type { ContactLaw } from "stiction";

export interface Drop {
  readonly mass: number;
  /** Height of the centre at the start and where bodies touch, m. */
  readonly height: number;
  readonly touch: number;
  readonly timestep: number;
  /** s */
  readonly duration: number;
  /** Height within one step's fall that the start is moved by, to meet the surface at another moment of the step, m. */
  readonly offset?: number;
}

export interface DropResult {
  /** Height, m, and time, s, of every peak of free flight after an impact. */
  readonly peaks: readonly { readonly height: number; readonly time: number }[];
  /** Greatest force and indentation, N, m. */
  readonly force: number;
  readonly depth: number;
  /** Height at the end, m. */
  readonly rest: number;
}

const G = 9.81;

export function drop<L extends Pick<ContactLaw, "evaluate">>(
  law: L,
  params: Parameters<L["evaluate"]>[0],
  { mass, height, touch, timestep: h, duration, offset = 0 }: Drop,
): DropResult {
  const one = () => new Float64Array(1);
  const batch = { gap: one(), gapRate: one(), impactSpeed: one() };
  const out = { force: one(), stiffness: one(), damping: one() };
  const forceAt = (x: number, v: number) => {
    batch.gap[0] = x - touch;
    batch.gapRate[0] = v;
    law.evaluate(params, batch, out, 0, 1);
    return out.force[0];
  };
  const accelerationAt = (x: number, v: number) => forceAt(x, v) / mass - G;
  let x = height + offset;
  let v = 0;
  let touching = false;
  let force = 0;
  let depth = 0;
  const peaks: { height: number; time: number }[] = [];
  const steps = Math.round(duration / h);
  for (let k = 0; k < steps; k++) {
    if (!touching) batch.impactSpeed[0] = Math.max(0, -v);
    const a1 = accelerationAt(x, v);
    const v2 = v + (h / 2) * a1;
    const a2 = accelerationAt(x + (h / 2) * v, v2);
    const v3 = v + (h / 2) * a2;
    const a3 = accelerationAt(x + (h / 2) * v2, v3);
    const v4 = v + h * a3;
    const a4 = accelerationAt(x + h * v3, v4);
    x += (h / 6) * (v + 2 * v2 + 2 * v3 + v4);
    v += (h / 6) * (a1 + 2 * a2 + 2 * a3 + a4);
    const overlap = x < touch;
    if (!overlap && touching && v > 0) peaks.push({ height: x + (v * v) / (2 * G), time: (k + 1) * h + v / G });
    touching = overlap;
    depth = Math.max(depth, touch - x);
    if (overlap) force = Math.max(force, forceAt(x, v));
  }
  return { peaks, force, depth, rest: x };
}
