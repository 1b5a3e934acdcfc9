/** Brakes, whose friction is an input, and drives with a largest power, on a flywheel with I = 2 kg m². */
import {
  compile,
  compileUntyped,
  createData,
  type Data,
  type Model,
  readSensor,
  type Spec,
  setParameter,
  step,
} from "stiction";
import { describe, expect, test } from "vitest";

const I = 2;
const H = 5e-3;

const flywheel = (formulation: "augmented-lagrangian" | "impulse", joint: object, spin: number): Spec => ({
  timestep: H,
  gravity: [0, 0, 0],
  formulation,
  bodies: [{ name: "wheel", mass: 10, inertia: [I, I, I], angularVelocity: [0, 0, spin] }],
  joints: [{ type: "hinge", name: "axle", bodyA: "world", bodyB: "wheel", at: [0, 0, 0], axis: [0, 0, 1], ...joint }],
});

function run(model: Model, data: Data, time: number): number {
  for (let k = 0; k < Math.round(time / H); k++) step(model, data);
  return readSensor(model, data, "body/wheel/angularVelocity.z");
}

describe.each(["augmented-lagrangian", "impulse"] as const)("%s", (formulation) => {
  // the trapezoidal rule takes the mean of both ends in the step in which an effort jumps, by 8 N m at most: half a step of it
  const off = formulation === "impulse" ? 1e-6 : (0.5 * H * 8) / I;
  const near = (found: number, expected: number) => expect(Math.abs(found - expected)).toBeLessThan(off);

  test("a brake slows down by its torque, holds, and lets go", () => {
    const spec = flywheel(formulation, { drive: { mode: "effort", target: 0 }, friction: { brake: 0 } }, 10);
    const model = compile(spec);
    const data = createData(model);
    const axle = (key: string, value: number) => setParameter(model, data, `joints.axle.${key}`, value);
    // an open brake is none: ΔΩ = 1e-9 t/I
    expect(run(model, data, 0.5)).toBeCloseTo(10, 9);
    axle("friction.brake", 8);
    near(run(model, data, 1), 10 - 8 / I);
    near(run(model, data, 1.4), 10 - (2.4 * 8) / I);
    // it would be at rest after 2.5 s, and stays there against less than it holds
    expect(Math.abs(run(model, data, 0.2))).toBeLessThan(1e-9);
    axle("drive.target", 7.9);
    expect(Math.abs(run(model, data, 0.5))).toBeLessThan(1e-9);
    axle("friction.brake", 3);
    near(run(model, data, 1), (7.9 - 3) / I);
    axle("friction.brake", 0);
    near(run(model, data, 1), (7.9 - 3) / I + 7.9 / I);
  });

  test("a drive with a brake holds more at a target of 0 than it drives with", () => {
    const drive = { mode: "speed", target: 0, maxEffort: 4, holdEffort: 12 };
    const spec = flywheel(formulation, { drive }, 0);
    const model = compileUntyped({
      ...spec,
      // 10 N m on the wheel: within the brake, beyond the motor
      forces: [{ type: "wrench", name: "load", body: "wheel", torque: [0, 0, 10] }],
    });
    const data = createData(model);
    expect(Math.abs(run(model, data, 0.5))).toBeLessThan(1e-9);
    setParameter(model, data, "joints.axle.drive.target", -1);
    near(run(model, data, 1), (10 - 4) / I);
  });

  test("the brake of a drive closes where it stands: until then the motor slows down", () => {
    const drive = { mode: "speed", target: 0, maxEffort: 4, holdEffort: 12 };
    const model = compile(flywheel(formulation, { drive }, 4));
    const data = createData(model);
    near(run(model, data, 1), 4 - 4 / I);
    expect(Math.abs(run(model, data, 1.5))).toBeLessThan(1e-9);
  });

  test("a drive with a largest power pushes with P/Ω: ½ I Ω² = P t", () => {
    const drive = { mode: "effort", target: 1e4, maxEffort: 20, maxPower: 60 };
    const model = compile(flywheel(formulation, { drive }, 0));
    const data = createData(model);
    // 20 N m up to 3 rad/s, after 0.3 s
    const at = run(model, data, 0.3);
    expect(at).toBeCloseTo(3, 2);
    // half a step of 0.3 s where the bound begins to matter
    const energy = (spin: number) => 0.5 * I * spin * spin;
    const gained = energy(run(model, data, 2)) - energy(at);
    expect(Math.abs(gained - 120) / 120).toBeLessThan(5e-3);
    // a drive that slows down takes energy, and is not bound by it
    setParameter(model, data, "joints.axle.drive.target", -20);
    const before = run(model, data, 0);
    // from +P/Ω to −20 N m: half a step of 30 N m at most
    expect(Math.abs(run(model, data, 0.5) - before + (0.5 * 20) / I)).toBeLessThan((0.5 * H * 30) / I + 1e-6);
  });
});

test("what is wrong with a brake is named", () => {
  expect(() => compile(flywheel("impulse", { friction: { brake: -1 } }, 0))).toThrow(/friction\.brake.*-1/);
  expect(() => compile(flywheel("impulse", { drive: { maxPower: 0 } }, 0))).toThrow(/drive\.maxPower/);
  const hold = { mode: "position", target: 0, holdEffort: 3 };
  expect(() => compile(flywheel("impulse", { drive: hold }, 0))).toThrow(/drive\.holdEffort.*mode speed/);
});
