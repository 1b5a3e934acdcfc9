import { STATUS, step } from "stiction";
import { type Context, runFor } from "../context.js";
import { atLeast, atMost, defineExperiment, near } from "../experiment.js";

/**
 * Grasps in the plane; [Williams2014], rows V17 to V20; polygons of our own, ground truth at h = 0.1 ms (1 ms in the
 * short run).
 */

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

const polygons = (full: boolean) => (full ? Array.from({ length: 10 }, (_, i) => i + 1) : [1, 2, 3, 4, 5]);
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
const reference = "[Williams2014] 5.2.5";

export const williamsV17 = defineExperiment({
  id: "williams.v17",
  title: "Grasp, exact geometry",
  reference: `${reference}: median distance from the ground truth, all polygons and times; archive 0.49 mm at h = 10 ms.`,
  scene: "planar-gripper",
  rows: {
    median: atMost("median distance, h = 10 ms", "mm", 0.5, "archive of the thesis, row V17"),
    early: near("runs that end early", "1", 0, 0, "row V17: every problem is solved"),
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
    fine: atMost("median distance, h = 1 ms", "mm", 0.03, "archive of the thesis, row V17"),
    worst: atMost("largest median distance over 0.049 mm per ms of h", "1", 1.02, "row V17: 0.5 mm at 10 ms, linear"),
    early: near("runs that end early", "1", 0, 0, "row V17: every problem is solved"),
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
      "row V18: 19 to 39 mm for the archive's first polygon",
    ),
  },
  *measure(context) {
    yield ["", Math.max(...distances(context, "standard", 0.005, 0).ends)];
  },
});

/** The first polygon of the archive, corners in m and initial angle. */
const FIRST = {
  "bodies.object.shapes[0].vertices": [
    [0.01195, 0.0261],
    [-0.0104, 0.02651],
    [-0.02558, 0.00369],
    [-0.01963, -0.01304],
    [0.0189, -0.03155],
    [0.01429, 0.0171],
  ],
  "bodies.object.orientation": 1.342,
};

/** Where the archive's first polygon is after 2 s, m. */
function endOfFirst(context: Context, contacts: string, h: number): [number, number] {
  const simulation = context.scene("planar-gripper", { params: { contacts, step: h }, set: FIRST });
  runFor(simulation, 2);
  const b = simulation.model.bodyNames.indexOf("object");
  return [simulation.data.bodyPos[3 * b], simulation.data.bodyPos[3 * b + 1]];
}

export const williamsV17First = defineExperiment({
  id: "williams.v17.first",
  title: "Grasp of the archive's first polygon",
  reference: `${reference}: it ends within 0.1 mm of its own ground truth (h = 0.1 ms; 1 ms in the short run) for every h, the standard model 19 to 39 mm off.`,
  scene: "planar-gripper",
  rows: {
    exact: atMost(
      "largest error in the end, exact geometry, h = 2, 5, 10 ms",
      "mm",
      0.1,
      "archive of the thesis, row V17",
    ),
    least: atLeast("standard model, smallest error, h = 1 … 5 ms", "mm", 19, "archive of the thesis, row V18"),
    most: atMost("standard model, largest error", "mm", 39, "archive of the thesis, row V18"),
  },
  *measure(context) {
    const right = endOfFirst(context, "peg", context.full ? 1e-4 : 1e-3);
    const errors = (contacts: string, steps: readonly number[]) =>
      steps.map((h) => {
        const [x, y] = endOfFirst(context, contacts, h);
        return 1000 * Math.hypot(x - right[0], y - right[1]);
      });
    yield ["exact", Math.max(...errors("peg", [0.002, 0.005, 0.01]))];
    const standard = errors("standard", context.full ? [0.001, 0.002, 0.003, 0.004, 0.005] : [0.005]);
    yield ["least", Math.min(...standard)];
    yield ["most", Math.max(...standard)];
  },
});

export const williamsV19 = defineExperiment({
  id: "williams.v19",
  title: "Grasp, corrective",
  reference: `${reference}: never at rest; thrown out of the hand at larger steps.`,
  scene: "planar-gripper",
  rows: {
    median: atLeast("median distance, h = 5 ms", "mm", 2, "row V19: 4 to 6 mm in the archive"),
    thrown: atLeast("largest distance in the end, h = 5 ms", "mm", 100, "row V19: metres"),
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
    "[Williams2014] 5.2.6: medians in the order exact, standard, corrective; friction 0.125 as in the archive.",
  scene: "planar-gripper",
  rows: {
    standard: atLeast(
      "median distance of the standard model over that of exact geometry, h = 5 ms",
      "1",
      1,
      "row V20: the order",
    ),
    corrective: atLeast(
      "median distance of the corrective model over that of the standard one",
      "1",
      1,
      "row V20: the order",
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

export const williamsV20Steps = defineExperiment({
  id: "williams.v20.steps",
  title: "Grasp with friction, ten steps",
  reference:
    "[Williams2014] 5.2.6: the order holds at every h; archive 0.09, 0.23, 5.6 mm at 1 ms and 1.67, 2.50, 11.9 mm at 10 ms.",
  scene: "planar-gripper",
  full: true,
  rows: {
    standard: atLeast("standard over exact, smallest of h = 1 to 10 ms", "1", 1, "row V20: the order"),
    corrective: atLeast("corrective over standard, smallest of h = 1 to 10 ms", "1", 1, "row V20: the order"),
    early: near("runs of exact geometry that end early", "1", 0, 0, "every problem is solved"),
  },
  *measure(context) {
    let [standard, corrective, early] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
    for (let k = 1; k <= 10; k++) {
      const [a, b, c] = ["peg", "standard", "corrective"].map((name) => distances(context, name, k / 1000, 0.125));
      standard = Math.min(standard, median(b.all) / median(a.all));
      corrective = Math.min(corrective, median(c.all) / median(b.all));
      early += a.early;
    }
    yield ["standard", standard];
    yield ["corrective", corrective];
    yield ["early", early];
  },
});
