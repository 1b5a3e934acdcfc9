/** Bevels of drawn hulls: a closed surface that faces outward, inside the sharp one. */
import { buildScene, compile, createData, type Scene } from "stiction";
import { sceneByName } from "stiction/scenes";
import { Vector3 } from "three";
import { expect, test } from "vitest";
import { bevelledHull } from "../../studio/viewport/bevelled-hull.js";
import { describeScene } from "../../studio/worker/describe.js";
import type { DrawnGeometry } from "../../studio/worker/protocol.js";

/** The drawn hulls of a scene. */
function hullsOf(name: string): DrawnGeometry[] {
  const model = compile(buildScene(sceneByName(name) as Scene, {}));
  const scene = describeScene(model, createData(model), [], []);
  const own = scene.shapes.filter(({ kind }) => kind === "convex-hull" || kind === "platonic");
  return [...new Set(own.map(({ geometry }) => scene.geometries[geometry]))].slice(0, 20);
}

/** Volume by the divergence theorem: V = Σ a · (b × c)/6 over triangles that face outward. */
function volumeOf(positions: Float32Array): number {
  const [a, b, c] = [new Vector3(), new Vector3(), new Vector3()];
  let sum = 0;
  for (let k = 0; k < positions.length; k += 9) {
    a.fromArray(positions, k);
    b.fromArray(positions, k + 3);
    c.fromArray(positions, k + 6);
    sum += a.dot(b.cross(c)) / 6;
  }
  return sum;
}

/** Directed sides that have no opposite: none in a closed surface. */
function openSides(positions: Float32Array): number {
  const key = (k: number) => [0, 1, 2].map((i) => Math.round(1e6 * positions[k + i])).join(" ");
  const sides = new Map<string, number>();
  for (let k = 0; k < positions.length; k += 9)
    for (let s = 0; s < 3; s++) {
      const [from, to] = [key(k + 3 * s), key(k + 3 * ((s + 1) % 3))];
      if (from === to) continue;
      sides.set(`${from}|${to}`, (sides.get(`${from}|${to}`) ?? 0) + 1);
      sides.set(`${to}|${from}`, (sides.get(`${to}|${from}`) ?? 0) - 1);
    }
  return [...sides.values()].filter((n) => n !== 0).length;
}

test.each(["hulls", "icosahedron-landing"])("bevels of %s close the surface and take a little of it", (name) => {
  const hulls = hullsOf(name);
  expect(hulls.length).toBeGreaterThan(0);
  for (const drawn of hulls) {
    const bevelled = bevelledHull(drawn);
    expect(bevelled).not.toBeNull();
    if (!bevelled) continue;
    expect(openSides(bevelled.positions)).toBe(0);
    const share = volumeOf(bevelled.positions) / volumeOf(drawn.positions);
    expect(share).toBeLessThan(1);
    // edges of 0.06 half extents wide: thin wedges, a few percent of the volume
    expect(share).toBeGreaterThan(0.9);
    expect(bevelled.edges.length).toBeGreaterThan(0);
  }
});

test("a surface that is not closed has no bevels", () => {
  const [drawn] = hullsOf("hulls");
  expect(bevelledHull({ ...drawn, positions: drawn.positions.slice(9), normals: drawn.normals.slice(9) })).toBeNull();
});
