import { type BodySpec, type ControllerSpec, defineScene, type JointSpec, param } from "stiction";
import { randomNumbers } from "./parts/bodies.js";
import { contactModel, randomPolygon, rectangle } from "./parts/exact-geometry.js";

/**
 * Two fingers of two links close at 1 rad/s under PD control around a polygon and lift it ([Williams2014], 5.2.5 and
 * 5.2.6).
 */
export const planarGripper = defineScene({
  name: "planar-gripper",
  title: "Grasp in the plane",
  summary:
    "Two fingers close around a random polygon that lies on a table, and lift it: fingertips slide past its corners",
  group: "exact geometry",
  params: {
    contacts: contactModel(),
    step: param.number({ unit: "s", above: 0, max: 0.02, default: 0.002, help: "h" }),
    implicit: param.number({
      unit: "1",
      integer: true,
      min: 0,
      max: 20,
      default: 0,
      help: "corrections for rotation within the step",
    }),
    friction: param.number({ unit: "1", min: 0, default: 0, help: "friction coefficient between all bodies" }),
    polygon: param.number({ unit: "1", integer: true, min: 1, default: 1, help: "number of the random polygon" }),
  },
  build: ({ contacts, step, implicit, friction, polygon }) => {
    const random = randomNumbers(2000 + polygon);
    const vertices = randomPolygon(random, 0.07);
    const turn = 2 * Math.PI * random();
    const link = (name: string, x: number) =>
      ({
        name,
        mass: 0.2,
        inertia: [0.005, 0.005, 0.005],
        position: [x, 0.25],
        color: "#8fa9bf",
        shapes: [{ type: "polygon", vertices: rectangle(0.05, 0.01), material: "any" }],
      }) satisfies BodySpec;
    const knuckle = (name: string, bodyA: string, bodyB: string, x: number) =>
      ({
        type: "hinge",
        name,
        bodyA,
        bodyB,
        at: [x, 0.25],
        drive: { mode: "effort", target: 0 },
      }) satisfies JointSpec;
    // ramps of 1 rad/s to a right angle; the rate is that of the ramp from the second step on
    const control = (name: string, sign: number): ControllerSpec => ({
      type: "expression",
      name: `pd-${name}`,
      output: `joints.${name}.drive.target`,
      expression: `5 * (${sign} * min(t, pi / 2) - [joint/${name}/position]) + 0.09 * (${sign} * (t > 0) * (t < pi / 2) - [joint/${name}/speed])`,
    });
    return {
      duration: 2,
      timestep: step,
      plane: "xy" as const,
      gravity: [0, -9.8, 0],
      formulation: { type: "complementarity", contacts, implicit, cone: friction > 0 ? "polyhedral" : "none" },
      materials: { any: { friction } },
      bodies: [
        {
          name: "table",
          type: "static" as const,
          position: [0, 0.14],
          color: "#c9b79c",
          shapes: [{ type: "polygon", vertices: rectangle(0.3, 0.03), material: "any" }],
        },
        {
          name: "palm",
          type: "static" as const,
          position: [0, 0.25],
          color: "#c9b79c",
          shapes: [{ type: "polygon", vertices: rectangle(0.05, 0.01), material: "any" }],
        },
        link("right-inner", 0.05),
        link("left-inner", -0.05),
        link("right-outer", 0.1),
        link("left-outer", -0.1),
        {
          name: "object",
          mass: 0.1,
          inertia: [1e-4, 1e-4, 1e-4],
          centerOfMass: [0, 0],
          position: [0, 0.2],
          orientation: turn,
          color: "#d9a5a0",
          shapes: [{ type: "polygon", vertices, material: "any" }],
        },
      ],
      joints: [
        knuckle("right-base", "palm", "right-inner", 0.025),
        knuckle("left-base", "palm", "left-inner", -0.025),
        knuckle("right-tip", "right-inner", "right-outer", 0.075),
        knuckle("left-tip", "left-inner", "left-outer", -0.075),
      ],
      controllers: [
        control("right-base", -1),
        control("left-base", 1),
        control("right-tip", -1),
        control("left-tip", 1),
      ],
      sensors: ["body/object/position.x", "body/object/position.y", "body/object/angle", "joint/right-tip/position"],
      view: { eye: [0, 0.2, 0.42], target: [0, 0.2, 0], pictureTime: 1.8, plot: ["body/object/position.y"] },
    };
  },
});
