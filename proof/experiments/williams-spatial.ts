import { type Simulation, STATUS, step } from "stiction";
import { type Context, runFor } from "../context.js";
import { atLeast, atMost, defineExperiment, near } from "../experiment.js";
import { overlapVolume, totalOverlap } from "../reference/convex-overlap.js";
import { polyhedraCost } from "../reference/polyhedra-cost.js";
import { cpuClock } from "../reference/real-time.js";

/** Complementarity time-stepping in space; [Williams2014], rows V14 to V16 and V24 to V27. */

const statistics = ({ data }: Simulation): Float64Array =>
  (data.items.complementarity as { statistics: Float64Array }).statistics;

const average = (values: readonly number[]) => values.reduce((sum, x) => sum + x, 0) / values.length;

/** Icosahedra in a box: mean overlap volume, mean rows, steps that were not solved. */
function polyhedra(
  context: Context,
  contacts: ContactModelName,
  h: number,
  turn: number,
  implicit: number,
  time: number,
) {
  const simulation = context.scene("polyhedron-box", { params: { contacts, step: h, turn, implicit } });
  const { model, data } = simulation;
  const steps = Math.round(time / h);
  let sum = 0;
  let rows = 0;
  let failures = 0;
  for (let k = 0; k < steps; k++) {
    if (step(model, data) & STATUS.notConverged) failures++;
    sum += totalOverlap(simulation, overlapVolume);
    rows += statistics(simulation)[0];
  }
  return { mean: sum / steps, rows: rows / steps, failures };
}

const turns = (full: boolean) => (full ? Array.from({ length: 10 }, (_, i) => 0.2 + 0.001 * i) : [0.2]);
const span = (full: boolean) => (full ? 5 : 2);
const reference = "[Williams2014] 5.2.4";

export const williamsV14 = defineExperiment({
  id: "williams.v14",
  title: "Polyhedra in a box, exact geometry",
  reference: `${reference}: mean overlap volume; archive 3.5e-8 m³ at h = 10 ms.`,
  scene: "polyhedron-box",
  rows: {
    coarse: atMost("mean overlap, h = 10 ms", "m³", 1e-6, "archive of the thesis, row V14"),
    implicit: atMost(
      "mean overlap, h = 10 ms, gaps at the end of the step",
      "m³",
      1e-7,
      "a tenth of row V14: rotation caused most of the overlap",
    ),
    failures: near("steps whose problem was not solved", "1", 0, 0, "row V14: completes"),
  },
  *measure(context) {
    const runs = turns(context.full).map((turn) => polyhedra(context, "peg", 0.01, turn, 0, span(context.full)));
    const exact = turns(context.full).map((turn) => polyhedra(context, "peg", 0.01, turn, 2, span(context.full)));
    yield ["coarse", average(runs.map((r) => r.mean))];
    yield ["implicit", average(exact.map((r) => r.mean))];
    yield ["failures", [...runs, ...exact].reduce((sum, r) => sum + r.failures, 0)];
  },
});

export const williamsV14Fine = defineExperiment({
  id: "williams.v14.fine",
  title: "Polyhedra in a box, 1 ms",
  reference: `${reference}: archive 5e-15 m³ at h = 1 ms, one run.`,
  scene: "polyhedron-box",
  full: true,
  rows: {
    semi: atMost("mean overlap, ten starts", "m³", 2e-9, "archive of the thesis, row V14"),
    implicit: atMost("mean overlap, gaps at the end of the step", "m³", 2e-9, "archive of the thesis, row V14"),
    failures: near("steps whose problem was not solved", "1", 0, 0, "row V14: completes"),
  },
  *measure(context) {
    const runs = turns(true).map((turn) => polyhedra(context, "peg", 0.001, turn, 0, 5));
    const exact = turns(true).map((turn) => polyhedra(context, "peg", 0.001, turn, 2, 5));
    yield ["semi", average(runs.map((r) => r.mean))];
    yield ["implicit", average(exact.map((r) => r.mean))];
    yield ["failures", [...runs, ...exact].reduce((sum, r) => sum + r.failures, 0)];
  },
});

export const williamsV14Steps = defineExperiment({
  id: "williams.v14.steps",
  title: "Polyhedra in a box, steps up to 16 ms",
  reference: `${reference}: archive 1.1e-10 m³ at 2 ms, 4.4e-10 m³ at 8 ms, 7.4e-7 m³ at 16 ms, one run each; ten starts here.`,
  scene: "polyhedron-box",
  full: true,
  rows: {
    "2": atMost("mean overlap, h = 2 ms", "m³", 2e-9, "archive of the thesis, row V14"),
    "4": atMost("mean overlap, h = 4 ms", "m³", 2e-9, "archive of the thesis, row V14"),
    "8": atMost("mean overlap, h = 8 ms", "m³", 2e-9, "archive of the thesis, row V14"),
    "12": atMost("mean overlap, h = 12 ms", "m³", 1e-6, "archive of the thesis, row V14"),
    "16": atMost("mean overlap, h = 16 ms", "m³", 1e-6, "archive of the thesis, row V14"),
    failures: near("steps whose problem was not solved", "1", 0, 0, "row V14: completes"),
  },
  *measure(context) {
    let failures = 0;
    for (const h of ["2", "4", "8", "12", "16"] as const) {
      const runs = turns(true).map((turn) => polyhedra(context, "peg", Number(h) / 1000, turn, 0, 5));
      failures += runs.reduce((sum, r) => sum + r.failures, 0);
      yield [h, average(runs.map((r) => r.mean))];
    }
    yield ["failures", failures];
  },
});

export const williamsV15 = defineExperiment({
  id: "williams.v15",
  title: "Polyhedra in a box, corrective",
  reference: `${reference}: archive 1.9e-5 m³ at h = 10 ms, in 5 s; fewer bodies have met in a short run.`,
  scene: "polyhedron-box",
  rows: {
    ratio: atLeast(
      "mean overlap over that of exact geometry",
      "1",
      10,
      "archive: 540 at 10 ms; a short run has few contacts",
    ),
    most: atMost("mean overlap, h = 10 ms", "m³", 2e-4, "ten times the archive's figure"),
  },
  *measure(context) {
    const mean = (contacts: ContactModelName) =>
      average(turns(context.full).map((turn) => polyhedra(context, contacts, 0.01, turn, 0, span(context.full)).mean));
    const corrective = mean("corrective");
    yield ["ratio", corrective / mean("peg")];
    yield ["most", corrective];
  },
});

export const williamsV16 = defineExperiment({
  id: "williams.v16",
  title: "Polyhedra in a box, size of the problems",
  reference: `${reference}: rows of the mixed form (6 of velocity per body) per step at h = 10 ms, 5 s; 54 against 27 in the archive.`,
  scene: "polyhedron-box",
  rows: {
    peg: atMost("rows per step, exact geometry", "1", 54, "archive of the thesis, row V16"),
    ratio: atMost("the same over those of the corrective model", "1", 54 / 27, "archive of the thesis, row V16"),
  },
  *measure(context) {
    const rows = (contacts: ContactModelName) => {
      const options = { params: { contacts, step: 0.01 }, set: { "formulation.form": "mixed" } };
      const simulation = context.scene("polyhedron-box", options);
      let sum = 0;
      const steps = runFor(simulation, 5, () => {
        sum += statistics(simulation)[0];
      });
      return sum / steps;
    };
    const peg = rows("peg");
    yield ["peg", peg];
    yield ["ratio", peg / rows("corrective")];
  },
});

/** Least time of five runs of 5 s, collision and solution, ms per step. */
function leastTime(context: Context, contacts: ContactModelName): number {
  const run = () =>
    polyhedraCost(context.scene("polyhedron-box", { params: { contacts, step: 0.01 } }), 5, () => 1000 * cpuClock()).ms;
  return Math.min(...Array.from({ length: 5 }, run));
}

export const williamsV16Time = defineExperiment({
  id: "williams.v16.time",
  title: "Polyhedra in a box, time of the steps",
  reference: `${reference}: mean time of the solver, exact over corrective: 1.8 to 2.3 in the archive. Here of collision and solution together; \`stiction bench exact-geometry\` has more.`,
  scene: "polyhedron-box",
  full: true,
  rows: {
    "": atMost(
      "time of 5 s of exact geometry over that of the corrective model, least of five runs",
      "1",
      3,
      "goal: at most three times the corrective model",
    ),
  },
  *measure(context) {
    yield ["", leastTime(context, "peg") / leastTime(context, "corrective")];
  },
});

/** Corners of a tetrahedron with edges of 1 m about its centroid, one face down. */
const TETRAHEDRON = [
  [1 / Math.sqrt(3), 0, -1 / Math.sqrt(24)],
  [-1 / Math.sqrt(12), 0.5, -1 / Math.sqrt(24)],
  [-1 / Math.sqrt(12), -0.5, -1 / Math.sqrt(24)],
  [0, 0, 3 / Math.sqrt(24)],
];

type ContactModelName = "peg" | "standard" | "lnc" | "deepest" | "corrective";

function tetrahedra(context: Context, contacts: ContactModelName): Simulation {
  return context.simulate({
    timestep: 0.01,
    formulation: { type: "complementarity", contacts, cone: "none", reach: 0.1 },
    bodies: [
      {
        name: "below",
        type: "static",
        position: [0, 0, -0.5],
        orientation: { axis: [1, 0, 0], angle: Math.PI },
        shapes: [{ type: "convex-hull", vertices: TETRAHEDRON }],
      },
      {
        name: "above",
        mass: 1,
        inertia: [1 / 20, 1 / 20, 1 / 20],
        position: [0, 0, 1.1],
        shapes: [{ type: "convex-hull", vertices: TETRAHEDRON }],
      },
    ],
  });
}

/**
 * Height of the upper one after it has landed, and after it was pulled with 20 N for 0.2 s in a direction: by how much
 * it came along, m.
 */
function pull(context: Context, contacts: ContactModelName, force: readonly [number, number, number]): number {
  const simulation = tetrahedra(context, contacts);
  const { data } = simulation;
  runFor(simulation, 1.1);
  const start = data.bodyPos.slice(6, 9);
  data.input.set(force, 6 * 2 + 3);
  runFor(simulation, 0.2);
  const size = Math.hypot(...force);
  return force.reduce((sum, f, c) => sum + (f / size) * (data.bodyPos[6 + c] - start[c]), 0);
}

export const williamsV24 = defineExperiment({
  id: "williams.v24",
  title: "Tetrahedron on an inverted one",
  reference:
    "[Williams2014] 5.1: bases coincide, three vertices on three. The standard model fuses the two; with exact geometry the upper one can be lifted and pushed off.",
  rows: {
    rest: near("height of the upper one", "m", -0.5 + 2 / Math.sqrt(24), 1e-9, "bases coincide"),
    lifted: near(
      "lifted with 20 N",
      "m",
      0.5 * (20 - 9.81) * 0.2 * 0.21,
      1e-9,
      "h² a n (n + 1)/2, semi-implicit Euler",
    ),
    pushed: near("pushed sideways with 20 N", "m", 0.5 * 20 * 0.2 * 0.21, 1e-9, "h² a n (n + 1)/2, frictionless"),
    fused: atMost("standard model: lifted with 20 N", "m", 0.02, "row V24: refuses; a tenth of the free displacement"),
  },
  *measure(context) {
    const simulation = tetrahedra(context, "peg");
    runFor(simulation, 1.1);
    yield ["rest", simulation.data.bodyPos[8]];
    yield ["lifted", pull(context, "peg", [0, 0, 20])];
    yield ["pushed", pull(context, "peg", [20, 0, 0])];
    yield ["fused", pull(context, "standard", [0, 0, 20])];
  },
});

export const williamsV25 = defineExperiment({
  id: "williams.v25",
  title: "Contacts that cannot hold at once",
  reference:
    "[Williams2014] 5.1, case I5: a box on a larger one with both side edges within reach, half a metre deep each: unilateral, they contradict each other.",
  rows: {
    standard: near("standard model: problems solved", "1", 0, 0, "row V25: infeasible"),
    peg: near("exact geometry: problems solved", "1", 1, 0, "row V25: solvable"),
    rest: near("exact geometry: speed of the box", "m/s", 0, 1e-12, "it rests"),
  },
  *measure(context) {
    const solve = (contacts: ContactModelName) => {
      const simulation = context.scene("single-steps", { params: { case: "i5", contacts } });
      const status = step(simulation.model, simulation.data);
      return {
        solved: status & STATUS.notConverged ? 0 : 1,
        speed: Math.hypot(...simulation.data.bodyVel.subarray(12, 18)),
      };
    };
    yield ["standard", solve("standard").solved];
    const peg = solve("peg");
    yield ["peg", peg.solved];
    yield ["rest", peg.speed];
  },
});

export const williamsV26 = defineExperiment({
  id: "williams.v26",
  title: "Rows of the problem",
  reference:
    "[Williams2014] (4.52) to (4.55), mended for shared contacts: mixed, 6 n_B + n_U (2 + n_d) + Σ contacts of corners + n_I (n_d + 1); without friction as many rows as contacts of constraints.",
  scene: "triangle-drop",
  rows: {
    identity: near(
      "largest deviation of the rows from the formula, triangle drop, mixed form",
      "1",
      0,
      0,
      "an identity",
    ),
    corner: near(
      "rows of the reduced form at 0.8 s, one vertex at a corner",
      "1",
      7,
      0,
      "by hand: one contact by itself and three pairs",
    ),
    standard: near(
      "standard model: rows of a cube on a floor, mixed form, four directions of friction",
      "1",
      6 + 4 * 6,
      0,
      "(4.52): n_B = 1, n_u = 4, n_d = 4",
    ),
  },
  *measure(context) {
    const drop = context.scene("triangle-drop", { set: { "formulation.form": "mixed" } });
    const state = drop.data.systems.complementarityState as { set: { constraints: number; constraint: Int32Array } };
    let worst = 0;
    runFor(drop, 1.5, () => {
      const { set } = state;
      let rows = set.constraints > 0 ? 6 : 0;
      for (let k = 0; k < set.constraints; k++) rows += set.constraint[4 * k + 2];
      worst = Math.max(worst, Math.abs(statistics(drop)[0] - rows));
    });
    yield ["identity", worst];
    const reduced = context.scene("triangle-drop");
    runFor(reduced, 0.8);
    yield ["corner", statistics(reduced)[0]];
    const cube = context.simulate({
      timestep: 0.01,
      formulation: { type: "complementarity", contacts: "standard", form: "mixed", cone: "polyhedral", directions: 4 },
      materials: { m: { friction: 0.5 } },
      bodies: [
        {
          name: "floor",
          type: "static",
          position: [0, 0, -0.5],
          shapes: [{ type: "box", halfExtents: [5, 5, 0.5], material: "m" }],
        },
        {
          name: "cube",
          mass: 1,
          inertia: [1 / 6, 1 / 6, 1 / 6],
          position: [0, 0, 0.5],
          shapes: [{ type: "box", halfExtents: [0.5, 0.5, 0.5], material: "m" }],
        },
      ],
    });
    runFor(cube, 0.1);
    yield ["standard", statistics(cube)[0]];
  },
});

export const williamsV27 = defineExperiment({
  id: "williams.v27",
  title: "Smoke test: two cubes slide off a tilted one",
  reference:
    "[Williams2014] chapter 6, scene simtest: both are off within 300 steps; friction 0.125 as the archive mixes 0.5 and 0.5.",
  rows: {
    off: near("cubes below the static one after 3 s", "1", 2, 0, "archive of the thesis, row V27"),
    failures: near("steps whose problem was not solved", "1", 0, 0, "every one is solvable"),
  },
  *measure(context) {
    const simulation = context.scene("smoke-test");
    let failures = 0;
    for (let k = 0; k < 300; k++) if (step(simulation.model, simulation.data) & STATUS.notConverged) failures++;
    yield ["off", [2, 3].filter((b) => simulation.data.bodyPos[3 * b + 2] < -2).length];
    yield ["failures", failures];
  },
});
