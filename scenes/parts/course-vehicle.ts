import type { BodySpec, ContactLawSpec, JointSpec } from "stiction";
import { wheelVisuals } from "./wheel-visuals.js";

/** A light truck on tyres, without springs but these. Lengths m, masses kg, torques N m. */
export const COURSE_VEHICLE = {
  chassis: 3200,
  /** Of the chassis about x, y and z, kg m². */
  inertia: [1400, 5200, 5600],
  knuckle: 20,
  wheel: 80,
  radius: 0.5,
  halfWidth: 0.14,
  /** Axles from the centre of the chassis; centres of the wheels from the middle; of mass above the axles. */
  front: 1.4,
  rear: 1.5,
  side: 0.9,
  height: 0.35,
} as const;

/** Tyres of 9 kN each. */
export const COURSE_TYRE = {
  type: "tyre",
  stiffness: 4.5e5,
  damping: 6e3,
  friction: 0.9,
  slipStiffness: 14,
  corneringStiffness: 9,
  rollingResistance: 0.012,
} as const satisfies ContactLawSpec;

/** Wheels by name, with the place of their centres on level ground before they are loaded. */
export const COURSE_WHEELS = (["front", "rear"] as const).flatMap((end) =>
  (["left", "right"] as const).map((side) => ({
    name: `${end}-${side}`,
    steered: end === "front",
    x: end === "front" ? COURSE_VEHICLE.front : -COURSE_VEHICLE.rear,
    y: side === "left" ? COURSE_VEHICLE.side : -COURSE_VEHICLE.side,
  })),
);

/** What one may choose about a vehicle. */
export interface VehicleOptions {
  /** Speed at the start, m/s; the wheels roll. */
  readonly speed?: number;
  /** Height of the wheels' centres above the ground at the start, m: by the load of each. */
  readonly drop?: number;
  readonly maxTorque?: number;
  readonly maxPower?: number;
}

/** Bodies and joints of the vehicle at the origin, heading +x; its wheels have the material `tyre`. */
export function courseVehicle(options: VehicleOptions = {}): { bodies: BodySpec[]; joints: JointSpec[] } {
  const v = COURSE_VEHICLE;
  const { speed = 0, drop = 0.02, maxTorque = 4000, maxPower = 60e3 } = options;
  const z = v.radius - drop;
  const velocity = [speed, 0, 0];
  const steered = COURSE_WHEELS.filter((wheel) => wheel.steered);
  const bodies: BodySpec[] = [
    {
      name: "chassis",
      mass: v.chassis,
      inertia: [...v.inertia],
      position: [0, 0, z + v.height],
      velocity,
      color: "#d08a2c",
      shapes: [{ type: "box", halfExtents: [2.1, 0.7, 0.22] }],
      visuals: [
        { type: "box", halfExtents: [2.1, 0.6, 0.14], bevel: 0.04, position: [0, 0, -0.06] },
        { type: "box", halfExtents: [0.55, 0.78, 0.5], bevel: 0.12, position: [1.25, 0, 0.55] },
        { type: "box", halfExtents: [1.2, 0.8, 0.16], bevel: 0.04, position: [-0.75, 0, 0.24] },
      ],
    },
    ...steered.map(
      ({ name, x, y }): BodySpec => ({
        name: `knuckle-${name}`,
        mass: v.knuckle,
        inertia: [0.5, 0.5, 0.5],
        position: [x, y, z],
        velocity,
      }),
    ),
    ...COURSE_WHEELS.map(
      ({ name, x, y }): BodySpec => ({
        name: `wheel-${name}`,
        mass: v.wheel,
        material: "tyre",
        position: [x, y, z],
        orientation: { axis: [1, 0, 0], angle: -Math.PI / 2 },
        velocity,
        angularVelocity: [0, speed / z, 0],
        color: "#3a3d42",
        shapes: [{ type: "cylinder", radius: v.radius, halfLength: v.halfWidth }],
        visuals: wheelVisuals(v.radius, v.halfWidth),
      }),
    ),
  ];
  const joints: JointSpec[] = [
    ...steered.map(
      ({ name, x, y }): JointSpec => ({
        type: "hinge",
        name: `steer-${name}`,
        bodyA: "chassis",
        bodyB: `knuckle-${name}`,
        at: [x, y, z],
        axis: [0, 0, 1],
        drive: { mode: "position", target: 0 },
      }),
    ),
    ...COURSE_WHEELS.map(
      ({ name, x, y, steered: front }): JointSpec => ({
        type: "hinge",
        name: `axle-${name}`,
        bodyA: front ? `knuckle-${name}` : "chassis",
        bodyB: `wheel-${name}`,
        at: [x, y, z],
        axis: [0, 1, 0],
        drive: { mode: "effort", target: 0, maxEffort: maxTorque, maxPower },
        friction: { brake: 0 },
      }),
    ),
  ];
  return { bodies, joints };
}

/** Inputs of a kind, of all wheels or of those that steer. */
export const courseInputs = {
  drive: COURSE_WHEELS.map(({ name }) => `joints.axle-${name}.drive.target`),
  brake: COURSE_WHEELS.map(({ name }) => `joints.axle-${name}.friction.brake`),
  steer: COURSE_WHEELS.filter(({ steered }) => steered).map(({ name }) => `joints.steer-${name}.drive.target`),
} as const;
