/** One scene in one engine, step by step. Knows nothing of workers, so that Node can test it. */
import { compile, createData } from "stiction";
import { refusalOf } from "../../bench/engines/refusals.js";
import { specOf, stictionPrecise } from "../../bench/engines/stiction.js";
import {
  type BenchScene,
  type Engine,
  type LoadedEngine,
  type Observer,
  STATE,
  type World,
} from "../../bench/scene.js";
import { describeScene } from "./describe.js";
import type { AdvancedEngine, EngineName, EngineReply, OpenedEngine } from "./engines-protocol.js";
import { type Pair, pairOf, sceneOf } from "./engines-scenes.js";
import { POSE_SIZE } from "./frame.js";

/** The adapters; each of the others has its engine in a separate chunk that is loaded on demand. */
const ADAPTERS: Readonly<Record<EngineName, () => Promise<Engine>>> = {
  stiction: async () => stictionPrecise,
  rapier: async () => (await import("../../bench/engines/rapier.js")).rapier,
  mujoco: async () => (await import("../../bench/engines/mujoco.js")).mujoco,
  cannon: async () => (await import("../../bench/engines/cannon.js")).cannon,
};

/** What browsers say of a chunk that is not there; the installed studio has no other engines. */
const ABSENT = /dynamically imported module|importing a module script|module script failed/i;

function absentOrRethrow(error: unknown): null {
  if (ABSENT.test(String(error))) return null;
  throw error;
}

/** Longest time that one request may compute, ms, so that the next is heard soon. */
const BUDGET = 30;
/** Samples of a trace. */
const SAMPLES = 600;
const EXACT_POINTS = 400;

export class EngineRun {
  private readonly engine: Engine;
  private readonly loaded: LoadedEngine;
  private readonly pair: Pair;
  private readonly scene: BenchScene;
  /** As it is drawn. */
  private readonly drawn: BenchScene;
  private readonly steps: number;
  private readonly clock: () => number;
  private readonly state = new Float64Array(STATE.size);
  private world: World;
  private observer: Observer;
  private done = 0;
  private spent = 0;
  private timed = 0;
  private deviation = Number.NaN;

  private constructor(engine: Engine, loaded: LoadedEngine, pair: Pair, scene: BenchScene, clock: () => number) {
    this.engine = engine;
    this.loaded = loaded;
    this.pair = pair;
    this.scene = scene;
    this.drawn = pair.drawn?.(scene) ?? scene;
    this.clock = clock;
    this.steps = Math.round(pair.seconds / scene.timestep);
    this.world = loaded.create(scene);
    this.observer = scene.observer(scene);
  }

  /** Loads an engine and builds the scene in it; a reply instead of a run when it cannot. */
  static async open(name: EngineName, test: string, clock: () => number): Promise<EngineRun | EngineReply> {
    try {
      const engine = await ADAPTERS[name]().catch(() => null);
      const loaded = await engine?.load().catch(absentOrRethrow);
      if (!engine || !loaded) return { type: "absent" };
      const scene = sceneOf(test);
      const reason = refusalOf(loaded, scene);
      if (reason !== undefined) {
        return { type: "refused", version: loaded.version, settings: engine.settings, reason };
      }
      return new EngineRun(engine, loaded, pairOf(test), scene, clock);
    } catch (error) {
      return { type: "failed", message: error instanceof Error ? error.message.split("\n")[0] : String(error) };
    }
  }

  /** What the page needs to draw it; also the state at the start. */
  opened(): OpenedEngine {
    const { scene, pair, engine, loaded } = this;
    const { trace, view } = pair;
    const settings = [engine.settings, this.world.note].filter(Boolean).join("; ");
    return {
      type: "opened",
      version: loaded.version,
      settings,
      timestep: scene.timestep,
      seconds: pair.seconds,
      scene: drawingOf(this.drawn),
      view: { eye: view.eye, target: view.target, follow: view.follow ?? null, ground: view.ground },
      trace: { key: trace.key, unit: trace.unit, exact: this.exact() },
      poses: this.poses(),
    };
  }

  restart(): void {
    this.world.dispose();
    this.world = this.loaded.create(this.scene);
    this.observer = this.scene.observer(this.scene);
    this.done = this.spent = this.timed = 0;
    this.deviation = Number.NaN;
  }

  /** Steps until the time is reached, the scene is over or the budget is used up. */
  advance(until: number): AdvancedEngine {
    const { scene, world, steps } = this;
    const { timestep } = scene;
    const target = Math.min(steps, Math.floor(until / timestep + 1e-9));
    const every = Math.max(1, Math.floor(steps / SAMPLES));
    const look = scene.block * scene.observeEvery;
    const samples: number[] = [];
    const start = this.clock();
    while (this.done < target && this.clock() - start < BUDGET) {
      // time is taken over blocks: a clock of a page is too coarse for one step
      const block = Math.min(target - this.done, gapTo(this.done, every), gapTo(this.done, look));
      const before = this.clock();
      for (let k = 0; k < block; k++) world.step();
      this.spent += this.clock() - before;
      this.timed += block;
      this.done += block;
      const time = this.done * timestep;
      if (this.done % look === 0 || this.done === steps) this.observer.observe(time, world);
      if (this.done % every === 0) samples.push(time, this.sample(time));
    }
    return {
      type: "advanced",
      time: this.done * timestep,
      ended: this.done >= steps,
      poses: this.poses(),
      samples: Float64Array.from(samples),
      figures: this.figures(),
      deviation: this.deviation,
      stepMs: this.spent / this.timed,
    };
  }

  dispose(): void {
    this.world.dispose();
  }

  private readonly read = (body: number): Float64Array => {
    this.world.read(body, this.state);
    return this.state;
  };

  private sample(time: number): number {
    const { trace } = this.pair;
    const value = trace.read(this.read, this.scene);
    if (trace.exact !== undefined) {
      const off = Math.abs(value - trace.exact(time, this.scene));
      if (!(off <= this.deviation)) this.deviation = off;
    }
    return value;
  }

  /** Figures of the observer that are numbers by now. */
  private figures(): Record<string, number> {
    if (this.done === 0) return {};
    return Object.fromEntries(Object.entries(this.observer.figures()).filter(([, value]) => Number.isFinite(value)));
  }

  private exact(): Float64Array | null {
    const { trace, seconds } = this.pair;
    if (trace.exact === undefined) return null;
    const out = new Float64Array(2 * (EXACT_POINTS + 1));
    for (let k = 0; k <= EXACT_POINTS; k++) {
      const t = (seconds * k) / EXACT_POINTS;
      out[2 * k] = t;
      out[2 * k + 1] = trace.exact(t, this.scene);
    }
    return out;
  }

  private poses(): Float32Array {
    const { bodies } = this.drawn;
    const out = new Float32Array(POSE_SIZE * (bodies.length + 1));
    out[6] = 1;
    bodies.forEach((body, k) => {
      const at = POSE_SIZE * (k + 1);
      if (body.mass > 0) {
        const state = this.read(k);
        out.set(state.subarray(STATE.position, STATE.position + 3), at);
        out.set(state.subarray(STATE.orientation, STATE.orientation + 4), at + 3);
      } else {
        out.set(body.position, at);
        out.set(body.orientation ?? [0, 0, 0, 1], at + 3);
      }
    });
    return out;
  }
}

/** Steps from `done` to the next multiple of `every`. */
function gapTo(done: number, every: number): number {
  return every - (done % every);
}

/** The scene as the viewer draws it: the same for every engine. */
function drawingOf(scene: BenchScene) {
  const model = compile(specOf(scene, { type: "impulse" }));
  return describeScene(model, createData(model), []);
}
