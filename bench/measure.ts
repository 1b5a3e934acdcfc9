/** Times one scene in one engine. Runs in a process of its own, see `worker.ts`. */
import type { BenchScene, LoadedEngine, World } from "./scene.js";

/** What one engine did with one scene. */
export interface Measurement {
  readonly steps: number;
  /** CPU time of the whole process per step, all threads, ms. */
  readonly cpuMsMean: number;
  readonly cpuMsP99: number;
  readonly figures: Readonly<Record<string, number>>;
  readonly hash: string | null;
}

/** Warm-up lasts at least this long, ms of CPU, and at least this many steps. */
const WARM_MS = 400;
const WARM_STEPS = 200;

/** Runs the scene from its start, timing every block of steps, after a warm-up in a world of its own. */
export function measureScene(engine: LoadedEngine, scene: BenchScene, steps: number): Measurement {
  const warm = engine.create(scene);
  warmUp(warm, steps);
  warm.dispose();
  (globalThis as { gc?: () => void }).gc?.();

  const world = engine.create(scene);
  const observer = scene.observer(scene);
  const overhead = clockOverhead();
  const blocks: number[] = [];
  let total = 0;
  for (let done = 0; done < steps; ) {
    const size = Math.min(scene.block, steps - done);
    const start = process.cpuUsage();
    for (let k = 0; k < size; k++) world.step();
    const ms = Math.max(0, cpuMsSince(start) - overhead);
    blocks.push(ms / size);
    total += ms;
    done += size;
    if (blocks.length % scene.observeEvery === 0 || done >= steps) observer.observe(done * scene.timestep, world);
  }
  const measurement = {
    steps,
    cpuMsMean: total / steps,
    cpuMsP99: percentile(blocks, 0.99),
    figures: observer.figures(),
    hash: world.hash?.() ?? null,
  };
  world.dispose();
  return measurement;
}

function warmUp(world: World, steps: number): void {
  const start = process.cpuUsage();
  const least = Math.min(steps, WARM_STEPS);
  for (let k = 0; k < least || cpuMsSince(start) < WARM_MS; k++) {
    world.step();
    // a scene that runs away (a body falling for ever) is no reason to stop before the code is compiled
    if (k > 5 * steps) return;
  }
}

function cpuMsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** CPU time of taking the time, ms: the mean over many empty blocks. */
function clockOverhead(): number {
  const count = 2000;
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
