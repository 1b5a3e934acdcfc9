// A stack at rest in forces took ten times as long as before: each step of 1 ms was cut into eight, although stable.
import { addHook, compileUntyped, createData, type Data, type Model, STATUS, step } from "stiction";
import { describe, expect, test } from "vitest";

const cube = (side: number, k: number) => ({
  name: `cube-${k}`,
  mass: 1.2,
  material: "m",
  position: [0, 0, side * (k + 0.5)],
  shapes: [{ type: "box", halfExtents: [side / 2, side / 2, side / 2] }],
});
const floor = { name: "floor", type: "static", material: "m", shapes: [{ type: "plane" }] };

/** Evaluations of forces per step, mean of `steps`. */
function evaluations(model: Model, data: Data, steps: number): number {
  let calls = 0;
  const remove = addHook(data, "forces", () => {
    calls++;
  });
  for (let k = 0; k < steps; k++) step(model, data);
  remove();
  return calls / steps;
}

test.each([1, 3])("%i cubes at rest take no more than a step of twice the stages", (count) => {
  const model = compileUntyped({
    timestep: 1e-3,
    formulation: { type: "forces", integrator: "rk4" },
    materials: { m: { friction: 0.5, contact: { type: "hunt-crossley", stiffness: 8e5, damping: 6 } } },
    bodies: [floor, ...Array.from({ length: count }, (_, k) => cube(0.12, k))],
  });
  const data = createData(model);
  for (let k = 0; k < 400; k++) step(model, data);
  // four stages; a step that is tried and done again in two halves has twelve
  expect(evaluations(model, data, 20)).toBeLessThanOrEqual(12 + 1);
  expect(data.warningCount.every((n) => n === 0)).toBe(true);
});

test("springs beyond the stability of the step are cut: a stiff stack at rest gains nothing", () => {
  const model = compileUntyped({
    timestep: 4e-3,
    formulation: { type: "forces", integrator: "rk4" },
    materials: { m: { friction: 0.5, contact: { type: "hunt-crossley", stiffness: 2e7, damping: 6 } } },
    bodies: [floor, ...Array.from({ length: 2 }, (_, k) => cube(0.12, k))],
  });
  const data = createData(model);
  for (let k = 0; k < 100; k++) step(model, data);
  // a fall of 1 µm has this speed, m/s
  for (let b = 2; b < model.nb; b++) expect(Math.abs(data.bodyVel[6 * b + 5])).toBeLessThan(4.4e-3);
});

describe("an impact that is not resolved to the tolerance is reported", () => {
  const drop = (type: string, parts: number) => {
    const model = compileUntyped({
      timestep: 0.008,
      gravity: [0, 0, 0],
      formulation: type === "forces" ? { type, parts, integrator: "rk4" } : { type, parts },
      materials: { m: { friction: 0.2, restitution: 0.25 } },
      bodies: [floor, { ...cube(0.3, 0), position: [0, 0, 0.163], velocity: [0, 0, -1.3] }],
    });
    const data = createData(model);
    let status = 0;
    for (let k = 0; k < 20; k++) status |= step(model, data);
    return { e: data.bodyVel[17] / 1.3, status };
  };
  test.each(["forces", "augmented-lagrangian"])("%s", (type) => {
    const resolved = drop(type, 64);
    expect(resolved.status).toBe(0);
    // impactFraction 0.08 leaves an error of 0.03 at low restitution
    expect(Math.abs(resolved.e - 0.25)).toBeLessThan(0.03);
    for (const parts of [1, 2, 4]) expect(drop(type, parts).status & STATUS.unresolved).not.toBe(0);
  });
});
