/**
 * A dome: the picture that a projector throws so that an eye anywhere in it sees the scene right. x ahead, y to the
 * left, z up, centre of the dome at the origin. Knows no page.
 */
import { add, dot, farHit, minus, nearHit, times, unit, type Vec3 } from "./vector.js";

/** Direction of the ray of a projector through a point of its picture, x and y from −0.5 to 0.5; null: none. */
export type Lens = (x: number, y: number) => Vec3 | null;

/**
 * [Luaces2013] (5.4)–(5.6), 180° × 135°, with the factor of (5.4) and the sign of (5.5) that the stated ranges ask for:
 * θ = π x, from 90° on the right to −90°; φ = π y above the middle, up to 90°, and π y / 2 below, down to −45°. Azimuth
 * counts to the left, pictures to the right.
 */
export const latitudeLens: Lens = (x, y) => direction(-Math.PI * x, y > 0 ? Math.PI * y : 0.5 * Math.PI * y);

/** n = (cos φ cos θ, cos φ sin θ, sin φ). */
export function direction(azimuth: number, elevation: number): Vec3 {
  const c = Math.cos(elevation);
  return [c * Math.cos(azimuth), c * Math.sin(azimuth), Math.sin(elevation)];
}

/** A fish-eye whose angle from the axis x is proportional to the radius in the picture: `field` across its width. */
export function fishEye(field: number, aspect: number): Lens {
  return (x, y) => {
    const [u, v] = [-x, y / aspect];
    const radius = Math.hypot(u, v);
    if (radius > 0.5) return null;
    const angle = radius * field;
    const s = radius > 0 ? Math.sin(angle) / radius : field;
    return [Math.cos(angle), s * u, s * v];
  };
}

/** α = √(R² − |p|² + (p · n)²) − p · n: how far from p along n the dome is, [Luaces2013] (5.7)–(5.14) for any p. */
export function domeDistance(p: Vec3, n: Vec3, radius: number): number {
  return farHit(p, n, [0, 0, 0], radius);
}

export interface Dome {
  /** m */
  readonly radius: number;
  readonly projector: Vec3;
  readonly eye: Vec3;
}

/** A ray of light from the projector to the dome: start of its last leg, and the direction of that. */
export type Throw = (x: number, y: number) => { readonly from: Vec3; readonly along: Vec3 } | null;

/** Straight from a lens. */
export function throwBy(lens: Lens, projector: Vec3): Throw {
  return (x, y) => {
    const along = lens(x, y);
    return along && { from: projector, along };
  };
}

export interface SphericalMirror {
  readonly projector: Vec3;
  /** Middle of the picture on the mirror: the projector looks at it. */
  readonly target: Vec3;
  readonly center: Vec3;
  /** m */
  readonly radius: number;
  /** Vertical angle of the projector's picture, rad, and its width over its height. */
  readonly field: number;
  readonly aspect: number;
}

/** By way of a spherical mirror, which spreads the picture of an ordinary projector over a dome. */
export function throwByMirror({ projector, target, center, radius, field, aspect }: SphericalMirror): Throw {
  const ahead = unit(minus(target, projector));
  const right = unit([ahead[1], -ahead[0], 0]);
  const up: Vec3 = [
    right[1] * ahead[2] - right[2] * ahead[1],
    right[2] * ahead[0] - right[0] * ahead[2],
    right[0] * ahead[1] - right[1] * ahead[0],
  ];
  const half = 2 * Math.tan(field / 2);
  return (x, y) => {
    const ray = unit(add(add(ahead, right, aspect * half * x), up, half * y));
    const reach = nearHit(projector, ray, center, radius);
    if (Number.isNaN(reach)) return null;
    const from = add(projector, ray, reach);
    const normal = times(minus(from, center), 1 / radius);
    return { from, along: add(ray, normal, -2 * dot(ray, normal)) };
  };
}

/** Where the light of a point of the picture meets the dome, seen from the eye: r − e of (5.15). */
export function seenAt(light: Throw, { radius, eye }: Pick<Dome, "radius" | "eye">, x: number, y: number): Vec3 | null {
  const leg = light(x, y);
  if (!leg) return null;
  const reach = domeDistance(leg.from, leg.along, radius);
  return Number.isNaN(reach) ? null : minus(add(leg.from, leg.along, reach), eye);
}

/** A grid over the picture: clip coordinates, viewing rays and brightness of its corners, and its triangles. */
export interface DomeGrid {
  readonly positions: Float32Array;
  readonly rays: Float32Array;
  readonly brightness: Float32Array;
  readonly triangles: Uint32Array;
}

export function domeGrid(
  columns: number,
  rows: number,
  light: Throw,
  dome: Pick<Dome, "radius" | "eye">,
  edge: number,
): DomeGrid {
  const count = (columns + 1) * (rows + 1);
  const grid = {
    positions: new Float32Array(3 * count),
    rays: new Float32Array(3 * count),
    brightness: new Float32Array(count),
  };
  const lit = new Uint8Array(count);
  for (let j = 0, k = 0; j <= rows; j++) {
    for (let i = 0; i <= columns; i++, k++) {
      const [x, y] = [i / columns - 0.5, j / rows - 0.5];
      const ray = seenAt(light, dome, x, y);
      grid.positions.set([2 * x, 2 * y, 0], 3 * k);
      grid.rays.set(ray ?? [1, 0, 0], 3 * k);
      grid.brightness[k] = edge > 0 ? blend(0.5 - Math.abs(x), edge) * blend(0.5 - Math.abs(y), edge) : 1;
      lit[k] = ray ? 1 : 0;
    }
  }
  const triangles: number[] = [];
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const a = j * (columns + 1) + i;
      const corners = [a, a + 1, a + columns + 1, a + columns + 2];
      if (corners.every((corner) => lit[corner] === 1))
        triangles.push(a, a + 1, corners[2], corners[2], a + 1, corners[3]);
    }
  }
  return { ...grid, triangles: Uint32Array.from(triangles) };
}

/** γ of the screens. */
const GAMMA = 2.2;

/**
 * Brightness of a pixel at `x` from the edge of a picture that overlaps its neighbour by `width`: smoothstep to the
 * power of 1/γ, so that both add up to 1 in linear light.
 */
export function blend(x: number, width: number, gamma = GAMMA): number {
  const t = Math.max(0, Math.min(1, x / width));
  return (t * t * (3 - 2 * t)) ** (1 / gamma);
}
