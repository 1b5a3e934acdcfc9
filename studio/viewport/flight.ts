/** A camera's flight from one view to another: 250 ms, or none with reduced motion. */
import { Vector3 } from "three";

/** ms */
const FLIGHT = 250;

/** Position of the eye, its target, and the zoom of a flat view. */
export interface Sight {
  readonly eye: Vector3;
  readonly target: Vector3;
  readonly zoom: number;
}

export class Flight {
  private readonly from: Sight;
  private readonly to: Sight;
  private readonly begun: number;
  private readonly duration: number;

  constructor(from: Sight, to: Sight, begun: number, duration = flightTime()) {
    this.from = from;
    this.to = to;
    this.begun = begun;
    this.duration = duration;
  }

  /** The view at `now` (ms); true when the flight is over. */
  at(now: number, eye: Vector3, target: Vector3): { readonly zoom: number; readonly over: boolean } {
    const t = this.duration > 0 ? Math.min(1, Math.max(0, (now - this.begun) / this.duration)) : 1;
    const s = eased(t);
    target.lerpVectors(this.from.target, this.to.target, s);
    // direction and distance apart, so that the eye does not pass through the target
    const [a, b] = [
      OFFSET_A.subVectors(this.from.eye, this.from.target),
      OFFSET_B.subVectors(this.to.eye, this.to.target),
    ];
    const [la, lb] = [a.length() || 1, b.length() || 1];
    a.divideScalar(la);
    b.divideScalar(lb);
    eye.copy(a).lerp(b, s);
    if (eye.lengthSq() < 1e-6) eye.copy(b);
    eye
      .normalize()
      .multiplyScalar(la * (lb / la) ** s)
      .add(target);
    return { zoom: this.from.zoom * (this.to.zoom / this.from.zoom) ** s, over: t === 1 };
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
