/**
 * Non-convex polygons and chains, whose parts must act as one: separation against brute force over directions swept around the circle, contacts that
 * come only from the outline, and convex parts that are a partition. 20,000 poses per pair with STICTION_FULL, 0.5 to 1 % without.
 */
import { describe, expect, test } from "vitest";
import { routinesOf } from "../../src/collision/narrow/pair-table.js";
import { convexParts } from "../../src/collision/narrow/planar/convex-parts.js";
import { type ContactSink, createSeparation, createSink } from "../../src/collision/narrow/types.js";
import { random } from "../geometry/random.js";
import {
  areaOf,
  type Body,
  capsuleBody,
  chainBody,
  circleBody,
  convexGap,
  depthInside,
  obstacles,
  type Placement,
  type Point,
  placed,
  polygonBody,
  poseOf,
  shortestWayOut,
} from "./planar-judge.js";

const FULL = process.env.STICTION_FULL === "1";
const POSES = FULL ? 20_000 : 400;

const rectangle = (x0: number, y0: number, x1: number, y1: number): Point[] => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
];

/** ┌┐     An L, a U and a star, with pieces that cover them. */
const shapes: Record<string, Body> = {
  L: polygonBody(
    [
      [-0.5, -0.5],
      [1, -0.5],
      [1, 0],
      [0, 0],
      [0, 1],
      [-0.5, 1],
    ],
    [rectangle(-0.5, -0.5, 1, 0), rectangle(-0.5, -0.5, 0, 1)],
  ),
  U: polygonBody(
    [
      [-1, -0.5],
      [1, -0.5],
      [1, 0.9],
      [0.6, 0.9],
      [0.6, 0],
      [-0.6, 0],
      [-0.6, 0.9],
      [-1, 0.9],
    ],
    [rectangle(-1, -0.5, 1, 0), rectangle(-1, -0.5, -0.6, 0.9), rectangle(0.6, -0.5, 1, 0.9)],
  ),
  star: (() => {
    const points = Array.from({ length: 10 }, (_, i): Point => {
      const r = i % 2 === 0 ? 1 : 0.4;
      return [r * Math.cos((i * Math.PI) / 5), r * Math.sin((i * Math.PI) / 5)];
    });
    const inner = points.filter((_, i) => i % 2 === 1);
    const tips = inner.map((p, i) => [p, points[(2 * i + 2) % 10], inner[(i + 1) % 5]]);
    return polygonBody(points, [inner, ...tips]);
  })(),
  zigzag: chainBody([
    [-2, 0.1],
    [-1.2, -0.2],
    [-0.7, 0.4],
    [0, 0],
    [0.3, 0],
    [0.6, 0],
    [1, -0.6],
    [1.4, 0.5],
    [2, 0.4],
  ]),
  ring: chainBody(
    Array.from({ length: 12 }, (_, i): Point => [1.5 * Math.cos((i * Math.PI) / 6), Math.sin((i * Math.PI) / 6)]),
    true,
  ),
};

const partners: Record<string, (rnd: () => number) => Body> = {
  circle: (rnd) => circleBody(0.05 + 0.6 * rnd()),
  capsule: (rnd) => capsuleBody(0.05 + 0.2 * rnd(), 0.1 + 0.4 * rnd()),
  box: (rnd) => {
    const [x, y] = [0.1 + 0.5 * rnd(), 0.1 + 0.5 * rnd()];
    return polygonBody(rectangle(-x, -y, x, y));
  },
};

const out = createSeparation();

function separation(a: Body, at: Placement, b: Body, bt: Placement): Float64Array {
  const cell = routinesOf(a.collider, b.collider);
  cell!.separation(a.collider, poseOf(at), 0, b.collider, poseOf(bt), 0, out);
  return out.values;
}

/** Point k on B lies on the outline of the polygon b, and its normal leads out of it. */
function isExit(b: Body, bt: Placement, sink: ContactSink, k: number): boolean {
  const v = b.collider.polygon!.vertices;
  const points = Array.from({ length: v.length / 2 }, (_, i): Point => [v[2 * i], v[2 * i + 1]]);
  const [outline] = placed({ ...b, sets: [points] }, bt);
  const p: Point = [sink.pointB[3 * k], sink.pointB[3 * k + 1]];
  const border = Math.min(...outline.map((q, i) => convexGap([q, outline[(i + 1) % outline.length]], [p], 0)));
  const step: Point = [p[0] - 1e-6 * sink.normal[3 * k], p[1] - 1e-6 * sink.normal[3 * k + 1]];
  return border < 1e-9 && placed(b, bt).every((set) => convexGap(set, [step], 0) > -1e-9);
}

/** Some normals are against others: stuck between two sides, and the way out is along neither. */
function isWedged({ count, normal }: ContactSink): boolean {
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < i; j++) {
      if (normal[3 * i] * normal[3 * j] + normal[3 * i + 1] * normal[3 * j + 1] < -0.1) return true;
    }
  }
  return false;
}

/** Length of the shortest t with n_k · t ≥ −gap_k for all points: it rests on one of them or on two. */
function leastTranslation({ count, normal, gap }: ContactSink): number {
  const ok = (x: number, y: number) => {
    for (let k = 0; k < count; k++) if (normal[3 * k] * x + normal[3 * k + 1] * y < -gap[k] - 1e-12) return false;
    return true;
  };
  let best = Infinity;
  const offer = (x: number, y: number) => {
    if (ok(x, y)) best = Math.min(best, Math.hypot(x, y));
  };
  for (let i = 0; i < count; i++) {
    const [ax, ay] = [normal[3 * i], normal[3 * i + 1]];
    offer(-gap[i] * ax, -gap[i] * ay);
    for (let j = 0; j < i; j++) {
      const [bx, by] = [normal[3 * j], normal[3 * j + 1]];
      const det = ax * by - ay * bx;
      if (Math.abs(det) > 1e-9) offer((gap[j] * ay - gap[i] * by) / det, (gap[i] * bx - gap[j] * ax) / det);
    }
  }
  return best;
}

/** Judges one pose; returns the error of the gap as a part of the size. */
function judge(a: Body, at: Placement, b: Body, bt: Placement): number {
  const size = a.collider.reach + b.collider.reach;
  const radii = a.radius + b.radius;
  const as = placed(a, at);
  const bs = placed(b, bt);
  const [gap, nx, ny] = separation(a, at, b, bt);
  const where = JSON.stringify({ gap, at, bt, size: [...a.collider.size, ...b.collider.size] });
  const apart = Math.min(...as.flatMap((p) => bs.map((q) => convexGap(p, q, radii))));
  if (apart > 0 || gap > 0) {
    const error = Math.abs(gap - apart) / size;
    expect(error, where).toBeLessThan(1e-9);
    return error;
  }
  // the translation parts them, and none of the directions tried is shorter
  const all = obstacles(as, bs);
  const t: Point = [-gap * nx, -gap * ny];
  const left = Math.max(...all.map((m) => depthInside(m, radii, t))) / size;
  expect(left, where).toBeLessThan(1e-9);
  const excess = (-gap - shortestWayOut(all, radii, 180)) / size;
  expect(excess, where).toBeLessThan(1e-9);
  return Math.max(left, excess);
}

const cases = Object.keys(partners).flatMap((p) => Object.keys(shapes).map((s) => [p, s] as const));

describe("separation of unions against brute force", () => {
  test.each(cases)("%s–%s", (partner, name) => {
    const rnd = random(100 + cases.findIndex(([p, s]) => p === partner && s === name));
    let worst = 0;
    const poses = FULL ? POSES : POSES / 4;
    for (let i = 0; i < poses; i++) {
      const a = partners[partner](rnd);
      const b = shapes[name];
      const regime = i % 5;
      const bt = { x: 2 * rnd() - 1, y: 2 * rnd() - 1, angle: 2 * Math.PI * rnd() };
      const angle = regime === 4 ? bt.angle + (Math.floor(4 * rnd()) * Math.PI) / 2 : 2 * Math.PI * rnd();
      const [u, v] = [4 * rnd() - 2, regime === 0 ? 4 * rnd() - 2 : 2 * rnd() - 1];
      const [c, s] = [Math.cos(bt.angle), Math.sin(bt.angle)];
      let at = { x: bt.x + c * u - s * v, y: bt.y + s * u + c * v, angle };
      if (regime === 1 || regime === 2) {
        // move A out (or to) along its own answer until it touches, or is shallow
        const target = regime === 1 ? 0 : -0.01 * rnd();
        for (let k = 0; k < 3; k++) {
          const [gap, nx, ny] = separation(a, at, b, bt);
          at = { ...at, x: at.x - (target - gap) * nx, y: at.y - (target - gap) * ny };
        }
      }
      // gone exactly to touch, the last digits decide between touching and overlapping, and between the ways out of that
      if (regime === 1) {
        expect(Math.abs(separation(a, at, b, bt)[0])).toBeLessThan(1e-9);
        continue;
      }
      worst = Math.max(worst, judge(a, at, b, bt));
    }
    if (FULL) console.log(partner, name, worst);
  });

  test("two non-convex polygons", () => {
    const rnd = random(9);
    const names = ["L", "U", "star"];
    for (let i = 0; i < POSES / 8; i++) {
      const a = shapes[names[i % 3]];
      const b = shapes[names[Math.floor(rnd() * 3)]];
      const at = { x: 2 * rnd() - 1, y: 2 * rnd() - 1, angle: 2 * Math.PI * rnd() };
      judge(a, at, b, { x: 3 * rnd() - 1.5, y: 3 * rnd() - 1.5, angle: 2 * Math.PI * rnd() });
    }
  });
});

describe("contacts of non-convex polygons", () => {
  const contacts = (a: Body, at: Placement, b: Body, bt: Placement, margin: number) => {
    const sink = createSink(32, margin);
    const cell = routinesOf(a.collider, b.collider);
    cell!.contacts(a.collider, poseOf(at), 0, b.collider, poseOf(bt), 0, sink);
    return sink;
  };

  test.each(cases.filter(([, s]) => s === "L" || s === "U" || s === "star"))(
    "%s–%s: normals of the outline, no overlap without contact",
    (partner, name) => {
      const rnd = random(300);
      for (let i = 0; i < (FULL ? POSES : POSES / 2); i++) {
        const a = partners[partner](rnd);
        const b = shapes[name];
        const bt = { x: 0, y: 0, angle: 2 * Math.PI * rnd() };
        let at = { x: 3 * rnd() - 1.5, y: 3 * rnd() - 1.5, angle: 2 * Math.PI * rnd() };
        if (i % 2 === 0) {
          // shallow: 0.1 mm to 1 cm
          for (let k = 0; k < 3; k++) {
            const [gap, nx, ny] = separation(a, at, b, bt);
            const move = -1e-4 * (1 + 99 * rnd()) - gap;
            at = { ...at, x: at.x - move * nx, y: at.y - move * ny };
          }
        }
        const gap = separation(a, at, b, bt)[0];
        const sink = contacts(a, at, b, bt, 0.01);
        const where = `${gap} ${JSON.stringify({ at, bt, size: [...a.collider.size, ...(a.collider.polygon?.vertices.slice(4, 6) ?? [])] })}`;
        expect(sink.count > 0, where).toBe(gap <= 0.01);
        for (let k = 0; k < sink.count; k++) {
          const d = [0, 1].map((j) => sink.pointB[3 * k + j] - sink.pointA[3 * k + j]);
          expect(Math.abs(d[0] * sink.normal[3 * k] + d[1] * sink.normal[3 * k + 1] - sink.gap[k])).toBeLessThan(1e-12);
        }

        // on the outline, and outwards: contact knows nothing of parts
        for (let k = 0; k < sink.count; k++) expect(isExit(b, bt, sink, k), `${where} point ${k}`).toBe(true);
        const least = leastTranslation(sink);
        const wedged = isWedged(sink);
        if (gap < 0) {
          // moved out by the shortest way, there is no overlap left in any contact
          const [, nx, ny] = separation(a, at, b, bt);
          const after = contacts(a, { ...at, x: at.x + gap * nx, y: at.y + gap * ny }, b, bt, 0.01);
          for (let k = 0; k < after.count; k++) expect(after.gap[k], where).toBeGreaterThan(-1e-9);
        }
        if (!(gap < 0 && gap > -0.0101) || wedged) continue;

        // shallow: what resolves every contact is not much shorter than the shortest way out
        expect(least, where).toBeGreaterThan(-0.9 * gap);
      }
    },
  );

  test("a box on the floor of the U, and in its corner", () => {
    const box = polygonBody(rectangle(-0.2, -0.2, 0.2, 0.2));
    const here = { x: 0, y: 0, angle: 0 };
    const floor = contacts(box, { x: 0, y: 0.199, angle: 0 }, shapes.U, here, 1e-3);
    expect(floor.count).toBe(2);
    for (let k = 0; k < 2; k++) {
      expect([...floor.normal.subarray(3 * k, 3 * k + 2)].map((x) => x + 0)).toEqual([0, -1]);
      expect(floor.gap[k]).toBeCloseTo(-0.001, 14);
    }
    const corner = contacts(box, { x: 0.4005, y: 0.199, angle: 0 }, shapes.U, here, 1e-3);
    const normals = Array.from(
      { length: corner.count },
      (_, k) => `${corner.normal[3 * k] + 0},${corner.normal[3 * k + 1] + 0}`,
    );
    expect([...new Set(normals)].sort()).toEqual(["0,-1", "1,0"]);
  });
});

describe("convex parts", () => {
  /** A simple polygon around the origin: sorted angles, wild radii. */
  const starShaped = (rnd: () => number, n: number): Point[] => {
    const angles = Array.from({ length: n }, () => 2 * Math.PI * rnd()).sort((a, b) => a - b);
    return angles.map((angle): Point => {
      const r = 0.1 + rnd();
      return [r * Math.cos(angle), r * Math.sin(angle)];
    });
  };

  test("are convex, cover the area, and every edge of the polygon is in exactly one of them", () => {
    const rnd = random(3);
    for (let i = 0; i < (FULL ? 5000 : 50); i++) {
      const n = 5 + Math.floor(rnd() * 30);
      const points = starShaped(rnd, n);
      // the origin must be inside: no gap of half a turn between neighbours
      const gaps = points.map((p, k) => {
        const q = points[(k + 1) % n];
        return p[0] * q[1] - p[1] * q[0] > 0;
      });
      if (!gaps.every(Boolean)) continue;
      const parts = convexParts(Float64Array.from(points.flat()));
      const corners = parts.map((part) => part.map((k) => points[k]));
      const area = corners.reduce((sum, part) => sum + areaOf(part), 0);
      expect(Math.abs(area - areaOf(points))).toBeLessThan(1e-13);
      for (const part of corners) {
        part.forEach((b, k) => {
          const [a, c] = [part[(k + part.length - 1) % part.length], part[(k + 1) % part.length]];
          expect((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])).toBeGreaterThan(-1e-15);
        });
      }
      const edges = parts.flatMap((part) => part.map((k, j) => `${k}>${part[(j + 1) % part.length]}`));
      for (let k = 0; k < n; k++) expect(edges.filter((e) => e === `${k}>${(k + 1) % n}`)).toHaveLength(1);
      // at most four times the least number, which is at least one more than half of the reflex vertices
      const reflex = points.filter((b, k) => {
        const [a, c] = [points[(k + n - 1) % n], points[(k + 1) % n]];
        return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) < 0;
      }).length;
      expect(parts.length).toBeLessThanOrEqual(2 * reflex + 1);
    }
  });

  test("of the L: two", () => {
    expect(convexParts(shapes.L.collider.polygon!.vertices)).toHaveLength(2);
  });
});
