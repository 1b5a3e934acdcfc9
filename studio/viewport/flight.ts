/** A camera's flight from one view to another, which may itself be moving: 250 ms, or none with reduced motion. */
import { Vector3 } from "three";
import type { Sight } from "./sight.js";

/** ms */
const FLIGHT = 250;

export class Flight {
  private readonly from: Sight;
  private readonly begun: number;
  private readonly duration: number;

  constructor(from: Sight, begun: number, duration = flightTime()) {
    this.from = from;
    this.begun = begun;
    this.duration = duration;
  }

  /** The view at `now` (ms) on the way to `to`; returns whether the flight is over. */
  at(now: number, to: Sight, sight: Sight): boolean {
    const t = this.duration > 0 ? Math.min(1, Math.max(0, (now - this.begun) / this.duration)) : 1;
    const s = eased(t);
    const { from } = this;
    const { eye, target } = sight;
    target.lerpVectors(from.target, to.target, s);
    // direction and distance apart, so that the eye does not pass through the target
    const [a, b] = [OFFSET_A.subVectors(from.eye, from.target), OFFSET_B.subVectors(to.eye, to.target)];
    const [la, lb] = [a.length() || 1, b.length() || 1];
    a.divideScalar(la);
    b.divideScalar(lb);
    eye.copy(a).lerp(b, s);
    if (eye.lengthSq() < 1e-6) eye.copy(b);
    eye
      .normalize()
      .multiplyScalar(la * (lb / la) ** s)
      .add(target);
    sight.up.lerpVectors(from.up, to.up, s);
    if (sight.up.lengthSq() < 1e-6) sight.up.copy(to.up);
    sight.up.normalize();
    sight.fieldOfView = from.fieldOfView + s * (to.fieldOfView - from.fieldOfView);
    sight.zoom = from.zoom * (to.zoom / from.zoom) ** s;
    return t === 1;
  }
}

const OFFSET_A = new Vector3();
const OFFSET_B = new Vector3();

/** cubic-bezier(.2, 0, 0, 1): the easing of the interface. */
export function eased(t: number): number {
  let [low, high] = [0, 1];
  for (let k = 0; k < 30; k++) {
    const u = (low + high) / 2;
    if (0.6 * u * (1 - u) ** 2 + u ** 3 < t) low = u;
    else high = u;
  }
  const u = (low + high) / 2;
  return 3 * u * u * (1 - u) + u ** 3;
}

function flightTime(): number {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : FLIGHT;
}
