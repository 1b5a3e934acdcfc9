/**
 * Light that comes from all around: a sky of three colours and soft boxes of lamps, as a function of direction. Image
 * based light, the light of a picture without it, and the sky itself are made of it, so that they agree. Numbers only:
 * no three.js, no DOM.
 */

/** Red, green, blue, linear; radiance in the unit in which a lamp of irradiance π makes white paper white. */
export type Rgb = readonly [r: number, g: number, b: number];

/** A luminous rectangle far away, with soft edges. */
export interface SoftBox {
  /** Its middle: azimuth from x towards y, elevation above the horizon, rad. */
  readonly azimuth: number;
  readonly elevation: number;
  /** Half its width and half its height at distance 1. */
  readonly half: readonly [width: number, height: number];
  readonly radiance: Rgb;
}

export interface Surround {
  readonly zenith: Rgb;
  readonly horizon: Rgb;
  readonly nadir: Rgb;
  readonly boxes: readonly SoftBox[];
}

/** Share of a soft box, from its edge inwards, over which it fades. */
const SOFTNESS = 0.5;
/** Height over which the ground turns into the horizon, as the sine of the elevation. */
const HORIZON = 0.12;

/** Writes the radiance from a direction of unit length into `out`. */
export type Radiance = (x: number, y: number, z: number, out: Float64Array) => void;

export function radianceOf({ zenith, horizon, nadir, boxes }: Surround): Radiance {
  const lamps = boxes.map(({ azimuth, elevation, half, radiance }) => {
    const [c, s] = [Math.cos(elevation), Math.sin(elevation)];
    const [ca, sa] = [Math.cos(azimuth), Math.sin(azimuth)];
    // forward, across, upward
    return { n: [c * ca, c * sa, s], u: [-sa, ca, 0], v: [-s * ca, -s * sa, c], half, radiance };
  });
  return (x, y, z, out) => {
    const up = Math.sqrt(Math.max(0, z));
    const down = smooth(z / -HORIZON);
    for (let k = 0; k < 3; k++) {
      out[k] = z > 0 ? horizon[k] + up * (zenith[k] - horizon[k]) : horizon[k] + down * (nadir[k] - horizon[k]);
    }
    for (const { n, u, v, half, radiance } of lamps) {
      const ahead = x * n[0] + y * n[1] + z * n[2];
      if (ahead <= 0) continue;
      const a = Math.abs(x * u[0] + y * u[1] + z * u[2]) / (ahead * half[0]);
      const b = Math.abs(x * v[0] + y * v[1] + z * v[2]) / (ahead * half[1]);
      if (a >= 1 || b >= 1) continue;
      const weight = smooth((1 - a) / SOFTNESS) * smooth((1 - b) / SOFTNESS);
      for (let k = 0; k < 3; k++) out[k] += weight * radiance[k];
    }
  };
}

function smooth(t: number): number {
  const c = Math.min(1, Math.max(0, t));
  return c * c * (3 - 2 * c);
}

/**
 * Irradiance of a surface whose normal points straight up (`side` 1) or down (−1): E = ∫ L cos θ dω, as the mean over
 * directions that are distributed as the cosine, times π.
 */
export function irradiance(radiance: Radiance, side: 1 | -1, samples = 400): [r: number, g: number, b: number] {
  const sum: [number, number, number] = [0, 0, 0];
  const here = new Float64Array(3);
  for (let i = 0; i < samples; i++) {
    const t = (i + 0.5) / samples;
    const angle = i * GOLDEN_ANGLE;
    const r = Math.sqrt(t);
    radiance(r * Math.cos(angle), r * Math.sin(angle), side * Math.sqrt(1 - t), here);
    for (let k = 0; k < 3; k++) sum[k] += (Math.PI * here[k]) / samples;
  }
  return sum;
}

/** Turn from one point of a sunflower to the next, rad. */
export const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
