import {
  BODY_STATE,
  type BodySpec,
  buildScene,
  compile,
  createData,
  restore,
  type Scene,
  type Simulation,
  type Spec,
  setBodyState,
  snapshot,
  stateHash,
  step,
} from "stiction";
import { LAGRANGIAN_STATISTIC } from "stiction/internals";
import { sceneByName } from "stiction/scenes";
import { describe, expect, test } from "vitest";

function start(spec: Spec): Simulation {
  const model = compile(spec);
  return { model, data: createData(model) };
}

function advance({ model, data }: Simulation, steps: number): void {
  for (let k = 0; k < steps; k++) step(model, data);
}

const statisticsOf = ({ data }: Simulation) =>
  (data.items["augmented-lagrangian"] as { statistics: Float64Array }).statistics;

const site = (objects: number) => start(buildScene(sceneByName("large-site") as Scene, { objects, speed: 4 }));

const asleep = ({ data }: Simulation) => data.bodyState.filter((state) => state === BODY_STATE.asleep).length;

/** Three boxes on top of each other, and a ball that rolls towards them; it arrives after 1.2 s. */
function pile(sleep: boolean): Simulation {
  const box = (k: number): BodySpec => ({
    name: `box-${k}`,
    mass: 3,
    position: [0, 0, 0.2 + 0.4 * k],
    shapes: [{ type: "box", halfExtents: [0.3, 0.3, 0.2] }],
  });
  return start({
    timestep: 0.005,
    formulation: { type: "augmented-lagrangian", sleep, sleepTime: 0.3 },
    materials: { default: { friction: 0.5, restitution: 0 } },
    bodies: [
      { name: "floor", type: "static", material: "default", shapes: [{ type: "plane" }] },
      ...[0, 1, 2].map((k) => ({ ...box(k), material: "default" })),
      {
        name: "ball",
        mass: 2,
        material: "default",
        position: [-4.2, 0, 0.2],
        velocity: [3, 0, 0],
        angularVelocity: [0, 15, 0],
        shapes: [{ type: "sphere", radius: 0.2 }],
      },
    ],
  });
}

describe("loose bodies fall asleep and wake", () => {
  test("of 200 fences few are awake, and the work of a step does not depend on how many sleep", () => {
    const runs = [site(40), site(200)];
    let most = 0;
    for (let k = 0; k < 140; k++) {
      for (const { model, data } of runs) step(model, data);
      most = Math.max(most, statisticsOf(runs[1])[LAGRANGIAN_STATISTIC.awake]);
    }
    // the plough is among them and has hit some
    expect(most).toBeGreaterThanOrEqual(1);
    expect(most).toBeLessThanOrEqual(15);
    const { iterationsInAll, factorisations, partsInAll, products, awake } = LAGRANGIAN_STATISTIC;
    for (const at of [iterationsInAll, factorisations, partsInAll, products, awake])
      expect(statisticsOf(runs[1])[at]).toBe(statisticsOf(runs[0])[at]);
    expect(statisticsOf(runs[0])[products]).toBeGreaterThan(0);
  });

  test("a run that is resumed while some sleep and some do not is the same to the bit", () => {
    const whole = site(40);
    advance(whole, 100);
    expect(asleep(whole)).toBeGreaterThan(0);
    expect(asleep(whole)).toBeLessThan(40);
    const resumed = site(40);
    restore(resumed.model, resumed.data, snapshot(whole.data));
    advance(whole, 40);
    advance(resumed, 40);
    expect(stateHash(resumed.data)).toBe(stateHash(whole.data));
  });

  test("a pile that sleeps stands still, wakes before it is hit, and moves as one that never slept", () => {
    const [sleeping, waking] = [pile(true), pile(false)];
    advance(sleeping, 160);
    advance(waking, 160);
    const box = sleeping.model.bodyNames.indexOf("box-2");
    expect(sleeping.data.bodyState[box]).toBe(BODY_STATE.asleep);
    const before = sleeping.data.bodyPos.slice(3 * box, 3 * box + 3);
    advance(sleeping, 40);
    advance(waking, 40);
    expect([...sleeping.data.bodyPos.slice(3 * box, 3 * box + 3)]).toEqual([...before]);
    advance(sleeping, 100);
    advance(waking, 100);
    expect(sleeping.data.bodyState[box]).toBe(BODY_STATE.active);
    const ball = sleeping.model.bodyNames.indexOf("ball");
    expect(waking.data.bodyVel[6 * ball + 3]).toBeLessThan(1.5);
    let most = 0;
    for (let k = 0; k < waking.data.bodyPos.length; k++)
      most = Math.max(most, Math.abs(waking.data.bodyPos[k] - sleeping.data.bodyPos[k]));
    // sleep takes away what is left of the motion, at most sleepSpeed; the pile had come to rest to 1e-9 m by then
    expect(most).toBeLessThan(1e-8);
  });

  test("what is put to sleep by a call wakes when it is woken by one, with the others", () => {
    const run = pile(true);
    advance(run, 160);
    expect(asleep(run)).toBe(3);
    setBodyState(run.model, run.data, "box-0", BODY_STATE.active);
    advance(run, 1);
    expect(asleep(run)).toBe(0);
  });
});
