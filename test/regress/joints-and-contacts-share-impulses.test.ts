/**
 * A bracket on a box sank and turned when its joint was solved by sweeps and the contacts directly.
 *
 * Both keep impulses in the same system, and shared its rows.
 */
import { expect, test } from "vitest";
import { G, start } from "../joints/run.js";

test.each(["direct", "iterative"])(
  "joints %s: a bracket on a box that stands on the floor bears weight and moment",
  (joints) => {
    const box = (name: string, mass: number, position: number[], half: number) => ({
      name,
      mass,
      position,
      shapes: [{ type: "box", halfExtents: [half, half, half] }],
    });
    const run = start({
      formulation: { type: "impulse", joints },
      bodies: [
        { name: "floor", type: "static", shapes: [{ type: "plane" }] },
        box("a", 4, [0, 0, 0.5], 0.5),
        box("b", 1, [0.8, 0, 0.8], 0.2),
      ],
      joints: [{ type: "fixed", name: "j", bodyA: "a", bodyB: "b", at: [0.5, 0, 0.8] }],
      sensors: ["joint/j/force.z", "joint/j/torque.y"],
    }).until(3);
    // at rest after 3 s but for what sweeps leave: 1e-9 N of force, 1e-6 N m of moment
    expect(run.value("joint/j/force.z")).toBeCloseTo(G, 5);
    expect(run.value("joint/j/torque.y")).toBeCloseTo(-0.3 * G, 5);
  },
);
