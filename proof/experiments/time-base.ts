import { RealTimeRunner, type Simulation, type Spec, stateHash, step } from "stiction";
import type { Context } from "../context.js";
import { defineExperiment, near } from "../experiment.js";

/** The loop of real time, on a clock that only the experiment moves: frames are counted, so that all of it is exact. */

const H = 0.005;
/** Time between two ticks, s. */
const PERIOD = 0.008;

const SPEC: Spec = {
  timestep: H,
  contact: "none",
  formulation: "augmented-lagrangian",
  bodies: [{ name: "bob", mass: 2, inertia: [0.1, 0.1, 0.1], position: [1, 0, 0] }],
  joints: [{ type: "hinge", name: "pin", bodyB: "bob", at: [0, 0, 0], axis: [0, 1, 0] }],
};

/** A run whose steps take `cost` s of its clock. */
class Run {
  readonly simulation: Simulation;
  readonly runner: RealTimeRunner;
  now = 0;
  made = 0;

  constructor(context: Context, cost: number, scale = 1) {
    this.simulation = context.simulate(SPEC);
    const { model, data } = this.simulation;
    this.runner = new RealTimeRunner(this.simulation, {
      clock: () => this.now,
      scale,
      history: 2000,
      advance: () => {
        this.made++;
        this.now += cost;
        return step(model, data);
      },
    });
  }

  /** Ticks until the clock shows `end`; one that is late ticks again at once. `each` hears of every frame shown. */
  until(end: number, each?: (frame: number) => void): void {
    let late = false;
    while (this.now < end - 1e-9) {
      if (!late) this.now = Math.min(end, this.now + PERIOD);
      const { frame, behind } = this.runner.tick();
      late = behind;
      each?.(frame);
    }
  }
}

/** Largest jump of the frame that is shown when the scale changes, of many changes. */
function largestJump(context: Context): number {
  const run = new Run(context, 0);
  let jump = 0;
  let shown = 0;
  for (const [k, scale] of [0.25, 3, 0, 1, -0.5, 0.1, 1.7, -1, 2].entries()) {
    run.until(run.now + 0.1137 * (k + 1), (frame) => {
      shown = frame;
    });
    run.runner.setScale(scale);
    jump = Math.max(jump, Math.abs(run.runner.tick().frame - shown));
  }
  return jump;
}

/** Steps that are made while the run goes back, and frames that are shown out of order. */
function backwards(context: Context): number {
  const run = new Run(context, 0);
  run.until(1);
  const made = run.made;
  run.runner.setScale(-1);
  let before = Number.POSITIVE_INFINITY;
  let wrong = 0;
  run.until(1.6, (frame) => {
    if (frame > before) wrong++;
    before = frame;
  });
  return wrong + run.made - made + Math.abs(before - 80);
}

/** Steps behind real time 1 s after a stall of 0.3 s, when a step takes half of its time. */
function afterStall(context: Context): number {
  const run = new Run(context, 0.5 * H);
  run.until(1);
  run.now += 0.3;
  run.until(run.now + 1);
  return Math.floor(run.now / H + 1e-6) - run.runner.lastFrame;
}

/** Whether a run that is resumed from frame 137 of 230 ends in the same bits. */
function resumed(context: Context): number {
  const run = new Run(context, 0);
  run.until(230 * H);
  const whole = stateHash(run.simulation.data);
  if (!run.runner.resumeAt(137)) return 0;
  run.until(run.now + 93 * H);
  return run.runner.lastFrame === 230 && stateHash(run.simulation.data) === whole ? 1 : 0;
}

const COUNT = "a whole number";

export const timeBase = defineExperiment({
  id: "own.time-base",
  title: "Time base of a run in real time",
  reference:
    "[Luaces2013] §5.2.1, (5.1) with the frame at the last change of scale: frames = f₀ + ⌊s t/h⌋, on an artificial clock.",
  rows: {
    "slow-motion": near("frames of 5 ms in 4 s at s = 0.25", "1", 200, 0, COUNT),
    scale: near("largest jump of the frame at nine changes of s", "1", 0, 0, COUNT),
    backwards: near("steps made and frames out of order at s = −1 for 0.6 s", "1", 0, 0, COUNT),
    stall: near("steps behind, 1 s after a stall of 0.3 s, t_mb = h/2", "1", 0, 1, "lag of one step"),
    resume: near("resumed from frame 137: 1 where the bits agree", "1", 1, 0, COUNT),
  },
  *measure(context) {
    const slow = new Run(context, 0, 0.25);
    slow.until(4);
    yield ["slow-motion", slow.made];
    yield ["scale", largestJump(context)];
    yield ["backwards", backwards(context)];
    yield ["stall", afterStall(context)];
    yield ["resume", resumed(context)];
  },
});
