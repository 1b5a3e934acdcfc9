// A block with friction 0.6 and kineticFriction 0.3 stops after half of v²/(2 · 0.3 g) in `complementarity`.
import { bodyPosition, compile, createData, type Spec, step } from "stiction";
import { describe, expect, test } from "vitest";

const G = 9.81;
const H = 2e-3;
const [STATIC, KINETIC] = [0.6, 0.3];

const block = (velocity: number, angle: number, rest: object): Spec => ({
  timestep: H,
  gravity: [G * Math.sin(angle), 0, -G * Math.cos(angle)],
  formulation: { type: "complementarity", ...rest },
  materials: { wood: { friction: STATIC, kineticFriction: KINETIC } },
  bodies: [
    {
      name: "floor",
      type: "static",
      material: "wood",
      position: [0, 0, -0.5],
      shapes: [{ type: "box", halfExtents: [9, 9, 0.5] }],
    },
    {
      name: "block",
      mass: 0.6,
      material: "wood",
      position: [0, 0, 0.1],
      velocity: [velocity, 0, 0],
      shapes: [{ type: "box", halfExtents: [0.1, 0.1, 0.1] }],
    },
  ],
});

function way(spec: Spec, seconds: number): number {
  const model = compile(spec);
  const data = createData(model);
  while (data.time < seconds) step(model, data);
  return bodyPosition(model, data, "block")[0];
}

describe.each([{ cone: "quadratic" }, { cone: "polyhedral", directions: 8 }])("$cone cone", (rest) => {
  test("a block that slides is braked by kinetic friction", () => {
    // the way is short by h v/2, the first order of the step
    expect(Math.abs(way(block(2, 0, rest), 1.5) - 4 / (2 * KINETIC * G))).toBeLessThan(H * 2);
  });

  test("between both angles a block at rest holds, and one that slides goes on", () => {
    const angle = Math.atan(0.45);
    expect(Math.abs(way(block(0, angle, rest), 0.5))).toBeLessThan(1e-9);
    const speeds = 0.2 * 0.5 + 0.5 * G * (Math.sin(angle) - KINETIC * Math.cos(angle)) * 0.25;
    expect(Math.abs(way(block(0.2, angle, rest), 0.5) / speeds - 1)).toBeLessThan(0.01);
  });
});
