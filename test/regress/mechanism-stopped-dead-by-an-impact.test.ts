// A double pendulum whose tip met the floor with e = 1 and strong friction came to rest at once, with status 0.
import { compileUntyped, createData, step } from "stiction";
import { expect, test } from "vitest";

/** Part of the kinetic energy that is left after the tip of a double pendulum of two rods has met the floor. */
function energyLeft(restitutionLaw: "newton" | "poisson", friction: number, bend: number, steps: number): number {
  const [length, mass, a] = [0.8, 1.3, 0.33];
  const inertia = (mass * length * length) / 12;
  const along = (angle: number, s: number) => [s * Math.sin(angle), -s * Math.cos(angle)];
  const across = (angle: number, speed: number) => [speed * Math.cos(angle), speed * Math.sin(angle)];
  const elbow = along(a, length);
  const tip = along(bend, length);
  const elbowSpeed = across(a, -1.1 * length);
  const lower = across(bend, -2.3 * 0.5 * length);
  const model = compileUntyped({
    plane: "xy",
    gravity: [0, 0],
    timestep: 2e-4,
    formulation: { type: "impulse", preset: "precise", restitutionLaw },
    materials: { m: { restitution: 1, friction } },
    bodies: [
      {
        name: "floor",
        type: "static",
        material: "m",
        position: [0, elbow[1] + tip[1] - 1.002],
        shapes: [{ type: "polygon", halfExtents: [9, 1] }],
      },
      {
        name: "upper",
        mass,
        inertia: [0, 0, inertia],
        position: along(a, 0.5 * length),
        velocity: [0.5 * elbowSpeed[0], 0.5 * elbowSpeed[1]],
        angularVelocity: [0, 0, -1.1],
      },
      {
        name: "lower",
        mass,
        centerOfMass: [0, 0],
        inertia: [0, 0, inertia],
        material: "m",
        position: [elbow[0] + 0.5 * tip[0], elbow[1] + 0.5 * tip[1]],
        velocity: [elbowSpeed[0] + lower[0], elbowSpeed[1] + lower[1]],
        angularVelocity: [0, 0, -2.3],
        shapes: [{ type: "circle", radius: 1e-3, position: [0.5 * tip[0], 0.5 * tip[1]] }],
      },
    ],
    joints: [
      { type: "hinge", bodyB: "upper", at: [0, 0] },
      { type: "hinge", bodyA: "upper", bodyB: "lower", at: elbow },
    ],
  });
  const data = createData(model);
  const energy = () => {
    const v = data.bodyVel;
    let sum = 0;
    for (let b = 1; b < model.nb; b++) {
      const o = 6 * b;
      sum += 0.5 * model.bodyMass[b] * (v[o + 3] * v[o + 3] + v[o + 4] * v[o + 4]);
      sum += 0.5 * model.bodyInertia[6 * b + 2] * v[o + 2] * v[o + 2];
    }
    return sum;
  };
  const before = energy();
  for (let i = 0; i < steps; i++) step(model, data);
  return energy() / before;
}

test.each(["newton", "poisson"] as const)(
  "%s: an elastic impact with friction leaves energy, and makes none",
  (law) => {
    for (const friction of [0.3, 0.8, 1.6]) {
      for (const bend of [0.28, 0.55, 0.85]) {
        const left = energyLeft(law, friction, bend, 15);
        expect(left).toBeLessThanOrEqual(1 + 1e-9);
        expect(left).toBeGreaterThan(0.1);
      }
    }
  },
);

// with both bars along the bounds of the cone Newton's law would gain energy: the impact let the tip approach further, and the one after it took all
test.each([0.29, 0.295, 0.3, 0.305])("newton: bars in line at the angle of friction, %d rad", (bend) => {
  expect(energyLeft("newton", 0.3, bend, 30)).toBeGreaterThan(0.4);
});
