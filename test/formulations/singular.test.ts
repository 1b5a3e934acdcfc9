/** Positions in which a mechanism could branch: all bars of the windows lie on one line. */
import { buildScene, compile, createData, type Scene, step } from "stiction";
import { sceneByName } from "stiction/scenes";
import { expect, test } from "vitest";
import { LAGRANGIAN_STATISTIC, lagrangianFields } from "../../src/formulations/augmented-lagrangian/fields.js";

// without extrapolation of the slow direction a step in every half turn uses up its 20 iterations
test.each([2])("%i windows: Newton's method converges in every step", (windows) => {
  const model = compile(buildScene(sceneByName("four-bar-windows") as Scene, { windows }));
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
  expect(statistics[LAGRANGIAN_STATISTIC.positionError]).toBeLessThan(1e-10);
});
