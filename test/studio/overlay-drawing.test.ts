/** The rules by which overlays are drawn: scales, ramps, patterns, normals, addresses. */
import { describe, expect, test } from "vitest";
import { OVERLAY_IDS, OVERLAYS, partsOf, readOverlays, writeOverlays } from "../../studio/overlays/catalogue.js";
import { ForceScale, percentile, rounded } from "../../studio/overlays/force-scale.js";
import { matrixPattern } from "../../studio/overlays/matrix-pattern.js";
import { pairForces } from "../../studio/overlays/paint-contacts.js";
import { roundedUp, Top } from "../../studio/overlays/ramps.js";
import { surfaceNormals } from "../../studio/overlays/surface-normals.js";
import { parseRoute } from "../../studio/route.js";
import { FrameRate } from "../../studio/viewport/frame-rate.js";
import { CONTACT_ROW, CONTACT_STATE } from "../../studio/worker/services/overlay-protocol.js";

describe("the scale of force arrows", () => {
  test("is 1, 2 or 5 times a power of ten, the nearest in ratio", () => {
    for (const [given, expected] of [
      [1.3, 1],
      [1.5, 2],
      [3, 2],
      [3.3, 5],
      [7, 5],
      [8, 10],
      [0.00042, 0.0005],
      [64_000, 50_000],
    ])
      expect(rounded(given) / expected).toBeCloseTo(1, 12);
  });

  test("makes the 95th percentile 12 % of the view's height, but for rounding", () => {
    const scale = new ForceScale();
    scale.update(1000, 10, 0);
    const share = 1000 / scale.value / 10;
    // nearest of 1, 2, 5: off by √2.5 at most
    expect(share).toBeGreaterThan(0.12 / Math.sqrt(2.5));
    expect(share).toBeLessThan(0.12 * Math.sqrt(2.5));
    expect(
      percentile(
        Float32Array.from({ length: 100 }, (_, k) => 100 - k),
        100,
        0.95,
      ),
    ).toBe(96);
  });

  test("changes only when it has been off by more than two for a second", () => {
    const scale = new ForceScale();
    scale.update(1200, 10, 0); // 1000 N/m
    expect(scale.value).toBe(1000);
    for (let t = 0; t < 5000; t += 50) scale.update(1200 * 1.9, 10, t);
    expect(scale.value).toBe(1000);
    scale.update(1200 * 4, 10, 5000);
    scale.update(1200, 10, 5500); // back in time: the second begins anew
    scale.update(1200 * 4, 10, 5600);
    scale.update(1200 * 4, 10, 6500);
    expect(scale.value).toBe(1000);
    scale.update(1200 * 4, 10, 6600);
    expect(scale.value).toBe(5000);
    // no force, no change
    scale.update(0, 10, 9000);
    expect(scale.value).toBe(5000);
  });
});

describe("scales of colours", () => {
  test("end at a round value that holds all, and shrink late", () => {
    for (const x of [0.11, 1, 1.01, 2.5, 4.9, 5.1, 9.99, 12_345]) {
      expect(roundedUp(x)).toBeGreaterThanOrEqual(x * (1 - 1e-9));
      expect(roundedUp(x)).toBeLessThan(2.5 * x + 1e-9);
    }
    const top = new Top();
    expect(top.update(45)).toBe(50);
    expect(top.update(20)).toBe(50);
    expect(top.update(12)).toBe(20);
    expect(top.update(51)).toBe(100);
  });
});

test("labels sum the forces of a pair of bodies, the strongest first", () => {
  const row = (x: number, load: number, state: number, a: number, b: number) => {
    const out = new Array<number>(CONTACT_ROW.size).fill(0);
    Object.assign(out, { 0: x, 5: 1, 6: load, 7: 0.1 * load, 11: state, 12: a, 13: b });
    return out;
  };
  const rows = Float32Array.from([
    ...row(0, 1, CONTACT_STATE.stick, 1, 2),
    ...row(1, 3, CONTACT_STATE.slip, 1, 2),
    ...row(5, 10, CONTACT_STATE.stick, 0, 1),
    ...row(9, 0, CONTACT_STATE.open, 0, 2),
  ]);
  const pairs = pairForces(rows);
  expect(pairs.map(({ bodyA, bodyB }) => [bodyA, bodyB])).toEqual([
    [0, 1],
    [1, 2],
  ]);
  expect(pairs[1].point[0]).toBeCloseTo(0.75, 6); // (0 · 1 + 1 · 3)/4
  expect(pairs[1].force[0]).toBeCloseTo(0.4, 6);
  expect(pairs[1].force[2]).toBeCloseTo(4, 6);
  expect(pairs[1].slipping).toBeCloseTo(3, 6);
});

test("the matrix of a chain is block tridiagonal", () => {
  // joints of five rows between world and 1, 1 and 2, 2 and 3; a contact of three rows on body 3 alone
  const groups = Int32Array.of(0, 5, -1, 1, 0, 5, 1, 2, 0, 5, 2, 3, 1, 3, 3, -1);
  const { size, filled, blocks } = matrixPattern(groups);
  expect(size).toBe(18);
  const at = new Set<string>();
  for (let b = 0; b < blocks.length; b += 5) at.add(`${blocks[b]},${blocks[b + 1]}`);
  expect([...at].sort()).toEqual(
    ["0,0", "5,0", "0,5", "5,5", "10,5", "5,10", "10,10", "15,10", "10,15", "15,15"].sort(),
  );
  expect(filled).toBeCloseTo((3 * 25 + 4 * 25 + 2 * 15 + 9) / 324, 12);
});

test("a box has six face normals and twelve edge normals, outward", () => {
  // two triangles per side of a cube of half side 1, and its edges
  const positions: number[] = [];
  const edges: number[] = [];
  for (let axis = 0; axis < 3; axis++)
    for (const side of [-1, 1]) {
      const corner = (u: number, v: number) => {
        const p = [0, 0, 0];
        p[axis] = side;
        p[(axis + 1) % 3] = side * u;
        p[(axis + 2) % 3] = v;
        return p;
      };
      const [a, b, c, d] = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
      positions.push(...a, ...b, ...c, ...a, ...c, ...d);
    }
  for (let axis = 0; axis < 3; axis++)
    for (const u of [-1, 1])
      for (const v of [-1, 1]) {
        for (const end of [-1, 1]) {
          const p = [0, 0, 0];
          p[axis] = end;
          p[(axis + 1) % 3] = u;
          p[(axis + 2) % 3] = v;
          edges.push(...p);
        }
      }
  const drawn = {
    positions: Float32Array.from(positions),
    normals: new Float32Array(positions.length),
    uvs: null,
    edges: Float32Array.from(edges),
  };
  const found = surfaceNormals(drawn);
  expect(found.faces.length).toBe(6 * 6);
  expect(found.edges.length).toBe(12 * 6);
  for (const [rows, distance] of [
    [found.faces, 1],
    [found.edges, Math.SQRT2],
  ] as const)
    for (let o = 0; o < rows.length; o += 6) {
      const outward = rows[o] * rows[o + 3] + rows[o + 1] * rows[o + 4] + rows[o + 2] * rows[o + 5];
      // place and normal of a cube's face or edge are parallel
      expect(outward).toBeCloseTo(distance, 5);
    }
});

describe("the catalogue", () => {
  test("has every digit once", () => {
    const keys = OVERLAY_IDS.flatMap((id) => ("key" in OVERLAYS[id] ? [OVERLAYS[id].key] : []));
    expect([...keys].sort()).toEqual(["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]);
  });

  test("goes into an address and back, and is no parameter of the scene", () => {
    const shown = readOverlays("forces,points,nonsense,boxes");
    expect(writeOverlays(shown)).toBe("points,forces,boxes");
    expect(partsOf(shown)).toEqual(["boxes", "contacts"]);
    expect(parseRoute("#/scene/stack?height=3&overlays=points,forces")).toEqual({
      scene: "stack",
      params: { height: 3 },
    });
  });
});

test("the frame rate is that of the last second, and a pause is no picture", () => {
  const rate = new FrameRate();
  expect(rate.value).toBeNaN();
  for (let k = 0; k <= 100; k++) rate.mark(20 * k);
  expect(rate.value).toBeCloseTo(50, 6);
  rate.mark(60_000);
  expect(rate.value).toBeNaN();
  rate.mark(60_100);
  expect(rate.value).toBeCloseTo(10, 6);
});
