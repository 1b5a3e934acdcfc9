import { type Simulation, STATUS, step } from "stiction";
import { type Context, runFor } from "../context.js";
import { atLeast, atMost, defineExperiment, error, near } from "../experiment.js";
import { overlapArea, totalOverlap } from "../reference/convex-overlap.js";

/** Complementarity time-stepping in the plane; [Williams2014], rows V1 to V13 and V25, V26. */

const statistics = ({ data }: Simulation): Float64Array =>
  (data.items.complementarity as { statistics: Float64Array }).statistics;
const angleOf = ({ data }: Simulation, b: number) => 2 * Math.atan2(data.bodyQuat[4 * b + 2], data.bodyQuat[4 * b + 3]);

const STEPS = [0.01, 0.1, 0.2, 0.3, 0.4, 0.5] as const;

/** Two rectangles that rotate together, one on the other: overlap after one step, m². */
function rotationOverlap(context: Context, h: number, implicit: number): number {
  const simulation = context.scene("rotating-rectangles", { params: { step: h, implicit } });
  step(simulation.model, simulation.data);
  return totalOverlap(simulation, overlapArea);
}

const byHand = "closed form, round-off";
export const williamsV1 = defineExperiment({
  id: "williams.v1",
  title: "Turning within a step lets bodies overlap",
  reference:
    "[Williams2014] 5.3: rectangles that rotate together overlap by 0.5 (1 − cos h) after one step, since contacts are those of its start. With gaps at the end of the step they do not.",
  scene: "rotating-rectangles",
  rows: {
    "0.01": near("overlap, h = 0.01 s", "m²", 0.5 * (1 - Math.cos(0.01)), 1e-9, byHand),
    "0.1": near("overlap, h = 0.1 s", "m²", 0.5 * (1 - Math.cos(0.1)), 1e-9, byHand),
    "0.2": near("overlap, h = 0.2 s", "m²", 0.5 * (1 - Math.cos(0.2)), 1e-9, byHand),
    "0.3": near("overlap, h = 0.3 s", "m²", 0.5 * (1 - Math.cos(0.3)), 1e-9, byHand),
    "0.4": near("overlap, h = 0.4 s", "m²", 0.5 * (1 - Math.cos(0.4)), 1e-9, byHand),
    "0.5": near("overlap, h = 0.5 s", "m²", 0.5 * (1 - Math.cos(0.5)), 1e-9, byHand),
    implicit: atMost(
      "overlap, h = 0.1 s, gaps at the end of the step, four rounds",
      "m²",
      1e-6,
      "0.0025 m² without; the fixed point gains two digits per round",
    ),
  },
  *measure(context) {
    for (const h of STEPS) yield [`${h}`, rotationOverlap(context, h, 0)];
    yield ["implicit", rotationOverlap(context, 0.1, 4)];
  },
});

export const williamsV2 = defineExperiment({
  id: "williams.v2",
  title: "Momentum of five bodies in a row",
  reference: "[Williams2014] 5.4: 3 kg m/s are kept through four plastic impacts; all end at 3/3.67 m/s.",
  scene: "plastic-row",
  rows: {
    momentum: error("largest change of momentum in any step", "kg m/s", 1e-12, "round-off of five products"),
    speed: near("speed in the end", "m/s", 3 / 3.67, 1e-6, "closed form, row V2"),
    failures: near("steps whose problem was not solved", "1", 0, 0, "every one is solvable"),
  },
  *measure(context) {
    const masses = [1.5, 1, 0.25, 0.12, 0.8];
    const { model, data } = context.scene("plastic-row");
    let worst = 0;
    let failures = 0;
    for (let k = 0; k < 600; k++) {
      if (step(model, data) & STATUS.notConverged) failures++;
      worst = Math.max(worst, Math.abs(masses.reduce((sum, m, i) => sum + m * data.bodyVel[6 * (i + 1) + 3], 0) - 3));
    }
    yield ["momentum", worst];
    yield ["speed", data.bodyVel[6 * 5 + 3]];
    yield ["failures", failures];
  },
});

/** Ground truth of the triangle drop, h = 1e-4 s ([Williams2014], archive): t, x, y, θ. */
const TRUTH = [
  [0.8, 1.28154, 2.02295, 1.0472],
  [0.9, 1.64263, 1.39753, 1.0472],
  [1.0, 2.04619, 0.69853, 1.0472],
  [1.1, 2.49224, -0.07404, 1.0472],
  [1.2, 2.98076, -0.92019, 1.0472],
  [1.3, 3.5081, -1.84204, 1.04249],
  [1.4, 4.04752, -2.85504, 1.02734],
] as const;

/** A run of the triangle drop: largest error of position over h, pose in the end, deepest constraint, failures. */
function drop(context: Context, contacts: string, h: number) {
  const simulation = context.scene("triangle-drop", { params: { contacts, step: h } });
  const { model, data } = simulation;
  let off = 0;
  let incline = 0;
  let gap = 0;
  let failures = 0;
  let before: [number, number, number] = [0, 1, 5];
  for (let k = 0; k < Math.round(1.5 / h); k++) {
    if (step(model, data) & STATUS.notConverged) failures++;
    gap = Math.min(gap, statistics(simulation)[9]);
    const [t, x, y] = [data.time, data.bodyPos[6], data.bodyPos[7]];
    for (const [at, tx, ty] of TRUTH) {
      if (before[0] >= at || t < at - 1e-9) continue;
      const part = (at - before[0]) / (t - before[0]);
      off = Math.max(off, Math.hypot(before[1] + part * (x - before[1]) - tx, before[2] + part * (y - before[2]) - ty));
    }
    const tau = t - 0.712409;
    const along = 6.05242 * tau + 4.247855 * tau * tau;
    if (t > 0.72 && t < 1.21)
      incline = Math.max(incline, Math.hypot(x - 1 - along / 2, y - 2.510589 + 0.866025 * along));
    before = [t, x, y];
  }
  return {
    off: off / h,
    incline: incline / h,
    gap,
    failures,
    x: data.bodyPos[6],
    y: data.bodyPos[7],
    // in flight since 1.33 s, so that the last step, which ends up to h/2 off, is made up for exactly
    angle: angleOf(simulation, 2) + (1.5 - data.time) * data.bodyVel[14],
  };
}

const dropSteps = (full: boolean) =>
  full ? Array.from({ length: 16 }, (_, i) => (i + 1) / 1000) : [0.002, 0.01, 0.016];

const dropReference = "[Williams2014] 5.2.1";

export const williamsV3 = defineExperiment({
  id: "williams.v3",
  title: "Triangle drop, exact geometry",
  reference: `${dropReference}: the triangle slides off the apex; first order in h against the run with h = 1e-4 s.`,
  scene: "triangle-drop",
  partial:
    "the row has angles of 1.004 to 1.013 rad in the end, the range of the archive's runs; ours are 1.0115 to 1.0129, and 1.0136 rad at h = 13 ms. The error is bounded instead",
  rows: {
    error: atMost("largest error of position over h", "m/s", 7, "row V3: free fall alone gives g t/2 = 6.2 h in 1.3 s"),
    gap: atLeast("smallest gap", "m", -1e-12, "round-off of a solution to 1e-10"),
    angle: atMost(
      "largest error of the angle at 1.5 s",
      "rad",
      0.0075,
      "archive of the thesis: below 0.0075 rad for every h",
    ),
    failures: near("steps whose problem was not solved", "1", 0, 0, "every one is solvable"),
  },
  *measure(context) {
    const runs = dropSteps(context.full).map((h) => drop(context, "peg", h));
    yield ["error", Math.max(...runs.map((r) => r.off))];
    yield ["gap", Math.min(...runs.map((r) => r.gap))];
    yield ["angle", Math.max(...runs.map((r) => Math.abs(r.angle - 1.0118)))];
    yield ["failures", runs.reduce((sum, r) => sum + r.failures, 0)];
  },
});

export const williamsV4 = defineExperiment({
  id: "williams.v4",
  title: "Triangle drop, closed form on the incline",
  reference: `${dropReference}: a plastic landing on a frictionless incline of 60°, 0.72 s to 1.21 s.`,
  scene: "triangle-drop",
  rows: { "": atMost("largest error of position over h", "m/s", 7, "row V4, first order") },
  *measure(context) {
    yield ["", Math.max(...dropSteps(context.full).map((h) => drop(context, "peg", h).incline))];
  },
});

export const williamsV5 = defineExperiment({
  id: "williams.v5",
  title: "Triangle drop, standard model",
  reference: `${dropReference}: caught at the apex, its left vertex on it, at every h.`,
  scene: "triangle-drop",
  rows: {
    x: near("x in the end", "m", 1.224745, 1e-6, "archive of the thesis, row V5"),
    y: near("y in the end", "m", 2.12132, 1e-6, "archive of the thesis, row V5"),
  },
  *measure(context) {
    const runs = dropSteps(context.full).map((h) => drop(context, "standard", h));
    const worst = (values: readonly number[], want: number) =>
      values.reduce((far, x) => (Math.abs(x - want) > Math.abs(far - want) ? x : far), want);
    yield [
      "x",
      worst(
        runs.map((r) => r.x),
        1.224745,
      ),
    ];
    yield [
      "y",
      worst(
        runs.map((r) => r.y),
        2.12132,
      ),
    ];
  },
});

export const williamsV6 = defineExperiment({
  id: "williams.v6",
  title: "Triangle drop, corrective",
  reference: `${dropReference}: bounces off by decimetres, whatever the step.`,
  scene: "triangle-drop",
  rows: {
    least: atLeast("smallest of the largest errors", "m", 0.1, "row V6: 0.1 to 1.3 m"),
    most: atMost("largest error", "m", 1.3, "row V6: 0.1 to 1.3 m"),
  },
  *measure(context) {
    const off = dropSteps(context.full).map((h) => drop(context, "corrective", h).off * h);
    yield ["least", Math.min(...off)];
    yield ["most", Math.max(...off)];
  },
});

const stackReference = "[Williams2014] 5.2.2";

/** The stack with a contact model, and how far any box has drifted sideways. */
function stack(context: Context, contacts: string) {
  const simulation = context.scene("staggered-stack", { params: { contacts } });
  const x = simulation.data.bodyPos.slice();
  const boxes = Array.from({ length: 9 }, (_, i) => i + 2);
  const drift = () => Math.max(...boxes.map((b) => Math.abs(simulation.data.bodyPos[3 * b] - x[3 * b])));
  return { simulation, boxes, drift };
}

export const williamsV7 = defineExperiment({
  id: "williams.v7",
  title: "Ten boxes fall onto a stack, exact geometry",
  reference: `${stackReference}: they rest without drift, all active gaps zero.`,
  scene: "staggered-stack",
  rows: {
    drift: atMost("largest sideways drift", "m", 1e-6, "archive of the thesis, row V7"),
    turn: atMost("largest rotation", "rad", 1e-6, "archive of the thesis, row V7"),
    gap: atLeast("smallest gap", "m", -1e-9, "archive of the thesis, row V7"),
    top: near("height of the top box", "m", 9.7, 1e-9, "ten boxes of 1 m on 0.2 m"),
    landed: near("step in which the last box lands", "1", 121, 2, "closed form of the fall from 0.2 m each"),
    failures: near("steps whose problem was not solved", "1", 0, 0, "every one is solvable"),
  },
  *measure(context) {
    const { simulation, boxes, drift } = stack(context, "peg");
    const { model, data } = simulation;
    let gap = 0;
    let landed = 0;
    let failures = 0;
    for (let k = 1; k <= (context.full ? 5000 : 400); k++) {
      if (step(model, data) & STATUS.notConverged) failures++;
      gap = Math.min(gap, statistics(simulation)[9]);
      if (landed === 0 && data.bodyPos[31] < 9.7 + 1e-6) landed = k;
    }
    yield ["drift", drift()];
    yield ["turn", Math.max(...boxes.map((b) => Math.abs(angleOf(simulation, b))))];
    yield ["gap", gap];
    yield ["top", data.bodyPos[31]];
    yield ["landed", landed];
    yield ["failures", failures];
  },
});

export const williamsV8 = defineExperiment({
  id: "williams.v8",
  title: "Ten boxes fall onto a stack, standard model",
  reference: `${stackReference}: corners are trapped when the top box comes within reach, about step 120.`,
  scene: "staggered-stack",
  rows: {
    before: atMost("drift until step 115", "m", 1e-9, "nothing is within reach of a corner yet"),
    after: atLeast("drift by step 130", "m", 0.01, "trapped, and pushed sideways: more than any round-off"),
  },
  *measure(context) {
    const { simulation, drift } = stack(context, "standard");
    runFor(simulation, 115 * 0.005);
    yield ["before", drift()];
    runFor(simulation, 15 * 0.005);
    yield ["after", drift()];
  },
});

export const williamsV9 = defineExperiment({
  id: "williams.v9",
  title: "Ten boxes fall onto a stack, corrective",
  reference: `${stackReference}: the stack is thrown apart; only the static box is left.`,
  scene: "staggered-stack",
  rows: { "": near("boxes still on the stack after 3 s", "1", 0, 0, "archive of the thesis, row V9") },
  *measure(context) {
    const { simulation, boxes } = stack(context, "corrective");
    runFor(simulation, 3);
    const { bodyPos } = simulation.data;
    // on the stack: over the static box, at least its own height up
    yield ["", boxes.filter((b) => bodyPos[3 * b + 1] > 1.2 && Math.abs(bodyPos[3 * b]) < 0.5).length];
  },
});

/** A run of the box of polygons: mean overlap, steps until a problem is not solved, mean numbers of constraints. */
function polygons(context: Context, contacts: string, h: number, seed: number, implicit: number, time: number) {
  const simulation = context.scene("polygon-box", { params: { contacts, step: h, seed, implicit } });
  const { model, data } = simulation;
  const steps = Math.round(time / h);
  let sum = 0;
  let inter = 0;
  for (let k = 0; k < steps; k++) {
    if (step(model, data) & STATUS.notConverged) return { mean: sum / k, failed: k, inter: inter / k };
    sum += totalOverlap(simulation, overlapArea);
    inter += statistics(simulation)[3];
  }
  return { mean: sum / steps, failed: -1, inter: inter / steps };
}

const average = (values: readonly number[]) => values.reduce((sum, x) => sum + x, 0) / values.length;

const boxReference = "[Williams2014] 5.2.3";
const sets = (full: boolean) => (full ? Array.from({ length: 10 }, (_, i) => i + 1) : [1]);
const span = (full: boolean) => (full ? 5 : 2);

/** What of row V10 is not met. */
const missedAtOneMillisecond =
  "at h = 1 ms the row says 1e-8 m²; the semi-implicit step of the thesis, ours by default, leaves more in the mean of our ten starts (`williams.v10.fine.semi`, in the full run): pairs that rotate together, flush, cause most of it. With gaps at the end of the step, `implicit: 2`, the row is met";

export const williamsV10 = defineExperiment({
  id: "williams.v10",
  title: "Polygons in a box, exact geometry",
  reference: `${boxReference}: mean overlap of all pairs; archive: 6e-9 m² at 1 ms, 3e-6 m² at 10 ms.`,
  scene: "polygon-box",
  partial: missedAtOneMillisecond,
  rows: {
    coarse: atMost("mean overlap, h = 10 ms", "m²", 1e-5, "archive of the thesis, row V10"),
    implicit: atMost(
      "mean overlap, h = 10 ms, gaps at the end of the step",
      "m²",
      1e-6,
      "a tenth of row V10: rotation caused most of the overlap",
    ),
    failures: near("runs in which a problem was not solved", "1", 0, 0, "archive of the thesis, row V10"),
  },
  *measure(context) {
    const runs = sets(context.full).map((seed) => polygons(context, "peg", 0.01, seed, 0, span(context.full)));
    const exact = sets(context.full).map((seed) => polygons(context, "peg", 0.01, seed, 2, span(context.full)));
    yield ["coarse", average(runs.map((r) => r.mean))];
    yield ["implicit", average(exact.map((r) => r.mean))];
    yield ["failures", [...runs, ...exact].filter((r) => r.failed >= 0).length];
  },
});

export const williamsV11 = defineExperiment({
  id: "williams.v11",
  title: "Polygons in a box, corrective",
  reference: `${boxReference}: archive 4.5e-4 m² at 10 ms.`,
  scene: "polygon-box",
  rows: {
    least: atLeast(
      "mean overlap, h = 10 ms",
      "m²",
      4.5e-5,
      "a tenth of the archive's figure: other polygons, and fewer in a short run",
    ),
    most: atMost("mean overlap, h = 10 ms", "m²", 4.5e-3, "ten times the archive's figure"),
    ratio: atLeast("the same over that of exact geometry", "1", 100, "archive of the thesis, row V11"),
  },
  *measure(context) {
    const mean = (contacts: string) =>
      average(sets(context.full).map((seed) => polygons(context, contacts, 0.01, seed, 0, span(context.full)).mean));
    const corrective = mean("corrective");
    yield ["least", corrective];
    yield ["most", corrective];
    yield ["ratio", corrective / mean("peg")];
  },
});

export const williamsV12 = defineExperiment({
  id: "williams.v12",
  title: "Polygons in a box, standard and locally non-convex model",
  reference: `${boxReference}: neither gets to the end: contacts that cannot hold at once, or bodies inside each other.`,
  scene: "polygon-box",
  partial:
    "the row says that no run gets to the end; of our ten starts four of the locally non-convex model fail, four end with 300 to 1200 times the overlap of exact geometry, and in two (4 and 6) no corners meet and it does as well",
  rows: {
    standard: near("standard model: runs of 5 s that get to the end", "1", 0, 0, "archive of the thesis, row V12"),
    lnc: atLeast(
      "locally non-convex: mean overlap of all starts over that of exact geometry",
      "1",
      10,
      "row V12: its corners pass through each other; a run that fails counts as 10",
    ),
  },
  *measure(context) {
    yield [
      "standard",
      sets(context.full).filter((seed) => polygons(context, "standard", 0.01, seed, 0, 5).failed < 0).length,
    ];
    const lnc = sets(context.full).map((seed) => polygons(context, "lnc", 0.01, seed, 0, 5));
    const peg = average(sets(context.full).map((seed) => polygons(context, "peg", 0.01, seed, 0, 5).mean));
    yield ["lnc", average(lnc.map((r) => (r.failed >= 0 ? 10 : r.mean / peg)))];
  },
});

export const williamsV13 = defineExperiment({
  id: "williams.v13",
  title: "Polygons in a box, corners per step",
  reference: `${boxReference}: inter-contact constraints per step rise with the reach and so with h, from 2 at 1 ms to 16 at 10 ms.`,
  scene: "polygon-box",
  rows: {
    "": atLeast(
      "inter-contact constraints per step at 10 ms over those at 2 ms",
      "1",
      2,
      "row V13: 15.6/3.3 in the archive; fewer bodies in a short run",
    ),
  },
  *measure(context) {
    const mean = (h: number) =>
      average(sets(context.full).map((seed) => polygons(context, "peg", h, seed, 0, span(context.full)).inter));
    yield ["", mean(0.01) / mean(0.002)];
  },
});

export const williamsV10Fine = defineExperiment({
  id: "williams.v10.fine",
  title: "Polygons in a box, 1 ms",
  reference: "[Williams2014] 5.2.3, V10: 1e-8 m² at h = 1 ms, ten starts, 5 s; archive 6e-9 m² pooled over nine.",
  scene: "polygon-box",
  full: true,
  partial: missedAtOneMillisecond,
  rows: {
    semi: atLeast(
      "mean overlap, semi-implicit step: misses row V10",
      "m²",
      1e-8,
      "row V10, the other way round: holds as long as the printed method misses it",
    ),
    implicit: atMost("mean overlap, gaps at the end of the step", "m²", 1e-8, "archive of the thesis, row V10"),
    failures: near("runs in which a problem was not solved", "1", 0, 0, "archive of the thesis, row V10"),
  },
  *measure(context) {
    const seeds = Array.from({ length: 10 }, (_, i) => i + 1);
    const semi = seeds.map((seed) => polygons(context, "peg", 0.001, seed, 0, 5));
    const exact = seeds.map((seed) => polygons(context, "peg", 0.001, seed, 2, 5));
    yield ["semi", average(semi.map((r) => r.mean))];
    yield ["implicit", average(exact.map((r) => r.mean))];
    yield ["failures", [...semi, ...exact].filter((r) => r.failed >= 0).length];
  },
});

export const williamsV10Steps = defineExperiment({
  id: "williams.v10.steps",
  title: "Polygons in a box, steps up to 16 ms",
  reference: `${boxReference}: completes 5 s for every h up to 16 ms; ten starts each.`,
  scene: "polygon-box",
  full: true,
  partial: missedAtOneMillisecond,
  rows: {
    failures: near(
      "runs in which a problem was not solved, h = 4, 8, 12, 16 ms",
      "1",
      0,
      0,
      "archive of the thesis, row V10",
    ),
    ratio: atLeast(
      "h = 16 ms: mean overlap of the corrective model over that of exact geometry",
      "1",
      100,
      "archive of the thesis, row V11",
    ),
  },
  *measure(context) {
    const seeds = Array.from({ length: 10 }, (_, i) => i + 1);
    const all = (contacts: string, h: number) => seeds.map((seed) => polygons(context, contacts, h, seed, 0, 5));
    const runs = [0.004, 0.008, 0.012, 0.016].map((h) => all("peg", h));
    const corrective = all("corrective", 0.016);
    yield ["failures", runs.flat().filter((r) => r.failed >= 0).length];
    yield ["ratio", average(corrective.map((r) => r.mean)) / average(runs[3].map((r) => r.mean))];
  },
});
