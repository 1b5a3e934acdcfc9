import {
  createData,
  naturalReport,
  restore,
  type Simulation,
  type Spec,
  setControl,
  snapshot,
  stateHash,
} from "stiction";
import { type Context, runFor } from "../context.js";
import { defineExperiment, near } from "../experiment.js";
import {
  centreOf,
  excavatorOnPlane,
  G,
  groundOn,
  HALF_BASE,
  PADS,
  placeOf,
  WEIGHT,
  WHEELS,
  wheelLoad,
} from "../reference/excavator-on-plane.js";

/** The wheeled excavator of [Luaces2013] chapter 6 on hard ground, against counts and statics. */

/** x of the machine's centre of mass from the middle between its axles, m. */
function centre(simulation: Simulation): number {
  return centreOf(simulation)[0] - 0.5 * (placeOf(simulation, WHEELS[0], 0) + placeOf(simulation, WHEELS[2], 0));
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
      const { model } = context.simulate({ ...excavatorOnPlane({ actuation }).spec, contact: "none" });
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
    const simulation = context.simulate(excavatorOnPlane().spec);
    runFor(simulation, 5, () => {});
    const loads = WHEELS.map((wheel) => wheelLoad(simulation, wheel));
    const [fl, fr, rl, rr] = loads;
    yield ["sum", (fl + fr + rl + rr) / WEIGHT];
    yield ["front", (fl + fr) / (WEIGHT * (0.5 + centre(simulation) / (2 * HALF_BASE)))];
    yield ["side", (fl + rl - fr - rr) / WEIGHT];
  },
});

export const excavatorStabilisers = defineExperiment({
  id: "luaces.x3",
  title: "Wheeled excavator on blade and outriggers",
  reference: "[Luaces2013] §6.1: the machine rests on any mix of wheels, blade and outriggers; balance of forces",
  full: true,
  rows: {
    lifted: { ...near("wheels without load", "1", 2, 0, "an axle, as operators lift it"), comparison: "at-least" },
    sum: near("loads of wheels, blade and feet over weight", "1", 1, 1e-3, "what is left of the settling"),
    moment: near(
      "their moment over that of the weight about the front axle",
      "1",
      1,
      1e-3,
      "what is left of the settling",
    ),
  },
  *measure(context) {
    const simulation = context.simulate({ ...excavatorOnPlane().spec, materialPairs: PADS });
    const { model, data } = simulation;
    runFor(simulation, 1);
    setControl(model, data, "blade", 1);
    setControl(model, data, "outriggers", 1);
    runFor(simulation, 4);
    setControl(model, data, "blade", 0);
    setControl(model, data, "outriggers", 0);
    runFor(simulation, 4);
    yield ["lifted", WHEELS.filter((wheel) => wheelLoad(simulation, wheel) < 1).length];
    const stands = [...WHEELS, "blade", "outrigger-left", "outrigger-right"].map((body) => groundOn(simulation, body));
    yield ["sum", stands.reduce((sum, [force]) => sum + force, 0) / WEIGHT];
    // about the front axle: M_y − (−x) F_z
    const axle = placeOf(simulation, WHEELS[0], 0);
    const about = stands.reduce((sum, [force, moment]) => sum + moment + axle * force, 0);
    const middle = 0.5 * (axle + placeOf(simulation, WHEELS[2], 0));
    yield ["moment", about / (WEIGHT * (axle - middle - centre(simulation)))];
  },
});

/** Place and speed of the undercarriage up the slope. */
function along({ model, data }: Simulation): [place: number, speed: number] {
  const b = model.bodyIndex.get("undercarriage") as number;
  return [data.bodyPos[3 * b], data.bodyVel[6 * b + 3]];
}

/** Acceleration down a slope of 45° with locked wheels, over that of sliding friction, m/s². */
function slide(context: Context, formula: "magic" | "brush"): number {
  const simulation = context.simulate(excavatorOnPlane({ pitch: Math.PI / 4, formula }).spec);
  runFor(simulation, 0.9);
  const [, before] = along(simulation);
  runFor(simulation, 0.6);
  return (before - along(simulation)[1]) / 0.6;
}

const MU = 0.8;
/** The magic formula of a locked wheel along it, C = 1.65 and c = 15: μ sin(C atan(c/(C μ))) is 0.51. */
const LOCKED = MU * Math.sin(1.65 * Math.atan(15 / (1.65 * MU)));
const ROCKING = "the machine rocks on its tyres by 10 mrad while it slides: 0.03 m/s in 0.6 s";

export const excavatorSlope = defineExperiment({
  id: "luaces.x4",
  title: "Wheeled excavator on a slope with its wheels held",
  reference:
    "tyres hold up to tan θ = μ = 0.8, 38.7°, and the parked machine does not creep; beyond, g (sin θ − μ_s cos θ), μ_s of a locked wheel: 0.8 by the brush model, 0.51 by the magic formula",
  rows: {
    holds: {
      ...near("creep on 20° in 2 s after settling", "m", 0, 5e-3, "a machine that is parked"),
      comparison: "within",
    },
    slides: near("acceleration down 45°, brush model", "m/s²", G * Math.SQRT1_2 * (1 - MU), 0.05, ROCKING),
    magic: near("acceleration down 45°, magic formula", "m/s²", G * Math.SQRT1_2 * (1 - LOCKED), 0.05, ROCKING),
  },
  *measure(context) {
    const simulation = context.simulate(excavatorOnPlane({ pitch: Math.PI / 9 }).spec);
    runFor(simulation, 3);
    const [start] = along(simulation);
    runFor(simulation, 2);
    yield ["holds", along(simulation)[0] - start];
    yield ["slides", slide(context, "brush")];
    yield ["magic", slide(context, "magic")];
  },
});

export const excavatorRestart = defineExperiment({
  id: "luaces.x10",
  title: "Wheeled excavator: a run that is resumed",
  reference: "the same bits as the run that was not interrupted",
  rows: { same: near("state hashes that differ", "1", 0, 0, "equal to the bit") },
  *measure(context) {
    const simulation = context.simulate({
      ...excavatorOnPlane().spec,
      controllers: [...script(), ...(excavatorOnPlane().spec.controllers ?? [])],
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
