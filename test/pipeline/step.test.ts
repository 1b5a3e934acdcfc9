import {
  addHook,
  BODY_STATE,
  type BodySpec,
  bodyPosition,
  bodyVelocity,
  COUNTER,
  compile,
  createData,
  events,
  type ForceSpec,
  type Spec,
  STAGES,
  STATUS,
  setBodyState,
  setWrench,
  startProfile,
  stateHash,
  step,
  takeEvents,
} from "stiction";
import { describe, expect, test } from "vitest";

const ball = { name: "ball", mass: 2, inertia: [1, 1, 1] } satisfies BodySpec;

function run(spec: Spec, n: number) {
  const model = compile(spec);
  const data = createData(model);
  for (let i = 0; i < n; i++) step(model, data);
  return { model, data };
}

test("a million steps of 1 ms make 1000 s: the clock carries its rounding error", () => {
  const { data } = run({ timestep: 0.001 }, 1_000_000);
  expect(data.time).toBe(1000);
});

describe("stages", () => {
  test("user functions run at their stage: begin, control and end once per step, forces at every evaluation", () => {
    const model = compile({ bodies: [ball], formulation: { type: "forces", integrator: "rk4" } });
    const data = createData(model);
    const calls: string[] = [];
    const stages = ["end", "forces", "control", "begin"] as const;
    const off = stages.map((stage) => addHook(data, stage, () => calls.push(stage)));
    step(model, data);
    // the first step senses the initial state before it begins
    expect(calls).toEqual(["end", "begin", "control", "forces", "forces", "forces", "forces", "end"]);
    off.forEach((remove) => {
      remove();
    });
    step(model, data);
    expect(calls).toHaveLength(8);
  });

  test("a function of stage forces may add to bodyForce", () => {
    const model = compile({ gravity: [0, 0, 0], bodies: [ball], timestep: 0.01 });
    const data = createData(model);
    addHook(data, "forces", (_m, d) => {
      d.bodyForce[6 + 3] += 4; // N along x on 2 kg
    });
    for (let i = 0; i < 100; i++) step(model, data);
    expect(bodyVelocity(model, data, "ball")[0]).toBeCloseTo(2, 12);
  });

  test("a profile adds up time per stage with the caller's clock", () => {
    const model = compile({ bodies: [ball] });
    const data = createData(model);
    let now = 0;
    const profile = startProfile(data, () => now++);
    for (let i = 0; i < 5; i++) step(model, data);
    expect([...profile.calls]).toEqual(STAGES.map(() => 5));
    expect([...profile.total]).toEqual(STAGES.map(() => 5));
  });
});

describe("applied wrenches and kinematic bodies", () => {
  test("a wrench acts until it is changed", () => {
    // f = 4 N on 2 kg for 1 s, then nothing: v = 2 m/s
    const model = compile({ gravity: [0, 0, 0], bodies: [ball], timestep: 0.01 });
    const data = createData(model);
    setWrench(model, data, "ball", { force: [4, 0, 0] });
    for (let i = 0; i < 100; i++) step(model, data);
    setWrench(model, data, "ball", {});
    for (let i = 0; i < 100; i++) step(model, data);
    expect(bodyVelocity(model, data, "ball")[0]).toBeCloseTo(2, 12);
  });

  test("a kinematic body follows its velocity and ignores forces", () => {
    const { model, data } = run(
      {
        timestep: 0.01,
        bodies: [{ name: "belt", type: "kinematic", velocity: [1, 0, 0.5], angularVelocity: [0, 0, 1] }],
      },
      200,
    );
    expect(bodyPosition(model, data, "belt")).toEqual([expect.closeTo(2, 12), 0, expect.closeTo(1, 12)]);
    // turned by 2 rad about z: q_z = sin 1
    expect(data.bodyQuat[4 + 2]).toBeCloseTo(Math.sin(1), 12);
  });
});

describe("asleep and dormant", () => {
  test("without recompiling: the body stands still, the others go on, and it can be woken", () => {
    const model = compile({
      timestep: 0.01,
      bodies: [ball, { ...ball, name: "other", position: [1, 0, 0] }],
      forces: [{ type: "spring", bodyA: "ball", bodyB: "other" }],
    });
    const data = createData(model);
    setBodyState(model, data, 1, BODY_STATE.dormant);
    for (let i = 0; i < 100; i++) step(model, data);
    expect(bodyPosition(model, data, "ball")[2]).toBe(0);
    // free fall of the other: a spring on a dormant body does not pull; symplectic Euler gives −g h² n (n + 1)/2
    expect(bodyPosition(model, data, "other")).toEqual([1, 0, expect.closeTo((-9.81 * 1e-4 * 100 * 101) / 2, 10)]);
    setBodyState(model, data, 1, BODY_STATE.active);
    step(model, data);
    expect(bodyPosition(model, data, "ball")[2]).toBeLessThan(0);
  });

  test("may be the initial state", () => {
    const { data } = run({ bodies: [{ ...ball, state: "dormant" }] }, 10);
    expect(data.counter[COUNTER.active]).toBe(0);
    expect(data.bodyPos[5]).toBe(0);
  });
});

describe("numerical trouble", () => {
  test("a non-finite body is set aside at its last finite pose, with status, culprit and event; the rest goes on", () => {
    const model = compile({ timestep: 0.01, bodies: [ball, { ...ball, name: "good" }] });
    const data = createData(model);
    for (let i = 0; i < 10; i++) expect(step(model, data)).toBe(0);
    const before = bodyPosition(model, data, "ball");
    data.input[6 + 3] = Number.POSITIVE_INFINITY;
    expect(step(model, data)).toBe(STATUS.nonFinite);
    expect(bodyPosition(model, data, "ball")).toEqual(before);
    expect(data.bodyState[1]).toBe(BODY_STATE.dormant);
    expect([data.warningCount[0], data.warningWho[0]]).toEqual([1, 1]);
    expect(takeEvents(data)).toEqual([
      { code: events.setAside.code, who: [1, -1], time: expect.closeTo(0.11, 12), value: 0 },
    ]);
    expect(step(model, data)).toBe(0);
    expect(bodyPosition(model, data, "good")[2]).toBeLessThan(before[2]);
  });

  test("a huge step stays finite or sets aside, and never throws", () => {
    const { data } = run(
      {
        timestep: 10,
        bodies: [{ ...ball, angularVelocity: [1e3, 2e3, 3e3] }],
        forces: [{ type: "spring", bodyB: "ball", stiffness: 1e12, restLength: 1 }],
      },
      200,
    );
    expect([...data.bodyPos, ...data.bodyQuat].every(Number.isFinite)).toBe(true);
  });
});

describe("events", () => {
  test("a condition that becomes true, once; a change of sign with interpolated time", () => {
    const { data } = run(
      {
        timestep: 0.01,
        bodies: [{ ...ball, velocity: [0, 0, 1] }],
        events: [
          { name: "apex", crosses: "[body/ball/velocity.z]" },
          { name: "late", when: "t > 0.5", stop: true },
        ],
      },
      100,
    );
    const list = takeEvents(data);
    expect(list.map((e) => e.who[0])).toEqual([0, 1]);
    expect(list[0].time).toBeCloseTo(1 / 9.81, 12); // velocity is linear in time, so interpolation is exact
    expect(list[1].time).toBeCloseTo(0.51, 12);
    expect(data.counter[COUNTER.stop]).toBe(1);
    expect(takeEvents(data)).toEqual([]);
  });

  test("a full ring loses the oldest and says so", () => {
    const model = compile({
      timestep: 0.01,
      capacity: { events: 4 },
      events: [{ name: "blink", crosses: "sin(200 * t)" }],
    });
    const data = createData(model);
    let status = 0;
    for (let i = 0; i < 100; i++) status |= step(model, data);
    expect(status).toBe(STATUS.eventOverflow);
    expect(takeEvents(data)).toHaveLength(4);
  });
});

test("the order of bodies changes nothing but the order", () => {
  const a = { ...ball, position: [0, 0, 1] as const, angularVelocity: [1, 2, 3] as const };
  const b = { ...ball, name: "b", mass: 3, position: [0.3, 0, 2] as const } satisfies BodySpec;
  const springs = [
    { type: "spring", name: "s", bodyA: "ball", bodyB: "b", stiffness: 50, pointA: [0.1, 0, 0] },
  ] satisfies ForceSpec[];
  const one = run({ bodies: [a, b], forces: springs }, 500);
  const two = run({ bodies: [b, a], forces: springs }, 500);
  expect(bodyPosition(one.model, one.data, "ball")).toEqual(bodyPosition(two.model, two.data, "ball"));
  expect(bodyPosition(one.model, one.data, "b")).toEqual(bodyPosition(two.model, two.data, "b"));
});

test("the same scene gives the same bits again", () => {
  const spec = {
    bodies: [{ ...ball, angularVelocity: [1, 2, 3] as const }],
    forces: [{ type: "spring", bodyB: "ball", pointB: [0.1, 0, 0], restLength: 0.5 }],
  } satisfies Spec;
  expect(stateHash(run(spec, 300).data)).toBe(stateHash(run(spec, 300).data));
});
