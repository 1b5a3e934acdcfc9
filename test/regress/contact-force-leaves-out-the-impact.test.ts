// The force sensor of a contact reads 0 in the step of an impact, and half of the load of a ball in a trough.
import { compile, createData, readSensor, readSensorVector, restore, snapshot, step } from "stiction";
import { describe, expect, test } from "vitest";

const G = 9.81;

/** A ball of 3 kg that falls on the floor and bounces. */
function bouncing(preset: "fast" | "precise" | "thesis", restitution: number) {
  return compile({
    timestep: 0.002,
    formulation: { type: "impulse", preset },
    materials: { m: { restitution } },
    bodies: [
      { name: "floor", type: "static", material: "m", shapes: [{ type: "plane" }] },
      {
        name: "ball",
        mass: 3,
        material: "m",
        position: [0, 0, 0.45],
        velocity: [0.4, 0, -2],
        shapes: [{ type: "sphere", radius: 0.15 }],
      },
    ],
  });
}

describe("the force of a contact over a step", () => {
  for (const preset of ["fast", "precise", "thesis"] as const) {
    test.each([0, 0.7])(`adds up to the impulse that the body received, ${preset}, e = %d`, (restitution) => {
      const model = bouncing(preset, restitution);
      const data = createData(model);
      const h = model.options.timestep;
      let impulse = 0;
      let normal = 0;
      let steps = 0;
      for (; steps < 750; steps++) {
        const before = readSensor(model, data, "body/ball/velocity.z");
        step(model, data);
        const force = readSensorVector(model, data, "contact/floor:ball/force");
        const change = readSensor(model, data, "body/ball/velocity.z") - before;
        // every step by itself: m Δv = (F − m g) h, to the round-off of the largest impulse
        expect(Math.abs(3 * change - (force[2] - 3 * G) * h)).toBeLessThan(1e-11);
        expect(readSensor(model, data, "contact/ball:floor/force.z") + force[2]).toBe(0);
        expect(readSensor(model, data, "contact/floor:ball/impulse.z")).toBeCloseTo(force[2] * h, 12);
        impulse += force[2] * h;
        normal += readSensor(model, data, "contact/floor:ball/normalForce") * h;
      }
      const expected = 3 * (readSensor(model, data, "body/ball/velocity.z") + 2 + G * steps * h);
      // round-off of 750 additions
      expect(impulse).toBeCloseTo(expected, 9);
      expect(normal).toBeCloseTo(expected, 9);
    });
  }

  test("is the whole load of a ball in a trough, and that of each wall", () => {
    // walls at ±50° to the floor: each bears m g / (2 cos 50°)
    const angle = (50 * Math.PI) / 180;
    const wall = (name: string, sign: number) => ({
      name,
      type: "static" as const,
      orientation: [0, sign * Math.sin(angle / 2), 0, Math.cos(angle / 2)] as [number, number, number, number],
      shapes: [{ type: "plane" as const }],
    });
    const model = compile({
      timestep: 1 / 120,
      formulation: { type: "impulse" },
      materials: { default: { friction: 0 } },
      bodies: [
        wall("left", 1),
        wall("right", -1),
        { name: "ball", mass: 5, position: [0, 0, 0.2 / Math.cos(angle)], shapes: [{ type: "sphere", radius: 0.2 }] },
      ],
    });
    const data = createData(model);
    for (let k = 0; k < 200; k++) step(model, data);
    for (const name of ["left", "right"]) {
      // what the soft rows still move after 1.7 s: observed 8e-5 N of 38 N
      expect(readSensor(model, data, `contact/${name}:ball/normalForce`)).toBeCloseTo(
        (5 * G) / (2 * Math.cos(angle)),
        2,
      );
      expect(readSensor(model, data, `contact/${name}:ball/force.z`)).toBeCloseTo((5 * G) / 2, 2);
    }
    expect(Math.hypot(...readSensorVector(model, data, "body/ball/force"))).toBeLessThan(1e-3);
  });

  test("has contacts that are gone at the end of the step", () => {
    // at 12 m/s and 20 ms the ball comes and goes within a step, from different heights at different times of it
    let gone = 0;
    for (let k = 0; k < 12; k++) {
      const model = compile({
        timestep: 0.02,
        gravity: [0, 0, 0],
        formulation: { type: "impulse", preset: "precise" },
        materials: { m: { restitution: 0.9 } },
        bodies: [
          { name: "floor", type: "static", material: "m", shapes: [{ type: "plane" }] },
          {
            name: "ball",
            mass: 0.5,
            material: "m",
            position: [0, 0, 1.1 + 0.02 * k],
            velocity: [0, 0, -12],
            shapes: [{ type: "sphere", radius: 0.1 }],
          },
        ],
      });
      const data = createData(model);
      for (let n = 0; n < 10; n++) {
        const before = readSensor(model, data, "body/ball/velocity.z");
        step(model, data);
        const change = readSensor(model, data, "body/ball/velocity.z") - before;
        expect(readSensor(model, data, "contact/floor:ball/impulse.z")).toBeCloseTo(0.5 * change, 12);
        if (change > 0 && readSensor(model, data, "contact/floor:ball/points") === 0) gone++;
      }
    }
    expect(gone).toBeGreaterThan(0);
  });

  test("is the same after a snapshot was put back", () => {
    const model = bouncing("fast", 0.7);
    const data = createData(model);
    while (readSensor(model, data, "contact/floor:ball/force.z") === 0) step(model, data);
    const bytes = snapshot(data);
    const force = readSensor(model, data, "contact/floor:ball/force.z");
    const own = readSensor(model, data, "body/ball/force.z");
    for (let k = 0; k < 7; k++) step(model, data);
    restore(model, data, bytes);
    expect(readSensor(model, data, "contact/floor:ball/force.z")).toBe(force);
    expect(readSensor(model, data, "body/ball/force.z")).toBe(own);
    expect(own).toBeCloseTo(force - 3 * G, 8);
  });
});
