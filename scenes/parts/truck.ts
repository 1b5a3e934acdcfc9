import { elementary } from "stiction";
/** Measures that both trucks share: masses in kg, lengths in m, efforts in N and N m. */
export const TRUCK = {
  chassis: { mass: 1000, half: [2.5, 0.3] },
  bed: { mass: 200, length: 3, thick: 0.15, front: 0.8, tail: 0.4, centre: 1.5 },
  wheel: { mass: 50, radius: 0.45 },
  suspension: { stiffness: 40_000, damping: 3000, travel: 0.25 },
  drive: { torque: 1500, speed: 10 },
  cylinder: { force: 8000, speed: 0.2 },
  /** Half the wheelbase, and height of the chassis' centre above the wheels' with relaxed springs. */
  wheelbase: 1.6,
  ride: 0.35,
  track: 1.8,
} as const;

/**
 * The bed's hinge is at the upper rear edge of the chassis; from there its floor reaches 3 m forward. The cylinder
 * stands nearly upright between chassis and bed, its line 0.8 m from the hinge: foot and head, from the hinge, forwards
 * and upwards.
 */
export const CYLINDER = {
  foot: [(0.8 * elementary.hypot(0.1, 0.5)) / 0.5 - 0.1, -0.5],
  head: [(0.8 * elementary.hypot(0.1, 0.5)) / 0.5, 0],
} as const;
