/** The façade: one object for model and data, everything by name. */
import { compile, createData, createSimulation, recompile, type Spec, simulationOf, stateHash, step } from "stiction";
import { describe, expect, expectTypeOf, test } from "vitest";

const SPEC: Spec = {
  formulation: "impulse",
  timestep: 0.01,
  bodies: [
    { name: "floor", type: "static", shapes: [{ type: "plane" }] },
    { name: "box", mass: 2, position: [0, 0, 1], shapes: [{ type: "box", halfExtents: [0.5, 0.5, 0.5] }] },
  ],
};

describe("a simulation", () => {
  test("runs as model and data do, to the bit", () => {
    const sim = createSimulation(SPEC);
    expect(sim.run(1)).toBe(0);
    expect(sim.step()).toBe(0);
    const model = compile(SPEC);
    const data = createData(model);
    for (let k = 0; k < 101; k++) step(model, data);
    expect(stateHash(sim.data)).toBe(stateHash(data));
    expect(sim.time).toBeCloseTo(1.01, 12);
    expect(sim.warnings()).toEqual([]);
  });

  test("has bodies with positions, velocities and impulses", () => {
    const sim = createSimulation(SPEC);
    const box = sim.body("box");
    box.position = [0, 0, 3];
    box.velocity = [1, 0, 0];
    box.angularVelocity = [0, 0, 1];
    box.applyImpulse([0, 2, 0]);
    expect(box.velocity).toEqual([1, 1, 0]);
    sim.run(0.1);
    expect(box.position[0]).toBeCloseTo(0.1, 9);
    expect(box.orientation[3]).toBeLessThan(1);
    box.state = "dormant";
    expect(box.state).toBe("dormant");
    expect(() => sim.body("bx")).toThrow('no body named "bx"');
    expect(sim.sensor("body/box/position.x")).toBe(box.position[0]);
  });

  test("snapshots, restores and resets", () => {
    const sim = createSimulation(SPEC);
    sim.run(0.2);
    const bytes = sim.snapshot();
    const then = stateHash(sim.data);
    sim.run(0.2);
    sim.restore(bytes);
    expect(stateHash(sim.data)).toBe(then);
    sim.reset();
    expect(sim.time).toBe(0);
  });

  test("tells of events by name until asked to stop", () => {
    const sim = createSimulation(SPEC);
    const heard: unknown[] = [];
    let steps = 0;
    sim.on("contactBegin", ({ who }) => heard.push(who));
    const off = sim.on("step", () => steps++);
    sim.run(1);
    off();
    sim.run(1);
    expect(heard).toEqual([["box", "floor"]]);
    expect(steps).toBe(100);
  });

  test("takes bodies in and out while running; handles stay valid", () => {
    const sim = createSimulation(SPEC);
    const box = sim.body("box");
    sim.run(0.3);
    const height = box.position[2];
    sim.add({ name: "ball", mass: 1, position: [2, 0, 1], shapes: [{ type: "sphere", radius: 0.2 }] });
    expect(sim.model.bodyNames).toEqual(["world", "floor", "box", "ball"]);
    expect(box.position[2]).toBe(height);
    sim.run(1);
    expect(sim.contacts().map(({ a, b }) => `${a.body} ${b.body}`)).toContain("ball floor");
    sim.remove("box");
    expect(() => box.position).toThrow("no body named");
    expect(() => sim.remove("box")).toThrow("no body named");
  });

  test("has joints with coordinate and load", () => {
    const sim = createSimulation({
      bodies: [{ name: "bob", mass: 2, inertia: [0.1, 0.1, 0.1], position: [0, 0, -1] }],
      joints: [{ type: "hinge", name: "pin", bodyB: "bob", at: [0, 0, 0], axis: [0, 1, 0] }],
    });
    sim.run(0.05);
    expect(sim.joint("pin").force[2]).toBeCloseTo(2 * 9.81, 6);
    expect(() => sim.joint("pn")).toThrow('no joint named "pn"');
  });

  test("is a model with its data for every other function", () => {
    const sim = simulationOf(compile(SPEC));
    const { model } = recompile(sim, { ...sim.model.spec, gravity: [0, 0, 0] });
    expect(model.options.gravity[2]).toBe(0);
    // @ts-expect-error a body of the scene is typed
    expectTypeOf(createSimulation(SPEC).add).toBeCallableWith({ name: "a", shapes: [{ type: "bocks" }] });
  });
});
