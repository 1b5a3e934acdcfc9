import { expect, test } from "vitest";
import { separationOf } from "../../src/collision/narrow/pair-table.js";
import { createSeparation } from "../../src/collision/narrow/types.js";
import { judgePairs } from "./narrow-judge.js";
import { testShape } from "./narrow-poses.js";

/** Pairs by GJK, EPA and refinement: 1e-6 of the size. */
judgePairs([
  ["capsule", "cylinder"],
  ["capsule", "cone"],
  ["capsule", "ellipsoid"],
  ["box", "cylinder"],
  ["box", "cone"],
  ["box", "ellipsoid"],
  ["cylinder", "cylinder"],
  ["cylinder", "cone"],
  ["cylinder", "ellipsoid"],
  ["cylinder", "hull"],
  ["cone", "cone"],
  ["cone", "ellipsoid"],
  ["cone", "hull"],
  ["ellipsoid", "ellipsoid"],
  ["ellipsoid", "hull"],
]);

test("two cones, one looking at the other all but along its axis: nearest points in either order", () => {
  // pose 910 of cone with cone: 5e-5 rad off the axis of a cap, Newton's method crept, and the point was 7.5e-5 m off the surface
  const slim = testShape("cone", [0.4292802962474525, 1.0191123008728027]);
  const wide = testShape("cone", [1.1188104537315666, 0.5695111954584717]);
  const at = Float64Array.of(
    -0.3906473247334361, 0.2679605162702501, 0.28021643799729645, -0.6960837348226099, 0.09775479089012566, 0.46821673714400897, -0.5354292876110276,
    -3.0663370207041494, -1.2112620084123, 2.421697276500034, -0.49038957944173733, 0.04846353449272337, 0.8594217507459777, -0.13624830473861704,
  ); // biome-ignore format: two poses
  const [one, two] = [createSeparation(), createSeparation()];
  separationOf(slim.collider, at, 0, wide.collider, at, 7, one);
  separationOf(wide.collider, at, 7, slim.collider, at, 0, two);
  expect(Math.abs(one.values[0] - two.values[0])).toBeLessThan(1e-14);
  for (let k = 0; k < 3; k++) {
    expect(Math.abs(one.values[4 + k] - two.values[7 + k])).toBeLessThan(1e-9);
    expect(Math.abs(one.values[7 + k] - two.values[4 + k])).toBeLessThan(1e-9);
  }
});
