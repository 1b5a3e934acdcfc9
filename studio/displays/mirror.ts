/** Flat mirrors. Knows no page. */
import { type Screen, type ScreenSight, sightThrough } from "./frustum.js";
import { add, cross, dot, minus, unit, type Vec3 } from "./vector.js";

/** A flat mirror: middle, unit normal, edges, m. Its upper edge is level. */
export interface Mirror {
  readonly position: Vec3;
  readonly normal: Vec3;
  readonly width: number;
  readonly height: number;
}

/** R = M S M⁻¹ = I − 2 n nᵀ with the translation 2 (n · p) n, by columns: the reflection at a plane through p. */
export function reflectionMatrix(p: Vec3, n: Vec3): number[] {
  const d = 2 * dot(n, p);
  return [
    ...[1 - 2 * n[0] * n[0], -2 * n[0] * n[1], -2 * n[0] * n[2], 0],
    ...[-2 * n[0] * n[1], 1 - 2 * n[1] * n[1], -2 * n[1] * n[2], 0],
    ...[-2 * n[0] * n[2], -2 * n[1] * n[2], 1 - 2 * n[2] * n[2], 0],
    ...[d * n[0], d * n[1], d * n[2], 1],
  ];
}

/** The point behind a mirror that a point in front of it seems to be at. */
export function reflected(point: Vec3, { position, normal }: Pick<Mirror, "position" | "normal">): Vec3 {
  return add(point, normal, -2 * dot(normal, minus(point, position)));
}

/** Corners of a mirror as somebody behind it sees them, who looks out as through a window. */
export function mirrorWindow({ position, normal, width, height }: Mirror, vertical: Vec3): Screen {
  const right = unit(cross(minus([0, 0, 0], vertical), normal));
  // seen from behind, along the normal: right × up = −normal
  const up = unit(cross(normal, right));
  const corner = (x: number, y: number) => add(add(position, right, 0.5 * x * width), up, 0.5 * y * height);
  const [sign] = dot(up, vertical) < 0 ? [-1] : [1];
  return { lowerLeft: corner(-1, -sign), lowerRight: corner(1, -sign), upperLeft: corner(-1, sign) };
}

/**
 * What is seen in a mirror, drawn as a view of the scene itself: the eye's image e′ behind the mirror looks out through
 * the mirror as through a window. The near plane is the mirror, so that nothing behind it is drawn. To be shown with
 * left and right exchanged. Null where the eye is behind the mirror.
 */
export function mirrorSight(mirror: Mirror, eye: Vec3, vertical: Vec3, far: number): ScreenSight | null {
  const distance = dot(mirror.normal, minus(eye, mirror.position));
  if (!(distance > 1e-3)) return null;
  return sightThrough(mirrorWindow(mirror, vertical), reflected(eye, mirror), distance, far);
}
