import { type BodySpec, type ControllerSpec, defineScene, type JointSpec, param, type ShapeSpec } from "stiction";
import { hue } from "./parts/bodies.js";
import { CYLINDER, TRUCK } from "./parts/truck.js";
import { bedVisuals, chassisVisuals, TRUCK_LOOKS } from "./parts/truck-visuals.js";
import { wheelVisuals } from "./parts/wheel-visuals.js";

const [WORLD, TRUCK_BIT] = [1, 2];
const ground = { category: WORLD };
const frame = { category: TRUCK_BIT, mask: 0xffffffff - TRUCK_BIT };

/**
 * Truck in space: four wheels on sprung travel, the front ones steered, the rear ones driven with equal torque as by a
 * differential; two cylinders under the bed. It drives a curve and tips its load out.
 */
type Profile = Extract<ControllerSpec, { type: "profile" }>;

export const truck = defineScene({
  name: "truck",
  title: "Truck",
  summary: "Four sprung wheels, steering, a driven axle, and a bed that two cylinders tip",
  group: "machines",
  params: {
    load: param.number({ unit: "1", integer: true, min: 0, max: 60, default: 24, help: "balls in the bed" }),
    steer: param.number({ unit: "rad", min: -0.52, max: 0.52, default: 0.2, help: "steering angle in the curve" }),
    start: param.number({ unit: "s", min: 0, default: 1, help: "time at which it starts" }),
    brake: param.number({ unit: "s", min: 0, default: 6, help: "time at which it stops" }),
    tip: param.number({ unit: "s", min: 0, default: 8, help: "time at which it lifts the bed" }),
  },
  build: ({ load, steer, start, brake, tip }) => {
    const { chassis, bed, wheel, suspension, drive, cylinder, wheelbase, ride, track } = TRUCK;
    const hinge = [-bed.centre, 0, wheel.radius + ride + chassis.half[1] + bed.thick / 2];
    const at = (p: readonly number[], y: number) => [hinge[0] + p[0], y, hinge[2] + p[1]];
    const axles = ["rear", "front"].flatMap((end, k) =>
      ["left", "right"].map((side, s) => ({
        name: `${end}-${side}`,
        front: k === 1,
        position: [(2 * k - 1) * wheelbase, ((1 - 2 * s) * track) / 2, wheel.radius],
      })),
    );
    // half extents of the bed's walls, and their positions from the hinge
    const walls: (readonly [number[], number[]])[] = [
      [
        [bed.length / 2, 0.9, bed.thick / 2],
        [bed.length / 2, 0, 0],
      ],
      [
        [bed.thick / 2, 0.9, bed.front / 2],
        [bed.length - bed.thick / 2, 0, (bed.thick + bed.front) / 2],
      ],
      [
        [bed.thick / 2, 0.9, bed.tail / 2],
        [bed.thick / 2, 0, (bed.thick + bed.tail) / 2],
      ],
      ...[-1, 1].map(
        (s) =>
          [
            [bed.length / 2, 0.05, bed.tail / 2],
            [bed.length / 2, s * 0.85, (bed.thick + bed.tail) / 2],
          ] as const,
      ),
    ].map(([half, position]) => [[...half], [...position]] as const);
    const drives = (name: string, extra: Omit<Profile, "type">): ControllerSpec => ({
      type: "profile",
      name,
      between: "hold",
      ...extra,
    });
    const times = [0, Math.max(start, 1e-3), Math.max(brake, start + 1e-3)];
    return {
      duration: 14,
      timestep: 1 / 120,
      formulation: { type: "impulse", preset: "fast" },
      materials: { rubber: { friction: 0.8 } },
      looks: TRUCK_LOOKS,
      bodies: [
        { name: "floor", type: "static", material: "rubber", shapes: [{ type: "plane", ...ground }] },
        {
          name: "chassis",
          mass: chassis.mass,
          material: "rubber",
          position: [0, 0, wheel.radius + ride],
          color: "#8fa9bf",
          shapes: [{ type: "box", halfExtents: [chassis.half[0], 0.6, chassis.half[1]], ...frame }],
          visuals: chassisVisuals(),
        },
        {
          name: "bed",
          mass: bed.mass,
          material: "rubber",
          position: hinge,
          centerOfMass: [bed.centre, 0, 0.1],
          color: "#c9b79c",
          shapes: walls.map(
            ([halfExtents, position]) => ({ type: "box", halfExtents, position, ...frame }) satisfies ShapeSpec,
          ),
          visuals: bedVisuals(walls),
        },
        ...axles.map(
          ({ name, position }) =>
            ({
              name: `wheel-${name}`,
              mass: wheel.mass / 2,
              material: "rubber",
              position,
              orientation: { axis: [1, 0, 0], angle: -Math.PI / 2 },
              color: "#454a52",
              shapes: [{ type: "cylinder", radius: wheel.radius, halfLength: 0.12, ...frame }],
              visuals: wheelVisuals(wheel.radius, 0.12),
            }) satisfies BodySpec,
        ),
        ...Array.from(
          { length: load },
          (_, k) =>
            ({
              name: `load-${k}`,
              density: 400,
              material: "rubber",
              position: at(
                [0.4 + 0.3 * (k % 8), 0.3 + 0.3 * Math.floor(k / 32)],
                0.3 * ((Math.floor(k / 8) % 4) - 1.5),
              ),
              color: hue(k),
              shapes: [{ type: "sphere", radius: 0.12, ...ground }],
            }) satisfies BodySpec,
        ),
      ],
      joints: [
        ...axles.map(
          ({ name, position, front }) =>
            ({
              type: "wheel",
              name: `axle-${name}`,
              bodyA: "chassis",
              bodyB: `wheel-${name}`,
              at: position,
              axis: [0, 1, 0],
              travel: [0, 0, 1],
              stiffness: suspension.stiffness / 2,
              damping: suspension.damping / 2,
              minTravel: -suspension.travel,
              maxTravel: suspension.travel,
              ...(front ? {} : { drive: { mode: "speed", target: 0, maxEffort: drive.torque / 2 } }),
            }) satisfies JointSpec,
        ),
        {
          type: "hinge",
          name: "bed",
          bodyA: "chassis",
          bodyB: "bed",
          at: hinge,
          // about −y the front end rises
          axis: [0, -1, 0],
          limits: { lower: 0, upper: 1.2 },
        },
        ...["left", "right"].map(
          (name, s) =>
            ({
              type: "hydraulic",
              name: `cylinder-${name}`,
              bodyA: "chassis",
              bodyB: "bed",
              at: at(CYLINDER.foot, 0.4 - 0.8 * s),
              to: at(CYLINDER.head, 0.4 - 0.8 * s),
              force: cylinder.force / 2,
              speed: cylinder.speed,
              maxLength: 1.3,
            }) satisfies JointSpec,
        ),
      ],
      controllers: [
        ...["left", "right"].flatMap((side) => [
          drives(`drive-${side}`, {
            output: `joints.axle-rear-${side}.drive.target`,
            times,
            values: [0, drive.speed, 0],
          }),
          drives(`steer-${side}`, {
            output: `joints.axle-front-${side}.steer`,
            times: [0, start + 1.5, Math.max(brake, start + 2)],
            values: [0, steer, 0],
            between: "linear",
          }),
          drives(`tip-${side}`, {
            output: `joints.cylinder-${side}.command`,
            times: [0, Math.max(tip, 1e-3)],
            values: [0, 1],
          }),
        ]),
      ],
      sensors: [
        "body/chassis/position.x",
        "body/chassis/position.y",
        "body/chassis/position.z",
        "body/chassis/speed",
        "body/bed/position.z",
      ],
      view: { eye: [-3, -10, 4.6], target: [1.8, 0.6, 0.6], pictureTime: 1, plot: ["body/chassis/speed"] },
    };
  },
});
