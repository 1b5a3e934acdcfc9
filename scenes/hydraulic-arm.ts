import {
  type BodySpec,
  defineScene,
  type ForceSpec,
  type JointSpec,
  param,
  type Spec,
  type VisualSpec,
} from "stiction";
import {
  boomVisuals,
  bucketVisuals,
  cabVisuals,
  EXCAVATOR_LOOKS,
  linkVisuals,
  stickVisuals,
  turretVisuals,
  undercarriageVisuals,
} from "./parts/excavator-visuals.js";

type Point = readonly [number, number, number];
type Cylinder = Extract<ForceSpec, { type: "hydraulic-cylinder" }>;

/** Where bodies stand at the start, m. */
const PLACE = {
  turret: [0, 0, 1.5],
  boom: [2, 0, 3],
  stick: [4.5, 0, 3],
  bucket: [5.5, 0, 1.5],
  rocker: [5, 0, 2.2],
  link: [5.4, 0, 2],
} as const satisfies Record<string, Point>;

/** The cycle that the machine goes through by itself: times (s) and commands of each function. */
const CYCLE: Readonly<Record<string, readonly [times: readonly number[], values: readonly number[]]>> = {
  boom: [
    [0, 0.5, 0.9, 3, 3.4, 7, 7.4, 9.2, 9.6],
    [0, 0, 1, 1, 0, 0, -0.6, -0.6, 0],
  ],
  stick: [
    [0, 1, 1.4, 2.7, 3.1, 6.6, 7, 8.3, 8.7],
    [0, 0, -0.9, -0.9, 0, 0, 0.9, 0.9, 0],
  ],
  bucket: [
    [0, 3, 3.4, 4.8, 5.2, 5.8, 6.2, 7.6, 8],
    [0, 0, -1, -1, 0, 0, 1, 1, 0],
  ],
  slew: [
    [0, 1.5, 2, 4, 4.6, 6.4, 6.9, 8.9, 9.5],
    [0, 0, 0.8, 0.8, 0, 0, -0.8, -0.8, 0],
  ],
};
const PERIOD = 11;

function body(name: keyof typeof PLACE, mass: number, half: Point, visuals: readonly VisualSpec[]): BodySpec {
  return {
    name,
    mass,
    position: [...PLACE[name]],
    shapes: [{ type: "box", halfExtents: [...half] }],
    visuals,
  };
}

function pin(name: string, bodyA: string, bodyB: string, x: number, z: number): JointSpec {
  return { type: "hinge", name, bodyA, bodyB, at: [x, 0, z], axis: [0, 1, 0] };
}

/** A cylinder between a point of one body and a point of another, both given in the world at the start. */
function cylinder(
  name: string,
  [a, b]: readonly [keyof typeof PLACE, keyof typeof PLACE],
  [from, to]: readonly [Point, Point],
  rest: Omit<Cylinder, "type" | "name" | "bodyA" | "bodyB" | "pointA" | "pointB" | "pump">,
): Cylinder {
  const local = (point: Point, place: Point) => point.map((x, k) => x - place[k]);
  return {
    type: "hydraulic-cylinder",
    name,
    bodyA: a,
    bodyB: b,
    pointA: local(from, PLACE[a]),
    pointB: local(to, PLACE[b]),
    pump: "pump",
    cushion: 0.06,
    friction: 3000,
    viscous: 30e3,
    leak: 1e-14,
    spoolFrequency: 45,
    deadBand: 0.05,
    ...rest,
  };
}

/**
 * An excavator's arm and slew on one load-sensing pump: engine with droop, compensated valves that share the flow,
 * chambers of compressible oil, outlets that hold back what the load drives. Every dimension is assumed, in the size of
 * a machine of 12 t.
 */
export const hydraulicArm = defineScene({
  name: "hydraulic-arm",
  title: "Arm on a hydraulic circuit",
  summary: "Engine, pump, valves and cylinders move boom, stick, bucket and slew; four functions share one pump",
  group: "machines",
  params: {
    displacement: param.number({ unit: "m³", above: 0, default: 1.1e-4, help: "of the pump, per revolution" }),
    engineTorque: param.number({ unit: "N m", above: 0, default: 420, help: "largest torque of the engine" }),
    cycle: param.flag({ default: true, help: "whether it works by itself; without it, the commands are yours" }),
  },
  build: ({ displacement, engineTorque, cycle }) =>
    ({
      duration: PERIOD,
      timestep: 0.005,
      contact: "none",
      looks: EXCAVATOR_LOOKS,
      formulation: { type: "augmented-lagrangian" },
      bodies: [
        {
          name: "undercarriage",
          type: "static",
          position: [0, 0, 0.5],
          shapes: [{ type: "box", halfExtents: [1.5, 1.2, 0.5] }],
          visuals: undercarriageVisuals(),
        },
        body("turret", 4000, [1.2, 1, 0.5], turretVisuals()),
        {
          name: "cab",
          mass: 500,
          position: [0.4, 0.7, 2.4],
          shapes: [{ type: "box", halfExtents: [0.5, 0.3, 0.4] }],
          visuals: cabVisuals(),
        },
        body("boom", 1500, [1.8, 0.2, 0.3], boomVisuals(PLACE.boom)),
        body("stick", 800, [0.3, 0.15, 1.2], stickVisuals(PLACE.stick)),
        body("bucket", 400, [0.4, 0.5, 0.3], bucketVisuals(PLACE.bucket)),
        body("rocker", 50, [0.2, 0.1, 0.2], linkVisuals(PLACE.rocker, [4.9, 2.4], [5.2, 2.3], 0.2)),
        body("link", 50, [0.2, 0.1, 0.2], linkVisuals(PLACE.link, [5.2, 2.3], [5.4, 1.9], 0.13)),
      ],
      joints: [
        { type: "hinge", name: "slew", bodyA: "undercarriage", bodyB: "turret", at: [0, 0, 1], axis: [0, 0, 1] },
        { type: "fixed", name: "cab", bodyA: "turret", bodyB: "cab", at: [0.4, 0.7, 2] },
        pin("boom", "turret", "boom", 0.5, 1.8),
        pin("stick", "boom", "stick", 4, 4),
        pin("bucket", "stick", "bucket", 5, 1.8),
        pin("rocker", "stick", "rocker", 4.9, 2.4),
        pin("link-top", "rocker", "link", 5.2, 2.3),
        pin("link-end", "bucket", "link", 5.4, 1.9),
      ],
      forces: [
        {
          type: "hydraulic-pump",
          name: "pump",
          pressure: 28e6,
          displacement,
          speed: 190,
          engineTorque,
          engineInertia: 2.5,
          power: 70e3,
        },
        cylinder(
          "boom",
          ["turret", "boom"],
          [
            [1, 0, 1.4],
            [2, 0, 2.8],
          ],
          {
            bore: 0.11,
            rod: 0.075,
            count: 2,
            minLength: 1.35,
            maxLength: 2.2,
            inletArea: 5e-5,
            outletArea: 5e-5,
            outletAreaB: 1e-4,
            pressureA: 6.39e6,
          },
        ),
        cylinder(
          "stick",
          ["boom", "stick"],
          [
            [2.5, 0, 3.8],
            [3.8, 0, 4.4],
          ],
          {
            bore: 0.115,
            rod: 0.08,
            minLength: 1.1,
            maxLength: 1.85,
            inletArea: 3e-5,
            outletArea: 8e-5,
            outletAreaB: 1.1e-5,
            pressureB: 4.58e6,
          },
        ),
        cylinder(
          "bucket",
          ["stick", "rocker"],
          [
            [4.2, 0, 4],
            [5.2, 0, 2.3],
          ],
          {
            bore: 0.1,
            rod: 0.07,
            minLength: 1.66,
            maxLength: 2.12,
            inletArea: 2.5e-5,
            outletArea: 7e-5,
            outletAreaB: 1.5e-5,
            pressureB: 1.49e6,
          },
        ),
        {
          type: "hydraulic-motor",
          name: "slew",
          bodyA: "undercarriage",
          bodyB: "turret",
          pump: "pump",
          axis: [0, 0, 1],
          displacement: 4e-5,
          gearRatio: 110,
          inletArea: 1.6e-5,
          relief: 16e6,
          friction: 600,
          brake: 15e3,
          deadBand: 0.05,
          spoolFrequency: 45,
        },
      ],
      controllers: cycle
        ? Object.entries(CYCLE).map(([name, [times, values]]) => ({
            type: "profile" as const,
            name,
            output: `forces.${name}.command`,
            times: [...times],
            values: [...values],
            between: "smooth" as const,
            period: PERIOD,
          }))
        : [],
      controls: [
        { name: "boom", label: "Boom", help: "up, down", drives: "forces.boom.command" },
        { name: "stick", label: "Stick", help: "in, out", drives: "forces.stick.command" },
        { name: "bucket", label: "Bucket", help: "curl, dump", drives: "forces.bucket.command" },
        { name: "slew", label: "Slew", help: "left, right", drives: "forces.slew.command" },
        {
          name: "throttle",
          label: "Throttle",
          help: "speed of the engine",
          drives: "forces.pump.throttle",
          min: 0,
          max: 1,
          returns: false,
        },
      ],
      sensors: [
        ...["boom", "stick", "bucket"].flatMap((name) => [
          `hydraulic/${name}/pressureA`,
          `hydraulic/${name}/pressureB`,
          `hydraulic/${name}/length`,
          `hydraulic/${name}/flow`,
        ]),
        "hydraulic/slew/speed",
        "hydraulic/pump/pressure",
        "hydraulic/pump/flow",
        "hydraulic/pump/engineSpeed",
        "hydraulic/pump/load",
      ],
      view: {
        eye: [5.6, -12.4, 4.2],
        target: [2.7, 0, 1.15],
        pictureTime: 2.2,
        plot: ["hydraulic/pump/pressure", "hydraulic/boom/pressureA", "hydraulic/stick/pressureB"],
      },
    }) satisfies Spec,
});
