/**
 * The nearest point of a cone lay 7.5e-5 m off its surface.
 *
 * Pose 910 of the pairs of cones: 5e-5 rad off the axis of a cap, where Newton's method crept.
 */
import { expect, test } from "vitest";
import { separationOf } from "../../src/collision/narrow/pair-table.js";
import { createSeparation } from "../../src/collision/narrow/types.js";
import { testShape } from "../collision/narrow-poses.js";

test("two cones, one looking at the other all but along its axis: nearest points in either order", () => {
  const slim = testShape("cone", [0.4292802962474525, 1.0191123008728027]);
  const wide = testShape("cone", [1.1188104537315666, 0.5695111954584717]);
  const at = Float64Array.of(
    -0.3906473247334361, 0.2679605162702501, 0.28021643799729645, -0.6960837348226099, 0.09775479089012566, 0.46821673714400897, -0.5354292876110276,
    -3.0663370207041494, -1.2112620084123, 2.421697276500034, -0.49038957944173733, 0.04846353449272337, 0.8594217507459777, -0.13624830473861704,
  ); // biome-ignore format: two poses
  const [one, two] = [createSeparation(), createSeparation()];
  separationOf(slim.collider, at, 0, wide.collider, at, 7, one);
  separationOf(wide.collider, at, 7, slim.collider, at, 0, two);
  // both orders end at the same points: distances equal to round-off, points to the last step of the refinement
  expect(Math.abs(one.values[0] - two.values[0])).toBeLessThan(1e-14);
  for (let k = 0; k < 3; k++) {
    expect(Math.abs(one.values[4 + k] - two.values[7 + k])).toBeLessThan(1e-9);
    expect(Math.abs(one.values[7 + k] - two.values[4 + k])).toBeLessThan(1e-9);
  }
});
