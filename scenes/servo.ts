import { defineScene, param } from "stiction";

/**
 * A PID controller, whose target follows a smooth profile, moves a cart back and forth; it pulls a trailer on a spring.
 */
export const servo = defineScene({
  name: "servo",
  title: "Servo-driven cart",
  summary: "A cart with a controller of limited force follows a profile and pulls a trailer on a spring",
  group: "basics",
  params: {
    kp: param.number({ unit: "N/m", min: 0, default: 400, help: "proportional gain" }),
    kd: param.number({ unit: "N s/m", min: 0, default: 60, help: "derivative gain" }),
    ki: param.number({ unit: "N/(m s)", min: 0, default: 100, help: "integral gain" }),
    limit: param.number({ unit: "N", above: 0, default: 25, help: "largest force of the drive" }),
  },
  build: ({ kp, kd, ki, limit }) => ({
    duration: 12,
    timestep: 0.001,
    plane: "xy",
    gravity: [0, 0],
    contact: "none",
    formulation: { type: "forces", integrator: "rk4" },
    bodies: [
      { name: "cart", mass: 4, shapes: [{ type: "polygon", vertices: block(0.2, 0.1) }] },
      { name: "trailer", mass: 1, position: [-0.8, 0], shapes: [{ type: "polygon", vertices: block(0.15, 0.07) }] },
    ],
    forces: [{ type: "spring", name: "tow", bodyA: "trailer", bodyB: "cart", stiffness: 60, damping: 1 }],
    controllers: [
      {
        type: "profile",
        name: "plan",
        output: "controllers.drive.target",
        times: [0, 1, 2, 4, 5, 6],
        values: [0, 0, 1, 1, 0, 0],
        between: "smooth",
        period: 6,
      },
      {
        type: "pd",
        name: "drive",
        output: "bodies.cart.force.x",
        sensor: "body/cart/position.x",
        rateSensor: "body/cart/velocity.x",
        kp,
        kd,
        ki,
        limit,
      },
    ],
    sensors: [
      "body/cart/position.x",
      "body/cart/force.x",
      "force/tow/tension",
      { name: "stretch", expression: "[force/tow/length] - 0.8", unit: "m" },
    ],
    events: [
      { name: "halfway", crosses: "[body/cart/position.x] - 0.5" },
      { name: "jerk", when: "abs(stretch) > 0.05" },
    ],
    view: { eye: [0.3, 0, 3.5], target: [0.3, 0, 0], pictureTime: 1.5, plot: ["body/cart/position.x", "stretch"] },
  }),
});

/** Corners of a rectangle with the given half sizes, m. */
function block(x: number, y: number): number[][] {
  return [
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
  ];
}
