/** Frusta of screens that need not be straight ahead of the eye. Matrices are by columns. Knows no page. */
import { add, cross, dot, minus, times, unit, type Vec3 } from "./vector.js";

/** A flat screen: its lower left, lower right and upper left corner, seen from the eye's side, m. */
export interface Screen {
  readonly lowerLeft: Vec3;
  readonly lowerRight: Vec3;
  readonly upperLeft: Vec3;
}

/** Edges of a frustum at the near plane, m. */
export interface Frustum {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
  readonly near: number;
  readonly far: number;
}

/** How a camera draws what an eye sees on a screen: frustum, and the camera's axes (columns: right, up, back). */
export interface ScreenSight {
  readonly frustum: Frustum;
  readonly eye: Vec3;
  readonly right: Vec3;
  readonly up: Vec3;
  readonly back: Vec3;
}

/** The generalized perspective projection of an eye that looks at a screen from anywhere in front of it. */
export function sightThrough(screen: Screen, eye: Vec3, near: number, far: number): ScreenSight {
  const { lowerLeft: a, lowerRight: b, upperLeft: c } = screen;
  const right = unit(minus(b, a));
  const up = unit(minus(c, a));
  const back = unit(cross(right, up));
  const distance = -dot(back, minus(a, eye));
  const edge = (axis: Vec3, corner: Vec3) => (dot(axis, minus(corner, eye)) * near) / distance;
  const frustum = { left: edge(right, a), right: edge(right, b), bottom: edge(up, a), top: edge(up, c), near, far };
  return { frustum, eye, right, up, back };
}

/** Column-major projection matrix of a frustum. */
export function frustumMatrix({ left: l, right: r, bottom: b, top: t, near: n, far: f }: Frustum): number[] {
  return [
    ...[(2 * n) / (r - l), 0, 0, 0],
    ...[0, (2 * n) / (t - b), 0, 0],
    ...[(r + l) / (r - l), (t + b) / (t - b), -(f + n) / (f - n), -1],
    ...[0, 0, (-2 * f * n) / (f - n), 0],
  ];
}

/** Where a point of the world is in the picture, −1 … 1 to the right and upwards. */
export function project(sight: ScreenSight, point: Vec3): readonly [number, number] {
  const d = minus(point, sight.eye);
  const { frustum: q } = sight;
  const depth = -dot(sight.back, d);
  const x = (dot(sight.right, d) * q.near) / depth;
  const y = (dot(sight.up, d) * q.near) / depth;
  return [(2 * x - q.left - q.right) / (q.right - q.left), (2 * y - q.bottom - q.top) / (q.top - q.bottom)];
}

/** Two eyes. */
export interface StereoSettings {
  /** Distance of the eyes, m; 0.064 as usual. */
  readonly eyes: number;
  /** Distance at which both pictures agree: that of the screen, m. */
  readonly screen: number;
}

/**
 * Frustum of one eye by a shift of the axis, not by a turn (toe-in would bend the pictures apart at the sides): what is
 * at the distance of the screen has no disparity. `side` is −1 for the left eye, 1 for the right one.
 */
export function eyeFrustum(
  fieldOfView: number,
  aspect: number,
  { eyes, screen }: StereoSettings,
  side: -1 | 1,
  near: number,
  far: number,
): Frustum {
  const top = near * Math.tan(fieldOfView / 2);
  const wide = aspect * top;
  const shift = (-side * 0.5 * eyes * near) / screen;
  return { left: -wide + shift, right: wide + shift, bottom: -top, top, near, far };
}

/**
 * Screens of a wall side by side about the eye, each `width` × `height` at `distance` (m) straight ahead of the eye,
 * which looks along −z with y up. They meet at their edges; the middle one is straight ahead.
 */
export function wallScreens(count: number, width: number, height: number, distance: number): Screen[] {
  const turn = 2 * Math.atan(width / 2 / distance);
  return Array.from({ length: count }, (_, k) => {
    const angle = ((count - 1) / 2 - k) * turn;
    const right: Vec3 = [Math.cos(angle), 0, -Math.sin(angle)];
    const ahead: Vec3 = [-Math.sin(angle), 0, -Math.cos(angle)];
    const middle = times(ahead, distance);
    const corner = (x: number, y: number) => add(add(middle, right, 0.5 * x * width), [0, 1, 0], 0.5 * y * height);
    return { lowerLeft: corner(-1, -1), lowerRight: corner(1, -1), upperLeft: corner(-1, 1) };
  });
}
