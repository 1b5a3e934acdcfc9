/**
 * Work and precision: every engine runs the same mechanism with shorter and shorter steps; how much CPU time does an
 * error cost? The error is the farthest that the centre of any body is from where it belongs, at any of the times
 * looked at.
 */
import { distance, worst } from "../figures.js";
import { type Bench, type BenchScene, type BenchTest, STATE, type WorkPoint } from "../scene.js";
import { bridge } from "./bridge.js";
import { inPlane } from "./in-plane.js";
import { doublePendulum, fourBar } from "./joints.js";
import { machineArm } from "./machine-arm.js";
import { type Places, placesBySteps } from "./reference.js";
import { placesOfWindows, windows } from "./windows.js";

/** A mechanism, and where its bodies belong. */
interface Task {
  readonly scene: BenchScene;
  /** How long, s, and how often it is looked at. */
  readonly duration: number;
  readonly looks: number;
  reference(): Places;
}

/** Errors that the table gives times for, m. */
const LEVELS = [1e-3, 1e-4, 1e-5, 1e-6, 1e-7];
/** Steps between two looks, run after run. */
const STEPS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256, 512, 1024];
/** Runs of one step, unless they have taken so long, ms. */
const REPEATS = 5;
const LONG_ENOUGH = 500;
/** A run with a shorter step is not begun after one that took longer than this, ms. */
const LONGEST = 3000;

function workTest(name: string, title: string, build: (quick: boolean) => Task): BenchTest {
  return {
    name,
    title,
    group: "work",
    run(bench) {
      const task = build(bench.quick);
      const points = curveOf(bench, task);
      for (const point of points) bench.mark(point);
      const least = Math.min(...points.map((point) => point.error ?? Number.POSITIVE_INFINITY));
      return {
        ...Object.fromEntries(LEVELS.map((level) => [`ms to ${level} m`, timeTo(points, level)])),
        "least error m": least,
      };
    },
  };
}

function curveOf(bench: Bench, task: Task): WorkPoint[] {
  // found when it is first needed
  let known: Places | undefined;
  const places = () => {
    known ??= task.reference();
    return known;
  };
  const points: WorkPoint[] = [];
  for (const per of STEPS) {
    const step = task.duration / (task.looks * per);
    const steps = task.looks * per;
    const scene = {
      ...task.scene,
      timestep: step,
      steps,
      block: per,
      observeEvery: 1,
      observer: errorObserver(places),
    };
    const first = bench.play(scene);
    if (!first.complete) break;
    // short runs are repeated and the fastest counts: compilers are late, and other processes are in the way
    let cpuMs = first.cpuMsMean * steps;
    for (let k = 1, spent = cpuMs; k < REPEATS && spent < LONG_ENOUGH; k++) {
      const again = bench.play(scene).cpuMsMean * steps;
      spent += again;
      cpuMs = Math.min(cpuMs, again);
    }
    const { error } = first.figures;
    points.push({ step, cpuMs, error: Number.isFinite(error) ? error : null });
    if (cpuMs > LONGEST || (bench.quick && points.length >= 7)) break;
  }
  return points;
}

const errorObserver = (places: () => Places) => () => {
  const state = new Float64Array(STATE.size);
  let look = 0;
  let error = 0;
  return {
    observe(_time: number, world: Parameters<ReturnType<BenchScene["observer"]>["observe"]>[1]) {
      const there = places()[look++];
      for (let b = 0; 3 * b < there.length; b++) {
        world.read(b, state);
        error = worst(error, distance(state, there.subarray(3 * b, 3 * b + 3)));
      }
    },
    figures: () => ({ error }),
  };
};

/** CPU time of the fastest run whose error is no larger, ms; NaN: none. */
export function timeTo(points: readonly WorkPoint[], level: number): number {
  const good = points.filter(({ error }) => error !== null && error <= level);
  return good.length === 0 ? Number.NaN : Math.min(...good.map(({ cpuMs }) => cpuMs));
}

/** As hard as the engines can. */
const hard = (scene: BenchScene): BenchScene => {
  const { settle: _settle, ...rest } = scene;
  return { ...rest, hard: true };
};

const bySteps = (scene: BenchScene, duration: number, looks: number, per: number): Task => ({
  scene: hard(scene),
  duration,
  looks,
  reference: () => placesBySteps(hard(scene), duration, looks, per),
});

export const workTests: readonly BenchTest[] = [
  workTest("work-four-bar", "Four-bar linkage, 5 s", () => bySteps(inPlane(fourBar()), 5, 50, 128)),
  workTest("work-windows", "A02: 40 windows of four-bars through singular positions, 5 s", () => ({
    scene: hard(windows(40)),
    duration: 5,
    looks: 50,
    reference: () => placesOfWindows(40, 5, 50),
  })),
  workTest("work-arm", "Arm of an excavator: 14 bodies, 4 closed loops, 3 s", () => bySteps(machineArm(), 3, 30, 64)),
  workTest("work-bridge", "Chain of 100 links hung at both ends, 2 s", () => bySteps(inPlane(bridge()), 2, 20, 128)),
  workTest("work-pendulum", "A tree: double pendulum on ball joints, 3 s", () => bySteps(doublePendulum, 3, 30, 256)),
];
