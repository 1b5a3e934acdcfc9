import { type BodySpec, defineScene, type JointSpec, param } from "stiction";
import { hue } from "./parts/bodies.js";

/** Height of a stem, from the joint to the bar below it, m. */
const STEM = 0.3;

/**
 * A mobile: each bar carries two others at its ends by ball joints, and the uppermost is rotated for 3 s (RPIsim,
 * `jointTree`: 127 bars).
 */
export const jointTree = defineScene({
  name: "joint-tree",
  title: "Joint tree",
  summary: "A torque acts on a mobile of bars on ball joints for three seconds; then its angular momentum is constant",
  group: "exact geometry",
  params: {
    levels: param.number({
      unit: "1",
      integer: true,
      min: 1,
      max: 7,
      default: 4,
      help: "levels of the tree; 7 are 127 bars",
    }),
    torque: param.number({ unit: "N m", default: 30, help: "torque on the uppermost bar about the vertical, for 3 s" }),
  },
  build: ({ levels, torque }) => {
    const bodies: BodySpec[] = [];
    const joints: JointSpec[] = [];
    let places = [{ parent: "world", at: [0, 0, 0] }];
    for (let level = 0; level < levels; level++) {
      const half = 1.6 / (1 << level);
      const below = [];
      for (const [k, { parent, at }] of places.entries()) {
        const name = `bar-${level}-${k}`;
        const center = [at[0], at[1], at[2] - STEM];
        // every other level is perpendicular
        const along = level % 2;
        const halfExtents = along === 0 ? [half, 0.03, 0.03] : [0.03, half, 0.03];
        bodies.push({
          name,
          mass: 1,
          inertia: [
            half * half * (along === 0 ? 0.01 : 0.34),
            half * half * (along === 0 ? 0.34 : 0.01),
            half * half * 0.34,
          ],
          centerOfMass: [0, 0, 0],
          position: center,
          color: hue(level),
          shapes: [
            { type: "box", halfExtents },
            { type: "box", halfExtents: [0.015, 0.015, STEM / 2], position: [0, 0, STEM / 2] },
          ],
        });
        joints.push({ type: "ball", name: `joint-${level}-${k}`, bodyA: parent, bodyB: name, at });
        for (const side of [-half, half])
          below.push({
            parent: name,
            at: along === 0 ? [center[0] + side, center[1], center[2]] : [center[0], center[1] + side, center[2]],
          });
      }
      places = below;
    }
    return {
      duration: 5,
      timestep: 0.01,
      contact: "none" as const,
      formulation: { type: "complementarity" },
      bodies,
      joints,
      controllers: [
        {
          type: "expression",
          name: "turn",
          output: "bodies.bar-0-0.torque.z",
          // 300 steps of 10 ms; half a step away from the last, whose time is rounded
          expression: `${torque} * (t < 2.995)`,
        },
      ],
      sensors: ["body/bar-0-0/angularVelocity.z", "system/all/energy"],
      view: { eye: [4, -6, 1.5], target: [0, 0, -0.7], pictureTime: 1.5, plot: ["body/bar-0-0/angularVelocity.z"] },
    };
  },
});
