// A ball of 320 facets that falls on one of them hits 1.55 times as hard as the sphere it stands for.
import { createSimulation, geometry, type ShapeSpec, type Spec, step } from "stiction";
import { describe, expect, test } from "vitest";
import { largestForce, patchScene, rows } from "../../proof/experiments/shared-stiffness.js";

const RADIUS = 0.08;
const FORMULATIONS = [{ type: "forces", integrator: "rk4" }, { type: "augmented-lagrangian" }] as const;

/** A prism of n corners around the centre of mass: n points at one depth. */
function prism(n: number): ShapeSpec {
  const vertices = Array.from({ length: 2 * n }, (_, i) => {
    const angle = (2 * Math.PI * (i >> 1)) / n;
    return [RADIUS * Math.cos(angle), RADIUS * Math.sin(angle), i % 2 === 0 ? -RADIUS : RADIUS];
  });
  return { type: "convex-hull", vertices };
}

const SIZES = { radius: RADIUS, mass: 1.4, speed: 0.7, stiffness: 6e5 };

function scene(shape: ShapeSpec, shared: boolean, rest: object): Spec {
  const setup = { timestep: 2e-4, gravity: [0, 0, 0], collision: { sharedStiffness: shared }, ...rest };
  return patchScene(shape, {}, setup, SIZES);
}

function peak(shape: ShapeSpec, shared: boolean, formulation: object): number {
  return largestForce(createSimulation(scene(shape, shared, { formulation })), 60);
}

describe.each(FORMULATIONS)("$type", (formulation) => {
  const sphere = peak({ type: "sphere", radius: RADIUS }, true, formulation);

  // the peak force of Hertz' law goes with k^(2/5), and n points are n^(2.5/16) times as stiff: n^(1/16)
  test.each([3, 4])("%i points at one depth hit n^(1/16) times as hard as one", (n) => {
    // 0.2 %: the largest of samples every 0.2 ms
    expect(Math.abs(peak(prism(n), true, formulation) / sphere / n ** (1 / 16) - 1)).toBeLessThan(2e-3);
    expect(Math.abs(peak(prism(n), false, formulation) / sphere / n ** 0.4 - 1)).toBeLessThan(2e-3);
  });

  test("a ball of facets that is pressed deeper than they are high is a sphere to 1 %", () => {
    const { vertices } = geometry.icosphere(RADIUS, 2);
    const ball: ShapeSpec = { type: "convex-hull", vertices: rows(vertices) };
    // 0.1 % by its corner alone, less what its neighbours bear
    expect(peak(ball, true, formulation) / sphere).toBeLessThan(1.01);
    expect(peak(ball, false, formulation) / sphere).toBeGreaterThan(1.05);
  });
});

test("an elastic box that tumbles from one to three points and back neither gains nor loses energy", () => {
  const { model, data } = createSimulation(
    scene({ type: "box", halfExtents: [0.06, 0.09, 0.05] }, true, {
      gravity: [0, 0, -9.81],
      formulation: { type: "forces", integrator: "rk4" },
    }),
  );
  const b = model.bodyNames.indexOf("body");
  data.bodyVel.set([1, -2, 0.5], 6 * b);
  const { slot } = model.sensors.columns[0];
  const energy = () => {
    const v = data.bodyVel.subarray(6 * b, 6 * b + 6);
    const moving = 0.7 * (v[3] ** 2 + v[4] ** 2 + v[5] ** 2);
    return moving + 0.002 * (v[0] ** 2 + v[1] ** 2 + v[2] ** 2) + 1.4 * 9.81 * data.bodyPos[3 * b + 2];
  };
  const before = energy();
  const counts = new Set<number>();
  let off = 0;
  for (let n = 0; n < 5000; n++) {
    step(model, data);
    counts.add(data.systems.compliant.count);
    if (data.slot[slot] === 0) off = Math.max(off, Math.abs(energy() / before - 1));
  }
  expect([...counts].sort()).toEqual([0, 1, 2, 3]);
  // impacts are followed to 8 % of their speed per part by a method of fourth order: 1e-4 each, ten of them
  expect(off).toBeLessThan(1e-3);
});
