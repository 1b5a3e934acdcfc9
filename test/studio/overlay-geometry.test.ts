import { describe, expect, test } from "vitest";
import { shareGeometries } from "../../studio/viewport/shared-geometry.js";
import type { DrawnGeometry } from "../../studio/worker/protocol.js";

/** A triangle with corners at the ends of the half axes, scaled and shifted. */
function corner(sx: number, sy: number, sz: number, shift = 0): DrawnGeometry {
  const positions = Float32Array.of(sx + shift, 0, 0, shift - sx, sy, 0, shift, -sy, sz);
  return { positions, normals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1), uvs: null, edges: positions.slice(0, 6) };
}

describe("geometries that differ by their size", () => {
  test("share one form, whose scale and centre give each of them back", () => {
    const given = [corner(1, 2, 3), corner(0.2, 5, 0.7, 4), corner(2, 2, 2)];
    const { forms, form, center, scale } = shareGeometries(given);
    expect(forms.length).toBe(1);
    given.forEach(({ positions, edges }, g) => {
      const back = (points: Float32Array) => points.map((x, p) => x * scale[3 * g + (p % 3)] + center[3 * g + (p % 3)]);
      const drawn = forms[form[g]];
      // single precision, of numbers up to 6
      back(drawn.positions).forEach((x, p) => {
        expect(x).toBeCloseTo(positions[p], 5);
      });
      back(drawn.edges).forEach((x, p) => {
        expect(x).toBeCloseTo(edges[p], 5);
      });
    });
  });

  test("one that is alone is left as it is, one of another form stays apart", () => {
    const other: DrawnGeometry = { ...corner(1, 1, 1), positions: Float32Array.of(1, 0, 0, -1, 0.5, 0, 0, -1, 1) };
    const given = [corner(1, 2, 3), other];
    const { forms, scale, center } = shareGeometries(given);
    expect(forms).toEqual(given);
    expect([...scale]).toEqual([1, 1, 1, 1, 1, 1]);
    expect([...center]).toEqual([0, 0, 0, 0, 0, 0]);
  });
});
