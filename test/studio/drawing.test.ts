import { compile, type ShapeSpec } from "stiction";
import { describe, expect, test } from "vitest";
import { prepareDrawing } from "../../studio/worker/drawing.js";

/** The drawing mesh of a shape of a scene. */
function meshOf(shape: ShapeSpec) {
  const model = compile({ contact: "none", bodies: [{ name: "a", mass: 1, inertia: [1, 1, 1], shapes: [shape] }] });
  return model.shapes[0].geometry.drawing();
}

describe("drawings", () => {
  test("a box is flat, with its twelve edges", () => {
    const { positions, normals, edges } = prepareDrawing(meshOf({ type: "box", halfExtents: [1, 2, 3] }), 0.01);
    expect(edges.length / 6).toBe(12);
    // total edge length 4 (2 + 4 + 6)
    let length = 0;
    for (let k = 0; k < edges.length; k += 6) {
      length += Math.hypot(edges[k + 3] - edges[k], edges[k + 4] - edges[k + 1], edges[k + 5] - edges[k + 2]);
    }
    expect(length).toBeCloseTo(48, 5);
    // on each corner the normal is that of the face: along one axis, outwards
    for (let k = 0; k < normals.length; k += 3) {
      const n = [...normals.subarray(k, k + 3)];
      const axis = n.findIndex((x) => Math.abs(x) > 0.5);
      expect(Math.abs(n[axis])).toBeCloseTo(1, 6);
      expect(n[axis] * positions[k + axis]).toBeCloseTo([1, 2, 3][axis], 5);
    }
  });

  test("a sphere is smooth, without edges, and its normals point away from the centre", () => {
    const { positions, normals, edges } = prepareDrawing(meshOf({ type: "sphere", radius: 0.5 }), 0.6);
    expect(edges.length).toBe(0);
    for (let k = 0; k < normals.length; k += 3) {
      const along = [0, 1, 2].reduce((sum, i) => sum + 2 * positions[k + i] * normals[k + i], 0);
      // 1280 triangles: a vertex normal is within a few degrees of the radius
      expect(along).toBeGreaterThan(Math.cos(0.02));
    }
  });

  test("a cylinder is smooth around and has its two rims as edges", () => {
    const { normals, edges } = prepareDrawing(meshOf({ type: "cylinder", radius: 1, halfLength: 2 }), 0.6);
    for (let k = 0; k < edges.length; k += 3) {
      expect(Math.hypot(edges[k], edges[k + 1])).toBeCloseTo(1, 5);
      expect(Math.abs(edges[k + 2])).toBeCloseTo(2, 5);
    }
    expect(edges.length).toBeGreaterThan(2 * 16 * 6);
    // a normal lies in the cross-section or along the axis, never between
    for (let k = 0; k < normals.length; k += 3) {
      expect(Math.min(Math.abs(normals[k + 2]), 1 - Math.abs(normals[k + 2]))).toBeLessThan(1e-5);
    }
  });

  test("the rim of an open surface is an edge; vertices at the same place count as one", () => {
    // two triangles of a square, each with its own copies of the shared vertices
    const vertices = Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0);
    const { edges, normals } = prepareDrawing({ vertices, triangles: Uint32Array.of(0, 1, 2, 3, 4, 5) }, 0.6);
    expect(edges.length / 6).toBe(4);
    expect([...normals]).toEqual(Array.from({ length: 6 }, () => [0, 0, 1]).flat());
  });
});
