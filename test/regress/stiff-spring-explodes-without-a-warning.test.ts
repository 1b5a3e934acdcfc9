// A first scene with a stiff spring at 1/60 s left for 1e155 m, and compile had said nothing.
import { compileUntyped, createData, step, type UntypedSpec } from "stiction";
import { describe, expect, test } from "vitest";

const explicit = [
  { type: "forces" },
  { type: "forces", integrator: "leapfrog" },
  { type: "augmented-lagrangian", method: "index-1" },
] as const;

function scene(
  formulation: UntypedSpec["formulation"],
  timestep: number,
  force: { readonly type: string; readonly [key: string]: unknown },
  more: object = {},
): UntypedSpec {
  return {
    timestep,
    formulation,
    bodies: [{ name: "bob", mass: 0.4, inertia: [0.004, 0.004, 0.004], position: [0, 0, -1], ...more }],
    forces: [{ name: "s", bodyB: "bob", ...force }],
  };
}
const warned = (spec: UntypedSpec) => compileUntyped(spec).warnings.join();

describe.each(explicit.map((f) => [JSON.stringify(f), f] as const))("%s", (_, formulation) => {
  test("springs, dampers and torsion springs beyond stability are named, others are not", () => {
    // ω = √(k/m) = 200 rad/s: stable up to 10 ms
    const spring = { type: "spring", stiffness: 16000, restLength: 0.9 };
    expect(warned(scene(formulation, 0.009, spring))).toBe("");
    expect(warned(scene(formulation, 0.011, spring))).toMatch(
      /too long for the spring s between world and bob.* up to 0.01 s/,
    );
    // c/m = 100 1/s: up to 20 ms
    expect(warned(scene(formulation, 0.018, { type: "damper", damping: 40 }))).toBe("");
    expect(warned(scene(formulation, 0.022, { type: "damper", damping: 40 }))).toMatch(/the damper s/);
    expect(warned(scene(formulation, 0.02, { type: "torsion-spring", stiffness: 900 }))).toMatch(
      /the torsion-spring s/,
    );
  });
  test("a lever counts", () => {
    const off = { type: "spring", stiffness: 16000, pointA: [0.3, 0, 0], pointB: [0.3, 0, 0] };
    // 1/m + r²/I = 10 times 1/m
    expect(warned(scene(formulation, 0.009, off))).toMatch(/up to 0.0032 s/);
  });
});

test("the bound is that of the motion: shorter steps hold, longer ones do not", () => {
  const spread = (timestep: number) => {
    const model = compileUntyped({
      ...scene({ type: "forces" }, timestep, { type: "spring", stiffness: 16000, restLength: 0.99 }),
      gravity: [0, 0, 0],
    });
    const data = createData(model);
    for (let k = 0; k < 300; k++) step(model, data);
    return Math.abs(data.bodyPos[5] + 1);
  };
  expect(spread(0.0098)).toBeLessThan(0.2);
  expect(spread(0.0102)).toBeGreaterThan(0.2);
});

test("implicit steps and chains of springs that are stable are left alone", () => {
  expect(warned(scene({ type: "augmented-lagrangian" }, 0.02, { type: "spring", stiffness: 16000 }))).toBe("");
  const bodies = Array.from({ length: 5 }, (_, k) => ({ name: `b${k}`, mass: 1, position: [k + 1, 0, 0] as const }));
  const forces = bodies.map(({ name }, k) => ({
    type: "spring",
    name: `s${k}`,
    ...(k > 0 ? { bodyA: `b${k - 1}` } : {}),
    bodyB: name,
    stiffness: 100,
  }));
  const chain = (timestep: number) => warned({ timestep, formulation: "forces", bodies, forces });
  // ω < 2 √(k/m) in a chain: stable up to 0.1 s
  expect(chain(0.095)).toBe("");
  expect(chain(0.12)).toMatch(/the spring s/);
});
