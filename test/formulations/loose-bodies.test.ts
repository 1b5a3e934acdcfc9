import { type BodySpec, buildScene, compile, createData, type Scene, type Simulation, type Spec, step } from "stiction";
import { LAGRANGIAN_STATISTIC } from "stiction/internals";
import { sceneByName } from "stiction/scenes";
import { describe, expect, test } from "vitest";

type Settings = Record<string, unknown>;

function start(spec: Spec, settings: Settings = {}): Simulation {
  const formulation = { ...(spec.formulation as object), ...settings } as Spec["formulation"];
  const model = compile({ ...spec, formulation });
  return { model, data: createData(model) };
}

const statisticsOf = ({ data }: Simulation) =>
  (data.items["augmented-lagrangian"] as { statistics: Float64Array }).statistics;

function advance({ model, data }: Simulation, steps: number): void {
  for (let k = 0; k < steps; k++) step(model, data);
}

/** Largest distance between bodies of two runs, m. */
function apart(a: Simulation, b: Simulation): number {
  return a.data.bodyPos.reduce((most, x, k) => Math.max(most, Math.abs(x - b.data.bodyPos[k])), 0);
}

/** Stacks of two boxes on the ground, far from each other, each sliding and turning a little. */
function stacks(count: number): Spec {
  const box = (k: number, level: number): BodySpec => ({
    name: `box-${k}-${level}`,
    mass: 2,
    position: [3 * k, 0, 0.199 + 0.399 * level],
    velocity: [0.1, 0.02 * level, 0],
    angularVelocity: [0, 0, 0.3],
    shapes: [{ type: "box", halfExtents: [0.3, 0.25, 0.2] }],
  });
  return {
    timestep: 0.005,
    formulation: { type: "augmented-lagrangian" },
    bodies: [
      { name: "floor", type: "static", shapes: [{ type: "plane" }] },
      ...Array.from({ length: count }, (_, k) => [box(k, 0), box(k, 1)]).flat(),
    ],
  };
}

describe("loose bodies are condensed to their six motions", () => {
  test("rocks in the bucket of an arm: the same iterations and motion as with one factorisation of everything", () => {
    const spec = buildScene(sceneByName("rock-bucket") as Scene, { rocks: 6 });
    const condensed = start(spec, { priority: "accuracy" });
    const together = start(spec, { priority: "accuracy", looseBodies: "together" });
    advance(condensed, 6);
    advance(together, 6);
    const { iterationsInAll, partsInAll, products } = LAGRANGIAN_STATISTIC;
    expect(statisticsOf(condensed)[iterationsInAll]).toBe(statisticsOf(together)[iterationsInAll]);
    expect(statisticsOf(condensed)[partsInAll]).toBe(statisticsOf(together)[partsInAll]);
    expect(statisticsOf(condensed)[products]).toBeGreaterThan(0);
    expect(statisticsOf(together)[products]).toBe(0);
    // Newton's method stops at changes of 1e-10 of the mechanism's size, some 2 m, in each of some 50 parts
    expect(apart(condensed, together)).toBeLessThan(1e-8);
  });

  test("boxes that stand on boxes, one pushed by a motor: islands with and without a mechanism", () => {
    const spec = stacks(3);
    const driven: Spec = {
      ...spec,
      bodies: [
        ...(spec.bodies ?? []),
        {
          name: "pusher",
          mass: 5,
          position: [-0.45, 0, 0.5],
          shapes: [{ type: "box", halfExtents: [0.1, 0.4, 0.45] }],
        },
      ],
      joints: [
        {
          type: "slider",
          name: "rail",
          bodyB: "pusher",
          at: [-0.45, 0, 0.5],
          axis: [1, 0, 0],
          drive: { mode: "speed", target: 1 },
        },
      ],
    };
    const condensed = start(driven);
    const together = start(driven, { looseBodies: "together" });
    advance(condensed, 50);
    advance(together, 50);
    const moved = condensed.model.bodyNames.indexOf("box-0-0");
    expect(condensed.data.bodyPos[3 * moved]).toBeGreaterThan(0.03);
    expect(apart(condensed, together)).toBeLessThan(1e-7);
  });

  test("islands cost in proportion to their number", () => {
    const productsOf = (count: number) => {
      const run = start(stacks(count), { parts: 1 });
      advance(run, 4);
      const { factorisations, products } = LAGRANGIAN_STATISTIC;
      const statistics = statisticsOf(run);
      return statistics[products] / statistics[factorisations];
    };
    const [few, many] = [productsOf(4), productsOf(16)];
    expect(few).toBeGreaterThan(0);
    expect(many / few).toBeCloseTo(4, 6);
  });

  test("with real-time priority the work of a step is bounded, and impacts that it cannot resolve are reported", () => {
    const spec = buildScene(sceneByName("rock-bucket") as Scene, { rocks: 3 });
    const run = start(spec, { priority: "real-time" });
    const { iterationsInAll } = LAGRANGIAN_STATISTIC;
    let most = 0;
    for (let k = 0; k < 30; k++) {
      const before = statisticsOf(run)[iterationsInAll];
      step(run.model, run.data);
      most = Math.max(most, statisticsOf(run)[iterationsInAll] - before);
    }
    // once the whole step, and its halves where that does not converge
    expect(most).toBeLessThanOrEqual(3 * 10);
    expect(most).toBeGreaterThan(0);
  });
});
