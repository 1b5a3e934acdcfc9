/**
 * A process that runs one engine in one scene in blocks of steps, as its parent asks: two of them in turn share what
 * disturbs a machine. Messages are those of `interleave.ts`.
 */
import { engines } from "./engines/index.js";
import { refusalOf } from "./engines/refusals.js";
import { type BenchScene, Refusal, type World } from "./scene.js";
import { benchTests } from "./scenes/index.js";
import { contactFigures, type States, startFrom, WARM_STEPS } from "./settled.js";

/** What a parent asks for. */
export type Order =
  | { readonly do: "open"; readonly scene: string; readonly engine: string; readonly states: States | null }
  | { readonly do: "run"; readonly steps: number }
  | { readonly do: "close" };

/** A world is ready. */
export interface Opened {
  readonly version: string;
  readonly settings: string;
  /** Resident memory that the world and its first steps took, over the number of bodies that move. */
  readonly bytesPerBody: number;
}

/** What became of it. */
export interface Closed {
  readonly figures: Readonly<Record<string, number>>;
  readonly hash: string | null;
}

/** The answer to each. */
export type Answer =
  | Opened
  | Closed
  | { readonly cpuMs: number }
  | { readonly error: string; readonly refused: boolean };

/** The scene of a test that plays one; undefined for tests that play none or several. */
export function onlySceneOf(name: string): BenchScene | undefined {
  const test = benchTests.find((candidate) => candidate.name === name);
  const played: BenchScene[] = [];
  test?.run({
    quick: true,
    mark: () => {},
    play(scene) {
      played.push(scene);
      return { figures: {}, cpuMsMean: 1, complete: true };
    },
  });
  return played.length === 1 ? played[0] : undefined;
}

let world: World | null = null;
let scene: BenchScene | null = null;

async function open(name: string, engineName: string, states: States | null): Promise<Answer> {
  const found = onlySceneOf(name);
  const engine = engines.find((candidate) => candidate.name === engineName);
  if (found === undefined || engine === undefined) throw new Error(`no scene "${name}" or engine "${engineName}"`);
  const loaded = await engine.load();
  scene = states === null ? found : startFrom(found, states);
  const reason = refusalOf(loaded, scene);
  if (reason !== undefined) throw new Refusal(reason);
  const before = memory();
  world = loaded.create(scene);
  for (let k = 0; k < WARM_STEPS; k++) world.step();
  const moving = scene.bodies.filter(({ mass }) => mass > 0).length;
  const bytesPerBody = Math.round((memory() - before) / moving);
  return { version: loaded.version, settings: engine.settings, bytesPerBody };
}

/** Memory in use after a collection, compiled code included, bytes. */
function memory(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return process.memoryUsage.rss();
}

function run(steps: number): Answer {
  const start = process.cpuUsage();
  for (let k = 0; k < steps; k++) world?.step();
  const { user, system } = process.cpuUsage(start);
  return { cpuMs: (user + system) / 1000 / steps };
}

function close(): Answer {
  if (world === null || scene === null) throw new Error("nothing is open");
  const observer = scene.observer(scene);
  observer.observe(0, world);
  const { meanSpeed, mean } = observer.figures() as Record<string, number | undefined>;
  const heap = mean === undefined || meanSpeed === undefined ? {} : { "height m": mean, "speed m/s": meanSpeed };
  return { figures: { ...heap, ...contactFigures(scene, world) }, hash: world.hash?.() ?? null };
}

/** Entry of the hidden command `bench-blocks`: answers orders until the parent leaves. */
export function blockWorkerMain(): void {
  process.on("message", async (order: Order) => {
    let answer: Answer;
    try {
      if (order.do === "open") answer = await open(order.scene, order.engine, order.states);
      else answer = order.do === "run" ? run(order.steps) : close();
    } catch (error) {
      answer = { error: error instanceof Error ? error.message : String(error), refused: error instanceof Refusal };
    }
    process.send?.(answer);
  });
  process.on("disconnect", () => process.exit(0));
}
