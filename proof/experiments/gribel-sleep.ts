import {
  BODY_STATE,
  type BodySpec,
  bodyPosition,
  markChanged,
  type Simulation,
  type Spec,
  setBodyState,
  step,
} from "stiction";
import { runFor } from "../context.js";
import { atMost, defineExperiment, near, timed } from "../experiment.js";

const SIDE = 3;
const LAYERS = 4;
const COUNT = SIDE * SIDE * LAYERS;

/** Boxes in layers that fall a few millimetres onto each other and come to rest; a ball waits above. */
const pile = (sleep: boolean): Spec => ({
  timestep: 1 / 60,
  formulation: { type: "impulse", preset: "fast", sleep },
  materials: { wood: { friction: 0.6, density: 500 } },
  bodies: [
    { name: "floor", type: "static", material: "wood", shapes: [{ type: "plane" }] },
    ...Array.from(
      { length: COUNT },
      (_, k) =>
        ({
          name: `box-${k}`,
          material: "wood",
          position: [0.5 * (k % SIDE), 0.5 * (Math.floor(k / SIDE) % SIDE), 0.252 + 0.502 * Math.floor(k / SIDE ** 2)],
          shapes: [{ type: "box", halfExtents: [0.25, 0.25, 0.25] }],
        }) satisfies BodySpec,
    ),
    {
      name: "ball",
      state: "dormant",
      material: "wood",
      position: [0.8, 0.8, 4],
      shapes: [{ type: "sphere", radius: 0.3 }],
    },
  ],
});

function asleep({ data }: Simulation): number {
  return data.bodyState.subarray(2, 2 + COUNT).filter((state) => state === BODY_STATE.asleep).length;
}

/** Median time of a step over `steps`, s. */
function cost({ model, data }: Simulation, steps: number): number {
  const times = Array.from({ length: steps }, () => {
    const start = performance.now();
    step(model, data);
    return (performance.now() - start) / 1000;
  });
  return times.sort((a, b) => a - b)[Math.floor(steps / 2)];
}

export const gribelSleep = defineExperiment({
  id: "gribel.v36",
  title: "A pile falls asleep",
  reference:
    "[Gribel2009], row V36: the whole island sleeps within 2 s of rest, costs next to nothing then, and wakes when touched.",
  rows: {
    asleep: near("boxes asleep after 4 s, of 36", "1", COUNT, 0, "all: 2 s to rest, and 2 s of rest"),
    moved: atMost("largest movement in the 10 s after", "m", 0, "asleep: none at all"),
    cost: timed(atMost("cost of a step asleep over one awake", "1", 0.05, "5 %: only bookkeeping is left")),
    woken: near("boxes that a falling ball wakes, of 36", "1", COUNT, 0, "the whole island wakes"),
  },
  *measure(context) {
    const awake = context.simulate(pile(false));
    runFor(awake, 0.5);
    const simulation = context.simulate(pile(true));
    const { model, data } = simulation;
    runFor(simulation, 4);
    yield ["asleep", asleep(simulation)];
    const before = data.bodyPos.slice();
    runFor(simulation, context.full ? 10 : 1);
    yield ["moved", before.reduce((most, x, k) => Math.max(most, Math.abs(x - data.bodyPos[k])), 0)];
    yield ["cost", cost(simulation, 60) / cost(awake, 30)];
    // the ball, thrown from just above the pile
    const sleeping = asleep(simulation);
    const ball = model.bodyNames.indexOf("ball");
    setBodyState(model, data, ball, BODY_STATE.active);
    data.bodyPos[3 * ball + 2] = bodyPosition(model, data, `box-${COUNT - 1}`)[2] + 0.6;
    data.bodyVel[6 * ball + 5] = -3;
    markChanged(data);
    runFor(simulation, 0.2);
    yield ["woken", sleeping - asleep(simulation)];
  },
});
