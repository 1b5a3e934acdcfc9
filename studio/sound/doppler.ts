/** Speed of sound in air of 20 °C, m/s. */
export const SPEED_OF_SOUND = 343;
/** Factors beyond these are not heard as motion. */
const LEAST = 0.5;
const MOST = 2;

type Vector = readonly [number, number, number];

/**
 * Pitch of a moving source over that at rest: (c + v_L · u) / (c + v_S · u), with u the unit vector from listener to
 * source, v_L and v_S their velocities in still air. 1 where they coincide.
 */
export function dopplerFactor(listener: Vector, heard: Vector, source: Vector, emitted: Vector): number {
  const d = source.map((x, i) => x - listener[i]);
  const length = Math.hypot(...d);
  if (!(length > 1e-6)) return 1;
  const along = (v: Vector) => (v[0] * d[0] + v[1] * d[1] + v[2] * d[2]) / length;
  const below = SPEED_OF_SOUND + along(emitted);
  if (!(below > 0)) return MOST;
  return Math.max(LEAST, Math.min(MOST, (SPEED_OF_SOUND + along(heard)) / below));
}
