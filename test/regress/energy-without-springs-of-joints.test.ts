// `system/all/energy` of a mass on a spring among the joints swings by all of its energy.
import { compileUntyped, createData, readSensor, step } from "stiction";
import { expect, test } from "vitest";

const M = 1.5;
const K = 240;

function oscillator(joint: Record<string, unknown>) {
  return compileUntyped({
    timestep: 0.0005,
    gravity: [0, 0, 0],
    contact: "none",
    formulation: { type: "augmented-lagrangian" },
    bodies: [{ name: "b", mass: M, inertia: [1, 1, 1], position: [0.8, 0, 0], velocity: [0.9, 0, 0] }],
    joints: [{ name: "s", bodyB: "b", ...joint }],
  });
}

test.each([
  ["spring", { type: "spring", at: [0, 0, 0], to: [0.8, 0, 0], restLength: 0.5, stiffness: K }, 0.3],
  ["bushing", { type: "bushing", at: [0.8, 0, 0], stiffness: [K, K, K], angularStiffness: [1, 1, 1] }, 0],
])("%s: kinetic and stored energy add up", (_name, joint, stretch) => {
  const model = oscillator(joint);
  const data = createData(model);
  const total = 0.5 * M * 0.81 + 0.5 * K * stretch * stretch;
  let most = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 1000; k++) {
    step(model, data);
    const energy = readSensor(model, data, "system/all/energy");
    const kinetic = readSensor(model, data, "system/all/kineticEnergy");
    expect(readSensor(model, data, "system/all/potentialEnergy")).toBeCloseTo(energy - kinetic, 10);
    most = Math.max(most, energy);
    least = Math.min(least, energy);
  }
  // h² (k/m)/8 of the trapezoidal rule, ten times
  expect(most / total).toBeLessThan(1 + 1e-4);
  expect(least / total).toBeGreaterThan(1 - 1e-4);
});
