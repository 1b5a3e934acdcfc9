import { bodyPosition, bodyVelocity, type Spec } from "stiction";
import { type Context, runFor, sensorOf } from "../context.js";
import { atLeast, atMost, defineExperiment, near } from "../experiment.js";

const K = 200;
const SPEED = 1;
const MASS = 0.1;
/** x = f/k + v √(m/k): where the check valve stops the body that runs on. */
const stop = (force: number) => force / K + SPEED * Math.sqrt(MASS / K);

interface Outcome {
  /** Extension and spring force at 5 s, m and N. */
  readonly extension: number;
  readonly force: number;
  /** Largest movement in the second before that, m. */
  readonly movement: number;
  /** Mean speed of the return, m/s. */
  readonly back: number;
}

/** The shipped scene: holds 0.5 s, contracts to 5 s, extends. */
function run(context: Context, force: number, checkValve: boolean): Outcome {
  const simulation = context.scene("hydraulic-driver", { params: { force, mass: MASS, checkValve } });
  const { model, data } = simulation;
  const extension = sensorOf(simulation, "extension");
  runFor(simulation, 4);
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  runFor(simulation, 1, () => {
    low = Math.min(low, extension());
    high = Math.max(high, extension());
  });
  const outcome = {
    extension: extension(),
    force: sensorOf(simulation, "force/spring/tension")(),
    movement: high - low,
  };
  runFor(simulation, 0.1);
  const from = bodyPosition(model, data, "body")[0];
  runFor(simulation, 0.5);
  return { ...outcome, back: (bodyPosition(model, data, "body")[0] - from) / 0.5 };
}

export const gribelHydraulic = defineExperiment({
  id: "gribel.v23",
  title: "Hydraulic driver against a spring",
  reference:
    "[Gribel2009] §5.2, row V23: stops at f/k + v √(m/k), 1.0224 and 2.0224 m for 0.1 kg, and returns at its own speed.",
  scene: "hydraulic-driver",
  rows: {
    "stop-200": near(
      "extension at the stop, 200 N",
      "m",
      stop(200),
      0.005 * stop(200),
      "acceptance limit of row V23: 0.5 %",
    ),
    "stop-400": near(
      "extension at the stop, 400 N",
      "m",
      stop(400),
      0.005 * stop(400),
      "acceptance limit of row V23: 0.5 %",
    ),
    "force-200": near(
      "spring force held, 200 N",
      "N",
      K * stop(200),
      0.005 * K * stop(200),
      "acceptance limit of row V23: 0.5 %",
    ),
    "force-400": near(
      "spring force held, 400 N",
      "N",
      K * stop(400),
      0.005 * K * stop(400),
      "acceptance limit of row V23: 0.5 %",
    ),
    back: near("return speed with the help of the spring", "m/s", SPEED, 0.001, "0.1 % of a prescribed speed"),
  },
  *measure(context) {
    for (const force of [200, 400] as const) {
      const { extension, force: held, back } = run(context, force, true);
      yield [`stop-${force}`, extension];
      yield [`force-${force}`, held];
      if (force === 200) yield ["back", back];
    }
  },
});

export const gribelNoValve = defineExperiment({
  id: "gribel.v24",
  title: "Hydraulic driver without its check valve",
  reference:
    "[Gribel2009], row V24: without the valve the body oscillates about f/k by v √(m/k) and never stops; with it, it stands.",
  scene: "hydraulic-driver",
  rows: {
    without: atLeast(
      "range of movement in the fifth second, without the valve",
      "m",
      1.9 * SPEED * Math.sqrt(MASS / K),
      "twice v √(m/k), less 5 % for the step",
    ),
    with: atMost("the same with the valve", "m", 1e-9, "stands: round-off"),
  },
  *measure(context) {
    yield ["without", run(context, 200, false).movement];
    yield ["with", run(context, 200, true).movement];
  },
});

const LOAD = 2000;

const held: Spec = {
  timestep: 0.01,
  gravity: [0, 0, -10],
  contact: "none",
  formulation: { type: "impulse", preset: "fast" },
  bodies: [
    { name: "load", mass: LOAD / 10, position: [0, 0, 1], shapes: [{ type: "box", halfExtents: [0.3, 0.3, 0.3] }] },
  ],
  joints: [
    { type: "slider", name: "guide", bodyB: "load", at: [0, 0, 1], axis: [0, 0, 1] },
    {
      type: "hydraulic",
      name: "cylinder",
      bodyB: "load",
      at: [0, 0, 0],
      to: [0, 0, 1],
      force: LOAD / 10,
      speed: 1,
    },
  ],
};

export const gribelHold = defineExperiment({
  id: "gribel.v25",
  title: "Hydraulic cylinder holds ten times its force",
  reference: "[Gribel2009], row V25: HOLD under 10 f_max, drift below 1 mm in 10 s.",
  rows: { "": atMost("drift of the length in 10 s", "m", 1e-3, "1 mm in 10 s: no yielding") },
  *measure(context) {
    const simulation = context.simulate(held);
    const { model, data } = simulation;
    let drift = 0;
    runFor(simulation, 10, () => {
      drift = Math.max(drift, Math.abs(bodyPosition(model, data, "load")[2] - 1));
    });
    // one that fell and came back would pass without this
    yield ["", drift + Math.abs(bodyVelocity(model, data, "load")[2])];
  },
});
