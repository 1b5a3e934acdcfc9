import { type ControllerSpec, defineScene, elementary, param, type ShapeSpec } from "stiction";
import { COURSE_TYRE, courseInputs, courseVehicle } from "./parts/course-vehicle.js";

/** Posts of the slalom, from here on, m. */
const [FIRST, APART, POSTS] = [33.3, 12.5, 3];

/** Steering of the slalom: two and a half waves of 3 s, the first and the last half of them by half. */
const TIMES = Array.from({ length: 61 }, (_, k) => 4 + k / 8);
const slalom = (t: number) =>
  (t < 5.5 || t > 10 ? 0.5 : 1) * 0.14 * elementary.sin(((2 * Math.PI) / 3) * (t - 4)) * (t < 11.45 ? 1 : 0);

/**
 * A truck on tyres: it speeds up over two bumps, drives a slalom, and brakes. Without `demonstration` it waits for a
 * driver: travel, steer and brake are named inputs.
 */
export const tyreCourse = defineScene({
  name: "tyre-course",
  title: "Tyres: drive course",
  summary: "Speeding up over bumps, a slalom and braking on tyres that slip by the magic formula",
  group: "machines",
  params: {
    friction: param.number({ unit: "1", min: 0.05, max: 1.5, default: 0.9, help: "peak friction of the tyres" }),
    formula: param.choice(["magic", "brush"], { default: "magic", help: "force by slip" }),
    slope: param.number({ unit: "rad", min: -0.3, max: 0.3, default: 0, help: "of the ground, up ahead" }),
    demonstration: param.flag({ default: true, help: "drives the course by itself" }),
  },
  build: ({ friction, formula, slope, demonstration }) => {
    const { bodies, joints } = courseVehicle();
    const profile = (name: string, output: string, times: number[], values: number[]): ControllerSpec => ({
      type: "profile",
      name,
      output,
      times,
      values,
      between: "linear",
    });
    const course: ControllerSpec[] = [
      ...courseInputs.drive.map((output, k) =>
        profile(`drive-${k}`, output, [0.5, 1, 3.1, 3.4, 11.5, 11.7], [0, 1500, 1500, 140, 140, 0]),
      ),
      ...courseInputs.steer.map((output, k) => profile(`steer-${k}`, output, TIMES, TIMES.map(slalom))),
      ...courseInputs.brake.map((output, k) => profile(`brake-${k}`, output, [12, 12.2], [0, 5000])),
    ];
    const bumps: ShapeSpec[] = [5, 7.5].map((x) => ({
      type: "cylinder",
      radius: 0.6,
      halfLength: 2,
      position: [x, 0, -0.54],
      orientation: { axis: [1, 0, 0], angle: Math.PI / 2 },
    }));
    const [s, c] = [elementary.sin(slope), elementary.cos(slope)];
    return {
      duration: 15,
      timestep: 5e-3,
      gravity: [-9.81 * s, 0, -9.81 * c],
      formulation: { type: "augmented-lagrangian" },
      materials: { tyre: { contact: { ...COURSE_TYRE, friction, formula } }, road: { friction: 0.7 } },
      bodies: [
        { name: "ground", type: "static", material: "road", color: "#5d6066", shapes: [{ type: "plane" }] },
        { name: "bumps", type: "static", material: "road", color: "#d8b23a", shapes: bumps },
        ...Array.from({ length: POSTS }, (_, k) => ({
          name: `post-${k + 1}`,
          type: "static" as const,
          position: [FIRST + APART * k, k % 2 === 0 ? 0.3 : 1.8, 0.45] as const,
          color: "#e2632c",
          shapes: [{ type: "cone" as const, radius: 0.2, height: 0.9, sensor: true }],
        })),
        ...bodies,
      ],
      joints,
      controllers: demonstration ? course : [],
      controls: [
        {
          name: "travel",
          label: "Travel",
          help: "torque of each wheel",
          unit: "N m",
          drives: [...courseInputs.drive],
          min: -2500,
          max: 2500,
          pace: 0.6,
        },
        {
          name: "steer",
          label: "Steer",
          help: "angle of the front wheels",
          unit: "rad",
          drives: [...courseInputs.steer],
          min: -0.5,
          max: 0.5,
          pace: 1.6,
        },
        {
          name: "brake",
          label: "Brake",
          help: "torque of each brake",
          unit: "N m",
          drives: [...courseInputs.brake],
          min: 0,
          max: 6000,
          pace: 0.2,
        },
      ],
      sensors: [
        "body/chassis/velocity.x",
        "body/chassis/position.y",
        "contact/wheel-front-left:ground/slip",
        "contact/wheel-front-left:ground/slipAngle",
        "contact/wheel-front-left:ground/normalForce",
        "contact/wheel-front-left:ground/lateralForce",
      ],
      // its ground hides the lower part of the bumps
      environment: { type: "site", sun: { azimuth: -2.3, elevation: 0.75 }, fog: 160 },
      view: {
        eye: [-7, -9, 4.5],
        target: [1, 0, 0.6],
        pictureTime: 1.5,
        plot: ["body/chassis/velocity.x", "contact/wheel-front-left:ground/lateralForce"],
      },
    };
  },
});
