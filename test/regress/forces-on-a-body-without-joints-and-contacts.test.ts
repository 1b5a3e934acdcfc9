// A body that hangs on a joint or rests on a floor reads an acceleration of g and a force of its weight.
import { compileUntyped, createData, readSensor, readSensorVector, step } from "stiction";
import { describe, expect, test } from "vitest";

const G = 9.81;

describe("force and acceleration of a body have joints and contacts", () => {
  for (const type of ["impulse", "augmented-lagrangian", "complementarity"] as const) {
    test(`a pendulum, ${type}: momentum against the resultant, the pin bears what is left`, () => {
      // a rod of 2 kg and 1.2 m on a pin at its end, released level
      const m = 2;
      const l = 1.2;
      const model = compileUntyped({
        timestep: 0.001,
        plane: "xy",
        contact: "none",
        formulation: { type },
        bodies: [{ name: "rod", mass: m, inertia: [1, 1, (m * l * l) / 12], position: [l / 2, 0] }],
        joints: [{ type: "hinge", name: "pin", bodyB: "rod", at: [0, 0] }],
        sensors: ["joint/pin/force", "body/rod/force", "body/rod/torque", "body/rod/acceleration"],
      });
      const data = createData(model);
      const h = model.options.timestep;
      for (let k = 0; k < 300; k++) {
        const before = readSensorVector(model, data, "body/rod/momentum");
        const turn = readSensor(model, data, "body/rod/angularMomentum.z");
        step(model, data);
        const after = readSensorVector(model, data, "body/rod/momentum");
        const force = readSensorVector(model, data, "body/rod/force");
        const pin = readSensorVector(model, data, "joint/pin/force");
        const acceleration = readSensorVector(model, data, "body/rod/acceleration");
        for (const c of [0, 1]) {
          expect(force[c] * h).toBeCloseTo(after[c] - before[c], 13);
          expect(acceleration[c]).toBeCloseTo(force[c] / m, 10);
        }
        const torque = readSensor(model, data, "body/rod/torque.z");
        expect(torque * h).toBeCloseTo(readSensor(model, data, "body/rod/angularMomentum.z") - turn, 13);
        // means of the step add up; reactions of the instant at its end differ by half a step's change, m ω³ l h / 2
        const miss = Math.hypot(force[0] - pin[0], force[1] + m * G - pin[1]);
        expect(miss).toBeLessThan(type === "augmented-lagrangian" ? 0.3 : 1e-10);
      }
      // swung down by θ: tension 5/2 m g sin θ + …; at the bottom 5/2 m g, checked by the row own.sensors
      expect(readSensor(model, data, "body/rod/velocity.y")).toBeLessThan(0);
    });
  }

  test("a box at rest has no resultant, and the floor bears its weight", () => {
    for (const type of ["impulse", "complementarity"] as const) {
      const model = compileUntyped({
        timestep: 1 / 60,
        formulation: { type },
        bodies: [
          { name: "floor", type: "static", shapes: [{ type: "plane" }] },
          { name: "box", mass: 7, position: [0, 0, 0.25], shapes: [{ type: "box", halfExtents: [0.25, 0.25, 0.25] }] },
        ],
      });
      const data = createData(model);
      for (let k = 0; k < 30; k++) step(model, data);
      expect(Math.hypot(...readSensorVector(model, data, "body/box/force"))).toBeLessThan(1e-6);
      expect(readSensor(model, data, "body/box/appliedForce.z")).toBeCloseTo(-7 * G, 9);
      expect(readSensor(model, data, "contact/floor:box/force.z")).toBeCloseTo(7 * G, 6);
      expect(readSensor(model, data, "body/floor/force.z")).toBeCloseTo(-7 * G, 6);
    }
  });
});
