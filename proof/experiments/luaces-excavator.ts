import {
  createData,
  naturalReport,
  readSensor,
  restore,
  type Simulation,
  type Spec,
  setControl,
  snapshot,
  stateHash,
} from "stiction";
import { buildMachine, type MachineOptions, WHEELED_EXCAVATOR } from "stiction/machines";
import { type Context, runFor } from "../context.js";
import { defineExperiment, near } from "../experiment.js";

/** The wheeled excavator of [Luaces2013] chapter 6 on hard ground, against counts and statics. */

const G = 9.81;
const WEIGHT = 22_000 * G;
const HALF_BASE = 1.3;
const WHEELS = ["front-left", "front-right", "rear-left", "rear-right"].map((name) => `wheel-${name}`);

/** The machine on a plane that is tilted by turning gravity: `pitch` up ahead, rad. Damped so that it comes to rest. */
function onPlane(pitch: number, options: MachineOptions = {}): Spec {
  const machine = buildMachine(WHEELED_EXCAVATOR, options);
  return {
    timestep: 0.005,
    gravity: [-G * Math.sin(pitch), 0, -G * Math.cos(pitch)],
    formulation: "augmented-lagrangian",
    materials: {
      ground: { friction: 0.8 },
      tyre: { contact: { type: "tyre", stiffness: 1e6, damping: 1.2e5, friction: 0.8, rollingResistance: 0 } },
      steel: { friction: 0.6 },
      bucket: { friction: 0.6 },
    },
    bodies: [{ name: "ground", type: "static", material: "ground", shapes: [{ type: "plane" }] }, ...machine.bodies],
    joints: machine.joints,
    controllers: machine.controllers,
    controls: machine.controls,
    sensors: machine.sensors,
  };
}

const load = ({ model, data }: Simulation, wheel: string) =>
  readSensor(model, data, `contact/ground:${wheel}/normalForce`);

/** x of the machine's centre of mass from the middle between its axles, m. */
function centre({ model, data }: Simulation): number {
  let [sum, mass] = [0, 0];
  for (let b = 1; b < model.nb; b++) {
    sum += model.bodyMass[b] * data.bodyPos[3 * b];
    mass += model.bodyMass[b];
  }
  const x = (name: string) => data.bodyPos[3 * (model.bodyIndex.get(name) as number)];
  return sum / mass - 0.5 * (x(WHEELS[0]) + x(WHEELS[2]));
}

export const excavatorCounts = defineExperiment({
  id: "luaces.x1",
  title: "Wheeled excavator: degrees of freedom",
  reference: "[Luaces2013] §6.1 and table 6.1: 14 bodies, 13 revolute joints, 7 guided and 10 free degrees of freedom",
  rows: {
    guided: near("n − rank(Φ_q) with guides", "1", 10, 0, "a count"),
    free: near("n − rank(Φ_q) without guides", "1", 19, 0, "a count"),
    tied: near("n − rank(Φ_q) with left and right tied", "1", 17, 0, "a count"),
  },
  *measure(context) {
    for (const actuation of ["guided", "free", "tied"] as const) {
      const { model } = context.simulate({ ...onPlane(0, { actuation }), contact: "none" });
      yield [actuation, naturalReport(model, createData(model)).freedom];
    }
  },
});

export const excavatorStatics = defineExperiment({
  id: "luaces.x2",
  title: "Wheeled excavator: loads of its wheels at rest",
  reference:
    "balance of forces and moments: N_front = W (1/2 + x/b), x of the centre of mass, b the wheelbase of 2.6 m",
  rows: {
    sum: near(
      "sum of wheel loads over weight",
      "1",
      1,
      1e-3,
      "what is left of the settling, and the solver's tolerance",
    ),
    front: near("load of the front axle over that of statics", "1", 1, 1e-3, "as above"),
    side: near("left less right over weight", "1", 0, 1e-3, "the machine is symmetric"),
  },
  *measure(context) {
    const simulation = context.simulate(onPlane(0));
    runFor(simulation, 5, () => {});
    const loads = WHEELS.map((wheel) => load(simulation, wheel));
    const [fl, fr, rl, rr] = loads;
    yield ["sum", (fl + fr + rl + rr) / WEIGHT];
    yield ["front", (fl + fr) / (WEIGHT * (0.5 + centre(simulation) / (2 * HALF_BASE)))];
    yield ["side", (fl + rl - fr - rr) / WEIGHT];
  },
});

/** Feet and blade on hard ground. */
const PADS: NonNullable<Spec["materialPairs"]> = [
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

export const excavatorStabilisers = defineExperiment({
  id: "luaces.x3",
  title: "Wheeled excavator on blade and outriggers",
  reference: "[Luaces2013] §6.1: the machine rests on any mix of wheels, blade and outriggers; balance of forces",
  full: true,
  rows: {
    lifted: { ...near("wheels without load", "1", 2, 0, "an axle, as operators lift it"), comparison: "at-least" },
    sum: near("loads of wheels, blade and feet over weight", "1", 1, 1e-3, "what is left of the settling"),
  },
  *measure(context) {
    const simulation = context.simulate({ ...onPlane(0), materialPairs: PADS });
    const { model, data } = simulation;
    runFor(simulation, 1, () => {});
    setControl(model, data, "blade", 1);
    setControl(model, data, "outriggers", 1);
    runFor(simulation, 5.5, () => {});
    setControl(model, data, "blade", 0);
    setControl(model, data, "outriggers", 0);
    runFor(simulation, 4, () => {});
    const loads = WHEELS.map((wheel) => load(simulation, wheel));
    yield ["lifted", loads.filter((n) => n < 1).length];
    const pads = [
      readSensor(model, data, "contact/blade:ground/normalForce"),
      ...["left", "right"].map((side) => readSensor(model, data, `contact/ground:outrigger-${side}/normalForce`)),
    ];
    yield ["sum", [...loads, ...pads].reduce((sum, n) => sum + n, 0) / WEIGHT];
  },
});

/** How far the machine goes down a slope between two times, m. */
function creep(context: Context, pitch: number, from: number, to: number): number {
  const simulation = context.simulate(onPlane(pitch));
  const { model, data } = simulation;
  const b = 3 * (model.bodyIndex.get("undercarriage") as number);
  runFor(simulation, from, () => {});
  const start = data.bodyPos[b];
  runFor(simulation, to - from, () => {});
  return Math.abs(data.bodyPos[b] - start);
}

export const excavatorSlope = defineExperiment({
  id: "luaces.x4",
  title: "Wheeled excavator on a slope with its wheels held",
  reference: "tyres hold up to tan θ = μ = 0.8, 38.7°; the parked machine must not creep",
  rows: {
    holds: {
      ...near("creep on 20° in 2 s after settling", "m", 0, 5e-3, "a machine that is parked"),
      comparison: "within",
    },
    slides: {
      ...near("way down a slope of 45° in 1.5 s", "m", 0.5, 0, "½ g (sin θ − μ cos θ) t² is 1.56 m"),
      comparison: "at-least",
    },
  },
  *measure(context) {
    yield ["holds", creep(context, Math.PI / 9, 3, 5)];
    yield ["slides", creep(context, Math.PI / 4, 0, 1.5)];
  },
});

export const excavatorRestart = defineExperiment({
  id: "luaces.x10",
  title: "Wheeled excavator: a run that is resumed",
  reference: "the same bits as the run that was not interrupted",
  rows: { same: near("state hashes that differ", "1", 0, 0, "equal to the bit") },
  *measure(context) {
    const simulation = context.simulate({
      ...onPlane(0),
      controllers: [...script(), ...(onPlane(0).controllers ?? [])],
    });
    const { model, data } = simulation;
    runFor(simulation, 0.5, () => {});
    const kept = snapshot(data);
    runFor(simulation, 0.5, () => {});
    const hash = stateHash(data);
    restore(model, data, kept);
    runFor(simulation, 0.5, () => {});
    yield ["same", stateHash(data) === hash ? 0 : 1];
  },
});

/** Levers that move during the run. */
function script(): NonNullable<Spec["controllers"]> {
  return ["boom", "slew"].map((name) => ({
    type: "profile",
    name: `script-${name}`,
    output: `controllers.${name}.command`,
    times: [0, 0.3],
    values: [0, 0.7],
    between: "hold",
  }));
}
