import { bodyPosition, createSimulation, type Spec } from "stiction";
import { describe, expect, test } from "vitest";

const FORMULATIONS = ["impulse", "complementarity", "augmented-lagrangian"] as const;

/** A carriage that moves, and a load elsewhere; without gravity. */
function scene(formulation: (typeof FORMULATIONS)[number], velocity: [number, number, number]): Spec {
  return {
    gravity: [0, 0, 0],
    timestep: 0.002,
    formulation,
    bodies: [
      { name: "carriage", mass: 3, inertia: [0.2, 0.3, 0.4], position: [0, 0, 1], velocity },
      { name: "load", mass: 1.5, inertia: [0.1, 0.1, 0.2], position: [0.4, 0.3, 0.2], angularVelocity: [0, 0, 0] },
    ],
  };
}

describe.each(FORMULATIONS)("%s", (formulation) => {
  test("a load that is picked up after the carriage has moved stays where it is", () => {
    const sim = createSimulation(scene(formulation, [1.2, 0, 0]));
    sim.run(1.5);
    sim.body("carriage").velocity = [0, 0, 0];
    const before = [...sim.body("carriage").position, ...sim.body("load").position];
    expect(sim.attach("carriage", "load", { name: "grip" })).toBe("grip");
    sim.run(0.1);
    const after = [...sim.body("carriage").position, ...sim.body("load").position];
    // nothing moves: what is left is round-off in the frames, and in their correction
    for (const [k, x] of after.entries()) expect(Math.abs(x - before[k])).toBeLessThan(1e-9);
    expect(sim.time).toBeCloseTo(1.6, 9);
  });

  test("a moving carriage shares its momentum with the load", () => {
    const sim = createSimulation(scene(formulation, [1.2, 0, 0]));
    sim.run(0.5);
    sim.attach("carriage", "load");
    sim.run(0.02);
    const total = [0, 1, 2].map((k) => 3 * sim.body("carriage").velocity[k] + 1.5 * sim.body("load").velocity[k]);
    // 3 kg × 1.2 m/s; sums of a few impulses, each exact to round-off times the iterations of the solver
    expect(total[0]).toBeCloseTo(3.6, 8);
    expect(total[1]).toBeCloseTo(0, 8);
    const spins = sim.body("load").angularVelocity[2] - sim.body("carriage").angularVelocity[2];
    // complementarity closes the angle of a joint to 1e-6 rad where a step of 2 ms ends
    expect(Math.abs(spins)).toBeLessThan(formulation === "complementarity" ? 1e-6 / 0.002 : 5e-7);
    sim.detach(sim.model.joints.names[0]);
    expect(sim.model.joints.count).toBe(0);
    const kept = sim.body("load").velocity;
    sim.run(0.1);
    for (const [k, v] of sim.body("load").velocity.entries()) expect(v).toBeCloseTo(kept[k], 12);
  });

  test("a locked hinge keeps its angle under gravity", () => {
    const sim = createSimulation({
      gravity: [0, -9.81, 0],
      timestep: 0.002,
      formulation,
      bodies: [{ name: "arm", mass: 2, inertia: [0.1, 0.1, 0.1], position: [0.5, 0, 0] }],
      joints: [{ type: "hinge", name: "shoulder", bodyB: "arm", at: [0, 0, 0] }],
    });
    sim.run(0.3);
    const before = bodyPosition(sim.model, sim.data, "arm");
    expect(before[1]).toBeLessThan(-0.1);
    sim.lock("shoulder");
    expect(bodyPosition(sim.model, sim.data, "arm")).toEqual(before);
    sim.run(0.3);
    // the arm stops within the first step, in which it may still move by v h
    const moved = Math.hypot(...sim.body("arm").position.map((x, k) => x - before[k]));
    expect(moved).toBeLessThan(1e-5);
  });
});

test.each(FORMULATIONS)("a locked planar slider keeps its place in %s", (formulation) => {
  const sim = createSimulation({
    plane: "xy",
    gravity: [0, -9.81],
    timestep: 0.002,
    formulation,
    bodies: [{ name: "sled", mass: 1.2, inertia: [0, 0, 0.1], position: [0.3, 0.1] }],
    joints: [{ type: "slider", name: "rail", bodyB: "sled", at: [0.1, 0.4], axis: [0.6, -0.8] }],
  });
  sim.run(0.2);
  const before = sim.body("sled").position;
  expect(before[1]).toBeLessThan(0);
  sim.lock("rail");
  sim.run(0.2);
  for (const [k, x] of sim.body("sled").position.entries()) expect(Math.abs(x - before[k])).toBeLessThan(1e-5);
});

test("a planar hinge is placed at the present poses, and unknown names are refused with the nearest", () => {
  const sim = createSimulation({
    plane: "xy",
    gravity: [0, 0],
    formulation: "impulse",
    bodies: [
      { name: "boom", mass: 2, inertia: [0, 0, 0.3], position: [0, 0], angularVelocity: [0, 0, 0.7] },
      { name: "crate", mass: 1, inertia: [0, 0, 0.1], position: [2, 0], velocity: [0, 0.4] },
    ],
  });
  sim.run(1);
  const name = sim.attach("boom", "crate", { type: "hinge", at: [1, 0.2] });
  const reading = sim.joint(name);
  // the angle is counted from the present pose
  expect(reading.coordinate).toBeCloseTo(0, 12);
  expect(() => sim.attach("boom", "crat")).toThrow(/did you mean "crate"/);
  expect(() => sim.attach("boom", "crate", { type: "hing" })).toThrow(/did you mean "hinge"/);
  expect(() => sim.detach(`${name}x`)).toThrow(/did you mean/);
  expect(() => sim.lock("nothing at all")).toThrow(/unknown joint/);
  expect(sim.model.joints.count).toBe(1);
});
