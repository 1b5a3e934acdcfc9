import { type BodySpec, bodyPosition, type Spec } from "stiction";
import { runFor } from "../context.js";
import { atLeast, atMost, defineExperiment, near } from "../experiment.js";

/** Largest force of the pointer, N: less than the stack asks for. */
const CAP = 40;
const SPEED = 1;

/** A box of 1 kg is drawn at 1 m/s through a stack whose upper boxes are hinged to each other. */
const scene: Spec = {
  timestep: 1 / 60,
  formulation: { type: "impulse", preset: "fast" },
  materials: { wood: { friction: 0.5 } },
  bodies: [
    { name: "floor", type: "static", material: "wood", shapes: [{ type: "plane" }] },
    ...Array.from(
      { length: 5 },
      (_, k) =>
        ({
          name: `box-${k}`,
          mass: 1,
          material: "wood",
          position: [0, 0, 0.25 + 0.5 * k],
          shapes: [{ type: "box", halfExtents: [0.25, 0.25, 0.25] }],
        }) satisfies BodySpec,
    ),
    {
      name: "dragged",
      mass: 1,
      material: "wood",
      position: [-1.5, 0, 0.9],
      shapes: [{ type: "box", halfExtents: [0.2, 0.2, 0.2] }],
    },
  ],
  joints: [
    { type: "hinge", name: "hinge", bodyA: "box-3", bodyB: "box-4", at: [0.25, 0, 2], axis: [0, 1, 0] },
    { type: "drag", name: "pointer", bodyB: "dragged", at: [-1.5, 0, 0.9], maxForce: CAP },
  ],
  controllers: [
    { type: "expression", name: "hand", output: "joints.pointer.targetX", expression: `-1.5 + ${SPEED} * t` },
  ],
};

export const gribelDrag = defineExperiment({
  id: "gribel.v42",
  title: "Pointer draws a box through a stack",
  reference: "[Gribel2009], row V42: a box of 1 kg dragged at 1 m/s across a stack.",
  rows: {
    force: near(
      "largest force of the pointer along its path",
      "N",
      CAP / Math.sqrt(3),
      0.01 * CAP,
      "its cap, of which each axis carries 1/√3; the blow reaches it",
    ),
    joint: atMost("largest error of the hinge in the stack", "m", 0.01, "10 mm while it is dragged"),
    arrives: atLeast("distance of the box in 3 s", "m", 2.5, "through the stack: 3 m less the lag of the spring"),
  },
  *measure(context) {
    const simulation = context.simulate(scene);
    const { model, data } = simulation;
    const { rowStart } = model.systems.joints;
    const rows = data.items.joints;
    let [force, joint] = [0, 0];
    runFor(simulation, 3, () => {
      // NaN shows as a joint that is wide open
      if (!data.bodyPos.every(Number.isFinite) || !data.bodyVel.every(Number.isFinite))
        joint = Number.POSITIVE_INFINITY;
      force = Math.max(force, Math.abs(rows.rowMean[rowStart[1]]));
      for (let r = rowStart[0]; r < rowStart[1]; r++) joint = Math.max(joint, Math.abs(rows.rowError[r]));
    });
    yield ["force", force];
    yield ["joint", joint];
    yield ["arrives", bodyPosition(model, data, "dragged")[0] + 1.5];
  },
});
