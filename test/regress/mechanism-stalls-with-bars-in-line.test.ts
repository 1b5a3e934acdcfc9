/**
 * A linkage reported "not converged" each time its bars came into line.
 *
 * These are positions in which the mechanism could branch. Without extrapolation of the slow direction Newton's method used up its 20 iterations in one step of
 * every half turn.
 */
import { buildScene, compile, createData, type Scene, step } from "stiction";
import { sceneByName } from "stiction/scenes";
import { expect, test } from "vitest";
import { LAGRANGIAN_STATISTIC, lagrangianFields } from "../../src/formulations/augmented-lagrangian/fields.js";

test("two windows: Newton's method converges in each of 3,500 steps", () => {
  const model = compile(buildScene(sceneByName("four-bar-windows") as Scene, { windows: 2 }));
  const data = createData(model);
  const { statistics } = lagrangianFields(data);
  let most = 0;
  // five passages in 3.5 s
  for (let k = 0; k < 3500; k++) {
    expect(step(model, data)).toBe(0);
    most = Math.max(most, statistics[LAGRANGIAN_STATISTIC.iterations]);
  }
  // slow there nonetheless: the test would say nothing if no step had been near
  expect(most).toBeGreaterThan(5);
  // the tolerance of Newton's method is 1e-10 m by default
  expect(statistics[LAGRANGIAN_STATISTIC.positionError]).toBeLessThan(1e-10);
});
