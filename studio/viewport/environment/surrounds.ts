/** Light from all around per look of the stage; colours are linear. */
import type { Theme } from "../palette.js";
import type { Rgb, Surround } from "./radiance.js";

const grey = (level: number): Rgb => [level, level, level];

/** A room of a studio: one large lamp overhead, one tall one on each side and one behind. */
const DARK: Surround = {
  zenith: [0.1, 0.12, 0.14],
  horizon: [0.1, 0.115, 0.13],
  nadir: [0.05, 0.042, 0.034],
  boxes: [
    { azimuth: 0, elevation: 1.57, half: [0.5, 0.7], radiance: [0.66, 0.74, 0.82] },
    { azimuth: 2.4, elevation: 0.35, half: [0.16, 0.7], radiance: [0.9, 1.05, 1.25] },
    { azimuth: -2.4, elevation: 0.3, half: [0.16, 0.7], radiance: [1.1, 1, 0.85] },
    { azimuth: 0.5, elevation: 0.3, half: [0.12, 0.5], radiance: [0.9, 0.85, 0.75] },
  ],
};

const LIGHT: Surround = {
  zenith: grey(0.46),
  horizon: grey(0.42),
  nadir: [0.19, 0.18, 0.15],
  boxes: [
    { azimuth: 0, elevation: 1.57, half: [0.5, 0.7], radiance: grey(1.1) },
    { azimuth: 2.4, elevation: 0.35, half: [0.16, 0.7], radiance: grey(1.4) },
    { azimuth: -2.4, elevation: 0.3, half: [0.16, 0.7], radiance: grey(1.4) },
  ],
};

/** Rows of lamps under the ceiling of a hall, and a light floor that throws light back. */
const LAB: Surround = {
  zenith: grey(0.34),
  horizon: [0.4, 0.41, 0.42],
  nadir: [0.26, 0.26, 0.25],
  boxes: [-0.75, 0, 0.75].map((tilt) => ({
    azimuth: 0.6,
    elevation: Math.PI / 2 + tilt,
    half: [0.7, 0.16] as const,
    radiance: [2, 1.98, 1.9] as const,
  })),
};

/** A clear day; the sun itself is the key light. */
const SITE: Surround = {
  zenith: [0.17, 0.31, 0.55],
  horizon: [0.62, 0.68, 0.7],
  nadir: [0.16, 0.115, 0.075],
  boxes: [],
};

const SURROUNDS: Record<Theme, Surround> = { dark: DARK, light: LIGHT, lab: LAB, site: SITE };

/** What surrounds a look; the sky of a site is bright around its sun. */
export function surroundOf(look: Theme, sun: { readonly azimuth: number; readonly elevation: number }): Surround {
  const surround = SURROUNDS[look];
  if (look !== "site") return surround;
  const glow = { ...sun, half: [0.6, 0.6] as const, radiance: [0.55, 0.46, 0.32] as const };
  return { ...surround, boxes: [glow] };
}
