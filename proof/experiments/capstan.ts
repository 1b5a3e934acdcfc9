import { type Context, runFor, sensorOf } from "../context.js";
import { defineExperiment, near } from "../experiment.js";

const MU = 0.3;
/** By then the ratio has not changed in its sixth digit for half a second. */
const SETTLED = 1;

function ratio(context: Context, wrap: number): number {
  const simulation = context.scene("capstan", { params: { wrap, friction: MU } });
  runFor(simulation, SETTLED);
  return sensorOf(simulation, "ratio")();
}

const row = (turns: string, wrap: number) =>
  near(
    `T₂/T₁ of a rope that lies ${turns} around the drum`,
    "1",
    Math.exp(2 * Math.PI * wrap * MU),
    0.01 * Math.exp(2 * Math.PI * wrap * MU),
    "1 %; 96 links per revolution make a polygon, whose ratio is 0.16 % smaller at a full revolution",
  );

export const capstanRatio = defineExperiment({
  id: "own.capstan",
  title: "Capstan: friction multiplies the pull by e^(μθ)",
  reference: "Euler's formula for a rope around a drum.",
  rows: { quarter: row("a quarter", 0.25), half: row("half", 0.5), full: row("once", 1) },
  *measure(context) {
    yield ["quarter", ratio(context, 0.25)];
    yield ["half", ratio(context, 0.5)];
    yield ["full", ratio(context, 1)];
  },
});
