/**
 * What joints do, against closed forms, under the impulse formulation. Digits are those to which its direct solution meets bounded rows
 * (its multiplier iteration stops at some 1e-9 of the speeds), over a hundred steps, unless said otherwise.
 */
import { bodyAngularVelocity, bodyPosition } from "stiction";
import { describe, expect, test } from "vitest";
import { G, mass, start } from "./run.js";

const still = { gravity: [0, 0, 0] };

describe("drives", () => {
  test("a speed drive ramps by its largest torque: I = 2 kg m², 4 N m, 6 rad/s in 3 s (V05)", () => {
    const run = start({
      ...still,
      timestep: 0.01,
      bodies: [mass("a", [0, 0, 0], { inertia: [2, 2, 2] })],
      joints: [{ type: "angular-driver", name: "d", bodyB: "a", drive: { target: 6, maxEffort: 4 } }],
      sensors: ["joint/d/speed", "joint/d/effort", "joint/d/position"],
    });
    run.until(2);
    // observed 7.4e-14 at most
    expect(run.value("joint/d/speed")).toBeCloseTo(4, 7);
    // observed 0
    expect(run.value("joint/d/effort")).toBeCloseTo(4, 7);
    // observed 6.4e-14 at most
    expect(run.value("joint/d/position")).toBeCloseTo(4, 7);
    run.until(3.01);
    // observed 0
    expect(run.value("joint/d/speed")).toBeCloseTo(6, 7);
    run.until(3.1);
    // observed 0
    expect(run.value("joint/d/effort")).toBeCloseTo(0, 7);
    // ½ · 2 · 9 + 6 · 0.1 = 9.6 rad: the turns are counted
    expect(run.value("joint/d/position")).toBeCloseTo(9.6, 3);
  });

  test("an effort drive is its effort: θ̈ = τ / I", () => {
    const run = start({
      ...still,
      bodies: [mass("a", [0, 0, 0])],
      joints: [
        { type: "hinge", name: "h", bodyB: "a", at: [0, 0, 0], drive: { mode: "effort", target: 3, maxEffort: 2 } },
      ],
      sensors: ["joint/h/speed", "joint/h/effort"],
    }).until(2);
    // 2 N m of the wanted 3
    expect(run.value("joint/h/speed")).toBeCloseTo(4, 7);
    expect(run.value("joint/h/effort")).toBeCloseTo(2, 7);
  });

  test("a hinge at 300 rad/s turns by 5 rad in a step, and every turn is counted", () => {
    const run = start({
      ...still,
      bodies: [mass("a", [0, 0, 0])],
      joints: [{ type: "hinge", name: "h", bodyB: "a", at: [0, 0, 0], drive: { target: 300 } }],
      sensors: ["joint/h/position", "joint/h/speed"],
    }).until(1 / 60);
    const first = run.value("joint/h/position");
    run.until(61 / 60);
    // observed 0
    expect(run.value("joint/h/speed")).toBeCloseTo(300, 6);
    // observed 5.7e-14 at most
    expect(run.value("joint/h/position") - first).toBeCloseTo(300, 6);
  });

  test.each([
    ["angular-spring", { stiffness: 0 }],
    ["angular-driver", {}],
  ])("%s: the angle of bodies that swing through half a turn goes on without a jump", (type, own) => {
    const run = start({
      ...still,
      bodies: [mass("a", [0, 0, 0], { angularVelocity: [3, 0, 1] })],
      joints: [{ type, name: "j", bodyB: "a", ...own }],
      sensors: ["joint/j/position"],
    });
    let before = 0;
    let most = 0;
    for (let k = 1; k <= 600; k++) {
      const now = run.until(k / 60).value("joint/j/position");
      most = Math.max(most, Math.abs(now - before));
      before = now;
    }
    // |dθ| ≤ |ω| h / cos(half the swing), the swing up to a quarter of a turn and a step of it: a jump would be π or more
    expect(most).toBeLessThan((1.5 * Math.sqrt(10)) / 60);
  });

  test("a servo goes to its target at its largest speed and stays", () => {
    const run = start({
      ...still,
      bodies: [mass("a", [0, 0, 0])],
      joints: [
        { type: "slider", name: "s", bodyB: "a", at: [0, 0, 0], drive: { mode: "position", target: 1, maxSpeed: 0.5 } },
      ],
      sensors: ["joint/s/position", "joint/s/speed"],
    }).until(1);
    // observed 0
    expect(run.value("joint/s/speed")).toBeCloseTo(0.5, 7);
    run.until(5);
    // three quarters of the error are left per step: 0.75^180 = 3e-23 three seconds after the servo slows down
    expect(run.value("joint/s/position")).toBeCloseTo(1, 7);
  });

  test("a sprung servo oscillates as its stiffness says: T = 2π √(I/K)", () => {
    const run = start({
      ...still,
      timestep: Math.PI / 600,
      bodies: [mass("a", [0, 0, 0])],
      joints: [
        { type: "hinge", name: "h", bodyB: "a", at: [0, 0, 0], drive: { mode: "position", target: 1, stiffness: 4 } },
      ],
      sensors: ["joint/h/position"],
    });
    // from rest at 0 about 1: q = 1 − cos(2 t), back at 0 after π s
    run.until(Math.PI / 2);
    expect(Math.abs(run.value("joint/h/position") - 2)).toBeLessThan(0.01);
    run.until(Math.PI);
    expect(Math.abs(run.value("joint/h/position"))).toBeLessThan(0.01);
  });

  test("friction holds below its effort, and above it leaves the rest", () => {
    const scene = (effort: number) => ({
      ...still,
      bodies: [mass("a", [0, 0, 0])],
      joints: [{ type: "hinge", name: "h", bodyB: "a", at: [0, 0, 0], friction: { effort } }],
      forces: [{ type: "wrench", body: "a", torque: [0, 0, 3] }],
      sensors: ["joint/h/speed", "joint/h/effort"],
    });
    const held = start(scene(3.01)).until(1);
    expect(held.value("joint/h/speed")).toBeCloseTo(0, 12);
    // observed 0
    expect(held.value("joint/h/effort")).toBeCloseTo(-3, 7);
    // observed 2.7e-15 at most
    expect(start(scene(2)).until(1).value("joint/h/speed")).toBeCloseTo(1, 7);
  });
});

describe("limits", () => {
  test("a hanging bar stops at its limit, and the stop bears the moment", () => {
    // bar of 1 m along x from its hinge: m g L/2 = 4.905 N m at the lower stop
    const run = start({
      bodies: [mass("bar", [0.5, 0, 0])],
      joints: [
        { type: "hinge", name: "h", bodyB: "bar", at: [0, 0, 0], axis: [0, -1, 0], limits: { lower: 0, upper: 1 } },
      ],
      sensors: ["joint/h/position", "joint/h/effort"],
    }).until(1);
    // observed 0
    expect(run.value("joint/h/position")).toBeCloseTo(0, 7);
    expect(run.value("joint/h/effort")).toBeCloseTo(0.5 * G, 6);
  });

  test("a ball joint keeps within its cone", () => {
    const run = start({
      timestep: 0.005,
      bodies: [mass("bob", [0.1, 0, 1], { inertia: [0.1, 0.1, 0.1] })],
      joints: [{ type: "ball", name: "b", bodyB: "bob", at: [0, 0, 0], cone: 0.5, friction: { effort: 0.5 } }],
    });
    let worst = 0;
    for (let t = 0.05; t < 5; t += 0.05) {
      run.until(t);
      const q = run.data.bodyQuat.subarray(4, 8);
      worst = Math.max(worst, Math.acos(1 - 2 * (q[0] * q[0] + q[1] * q[1])));
    }
    // falls over to the cone and no further; 0.02 rad for what a fast stop overshoots in a step
    expect(worst).toBeGreaterThan(0.49);
    expect(worst).toBeLessThan(0.52);
  });

  test("a rope of 2 m catches what falls, and pulls with its weight", () => {
    const run = start({
      bodies: [mass("a", [0, 0, 0])],
      joints: [{ type: "distance", mode: "rope", name: "r", bodyB: "a", at: [0, 0, 0], length: 2 }],
      sensors: ["joint/r/position", "joint/r/effort"],
    });
    run.until(0.5);
    // free fall at first; Verlet is exact on a parabola
    expect(bodyPosition(run.model, run.data, "a")[2]).toBeCloseTo(-0.5 * G * run.data.time ** 2, 7);
    run.until(3);
    expect(run.value("joint/r/position")).toBeCloseTo(2, 6);
    expect(run.value("joint/r/effort")).toBeCloseTo(-G, 6);
  });
});

describe("couplings", () => {
  test("gears: 3 N m on A, I_A + ratio² I_B = 1 + ¼ · 4", () => {
    const run = start({
      bodies: [mass("a", [0, 0, 0]), mass("b", [1, 0, 0], { inertia: [4, 4, 4] })],
      joints: [
        { type: "hinge", name: "ha", bodyB: "a", at: [0, 0, 0], drive: { mode: "effort", target: 3 } },
        { type: "hinge", name: "hb", bodyB: "b", at: [1, 0, 0] },
        { type: "gear", name: "g", bodyA: "a", bodyB: "b", ratio: -0.5 },
      ],
      sensors: ["joint/ha/speed", "joint/hb/position", "joint/ha/position", "joint/g/gap"],
    }).until(5);
    // observed 2.9e-13 at most
    expect(run.value("joint/ha/speed")).toBeCloseTo(7.5, 6);
    expect(run.value("joint/hb/position")).toBeCloseTo(-0.5 * run.value("joint/ha/position"), 6);
    expect(run.value("joint/g/gap")).toBeLessThan(1e-9);
  });

  test("rack and pinion: 1 N m drives 2 kg + 1 kg m² / (0.5 m)² with 2 N", () => {
    const run = start({
      ...still,
      bodies: [mass("pinion", [0, 0, 0]), mass("rack", [0, -0.5, 0], { mass: 2 })],
      joints: [
        { type: "hinge", name: "h", bodyB: "pinion", at: [0, 0, 0], drive: { mode: "effort", target: 1 } },
        { type: "slider", name: "s", bodyB: "rack", at: [0, -0.5, 0], axis: [1, 0, 0] },
        { type: "rack-and-pinion", name: "r", bodyA: "pinion", bodyB: "rack", radius: 0.5, travel: [1, 0, 0] },
      ],
      sensors: ["joint/s/speed", "joint/h/speed", "joint/h/position", "joint/s/position"],
    }).until(6);
    expect(run.value("joint/s/speed")).toBeCloseTo((2 / 6) * 6, 6);
    expect(run.value("joint/s/position")).toBeCloseTo(0.5 * run.value("joint/h/position"), 8);
  });

  test("screw: lifts by its pitch, and m g pitch/2π is the torque that holds it", () => {
    const run = start({
      bodies: [mass("nut", [0, 0, 0])],
      joints: [{ type: "screw", name: "s", bodyB: "nut", at: [0, 0, 0], pitch: 0.5, drive: { target: 6 } }],
      sensors: ["joint/s/position", "joint/s/effort", "body/nut/position.z"],
    }).until(5);
    expect(run.value("body/nut/position.z")).toBeCloseTo((0.5 * 30) / (2 * Math.PI), 6);
    expect(run.value("joint/s/effort")).toBeCloseTo((G * 0.5) / (2 * Math.PI), 5);
  });

  test("Atwood's machine: a = g (m₂ − m₁)/(m₁ + m₂), tension 2 g m₁ m₂/(m₁ + m₂)", () => {
    const run = start({
      bodies: [mass("a", [0, 0, -1]), mass("b", [1, 0, -1], { mass: 2 })],
      joints: [
        {
          type: "pulley",
          name: "p",
          bodyA: "a",
          bodyB: "b",
          at: [0, 0, -1],
          to: [1, 0, -1],
          groundA: [0, 0, 1],
          groundB: [1, 0, 1],
        },
      ],
      sensors: ["body/b/velocity.z", "joint/p/force.z"],
    }).until(1);
    // observed 3.1e-14 at most
    expect(run.value("body/b/velocity.z")).toBeCloseTo(-G / 3, 6);
    expect(run.value("joint/p/force.z")).toBeCloseTo((4 * G) / 3, 5);
  });

  test("Cardan joint at 30°: speeds within cos β and 1/cos β (V30)", () => {
    const beta = Math.PI / 6;
    const axis = [Math.sin(beta), 0, Math.cos(beta)];
    const run = start({
      ...still,
      timestep: 0.005,
      bodies: [mass("in", [0, 0, -1]), mass("out", axis)],
      joints: [
        { type: "hinge", name: "a", bodyB: "in", at: [0, 0, -1], drive: { target: 3 } },
        { type: "universal", bodyA: "in", bodyB: "out", at: [0, 0, 0] },
        { type: "hinge", name: "b", bodyB: "out", at: axis, axis },
      ],
      sensors: ["joint/a/speed", "joint/b/speed"],
    }).until(0.1);
    let [least, most] = [9, 0];
    for (let t = 0.1; t < 2.3; t += 0.02) {
      run.until(t);
      const ratio = run.value("joint/b/speed") / run.value("joint/a/speed");
      least = Math.min(least, ratio);
      most = Math.max(most, ratio);
    }
    // sampled every 0.06 rad: within tan² β · 0.03² of the extremes
    expect(Math.abs(least / Math.cos(beta) - 1)).toBeLessThan(0.002);
    expect(Math.abs(most * Math.cos(beta) - 1)).toBeLessThan(0.002);
  });
});

describe("compliance", () => {
  test("a wheel sinks by m g / K and its stop bears the rest", () => {
    const scene = (over: object) => ({
      bodies: [{ name: "car", type: "static" }, mass("wheel", [0, 0, -1], { mass: 10 })],
      joints: [
        {
          type: "wheel",
          name: "w",
          bodyA: "car",
          bodyB: "wheel",
          at: [0, 0, -1],
          axis: [0, 1, 0],
          stiffness: 1000,
          damping: 200,
          drive: { target: -3, maxEffort: 5 },
          ...over,
        },
      ],
      sensors: ["body/wheel/position.z", "joint/w/speed", "joint/w/force.z"],
    });
    const free = start(scene({})).until(5);
    expect(free.value("body/wheel/position.z")).toBeCloseTo(-1 - (10 * G) / 1000, 7);
    expect(free.value("joint/w/speed")).toBeCloseTo(-3, 7);
    expect(free.value("joint/w/force.z")).toBeCloseTo(10 * G, 6);
    const stopped = start(scene({ minTravel: -0.05 })).until(5);
    expect(stopped.value("body/wheel/position.z")).toBeCloseTo(-1.05, 6);
    expect(stopped.value("joint/w/force.z")).toBeCloseTo(10 * G, 4);
  });

  test("a steered wheel rolls about its turned axle", () => {
    const run = start({
      ...still,
      bodies: [{ name: "car", type: "static" }, mass("wheel", [0, 0, -1])],
      joints: [
        {
          type: "wheel",
          name: "w",
          bodyA: "car",
          bodyB: "wheel",
          at: [0, 0, -1],
          axis: [0, 1, 0],
          drive: { target: 3 },
        },
      ],
      controllers: [{ type: "expression", output: "joints.w.steer", expression: "min(t, 0.5)" }],
    }).until(2);
    const w = bodyAngularVelocity(run.model, run.data, "wheel");
    // the axle y, turned by 0.5 rad about z
    [-3 * Math.sin(0.5), 3 * Math.cos(0.5), 0].forEach((c, k) => {
      expect(w[k]).toBeCloseTo(c, 6);
    });
  });

  test("a weld of 5 Hz sinks by g/ω²", () => {
    const run = start({
      bodies: [mass("a", [0, 0, 0])],
      joints: [{ type: "weld", name: "w", bodyB: "a", at: [0, 0, 0], frequency: 5 }],
      sensors: ["body/a/position.z", "joint/w/force.z"],
    }).until(2);
    expect(run.value("body/a/position.z")).toBeCloseTo(-G / (10 * Math.PI) ** 2, 7);
    expect(run.value("joint/w/force.z")).toBeCloseTo(G, 6);
  });

  test("a bushing twists by τ/K at a large angle too", () => {
    const run = start({
      ...still,
      bodies: [mass("a", [0, 0, 0])],
      joints: [
        {
          type: "bushing",
          name: "b",
          bodyB: "a",
          at: [0, 0, 0],
          stiffness: [1e4, 1e4, 1e4],
          damping: [200, 200, 200],
          angularStiffness: [5, 5, 5],
          angularDamping: [5, 5, 5],
        },
      ],
      forces: [{ type: "wrench", body: "a", torque: [0, 7.5, 0] }],
    }).until(20);
    // K φ = τ: 1.5 rad
    expect(2 * Math.asin(run.data.bodyQuat[5])).toBeCloseTo(1.5, 6);
  });

  test("a spring of 1e6 N/m on 1 kg is stable at h = 10 ms (V41)", () => {
    const run = start({
      timestep: 0.01,
      bodies: [mass("a", [0, 0, -1])],
      joints: [{ type: "spring", name: "s", bodyB: "a", at: [0, 0, 0], to: [0, 0, -1], stiffness: 1e6 }],
      sensors: ["joint/s/position", "joint/s/effort"],
    }).until(2);
    // observed 1.1e-16 at most
    expect(run.value("joint/s/position") - 1).toBeCloseTo(G / 1e6, 7);
    // observed 0
    expect(run.value("joint/s/effort")).toBeCloseTo(-G, 3);
  });

  test("an angular spring counts turns: 10 rad from its rest", () => {
    const run = start({
      ...still,
      bodies: [mass("a", [0, 0, 0])],
      joints: [{ type: "angular-spring", name: "s", bodyB: "a", restAngle: 10, stiffness: 20, damping: 9 }],
      sensors: ["joint/s/position"],
    }).until(20);
    // observed 3.6e-15 at most
    expect(run.value("joint/s/position")).toBeCloseTo(10, 6);
  });

  test("drag follows the pointer, and lets go", () => {
    const run = start({
      bodies: [mass("a", [0, 0, 0])],
      joints: [{ type: "drag", name: "d", bodyB: "a", at: [0, 0, 0] }],
      controllers: [
        { type: "expression", output: "joints.d.targetX", expression: "t" },
        { type: "expression", output: "joints.d.grip", expression: "t < 3" },
      ],
      sensors: ["joint/d/force.z", "joint/d/force.x"],
    }).until(2.5);
    const [K, D] = [(8 * Math.PI) ** 2, 2 * 0.7 * 8 * Math.PI];
    const [x, , z] = bodyPosition(run.model, run.data, "a");
    // steady at 1 m/s: lags by D v/K; the input of a step is the time at its start, h/2 in the mean behind
    expect(Math.abs(x - (run.data.time - 1 / 60 - D / K))).toBeLessThan(1 / 60);
    expect(z).toBeCloseTo(-G / K, 4);
    run.until(3.1);
    expect(run.value("joint/d/force.z")).toBe(0);
  });
});
