import { describe, expect, test } from "vitest";
import { indexedGeometry, mergeCorners } from "../../studio/viewport/indexed.js";
import { unitForm } from "../../studio/viewport/unit-forms.js";
import type { DrawnGeometry } from "../../studio/worker/protocol.js";

describe("equal corners", () => {
  test("are one vertex, and the triangles stay the same", () => {
    const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0);
    const normals = new Float32Array(18).fill(1);
    const { index, first } = mergeCorners([positions, normals], 6);
    expect([...first]).toEqual([0, 1, 2, 5]);
    expect([...index]).toEqual([0, 1, 2, 2, 1, 3]);
  });

  test("with other normals stay apart", () => {
    const positions = Float32Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0);
    const normals = Float32Array.of(1, 0, 0, 0, 1, 0, 1, 0, 0);
    expect([...mergeCorners([positions, normals], 3).index]).toEqual([0, 1, 0]);
  });
});

describe("unit forms", () => {
  const corner = ({ positions, normals }: DrawnGeometry, k: number, move: (p: number[], n: number[]) => number[]) =>
    move([...positions.subarray(3 * k, 3 * k + 3)], [...normals.subarray(3 * k, 3 * k + 3)]);

  /** The volume of a form whose corners are moved as the shader moves them. */
  function volume(form: DrawnGeometry, move: (p: number[], n: number[]) => number[]): number {
    let sum = 0;
    for (let k = 0; k < form.positions.length / 3; k += 3) {
      const [a, b, c] = [0, 1, 2].map((i) => corner(form, k + i, move));
      sum +=
        a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    return sum / 6;
  }

  const sharp = (p: number[]) => p;
  const b = 0.1;

  // 44 triangles over the corners of six faces
  test("a box has 24 vertices; opened, its chamfers leave the volume that the closed form says", () => {
    const box = unitForm("box") as DrawnGeometry;
    expect(box.positions.length).toBe(9 * 44);
    expect(indexedGeometry(box).getAttribute("position").count).toBe(24);
    expect(volume(box, sharp)).toBeCloseTo(8, 5);
    const opened = volume(box, (p, n) => p.map((x, k) => x * (1 - b * (1 - Math.abs(n[k])))));
    expect(opened).toBeCloseTo(8 - (24 * (1 - b) * b * b) / 2 - (20 / 3) * b ** 3, 5);
  });

  // a frustum of height b between regular polygons of 48 corners at both ends
  test("a cylinder, likewise", () => {
    const cylinder = unitForm("cylinder") as DrawnGeometry;
    const area = 24 * Math.sin(Math.PI / 24);
    expect(volume(cylinder, sharp)).toBeCloseTo(2 * area, 5);
    const opened = volume(cylinder, ([x, y, z], n) =>
      Math.abs(n[2]) > 0.5 ? [x * (1 - b), y * (1 - b), z] : [x, y, z * (1 - b)],
    );
    const q = 1 - b;
    expect(opened).toBeCloseTo(area * (2 * q + (2 * b * (1 + q + q * q)) / 3), 5);
  });

  test("other kinds have none", () => {
    expect(unitForm("sphere")).toBeNull();
  });
});
