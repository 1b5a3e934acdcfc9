/** Contacts of meshes by the contours of their intersection: `collision.meshContacts: regions`. */
import { compile, createSimulation, step } from "stiction";
import { describe, expect, test } from "vitest";
import { BAR, boxes, meshScene, ring, STOOL, TABLE } from "../../proof/experiments/mesh-contours.js";
import { createCollider } from "../../src/collision/narrow/collider.js";
import { contactsOf } from "../../src/collision/narrow/pair-table.js";
import { createSinkFor } from "../../src/collision/narrow/types.js";

type Shape = typeof TABLE;
type MeshShape = Extract<Shape, { type: "mesh" }> & { vertices: number[][]; faces: number[][] };
const HERE = [0, 0, 0, 0, 0, 0, 1];

/** Contacts of shape a at a pose with b at the origin; normals as from a to b. */
function contacts(a: Shape, pose: readonly number[], b: Shape, swapped = false) {
  const { spec, shapes } = compile({
    collision: { meshContacts: "regions" },
    bodies: [{ name: "pair", type: "static", shapes: [a, b] }],
  });
  const [first, second] = shapes.map(({ geometry }) => createCollider(geometry));
  const sink = createSinkFor(spec, 64);
  const at = [Float64Array.from(pose), Float64Array.from(HERE)];
  if (swapped) contactsOf(second, at[1], 0, first, at[0], 0, sink);
  else contactsOf(first, at[0], 0, second, at[1], 0, sink);
  const sign = swapped ? -1 : 1;
  return Array.from({ length: sink.count }, (_, i) => ({
    gap: sink.gap[i],
    normal: [0, 1, 2].map((k) => sign * sink.normal[3 * i + k]),
    point: [0, 1, 2].map((k) => 0.5 * (sink.pointA[3 * i + k] + sink.pointB[3 * i + k])),
  }));
}

/** Two meshes as one. */
function join(a: Shape, b: Shape): Shape {
  const [p, q] = [a as MeshShape, b as MeshShape];
  const faces = [...p.faces, ...q.faces.map((face) => face.map((i) => i + p.vertices.length))];
  return { type: "mesh", vertices: [...p.vertices, ...q.vertices], faces } as Shape;
}

const turned = (angle: number, x: number, y: number, z: number) => [x, y, z, 0, Math.sin(angle / 2), 0, Math.cos(angle / 2)]; // biome-ignore format: one line

describe.each([false, true])("order of the pair turned: %s", (swapped) => {
  test("a ring has one region, with the hole taken out", () => {
    const [only, ...others] = contacts(ring(0.12, 0.25, 0.04, 20), [0.07, -0.05, 0.037, 0, 0, 0, 1], TABLE, swapped);
    expect(others).toEqual([]);
    expect(only.gap).toBeCloseTo(-0.003, 12);
    expect(only.normal[2]).toBeCloseTo(-1, 12);
    expect(only.point[0]).toBeCloseTo(0.07, 12);
    expect(only.point[1]).toBeCloseTo(-0.05, 12);
  });

  test("an eccentric hole shifts the centroid", () => {
    const [inner, outer, shift] = [0.1, 0.25, 0.06];
    const [only, ...others] = contacts(ring(inner, outer, 0.04, 20, shift), [0, 0, 0.037, 0, 0, 0, 1], TABLE, swapped);
    expect(others).toEqual([]);
    // areas go with the squares of the radii
    expect(only.point[0]).toBeCloseTo((-shift * inner ** 2) / (outer ** 2 - inner ** 2), 12);
  });

  test("a peg within a ring is a region of its own", () => {
    const both = join(ring(0.12, 0.25, 0.03, 12), boxes({ half: [0.02, 0.02, 0.03], at: [0.05, 0.01, -0.001] }));
    const found = contacts(both, [0, 0, 0.028, 0, 0, 0, 1], TABLE, swapped).sort((p, q) => p.gap - q.gap);
    expect(found.map(({ gap }) => gap)).toEqual([expect.closeTo(-0.003, 12), expect.closeTo(-0.002, 12)]);
    expect(found[0].point[0]).toBeCloseTo(0.05, 12);
  });

  test("a tilted stool has four regions, each as deep as its leg", () => {
    const tilt = 4e-3;
    const found = contacts(STOOL, turned(tilt, 0.02, 0.01, 0.0975), TABLE, swapped);
    expect(found).toHaveLength(4);
    for (const { gap, normal, point } of found) {
      // the lowest corner of the leg: 0.03 farther out than its middle, 0.1 below
      const x = point[0] > 0 ? 0.33 : -0.27;
      const lowest = 0.0975 - x * Math.sin(tilt) - 0.1 * Math.cos(tilt);
      expect(gap).toBeCloseTo(lowest, 12);
      expect(normal[2]).toBeCloseTo(-1, 12);
      expect(Math.abs(Math.abs(point[1] - 0.01) - 0.2)).toBeLessThan(1e-12);
    }
  });

  test("crossed bars meet over the square that they share", () => {
    const across = boxes({ half: [0.05, 0.4, 0.02], at: [0.1, 0, -0.02] });
    const [only, ...others] = contacts(BAR, [0, 0.04, 0.028, 0, 0, 0, 1], across, swapped);
    expect(others).toEqual([]);
    expect(only.gap).toBeCloseTo(-0.002, 12);
    expect(only.point[0]).toBeCloseTo(0.1, 12);
    expect(only.point[1]).toBeCloseTo(0.04, 12);
  });
});

test("the policy works in forces too, and apart bodies have no contact", () => {
  const { model, data } = createSimulation(
    meshScene(STOOL, TABLE, 0.1003, {}, { formulation: { type: "forces" }, timestep: 5e-4 }),
  );
  const counts = new Set<number>();
  for (let k = 0; k < 60; k++) {
    expect(step(model, data)).toBe(0);
    counts.add(data.systems.compliant.count);
  }
  expect([...counts]).toEqual([0, 4]);
});
