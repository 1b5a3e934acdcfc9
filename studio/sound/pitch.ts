/** From signals of the machine to pitch and loudness. Knows no page. */

/** Firing frequency of a six-cylinder four-stroke engine, Hz: three per revolution. */
export function engineFrequency(rpm: number): number {
  return (3 * rpm) / 60;
}

/** Loudness of the engine, 0 … 1, from its speed (part of the full one) and load (part of the full power). */
export function engineGain(speed: number, load: number): number {
  if (!(speed > 0)) return 0;
  return Math.min(1, 0.25 + 0.25 * speed + 0.5 * clamp(load));
}

/** Whine of the pump, Hz: nine pistons at the engine's speed. */
export function pumpFrequency(rpm: number): number {
  return (9 * rpm) / 60;
}

/** Loudness of an impact: by the logarithm of its energy, 0 at 5 J, 1 at 50 kJ. */
export function impactGain(energy: number): number {
  return energy > 5 ? clamp(Math.log10(energy / 5) / 4) : 0;
}

/** Loudness of digging by the force of the soil on the bucket, N. */
export function digGain(force: number, speed: number): number {
  return clamp(force / 60_000) * clamp(0.15 + speed / 0.4);
}

/** Most impacts that are started in a second; more would be a noise. */
export const IMPACTS_PER_SECOND = 12;

export const clamp = (x: number) => Math.max(0, Math.min(1, Number.isFinite(x) ? x : 0));
