import { type BodySpec, defineScene, type JointSpec, param, type ShapeSpec } from "stiction";
import { hue } from "./parts/bodies.js";
import { CYLINDER, TRUCK } from "./parts/truck.js";

/** Chassis and wheels do not collide; load and bed collide with everything. */
const [WORLD, TRUCK_BIT] = [1, 2];
const ground = { category: WORLD };
const frame = { category: TRUCK_BIT, mask: 0xffffffff - TRUCK_BIT };

/**
 * Truck in the plane after [Gribel2009]: chassis on two sprung wheels, the rear one driven; bed hinged at the rear,
 * lifted by a hydraulic cylinder. It waits, drives off to the left over bumps, brakes, and tips its load out.
 */
export const truckPlanar = defineScene({
  name: "truck-planar",
  title: "Truck in the plane",
  summary: "Sprung wheels, a driven axle, and a bed that a hydraulic cylinder tips",
  group: "machines",
  params: {
    load: param.number({ unit: "1", integer: true, min: 0, max: 40, default: 20, help: "balls in the bed" }),
    force: param.number({ unit: "N", min: 0, default: TRUCK.cylinder.force, help: "largest force of the cylinder" }),
    torque: param.number({ unit: "N m", min: 0, default: TRUCK.drive.torque, help: "largest torque of the drive" }),
    bumps: param.number({ unit: "1", integer: true, min: 0, max: 10, default: 3, help: "number of bumps" }),
    start: param.number({ unit: "s", min: 0, default: 2, help: "time at which it starts" }),
    brake: param.number({ unit: "s", min: 0, default: 7, help: "time at which it stops" }),
    tip: param.number({ unit: "s", min: 0, default: 9, help: "time at which it lifts the bed" }),
  },
  build: ({ load, force, torque, bumps, start, brake, tip }) => {
    const { chassis, bed, wheel, suspension, drive, cylinder, wheelbase, ride } = TRUCK;
    // the bed's centre of mass lies over the middle of the truck, so that the axles share the load
    const hinge = [-bed.centre, wheel.radius + ride + chassis.half[1] + bed.thick / 2];
    const centre = wheel.radius + ride;
    const at = (p: readonly number[]) => [hinge[0] + p[0], hinge[1] + p[1]];
    const side = (mass: number) => ({ mass, material: "rubber" });
    const balls = Array.from(
      { length: load },
      (_, k) =>
        ({
          name: `load-${k}`,
          density: 100,
          material: "rubber",
          position: at([0.4 + 0.26 * (k % 9) + 0.02 * Math.floor(k / 9), 0.25 + 0.26 * Math.floor(k / 9)]),
          color: hue(k),
          shapes: [{ type: "circle", radius: 0.12, ...ground }],
        }) satisfies BodySpec,
    );
    return {
      duration: 14,
      timestep: 1 / 120,
      plane: "xy" as const,
      formulation: { type: "impulse", preset: "fast" },
      materials: { rubber: { friction: 0.8 } },
      bodies: [
        {
          name: "floor",
          type: "static",
          material: "rubber",
          position: [0, -0.5],
          shapes: [
            { type: "polygon", halfExtents: [80, 0.5], ...ground },
            ...Array.from(
              { length: bumps },
              (_, k) =>
                ({
                  type: "polygon",
                  vertices: [
                    [-0.6, 0.5],
                    [0.6, 0.5],
                    [0.2, 0.6],
                    [-0.2, 0.6],
                  ],
                  position: [6 + 4 * k, 0],
                  ...ground,
                }) satisfies ShapeSpec,
            ),
          ],
        },
        {
          name: "chassis",
          ...side(chassis.mass),
          position: [0, centre],
          color: "#8fa9bf",
          shapes: [{ type: "polygon", halfExtents: [...chassis.half], ...frame }],
        },
        {
          name: "bed",
          ...side(bed.mass),
          position: hinge,
          centerOfMass: [bed.centre, 0.1],
          color: "#c9b79c",
          shapes: [
            { type: "polygon", halfExtents: [bed.length / 2, bed.thick / 2], position: [bed.length / 2, 0], ...frame },
            {
              type: "polygon",
              halfExtents: [bed.thick / 2, bed.front / 2],
              position: [bed.length - bed.thick / 2, (bed.thick + bed.front) / 2],
              ...frame,
            },
            {
              type: "polygon",
              halfExtents: [bed.thick / 2, bed.tail / 2],
              position: [bed.thick / 2, (bed.thick + bed.tail) / 2],
              ...frame,
            },
          ],
        },
        ...["rear", "front"].map(
          (name, k) =>
            ({
              name: `wheel-${name}`,
              ...side(wheel.mass),
              position: [(2 * k - 1) * wheelbase, wheel.radius],
              color: "#454a52",
              shapes: [{ type: "circle", radius: wheel.radius, ...frame }],
            }) satisfies BodySpec,
        ),
        ...balls,
      ],
      joints: [
        ...["rear", "front"].map(
          (name, k) =>
            ({
              type: "wheel",
              name: `axle-${name}`,
              bodyA: "chassis",
              bodyB: `wheel-${name}`,
              at: [(2 * k - 1) * wheelbase, wheel.radius],
              travel: [0, 1],
              stiffness: suspension.stiffness,
              damping: suspension.damping,
              minTravel: -suspension.travel,
              maxTravel: suspension.travel,
            }) satisfies JointSpec,
        ),
        {
          type: "angular-driver",
          name: "motor",
          bodyA: "chassis",
          bodyB: "wheel-rear",
          drive: { mode: "speed", target: 0, maxEffort: torque },
        },
        { type: "hinge", name: "bed", bodyA: "chassis", bodyB: "bed", at: hinge, limits: { lower: 0, upper: 1.2 } },
        {
          type: "hydraulic",
          name: "cylinder",
          bodyA: "chassis",
          bodyB: "bed",
          at: at(CYLINDER.foot),
          to: at(CYLINDER.head),
          force,
          speed: cylinder.speed,
          maxLength: 1.3,
        },
      ],
      controllers: [
        {
          type: "profile",
          name: "driver",
          output: "joints.motor.drive.target",
          times: [0, Math.max(start, 1e-3), Math.max(brake, start + 1e-3)],
          values: [0, -drive.speed, 0],
          between: "hold",
        },
        {
          type: "profile",
          name: "tipper",
          output: "joints.cylinder.command",
          times: [0, Math.max(tip, 1e-3)],
          values: [0, 1],
          between: "hold",
        },
      ],
      sensors: [
        "body/chassis/position.x",
        "body/chassis/position.y",
        "body/chassis/velocity.x",
        "body/bed/angle",
        "body/chassis/angle",
      ],
      view: {
        eye: [6, 2, 16],
        target: [6, 2, 0],
        pictureTime: 4,
        plot: ["body/chassis/velocity.x", "body/bed/angle"],
      },
    };
  },
});
