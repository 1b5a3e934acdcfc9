import { compileUntyped } from "stiction";
/**
 * Chains: what slides along them meets segments and never joints, on one side or both. 10,000 poses with STICTION_FULL, 2 % without.
 */
import { describe, expect, test } from "vitest";
import { FEATURE, featureKind } from "../../src/collision/contact-tables.js";
import { routinesOf } from "../../src/collision/narrow/pair-table.js";
import { type ContactSink, createSink } from "../../src/collision/narrow/types.js";
import { random } from "../geometry/random.js";
import {
  type Body,
  capsuleBody,
  chainBody,
  circleBody,
  type Placement,
  type Point,
  placed,
  polygonBody,
  poseOf,
} from "./planar-judge.js";

const FULL = process.env.STICTION_FULL === "1";
const POSES = FULL ? 10_000 : 200;

const sink = createSink(4096, 0.005);

function contacts(a: Body, at: Placement, b: Body, bt: Placement): ContactSink {
  sink.count = 0;
  sink.overflow = false;
  const cell = routinesOf(a.collider, b.collider);
  cell!.contacts(a.collider, poseOf(at), 0, b.collider, poseOf(bt), 0, sink);
  return sink;
}

const box = polygonBody([
  [-0.5, -0.25],
  [0.5, -0.25],
  [0.5, 0.25],
  [-0.5, 0.25],
]);
const riders: Record<string, Body> = { box, circle: circleBody(0.25), capsule: capsuleBody(0.25, 0.3) };

/** Points from x = 10 to −10 (a floor runs from right to left), cut as told. */
const CUTS = {
  regular: (n: number) => Array.from({ length: n + 1 }, (_, i) => 10 - (20 * i) / n),
  random: (n: number) => {
    const rnd = random(n);
    return [10, ...Array.from({ length: n - 1 }, () => 20 * rnd() - 10).sort((a, b) => b - a), -10];
  },
  // every second segment is 1e-9 long
  slivers: (n: number) =>
    Array.from(
      { length: n + 1 },
      (_, i) => 10 - (20 * Math.ceil(i / 2)) / (n / 2) + (i % 2 === 0 ? 0 : 20 / (n / 2) - 1e-9),
    ),
};

describe("a flat chain", () => {
  test.each(Object.keys(riders).flatMap((r) => [2, 200, 20_000].map((n) => [r, n] as const)))(
    "%s on %i segments",
    (name, n) => {
      const rider = riders[name];
      for (const cut of Object.values(CUTS)) {
        const chain = chainBody(
          cut(n).map((x): Point => [x, 0]),
          false,
          n === 200,
        );
        const rnd = random(n + 1);
        for (let i = 0; i < POSES / 9; i++) {
          const ground = { x: 2 * rnd(), y: 2 * rnd(), angle: 2 * Math.PI * rnd() };
          const [c, s] = [Math.cos(ground.angle), Math.sin(ground.angle)];
          const tilt = i % 3 === 0 ? 0 : i % 3 === 1 ? 0.02 * (rnd() - 0.5) : 2 * Math.PI * rnd();
          // in the chain's frame, as deep as 1 cm, the whole rider above the chain and within its ends
          const lowest = Math.min(...placed(rider, { x: 0, y: 0, angle: tilt })[0].map((p) => p[1])) - rider.radius;
          const [u, v] = [17 * rnd() - 8.5, -lowest - 0.01 * rnd()];
          const at = { x: ground.x + c * u - s * v, y: ground.y + s * u + c * v, angle: ground.angle + tilt };
          const found = contacts(rider, at, chain, ground);
          expect(found.count).toBeGreaterThan(0);
          expect(found.count).toBeLessThanOrEqual(2);
          for (let k = 0; k < found.count; k++) {
            // A → B is into the ground: −y of the chain
            expect(Math.hypot(found.normal[3 * k] - s, found.normal[3 * k + 1] + c)).toBeLessThan(1e-12);
            expect(featureKind(found.featureB[k])).toBe(FEATURE.edge);
          }
          expect(Math.abs(Math.min(...found.gap.subarray(0, found.count)) - (v + lowest))).toBeLessThan(1e-13);
        }
      }
    },
  );

  test("that is straight only to round-off: normals as good as its segments, deepest gap of the line", () => {
    const rnd = random(4);
    for (const n of [2, 200, 2000]) {
      const slope = Math.atan2(1, 3);
      const [c, s] = [Math.cos(slope), Math.sin(slope)];
      const chain = chainBody(CUTS.regular(n).map((x): Point => [c * x, s * x]));
      const length = 20 / n;
      for (let i = 0; i < POSES / 4; i++) {
        const depth = 0.01 * rnd();
        const [u, v] = [17 * rnd() - 8.5, 0.25 - depth];
        const at = { x: c * u - s * v, y: s * u + c * v, angle: slope + (i % 2) * Math.PI };
        const found = contacts(box, at, chain, { x: 0, y: 0, angle: 0 });
        expect(found.count).toBeGreaterThan(0);
        for (let k = 0; k < found.count; k++) {
          // round-off of coordinates up to 10 over a segment's length
          expect(Math.hypot(found.normal[3 * k] - s, found.normal[3 * k + 1] + c)).toBeLessThan(4e-15 / length + 1e-15);
        }
        expect(Math.abs(Math.min(...found.gap.subarray(0, found.count)) + depth)).toBeLessThan(1e-12 / length);
      }
    }
  });
});

describe("sides and joints", () => {
  const here = { x: 0, y: 0, angle: 0 };
  /** From right to left: the front is above. */
  const floor: Point[] = [
    [2, 0],
    [0, 0],
    [-2, 0.5],
  ];

  test("one-sided: from above only; two-sided: from both", () => {
    const ball = circleBody(0.25);
    expect(contacts(ball, { x: 1, y: 0.24, angle: 0 }, chainBody(floor, false, false), here).count).toBe(1);
    expect(contacts(ball, { x: 1, y: -0.24, angle: 0 }, chainBody(floor, false, false), here).count).toBe(0);
    const both = contacts(ball, { x: 1, y: -0.24, angle: 0 }, chainBody(floor, false, true), here);
    expect([both.count, both.normal[1], both.gap[0]]).toEqual([1, 1, -0.010000000000000009]);
  });

  test("at a ridge the normal lies between those of its sides, at a valley on them", () => {
    const ridge: Point[] = [
      [2, 0],
      [0, 1],
      [-2, 0],
    ];
    const ball = circleBody(0.25);
    const top = contacts(ball, { x: 0, y: 1.24, angle: 0 }, chainBody(ridge, false, false), here);
    expect(top.count).toBe(1);
    expect([top.normal[0] + 0, top.normal[1]]).toEqual([0, -1]);
    expect(featureKind(top.featureB[0])).toBe(FEATURE.vertex);
    const valley: Point[] = [
      [2, 1],
      [0, 0],
      [-2, 1],
    ];
    const r = 0.25 * Math.sqrt(1.25);
    const bottom = contacts(ball, { x: 0, y: r - 0.001, angle: 0 }, chainBody(valley, false, false), here);
    expect(bottom.count).toBe(2);
    for (let k = 0; k < 2; k++) expect(Math.abs(bottom.normal[3 * k + 1] + 2 / Math.sqrt(5))).toBeLessThan(1e-15);
  });

  test("a box pushed over a rising joint gets no sideways kick", () => {
    // a bend of 1 mrad upwards and downwards: every normal is one of the two segments' or between them
    for (const bend of [1e-3, -1e-3]) {
      const chain = chainBody(
        [
          [5, 0],
          [0, 0],
          [-5, 5 * bend],
        ],
        false,
        false,
      );
      for (let i = 0; i <= 1000; i++) {
        const found = contacts(box, { x: 0.7 - 0.0014 * i, y: 0.2495, angle: 0 }, chain, here);
        expect(found.count).toBeGreaterThan(0);
        for (let k = 0; k < found.count; k++) {
          expect(found.normal[3 * k + 1]).toBeLessThan(-0.999999);
          expect(Math.abs(found.normal[3 * k])).toBeLessThan(1.0001e-3);
        }
      }
    }
  });

  test("the end of a chain is a point to touch", () => {
    const end = contacts(circleBody(0.25), { x: 2.24, y: 0, angle: 0 }, chainBody(floor, false, true), here);
    expect(end.count).toBe(1);
    expect([end.normal[0], end.normal[1] + 0]).toEqual([-1, 0]);
  });
});

describe("the shape item", () => {
  const scene = (shape: object): object => ({
    plane: "xy",
    bodies: [{ name: "ground", type: "static", shapes: [{ type: "chain", ...shape }] }],
  });

  test("compiles", () => {
    const model = compileUntyped(scene({ vertices: [[3, 0], [0, 0], [-3, 1]], closed: true, twoSided: true })); // biome-ignore format: one line reads better
    const { form, size, mass, bounds } = model.shapes[0].geometry;
    expect({ form, size, mass, bounds: [...bounds] }).toEqual({
      form: "chain",
      size: [1, 1],
      mass: null,
      bounds: [-3, 0, 0, 3, 1, 0],
    });
    expect(model.shapes[0].geometry.drawing().triangles).toHaveLength(18);
  });

  test.each([
    [
      "a repeated vertex",
      {
        vertices: [
          [0, 0],
          [1, 0],
          [1, 0],
        ],
      },
      "vertices[1] and vertices[2] are at the same position",
    ],
    [
      "a fold",
      {
        vertices: [
          [0, 0],
          [2, 2],
          [1, 1],
        ],
      },
      "the chain runs back on itself at vertices[1]",
    ],
    [
      "closed between two points",
      {
        vertices: [
          [0, 0],
          [1, 0],
        ],
        closed: true,
      },
      "a closed chain needs at least 3 vertices, got 2",
    ],
    [
      "a point in space",
      {
        vertices: [
          [0, 0],
          [1, 0, 0],
        ],
      },
      "vertices[1] should have 2 numbers",
    ],
  ])("refuses %s", (_, shape, message) => {
    expect(() => compileUntyped(scene(shape))).toThrow(message);
  });
});
