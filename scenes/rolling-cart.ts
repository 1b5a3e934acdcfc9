import { type BodySpec, defineScene, elementary, type JointSpec, param, type ShapeSpec } from "stiction";
import { slab } from "./parts/exact-geometry.js";

/** A block on four wheels with hinges rolls down a plane (RPIsim, `cart` and `cart2`; [Williams2014], 6.1.2). */
export const rollingCart = defineScene({
  name: "rolling-cart",
  title: "Rolling cart",
  summary: "A cart on four cylinders, or on four balls, rolls down a slope without slipping",
  group: "exact geometry",
  params: {
    wheels: param.choice(["cylinder", "sphere"], {
      default: "cylinder",
      help: "cylinders (prisms of 20 sides in the source) or spheres",
    }),
    slope: param.number({
      unit: "1",
      min: 0,
      max: 0.5,
      default: 0.17,
      help: "fall of the ground per metre",
    }),
    torque: param.number({ unit: "N m", default: 0, help: "torque of the drives of two wheels; 0.7 in cart2" }),
    radius: param.number({ unit: "m", above: 0, max: 0.6, default: 0.4, help: "of the wheels" }),
  },
  build: ({ wheels, slope, torque, radius }) => {
    const shape =
      wheels === "sphere"
        ? ({ type: "sphere", radius } satisfies ShapeSpec)
        : ({
            type: "cylinder",
            radius,
            halfLength: 0.1,
            orientation: { axis: [0, 1, 0], angle: Math.PI / 2 },
          } satisfies ShapeSpec);
    // at the height where the wheels touch the plane, everything rotated with it
    const angle = -elementary.atan(slope);
    const [s, c] = [elementary.sin(angle), elementary.cos(angle)];
    const place = (x: number, y: number, z: number) => [x, y * c - z * s, y * s + z * c];
    const orientation = { axis: [1, 0, 0], angle };
    const spots = [
      ["front-left", -0.65, 1.3],
      ["front-right", 0.65, 1.3],
      ["rear-left", -0.65, -1.3],
      ["rear-right", 0.65, -1.3],
    ] as const;
    return {
      duration: 4,
      timestep: 0.01,
      formulation: { type: "complementarity", directions: 4 },
      materials: { any: { friction: 1 } },
      bodies: [
        { name: "ground", type: "static" as const, orientation, material: "any", shapes: [slab()] },
        {
          name: "chassis",
          mass: 1,
          position: place(0, 0, radius + 0.25),
          orientation,
          material: "any",
          color: "#c9b79c",
          shapes: [{ type: "box", halfExtents: [0.5, 1.5, 0.125] }],
        },
        ...spots.map(
          ([name, x, y]) =>
            ({
              name,
              mass: 1,
              position: place(x, y, radius + 0.01),
              orientation,
              material: "any",
              color: "#8fa9bf",
              shapes: [shape],
            }) satisfies BodySpec,
        ),
      ],
      joints: spots.map(
        ([name, x, y]) =>
          ({
            type: "hinge",
            name: `hinge-${name}`,
            bodyA: "chassis",
            bodyB: name,
            at: place(x, y, radius + 0.01),
            axis: [1, 0, 0],
            // rolling down the slope is a rotation about −x
            ...(y < 0 && torque !== 0 ? { drive: { mode: "effort", target: -torque } } : {}),
          }) satisfies JointSpec,
      ),
      sensors: ["body/chassis/position.y", "body/chassis/velocity.y"],
      view: { eye: [9, 1, 3], target: [0, 1.6, 0], pictureTime: 1, plot: ["body/chassis/velocity.y"] },
    };
  },
});
