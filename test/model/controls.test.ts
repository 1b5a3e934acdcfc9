import { compileUntyped, createData, listControls, readControl, releaseControls, setControl, step } from "stiction";
import { describe, expect, test } from "vitest";

const scene = (controls: readonly object[], controllers: readonly object[] = []) => ({
  timestep: 0.005,
  formulation: "augmented-lagrangian",
  bodies: [
    { name: "left", mass: 1, inertia: [1, 1, 1], position: [0, 1, 0] },
    { name: "right", mass: 1, inertia: [1, 1, 1], position: [0, -1, 0] },
  ],
  joints: [
    { type: "hinge", name: "left", bodyB: "left", at: [0, 1, 0], drive: { mode: "speed" } },
    { type: "hinge", name: "right", bodyB: "right", at: [0, -1, 0], drive: { mode: "speed" } },
  ],
  controllers,
  controls,
});

const TRAVEL = { name: "travel", drives: ["joints.left.drive.target", "joints.right.drive.target"], min: -2, max: 2 };

describe("controls", () => {
  test("are listed with their range, and write every input that they drive", () => {
    const model = compileUntyped(scene([TRAVEL]));
    const data = createData(model);
    expect(listControls(model)).toMatchObject([{ name: "travel", label: "travel", min: -2, max: 2, returns: true }]);
    setControl(model, data, "travel", 1.5);
    step(model, data);
    step(model, data);
    expect(data.bodyVel[8]).toBeCloseTo(1.5, 9);
    expect(data.bodyVel[14]).toBeCloseTo(1.5, 9);
  });

  test("stay within their range", () => {
    const model = compileUntyped(scene([TRAVEL]));
    const data = createData(model);
    setControl(model, data, "travel", 7);
    expect(readControl(model, data, "travel")).toBe(2);
  });

  test("win over a controller until they are released", () => {
    const script = { type: "profile", output: "joints.left.drive.target", times: [0], values: [1] };
    const model = compileUntyped(scene([TRAVEL], [script]));
    const data = createData(model);
    step(model, data);
    expect(readControl(model, data, "travel")).toBe(1);
    setControl(model, data, "travel", -0.5);
    step(model, data);
    expect(readControl(model, data, "travel")).toBe(-0.5);
    releaseControls(model, data);
    expect(data.holds).toBeNull();
    step(model, data);
    expect(readControl(model, data, "travel")).toBe(1);
  });

  test("that are misspelt are named with the nearest word", () => {
    const model = compileUntyped(scene([TRAVEL]));
    const data = createData(model);
    expect(() => setControl(model, data, "travle", 1)).toThrow(/travel/);
    expect(() => setControl(model, data, "travel", Number.NaN)).toThrow(/finite number/);
    expect(() => compileUntyped(scene([{ ...TRAVEL, drives: "joints.left.drive.taget" }]))).toThrow(
      /controls\[0\]\.drives.*joints\.left\.drive\.target/s,
    );
    expect(() => compileUntyped(scene([{ ...TRAVEL, kyes: [] }]))).toThrow(/keys/);
    expect(() => compileUntyped(scene([{ ...TRAVEL, min: 3 }]))).toThrow(/min < max, got 3 and 2/);
    expect(() => compileUntyped(scene([TRAVEL, TRAVEL]))).toThrow(/"travel" is taken by controls\[0\]/);
  });
});
