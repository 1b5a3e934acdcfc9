import { bodyPosition, bodyVelocity } from "stiction";
import { runFor, sensorOf } from "../context.js";
import { atMost, defineExperiment, near } from "../experiment.js";

const WEIGHT = 9.81;
const STIFFNESS = 1e8;
/** Depth of the law under a quarter of the weight at each corner. */
const DEPTH = (WEIGHT / 4 / STIFFNESS) ** (2 / 3);

export const compliantPeg = defineExperiment({
  id: "own.compliant-peg",
  title: "Peg in a hole that is a mesh, 0.1 mm on each side",
  reference:
    "It slides down, stands on the floor of the hole with a quarter of its weight at each corner, and is still.",
  rows: {
    height: near(
      "height of the peg's middle, length 0.2 m",
      "m",
      0.1 - DEPTH,
      1e-9,
      "round-off of 0.2 m, and what creeps",
    ),
    depth: atMost("deepest overlap at rest", "m", 1e-5, "0.01 mm, as for the same peg with impulses"),
    speed: atMost("speed after 1.5 s", "m/s", 1e-12, "no creep"),
  },
  *measure(context) {
    const simulation = context.scene("peg-in-hole");
    runFor(simulation, 1.5);
    const { model, data } = simulation;
    yield ["height", bodyPosition(model, data, "peg")[2]];
    yield ["depth", -sensorOf(simulation, "contact/block:peg/gap")()];
    yield ["speed", Math.hypot(...bodyVelocity(model, data, "peg"))];
  },
});
