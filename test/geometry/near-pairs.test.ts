import { describe, expect, test } from "vitest";
import { icosphere } from "../../src/geometry/tessellate.js";
import { relativeTransform } from "../../src/geometry/tree/box-pair.js";
import { buildMeshTree } from "../../src/geometry/tree/build.js";
import { createAnchors, nearPairs } from "../../src/geometry/tree/near-pairs.js";
import { createPairSink, treePairs } from "../../src/geometry/tree/pairs.js";
import { triangleDistance } from "../../src/geometry/triangle/distance.js";
import { random, unitQuaternion } from "./random.js";

const mesh = icosphere(0.5, 2);
const tree = buildMeshTree(mesh);
const O = new Float64Array(3);
const I = Float64Array.of(0, 0, 0, 1);

/** B at p, turned by q, in A's frame; and its vertices there. */
function place(p: number[], q: number[]) {
  const transform = new Float64Array(22);
  relativeTransform(O, 0, I, 0, Float64Array.from(p), 0, Float64Array.from(q), 0, transform, 0);
  const moved = mesh.vertices.map((_, i) => {
    const v = mesh.vertices.subarray(i - (i % 3), i - (i % 3) + 3);
    const r = 3 * (i % 3);
    return transform[r] * v[0] + transform[r + 1] * v[1] + transform[r + 2] * v[2] + transform[9 + (i % 3)];
  });
  return { transform, moved };
}

const keys = (sink: ReturnType<typeof createPairSink>) =>
  new Set(Array.from({ length: sink.count }, (_, k) => `${sink.pairs[2 * k]} ${sink.pairs[2 * k + 1]}`));

describe("pairs of triangles near places of contact", () => {
  test("without anchors those of `treePairs`", () => {
    const rnd = random(11);
    for (let n = 0; n < 20; n++) {
      const { transform } = place([0.3 + 0.8 * rnd(), 0.2 * rnd(), 0.2 * rnd()], unitQuaternion(rnd));
      const [all, near] = [createPairSink(1 << 16), createPairSink(1 << 16)];
      const margin = 0.1 * rnd();
      treePairs(tree, tree, transform, all, { margin });
      nearPairs(tree, tree, transform, margin, createAnchors(1, 0.05), near);
      expect(keys(near)).toEqual(keys(all));
      expect(near.count).toBe(keys(near).size);
    }
  });

  test("with an anchor, all that is nearer than it allows, and far fewer than the margin has", () => {
    // two balls that touch at (0.5, 0, 0)
    const { transform, moved } = place([1, 0, 0], unitQuaternion(random(12)));
    const margin = 0.2;
    const anchors = createAnchors(1, 0.05);
    anchors.count = 1;
    anchors.values.set([0.5, 0, 0, 1e-3]);
    const [all, near] = [createPairSink(1 << 16), createPairSink(1 << 16)];
    treePairs(tree, tree, transform, all, { margin });
    nearPairs(tree, tree, transform, margin, anchors, near);
    const found = keys(near);
    const every = keys(all);
    for (const key of found) expect(every.has(key)).toBe(true);
    expect(found.size).toBeLessThan(0.3 * every.size);
    const out = new Float64Array(7);
    const t = mesh.triangles;
    for (let a = 0; a < t.length; a += 3) {
      for (let b = 0; b < t.length; b += 3) {
        triangleDistance(mesh.vertices, t[a], t[a + 1], t[a + 2], moved, t[b], t[b + 1], t[b + 2], out, 0);
        const allowed = 1e-3 + 0.05 * Math.hypot(out[0] - 0.5, out[1], out[2]);
        if (Math.sqrt(out[6]) <= Math.min(allowed, margin)) expect(found.has(`${a / 3} ${b / 3}`)).toBe(true);
      }
    }
  });
});
