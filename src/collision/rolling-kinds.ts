import { KIND } from "./narrow/types.js";
import type { CollisionSetup } from "./setup.js";

/** How the lowest point of a shape moves when its body turns; see `rollingOf`. */
export const ROLLING = { flat: 0, round: 1, curved: 2 } as const;

/** A ball whose centre is nearer to the centre of mass than this part of its radius is about it. */
const CENTRED = 1e-9;

/**
 * Of every shape: `flat` has corners that stay, `round` is a ball about the centre of mass, whose lowest point keeps
 * its arm, and of a `curved` one the point of contact travels over the surface to another arm.
 */
export function rollingOf(setup: CollisionSetup): Uint8Array {
  return Uint8Array.from(setup.colliders, (collider, s) => {
    switch (collider.kind) {
      case KIND.sphere:
      case KIND.circle: {
        const at = setup.localPose.subarray(7 * s, 7 * s + 3);
        const away = Math.sqrt(at[0] * at[0] + at[1] * at[1] + at[2] * at[2]);
        return away <= CENTRED * collider.reach ? ROLLING.round : ROLLING.curved;
      }
      case KIND.capsule:
      case KIND.planarCapsule:
      case KIND.cylinder:
      case KIND.cone:
      case KIND.ellipsoid:
      case KIND.convex:
      case KIND.torus:
      case KIND.chainLink:
        return ROLLING.curved;
      default:
        return ROLLING.flat;
    }
  });
}

/**
 * Whether the point of contact of shapes a and b travels with an arm or a normal that changes: that of a disc on its
 * rim does, that of a ball on a plane keeps both.
 */
export function travels(rolling: Uint8Array, a: number, b: number): boolean {
  return rolling[a] + rolling[b] >= ROLLING.curved;
}
