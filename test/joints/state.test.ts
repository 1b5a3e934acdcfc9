/** Breaking, turns, carrying over, wrong parameters, and what a warm joint allocates. */
import {
  addBody,
  compileUntyped,
  type createData,
  events,
  restore,
  SpecError,
  sensorValues,
  setParameter,
  snapshot,
  stateHash,
  step,
  takeEvents,
} from "stiction";
import { describe, expect, test } from "vitest";
import { G, mass, start } from "./run.js";
import { jointItems } from "./samples.js";

const jointsOf = (data: ReturnType<typeof createData>) => data.items.joints;

describe("breaking", () => {
  const hanging = (limits: object) =>
    start({
      bodies: [mass("a", [1, 0, 0])],
      joints: [{ type: "fixed", name: "j", bodyB: "a", at: [0, 0, 0], ...limits }],
      sensors: ["joint/j/broken", "joint/j/force.z", "joint/j/torque.y"],
    });

  test("the reaction is weight, and weight × arm at the joint's point", () => {
    const run = hanging({}).until(1);
    expect(run.value("joint/j/force.z")).toBeCloseTo(G, 6);
    // about y: 1 m along x, so that the wall twists the bar by −m g
    expect(run.value("joint/j/torque.y")).toBeCloseTo(-G, 6);
  });

  test.each([
    [{ breakForce: 9.8 }, 9.81],
    [{ breakTorque: 9.8 }, 9.81],
  ])("%j is too little for 1 kg at 1 m", (limits, value) => {
    const run = hanging(limits).until(1);
    expect(run.value("joint/j/broken")).toBe(1);
    expect(run.value("joint/j/force.z")).toBe(0);
    const broke = takeEvents(run.data).filter((e) => e.code === events.jointBroke.code);
    expect(broke).toHaveLength(1);
    expect(broke[0].who[0]).toBe(0);
    expect(broke[0].value).toBeCloseTo(value, 1);
  });

  test("9.9 N and 9.9 N m hold", () => {
    expect(hanging({ breakForce: 9.9, breakTorque: 9.9 }).until(1).value("joint/j/broken")).toBe(0);
  });
});

describe("state", () => {
  const motor = {
    gravity: [0, 0, 0],
    bodies: [mass("a", [0, 0, 0])],
    joints: [
      {
        type: "hinge",
        name: "h",
        bodyB: "a",
        at: [0, 0, 0],
        drive: { target: 20, maxEffort: 9e4 },
        limits: { upper: 15 },
      },
      { type: "angular-spring", name: "s", bodyB: "a", stiffness: 1, restAngle: 3 },
    ],
    sensors: ["joint/h/position", "joint/h/effort"],
  };

  test("turns are counted up to a limit beyond two of them", () => {
    const run = start(motor).until(0.5);
    expect(run.value("joint/h/position")).toBeCloseTo(10, 6);
    run.until(2);
    expect(run.value("joint/h/position")).toBeCloseTo(15, 6);
  });

  test("a drive without bounds stops there as well", () => {
    const [drive] = motor.joints;
    const run = start({ ...motor, joints: [{ ...drive, drive: { target: 20 } }] }).until(2);
    expect(run.value("joint/h/position")).toBeCloseTo(15, 6);
  });

  test("a body added elsewhere loses neither turns nor efforts nor inputs", () => {
    const run = start(motor).until(0.5);
    run.data.input[run.model.joints.input[0]] = 4;
    const next = addBody(run, { name: "other", mass: 1, position: [5, 5, 5] });
    expect([...jointsOf(next.data).memory]).toEqual([...jointsOf(run.data).memory]);
    expect([...jointsOf(next.data).rowEffort]).toEqual([...jointsOf(run.data).rowEffort]);
    expect(next.data.input[next.model.joints.input[0]]).toBe(4);
    const values = new Float64Array(2);
    for (let k = 0; k < 6; k++) step(next.model, next.data);
    sensorValues(next.model, next.data, values);
    expect(values[0]).toBeCloseTo(12, 6);
  });

  test("resumes from a snapshot bit for bit, sensors too", () => {
    const run = start(motor).until(0.5);
    const kept = snapshot(run.data);
    run.until(1);
    const [hash, effort] = [stateHash(run.data), run.value("joint/h/effort")];
    restore(run.model, run.data, kept);
    run.until(1);
    expect(stateHash(run.data)).toBe(hash);
    expect(run.value("joint/h/effort")).toBe(effort);
  });
});

describe("parameters of a running joint", () => {
  const scene = {
    gravity: [0, 0, 0],
    bodies: [mass("a", [0, 0, 0]), mass("b", [3, 0, 0])],
    joints: [
      { type: "hinge", bodyB: "a", at: [0, 0, 0], drive: { target: 2, maxEffort: 50 }, limits: { upper: 90 } },
      { type: "weld", name: "w", bodyB: "b", at: [3, 0, 0], frequency: 2 },
    ],
    sensors: ["joint/hinge1/speed"],
  };

  test("change rows, inputs and what is derived, and stand in the spec", () => {
    const { model, data, until, value } = start(scene);
    until(0.5);
    setParameter(model, data, "joints.hinge1.drive.target", 5);
    setParameter(model, data, "joints.hinge1.limits.upper", 80);
    until(1);
    // bounded rows are met to some 1e-9 by the multiplier iteration of the solver
    expect(value("joint/hinge1/speed")).toBeCloseTo(5, 6);
    expect(model.joints.upper[0]).toBe(80);
    expect((model.spec.joints[0].drive as { target: number }).target).toBe(5);
    const row = model.joints.ownStart[1] + 6;
    const before = model.joints.own[row];
    setParameter(model, data, "joints.w.frequency", 4);
    expect(model.joints.own[row]).toBeCloseTo(4 * before, 7);
    expect(model.spec.joints[1].frequency).toBe(4);
  });

  test.each([
    ["joints.hinge1.limits.lower", 0], // it has none
    ["joints.hinge1.drive.maxEffort", -1],
    ["joints.w.frequency", 0],
    ["joints.w.at.x", 1],
    ["joints.nobody.zero", 1],
  ])("%s = %d is refused and changes nothing", (path, value) => {
    const { model, data } = start(scene);
    const own = [...model.joints.own];
    expect(() => setParameter(model, data, path, value)).toThrow(SpecError);
    expect([...model.joints.own]).toEqual(own);
  });

  test("a value that would add or remove a row is refused", () => {
    const { model, data } = start({
      bodies: [mass("a", [0, 0, 0])],
      joints: [{ type: "ball", name: "b", bodyB: "a", at: [0, 0, 0], cone: 1, friction: { effort: 1 } }],
    });
    expect(() => setParameter(model, data, "joints.b.friction.effort", 0)).toThrow(SpecError);
    expect(() => setParameter(model, data, "joints.b.cone", Math.PI)).toThrow(SpecError);
    setParameter(model, data, "joints.b.cone", 0.5);
    expect(model.joints.own[0]).toBe(0.5);
  });
});

describe("wrong parameters are named", () => {
  const at = [0, 0, 0];
  test.each([
    [{ type: "distance", at, length: -1 }, "joints[0].length: expected a finite number >= 0 m, got -1"],
    [{ type: "distance", at, mode: "string" }, "joints[0].mode"],
    [{ type: "distance", to: [1, 0, 0], frameA: {} }, "joints[0].to: goes with at"],
    [{ type: "gear", ratio: 0 }, "joints[0].ratio: expected a number other than 0"],
    [
      { type: "rack-and-pinion", radius: 1, travel: [0, 0, 0] },
      "joints[0].travel: expected a direction of non-zero length",
    ],
    [{ type: "screw", at }, "joints[0].pitch: expected a finite number m, got nothing"],
    [{ type: "wheel", at, axis: [0, 0, 1] }, "joints[0].travel: expected a direction across the axis"],
    [{ type: "wheel", at, axis: [0, 1, 0], minTravel: 1, maxTravel: 0 }, "expected minTravel <= maxTravel"],
    [{ type: "ball", at, cone: 4 }, "joints[0].cone: expected a finite number > 0 and <= 3.14"],
    [{ type: "bushing", at, stiffness: [1, -1, 0] }, "expected stiffness and damping >= 0"],
    [{ type: "hydraulic", at, force: 1, speed: 1 }, "the two ends are at the same place"],
    [
      { type: "hydraulic", at, to: [1, 0, 0], force: 1, speed: 1, minLength: 2, maxLength: 1 },
      "minLength <= maxLength",
    ],
    [{ type: "drag", bodyA: "a", bodyB: "b", at }, "joints[0].bodyA: the pointer is in the world"],
    [{ type: "hinge", at, drive: { mode: "speed", gain: 1 } }, "joints[0].drive.gain: is for drives of mode position"],
    [{ type: "hinge", at, drive: { mode: "position", gain: 1, damping: 1 } }, "does not go with stiffness and damping"],
    [{ type: "fixed", at, limits: { lower: 0 } }, "joints[0].limits: a fixed joint has no coordinate"],
    [{ type: "gear", friction: { effort: 1 } }, "joints[0].friction: a gear joint has no coordinate"],
    [{ type: "hinge", at, breakForce: 0 }, "joints[0].breakForce: expected a finite number > 0 N, got 0"],
  ])("%j", (joint, message) => {
    const spec = { bodies: [mass("a", at), mass("b", [1, 0, 0])], joints: [{ bodyB: "a", ...joint }] };
    expect(() => compileUntyped(spec, jointItems)).toThrow(SpecError);
    expect(() => compileUntyped(spec, jointItems)).toThrow(message);
  });

  test.each([
    [{ type: "hinge", axis: [1, 0, 0] }, "the axis of a hinge joint is across the plane"],
    [{ type: "slider", axis: [0, 0, 1] }, "the axis of a slider joint lies in the plane"],
    [{ type: "universal" }, "has no place in a planar scene"],
  ])("in the plane: %j", (joint, message) => {
    const spec = { plane: "xy", bodies: [mass("a", [0, 0])], joints: [{ bodyB: "a", at: [0, 0], ...joint }] };
    expect(() => compileUntyped(spec, jointItems)).toThrow(message);
  });
});
