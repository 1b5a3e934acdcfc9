import { CONTACT, CONTACT_INT, CONTACT_INTS, CONTACT_SIZE, type ContactSet } from "./contact-set.js";

/**
 * How bodies move if nothing is in the way: positions of their centres of mass (m), velocities [ω; v], length of the
 * step (s).
 */
export interface Motion {
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  readonly h: number;
}

/** ψ + h n · (v_B + ω_B × r_B − v_A − ω_A × r_A) of contact c, m; the present gap when the motion is not known. */
export function foreseenGap(set: ContactSet, c: number, motion: Motion | null): number {
  const n = CONTACT_SIZE * c;
  let gap = set.value[n + CONTACT.gap];
  if (motion === null) return gap;
  const { position: p, velocity: v, h } = motion;
  for (let side = 0; side < 2; side++) {
    const body = set.index[CONTACT_INTS * c + (side === 0 ? CONTACT_INT.bodyA : CONTACT_INT.bodyB)];
    const at = n + (side === 0 ? CONTACT.pointA : CONTACT.pointB);
    const s = side === 0 ? -h : h;
    const x = set.value[at] - p[3 * body];
    const y = set.value[at + 1] - p[3 * body + 1];
    const z = set.value[at + 2] - p[3 * body + 2];
    const b = 6 * body;
    gap += s * set.value[n] * (v[b + 3] + v[b + 1] * z - v[b + 2] * y);
    gap += s * set.value[n + 1] * (v[b + 4] + v[b + 2] * x - v[b] * z);
    gap += s * set.value[n + 2] * (v[b + 5] + v[b] * y - v[b + 1] * x);
  }
  return gap;
}
