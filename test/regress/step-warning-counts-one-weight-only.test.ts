// The warning of a step that is too long counted a body's own weight at one point: nothing was said of plates on their
// corners, of what lies on a body, of bodies that start fast, and without gravity.
import { compileUntyped, createData, STATUS, step, type UntypedBodySpec } from "stiction";
import { describe, expect, test } from "vitest";

const floor: UntypedBodySpec = { name: "floor", type: "static", material: "m", shapes: [{ type: "plane" }] };
const cube = (k: number, more: object = {}): UntypedBodySpec => ({
  name: `cube-${k}`,
  mass: 1.4,
  material: "m",
  position: [0, 0, 0.12 + 0.24 * k],
  shapes: [{ type: "box", halfExtents: [0.12, 0.12, 0.12] }],
  ...more,
});

function compiled(bodies: readonly UntypedBodySpec[], formulation: object, timestep: number, more: object = {}) {
  return compileUntyped({
    timestep,
    formulation: formulation,
    materials: { m: { friction: 0, contact: { type: "hunt-crossley", stiffness: 1.2e6, damping: 1.5 } } },
    bodies: [floor, ...bodies],
    ...more,
  });
}
const warned = (...args: Parameters<typeof compiled>) => compiled(...args).warnings.join("\n");

describe("an impact that needs more parts than there are", () => {
  const lagrangian = { type: "augmented-lagrangian" };
  test("of four corners, and of a plate that tilts", () => {
    const ball = [{ ...cube(0), shapes: [{ type: "sphere", radius: 0.12 }] }];
    const plate = [{ ...cube(0), shapes: [{ type: "box", halfExtents: [0.3, 0.3, 0.01] }] }];
    expect(warned(ball, lagrangian, 0.008)).toBe("");
    expect(warned(plate, lagrangian, 0.008)).toMatch(/impact of cube-0 \(m on m, 4 points\) at 1 m\/s/);
  });
  test("of a body that starts fast, without gravity", () => {
    const none = { gravity: [0, 0, 0] };
    expect(warned([cube(2)], lagrangian, 0.003, none)).toBe("");
    const fast = [cube(2, { velocity: [0, 0, -60], angularVelocity: [0, 20, 0] })];
    expect(warned(fast, lagrangian, 0.003, none)).toMatch(/impact of cube-2 .* at 64 m\/s .*status unresolved/);
  });
  test("of two light bodies, which both move", () => {
    const light = (k: number) => ({ ...cube(k), mass: 0.08 });
    expect(warned([light(0)], lagrangian, 0.0025)).toBe("");
    expect(warned([light(0), light(1)], lagrangian, 0.0025)).toMatch(/cube-\d against cube-\d/);
  });
  test("comes with the status, and goes with the parts that it asks for", () => {
    const body = cube(0, { position: [0, 0, 0.15], velocity: [0.1, 0, -1.5], angularVelocity: [0.7, 0.4, 0] });
    const run = (parts: number) => {
      const model = compiled([body], { type: "augmented-lagrangian", parts }, 0.005, { gravity: [0, 0, 0] });
      const data = createData(model);
      let status = 0;
      for (let k = 0; k < 30; k++) status |= step(model, data);
      return { needed: /parts: (\d+)/.exec(model.warnings.join())?.[1], status };
    };
    const few = run(8);
    expect(few.status & STATUS.unresolved).not.toBe(0);
    const enough = run(Number(few.needed));
    expect(enough).toEqual({ needed: undefined, status: 0 });
  });
});

describe.each([
  { type: "forces", integrator: "rk4" },
  { type: "augmented-lagrangian", method: "index-1" },
])("%o", (explicit) => {
  test("a stack is counted, a row is not", () => {
    const tower = Array.from({ length: 12 }, (_, k) => cube(k));
    const row = Array.from({ length: 12 }, (_, k) => cube(0, { name: `cube-${k}`, position: [0.25 * k, 0, 0.12] }));
    expect(warned(row, explicit, 2e-3)).toBe("");
    expect(warned(tower, explicit, 2e-3)).toMatch(/explicit steps of 0.002 s are too long for cube-0 .* at rest/);
  });
  test("planar stacks as well", () => {
    const planar = (k: number): UntypedBodySpec => ({
      name: `bar-${k}`,
      mass: 1,
      material: "m",
      position: [0, 0.15 + 0.1 * k],
      shapes: [{ type: "polygon", halfExtents: [0.3, 0.05] }],
    });
    const ground: UntypedBodySpec = {
      name: "floor",
      type: "static",
      material: "m",
      shapes: [{ type: "polygon", halfExtents: [2, 0.1] }],
    };
    const of = (count: number) =>
      compileUntyped({
        plane: "xy",
        timestep: 2e-3,
        formulation: explicit,
        materials: { m: { friction: 0, contact: { type: "hunt-crossley", stiffness: 1.2e6, damping: 1.5 } } },
        bodies: [ground, ...Array.from({ length: count }, (_, k) => planar(k))],
      }).warnings.join("\n");
    expect(of(1)).toBe("");
    expect(of(25)).toMatch(/too long for bar-0/);
  });
});
