/** Times tests in one engine. Runs in a separate process, see `worker.ts`. */
import { refusalOf } from "./engines/refusals.js";
import {
  type Bench,
  type BenchScene,
  type BenchTest,
  type Figures,
  type LoadedEngine,
  type Played,
  Refusal,
  type WorkPoint,
  type World,
} from "./scene.js";

/** Result of one engine in one test. */
export interface Measurement {
  readonly steps: number;
  /** CPU time of the whole process per step, all threads, ms. */
  readonly cpuMsMean: number;
  readonly cpuMsP99: number;
  readonly figures: Figures;
  readonly hash: string | null;
  /** Error over time, from tests of work and precision. */
  readonly curve?: readonly WorkPoint[];
  /** Deviations from the plan. */
  readonly note?: string;
}

export interface MeasureOptions {
  /** Steps of every scene instead of its own number. */
  readonly steps?: number | undefined;
  readonly quick?: boolean | undefined;
  /** Most CPU time of a scene's timed steps, and of those before, ms. */
  readonly budget?: number | undefined;
}

/** Warm-up lasts at least this long, ms of CPU, and at least this many steps. */
const WARM_MS = 400;
const WARM_STEPS = 200;

const BUDGET_MS = 20_000;
const QUICK_BUDGET_MS = 3000;

export function measureTest(engine: LoadedEngine, test: BenchTest, options: MeasureOptions = {}): Measurement {
  const quick = options.quick ?? false;
  const budget = options.budget ?? (quick ? QUICK_BUDGET_MS : BUDGET_MS);
  const blocks: number[] = [];
  const notes = new Set<string>();
  let total = 0;
  let steps = 0;
  let hash: string | null = null;
  let warm = quick;
  const curve: WorkPoint[] = [];
  const bench: Bench = {
    quick,
    play(scene) {
      const reason = refusalOf(engine, scene);
      if (reason !== undefined) throw new Refusal(reason);
      if (!warm && scene.settle === undefined) warmUp(engine, scene, options.steps ?? scene.steps);
      warm = true;
      const played = playScene(engine, scene, options.steps ?? scene.steps, budget);
      blocks.push(...played.blocks);
      for (const note of played.notes) notes.add(note);
      total += played.cpuMsMean * played.steps;
      steps += played.steps;
      hash = played.hash;
      return played;
    },
    mark: (point) => curve.push(point),
  };
  const figures = test.run(bench);
  const note = [...notes].join("; ");
  return {
    steps,
    cpuMsMean: total / steps,
    cpuMsP99: percentile(blocks, 0.99),
    figures,
    hash,
    ...(curve.length === 0 ? {} : { curve }),
    ...(note === "" ? {} : { note }),
  };
}

interface PlayedScene extends Played {
  readonly steps: number;
  /** CPU time per step of every block, ms. */
  readonly blocks: readonly number[];
  readonly hash: string | null;
  readonly notes: readonly string[];
}

/** Runs the scene from its start, timing every block of steps. */
function playScene(engine: LoadedEngine, scene: BenchScene, steps: number, budget: number): PlayedScene {
  const world = engine.create(scene);
  const settled = settle(world, scene.settle ?? 0, budget);
  const start = scene.settle ?? 0;
  const observer = scene.observer(scene);
  const overhead = clockOverhead();
  const blocks: number[] = [];
  let total = 0;
  let done = 0;
  while (done < steps) {
    const size = Math.min(scene.block, steps - done);
    const before = process.cpuUsage();
    for (let k = 0; k < size; k++) world.step();
    const ms = Math.max(0, cpuMsSince(before) - overhead);
    blocks.push(ms / size);
    total += ms;
    done += size;
    const last = done >= steps || total > budget;
    if (blocks.length % scene.observeEvery === 0 || last) observer.observe((start + done) * scene.timestep, world);
    if (last) break;
  }
  const hash = world.hash?.() ?? null;
  const figures = observer.figures();
  world.dispose();
  const short = [
    ...(settled < start ? [`${settled} of ${start} steps before timing`] : []),
    ...(done < steps ? [`${done} of ${steps} timed steps`] : []),
  ];
  const notes = [
    ...(world.note === undefined ? [] : [world.note]),
    ...(short.length === 0 ? [] : [`${scene.name}: ${short.join(" and ")} in the time allowed`]),
  ];
  return { figures, steps: done, cpuMsMean: total / done, complete: done === steps, blocks, hash, notes };
}

function settle(world: World, steps: number, budget: number): number {
  const start = process.cpuUsage();
  let done = 0;
  while (done < steps && cpuMsSince(start) < budget) {
    world.step();
    done++;
  }
  return done;
}

/** Steps a separate world until code is compiled and caches are warm. */
function warmUp(engine: LoadedEngine, scene: BenchScene, steps: number): void {
  const world = engine.create(scene);
  const start = process.cpuUsage();
  const least = Math.min(steps, WARM_STEPS);
  // a diverging scene (a body that falls forever) does not stop the warm-up
  for (let k = 0; (k < least || cpuMsSince(start) < WARM_MS) && k <= 5 * steps; k++) world.step();
  world.dispose();
  (globalThis as { gc?: () => void }).gc?.();
}

function cpuMsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** CPU time of a time measurement, ms: the mean over many empty blocks. */
function clockOverhead(): number {
  const count = 200;
  let total = 0;
  for (let k = 0; k < count; k++) {
    const start = process.cpuUsage();
    total += cpuMsSince(start);
  }
  return total / count;
}

/** The value that a share `p` of all values does not exceed. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(p * sorted.length) - 1))] ?? Number.NaN;
}
