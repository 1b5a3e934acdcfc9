/**
 * The tangent of contacts in `augmented-lagrangian` against central differences of the generalised forces, along motions that bodies can make. Within a
 * step δq̇ = γ/(β h) δq, and what stands in the matrix is β h² K + γ h C.
 */
import { compile, createData, type Spec, step } from "stiction";
import { describe, expect, test } from "vitest";
import { addPointTangent } from "../../../src/contact/compliant/point-tangent.js";
import { beginContacts } from "../../../src/contact/contact-step.js";
import { tangentError } from "../../judges/contact-tangent.js";

const H = 1e-3;

/** A block on a plane, held or sliding, with resistance to rolling and spinning as well. */
const scene = (velocity: readonly number[], friction: object, shared = false): Spec => ({
  collision: { sharedStiffness: shared },
  timestep: H,
  gravity: [2, 1, -9.81],
  formulation: { type: "augmented-lagrangian" },
  materials: {
    rubber: {
      friction: 0.5,
      kineticFriction: 0.4,
      contact: { type: "hunt-crossley", stiffness: 1e6, damping: 2 },
      sliding: { type: "bristle", stictionSpeed: 0.05, stiffness: 2e4, damping: 100 },
      ...friction,
    },
  },
  bodies: [
    { name: "floor", type: "static", material: "rubber", shapes: [{ type: "plane" }] },
    {
      name: "block",
      mass: 1,
      material: "rubber",
      position: [0, 0, 0.0998],
      velocity,
      angularVelocity: [0, 0, 0.05],
      shapes: [{ type: "box", halfExtents: [0.2, 0.15, 0.1] }],
    },
  ],
});

function worst(spec: Spec, steps: number): number {
  const model = compile(spec);
  const data = createData(model);
  for (let k = 0; k < steps; k++) step(model, data);
  const contacts = data.systems.compliant;
  return tangentError(model, data, {
    bodies: ["block", "floor"],
    begin: (weight) => beginContacts(model, data, H, weight),
    add(tangent) {
      expect(contacts.count).toBe(4);
      addPointTangent(model, data, tangent);
    },
  });
}

const turning = { rollingFriction: 0.01, spinningFriction: 0.01 };

describe("equals differences but for the turning of forces with bodies, N/(k r) = 4e-4 of it at most", () => {
  test.each([
    ["held", [0, 0, 0], {}, 300],
    ["coming to rest", [0.05, 0.02, 0], {}, 10],
    ["sliding", [0.5, 0.2, 0], {}, 10],
    ["held, with rolling and spinning resistance", [0, 0, 0], turning, 300],
    ["sliding, with rolling and spinning resistance", [0.5, 0.2, 0], turning, 10],
    ["Coulomb", [0.5, 0.2, 0], { sliding: { type: "coulomb" } }, 10],
  ] as const)("%s", (_what, velocity, friction, steps) => {
    expect(worst(scene(velocity, friction), steps)).toBeLessThan(5e-4);
  });
});

describe("points that share one contact law", () => {
  test.each([
    ["held: exact, as above", [0, 0, 0], {}, 300, 5e-4],
    // friction knows how the normal force grows with all depths alike, not with the depth of another point
    ["sliding: but for friction by the depths of others", [0.5, 0.2, 0], { sliding: { type: "coulomb" } }, 10, 0.05],
  ] as const)("%s", (_what, velocity, friction, steps, limit) => {
    expect(worst(scene(velocity, friction, true), steps)).toBeLessThan(limit);
  });
});
