/** Tip-over margins against closed forms: a block on a slope and in a slide, a crane, a truck on its tyres. */
import { compile, createData, type Data, type Model, readSensor, type Spec, step, takeEvents } from "stiction";
import { describe, expect, test } from "vitest";
import { COURSE_TYRE, COURSE_VEHICLE, courseVehicle } from "../../scenes/parts/course-vehicle.js";

const G = 9.81;
const [A, B, H] = [0.5, 0.4, 0.6];

function run(spec: Spec, steps: number): { model: Model; data: Data; read: (sensor: string) => number } {
  const model = compile(spec);
  const data = createData(model);
  for (let k = 0; k < steps; k++) step(model, data);
  return { model, data, read: (sensor) => readSensor(model, data, sensor) };
}

/** A block of 200 kg, its centre H above a ground that leans by an angle, down along −x. */
const block = (
  slope: number,
  friction: number,
  velocity = 0,
  formulation: "impulse" | "augmented-lagrangian" = "augmented-lagrangian",
): Spec => ({
  timestep: 5e-3,
  gravity: [-G * Math.sin(slope), 0, -G * Math.cos(slope)],
  formulation,
  materials: { stone: { friction, contact: { type: "linear", stiffness: 5e6, damping: 3e4 } } },
  bodies: [
    { name: "ground", type: "static", material: "stone", shapes: [{ type: "plane" }] },
    {
      name: "block",
      mass: 200,
      material: "stone",
      position: [0, 0, H],
      velocity: [velocity, 0, 0],
      shapes: [{ type: "box", halfExtents: [A, B, H] }],
    },
  ],
  events: [
    { name: "tip-over-warning", when: "[stability/block/margin] < 0.2" },
    { name: "rollover", when: "[stability/block/tilt] > 1" },
  ],
});

const raised = (model: Model, data: Data) =>
  takeEvents(data)
    .filter((e) => e.code === 1)
    .map((e) => model.events[e.who[0]].name);

describe.each(["impulse", "augmented-lagrangian"] as const)("a block in %s", (formulation) => {
  test.each([0, 0.2, 0.5])("on a slope of %f rad", (slope) => {
    const { read } = run(block(slope, 2, 0, formulation), 100);
    // corners sink by N/k = 0.1 mm on one side: 1e-4 of the lengths
    const off = 1e-3;
    expect(Math.abs(read("stability/block/margin") - (1 - (H / A) * Math.tan(slope)))).toBeLessThan(off);
    const angle = Math.min(Math.atan(A / H) - slope, Math.atan(B / H));
    expect(Math.abs(read("stability/block/angle") - angle)).toBeLessThan(off);
    expect(Math.abs(read("stability/block/supportArea") - 4 * A * B * Math.cos(slope))).toBeLessThan(off);
    expect(read("stability/block/supports")).toBe(4);
  });
});

test("a block that slides to a halt stands on its front: the margin with inertia is 1 − μ h/a", () => {
  const { read } = run(block(0, 0.3, 3), 60);
  expect(Math.abs(read("stability/block/dynamicMargin") - (1 - (0.3 * H) / A))).toBeLessThan(0.02);
  expect(Math.abs(read("stability/block/margin") - 1)).toBeLessThan(1e-3);
});

test("a block tips over when the slope is steeper than its diagonal, not before, and says so", () => {
  // it is let go upright, and rocks a little
  const limit = Math.atan(A / H);
  const stands = run(block(limit - 0.1, 2), 400);
  expect(stands.read("stability/block/tilt")).toBeLessThan(0.01);
  expect(raised(stands.model, stands.data)).not.toContain("rollover");
  expect(stands.read("stability/block/margin")).toBeGreaterThan(0.15);
  const tips = run(block(limit + 0.1, 2), 400);
  expect(raised(tips.model, tips.data)).toContain("rollover");
});

/** A base of 1000 kg on four feet 1 m out, a load on an arm at 3 m, a counterweight of 300 kg at −0.8 m. */
const crane = (load: number): Spec => ({
  timestep: 5e-3,
  formulation: "augmented-lagrangian",
  materials: { steel: { friction: 0.8, contact: { type: "linear", stiffness: 5e6, damping: 3e4 } } },
  bodies: [
    { name: "ground", type: "static", material: "steel", shapes: [{ type: "plane" }] },
    {
      name: "base",
      mass: 1000,
      inertia: [300, 300, 300],
      material: "steel",
      position: [0, 0, 0.5],
      shapes: [-1, 1].flatMap((x) =>
        [-1, 1].map((y) => ({ type: "sphere" as const, radius: 0.1, position: [x, y, -0.4] })),
      ),
    },
    { name: "load", mass: load, inertia: [1, 1, 1], position: [3, 0, 1.5] },
    { name: "counterweight", mass: 300, inertia: [10, 10, 10], position: [-0.8, 0, 0.8] },
  ],
  joints: [
    {
      type: "hinge",
      name: "arm",
      bodyA: "base",
      bodyB: "load",
      at: [0, 0, 1.5],
      axis: [0, 1, 0],
      drive: { mode: "position" },
    },
    { type: "fixed", name: "ballast", bodyA: "base", bodyB: "counterweight", at: [-0.8, 0, 0.8] },
  ],
});

test("a crane: moments of the load and of the rest about the front feet", () => {
  const { read } = run(crane(400), 200);
  const holds = G * (1000 * 1 + 300 * 1.8);
  // the feet sink and the base leans by 1e-4
  expect(read("stability/load/loadMoment") / (400 * G * 2)).toBeCloseTo(1, 2);
  expect(read("stability/base/utilization") / ((400 * G * 2) / holds)).toBeCloseTo(1, 2);
  expect(read("stability/all/moment") / (holds - 400 * G * 2)).toBeCloseTo(1, 2);
  expect(read("stability/all/distance") / ((holds - 400 * G * 2) / (1700 * G))).toBeCloseTo(1, 2);
  // tips at 770 kg
  expect(run(crane(740), 200).read("stability/base/tilt")).toBeLessThan(0.02);
  expect(run(crane(800), 400).read("stability/base/tilt")).toBeGreaterThan(0.1);
});

test("a truck stands on its tyres, and nothing carries it in the air", () => {
  const { bodies, joints } = courseVehicle();
  const spec: Spec = {
    timestep: 5e-3,
    formulation: "augmented-lagrangian",
    materials: { tyre: { contact: COURSE_TYRE } },
    bodies: [{ name: "ground", type: "static", shapes: [{ type: "plane" }] }, ...bodies],
    joints,
  };
  const { read } = run(spec, 300);
  const { front, rear, side, chassis, knuckle, wheel } = COURSE_VEHICLE;
  const base = front + rear;
  expect(read("stability/chassis/supports")).toBe(4);
  expect(read("stability/chassis/supportArea")).toBeCloseTo(2 * side * base, 2);
  const mass = chassis + 2 * knuckle + 4 * wheel;
  const ahead = (2 * (knuckle + wheel) * front - 2 * wheel * rear) / mass;
  // the smaller of the lengths to the front and to the rear, over half the base: it stands further back than the middle
  expect(read("stability/wheel-rear-left/margin")).toBeCloseTo(Math.min(front - ahead, rear + ahead) / (base / 2), 2);
  const flying = run({ ...spec, bodies: (spec.bodies ?? []).filter(({ name }) => name !== "ground") }, 2);
  expect(flying.read("stability/chassis/margin")).toBeNaN();
  expect(() => run({ ...spec, sensors: ["stability/ground/margin"] }, 1)).toThrow(/stability/);
});
