/**
 * A block pushed off over a floor in complementarity comes to rest up to 11 % off and 160 mm aside, depending on the direction.
 *
 * The default cone had seven directions in the tangent plane; it is Coulomb's cone now.
 */
import { compile, createData, step } from "stiction";
import { expect, test } from "vitest";

const H = 0.005;
const MU = 0.25;
const V = 2;

/** Where a block pushed off in a direction comes to rest: along it, and aside, m. */
function land(angle: number, formulation: Record<string, unknown> = {}): [number, number] {
  const model = compile({
    timestep: H,
    formulation: { type: "complementarity", ...formulation },
    materials: { m: { friction: MU } },
    bodies: [
      {
        name: "floor",
        type: "static",
        material: "m",
        shapes: [{ type: "box", halfExtents: [9, 9, 0.5], position: [0, 0, -0.5] }],
      },
      {
        name: "block",
        mass: 3,
        material: "m",
        position: [0, 0, 0.04],
        velocity: [V * Math.cos(angle), V * Math.sin(angle), 0],
        shapes: [{ type: "box", halfExtents: [0.25, 0.15, 0.04] }],
      },
    ],
  });
  const data = createData(model);
  for (let k = 0; k < 1 / H; k++) expect(step(model, data)).toBe(0);
  const [x, y] = [data.bodyPos[6], data.bodyPos[7]];
  return [x * Math.cos(angle) + y * Math.sin(angle), y * Math.cos(angle) - x * Math.sin(angle)];
}

const exact = (V * V) / (2 * MU * 9.81);

test.each([0.3, 1.1, 2.5, 4.0])("pushed off at %f rad it stops after v²/(2 μ g), in a straight line", (angle) => {
  const [along, aside] = land(angle);
  // first order of the step: the velocity of its end acts for all of it, v h/2 in all, and one step at most in the last
  expect(Math.abs(along - exact)).toBeLessThan(V * H);
  // residual of the solver, 1e-10 m/s, over the time
  expect(Math.abs(aside)).toBeLessThan(1e-9);
});

test("the polyhedral cone stays at hand, with what it costs", () => {
  const [, aside] = land(0.3, { cone: "polyhedral", directions: 7 });
  expect(Math.abs(aside)).toBeGreaterThan(0.01);
});
