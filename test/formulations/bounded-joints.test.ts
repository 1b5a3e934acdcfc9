/**
 * Limits, friction, bounded drives and breaking joints in natural coordinates, against closed forms. Steps are the 5 ms that people use, and
 * shorter ones where an order is measured.
 */
import {
  compileUntyped,
  createData,
  createGradient,
  type Data,
  type Model,
  restore,
  snapshot,
  stateHash,
  step,
} from "stiction";
import { describe, expect, test } from "vitest";
import { mass, type Run, start } from "../joints/run.js";

const G = 9.81;
const run = (spec: Record<string, unknown>): Run =>
  start({ formulation: "augmented-lagrangian", timestep: 5e-3, contact: "none", ...spec });

/** Steps to a time; returns the status bits of all steps. */
function advance({ model, data }: { model: Model; data: Data }, time: number): number {
  let status = 0;
  while (data.time < time - 1e-9) status |= step(model, data);
  return status;
}

/**
 * Bob of 2 kg with a moment of 1e-3 kg m² on an arm of 1 m that starts level: θ from the horizontal, ω² = 2 k g sin θ with
 * k = m l²/(m l² + I).
 */
const MOMENT = 1e-3;
const K = 2 / (2 + MOMENT);
const pendulum = (joint: Record<string, unknown>, timestep = 5e-3) =>
  run({
    timestep,
    bodies: [mass("bob", [1, 0, 0], { mass: 2, inertia: [MOMENT, MOMENT, MOMENT] })],
    joints: [{ type: "hinge", name: "h", bodyB: "bob", at: [0, 0, 0], axis: [0, 1, 0], ...joint }],
    sensors: [
      ...["position", "speed", "effort", "force", "broken"].map((q) => `joint/h/${q}`),
      "body/bob/position",
      "body/bob/velocity",
      "system/all/energy",
    ],
  });

describe("limits", () => {
  test("a pendulum that meets a stop rests there, and the stop bears m g l cos θ", () => {
    const s = pendulum({ limits: { upper: 0.7 } });
    const before = s.value("system/all/energy");
    let last = before;
    let status = 0;
    while (s.data.time < 2 - 1e-9) {
      status |= step(s.model, s.data);
      const energy = s.value("system/all/energy");
      // free fall to the stop: the trapezoidal rule errs by (ω h)² of m g l; from then on energy does not rise at all
      expect(energy).toBeLessThan(Math.max(last, before + 1e-4) + 1e-9);
      last = energy;
      // no step ends beyond the stop: Newton's method stops at 1e-9 of the arm
      expect(s.value("joint/h/position")).toBeLessThan(0.7 + 1e-8);
    }
    expect(status).toBe(0);
    expect(s.value("joint/h/position")).toBeCloseTo(0.7, 9);
    expect(Math.abs(s.value("joint/h/speed"))).toBeLessThan(1e-12);
    expect(s.value("joint/h/effort")).toBeCloseTo(-2 * G * Math.cos(0.7), 6);
    expect(s.value("joint/h/force.z")).toBeCloseTo(2 * G, 6);
  });

  test("the stop is met at the closed-form time, with an error of the order of the step", () => {
    // t = ∫ dθ / √(2 k g sin θ) from 0 to 0.7, by the substitution θ = u²: no singularity
    let time = 0;
    for (let k = 0; k < 2000; k++) {
      const u = ((k + 0.5) * Math.sqrt(0.7)) / 2000;
      time += (2 * u * (Math.sqrt(0.7) / 2000)) / Math.sqrt(2 * K * G * Math.sin(u * u));
    }
    for (const h of [5e-3, 1e-3]) {
      const s = pendulum({ limits: { upper: 0.7 } }, h);
      while (s.value("joint/h/position") < 0.7 - 1e-7) step(s.model, s.data);
      // found at the end of the step in which it is met
      expect(s.data.time - time).toBeGreaterThan(-0.2 * h);
      expect(s.data.time - time).toBeLessThan(1.2 * h);
    }
  });

  test("a stop lets go when the load turns round", () => {
    const s = run({
      gravity: [0, 0, 0],
      bodies: [mass("b", [0, 0, 0])],
      joints: [{ type: "slider", name: "s", bodyB: "b", at: [0, 0, 0], axis: [1, 0, 0], limits: { lower: -0.1 } }],
      forces: [{ type: "wrench", name: "push", body: "b", force: [-3, 0, 0] }],
      sensors: ["joint/s/position", "joint/s/speed", "joint/s/effort"],
    } as Record<string, unknown>);
    expect(advance(s, 1)).toBe(0);
    expect(s.value("joint/s/position")).toBeCloseTo(-0.1, 10);
    expect(s.value("joint/s/effort")).toBeCloseTo(3, 8);
    s.data.input[6 * s.model.bodyNames.indexOf("b") + 3] = 5;
    expect(advance(s, 2)).toBe(0);
    // 2 N net on 1 kg for 1 s: exact for the trapezoidal rule but for the step in which the load jumps
    expect(s.value("joint/s/speed")).toBeCloseTo(2, 2);
    expect(s.value("joint/s/position")).toBeCloseTo(0.9, 1);
    expect(s.value("joint/s/effort")).toBe(0);
  });

  test("a ball joint keeps within its cone, and rests on it", () => {
    const s = run({
      bodies: [mass("b", [0, 0, 0.5], { mass: 1, inertia: [0.01, 0.01, 0.01], angularVelocity: [0.3, 0.2, 0] })],
      joints: [
        { type: "ball", name: "j", bodyB: "b", at: [0, 0, 0], axis: [0, 0, 1], cone: 0.5, friction: { effort: 0.2 } },
      ],
      sensors: ["body/b/position", "body/b/angularVelocity"],
    });
    let least = Number.POSITIVE_INFINITY;
    let status = 0;
    while (s.data.time < 6 - 1e-9) {
      status |= step(s.model, s.data);
      least = Math.min(least, s.value("body/b/position.z"));
    }
    expect(status).toBe(0);
    expect(least).toBeGreaterThan(0.5 * Math.cos(0.5) - 1e-8);
    expect(s.value("body/b/position.z")).toBeCloseTo(0.5 * Math.cos(0.5), 8);
    // friction has stopped the slide around the cone
    for (const c of "xyz") expect(Math.abs(s.value(`body/b/angularVelocity.${c}`))).toBeLessThan(1e-9);
  });

  test("a rope that goes taut holds the weight; slack it bears nothing", () => {
    const s = run({
      bodies: [mass("b", [0, 0, -0.5])],
      joints: [{ type: "distance", name: "r", bodyB: "b", at: [0, 0, 0], to: [0, 0, -0.5], mode: "rope", length: 1 }],
      sensors: ["joint/r/position", "joint/r/force", "body/b/velocity"],
    });
    advance(s, 0.2);
    expect(s.value("joint/r/force.z")).toBe(0);
    expect(s.value("body/b/velocity.z")).toBeCloseTo(-G * 0.2, 9);
    expect(advance(s, 1)).toBe(0);
    expect(s.value("joint/r/position")).toBeCloseTo(1, 9);
    expect(s.value("joint/r/force.z")).toBeCloseTo(G, 7);
  });

  test("a four-bar linkage stops at the limit of its rocker: the loop stays closed, the crank bears the torque", () => {
    // crank 1 m from (0,0), coupler 2 m, rocker 2 m from (2,0), in the plane; gravity across the plane does nothing
    const s = run({
      plane: "xy",
      gravity: [0, 0],
      bodies: [
        {
          name: "crank",
          mass: 1,
          inertia: [0.1, 0.1, 0.1],
          position: [0, 0.5],
          orientation: { axis: [0, 0, 1], angle: Math.PI / 2 },
        },
        {
          name: "coupler",
          mass: 1,
          inertia: [0.3, 0.3, 0.3],
          position: [1, 1.5],
          orientation: { axis: [0, 0, 1], angle: Math.PI / 4 },
        },
        {
          name: "rocker",
          mass: 1,
          inertia: [0.3, 0.3, 0.3],
          position: [2, 1],
          orientation: { axis: [0, 0, 1], angle: Math.PI / 2 },
        },
      ],
      joints: [
        { type: "hinge", name: "a", bodyB: "crank", at: [0, 0], drive: { mode: "effort", target: -2 } },
        { type: "hinge", name: "b", bodyA: "crank", bodyB: "coupler", at: [0, 1] },
        { type: "hinge", name: "c", bodyA: "coupler", bodyB: "rocker", at: [2, 2] },
        { type: "hinge", name: "d", bodyB: "rocker", at: [2, 0], limits: { lower: -0.3 } },
      ],
      sensors: ["joint/d/position", "joint/d/speed", "joint/d/effort", "joint/a/speed", "joint/a/position"],
    });
    expect(advance(s, 4)).toBe(0);
    expect(s.value("joint/d/position")).toBeCloseTo(-0.3, 9);
    expect(Math.abs(s.value("joint/a/speed"))).toBeLessThan(1e-9);
    // virtual work: 2 N m on the crank, effort on the rocker = 2 dθ_crank/dθ_rocker, from the geometry of the loop
    const t = s.value("joint/a/position") + Math.PI / 2;
    const r = -0.3 + Math.PI / 2;
    const [bx, by] = [Math.cos(t), Math.sin(t)];
    const [cx, cy] = [2 + 2 * Math.cos(r), 2 * Math.sin(r)];
    const dx = cx - bx;
    const dy = cy - by;
    const perCrank = dx * -Math.sin(t) + dy * Math.cos(t);
    const perRocker = dx * -2 * Math.sin(r) + dy * 2 * Math.cos(r);
    expect(s.value("joint/d/effort")).toBeCloseTo((2 * perRocker) / perCrank, 7);
  });
});

describe("drives with bounded effort", () => {
  test("a slider accelerates with F/m, then holds its speed", () => {
    const s = run({
      gravity: [0, 0, 0],
      bodies: [mass("b", [0, 0, 0], { mass: 2 })],
      joints: [
        {
          type: "slider",
          name: "s",
          bodyB: "b",
          at: [0, 0, 0],
          axis: [1, 0, 0],
          drive: { mode: "speed", target: 3, maxEffort: 4 },
        },
      ],
      sensors: ["joint/s/position", "joint/s/speed", "joint/s/effort"],
    });
    expect(advance(s, 1)).toBe(0);
    // 4 N on 2 kg for 1 s: the trapezoidal rule is exact
    expect(s.value("joint/s/speed")).toBeCloseTo(2, 10);
    expect(s.value("joint/s/position")).toBeCloseTo(1, 10);
    expect(s.value("joint/s/effort")).toBeCloseTo(4, 10);
    expect(advance(s, 2)).toBe(0);
    expect(s.value("joint/s/speed")).toBeCloseTo(3, 10);
    expect(s.value("joint/s/position")).toBeCloseTo(2.25 + 1.5, 9);
    expect(s.value("joint/s/effort")).toBeCloseTo(0, 8);
  });

  const lift = (maxEffort: number, timestep = 5e-3) =>
    run({
      timestep,
      bodies: [mass("b", [0, 0, 0], { mass: 2 })],
      joints: [
        {
          type: "slider",
          name: "s",
          bodyB: "b",
          at: [0, 0, 0],
          axis: [0, 0, 1],
          drive: { mode: "position", target: 0.2, maxEffort, maxSpeed: 0.5 },
        },
      ],
      sensors: ["joint/s/position", "joint/s/speed", "joint/s/effort"],
    });

  test("a lift that is strong enough arrives within its largest speed and holds the weight", () => {
    const s = lift(30);
    let fastest = 0;
    let status = 0;
    while (s.data.time < 2 - 1e-9) {
      status |= step(s.model, s.data);
      fastest = Math.max(fastest, s.value("joint/s/speed"));
    }
    expect(status).toBe(0);
    expect(fastest).toBeLessThan(0.5 + 1e-9);
    expect(fastest).toBeGreaterThan(0.5 - 1e-9);
    expect(s.value("joint/s/position")).toBeCloseTo(0.2, 9);
    expect(s.value("joint/s/effort")).toBeCloseTo(2 * G, 7);
  });

  test("one that is too weak falls with g − F/m", () => {
    const s = lift(10);
    expect(advance(s, 0.5)).toBe(0);
    expect(s.value("joint/s/effort")).toBeCloseTo(10, 9);
    expect(s.value("joint/s/speed")).toBeCloseTo(-(G - 5) * 0.5, 8);
    expect(s.value("joint/s/position")).toBeCloseTo(-0.5 * (G - 5) * 0.25, 8);
  });

  test("a drive without bounds stops before a limit", () => {
    const s = run({
      gravity: [0, 0, 0],
      bodies: [mass("b", [0, 0, 0])],
      joints: [
        {
          type: "hinge",
          name: "h",
          bodyB: "b",
          at: [0, 0, 0],
          axis: [0, 0, 1],
          drive: { mode: "speed", target: 2 },
          limits: { upper: 1 },
        },
      ],
      sensors: ["joint/h/position", "joint/h/speed"],
    });
    advance(s, 0.4);
    // from rest to 2 rad/s within the first step; unit vectors that turn by ω h = 0.01 in a step lose (ω h)²/12 of the angle
    expect(s.value("joint/h/position")).toBeCloseTo(0.8 - 0.005, 4);
    expect(s.value("joint/h/speed")).toBeCloseTo(2, 9);
    expect(advance(s, 1)).toBe(0);
    expect(s.value("joint/h/position")).toBeCloseTo(1, 9);
    expect(Math.abs(s.value("joint/h/speed"))).toBeLessThan(1e-9);
  });
});

describe("friction", () => {
  const wheel = (timestep: number, extra: Record<string, unknown> = {}) =>
    run({
      timestep,
      gravity: [0, 0, 0],
      bodies: [mass("b", [0, 0, 0], { inertia: [1, 1, 2], angularVelocity: [0, 0, 3] })],
      joints: [{ type: "hinge", name: "h", bodyB: "b", at: [0, 0, 0], axis: [0, 0, 1], friction: { effort: 4 } }],
      sensors: ["joint/h/position", "joint/h/speed", "joint/h/effort"],
      ...extra,
    });

  test("a wheel slows down with τ/I, stops after I ω/τ at I ω²/2τ, and stays; the error falls with h²", () => {
    const errors = [5e-3, 2.5e-3, 1.25e-3].map((h) => {
      const s = wheel(h);
      expect(advance(s, 1)).toBe(0);
      expect(s.value("joint/h/effort")).toBeCloseTo(-4, 10);
      expect(Math.abs(s.value("joint/h/speed") - 1)).toBeLessThan(3e-4);
      expect(advance(s, 1.51)).toBe(0);
      const rest = s.value("joint/h/position");
      expect(Math.abs(s.value("joint/h/speed"))).toBeLessThan(1e-11);
      expect(advance(s, 4)).toBe(0);
      expect(Math.abs(s.value("joint/h/position") - rest)).toBeLessThan(1e-10);
      return Math.abs(rest - 2.25);
    });
    expect(errors[0]).toBeLessThan(2e-4);
    // second order: four times less each time, within a factor that the instant of the stop within its step makes
    expect(errors[2]).toBeLessThan(errors[0] / 8);
  });

  test("a torque below the friction moves nothing in 10 s; one above it accelerates with the rest", () => {
    const s = wheel(5e-3, { bodies: [mass("b", [0, 0, 0], { inertia: [1, 1, 2] })] });
    const at = 6 * s.model.bodyNames.indexOf("b") + 2;
    s.data.input[at] = 3.999;
    expect(advance(s, 10)).toBe(0);
    // creep: round-off only
    expect(Math.abs(s.value("joint/h/position"))).toBeLessThan(1e-12);
    expect(s.value("joint/h/effort")).toBeCloseTo(-3.999, 9);
    s.data.input[at] = 5;
    expect(advance(s, 11)).toBe(0);
    expect(s.value("joint/h/speed")).toBeCloseTo(0.5, 2);
    expect(s.value("joint/h/effort")).toBeCloseTo(-4, 9);
  });

  test("friction and bounded drives stand in the balance of energy", () => {
    const s = run({
      timestep: 1e-3,
      bodies: [mass("b", [1, 0, 0], { inertia: [0.1, 0.1, 0.1] })],
      joints: [
        {
          type: "hinge",
          name: "h",
          bodyB: "b",
          at: [0, 0, 0],
          axis: [0, 1, 0],
          friction: { effort: 2 },
          drive: { mode: "speed", target: 4, maxEffort: 3 },
        },
      ],
      sensors: ["system/all/energy", "mechanism/all/outsideWork", "mechanism/all/dissipated", "joint/h/speed"],
    });
    const before = s.value("system/all/energy");
    let fastest = 0;
    while (s.data.time < 2 - 1e-9) {
      step(s.model, s.data);
      fastest = Math.max(fastest, Math.abs(s.value("joint/h/speed")));
    }
    const [work, lost] = ["outsideWork", "dissipated"].map((q) => s.value(`mechanism/all/${q}`));
    expect(fastest).toBeGreaterThan(3);
    expect(lost).toBeGreaterThan(4);
    // efforts jump within steps: h times their change times the speed, a few times in 2 s
    expect(Math.abs(s.value("system/all/energy") - before - work + lost)).toBeLessThan(0.1);
  });

  test("a block on a slope sticks below its friction and slides with g sin − f/m above it", () => {
    const slope = (friction: number) =>
      run({
        bodies: [mass("b", [0, 0, 0], { mass: 2 })],
        joints: [
          { type: "slider", name: "s", bodyB: "b", at: [0, 0, 0], axis: [1, 0, -1], friction: { effort: friction } },
        ],
        sensors: ["joint/s/position", "joint/s/speed"],
      });
    const along = 2 * G * Math.SQRT1_2;
    const stuck = slope(along + 0.01);
    expect(advance(stuck, 5)).toBe(0);
    expect(Math.abs(stuck.value("joint/s/position"))).toBeLessThan(1e-12);
    const sliding = slope(10);
    expect(advance(sliding, 1)).toBe(0);
    expect(sliding.value("joint/s/speed")).toBeCloseTo((along - 10) / 2, 8);
  });
});

describe("breaking", () => {
  // along the arm m (g sin θ + ω² l) = (1 + 2 k) m g sin θ, across it m g cos θ (1 − k), which is nothing beside that
  const angle = Math.asin(40 / ((1 + 2 * K) * 2 * G));

  test("the arm of a pendulum breaks at 3 m g sin θ = threshold; the error falls with h", () => {
    const errors = [4e-3, 2e-3, 1e-3].map((h) => {
      const s = pendulum({ breakForce: 40 }, h);
      let status = 0;
      while (s.value("joint/h/broken") === 0) status |= step(s.model, s.data);
      expect(status).toBe(0);
      return Math.abs(Math.atan2(-s.value("body/bob/position.z"), s.value("body/bob/position.x")) - angle);
    });
    // the threshold is checked at the ends of steps, and the multiplier lags by a part of one: ω h = 3.6 h, twice
    errors.forEach((e, k) => {
      expect(e).toBeLessThan(8 * (4e-3 / 2 ** k));
    });
    expect(errors[2]).toBeLessThan(0.5 * errors[0]);
  });

  test("then the bob flies on as a free body does, and a snapshot resumes to the bit on both sides of it", () => {
    const s = pendulum({ breakForce: 40 });
    advance(s, 0.3);
    const early = snapshot(s.data);
    while (s.value("joint/h/broken") === 0) step(s.model, s.data);
    const time = s.data.time;
    const velocity = ["x", "z"].map((c) => s.value(`body/bob/velocity.${c}`));
    const position = ["x", "z"].map((c) => s.value(`body/bob/position.${c}`));
    const late = snapshot(s.data);
    advance(s, 1);
    const t = s.data.time - time;
    // free flight is exact for the trapezoidal rule
    expect(s.value("body/bob/velocity.x")).toBeCloseTo(velocity[0], 9);
    expect(s.value("body/bob/velocity.z")).toBeCloseTo(velocity[1] - G * t, 9);
    expect(s.value("body/bob/position.z")).toBeCloseTo(position[1] + velocity[1] * t - 0.5 * G * t * t, 9);
    const hash = stateHash(s.data);
    for (const kept of [early, late]) {
      const other = createData(s.model);
      restore(s.model, other, kept);
      while (other.time < 1 - 1e-9) step(s.model, other);
      expect(stateHash(other)).toBe(hash);
    }
  });

  test("a joint that can break but does not moves as one that cannot", () => {
    const [one, other] = [{}, { breakForce: 1e6, breakTorque: 1e6 }].map((extra) => {
      const s = pendulum(extra);
      expect(advance(s, 2)).toBe(0);
      return s.value("joint/h/position");
    });
    // the same trapezoidal rule; projections differ in what round-off and the penalties leave
    expect(other).toBeCloseTo(one, 6);
  });
});

describe("every kind of joint", () => {
  test("a hydraulic cylinder lifts, holds and lowers in natural coordinates as with impulses", () => {
    const heights = ["augmented-lagrangian", "impulse"].map((formulation) => {
      const s = run({
        formulation,
        bodies: [mass("load", [0, 0, 1], { mass: 10 })],
        joints: [
          { type: "slider", name: "guide", bodyB: "load", at: [0, 0, 1], axis: [0, 0, 1] },
          {
            type: "hydraulic",
            name: "c",
            bodyB: "load",
            at: [0, 0, 0],
            to: [0, 0, 1],
            force: 200,
            speed: 0.2,
            minLength: 0.5,
            maxLength: 1.3,
            command: 1,
          },
        ],
        sensors: ["body/load/position.z", "joint/c/position"],
      });
      const out: number[] = [];
      const slot = s.model.joints.input[s.model.joints.inputStart[s.model.joints.names.indexOf("c")]];
      for (const [command, until] of [
        [1, 1],
        [0, 2],
        [-1, 3],
        [1, 6],
      ]) {
        s.data.input[slot] = command;
        expect(advance(s, until), formulation).toBe(0);
        out.push(s.value("body/load/position.z"));
      }
      return out;
    });
    heights[0].forEach((z, k) => {
      expect(z).toBeCloseTo(heights[1][k], 2);
    });
    expect(heights[0][1]).toBeCloseTo(heights[0][0], 8);
    expect(heights[0][3]).toBeCloseTo(1.3, 8);
  });

  test("methods without Newton's iteration on positions say that they cannot", () => {
    const spec = {
      formulation: { type: "augmented-lagrangian", method: "index-1" },
      bodies: [mass("b", [0, 0, 0])],
      joints: [{ type: "hinge", name: "h", bodyB: "b", at: [0, 0, 0], axis: [0, 0, 1], limits: { upper: 1 } }],
    };
    expect(() => compileUntyped(spec)).toThrow(/need method "index-3"/);
  });

  test("gradients say which joint has no derivative", () => {
    const spec = {
      formulation: "augmented-lagrangian",
      contact: "none",
      bodies: [mass("b", [1, 0, 0])],
      joints: [{ type: "hinge", name: "h", bodyB: "b", at: [0, 0, 0], axis: [0, 1, 0], limits: { upper: 1 } }],
      sensors: ["body/b/position.z"],
    };
    expect(() => createGradient(compileUntyped(spec), ["bodies.b.mass"])).toThrow(/joint "h" has limits/);
  });
});
