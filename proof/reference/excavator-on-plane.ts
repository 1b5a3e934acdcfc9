import { readSensor, type Simulation, type Spec, setParameter } from "stiction";
import { buildMachine, type MachineOptions, type MachineParts, WHEELED_EXCAVATOR } from "stiction/machines";
import { type Standing, standingOf } from "./machine-on-springs.js";

/** The wheeled excavator of [Luaces2013] chapter 6 on a plane that leans where gravity does. */

export const G = 9.81;
export const WEIGHT = 22_000 * G;
export const WHEELS = ["front-left", "front-right", "rear-left", "rear-right"].map((name) => `wheel-${name}`);
export const HALF_BASE = 1.3;
export const HALF_TRACK = 1;

const RADIUS = 0.52;
const STIFFNESS = 1e6;

/** Gravity where the plane leans up ahead by `pitch`, or down to the right by `roll`, rad. */
export function gravityOn(pitch: number, roll = 0): [number, number, number] {
  return [-G * Math.sin(pitch), -G * Math.cos(pitch) * Math.sin(roll), -G * Math.cos(pitch) * Math.cos(roll)];
}

/** Turns gravity while a scene runs. */
export function leanPlane({ model, data }: Simulation, pitch: number, roll = 0): void {
  gravityOn(pitch, roll).forEach((g, k) => {
    setParameter(model, data, `gravity.${"xyz"[k]}`, g);
  });
}

export interface PlaneOptions extends MachineOptions {
  readonly pitch?: number;
  readonly roll?: number;
  /** Of the tyres; damping so that the machine comes to rest soon. */
  readonly friction?: number;
  readonly formula?: "magic" | "brush";
  readonly damping?: number;
  /** Friction of the bucket on the ground. */
  readonly teeth?: number;
}

export interface OnPlane {
  readonly spec: Spec;
  readonly machine: MachineParts;
  readonly standing: Standing;
}

/** Feet and blade on hard ground. */
export const PADS: NonNullable<Spec["materialPairs"]> = [
  {
    between: ["ground", "steel"],
    contact: { type: "linear", stiffness: 1.5e6, damping: 6e4 },
    sliding: {
      type: "bristle",
      friction: 0.6,
      kineticFriction: 0.5,
      stiffness: 1e6,
      damping: 4e4,
      stictionSpeed: 0.02,
    },
  },
];

/** A scene with the machine, and the statics of the pose in which it starts. */
export function excavatorOnPlane(options: PlaneOptions = {}): OnPlane {
  const { pitch = 0, roll = 0, friction = 0.8, formula = "magic", damping = 1.2e5, teeth = 0.6, ...rest } = options;
  const machine = buildMachine(WHEELED_EXCAVATOR, rest);
  return {
    machine,
    standing: standingOf(WHEELED_EXCAVATOR, machine, WHEELS, RADIUS, STIFFNESS),
    spec: {
      timestep: 0.005,
      gravity: gravityOn(pitch, roll),
      formulation: "augmented-lagrangian",
      materials: {
        ground: { friction: 0.8 },
        tyre: { contact: { type: "tyre", stiffness: STIFFNESS, damping, friction, formula, rollingResistance: 0 } },
        steel: { friction: 0.6 },
        bucket: { friction: teeth },
      },
      materialPairs: [
        {
          between: ["ground", "bucket"],
          contact: { type: "linear", stiffness: 1e6, damping: 5e4 },
          sliding: {
            type: "bristle",
            friction: teeth,
            kineticFriction: teeth,
            stiffness: 4e6,
            damping: 1e5,
            stictionSpeed: 0.02,
          },
        },
      ],
      bodies: [{ name: "ground", type: "static", material: "ground", shapes: [{ type: "plane" }] }, ...machine.bodies],
      joints: machine.joints,
      controllers: machine.controllers,
      controls: machine.controls,
      sensors: machine.sensors,
    },
  };
}

/** Load of a wheel, N. */
export function wheelLoad({ model, data }: Simulation, wheel: string): number {
  return readSensor(model, data, `contact/ground:${wheel}/normalForce`);
}

/** Place of a body's frame along an axis, m. */
export function placeOf({ model, data }: Simulation, body: string, axis: number): number {
  return data.bodyPos[3 * (model.bodyIndex.get(body) as number) + axis];
}

/** Force along z and moment about y at the origin of what the ground does to a body, N and N m. */
export function groundOn({ model, data }: Simulation, body: string): [force: number, moment: number] {
  const read = (quantity: string) => readSensor(model, data, `contact/ground:${body}/${quantity}`);
  const b = 3 * (model.bodyIndex.get(body) as number);
  const [x, z] = [data.bodyPos[b], data.bodyPos[b + 2]];
  return [read("force.z"), read("torque.y") + z * read("force.x") - x * read("force.z")];
}

/** Centre of mass of all that moves, m. */
export function centreOf({ model, data }: Simulation): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  let mass = 0;
  for (let b = 1; b < model.nb; b++) {
    // what stands has infinite mass
    if (!(model.bodyMass[b] < Number.POSITIVE_INFINITY)) continue;
    for (let k = 0; k < 3; k++) sum[k] += model.bodyMass[b] * data.bodyPos[3 * b + k];
    mass += model.bodyMass[b];
  }
  return [sum[0] / mass, sum[1] / mass, sum[2] / mass];
}
