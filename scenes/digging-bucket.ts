import { type BodySpec, defineScene, elementary, param, type VisualSpec } from "stiction";
import { EXCAVATOR_LOOKS } from "./parts/excavator-visuals.js";
import { circle, girder, type Point2, pin, plate } from "./parts/outlines.js";
import { type SiteGround, siteHeights, standing } from "./parts/site-ground.js";

const { acos, atan2, cos, sin, hypot } = elementary;

const GROUND: SiteGround = {
  size: 24,
  spacing: 0.12,
  level: { x: 3, y: 1, half: [5, 5] },
  trenches: [],
  heaps: [
    { x: -6.5, y: 6, height: 1.6, slope: 0.6 },
    { x: -4.6, y: 7.6, height: 1.1, slope: 0.6 },
  ],
};

/**
 * Pins of the arm: slewing axis, foot of the boom; lengths of boom, stick, and from the bucket's pin to its edge, m.
 */
const ARM = { slew: 1, foot: [0.35, 1.45], boom: 3.1, stick: 1.9 } as const;

/** The bucket, hanging from its pin at the origin: [x, z] from the cutting edge over the back to the rim. */
const PROFILE: readonly Point2[] = [
  [-0.1, -1.1],
  [0.34, -1.02],
  [0.6, -0.8],
  [0.68, -0.45],
  [0.5, -0.12],
  [0.06, -0.06],
];
const EDGE = hypot(PROFILE[0][0], PROFILE[0][1]);
const HANGING = atan2(PROFILE[0][1], PROFILE[0][0]);
const WIDTH = 1;

/**
 * A pose: time in the cycle, radius and height of the edge, direction from the bucket's pin to the edge and slew, °.
 */
type Pose = readonly [time: number, radius: number, height: number, bucket: number, slew: number];

/** One cycle that digs to a depth. */
function cycle(depth: number): Pose[] {
  return [
    [0, 4.5, 0.5, -58, 0],
    [1.5, 4.4, -0.7 * depth, -62, 0],
    [2.6, 3.8, -depth, -76, 0],
    [3.9, 3, -depth, -92, 0],
    [5.4, 2.7, 0.2, -165, 0],
    [6.6, 3.1, 1.7, -178, 0],
    [8.6, 3.3, 1.75, -178, 78],
    [10, 4, 1.6, -35, 78],
    [10.8, 4, 1.6, -30, 78],
    [12.6, 4.3, 1.3, -58, 0],
  ];
}

const PERIOD = 13.2;

/** Angles of boom, stick and bucket over the one before, and of the slew, rad. */
function anglesOf([, radius, height, direction, slew]: Pose): readonly [number, number, number, number] {
  const c = (direction * Math.PI) / 180;
  const x = radius - EDGE * cos(c) - ARM.foot[0];
  const z = height - EDGE * sin(c) - ARM.foot[1];
  const d = hypot(x, z);
  const reach = atan2(z, x);
  const at = (a: number, b: number, opposite: number) => acos((a * a + b * b - opposite * opposite) / (2 * a * b));
  const boom = reach + at(ARM.boom, d, ARM.stick);
  const stick = boom - (Math.PI - at(ARM.boom, ARM.stick, d));
  return [boom, stick - boom, c - stick, (slew * Math.PI) / 180];
}

const beam = (length: number, wide: number): Point2[] =>
  girder([
    [0, 0, 0.16],
    [0.45 * length, 0.12 * length, 0.24],
    [length, 0, 0.13],
  ]).map(([x, z]): Point2 => [x, z * (wide > 0.3 ? 1 : 0.8)]);

/** Sheet, cheeks and teeth of the bucket. */
function bucketLooks(): VisualSpec[] {
  const outer = PROFILE.map(([x, z]): Point2 => {
    const [dx, dz] = [x - 0.2, z + 0.58];
    const length = hypot(dx, dz);
    return [x + (0.03 * dx) / length, z + (0.03 * dz) / length];
  });
  const tooth: Point2[] = [
    [-0.24, -1.17],
    [0.02, -1.05],
    [0.02, -1.13],
  ];
  return [
    plate([...outer, ...[...PROFILE].reverse()], WIDTH, "bucket", { bevel: 0.006 }),
    ...[-1, 1].map((side) => plate(outer, 0.03, "bucket", { y: side * 0.5 * WIDTH, bevel: 0.01 })),
    ...[-0.2, 0.2].map((y) =>
      plate(
        girder([
          [0, 0, 0.1],
          [0.3, -0.12, 0.12],
        ]),
        0.06,
        "bucket",
        { y, bevel: 0.01 },
      ),
    ),
    ...pin(0, 0, 0.06, 0.28),
    ...[-0.44, -0.22, 0, 0.22, 0.44].map((y) => plate(tooth, 0.07, "bucket", { y, bevel: 0.008 })),
  ];
}

/**
 * An arm on a pedestal digs a trench, swings, and dumps the soil beside it, three times and deeper each time. The
 * ground is carved, the bucket fills and gets heavier, and what it lets go heaps up at the angle of repose.
 */
export const diggingBucket = defineScene({
  name: "digging-bucket",
  title: "Digging a trench",
  summary: "A bucket on a driven arm cuts the ground, fills, swings and dumps: soil that is carried, thrown and heaped",
  group: "machines",
  params: {
    depth: param.number({ unit: "m", min: 0.1, max: 0.6, default: 0.35, help: "depth of the first cut" }),
    cohesion: param.number({ unit: "Pa", min: 0, max: 60_000, default: 6000, help: "cohesion of the soil" }),
    friction: param.number({ unit: "rad", min: 0.2, max: 0.8, default: 0.58, help: "angle of internal friction" }),
  },
  build: ({ depth, cohesion, friction }) => {
    const poses = [1, 1.7, 2.3].flatMap((times, k) =>
      cycle(depth * times).map(([t, ...pose]): Pose => [t + k * PERIOD, ...pose]),
    );
    const [boom, stick, bucket] = anglesOf(poses[0]);
    const angles = poses.map(anglesOf);
    const [elbowX, elbowZ] = [ARM.foot[0] + ARM.boom * cos(boom), ARM.foot[1] + ARM.boom * sin(boom)];
    const wrist = boom + stick;
    const [wristX, wristZ] = [elbowX + ARM.stick * cos(wrist), elbowZ + ARM.stick * sin(wrist)];
    const up = (angle: number) => ({ axis: [0, -1, 0], angle });
    const hinge = (name: string, bodyA: string, bodyB: string, at: number[], joint: number, effort: number) => ({
      type: "hinge" as const,
      name,
      bodyA,
      bodyB,
      at,
      axis: joint === 3 ? [0, 0, 1] : [0, -1, 0],
      drive: { mode: "position" as const, target: 0, maxEffort: effort },
    });
    const follow = (name: string, joint: number) => ({
      type: "profile" as const,
      name: `${name}-guide`,
      output: `joints.${name}.drive.target`,
      times: poses.map(([t]) => t),
      values: angles.map((row) => row[joint] - angles[0][joint]),
      between: "smooth" as const,
    });
    return {
      duration: 3 * PERIOD,
      timestep: 0.005,
      formulation: "augmented-lagrangian",
      looks: EXCAVATOR_LOOKS,
      bodies: [
        {
          name: "ground",
          type: "static",
          shapes: [
            {
              type: "height-field",
              heights: siteHeights(GROUND),
              dx: GROUND.spacing,
              dy: GROUND.spacing,
              soil: { cohesion, frictionAngle: friction, repose: 0.62, depth: 3 },
            },
          ],
        },
        {
          name: "pedestal",
          type: "static",
          shapes: [],
          visuals: [
            { type: "cylinder", radius: 0.95, halfLength: 0.15, position: [0, 0, 0.15], look: "louvre" },
            { type: "cylinder", radius: 0.55, halfLength: 0.375, position: [0, 0, 0.6], look: "bucket" },
          ],
        },
        {
          name: "turret",
          mass: 3000,
          inertia: [1500, 1500, 1500],
          position: [0, 0, ARM.slew],
          shapes: [],
          visuals: [
            { type: "cylinder", radius: 0.6, halfLength: 0.08, position: [0, 0, 0.08], look: "paint" },
            { type: "box", halfExtents: [0.75, 0.55, 0.32], position: [-0.65, 0, 0.5], bevel: 0.06, look: "paint" },
            ...[-0.24, 0.24].map((y) =>
              plate(
                [
                  [-0.3, 0.1],
                  [0.5, 0.1],
                  [0.55, 0.6],
                  [0.2, 0.62],
                ],
                0.08,
                "paint",
                { y, bevel: 0.01 },
              ),
            ),
          ],
        },
        {
          name: "boom",
          mass: 700,
          inertia: [60, 600, 600],
          centerOfMass: [0.5 * ARM.boom, 0, 0.2],
          position: [ARM.foot[0], 0, ARM.foot[1]],
          orientation: up(boom),
          shapes: [],
          visuals: [
            plate(beam(ARM.boom, 0.4), 0.3, "paint", { bevel: 0.02 }),
            ...pin(0, 0, 0.07, 0.3),
            ...pin(ARM.boom, 0, 0.06, 0.26),
          ],
        },
        {
          name: "stick",
          mass: 350,
          inertia: [20, 130, 130],
          centerOfMass: [0.4 * ARM.stick, 0, 0],
          position: [elbowX, 0, elbowZ],
          orientation: up(wrist),
          shapes: [],
          visuals: [
            plate(beam(ARM.stick, 0.3), 0.24, "paint", { bevel: 0.02 }),
            plate(circle(0, 0, 0.14), 0.34, "bucket", { bevel: 0.01 }),
          ],
        },
        {
          name: "bucket",
          mass: 450,
          inertia: [70, 80, 70],
          centerOfMass: [0.3, 0, -0.6],
          position: [wristX, 0, wristZ],
          // hanging it points down; here its edge points along boom + stick + bucket
          orientation: up(boom + stick + bucket - HANGING),
          shapes: [{ type: "bucket", width: WIDTH, profile: PROFILE.map((p) => [...p]), teeth: 5 }],
          visuals: bucketLooks(),
        },
        standing(GROUND, "office", -7, -6, 0.7, { type: "prop", name: "site-office" }),
        standing(GROUND, "cone-1", 2.2, -1.8, 0, { type: "prop", name: "traffic-cone" }),
        standing(GROUND, "cone-2", 4.6, -1.9, 0.6, { type: "prop", name: "traffic-cone" }),
        standing(GROUND, "fence-1", 5.9, -0.6, 1.5, { type: "prop", name: "barrier-fence" }),
        standing(GROUND, "worker", 1.2, -3.4, 0.9, { type: "prop", name: "person" }),
        standing(GROUND, "pipes", -3.5, -4.8, 0.4, { type: "prop", name: "concrete-pipes" }),
        standing(GROUND, "trees", 0, 0, 0, {
          type: "scatter",
          name: "tree",
          count: 40,
          seed: 4,
          halfExtents: [30, 30, 0],
          leaveOut: [[0, 0, 12.5, 12.5]],
          distance: 3.2,
        }),
      ] satisfies BodySpec[],
      joints: [
        hinge("slew", "pedestal", "turret", [0, 0, ARM.slew], 3, 60_000),
        hinge("boom", "turret", "boom", [ARM.foot[0], 0, ARM.foot[1]], 0, 250_000),
        hinge("stick", "boom", "stick", [elbowX, 0, elbowZ], 1, 150_000),
        hinge("bucket", "stick", "bucket", [wristX, 0, wristZ], 2, 80_000),
      ],
      controllers: [follow("slew", 3), follow("boom", 0), follow("stick", 1), follow("bucket", 2)],
      sensors: ["soil/bucket/fill", "soil/bucket/mass", "soil/bucket/resistance.x", "soil/all/error"],
      environment: { type: "site", sun: { azimuth: -2.2, elevation: 0.7 }, fog: 140 },
      view: {
        eye: [7.6, -6.4, 3.4],
        target: [2.9, 0.6, 0.5],
        pictureTime: 9.4,
        plot: ["soil/bucket/mass", "soil/bucket/resistance.x"],
      },
    };
  },
});
