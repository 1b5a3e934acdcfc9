import { naturalReport, type Simulation } from "stiction";
import { type Context, runFor, sensorOf } from "../context.js";
import { atMost, defineExperiment, error, near } from "../experiment.js";
import { PUBLISHED } from "../reference/pendulum.js";
import { orderOf, watchSolver } from "../solver-run.js";

const library = "IFToMM library of computational benchmark problems [GonzalezDopicoLugrisCuadrado2006]";
const second = "second order; the rest is of order h³ and higher";

type Point = readonly number[];
const distance = (a: Point, b: Point) => Math.hypot(...a.map((v, k) => v - b[k]));
const read = (simulation: Simulation, names: readonly string[]) => names.map((name) => sensorOf(simulation, name)());

const BOB = ["body/bob/position.x", "body/bob/position.y"];
const END = [PUBLISHED[PUBLISHED.length - 1].x, PUBLISHED[PUBLISHED.length - 1].y];

export const pendulumRigid = defineExperiment({
  id: "iftomm.a01-rigid",
  title: "Simple pendulum in natural coordinates",
  reference: `${library}, A01: 1 kg on a massless rigid bar of 1 m from the horizontal; Jacobi elliptic functions.`,
  scene: "pendulum-rigid",
  rows: {
    end: atMost(
      "distance from the exact end point after 10 s at 1 ms",
      "m",
      1.5e-4,
      "1.6 times the second-order error at 1 ms, 9.6e-5 m",
    ),
    order: near("order of convergence, 2 ms to 1 ms", "1", 2, 0.1, second),
    energy: atMost(
      "largest change of energy at 1 ms, part of m g L",
      "1",
      1e-5,
      "twice the second-order error at 1 ms, 5e-6",
    ),
    gap: atMost("widest joint", "m", 1e-12, "tolerance of Newton's method times the reduction of one iteration"),
  },
  *measure(context) {
    const run = (timestep: number) => {
      const simulation = context.scene("pendulum-rigid", { set: { timestep } });
      const energy = sensorOf(simulation, "system/all/energy");
      const gap = sensorOf(simulation, "joint/bar/gap");
      let [drift, widest] = [0, 0];
      runFor(simulation, 10, () => {
        drift = Math.max(drift, Math.abs(energy()) / 9.81);
        widest = Math.max(widest, gap());
      });
      return { error: distance(read(simulation, BOB), END), drift, widest };
    };
    const [coarse, fine] = [run(0.002), run(0.001)];
    yield ["end", fine.error];
    yield ["order", orderOf(coarse.error, fine.error)];
    yield ["energy", fine.drift];
    yield ["gap", fine.widest];
  },
});

/** End of the first bar, twice its centre. */
function windowEnd(context: Context, windows: number, timestep: number) {
  const simulation = context.scene("four-bar-windows", { params: { windows }, set: { timestep } });
  const energy = sensorOf(simulation, "system/all/energy");
  // kinetic energy of the parallelogram at 1 rad/s, and bars at half height, couplers at full
  const start = 0.5 * ((windows + 1) / 3 + windows) + 9.81 * (0.5 * (windows + 1) + windows);
  let drift = 0;
  const solver = watchSolver(simulation, 10, () => {
    drift = Math.max(drift, Math.abs(energy() - start));
  });
  const end = read(simulation, ["body/bar0/position.x", "body/bar0/position.y"]).map((v) => 2 * v);
  return { end, drift, ...solver };
}

const windowsReference = `${library}, A02: bars of 1 m and 1 kg, from the vertical with 1 m/s. On the branch of the parallelogram one pendulum of inertia ((N + 1)/3 + N) m L², integrated to 1e-10.`;
const TWO = [0.3284581115, 0.9445185382];
const FORTY = [0.1805122267, 0.9835727406];

export const fourBarWindows = defineExperiment({
  id: "iftomm.a02",
  title: "Two windows of four-bar linkages",
  reference: windowsReference,
  scene: "four-bar-windows",
  rows: {
    end: atMost(
      "distance from the exact end point after 10 s at 1 ms",
      "m",
      1e-4,
      "twice that of generalized-α in Exudyn, 4.9e-5",
    ),
    order: near("order of convergence, 2 ms to 1 ms", "1", 2, 0.4, "steps fall differently on the singular position"),
    energy: atMost("largest change of energy at 1 ms", "J", 2e-3, "twice that of generalized-α in Exudyn, 1.1e-3 J"),
    gap: atMost("largest violation", "m", 1e-9, "through the singular position"),
  },
  *measure(context) {
    const [coarse, fine] = [0.002, 0.001].map((h) => windowEnd(context, 2, h));
    yield ["end", distance(fine.end, TWO)];
    yield ["order", orderOf(distance(coarse.end, TWO), distance(fine.end, TWO))];
    yield ["energy", fine.drift];
    yield ["gap", fine.positionError];
  },
});

export const fortyWindows = defineExperiment({
  id: "iftomm.a02-40",
  title: "Forty windows of four-bar linkages",
  reference: windowsReference,
  scene: "four-bar-windows",
  rows: {
    end: atMost(
      "distance from the exact end point after 10 s at 2 ms",
      "m",
      4e-4,
      "four times that of two windows at 1 ms",
    ),
    order: near("order of convergence, 4 ms to 2 ms", "1", 2, 0.5, "steps fall differently on the singular position"),
    coordinates: near("coordinates in the plane", "1", 82, 0, "41 joints of the upper row"),
    spatial: near("coordinates in space", "1", 366, 0, "the same points and, per bar, a vector of its own"),
  },
  *measure(context) {
    const [coarse, fine] = [0.004, 0.002].map((h) => windowEnd(context, 40, h));
    yield ["end", distance(fine.end, FORTY)];
    yield ["order", orderOf(distance(coarse.end, FORTY), distance(fine.end, FORTY))];
    const count = (spatial: boolean) => {
      const { model } = context.scene("four-bar-windows", { params: { windows: 40, spatial } });
      return model.systems.natural.free;
    };
    yield ["coordinates", count(false)];
    yield ["spatial", count(true)];
  },
});

/** CPU time of the process, s; in a browser, which has none to tell, the time on the wall. */
function cpuSeconds(): number {
  if (typeof process === "undefined") return performance.now() / 1e3;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

export const windowsInTime = defineExperiment({
  id: "iftomm.a02-speed",
  title: "Forty windows of four-bar linkages, in a tenth of real time",
  reference: `${windowsReference} CPU time; the goal is ten times real time at 1 ms in the plane.`,
  scene: "four-bar-windows",
  // a time: not for machines that are busy with tests
  full: true,
  rows: {
    time: atMost("CPU time of a second of motion at 1 ms, best of five", "s", 0.1, "goal: ten times real time"),
    gap: atMost("largest violation of a constraint", "m", 1e-9, "tolerance of Newton's method"),
  },
  *measure(context) {
    const simulation = context.scene("four-bar-windows", { params: { windows: 40 } });
    runFor(simulation, 0.5);
    let [best, worst] = [Number.POSITIVE_INFINITY, 0];
    for (let k = 0; k < 5; k++) {
      const start = cpuSeconds();
      worst = Math.max(worst, watchSolver(simulation, 1).positionError);
      best = Math.min(best, cpuSeconds() - start);
    }
    yield ["time", best];
    yield ["gap", worst];
  },
});

const ANGLES = ["beta", "theta", "gamma", "phi", "delta", "omega", "epsilon"];
const SQUEEZED = [
  15.81077119629904, -15.75637105984298, 0.04082224013073101, -0.5347301163226948, 0.52440996588053, 0.5347301163226948,
  1.048080741042263,
];

export const squeezer = defineExperiment({
  id: "iftomm.a03",
  title: "Andrews' squeezing mechanism",
  reference: `${library}, A03, and "andrews" of the IVP test set: angles at 0.03 s by PSIDE with tolerance 1e-14.`,
  scene: "andrews-squeezer",
  rows: {
    angles: atMost(
      "largest error of an angle, each part of itself, 1 µs",
      "1",
      1e-6,
      "twice the second-order error at 1 µs, 5.7e-7",
    ),
    order: near("order of convergence, 10 µs to 5 µs", "1", 2, 0.1, second),
    freedom: near("degrees of freedom", "1", 1, 0, "8 coordinates of four points, 7 lengths"),
  },
  *measure(context) {
    const run = (timestep: number) => {
      const simulation = context.scene("andrews-squeezer", { set: { timestep } });
      runFor(simulation, 0.03);
      const angles = read(
        simulation,
        ANGLES.map((name) => `joint/${name}/position`),
      );
      return Math.max(...angles.map((a, k) => Math.abs(a / SQUEEZED[k] - 1)));
    };
    const [coarse, middle] = [run(1e-5), run(5e-6)];
    yield ["order", orderOf(coarse, middle)];
    yield ["angles", run(1e-6)];
    const { model, data } = context.scene("andrews-squeezer");
    yield ["freedom", naturalReport(model, data).freedom];
  },
});

const P3 = ["x", "y", "z"].map((axis) => `body/rod3/position.${axis}`);
const BRICARD = [0.99999996, -1.00026901, 0.99973095];

export const bricardMechanism = defineExperiment({
  id: "iftomm.a04",
  title: "Bricard's mechanism",
  reference: `${library}, A04: P3 after 10 s, energy drift below 1e-12 in the reference.`,
  scene: "bricard",
  rows: {
    end: atMost(
      "distance of P3 from the reference after 10 s at 1 ms",
      "m",
      1e-5,
      "goal: 10 µm; the second-order error at 1 ms is 2.2e-7 m",
    ),
    order: near("order of convergence, 4 ms to 2 ms", "1", 2, 0.2, second),
    freedom: near("degrees of freedom", "1", 1, 0, "one equation repeats the others"),
    redundant: near("redundant constraints", "1", 1, 0, "rank 29 of 30 in the library's count"),
  },
  *measure(context) {
    const run = (timestep: number) => {
      const simulation = context.scene("bricard", { set: { timestep } });
      runFor(simulation, 10);
      return distance(read(simulation, P3), BRICARD);
    };
    yield ["order", orderOf(run(0.004), run(0.002))];
    yield ["end", run(0.001)];
    const { model, data } = context.scene("bricard");
    const report = naturalReport(model, data);
    yield ["freedom", report.freedom];
    yield ["redundant", report.redundant];
  },
});

const GOVERNOR = 0.61962292;

export const governor = defineExperiment({
  id: "iftomm.a05",
  title: "Stiff flyball governor",
  reference: `${library}, A05: displacement of the slider after 10 s, by a symmetric model with three degrees of freedom and confirmed by a second formulation to 5e-9.`,
  scene: "flyball-governor",
  rows: {
    end: error("error of s(10) at 1 ms", "m", 1e-4, "four times the second-order error at 1 ms, 2.8e-5 m"),
    order: near("order of convergence, 4 ms to 2 ms", "1", 2, 0.1, second),
  },
  *measure(context) {
    const run = (timestep: number) => {
      const simulation = context.scene("flyball-governor", { set: { timestep } });
      runFor(simulation, 10);
      return sensorOf(simulation, "joint/guide/position")() - GOVERNOR;
    };
    const [coarse, middle, fine] = [0.004, 0.002, 0.001].map(run);
    yield ["end", fine];
    yield ["order", orderOf(coarse, middle)];
  },
});

export const bricardByImpulse = defineExperiment({
  id: "iftomm.a04-impulse",
  title: "Bricard's mechanism by impulses",
  reference: `${library}, A04, with formulation impulse, preset precise: an independent solution of the same scene.`,
  scene: "bricard",
  rows: {
    end: atMost("distance of P3 from the reference after 10 s at 4 ms", "m", 1e-5, "as for natural coordinates"),
    same: atMost("distance from natural coordinates at 1 ms", "m", 1e-5, "sum of both errors"),
  },
  *measure(context) {
    const run = (set: Readonly<Record<string, unknown>>) => {
      const simulation = context.scene("bricard", { set });
      runFor(simulation, 10);
      return read(simulation, P3);
    };
    const impulse = run({ timestep: 0.004, formulation: { type: "impulse", preset: "precise" } });
    yield ["end", distance(impulse, BRICARD)];
    yield ["same", distance(impulse, run({ timestep: 0.001 }))];
  },
});

export const governorExplicit = defineExperiment({
  id: "iftomm.a05-explicit",
  title: "Stiff flyball governor by an explicit method of fifth order",
  reference: `${library}, A05, with method index-1 at 0.2 ms: s(1) … s(10) of the same reference.`,
  scene: "flyball-governor",
  full: true,
  rows: {
    five: error("error of s(5)", "m", 1e-8, "the reference has eight digits"),
    end: error("error of s(10)", "m", 1e-8, "the reference has eight digits"),
  },
  *measure(context) {
    const formulation = { type: "augmented-lagrangian", method: "index-1" };
    const simulation = context.scene("flyball-governor", { set: { timestep: 2e-4, formulation } });
    const way = sensorOf(simulation, "joint/guide/position");
    runFor(simulation, 5);
    yield ["five", way() - 0.5355631];
    runFor(simulation, 5);
    yield ["end", way() - GOVERNOR];
  },
});

export const governorByImpulse = defineExperiment({
  id: "iftomm.a05-impulse",
  title: "Stiff flyball governor by impulses",
  reference: `${library}, A05, with formulation impulse, preset precise, at small steps; s(1), s(5) and s(10) of the same reference.`,
  scene: "flyball-governor",
  full: true,
  rows: {
    one: error("error of s(1), extrapolated from 0.4 and 0.2 ms", "m", 1e-4, "as for natural coordinates"),
    five: error("error of s(5), extrapolated from 0.4 and 0.2 ms", "m", 1e-4, "as for natural coordinates"),
    end: error("error of s(10), extrapolated from 0.4 and 0.2 ms", "m", 1e-4, "as for natural coordinates"),
  },
  *measure(context) {
    const run = (timestep: number) => {
      const simulation = context.scene("flyball-governor", { params: { formulation: "impulse" }, set: { timestep } });
      const way = sensorOf(simulation, "joint/guide/position");
      return [1, 4, 5].map((seconds) => {
        runFor(simulation, seconds);
        return way();
      });
    };
    const [coarse, fine] = [run(4e-4), run(2e-4)];
    // the springs are explicit there: first order
    yield ["one", 2 * fine[0] - coarse[0] - 0.50142092];
    yield ["five", 2 * fine[1] - coarse[1] - 0.5355631];
    yield ["end", 2 * fine[2] - coarse[2] - GOVERNOR];
  },
});
