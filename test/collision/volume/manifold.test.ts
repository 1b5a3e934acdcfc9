/** Overlaps against Manifold, a library of Boolean operations on meshes in single precision. */
import Module from "manifold-3d";
import { beforeAll, describe, expect, test } from "vitest";
import {
  createOverlap,
  createVolumeCache,
  intersectVolumes,
  OVERLAP,
  OVERLAP_SIZE,
} from "../../../src/collision/volume/index.js";
import { buildVolumeMesh } from "../../../src/collision/volume/volume-mesh.js";
import { meshArea } from "../../../src/geometry/mesh-parts.js";
import type { TriangleMesh } from "../../../src/geometry/types.js";
import { random } from "../../geometry/random.js";
import { moveMesh, randomPair } from "./shapes.js";

const full = process.env.STICTION_FULL === "1";
const COUNT = full ? 20_000 : 200;

describe(`${COUNT} pairs of solids: convex and not, flush, touching, nested, in several regions`, () => {
  let wasm: Awaited<ReturnType<typeof Module>>;
  beforeAll(async () => {
    wasm = await Module();
    wasm.setup();
  });

  const solid = ({ vertices, triangles }: TriangleMesh) =>
    new wasm.Manifold(
      new wasm.Mesh({ numProp: 3, vertProperties: Float32Array.from(vertices), triVerts: Uint32Array.from(triangles) }),
    );

  test("have the volume and the regions that Manifold finds", () => {
    const cache = createVolumeCache();
    const out = createOverlap();
    let several = 0;
    for (let i = 0; i < COUNT; i++) {
      const { a, b, transform } = randomPair(random(20_000 + i), i);
      const placed = moveMesh(b, transform);
      intersectVolumes(buildVolumeMesh(a), buildVolumeMesh(b), transform, cache, out);
      const found = Array.from({ length: out.count }, (_, r) => out.values[OVERLAP_SIZE * r + OVERLAP.volume]);
      expect(out.strayed, `pair ${i}`).toBe(0);
      const [left, right] = [solid(a), solid(placed)];
      const common = left.intersect(right);
      const total = found.reduce((x, y) => x + y, 0);
      // single precision moves the surfaces by up to 2⁻²⁴ of the coordinates, and Manifold by its own tolerance, a few times that
      const area = Math.min(meshArea(a), meshArea(placed));
      const size = Math.max(...a.vertices.map(Math.abs), ...placed.vertices.map(Math.abs));
      const error = 4 * 2 ** -24 * size * area;
      expect(Math.abs(total - common.volume()), `volume of pair ${i}`).toBeLessThan(error);
      const parts = common.decompose();
      const theirs = parts.map((p) => p.volume()).filter((v) => Math.abs(v) > error);
      // Manifold lists the surface of a void by itself; thin regions come and go with its precision
      if (theirs.every((v) => v > 0)) {
        const ours = found.filter((v) => v > error);
        expect(ours.length, `regions of pair ${i}: ${found} and ${theirs}`).toBe(theirs.length);
        if (ours.length > 1) several++;
      }
      for (const p of [left, right, common, ...parts]) p.delete();
    }
    expect(several).toBeGreaterThan(COUNT / 20);
  });
});
