/**
 * "The truck does not follow my keys: its wheels do what they like." A controller of the scene wrote its input in every step, after
 * the hand had. Now the hand wins until it lets go, also where one controller leads another, and steps can be repeated to the bit.
 */
import { describe, expect, test } from "vitest";
import { SimulationBench } from "../studio/simulation-bench.js";

const SCENE = {
  name: "driven",
  formulation: "impulse",
  contact: "none",
  gravity: [0, 0, 0],
  timestep: 0.01,
  bodies: [
    { name: "rotor", shapes: [{ type: "box", halfExtents: [0.5, 0.1, 0.1] }] },
    { name: "cart", mass: 1, shapes: [{ type: "sphere", radius: 0.1 }], position: [0, 3, 0] },
  ],
  joints: [{ type: "hinge", name: "shaft", bodyB: "rotor", at: [0, 0, 0], drive: { mode: "speed", target: 0 } }],
  controllers: [
    {
      type: "profile",
      name: "plan",
      output: "joints.shaft.drive.target",
      times: [0, 1],
      values: [1, 10],
      between: "hold",
    },
    { type: "profile", name: "path", output: "controllers.lead.target", times: [0], values: [2] },
    {
      type: "pd",
      name: "lead",
      output: "bodies.cart.force.x",
      sensor: "body/cart/position.x",
      rateSensor: "body/cart/velocity.x",
      kp: 100,
      kd: 20,
    },
  ],
  sensors: ["joint/shaft/speed", "body/cart/position.x", "body/cart/velocity.x"],
};

describe("a hand that drives", () => {
  test("wins over a timetable until it lets go; the past is repeated with it", async () => {
    const bench = new SimulationBench();
    await bench.load({ kind: "spec", spec: SCENE });
    const spin = () => bench.simulationData().bodyVel[6 + 2];
    await bench.step(50);
    expect(spin()).toBeCloseTo(1, 9);
    bench.send({ type: "drive", path: "joints.shaft.drive.target", value: -3 });
    await bench.step(100); // at 1 s the timetable goes to 10
    expect(spin()).toBeCloseTo(-3, 9);
    const held = await bench.hash();
    bench.send({ type: "drive-release" });
    await bench.step(50);
    expect(spin()).toBeCloseTo(10, 9);
    const freed = await bench.hash();
    const seek = (step: number) => bench.ask<"history-sought">((id) => ({ type: "history-seek", id, step }));
    for (const [step, hash] of [
      [150, held],
      [200, freed],
      [150, held],
    ] as const) {
      while (!(await seek(step)).done);
      expect(await bench.hash()).toBe(hash);
    }
    // from there the hand still holds
    await bench.step(5);
    expect(spin()).toBeCloseTo(-3, 9);
    // a restart gives everything back
    bench.send({ type: "reset" });
    await bench.step(10);
    expect(spin()).toBeCloseTo(1, 9);
  });

  test("wins over what leads a controller, which then follows the hand", async () => {
    const bench = new SimulationBench();
    await bench.load({ kind: "spec", spec: SCENE });
    // what a controller writes that follows a target is not offered, its target is
    const paths = bench.last("drives")?.drives.map(({ path }) => path);
    expect(paths).toEqual(["controllers.lead.target", "joints.shaft.drive.target"]);
    bench.send({ type: "drive", path: "controllers.lead.target", value: -1 });
    await bench.step(600);
    // m ẍ = 100 (−1 − x) − 20 ẋ is critically damped at 10 rad/s: after 6 s it is there to e⁻⁶⁰
    expect(bench.simulationData().bodyPos[6]).toBeCloseTo(-1, 9);
  });
});
