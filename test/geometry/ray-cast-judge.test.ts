/** Rays through a mesh tree against three-mesh-bvh, which shares nothing with ours: the hits of `stiction bench ray-cast` on fewer triangles. */
import { expect, test } from "vitest";
import { castAll, compareHits, ownCaster, type RayCaster, rayScene, threeCaster } from "../../bench/ray-cast.js";

const FULL = process.env.STICTION_FULL === "1";
const [triangles, rays] = FULL ? [1_000_000, 1_000_000] : [40_000, 20_000];

test(`${triangles} triangles, ${rays} rays of each kind: the same hits as three-mesh-bvh`, async () => {
  const scene = rayScene(triangles, rays, 7);
  expect(scene.mesh.triangles.length / 3).toBe(triangles);
  const judge = (await threeCaster(scene, "CENTER")) as RayCaster;
  expect(judge).not.toBeNull();
  const casters = [ownCaster(scene, "sah"), ownCaster(scene, "median")];
  for (const list of Object.values(scene.rays)) {
    const expected = castAll(judge, list, rays);
    const found = expected.triangle.filter((t) => t >= 0).length;
    // a good part hits, a good part does not
    expect(found).toBeGreaterThan(0.4 * rays);
    expect(found).toBeLessThan(0.8 * rays);
    expect(expected.triangle.filter((t) => t === -2).length).toBe(0);
    for (const caster of casters) {
      const { different, shared } = compareHits(castAll(caster, list, rays), expected);
      expect(different, caster.name).toBe(0);
      // a ray meets an edge to the last bit about once in 10¹² (edge length × 1e-16 over area)
      expect(shared, caster.name).toBe(0);
    }
  }
});

test("the comparison sees a wrong triangle, a wrong distance and a missed ray", () => {
  const result = (triangle: number[], distance: number[]) => ({
    triangle: Int32Array.from(triangle),
    distance: Float64Array.from(distance),
  });
  const ours = result([3, -1, 5, 8], [1, Infinity, 2, 4]);
  expect(compareHits(ours, ours)).toEqual({ different: 0, shared: 0, distance: 0 });
  expect(compareHits(ours, result([3, -1, 6, 8], [1, Infinity, 2, 4]))).toMatchObject({ different: 0, shared: 1 });
  expect(compareHits(ours, result([3, -1, 6, 8], [1, Infinity, 2.1, 4]))).toMatchObject({ different: 1 });
  expect(compareHits(ours, result([3, 4, -1, 8], [1, 5, Infinity, 4.01]))).toMatchObject({ different: 3 });
});
