/** One scene per kind of joint and dimension, with every row that the kind knows, for the tests that hold for all kinds. */
import { compile, defaultItems, type Items, type Model, type Spec } from "stiction";

// Joints are tested row by row here; the formulation only has to let them through.
const claims = { ...defaultItems.formulations.forces, joints: "all" as const };
export const jointItems: Items = { ...defaultItems, formulations: { ...defaultItems.formulations, forces: claims } };

const coordinate = {
  zero: 0.1,
  limits: { lower: -0.4, upper: 0.3 },
  drive: { mode: "position", target: 0.2, maxEffort: 9 },
  friction: { effort: 3 },
};

/** What stands in a joint of this kind beside its bodies and its place. */
const EXTRA: Record<string, object> = {
  hinge: coordinate,
  slider: coordinate,
  cylindrical: coordinate,
  planar: coordinate,
};

/** Joints in space and in the plane: `a` and `b` at odd placements, and one of them at the world's side. */
export function sampleModel(type: string, planar: boolean): Model {
  const axis = defaultItems.joints[type].planarAxis === "inside" ? [1, -1] : [0, 0, 1];
  const spec: unknown = planar
    ? {
        plane: "xy",
        bodies: [
          {
            name: "a",
            mass: 1,
            inertia: [1, 1, 1],
            position: [0.3, -0.2],
            orientation: { axis: [0, 0, 1], angle: 0.7 },
          },
          {
            name: "b",
            mass: 1,
            inertia: [1, 1, 1],
            position: [1.1, 0.4],
            orientation: { axis: [0, 0, 1], angle: -1.1 },
          },
        ],
        joints: [{ type, bodyA: "a", bodyB: "b", at: [0.6, 0.1], axis, ...EXTRA[type] }],
      }
    : {
        bodies: [
          {
            name: "a",
            mass: 1,
            inertia: [1, 1, 1],
            position: [0.3, -0.2, 0.5],
            orientation: { axis: [1, 2, 3], angle: 0.7 },
          },
          {
            name: "b",
            mass: 1,
            inertia: [1, 1, 1],
            position: [1.1, 0.4, -0.3],
            orientation: { axis: [-1, 0.5, 2], angle: -1.1 },
          },
        ],
        joints: [{ type, bodyA: "a", bodyB: "b", at: [0.6, 0.1, 0.2], axis: [1, -1, 2], ...EXTRA[type] }],
      };
  return compile(spec as Spec, jointItems);
}

/** Every kind with the dimensions that know it. */
export const sampleKinds = Object.entries(defaultItems.joints).flatMap(([type, kind]) =>
  kind.planarAxis === "none" ? [[type, false] as const] : [[type, false] as const, [type, true] as const],
);
