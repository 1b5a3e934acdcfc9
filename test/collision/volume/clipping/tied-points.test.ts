/** Points held by what defines them, against rational arithmetic on bodies that are truly displaced by a tiny distance. */
import { describe, expect, test } from "vitest";
import { commonIntegers, roundedQuotient } from "../../../../src/collision/volume/clipping/exact-numbers.js";
import {
  createPointTable,
  edgePoint,
  orderAlong,
  planesPoint,
  sideOfPlane,
} from "../../../../src/collision/volume/clipping/tied-points.js";
import { random } from "../../../geometry/random.js";

const full = process.env.STICTION_FULL === "1";

type Vec = readonly [bigint, bigint, bigint];
/** (x, y, z)/w with w > 0. */
type Point = readonly [bigint, bigint, bigint, bigint];

const minus = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vec, b: Vec) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const signOf = (x: bigint) => (x > 0n ? 1 : x < 0n ? -1 : 0);

/** Four triangles of A and four of B on a small lattice, A displaced by sense × (ε, ε², ε³), ε = 2⁻⁸⁰, all times 2²⁴⁰. */
function lattice(rnd: () => number, sense: number) {
  const vertices = Float64Array.from({ length: 72 }, () => Math.floor(4 * rnd()));
  const triangles = Uint32Array.from({ length: 24 }, (_, i) => i);
  const tiny = [1n << 160n, 1n << 80n, 1n].map((x) => BigInt(sense) * x);
  const at = (v: number): Vec => {
    const [x, y, z] = [0, 1, 2].map((k) => (BigInt(vertices[3 * v + k]) << 240n) + (v < 12 ? tiny[k] : 0n));
    return [x, y, z];
  };
  return { table: createPointTable({ vertices, triangles }, 12, 4, sense), at };
}

describe("points under a displacement", () => {
  test.each([1, -1])("sides and orders are those of truly displaced bodies (sense %d)", (sense) => {
    const rnd = random(77 + sense);
    const whole = (n: number) => Math.floor(n * rnd());
    let asked = 0;
    let ties = 0;
    for (let i = 0; i < (full ? 20_000 : 1000); i++) {
      const { table, at } = lattice(rnd, sense);
      const plane = (f: number) => {
        const [a, b, c] = [at(3 * f), at(3 * f + 1), at(3 * f + 2)];
        const n = cross(minus(b, a), minus(c, a));
        return { n, h: dot(n, a) };
      };
      const height = ({ n, h }: { n: Vec; h: bigint }, [x, y, z, w]: Point) => dot(n, [x, y, z]) - h * w;
      const points: { id: number; exact: Point }[] = [];
      const put = (id: () => number, [x, y, z, w]: Point) => {
        if (w !== 0n) points.push({ id: id(), exact: w > 0n ? [x, y, z, w] : [-x, -y, -z, -w] });
      };
      const v = whole(24);
      put(() => v, [...at(v), 1n]);
      // an edge of one body and a plane of the other
      const ofA = rnd() < 0.5;
      const [a, b] = ofA ? [whole(6), 6 + whole(6)] : [12 + whole(6), 18 + whole(6)];
      const f = ofA ? 4 + whole(4) : whole(4);
      const [ga, gb] = [a, b].map((p) => height(plane(f), [...at(p), 1n]));
      const mix = [0, 1, 2].map((k) => ga * at(b)[k] - gb * at(a)[k]);
      put(() => edgePoint(table, b, a, f), [mix[0], mix[1], mix[2], ga - gb]);
      // three planes
      const faces = [whole(3), 3 + whole(3), 6 + whole(2)];
      const [p, q, r] = faces.map(plane);
      const area = [cross(q.n, r.n), cross(r.n, p.n), cross(p.n, q.n)];
      const x = [0, 1, 2].map((k) => p.h * area[0][k] + q.h * area[1][k] + r.h * area[2][k]);
      put(() => planesPoint(table, faces[1], faces[0], faces[2]), [x[0], x[1], x[2], dot(p.n, area[0])]);
      for (const { id, exact } of points) {
        for (let g = 0; g < 8; g++) {
          const { n } = plane(g);
          if (n.every((c) => c === 0n)) continue;
          const before = table.exactTests;
          const side = sideOfPlane(table, g, id);
          expect(side, `${i}: point ${id}, face ${g}`).toBe(signOf(height(plane(g), exact)));
          asked++;
          // decided by integers, or by the definition of a point on the plane
          if (table.exactTests > before || side === 0) ties++;
        }
      }
      for (const one of points) {
        for (const other of points) {
          for (let k = 0; k < 3; k++) {
            const d = one.exact[k] * other.exact[3] - other.exact[k] * one.exact[3];
            expect(orderAlong(table, one.id, other.id, k)).toBe(signOf(d));
          }
        }
      }
    }
    // ties are asked for
    expect(ties).toBeGreaterThan(asked / 10);
  });
});

describe("numbers", () => {
  test("doubles as integers, and back", () => {
    const rnd = random(5);
    const values = Float64Array.from({ length: 300 }, (_, i) =>
      i % 7 === 0 ? 0 : (rnd() - 0.5) * 2 ** Math.floor(120 * rnd() - 60),
    );
    const { integers, exponent } = commonIntegers(values);
    values.forEach((x, i) => {
      expect(roundedQuotient(integers[i], 1n, exponent)).toBe(x);
      expect(roundedQuotient(3n * integers[i], 3n, exponent)).toBe(x);
    });
  });

  test("quotients are rounded to the nearest, ties to even", () => {
    const rnd = random(6);
    for (let i = 0; i < 2000; i++) {
      // both numbers are exact doubles, so the quotient of doubles is the right one
      const [n, d] = [Math.floor(2 ** 53 * rnd()) + 1, Math.floor(2 ** 53 * rnd()) + 1];
      expect(roundedQuotient(BigInt(n), BigInt(d), 0)).toBe(n / d);
      expect(roundedQuotient(-BigInt(n) << 200n, BigInt(d), -205)).toBe(-n / d / 32);
    }
    // halfway between two doubles, and a little above
    expect(roundedQuotient((1n << 53n) + 1n, 1n, 0)).toBe(2 ** 53);
    expect(roundedQuotient((((1n << 53n) + 1n) << 100n) + 1n, 1n << 100n, 0)).toBe(2 ** 53 + 2);
  });
});
