/** Geometry of contacts between polytopes against worked examples after [Williams2014] (8.5, 15.3, 15.4 and 15.7 of our list). */
import { describe, expect, test } from "vitest";
import { CONTACT, CONTACT_INT, CONTACT_INTS, CONTACT_SIZE } from "../../../src/contact/complementarity/contact-set.js";
import { edgeEdgeContact, sideSine } from "../../../src/contact/complementarity/edge-edge.js";
import { measureAgain } from "../../../src/contact/complementarity/measure-again.js";
import type { Pair } from "../../../src/contact/complementarity/pair.js";
import { type Placed, place } from "../../../src/contact/complementarity/placed-polytope.js";
import { planarPeg } from "../../../src/contact/complementarity/planar.js";
import { spatialPeg } from "../../../src/contact/complementarity/spatial.js";
import { vertexFacetContact } from "../../../src/contact/complementarity/vertex-facet.js";
import {
  accepts,
  cone,
  dot,
  GUARDED,
  minus,
  pairOf,
  plus,
  polygon,
  polyhedron,
  ridge,
  times,
  type Vec3,
} from "./bodies.js";

const gap = ({ set }: Pair, c: number) => set.value[CONTACT_SIZE * c + CONTACT.gap];
const applicability = ({ set }: Pair, c: number) => set.value[CONTACT_SIZE * c + CONTACT.applicability];
const isFeasible = ({ set }: Pair, c: number) => set.index[CONTACT_INTS * c + CONTACT_INT.feasible] === 1;
const vectorAt = (from: ArrayLike<number>, o: number): Vec3 => [from[o], from[o + 1], from[o + 2]];
const normal = ({ set }: Pair, c: number) => vectorAt(set.value, CONTACT_SIZE * c);

/** Worked out to four digits. */
const DIGITS = 4;

describe("corners in the plane, 15.3", () => {
  const square = (x: number, y: number, body: number) =>
    polygon(
      [
        [x, y],
        [x + 1, y],
        [x + 1, y + 1],
        [x, y + 1],
      ],
      body,
    );

  test.each([
    [0.1, -0.2, true],
    [-0.1, 0.2, true],
    [-0.1, -0.2, false],
  ])("squares corner to corner, (%f, %f)", (x, y, free) => {
    const pair = pairOf(square(x, y, 1), square(-1, -1, 0), 0.3, 0.01);
    // B's upper right vertex is 2, its right side 1, its top 2; A's lower left vertex is 0, its left side 3, its bottom 0
    const contacts = [
      vertexFacetContact(pair, 0, 0, 1),
      vertexFacetContact(pair, 0, 0, 2),
      vertexFacetContact(pair, 1, 2, 3),
      vertexFacetContact(pair, 1, 2, 0),
    ];
    expect(contacts.map((c) => gap(pair, c))).toEqual([x, y, x, y].map((g) => expect.closeTo(g, 12)));
    expect(contacts.map((c) => applicability(pair, c))).toEqual([0, 0, 0, 0].map((g) => expect.closeTo(g, 12)));
    // normals from A to B: against those of B's sides, along those of A's
    expect(contacts.map((c) => normal(pair, c))).toEqual(
      [
        [-1, -0, -0],
        [-0, -1, -0],
        [-1, 0, 0],
        [0, -1, 0],
      ].map((n) => n.map((x) => expect.closeTo(x, 12))),
    );
    planarPeg(pair, true);
    expect(accepts(pair.set)).toBe(free);
  });

  /** B between −45° and 0° at the origin, A between 45° and 90° at v; reach 0.2 m. */
  function wedges(
    v: readonly [number, number],
    over: Partial<typeof GUARDED> = {},
    cross = true,
  ): { pair: Pair; contacts: number[] } {
    const at = (p: readonly [number, number], degrees: number): [number, number] => [
      p[0] + Math.cos((degrees * Math.PI) / 180),
      p[1] + Math.sin((degrees * Math.PI) / 180),
    ];
    const b = polygon([[0, 0], at([0, 0], -45), at([0, 0], 0)], 0);
    const a = polygon([[v[0], v[1]], at(v, 45), at(v, 90)], 1);
    const pair = pairOf(a, b, 0.2, 0.01, { ...GUARDED, ...over });
    // facet 2 comes into vertex 0, facet 0 leaves it
    const contacts = [
      vertexFacetContact(pair, 0, 0, 2),
      vertexFacetContact(pair, 0, 0, 0),
      vertexFacetContact(pair, 1, 0, 2),
      vertexFacetContact(pair, 1, 0, 0),
    ];
    planarPeg(pair, cross);
    return { pair, contacts };
  }

  test.each([
    [[0.02, -0.05], [-0.05, 0.0212, 0.02, -0.0495], { truth: false, lnc: true, printed: false }],
    [[-0.005, 0.05], [0.05, -0.0318, -0.005, 0.0389], { truth: true, lnc: true, printed: false }],
    [[0.05, 0.01], [0.01, -0.0424, 0.05, -0.0283], { truth: true, lnc: true, printed: true }],
  ] as const)("wedges, v = %o", (v, gaps, { truth, lnc, printed }) => {
    const { pair, contacts } = wedges(v);
    expect(contacts.map((c) => gap(pair, c))).toEqual(gaps.map((g) => expect.closeTo(g, DIGITS)));
    expect(contacts.map((c) => applicability(pair, c))).toEqual(
      [Math.SQRT1_2, -1, -1, Math.SQRT1_2].map((g) => expect.closeTo(g, 12)),
    );
    expect(accepts(pair.set)).toBe(truth);
    expect(accepts(wedges(v, {}, false).pair.set)).toBe(lnc);
    expect(accepts(wedges(v, { crossGuard: false }).pair.set)).toBe(printed);
  });
});

describe("vertex over a ridge, 15.4", () => {
  const s = Math.SQRT1_2;
  const roof = ridge([0, 0, 0], [0, 1, 0], [-s, 0, -s], [s, 0, -s], 10, 0);
  /** A thin cone whose ray 0 is e_a; its other rays go up. */
  const spike = (v: Vec3) =>
    cone(
      v,
      [
        [-1.05, 0, 0.48],
        [0, 0.2, 1],
        [0, -0.2, 1],
      ],
      3,
      1,
    );

  test("orientation of the ridge and side of the edge", () => {
    const a = spike([0.05, 0, 0.02]);
    // unit O = (−1, 0, 0): left
    const edgeOf = ({ polytope: { edges } }: Placed, v: number, w: number) => {
      for (let e = 0; e < edges.length / 4; e++)
        if ((edges[4 * e] === v && edges[4 * e + 1] === w) || (edges[4 * e] === w && edges[4 * e + 1] === v)) return e;
      throw new RangeError("no such edge");
    };
    const ea = edgeOf(a, 0, 1);
    const eb = edgeOf(roof, 0, 1);
    const tailFirst = roof.polytope.edges[4 * eb] === 0;
    expect(tailFirst).toBe(true);
    expect(sideSine(pairOf(a, roof, 1, 0.01).work.edges, a, ea, 0, roof, eb)).toBeCloseTo(
      1.05 / Math.hypot(1.05, 0.48),
      12,
    );
  });

  test.each([
    [[0.05, 0, 0.02], 0.039, -0.0212, 0.0495, true],
    [[0.05, 0, -0.03], -0.0065, -0.0566, 0.0141, false],
    [[-0.05, 0, -0.03], -0.0481, 0.0141, -0.0566, true],
  ] as const)("v = %o", (v, ee, left, right, open) => {
    const pair = pairOf(spike(v), roof, 0.2, 0.01);
    spatialPeg(pair, true);
    // face 0 of the roof is the left one, face 1 the right one
    expect(gap(pair, vertexFacetContact(pair, 0, 0, 0))).toBeCloseTo(left, DIGITS);
    expect(gap(pair, vertexFacetContact(pair, 0, 0, 1))).toBeCloseTo(right, DIGITS);
    const { set } = pair;
    const kinds = Array.from({ length: set.constraints }, (_, k) => {
      const members = [
        ...set.member.subarray(set.constraint[4 * k + 1], set.constraint[4 * k + 1] + set.constraint[4 * k + 2]),
      ];
      const edges = members.filter((c) => set.index[CONTACT_INTS * c] === 2);
      return { edges, most: Math.max(...members.map((c) => gap(pair, c))) };
    });
    // the inter-contact constraint over both faces holds in all three
    expect(kinds.filter((k) => k.edges.length === 0).map((k) => k.most >= 0)).toEqual([true]);
    const ours = kinds.find((k) => k.edges.some((c) => Math.abs(normal(pair, c)[0] + 0.4158) < 1e-4));
    if (ours === undefined) throw new Error("the edge has no cross-contact constraint");
    expect(normal(pair, ours.edges[0])).toEqual([-0.4158, 0, -0.9095].map((x) => expect.closeTo(x, DIGITS)));
    expect(gap(pair, ours.edges[0])).toBeCloseTo(ee, DIGITS);
    expect(ours.most >= 0).toBe(open);
    // X(ee, C1): paired with the left face
    expect(ours.most).toBeCloseTo(Math.max(ee, left), DIGITS);
  });

  test("applicability of edges", () => {
    // A hangs its edge along −x over the ridge: its faces run up to both sides, t = (0, ±1, 1)/√2
    const a = ridge([0, 0, 0.1], [-1, 0, 0], [0, s, s], [0, -s, s], 5, 1);
    const flipped = ridge([0, 0, 0.1], [1, 0, 0], [0, -s, s], [0, s, s], 5, 1);
    for (const body of [a, flipped]) {
      const pair = pairOf(body, roof, 0.2, 0.01);
      const c = edgeEdgeContact(pair, 0, 0, 0);
      expect(applicability(pair, c)).toBeCloseTo(s, 12);
    }
  });
});

/** Reproducible numbers in [0, 1). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

describe("normal of edges, 8.5", () => {
  test("points from A to B where the edges could touch", () => {
    const random = numbers(5);
    let tried = 0;
    for (let i = 0; i < 2000; i++) {
      const angle = 2 * Math.PI * random();
      const half = 0.2 + 1.2 * random();
      const lean = 0.3 * (random() - 0.5);
      const low = ridge(
        [0, 0, 0],
        [0, 1, 0],
        [-Math.sin(half), 0, -Math.cos(half)],
        [Math.sin(half), 0, -Math.cos(half)],
        4,
        0,
      );
      const along: Vec3 = [Math.cos(angle), Math.sin(angle), 0];
      const side: Vec3 = [-along[1], along[0], 0];
      const own = 0.2 + 1.2 * random();
      const face = (sign: number): Vec3 =>
        plus(times(side, sign * Math.sin(own + sign * lean)), [0, 0, Math.cos(own + sign * lean)]);
      // an upside-down ridge above: its left, seen from below, is on the other hand
      const high = ridge([0, 0, 0.1], along, face(-1), face(1), 4, 1);
      const pair = pairOf(high, low, 1, 0.01);
      const c = edgeEdgeContact(pair, 0, 0, 0);
      if (c < 0 || applicability(pair, c) < 1e-3) continue;
      tried++;
      expect(normal(pair, c)).toEqual([0, 0, -1].map((x) => expect.closeTo(x, 9)));
      expect(gap(pair, c)).toBeCloseTo(0.1, 9);
      // and as well when the sides are exchanged
      expect(normal(pair, edgeEdgeContact(pair, 1, 0, 0))).toEqual([0, 0, -1].map((x) => expect.closeTo(x, 9)));
    }
    expect(tried).toBeGreaterThan(1000);
  });
});

describe("15.7", () => {
  const wide = polygon(
    [
      [-5, -1],
      [5, -1],
      [5, 0],
      [-5, 0],
    ],
    0,
  );

  test("applicability of a corner at 45° and 135°, and of a tilted box", () => {
    const corner = polygon(
      [
        [0, 0.1],
        [1, 1.1],
        [-1, 1.1],
      ],
      1,
    );
    const pair = pairOf(corner, wide, 1, 0.01);
    expect(applicability(pair, vertexFacetContact(pair, 0, 0, 2))).toBeCloseTo(Math.SQRT1_2, 12);
    const box = polygon(
      [
        [-0.5, -0.5],
        [0.5, -0.5],
        [0.5, 0.5],
        [-0.5, 0.5],
      ],
      1,
      [0, 0.6, 0, 0, 0, Math.sin(0.025), Math.cos(0.025)],
    );
    const tilted = pairOf(box, wide, 1, 0.01);
    // classical applicability drops the second, relaxed by 0.2 rad keeps it
    expect(applicability(tilted, vertexFacetContact(tilted, 0, 0, 2))).toBeCloseTo(Math.sin(0.05), 12);
    expect(applicability(tilted, vertexFacetContact(tilted, 0, 1, 2))).toBeCloseTo(-Math.sin(0.05), 12);
  });

  test.each([
    [-0.5, -0.002, true],
    [-0.5, -0.003, false],
    [0.1, -0.03, true],
    [0.1, -0.05, false],
  ])("feasibility of (%f, %f) under the top edge", (x, y, feasible) => {
    const block = polygon(
      [
        [-1, -1],
        [0, -1],
        [0, 0],
        [-1, 0],
      ],
      0,
    );
    const point = polygon(
      [
        [x, y],
        [x + 0.1, y + 1],
        [x - 0.1, y + 1],
      ],
      1,
    );
    const pair = pairOf(point, block, 1, 0.0025, { ...GUARDED, slope: Math.tan(0.4) });
    expect(isFeasible(pair, vertexFacetContact(pair, 0, 0, 2))).toBe(feasible);
  });
});

describe("gradients of gaps", () => {
  /** A box with corners at ±(1, 0.8, 0.6). */
  const corners: Vec3[] = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1 ? 1 : -1, k & 2 ? 0.8 : -0.8, k & 4 ? 0.6 : -0.6]);
  const sides = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ];

  test("[−r_A × n; −n; r_B × n; n] of vertices and edges, by central differences", () => {
    const random = numbers(11);
    const DELTA = 1e-6;
    let seen = 0;
    for (let trial = 0; trial < 20; trial++) {
      const quaternion = () => {
        const q = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5];
        const n = Math.hypot(...q);
        return q.map((x) => x / n);
      };
      const poses = [
        [0, 0, 0, ...quaternion()],
        [1.6 * (random() - 0.5), 1.6 * (random() - 0.5), 1.5 + 0.5 * random(), ...quaternion()],
      ];
      const placed = poses.map((pose, b) => polyhedron(corners, sides, b, pose));
      const pair = pairOf(placed[0], placed[1], 1, 0.1);
      spatialPeg(pair, true);
      const { set } = pair;
      for (let side = 0; side < 2; side++) {
        for (let axis = 0; axis < 6; axis++) {
          const gaps = [1, -1].map((sign) => {
            const pose = Float64Array.from(poses[side]);
            if (axis < 3) pose[axis] += sign * DELTA;
            else {
              // q ← q + ½ (δ, 0) q, world axes
              const [x, y, z, w] = pose.subarray(3);
              const half = [0, 0, 0];
              half[axis - 3] = (sign * DELTA) / 2;
              const [p, q, r] = half;
              pose.set(
                [
                  x + p * w + q * z - r * y,
                  y + q * w + r * x - p * z,
                  z + r * w + p * y - q * x,
                  w - p * x - q * y - r * z,
                ],
                3,
              );
            }
            place(placed[side], pose, 0);
            const out = new Float64Array(set.contacts);
            measureAgain(set, placed, out);
            return out;
          });
          place(placed[side], Float64Array.from(poses[side]), 0);
          for (let c = 0; c < set.contacts; c++) {
            const n = times(normal(pair, c), side === 0 ? -1 : 1);
            const at = CONTACT_SIZE * c + (side === 0 ? CONTACT.pointA : CONTACT.pointB);
            const r = minus(vectorAt(set.value, at), vectorAt(poses[side], 0));
            const e: Vec3 = [axis % 3 === 0 ? 1 : 0, axis % 3 === 1 ? 1 : 0, axis % 3 === 2 ? 1 : 0];
            const turn: Vec3 = [e[1] * r[2] - e[2] * r[1], e[2] * r[0] - e[0] * r[2], e[0] * r[1] - e[1] * r[0]];
            const expected = axis < 3 ? dot(n, e) : dot(n, turn);
            // round-off 1e-16 · 3 m/δ, and δ² times third derivatives: nearest points of nearly parallel edges are far away
            const scale = 1 + Math.hypot(...r) ** 3;
            expect(Math.abs((gaps[0][c] - gaps[1][c]) / (2 * DELTA) - expected)).toBeLessThan(1e-8 * scale);
            seen++;
          }
        }
      }
    }
    expect(seen).toBeGreaterThan(1000);
  });
});
