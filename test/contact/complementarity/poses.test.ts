/** Static poses near corners (`verify own.peg-poses`): a hundredth of them here, all with STICTION_FULL. And their judge against a worked example after [Williams2014] (15.3 of our list). */
import { describe, expect, test } from "vitest";
import { pegPosesPlanar, pegPosesRidge, pegPosesSpatial } from "../../../proof/experiments/williams-poses.js";
import { runExperiment } from "../../../proof/index.js";
import {
  canTouch,
  generators,
  overlapOf,
  planarOverlapOf,
  type Vec3,
} from "../../../proof/reference/corner-overlap.js";

const full = process.env.STICTION_FULL === "1";

test.each([pegPosesPlanar, pegPosesRidge, pegPosesSpatial].map((e) => [e.id, e] as const))(
  "%s",
  async (_id, experiment) => {
    for await (const row of runExperiment(experiment, { full })) expect(row).toMatchObject({ pass: true });
  },
);

describe("the judge", () => {
  const ray = (degrees: number): Vec3 => [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180), 0];

  test("wedges of 15.3", () => {
    const g = generators([ray(45), ray(90)], [ray(-45), ray(0)]);
    expect(planarOverlapOf([0.02, -0.05, 0], g)).toBeGreaterThan(0);
    expect(planarOverlapOf([-0.005, 0.05, 0], g)).toBeLessThan(0);
    expect(planarOverlapOf([0.05, 0.01, 0], g)).toBeLessThan(0);
    expect(canTouch([...g, [0, 0, 1], [0, 0, -1]])).toBe(true);
  });

  test("octants that face each other", () => {
    const octant: Vec3[] = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    const opposite = octant.map(([x, y, z]): Vec3 => [-x, -y, -z]);
    // A is the positive octant at v, B the negative one at the origin: they overlap where all of v is negative
    const g = generators(octant, opposite);
    expect(overlapOf([-0.1, -0.2, -0.3], g)).toBeCloseTo(0.1, 12);
    expect(overlapOf([-0.1, 0.2, -0.3], g)).toBeLessThan(0);
    expect(canTouch(g)).toBe(true);
    // corners that look the same way cover all offsets
    expect(canTouch(generators(octant, octant))).toBe(false);
  });
});
