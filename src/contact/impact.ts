/**
 * One undisturbed impact under a contact law, and the longest step that resolves it.
 *
 * An impact that lasts a few steps only loses or gains energy at random: at 2.6 steps the rebound of a Hunt–Crossley
 * contact spreads by 13 %, at one step it can leave faster than it came ([Luaces2013, §3.1.1], recomputed). So the
 * contact shall last
 *
 *   T_c ≥ 2.5 h
 */
import { exp, log1p, pow } from "../math/elementary.js";
import type { Params, ParamsOutput } from "../model/params.js";
import type { ContactLaw, ImpactResult } from "./contact-law.js";
import { dampedAngle, kelvinVoigtRestitution, releaseBracket, restitutionOf } from "./restitution.js";

/** Steps that an impact shall last. */
export const STEPS_PER_IMPACT = 2.5;

/** f = k δⁿ (1 + D δ̇/v₀) */
export interface PowerLawImpact {
  /** k, N/mⁿ */
  readonly stiffness: number;
  /** n */
  readonly exponent: number;
  /** D */
  readonly factor: number;
  /** Reduced mass m₁m₂/(m₁ + m₂), kg */
  readonly mass: number;
  /** v₀, m/s */
  readonly speed: number;
}

/** Five points of Gauss on [0, 1]: place, weight. */
const GAUSS = [
  0.046910077030668, 0.118463442528095, 0.230765344947158, 0.239314335249683, 0.5, 0.284444444444444, 0.769234655052842,
  0.239314335249683, 0.953089922969332, 0.118463442528095,
] as const;
const PANELS = 16;

/**
 * Impact under a power law, from the separated equation of motion: with u = δ̇/v₀ and G(u) = ∫_u^1 w dw/(1 + Dw),
 *
 *   δⁿ⁺¹ = (n + 1)(m v₀²/k) G(u),   dt = −m v₀ du/(k δⁿ (1 + Du))
 *
 * G vanishes at both ends like the distance to them; u = 1 − sⁿ⁺¹ and u = −e + e sⁿ⁺¹ make the integrand smooth.
 */
export function powerLawImpact({ stiffness, exponent: n, factor: d, mass, speed }: PowerLawImpact): ImpactResult {
  const e = restitutionOf(d);
  const end = releaseBracket(d);
  const scale = pow(((n + 1) * mass * speed * speed) / stiffness, 1 / (n + 1));
  let sum = 0;
  for (let panel = 0; panel < PANELS; panel++) {
    for (let g = 0; g < 10; g += 2) {
      const s = (panel + GAUSS[g]) / PANELS;
      const sn = pow(s, n);
      // down from u = 1
      const way = sn * s;
      sum += (GAUSS[g + 1] * (n + 1) * sn) / (pow(potential(d, way, 1 + d, 1), n / (n + 1)) * (1 + d * (1 - way)));
      // up from u = −e
      const back = e * way;
      sum += (GAUSS[g + 1] * (n + 1) * e * sn) / (pow(potential(d, back, end, -e), n / (n + 1)) * (end + d * back));
    }
  }
  const duration = ((sum / PANELS) * mass * speed) / (stiffness * pow(scale, n));
  return { restitution: e, duration, depth: scale * pow(potential(d, 1, 1 + d, 1), 1 / (n + 1)) };
}

/**
 * |∫ w dw/(1 + Dw)| over an interval from an end towards 0, from u = 1 (`bracket` 1 + D) or from u = −e (`bracket`
 * 1 − De).
 * Small D by its series, since the closed form cancels.
 */
function potential(d: number, way: number, bracket: number, from: number): number {
  const to = from > 0 ? from - way : from + way;
  if (d < 0.02) {
    let sum = 0;
    let power = 1;
    let a = from * from;
    let b = to * to;
    for (let j = 2; j < 12; j++) {
      sum += (power * (a - b)) / j;
      power *= -d;
      a *= from;
      b *= to;
    }
    return sum;
  }
  if (from > 0) return (d * way - log1p((d * way) / (bracket - d * way))) / (d * d);
  return (log1p((d * way) / bracket) - d * way) / (d * d);
}

/** Impact under f = (k δ + c δ̇)₊: t_c ω₀ = 2q(ζ), δ_max = (v₀/ω₀) exp(−ζ q(ζ)). */
export function kelvinVoigtImpact(stiffness: number, damping: number, mass: number, speed: number): ImpactResult {
  const omega = Math.sqrt(stiffness / mass);
  const ratio = damping / (2 * mass * omega);
  const q = dampedAngle(ratio);
  return {
    restitution: kelvinVoigtRestitution(ratio),
    duration: (2 * q) / omega,
    depth: (speed / omega) * exp(-ratio * q),
  };
}

/**
 * Impact under any law, integrated: classical RK4 in steps of T/`steps` with T estimated from the depth that is found
 * meanwhile. For laws without a closed form and for checking those that have one.
 */
export function integratedImpact<P extends Params>(
  law: ContactLaw<P>,
  params: ParamsOutput<P>,
  mass: number,
  speed: number,
  steps = 4000,
): ImpactResult {
  // a first run in coarse steps, doubled until the contact ends within it, gives the duration
  let span = 1e-6;
  let found = run(law, params, mass, speed, span / 64, 64);
  for (let k = 0; k < 60 && !(found.duration > 0); k++) {
    span *= 2;
    found = run(law, params, mass, speed, span / 64, 64);
  }
  return run(law, params, mass, speed, found.duration / steps, 2 * steps);
}

function run<P extends Params>(
  law: ContactLaw<P>,
  params: ParamsOutput<P>,
  mass: number,
  speed: number,
  h: number,
  steps: number,
): ImpactResult {
  const one = () => new Float64Array(1);
  const batch = { gap: one(), gapRate: one(), impactSpeed: Float64Array.of(speed) };
  const out = { force: one(), stiffness: one(), damping: one() };
  const acceleration = (x: number, v: number) => {
    batch.gap[0] = x;
    batch.gapRate[0] = v;
    law.evaluate(params, batch, out, 0, 1);
    return out.force[0] / mass;
  };
  // just touching, so that the force of laws that jump there counts from the start
  let x = -1e-30;
  let v = -speed;
  let depth = 0;
  for (let k = 0; k < steps; k++) {
    const a1 = acceleration(x, v);
    const v2 = v + (h / 2) * a1;
    const a2 = acceleration(x + (h / 2) * v, v2);
    const v3 = v + (h / 2) * a2;
    const a3 = acceleration(x + (h / 2) * v2, v3);
    const v4 = v + h * a3;
    const a4 = acceleration(x + h * v3, v4);
    x += (h / 6) * (v + 2 * v2 + 2 * v3 + v4);
    v += (h / 6) * (a1 + 2 * a2 + 2 * a3 + a4);
    depth = Math.max(depth, -x);
    if (v > 0 && acceleration(x, v) === 0) return { restitution: v / speed, duration: (k + 1) * h, depth };
  }
  return { restitution: v / speed, duration: 0, depth };
}

/** The law's own closed form, or the integrated impact. */
export function impactOf<P extends Params>(
  law: ContactLaw<P>,
  params: ParamsOutput<P>,
  mass: number,
  speed: number,
): ImpactResult {
  return law.impact?.(params, mass, speed) ?? integratedImpact(law, params, mass, speed);
}

/** Longest step, s, with T_c ≥ 2.5 h for impacts of a reduced mass (kg) at a speed (m/s). */
export function longestStep<P extends Params>(
  law: ContactLaw<P>,
  params: ParamsOutput<P>,
  mass: number,
  speed: number,
): number {
  return impactOf(law, params, mass, speed).duration / STEPS_PER_IMPACT;
}
