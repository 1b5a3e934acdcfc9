// A box lands on another at 6 m/s, and the contact between them reads 6 N where 16 kN act.
import { compile, createData, readSensorVector, step } from "stiction";
import { expect, test } from "vitest";

test("what the direct solver gives up on has acted, and sensors say so", () => {
  // tilted boxes of unlike mass meet edge on face, on the floor: rows of the direct solver contradict each other
  const model = compile({
    timestep: 1 / 60,
    formulation: { type: "impulse" },
    bodies: [
      { name: "floor", type: "static", shapes: [{ type: "plane" }] },
      ...Array.from({ length: 5 }, (_, k) => ({
        name: `box-${k}`,
        mass: 2 + 17 * k,
        position: [0.11 * k, 0.07 * k * k, 0.4 + 0.9 * k] as [number, number, number],
        velocity: [0, 0, -4] as [number, number, number],
        orientation: [Math.sin(0.2 * k), 0, 0, Math.cos(0.2 * k)] as [number, number, number, number],
        shapes: [{ type: "box" as const, halfExtents: [0.3, 0.25, 0.2] as [number, number, number] }],
      })),
    ],
  });
  const data = createData(model);
  const names = model.bodyNames.slice(1);
  for (let k = 0; k < 90; k++) {
    step(model, data);
    for (const name of names.slice(1)) {
      const total = readSensorVector(model, data, `body/${name}/appliedForce`);
      let size = Math.hypot(...total);
      for (const other of names) {
        if (other === name) continue;
        const force = readSensorVector(model, data, `contact/${other}:${name}/force`);
        force.forEach((f, c) => {
          total[c] += f;
        });
        size += Math.hypot(...force);
      }
      const resultant = readSensorVector(model, data, `body/${name}/force`);
      // round-off of sums of thousands of newtons
      expect(Math.hypot(...total.map((f, c) => f - resultant[c])), `${name}, step ${k}`).toBeLessThan(1e-11 * size);
    }
  }
});
