// A first pendulum, a body with a mass and nothing else on a ball joint, hung still in the air beside its pivot.
import { compileUntyped, createData, step } from "stiction";
import { describe, expect, test } from "vitest";

const bob = (more: object = {}) => ({ name: "bob", mass: 1.3, position: [0.7, 0, 0.2], ...more });
const pivot = (type: string, more: object = {}) => ({ type, name: "pivot", bodyB: "bob", at: [0, 0, 0.2], ...more });
const compiled = (body: object, joint: object, more: object = {}) =>
  compileUntyped({ timestep: 1 / 60, bodies: [body], joints: [joint], ...more });

describe("a point mass on a joint away from it", () => {
  test.each([
    ["ball", {}],
    ["hinge", { axis: [0, 1, 0] }],
    ["universal", { axis: [0, 1, 0] }],
  ])("is warned of: %s", (type, more) => {
    const { warnings } = compiled(bob(), pivot(type, more));
    expect(warnings.join()).toMatch(/joints\[0\]: bob has a mass but no inertia.*"pivot", 0.7 m from its centre/);
  });
  test("in the plane as well", () => {
    const body = { name: "bob", mass: 1, position: [0.4, 0] };
    const { warnings } = compiled(body, { type: "hinge", bodyB: "bob", at: [0, 0] }, { plane: "xy" });
    expect(warnings.join()).toMatch(/bob has a mass but no inertia/);
  });
  test("swings in natural coordinates, without a warning", () => {
    const model = compiled(bob(), pivot("ball"), { formulation: "augmented-lagrangian" });
    expect(model.warnings).toEqual([]);
    const data = createData(model);
    for (let k = 0; k < 20; k++) step(model, data);
    expect(data.bodyPos[5]).toBeLessThan(0);
  });
});

test("what does turn, what must not, and what is held at its centre is right as it is", () => {
  expect(compiled(bob({ inertia: [0.01, 0.01, 0.01] }), pivot("ball")).warnings).toEqual([]);
  expect(compiled(bob({ shapes: [{ type: "sphere", radius: 0.1 }] }), pivot("ball")).warnings).toEqual([]);
  expect(compiled(bob(), pivot("slider", { axis: [0, 0, 1] })).warnings).toEqual([]);
  expect(compiled(bob(), pivot("ball", { at: [0.7, 0, 0.2] })).warnings).toEqual([]);
  expect(
    compiled(bob(), {
      type: "distance",
      bodyB: "bob",
      frameA: { position: [0, 0, 0.2] },
      frameB: { position: [0, 0, 0] },
    }).warnings,
  ).toEqual([]);
});
