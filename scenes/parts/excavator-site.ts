import type { ShapeSpec, Spec } from "stiction";

/** Tyres and steel of an excavator on the ground. Stiffness, damping and friction: class of a 22 t machine, assumed. */
export const EXCAVATOR_MATERIALS = {
  ground: { friction: 0.7 },
  tyre: { contact: { type: "tyre", stiffness: 1e6, damping: 2e4, friction: 0.8 } },
  /** The bucket meets what it does not dig more softly, as earth gives way under its teeth. */
  bucket: {
    friction: 0.6,
    contact: { type: "linear", stiffness: 4e5, damping: 4e4 },
    sliding: {
      type: "bristle",
      friction: 0.6,
      kineticFriction: 0.5,
      stiffness: 4e5,
      damping: 3e4,
      stictionSpeed: 0.02,
    },
  },
  steel: {
    friction: 0.6,
    contact: { type: "linear", stiffness: 1.5e6, damping: 6e4 },
    sliding: {
      type: "bristle",
      friction: 0.6,
      kineticFriction: 0.5,
      stiffness: 1e6,
      damping: 4e4,
      stictionSpeed: 0.02,
    },
  },
} as const satisfies Spec["materials"];

const WHEELS = ["front-left", "front-right", "rear-left", "rear-right"];

/** Wheels as cylinders, which the tyre law takes as discs side by side. */
export function tyreShapes(radius = 0.52, width = 0.5): Record<string, ShapeSpec[]> {
  const wheel: ShapeSpec = {
    type: "cylinder",
    radius,
    halfHeight: width / 2,
    orientation: { axis: [1, 0, 0], angle: Math.PI / 2 },
  };
  return Object.fromEntries(WHEELS.map((name) => [`wheel-${name}`, [wheel]]));
}
