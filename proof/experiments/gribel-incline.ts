import { bodyPosition, bodyVelocity, type Simulation, type Spec, setWrench } from "stiction";
import { type Context, runFor } from "../context.js";
import { atMost, defineExperiment, near } from "../experiment.js";

/**
 * Friction of a box in the plane: on an incline, and pulled by a growing force. In the thesis's own step and in ours.
 */

const G = 9.81;

type Preset = "thesis" | "fast";

interface Friction {
  readonly friction: number;
  readonly kineticFriction?: number;
}

/** A box on the ground that is tilted by `angle`. */
function box(preset: Preset, timestep: number, angle: number, material: Friction): Spec {
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  return {
    plane: "xy",
    timestep,
    formulation: { type: "impulse", preset, ...(preset === "thesis" ? { iterations: 50 } : {}) },
    materials: { wood: material },
    bodies: [
      {
        name: "ground",
        type: "static",
        orientation: angle,
        position: [0.5 * s, -0.5 * c],
        material: "wood",
        shapes: [{ type: "polygon", halfExtents: [50, 0.5] }],
      },
      {
        name: "box",
        mass: 2,
        orientation: angle,
        position: [-0.25 * s, 0.25 * c],
        material: "wood",
        shapes: [{ type: "polygon", halfExtents: [0.25, 0.25] }],
      },
    ],
  };
}

/** Way down the slope from the start. */
function way({ model, data }: Simulation, angle: number): number {
  const [x, y] = bodyPosition(model, data, "box");
  return -((x + 0.25 * Math.sin(angle)) * Math.cos(angle) + (y - 0.25 * Math.cos(angle)) * Math.sin(angle));
}

const MU = 0.25;
const REST = Math.atan(0.2);
const SLIDE = Math.atan(0.3);

/** Largest displacement in 10 s, and in the last 9 s. */
function creep(context: Context, preset: Preset, timestep: number): [number, number] {
  const simulation = context.simulate(box(preset, timestep, REST, { friction: MU }));
  let worst = 0;
  const watch = () => {
    worst = Math.max(worst, Math.abs(way(simulation, REST)));
  };
  runFor(simulation, 1, watch);
  const settled = way(simulation, REST);
  runFor(simulation, 9, watch);
  return [worst, Math.abs(way(simulation, REST) - settled)];
}

/** Acceleration in the second of two seconds. */
function acceleration(context: Context, preset: Preset, timestep: number): number {
  const simulation = context.simulate(box(preset, timestep, SLIDE, { friction: MU }));
  const speed = () => {
    const [x, y] = bodyVelocity(simulation.model, simulation.data, "box");
    return -(x * Math.cos(SLIDE) + y * Math.sin(SLIDE));
  };
  runFor(simulation, 1);
  const before = speed();
  const steps = runFor(simulation, 1);
  return (speed() - before) / (steps * timestep);
}

const A = G * (Math.sin(SLIDE) - MU * Math.cos(SLIDE));

export const gribelIncline = defineExperiment({
  id: "gribel.v08",
  title: "Box on an incline: rests below the angle of friction, slides above it",
  reference: "[Gribel2009], row V08: μ = 0.25; a = g (sin θ − μ cos θ) = 0.4698 m/s² at tan θ = 0.3.",
  rows: {
    rests: atMost("distance in 10 s at tan θ = 0.2, thesis's step", "m", 1e-3, "1 mm in 10 s: no sliding"),
    slides: near("acceleration at tan θ = 0.3, thesis's step", "m/s²", A, 0.01 * A, "1 %: first order in the step"),
    "rests-fast": atMost("distance in 10 s at tan θ = 0.2, sub-steps", "m", 1e-3, "1 mm in 10 s: no sliding"),
    "creep-fast": atMost("of this, distance in the last 9 s", "m", 9e-6, "goal: creep below 1e-6 m/s"),
    "slides-fast": near(
      "acceleration at tan θ = 0.3, sub-steps",
      "m/s²",
      A,
      0.0015 * A,
      "0.15 %, the limit for the distance of a slide (own.slide-30)",
    ),
  },
  *measure(context) {
    yield ["rests", creep(context, "thesis", 0.01)[0]];
    yield ["slides", acceleration(context, "thesis", 0.01)];
    const [all, late] = creep(context, "fast", 1 / 60);
    yield ["rests-fast", all];
    yield ["creep-fast", late];
    yield ["slides-fast", acceleration(context, "fast", 1 / 60)];
  },
});

const STATIC = 0.5;
const KINETIC = 0.3;
const RATE = 4;
const SETTLED = 0.5;
const WEIGHT = 2 * G;

/**
 * Pull that grows by `RATE` N/s from rest: [force over weight where it starts to move, acceleration over F/m − μ_k g
 * after that].
 */
function pulled(context: Context, preset: Preset, timestep: number): [number, number] {
  const { model, data } = context.simulate(box(preset, timestep, 0, { friction: STATIC, kineticFriction: KINETIC }));
  let moved = Number.NaN;
  let gained = 0;
  let before = 0;
  runFor({ model, data }, SETTLED);
  for (let k = 0; k * timestep < 4; k++) {
    // at the height of the ground, so that the box does not tip
    const force = RATE * k * timestep;
    setWrench(model, data, "box", { force: [force, 0, 0], torque: [0, 0, 0.25 * force] });
    runFor({ model, data }, timestep);
    const speed = bodyVelocity(model, data, "box")[0];
    if (Number.isNaN(moved)) {
      if (speed > 1e-3) {
        moved = force / WEIGHT;
        before = speed;
      }
    } else gained += (force / 2 - KINETIC * G) * timestep;
  }
  return [moved, (bodyVelocity(model, data, "box")[0] - before) / gained];
}

const twoSteps = (h: number) => (2 * RATE * h) / WEIGHT;

export const gribelPull = defineExperiment({
  id: "gribel.v09",
  title: "Static and kinetic friction: a growing pull",
  reference: "[Gribel2009] (30)–(34), row V09: starts at μ_s m g = 0.5 m g, then a = F/m − 0.3 g.",
  rows: {
    start: near(
      "force over weight where the box starts, thesis's step",
      "1",
      STATIC,
      twoSteps(0.01),
      "two steps of the ramp",
    ),
    slides: near("acceleration over F/m − μ_k g after that", "1", 1, 0.01, "1 %: as row V08"),
    "start-fast": near("force over weight where the box starts, sub-steps", "1", STATIC, twoSteps(1 / 60), "two steps"),
    "slides-fast": near("acceleration over F/m − μ_k g after that", "1", 1, 0.01, "1 %: as row V08"),
  },
  *measure(context) {
    const [start, slides] = pulled(context, "thesis", 0.01);
    yield ["start", start];
    yield ["slides", slides];
    const [startFast, slidesFast] = pulled(context, "fast", 1 / 60);
    yield ["start-fast", startFast];
    yield ["slides-fast", slidesFast];
  },
});
