import { STATUS, step } from "stiction";
import type { Context } from "../context.js";
import { atLeast, atMost, defineExperiment, near } from "../experiment.js";

/** Grasps in the plane: spec of the experiments of [Williams2014], rows V17 to V20; polygons of our own, ground truth at h = 0.1 ms (1 ms in the short run). */

/** Way of the object every 10 ms, m, until a problem is not solved. */
function grasp(context: Context, polygon: number, contacts: string, h: number, friction: number): [number, number][] {
  const { model, data } = context.scene("planar-gripper", { params: { polygon, contacts, step: h, friction } });
  const b = model.bodyIndex.get("object") as number;
  const out: [number, number][] = [];
  let next = 0.01;
  const before = [data.bodyPos[3 * b], data.bodyPos[3 * b + 1]];
  while (data.time < 2 - 1e-9) {
    if (step(model, data) & STATUS.notConverged) return out;
    const [x, y] = [data.bodyPos[3 * b], data.bodyPos[3 * b + 1]];
    while (next <= data.time + 1e-9) {
      const part = (next - (data.time - h)) / h;
      out.push([before[0] + part * (x - before[0]), before[1] + part * (y - before[1])]);
      next += 0.01;
    }
    before[0] = x;
    before[1] = y;
  }
  return out;
}

const polygons = (full: boolean) => (full ? Array.from({ length: 10 }, (_, i) => i + 1) : [2, 3]);
const truths = new WeakMap<Context, Map<string, [number, number][]>>();

function truth(context: Context, polygon: number, friction: number): [number, number][] {
  let known = truths.get(context);
  if (known === undefined) {
    known = new Map();
    truths.set(context, known);
  }
  const key = `${polygon} ${friction}`;
  let way = known.get(key);
  if (way === undefined) {
    way = grasp(context, polygon, "peg", context.full ? 1e-4 : 1e-3, friction);
    known.set(key, way);
  }
  return way;
}

/** Distances from the ground truth, mm, of all polygons; a run that ends early counts as 1 m off from there on. */
function distances(
  context: Context,
  contacts: string,
  h: number,
  friction: number,
): { all: number[]; ends: number[]; early: number } {
  const all: number[] = [];
  const ends: number[] = [];
  let early = 0;
  for (const polygon of polygons(context.full)) {
    const right = truth(context, polygon, friction);
    const way = grasp(context, polygon, contacts, h, friction);
    if (way.length < right.length) early++;
    const off = right.map((p, i) => (i < way.length ? 1000 * Math.hypot(way[i][0] - p[0], way[i][1] - p[1]) : 1000));
    all.push(...off);
    ends.push(off[off.length - 1]);
  }
  return { all: all.sort((x, y) => x - y), ends, early };
}

const median = (sorted: readonly number[]) => sorted[sorted.length >> 1];
const reference = "[Williams2014] 5.2.5, spec of the experiments, 3.5";

export const williamsV17 = defineExperiment({
  id: "williams.v17",
  title: "Grasp, exact geometry",
  reference: `${reference}: median distance from the ground truth, all polygons and times; archive 0.49 mm at h = 10 ms.`,
  scene: "planar-gripper",
  rows: {
    median: atMost("median distance, h = 10 ms", "mm", 0.5, "spec row V17"),
    early: near("runs that end early", "1", 0, 0, "spec row V17: every problem is solved"),
  },
  *measure(context) {
    const { all, early } = distances(context, "peg", 0.01, 0);
    yield ["median", median(all)];
    yield ["early", early];
  },
});

export const williamsV17Steps = defineExperiment({
  id: "williams.v17.steps",
  title: "Grasp, exact geometry, ten steps",
  reference: `${reference}: archive 0.03 mm at 1 ms to 0.49 mm at 10 ms.`,
  scene: "planar-gripper",
  full: true,
  rows: {
    fine: atMost("median distance, h = 1 ms", "mm", 0.03, "spec row V17"),
    worst: atMost(
      "largest median distance over 0.049 mm per ms of h",
      "1",
      1.02,
      "spec row V17: 0.5 mm at 10 ms, linear",
    ),
    early: near("runs that end early", "1", 0, 0, "spec row V17: every problem is solved"),
  },
  *measure(context) {
    const steps = Array.from({ length: 10 }, (_, i) => (i + 1) / 1000);
    const runs = steps.map((h) => distances(context, "peg", h, 0));
    yield ["fine", median(runs[0].all)];
    yield ["worst", Math.max(...runs.map((r, i) => median(r.all) / (0.049 * (i + 1))))];
    yield ["early", runs.reduce((sum, r) => sum + r.early, 0)];
  },
});

export const williamsV18 = defineExperiment({
  id: "williams.v18",
  title: "Grasp, standard model",
  reference: `${reference}: fingertips are trapped at corners; the grasp is another one, or the problem has no solution.`,
  scene: "planar-gripper",
  rows: {
    "": atLeast(
      "largest distance in the end, h = 5 ms; 1 m where a run ends early",
      "mm",
      5,
      "spec row V18: 19 to 39 mm for the archive's first polygon",
    ),
  },
  *measure(context) {
    yield ["", Math.max(...distances(context, "standard", 0.005, 0).ends)];
  },
});

export const williamsV19 = defineExperiment({
  id: "williams.v19",
  title: "Grasp, corrective",
  reference: `${reference}: never at rest; thrown out of the hand at larger steps.`,
  scene: "planar-gripper",
  rows: {
    median: atLeast("median distance, h = 5 ms", "mm", 2, "spec row V19: 4 to 6 mm in the archive"),
    thrown: atLeast("largest distance in the end, h = 5 ms", "mm", 100, "spec row V19: metres"),
  },
  *measure(context) {
    const { all, ends } = distances(context, "corrective", 0.005, 0);
    yield ["median", median(all)];
    yield ["thrown", Math.max(...ends)];
  },
});

export const williamsV20 = defineExperiment({
  id: "williams.v20",
  title: "Grasp with friction",
  reference:
    "[Williams2014] 5.2.6, spec of the experiments, 3.6: medians in the order exact, standard, corrective; friction 0.125 as in the archive.",
  scene: "planar-gripper",
  rows: {
    standard: atLeast(
      "median distance of the standard model over that of exact geometry, h = 5 ms",
      "1",
      1,
      "spec row V20: the order",
    ),
    corrective: atLeast(
      "median distance of the corrective model over that of the standard one",
      "1",
      1,
      "spec row V20: the order",
    ),
    early: near("runs of exact geometry that end early", "1", 0, 0, "every problem is solved"),
  },
  *measure(context) {
    const [peg, standard, corrective] = ["peg", "standard", "corrective"].map((name) =>
      distances(context, name, 0.005, 0.125),
    );
    yield ["standard", median(standard.all) / median(peg.all)];
    yield ["corrective", median(corrective.all) / median(standard.all)];
    yield ["early", peg.early];
  },
});
