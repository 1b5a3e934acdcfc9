/** The same scene in four engines, as the proof page runs them; in Node. */
import { describe, expect, test } from "vitest";
import { experiments } from "../../proof/index.js";
import { texts } from "../../studio/texts/proof-engines.js";
import type { AdvancedEngine, EngineName } from "../../studio/worker/engines-protocol.js";
import { EngineRun } from "../../studio/worker/engines-run.js";
import { pairs, sceneOf } from "../../studio/worker/engines-scenes.js";
import { POSE_SIZE } from "../../studio/worker/frame.js";

const ENGINES: readonly EngineName[] = ["stiction", "rapier", "mujoco", "cannon"];

/** Figures that take longer to come about than a test of this kind waits. */
const LATE = ["flips", "bounces", "stop s", "at rest s", "ΔE/E per bounce", "meanSpeed"];

async function open(engine: EngineName, scene: string): Promise<EngineRun> {
  const run = await EngineRun.open(engine, scene, () => performance.now());
  if (!(run instanceof EngineRun)) throw new Error(JSON.stringify(run));
  return run;
}

function advanceTo(run: EngineRun, time: number): AdvancedEngine {
  let reply = run.advance(time);
  for (let k = 0; k < 1000 && reply.time < time - 1e-9 && !reply.ended; k++) reply = run.advance(time);
  return reply;
}

describe("pairs of experiments and scenes", () => {
  test("belong to experiments that exist, each to one scene, with texts for all that is shown", () => {
    const ids = pairs.flatMap(({ experiments: of }) => of);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !experiments.some((e) => e.id === id))).toEqual([]);
    for (const { test: name, topic, trace, figures, seconds } of pairs) {
      expect(texts.traces[trace.key], name).toBeTruthy();
      for (const key of figures) expect(texts.figures[key], `${name} ${key}`).toBeTruthy();
      for (const engine of ENGINES) expect(texts.limits[engine][topic], `${engine} ${topic}`).toBeTruthy();
      const scene = sceneOf(name);
      expect(Math.round(seconds / scene.timestep), name).toBeLessThanOrEqual(scene.steps);
    }
  });

  test.each(pairs.map((pair) => [pair.test, pair] as const))(
    "%s: the closed form begins where the scene does, and the figures are the observer's",
    async (name, pair) => {
      const run = await open("stiction", name);
      const first = run.advance(sceneOf(name).timestep * 1.5);
      expect(first.time).toBeCloseTo(sceneOf(name).timestep, 9);
      const later = advanceTo(run, 20 * sceneOf(name).timestep);
      // 2 % of what moves by metres or radians per second: a wrong body, axis or sign would be off by far more
      if (pair.trace.exact) expect(later.deviation, pair.trace.key).toBeLessThan(0.02);
      for (const figure of pair.figures) {
        if (LATE.includes(figure)) continue;
        expect(later.figures, name).toHaveProperty([figure]);
      }
      run.dispose();
    },
  );
});

describe("engines", () => {
  test.each(ENGINES)("%s falls as its integrator says", async (engine) => {
    const run = await open(engine, "free-fall");
    const { version, timestep, seconds } = run.opened();
    expect(version).toMatch(/^\d+\.\d+/);
    expect([timestep, seconds]).toEqual([0.001, 2]);
    const half = advanceTo(run, 1);
    expect(half.time).toBeCloseTo(1, 9);
    expect(half.ended).toBe(false);
    const { deviation, ended, poses, samples } = advanceTo(run, 5);
    expect(ended).toBe(true);
    // semi-implicit Euler is off by ½ g h t = 9.81 mm; Stiction's impulses take the mean speed; Rapier's sub-steps are four
    const bounds = { stiction: [0, 1e-9], rapier: [1e-4, 9.81e-3], mujoco: [9.7e-3, 9.9e-3], cannon: [9.7e-3, 9.9e-3] };
    const [low, high] = bounds[engine];
    expect(deviation).toBeGreaterThanOrEqual(low);
    expect(deviation).toBeLessThanOrEqual(high);
    // the ball is body 1 of the frame, at 1 + 8 t − ½ g t² = −2.62 m
    expect(poses[POSE_SIZE + 2]).toBeCloseTo(-2.62, 1);
    expect(samples.length % 2).toBe(0);
    run.restart();
    expect(run.opened().poses[POSE_SIZE + 2]).toBeCloseTo(1, 6);
    expect(run.advance(0.01).time).toBeCloseTo(0.01, 9);
    run.dispose();
  });

  test("what an engine cannot express is refused with a reason", async () => {
    expect(await EngineRun.open("mujoco", "bounce", () => 0)).toMatchObject({
      type: "refused",
      version: expect.stringMatching(/^3\./),
      reason: "MuJoCo has no coefficient of restitution",
    });
  });

  test("a request ends when its time is used up", async () => {
    let now = 0;
    const run = await EngineRun.open("cannon", "creep", () => (now += 10));
    if (!(run instanceof EngineRun)) throw new Error("refused");
    const { time, ended } = run.advance(5);
    expect(time).toBeGreaterThan(0);
    expect(time).toBeLessThan(1);
    expect(ended).toBe(false);
    run.dispose();
  });

  test("cannon has no gyroscopic term: the body never turns over; Stiction's does four times", async () => {
    const flips = async (engine: EngineName) => {
      const run = await open(engine, "dzhanibekov");
      const { figures } = advanceTo(run, 10);
      run.dispose();
      return figures.flips;
    };
    expect([await flips("stiction"), await flips("cannon")]).toEqual([4, 0]);
  });
});
