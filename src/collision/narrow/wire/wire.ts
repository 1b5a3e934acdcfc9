import { type Collider, KIND } from "../types.js";

/**
 * A torus and a chain link are wires: all points within a radius of a curve. The curve is cut into parts, arcs and
 * segments in the xy plane of the shape's frame:
 *
 *   torus [R, r]             0: the circle of radius R
 *   arc of a torus [R, r, cos α/2, sin α/2, tan α/4, cos α, sin α]
 *                            0: its part within the angle α of +x
 *   chain link [R, r, l, s]  0, 1: half circles about (±l, 0); 2, 3: sides y = ±R, |x| ≤ l;
 *                            4: stud x = 0, |y| ≤ R, of radius s
 */

/** Whether a torus is only an arc, with two ends. */
export function isOpenTorus(c: Collider): boolean {
  return c.kind === KIND.torus && c.size.length > 2;
}

export function wireParts(c: Collider): number {
  if (c.kind === KIND.torus) return 1;
  return c.size[3] > 0 ? 5 : 4;
}

export function isArc(c: Collider, part: number): boolean {
  return c.kind === KIND.torus || part < 2;
}

/** Radius of the wire at a part, m. */
export function wireRadius(c: Collider, part: number): number {
  return part === 4 ? c.size[3] : c.size[1];
}

/** A place on a part of a wire. An object: V8 boxes numbers that are passed to a function too large to be inlined. */
export interface PartPlace {
  /** From 0 at the start of the part to 1 at its end. */
  u: number;
}

/**
 * Point of a part at u in [0, 1], from its start to its end, into out[o…]. Half circles are parametrized by w =
 * tan(θ/2), −1 … 1, with cos θ = (1 − w²)/(1 + w²) and sin θ = 2w/(1 + w²). This needs no trigonometry, and the steps
 * in angle differ only by a factor of 2.
 */
export function wirePoint(c: Collider, part: number, place: PartPlace, out: Float64Array, o: number): void {
  const R = c.size[0];
  const t = place.u;
  out[o + 2] = 0;
  if (isOpenTorus(c)) {
    // two halves, each about the middle of its own angle
    const side = t >= 0.5 ? 1 : -1;
    const w = c.size[4] * (4 * t - (side > 0 ? 3 : 1));
    const x = (1 - w * w) / (1 + w * w);
    const y = (2 * w) / (1 + w * w);
    out[o] = R * (c.size[2] * x - side * c.size[3] * y);
    out[o + 1] = R * (side * c.size[3] * x + c.size[2] * y);
  } else if (isArc(c, part)) {
    const whole = c.kind === KIND.torus;
    const second = whole ? t >= 0.5 : part === 1;
    const w = whole ? 4 * t - (second ? 3 : 1) : 2 * t - 1;
    const scale = (second ? -R : R) / (1 + w * w);
    out[o] = scale * (1 - w * w) + (whole ? 0 : second ? -c.size[2] : c.size[2]);
    out[o + 1] = scale * 2 * w;
  } else if (part < 4) {
    out[o] = c.size[2] * (2 * t - 1);
    out[o + 1] = part === 2 ? R : -R;
  } else {
    out[o] = 0;
    out[o + 1] = R * (2 * t - 1);
  }
}

/**
 * Point of a part nearest to p[i…] (shape's frame), into out[o…]. On the axis of an arc all points are equally near,
 * and the middle one is returned.
 */
export function nearestOnWire(
  c: Collider,
  part: number,
  p: Float64Array,
  i: number,
  out: Float64Array,
  o: number,
): void {
  const R = c.size[0];
  const x = p[i];
  const y = p[i + 1];
  out[o + 2] = 0;
  if (!isArc(c, part)) {
    const l = c.size[2];
    out[o] = part === 4 ? 0 : Math.max(-l, Math.min(l, x));
    out[o + 1] = part === 4 ? Math.max(-R, Math.min(R, y)) : part === 2 ? R : -R;
    return;
  }
  const s = part === 1 ? -1 : 1;
  const shift = c.kind === KIND.torus ? 0 : s * c.size[2];
  const dx = x - shift;
  const rho = Math.sqrt(dx * dx + y * y);
  // beyond the ends of a half circle, its nearer end is the nearest point
  const beyond = c.kind === KIND.chainLink && s * dx < 0;
  if (isOpenTorus(c) && x < rho * c.size[5]) {
    out[o] = R * c.size[5];
    out[o + 1] = y < 0 ? -R * c.size[6] : R * c.size[6];
  } else if (beyond) {
    out[o] = shift;
    out[o + 1] = y < 0 ? -R : R;
  } else {
    out[o] = shift + (rho > 0 ? (R * dx) / rho : s * R);
    out[o + 1] = rho > 0 ? (R * y) / rho : 0;
  }
}
