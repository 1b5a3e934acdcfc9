import { BEND, PITCH, SIDE, WIRE } from "../../scenes/hanging-chain.js";
import { runFor, sensorOf } from "../context.js";
import { defineExperiment, near } from "../experiment.js";

const LINKS = 9;
const SPAN = 0.7;
const G = 9.81;
const FRICTION = 0.15;
/** Time to settle, and time over which forces are averaged, s. */
const SETTLE = 0.5;
const MEAN = 0.5;

/**
 * Horizontal force of the hooks over the weight of a link. In the plane of the chain a link that stands in it turns
 * about the centres of its bends, 2 s apart; one across it is a bar between the middles of its wires, 2 (s + b) long;
 * between both is a piece of b − 2 w without weight, along the force. Every piece has the slope V/H of the force at its
 * middle.
 */
function pull(span: number): number {
  const pieces: { length: number; load: number }[] = [];
  const gap = BEND - 2 * WIRE;
  for (let k = 0; k < LINKS; k++) {
    // load at the middle of link k, and between it and the next, from the middle of the chain on
    const load = k - (LINKS - 1) / 2;
    pieces.push({ length: k % 2 === 0 ? 2 * SIDE : 2 * (SIDE + BEND), load });
    if (k < LINKS - 1) pieces.push({ length: gap, load: load + 0.5 });
  }
  // the hooks are rings across: their wires hold the links at the ends
  for (const load of [-LINKS / 2, LINKS / 2]) pieces.push({ length: gap, load });
  let [low, high] = [1e-3, 1e3];
  for (let i = 0; i < 100; i++) {
    const mid = Math.sqrt(low * high);
    const reach = pieces.reduce((sum, { length, load }) => sum + length / Math.hypot(1, load / mid), 0);
    if (reach < span) low = mid;
    else high = mid;
  }
  return Math.sqrt(low * high);
}

/** Between the wires of the hooks, which stand where the links next to the chain would. */
const length = LINKS * PITCH;

export const hangingChainForces = defineExperiment({
  id: "own.hanging-chain",
  title: "Chain of nine stud links between two hooks, by contact alone",
  reference: "Statics of bars between pins.",
  scene: "hanging-chain",
  full: true,
  rows: {
    sideways: near(
      "force of a hook, sideways, of a link's weight",
      "1",
      pull(SPAN * length),
      (FRICTION * BEND * pull(SPAN * length)) / PITCH,
      "friction holds an angle of μ r/p at every joint",
    ),
    upwards: near(
      "force of a hook, upwards, of the chain's weight",
      "1",
      0.5,
      0.005,
      "swinging on at 1 cm/s changes a mean over 0.5 s by v/(g T) = 0.2 %",
    ),
  },
  *measure(context) {
    const simulation = context.scene("hanging-chain", { params: { links: LINKS, span: SPAN, push: 0 } });
    const { model } = simulation;
    const weight = G * model.bodyMass[model.bodyNames.indexOf("link-04")];
    const side = sensorOf(simulation, "contact/left:link-00/force.x");
    const up = sensorOf(simulation, "contact/left:link-00/force.z");
    runFor(simulation, SETTLE);
    const mean = { side: 0, up: 0, count: 0 };
    runFor(simulation, MEAN, () => {
      mean.side += side();
      mean.up += up();
      mean.count++;
    });
    yield ["sideways", Math.abs(mean.side) / (mean.count * weight)];
    yield ["upwards", Math.abs(mean.up) / (mean.count * LINKS * weight)];
  },
});
