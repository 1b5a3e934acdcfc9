import type { Simulation } from "stiction";
import { COUNTER, step } from "stiction";
import { type Context, runFor } from "../context.js";
import { atLeast, atMost, defineExperiment, near } from "../experiment.js";

/** The stack of [Gribel2009] §5.1: 20 squares of 0.5 m and 2 kg, step 10 ms, in the thesis's solver and in ours. */

const BOXES = 20;
const SIDE = 0.5;
const MASS = 2;
const G = 9.81;
const OBSERVED = 15;

/** Fallen: a box tilted by more than 0.3 rad, 0.25 m below or 0.2 m above its start. */
function hasFallen({ model, data }: Simulation, start: Float64Array): boolean {
  for (let b = 2; b < model.nb; b++) {
    const z = data.bodyQuat[4 * b + 2];
    const rise = data.bodyPos[3 * b + 1] - start[3 * b + 1];
    if (Math.abs(2 * Math.asin(Math.min(1, Math.abs(z)))) > 0.3 || rise < -0.25 || rise > 0.2) return true;
  }
  return false;
}

/** [time of the fall or ∞, largest sway of the top box, m] */
function watch(simulation: Simulation, seconds: number): [number, number] {
  const { model, data } = simulation;
  const start = data.bodyPos.slice();
  const top = 3 * (model.nb - 1);
  let sway = 0;
  while (data.time < seconds - 1e-9) {
    step(model, data);
    sway = Math.max(sway, Math.abs(data.bodyPos[top] - start[top]));
    if (hasFallen(simulation, start)) return [data.time, sway];
  }
  return [Number.POSITIVE_INFINITY, sway];
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
}

const SEEDS = 20;
const seeds = Array.from({ length: SEEDS }, (_, k) => k + 1);

function medianFall(context: Context, iterations: number): number {
  const times = seeds.map((seed) => {
    const params = { preset: "thesis", iterations, order: "bottom-up", offset: 1e-4, seed };
    return watch(context.scene("stack", { params }), OBSERVED)[0];
  });
  return median(times);
}

export const gribelStackRandom = defineExperiment({
  id: "gribel.v17",
  title: "Stack in the thesis's solver, from below, boxes ± 0.1 mm off the axis",
  reference:
    "[Gribel2009] §5.1, row V17: medians of 20 seeds with 10, 50 and 100 sweeps: 2.1, 5.2 and 8.3 s in an independent prototype, strictly increasing.",
  scene: "stack",
  full: true,
  partial:
    "the order is as in an independent prototype, but 50 and 100 sweeps fall after 4.0 and 5.7 s here, 5.2 and 8.3 s in the prototype. The solution is not converged, and its error depends on the order of the two points of a pair, which the source does not state. Of the orders tried (nine of points, four of normal and friction rows, three seeds each) one, friction before the normal row, falls after 2.35, 4.6 and 7.7 s, but then V18 fails; hysteresis changes nothing",
  rows: {
    ten: near(
      "median time of the fall, 10 sweeps",
      "s",
      2.1,
      0.15 * 2.1,
      "15 % of an independent prototype: falling is sensitive to rounding",
    ),
    "fifty-over-ten": atLeast(
      "50 sweeps over 10 sweeps",
      "1",
      1.5,
      "strictly increasing; in an independent prototype 2.5",
    ),
    "hundred-over-fifty": atLeast(
      "100 sweeps over 50 sweeps",
      "1",
      1.15,
      "strictly increasing; in an independent prototype 1.6",
    ),
  },
  *measure(context) {
    const [ten, fifty, hundred] = [10, 50, 100].map((iterations) => medianFall(context, iterations));
    yield ["ten", ten];
    yield ["fifty-over-ten", fifty / ten];
    yield ["hundred-over-fifty", hundred / fifty];
  },
});

export const gribelStackAligned = defineExperiment({
  id: "gribel.v18",
  title: "Stack in the thesis's solver, from above, exactly aligned",
  reference:
    "[Gribel2009] §5.1, row V18: falls with 10 and 50 sweeps (3.65 and 9.72 s in the prototype), stands 15 s with 100.",
  scene: "stack",
  rows: {
    ten: atMost("time of the fall, 10 sweeps", "s", OBSERVED, "falls within the observed 15 s"),
    fifty: atMost("time of the fall, 50 sweeps", "s", OBSERVED, "falls within the observed 15 s"),
    later: atLeast("50 sweeps over 10 sweeps", "1", 2, "row V18: at least twice the time"),
    stands: atLeast("time of the fall, 100 sweeps", "s", OBSERVED, "stands as long as it is observed"),
  },
  *measure(context) {
    const fall = (iterations: number) =>
      watch(context.scene("stack", { params: { preset: "thesis", iterations, order: "top-down" } }), OBSERVED)[0];
    const [ten, fifty] = [fall(10), fall(50)];
    yield ["ten", ten];
    yield ["fifty", fifty];
    yield ["later", fifty / ten];
    yield ["stands", Math.min(fall(100), OBSERVED)];
  },
});

/** [number of stacks that stand, largest sway] with warm start. */
function warm(context: Context, order: string, iterations: number): [number, number] {
  let stand = 0;
  let worst = 0;
  for (const seed of seeds) {
    const params = {
      preset: "thesis",
      clamp: "accumulated",
      warmStart: "on",
      order,
      iterations,
      offset: 1e-4,
      seed,
    };
    const [fall, sway] = watch(context.scene("stack", { params }), OBSERVED);
    if (fall === Number.POSITIVE_INFINITY) stand++;
    worst = Math.max(worst, sway);
  }
  return [stand, worst];
}

export const gribelStackWarm = defineExperiment({
  id: "gribel.v19",
  title: "Stack in the thesis's solver with warm start: stands",
  reference:
    "[Gribel2009], row V19: 20 of 20 seeds stand 15 s; sway from below < 40 mm (50 sweeps), < 20 mm (100), from above < 0.25 m, < 0.12 m.",
  scene: "stack",
  full: true,
  partial:
    "sway from below: with 100 sweeps 28 mm for the worst of 20 seeds, where the row says 20 mm; it depends on the order of points as V17 does",
  rows: {
    "below-50": near("stacks that stand, from below, 50 sweeps", "1", SEEDS, 0, "row V19: all of them"),
    "below-100": near("stacks that stand, from below, 100 sweeps", "1", SEEDS, 0, "row V19: all of them"),
    "above-50": near("stacks that stand, from above, 50 sweeps", "1", SEEDS, 0, "row V19: all of them"),
    "above-100": near("stacks that stand, from above, 100 sweeps", "1", SEEDS, 0, "row V19: all of them"),
    "sway-above-50": atMost("largest sway, from above, 50 sweeps", "m", 0.25, "row V19"),
    "sway-above-100": atMost("largest sway, from above, 100 sweeps", "m", 0.12, "row V19"),
  },
  *measure(context) {
    yield ["below-50", warm(context, "bottom-up", 50)[0]];
    yield ["below-100", warm(context, "bottom-up", 100)[0]];
    const above = warm(context, "top-down", 50);
    yield ["above-50", above[0]];
    yield ["sway-above-50", above[1]];
    const above100 = warm(context, "top-down", 100);
    yield ["above-100", above100[0]];
    yield ["sway-above-100", above100[1]];
  },
});

/** The stack in sweeps over soft contacts of the given frequency. */
function softStack(context: Context, boxes: number, substeps: number, frequency: number, damping = 10): Simulation {
  return context.scene("stack", {
    params: { preset: "fast", boxes },
    set: {
      "formulation.substeps": substeps,
      "formulation.contactFrequency": frequency,
      "formulation.contactDamping": damping,
      "formulation.contacts": "iterative",
    },
  });
}

/** Deepest overlap of any contact point. */
function depth({ data }: Simulation): number {
  let worst = 0;
  const points = data.counter[COUNTER.points];
  for (let i = 0; i < points; i++) worst = Math.max(worst, -data.pointGap[i]);
  return worst;
}

/**
 * Depth of the contact between the two lowest boxes: each of its two points carries half of the boxes above, m₀ = 1/K
 * with K = 2/m + 2 (a/2)²/I and I = m a²/6, so m₀ = m/5.
 */
function deflection(boxes: number, frequency: number): number {
  const omega = 2 * Math.PI * frequency;
  return ((boxes - 1) * MASS * G) / 2 / ((MASS / 5) * omega * omega);
}

export const gribelStackSoft = defineExperiment({
  id: "gribel.v20",
  title: "Stack on soft contacts of 125 Hz: stands without swaying",
  reference: "[Gribel2009], row V20: 10 sub-steps of 1 ms, 30 s.",
  scene: "stack",
  rows: {
    stands: atLeast("time of the fall", "s", 30, "stands as long as it is observed"),
    sway: atMost("largest sway of the top box in 30 s", "m", 1e-3, "row V20"),
    depth: near("deepest overlap at the end", "m", 0.76e-3, 0.1 * 0.76e-3, "row V20: 10 %"),
  },
  *measure(context) {
    const simulation = softStack(context, BOXES, 10, 125);
    const [fall, sway] = watch(simulation, 30);
    yield ["stands", Math.min(fall, 30)];
    yield ["sway", sway];
    yield ["depth", depth(simulation)];
  },
});

export const gribelColumn = defineExperiment({
  id: "gribel.v21",
  title: "Column of soft contacts: buckles under its own weight beyond N_crit",
  reference:
    "[Gribel2009], row V21: N_crit = (0.784 a ω²/g)^⅓ = 11.2 boxes at 30 Hz (Greenhill); 11 stand 60 s, 14 fall before 20 s.",
  scene: "stack",
  rows: {
    critical: near("N_crit of 0.5 m at 30 Hz", "1", 11.2, 0.05, "printed digits"),
    below: atLeast("time of the fall, 11 boxes", "s", 60, "stands as long as it is observed"),
    above: atMost("time of the fall, 14 boxes", "s", 20, "row V21"),
  },
  *measure(context) {
    const simulation = softStack(context, 11, 4, 30);
    const side = 2 * Math.abs(simulation.data.bodyPos[3 * 2 + 1]);
    yield ["critical", ((0.784 * side * (2 * Math.PI * 30) ** 2) / G) ** (1 / 3)];
    yield ["below", Math.min(60, watch(simulation, 60)[0])];
    yield ["above", watch(softStack(context, 14, 4, 30), 20)[0]];
  },
});

/** Overlap of the two lowest boxes by the distance of their centres, so that a lean does not count. */
function lowest({ data }: Simulation): number {
  return SIDE - (data.bodyPos[3 * 3 + 1] - data.bodyPos[3 * 2 + 1]);
}

export const gribelDeflection = defineExperiment({
  id: "gribel.v22",
  title: "A soft contact is a spring: depth F/(m₀ ω²)",
  reference: "[Gribel2009], row V22: 186.4 N on 0.4 kg at 30 Hz is 13.1 mm, whatever damping and sub-steps.",
  scene: "stack",
  rows: {
    thirty: near(
      "depth between the two lowest of 20 boxes, 30 Hz, after 2 s",
      "m",
      0.0131,
      0.02 * 0.0131,
      "row V22: 2 %; the column settles slowly, and has not yet buckled",
    ),
    four: near("the same over the formula, 5 boxes after 10 s, 4 sub-steps", "1", 1, 0.02, "row V22: 2 %"),
    many: near("the same with 16 sub-steps", "1", 1, 0.02, "row V22: 2 %"),
    damping: near("the same with a damping ratio of 1", "1", 1, 0.02, "row V22: 2 %"),
    stiff: near("the same at 60 Hz", "1", 1, 0.02, "row V22: 2 %"),
  },
  *measure(context) {
    const over = (substeps: number, frequency: number, damping: number) => {
      const simulation = softStack(context, 5, substeps, frequency, damping);
      runFor(simulation, 10);
      return lowest(simulation) / deflection(5, frequency);
    };
    const high = softStack(context, BOXES, 4, 30);
    runFor(high, 2);
    yield ["thirty", lowest(high)];
    yield ["four", over(4, 30, 10)];
    yield ["many", over(16, 30, 10)];
    yield ["damping", over(4, 30, 1)];
    yield ["stiff", over(4, 60, 10)];
  },
});

export const stackStands = defineExperiment({
  id: "own.stack",
  title: "The stack of the thesis with our default: stands",
  reference: "Goal: 20 boxes stand 600 s with a sway of at most 0.5 mm; the island is solved directly.",
  scene: "stack",
  rows: {
    sway: atMost(
      "largest sway of the top box, boxes ± 0.1 mm off the axis, preset fast",
      "m",
      5e-4,
      "goal: 0.5 mm, five times the initial offsets",
    ),
    depth: atMost("deepest overlap at the end", "m", 1e-4, "contacts that are solved directly do not yield"),
    precise: atMost("the same sway, preset precise", "m", 5e-4, "goal: 0.5 mm, five times the initial offsets"),
  },
  *measure(context) {
    const params = { preset: "fast", offset: 1e-4, seed: 1 };
    const simulation = context.scene("stack", { params });
    const [fall, sway] = watch(simulation, context.full ? 600 : 15);
    yield ["sway", fall === Number.POSITIVE_INFINITY ? sway : fall];
    yield ["depth", depth(simulation)];
    const precise = watch(context.scene("stack", { params: { ...params, preset: "precise" } }), context.full ? 60 : 3);
    yield ["precise", precise[0] === Number.POSITIVE_INFINITY ? precise[1] : precise[0]];
  },
});
