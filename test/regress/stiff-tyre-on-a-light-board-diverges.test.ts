/** A wheel of 5 t whose tyre has 1e6 N/m rolls over boards of 30 kg in steps of 5 ms with priority for real time: they were thrown away. */
import { compileUntyped, createData, step } from "stiction";
import { expect, test } from "vitest";

const SPEED = 2;

test("boards under a stiff tyre stay as slow as the rim of the wheel", () => {
  const boards = [0, 1, 2].map((k) => ({
    ...{ name: `board-${k}`, mass: 30, material: "plastic", position: [1.2 + 0.7 * k, 0.1 * k, 0.03] },
    orientation: { axis: [0, 0, 1], angle: 0.7 * k },
    shapes: [{ type: "box", halfExtents: [0.6, 0.25, 0.03] }],
  }));
  const model = compileUntyped({
    timestep: 0.005,
    formulation: { type: "augmented-lagrangian", priority: "real-time" },
    materials: {
      ground: { friction: 0.7 },
      tyre: { contact: { type: "tyre", stiffness: 1e6, damping: 2e4, friction: 0.8 } },
      plastic: { friction: 0.5, contact: { type: "linear", stiffness: 8e3, damping: 40 } },
    },
    materialPairs: [{ between: ["ground", "plastic"], contact: { type: "linear", stiffness: 8e3, damping: 40 } }],
    bodies: [
      { name: "ground", type: "static", material: "ground", shapes: [{ type: "plane" }] },
      {
        ...{ name: "wheel", mass: 5000, position: [0, 0, 0.47], material: "tyre", velocity: [SPEED, 0, 0] },
        orientation: { axis: [1, 0, 0], angle: -Math.PI / 2 },
        angularVelocity: [0, SPEED / 0.52, 0],
        shapes: [{ type: "cylinder", radius: 0.52, halfLength: 0.25 }],
      },
      ...boards,
    ],
  });
  const data = createData(model);
  let fastest = 0;
  for (let k = 0; k < 400; k++) {
    step(model, data);
    for (const { name } of boards) {
      const o = 6 * (model.bodyIndex.get(name) ?? 0) + 3;
      const [x, y, z] = data.bodyVel.subarray(o, o + 3);
      fastest = Math.max(fastest, Math.sqrt(x * x + y * y + z * z));
    }
  }
  const wheel = 3 * (model.bodyIndex.get("wheel") ?? 0);
  // the wheel has rolled over all of them
  expect(data.bodyPos[wheel]).toBeGreaterThan(3.2);
  // what friction carries along is no faster than the rim, which at its top moves at twice the wheel's speed
  expect(fastest).toBeGreaterThan(0.01);
  expect(fastest).toBeLessThan(2 * SPEED);
});
