import type { Spec } from "stiction";

/** The scene with contacts that are found and told, and push nothing: where contact is a force, its stiffness is zero. */
export function withoutForces(spec: Spec): Spec {
  return {
    ...spec,
    materials: { ...spec.materials, air: { friction: 0, contact: { type: "hunt-crossley", stiffness: 0 } } },
    bodies: spec.bodies?.map((body) => ({ material: "air", ...body })),
  };
}
