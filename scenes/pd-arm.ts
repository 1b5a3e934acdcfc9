import { type BodySpec, defineScene, type JointSpec, param } from "stiction";

/** Joints from the base up: axis, height (m), and angle in the grasp (rad) ([Williams2014], 6.5). */
const JOINTS = [
  { name: "turn", axis: [0, 0, 1], height: 0.205, goal: Math.PI / 2 },
  { name: "shoulder", axis: [1, 0, 0], height: 0.205, goal: Math.PI / 18 },
  { name: "elbow", axis: [1, 0, 0], height: 0.555, goal: Math.PI / 4 },
  { name: "roll", axis: [0, 0, 1], height: 0.555, goal: Math.PI / 4 },
  { name: "wrist", axis: [1, 0, 0], height: 0.86, goal: (25 * Math.PI) / 180 },
] as const;

/** Links above the base: centre of mass and half extents or radius, m. */
const LINKS = [
  { name: "lower-ball", position: [0, 0, 0.205], radius: 0.07 },
  { name: "upper-arm", position: [0.09451, 0, 0.38], halfExtents: [0.035, 0.045, 0.17] },
  { name: "middle-ball", position: [0, 0, 0.555], radius: 0.06 },
  { name: "lower-arm", position: [0.038, 0, 0.71721], halfExtents: [0.03, 0.035, 0.12] },
  { name: "wrist-ball", position: [0, 0, 0.86], radius: 0.05 },
] as const;

/**
 * An arm of six bodies and five hinges under PD control, τ = 50 (θ_d − θ) − 5 θ̇, every link of mass 1 and inertia 1
 * ([Williams2014], 6.5).
 */
export const pdArm = defineScene({
  name: "pd-arm",
  title: "Arm under PD control",
  summary:
    "Five joints follow a sine, or bring the arm to a grasp in three seconds; gravity and lag leave an error; the joints stay closed",
  group: "exact geometry",
  params: {
    mode: param.choice(["sine", "grasp"], { default: "grasp", help: "target motion of the joints" }),
    step: param.number({ unit: "s", above: 0, max: 0.02, default: 0.01, help: "h" }),
    kp: param.number({ unit: "N m/rad", min: 0, default: 50, help: "proportional gain" }),
    kd: param.number({ unit: "N m s/rad", min: 0, default: 5, help: "derivative gain" }),
  },
  build: ({ mode, step, kp, kd }) => {
    const names = ["base", ...LINKS.map((link) => link.name)];
    // the sine of the source counts steps of 10 ms: sin(0.01 · step) is sin t; the motion to the grasp is 3 s² − 2 s³
    // with s = t/3
    const target = (goal: number) =>
      mode === "sine" ? "sin(t)" : `${goal} * min(t / 3, 1) ^ 2 * (3 - 2 * min(t / 3, 1))`;
    return {
      duration: 6,
      timestep: step,
      contact: "none" as const,
      formulation: { type: "complementarity" },
      bodies: [
        {
          name: "base",
          type: "static" as const,
          position: [0, 0, 0.1],
          color: "#c9b79c",
          shapes: [{ type: "cylinder", radius: 0.08, halfLength: 0.08 }],
        },
        ...LINKS.map(
          (link) =>
            ({
              name: link.name,
              mass: 1,
              inertia: [1, 1, 1],
              centerOfMass: [0, 0, 0],
              position: [...link.position],
              color: "radius" in link ? "#d9a5a0" : "#8fa9bf",
              shapes: [
                "radius" in link
                  ? { type: "sphere", radius: link.radius }
                  : { type: "box", halfExtents: [...link.halfExtents] },
              ],
            }) satisfies BodySpec,
        ),
      ],
      joints: JOINTS.map(
        ({ name, axis, height }, i) =>
          ({
            type: "hinge",
            name,
            bodyA: names[i],
            bodyB: names[i + 1],
            at: [0, 0, height],
            axis: [...axis],
            drive: { mode: "effort", target: 0 },
          }) satisfies JointSpec,
      ),
      controllers: JOINTS.map(({ name, goal }) => ({
        type: "expression",
        name: `pd-${name}`,
        output: `joints.${name}.drive.target`,
        expression: `${kp} * (${target(goal)} - [joint/${name}/position]) - ${kd} * [joint/${name}/speed]`,
      })),
      sensors: JOINTS.flatMap(({ name }) => [`joint/${name}/position`, `joint/${name}/gap`]),
      view: { eye: [1.4, -1.6, 0.9], target: [0, 0, 0.45], pictureTime: 3, plot: ["joint/shoulder/position"] },
    };
  },
});
