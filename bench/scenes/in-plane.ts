import type { BenchScene, Quaternion, Vector } from "../scene.js";

/** (x, y, z) → (x, z, −y): the plane of x and z becomes that of x and y. */
const lay = ([x, y, z]: Vector): Vector => [x, z, -y];

/**
 * A scene that moves in the plane of x and z, on hinges about y, laid into the plane of x and y, with its body frames.
 * Spatial engines find the same scene, and Stiction takes it as a planar one.
 */
export function inPlane(scene: BenchScene): BenchScene {
  return {
    ...scene,
    gravity: lay(scene.gravity),
    bodies: scene.bodies.map((body) => {
      const [x, y, z, w] = body.orientation ?? [0, 0, 0, 1];
      const orientation: Quaternion = [...lay([x, y, z]), w];
      const [a, b, c] = body.inertia;
      return { ...body, position: lay(body.position), orientation, inertia: [a, c, b] };
    }),
    joints: scene.joints.map((joint) => ({ ...joint, at: lay(joint.at), axis: [0, 0, 1] })),
    own: planar,
  };
}

/** Says that the scene is planar; shapes, which are for contact, are left out. */
export const planar: NonNullable<BenchScene["own"]> = {
  note: "in the plane",
  spec: (base) => ({
    ...base,
    plane: "xy" as const,
    bodies: (base.bodies ?? []).map((body) => ({ ...body, shapes: [] })),
  }),
};
