/**
 * Every convex planar pair over seeded poses: separate, touching, shallow, deep and aligned, judged by brute force over features and candidate
 * directions (`planar-judge.ts`). 20,000 poses per pair with STICTION_FULL, 2 % of them without.
 */
import { describe, expect, test } from "vitest";
import { routinesOf } from "../../src/collision/narrow/pair-table.js";
import { createSeparation, createSink, type PairRoutines } from "../../src/collision/narrow/types.js";
import { random } from "../geometry/random.js";
import {
  type Body,
  capsuleBody,
  circleBody,
  convexGap,
  hullOf,
  type Placement,
  type Point,
  placed,
  planeBody,
  polygonBody,
  poseOf,
  widthAlong,
} from "./planar-judge.js";

const FULL = process.env.STICTION_FULL === "1";
const POSES = FULL ? 20_000 : 400;

function cellOf(a: Body, b: Body): PairRoutines {
  const cell = routinesOf(a.collider, b.collider);
  if (cell === null) throw new Error("not in the table");
  return cell;
}

function randomPolygon(rnd: () => number): Body {
  const n = 3 + Math.floor(rnd() * 10);
  const [sx, sy] = [0.2 + rnd(), 0.2 + rnd()];
  const points = Array.from({ length: n }, (): Point => {
    const angle = 2 * Math.PI * rnd();
    const r = rnd() < 0.5 ? 1 : rnd();
    return [sx * r * Math.cos(angle), sy * r * Math.sin(angle)];
  });
  const hull = hullOf(points);
  return hull.length < 3 ? randomPolygon(rnd) : polygonBody(hull);
}

const box = (x: number, y: number) =>
  polygonBody([
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
  ]);

const makers = {
  circle: (rnd: () => number) => circleBody(0.1 + rnd()),
  capsule: (rnd: () => number) => capsuleBody(0.05 + 0.5 * rnd(), 0.1 + rnd()),
  polygon: randomPolygon,
  box: (rnd: () => number) => box(0.2 + rnd(), 0.2 + rnd()),
};
type Name = keyof typeof makers;

const REGIMES = ["separate", "touching", "shallow", "deep", "aligned"] as const;

const out = createSeparation();
const swapped = createSeparation();

/** A pose of B from A at the origin of some frame: the gap of the regime is reached by moving along the normal, which is exact for convex sets. */
function placement(regime: string, a: Body, b: Body, at: Placement, rnd: () => number): Placement {
  const size = a.collider.reach + b.collider.reach;
  const angle = regime === "aligned" ? at.angle + (Math.floor(rnd() * 4) * Math.PI) / 2 : 2 * Math.PI * rnd();
  const direction = regime === "aligned" ? at.angle + (Math.floor(rnd() * 4) * Math.PI) / 2 : 2 * Math.PI * rnd();
  const distance = regime === "deep" ? 0.5 * size * rnd() : size * (0.3 + 1.2 * rnd());
  let p = { x: at.x + distance * Math.cos(direction), y: at.y + distance * Math.sin(direction), angle };
  if (regime === "separate" || regime === "deep") return p;
  const target =
    regime === "touching" ? 1e-12 * (rnd() - 0.5) : -0.01 * size * rnd() * (regime === "aligned" ? rnd() : 1);
  for (let k = 0; k < 3; k++) {
    cellOf(a, b).separation(a.collider, poseOf(at), 0, b.collider, poseOf(p), 0, out);
    const shift = target - out.values[0];
    p = { ...p, x: p.x + shift * out.values[1], y: p.y + shift * out.values[2] };
  }
  return p;
}

interface Worst {
  gap: number;
  normal: number;
  points: number;
  swap: number;
  contact: number;
}

function examine(name: string, a: Body, b: Body, at: Placement, bt: Placement, worst: Worst): void {
  const size = a.collider.reach + b.collider.reach;
  const radii = a.radius + b.radius;
  const [A] = placed(a, at);
  const [B] = placed(b, bt);
  const { separation, contacts } = cellOf(a, b);
  separation(a.collider, poseOf(at), 0, b.collider, poseOf(bt), 0, out);
  const [gap, nx, ny, nz, ax, ay, , bx, by] = out.values;
  const n: Point = [nx, ny];
  const where = `${name} ${JSON.stringify({ at, bt })}`;

  const error = Math.abs(gap - convexGap(A, B, radii)) / size;
  if (error > worst.gap) worst.gap = error;
  expect(error, where).toBeLessThan(1e-9);
  // the normal achieves the separation it is reported with, and so does the pair of points
  const short = (gap - (widthAlong(A, B, n) - radii)) / size;
  worst.normal = Math.max(worst.normal, short);
  expect(short, where).toBeLessThan(1e-9);
  const along = Math.abs((bx - ax) * nx + (by - ay) * ny - gap) / size;
  const across = Math.abs((bx - ax) * ny - (by - ay) * nx) / size;
  worst.points = Math.max(worst.points, along, across);
  expect(Math.max(along, across), where).toBeLessThan(1e-9);
  expect(nz).toBe(0);
  expect(Math.abs(Math.hypot(nx, ny) - 1)).toBeLessThan(1e-14);
  // each point lies on its shape: as far from its set as the radius says (apart), or no farther out than the surface (overlapping)
  if (gap > 1e-9 * size) {
    expect(Math.abs(convexGap(A, [[ax, ay]], a.radius)) / size, where).toBeLessThan(1e-9);
    expect(Math.abs(convexGap(B, [[bx, by]], b.radius)) / size, where).toBeLessThan(1e-9);
  }

  // mirrored when A and B change places; where another direction is as good, that one must achieve as much
  separation(b.collider, poseOf(bt), 0, a.collider, poseOf(at), 0, swapped);
  const swap = Math.abs(swapped.values[0] - gap) / size;
  worst.swap = Math.max(worst.swap, swap);
  // round-off of some dozen operations on numbers of the size
  expect(swap, where).toBeLessThan(2e-14);
  const turned = Math.hypot(swapped.values[1] + nx, swapped.values[2] + ny);
  if (turned > 1e-9) {
    const other = widthAlong(A, B, [-swapped.values[1], -swapped.values[2]]) - radii;
    expect((gap - other) / size, where).toBeLessThan(1e-9);
  }

  // contacts: the deepest is the separation, no more than two, nothing beyond the margin
  const sink = createSink(4, 0.02 * size);
  contacts(a.collider, poseOf(at), 0, b.collider, poseOf(bt), 0, sink);
  if (Math.abs(gap - sink.margin[0]) < 1e-12) return;
  expect(sink.count > 0, where).toBe(gap < sink.margin[0]);
  expect(sink.count, where).toBeLessThanOrEqual(2);
  let deepest = Infinity;
  for (let i = 0; i < sink.count; i++) {
    const d = [0, 1, 2].map((k) => sink.pointB[3 * i + k] - sink.pointA[3 * i + k]);
    const along = d[0] * sink.normal[3 * i] + d[1] * sink.normal[3 * i + 1];
    expect(Math.abs(along - sink.gap[i]) / size, where).toBeLessThan(1e-12);
    expect(sink.gap[i]).toBeLessThanOrEqual(sink.margin[0]);
    deepest = Math.min(deepest, sink.gap[i]);
  }
  if (sink.count > 0) {
    worst.contact = Math.max(worst.contact, Math.abs(deepest - gap) / size);
    expect(Math.abs(deepest - gap) / size, where).toBeLessThan(1e-9);
  }
}

const PAIRS: [Name, Name][] = [
  ["circle", "circle"],
  ["circle", "capsule"],
  ["circle", "polygon"],
  ["capsule", "capsule"],
  ["capsule", "polygon"],
  ["polygon", "polygon"],
  ["box", "box"],
  ["capsule", "box"],
];

describe("convex pairs against brute force", () => {
  test.each(PAIRS)("%s–%s", (nameA, nameB) => {
    const rnd = random(1 + 10 * PAIRS.findIndex(([x, y]) => x === nameA && y === nameB));
    const worst: Worst = { gap: 0, normal: 0, points: 0, swap: 0, contact: 0 };
    for (let i = 0; i < POSES; i++) {
      const a = makers[nameA](rnd);
      const b = makers[nameB](rnd);
      const at = { x: 4 * rnd() - 2, y: 4 * rnd() - 2, angle: 2 * Math.PI * rnd() };
      const regime = REGIMES[i % REGIMES.length];
      examine(regime, a, b, at, placement(regime, a, b, at, rnd), worst);
    }
    if (FULL) console.log(nameA, nameB, worst);
  });

  test.each(["circle", "capsule", "polygon", "box"] as const)("%s–plane", (name) => {
    const rnd = random(77);
    for (let i = 0; i < POSES; i++) {
      const a = makers[name](rnd);
      const ground = { x: 4 * rnd() - 2, y: 4 * rnd() - 2, angle: 2 * Math.PI * rnd() };
      const turn = i % 5 === 4 ? ground.angle + (Math.floor(rnd() * 4) * Math.PI) / 2 : 2 * Math.PI * rnd();
      const at = { x: 4 * rnd() - 2, y: 4 * rnd() - 2, angle: turn };
      const [A] = placed(a, at);
      const n: Point = [-Math.sin(ground.angle), Math.cos(ground.angle)];
      const heights = A.map(([x, y]) => (x - ground.x) * n[0] + (y - ground.y) * n[1]);
      const { separation, contacts } = cellOf(a, planeBody);
      separation(a.collider, poseOf(at), 0, planeBody.collider, poseOf(ground), 0, out);
      expect(Math.abs(out.values[0] - Math.min(...heights) + a.radius)).toBeLessThan(1e-14 * 10);
      // A → B points into the ground
      expect(Math.hypot(out.values[1] + n[0], out.values[2] + n[1])).toBeLessThan(1e-14);
      const sink = createSink(4, 0.02);
      contacts(a.collider, poseOf(at), 0, planeBody.collider, poseOf(ground), 0, sink);
      const below = heights.filter((h) => h - a.radius <= 0.02).length;
      // all that touch for one or two, and two of them when more are below
      expect(sink.count).toBeGreaterThanOrEqual(Math.min(1, below));
      expect(sink.count).toBeLessThanOrEqual(Math.min(2, below));
      if (sink.count > 0)
        expect(Math.abs(Math.min(...sink.gap.subarray(0, sink.count)) - out.values[0])).toBeLessThan(1e-14 * 10);
    }
  });
});

describe("special positions", () => {
  const here = { x: 0, y: 0, angle: 0 };
  const separation = (a: Body, b: Body, bt: Placement, at: Placement = here) => {
    cellOf(a, b).separation(a.collider, poseOf(at), 0, b.collider, poseOf(bt), 0, out);
    return out;
  };
  const contact = (a: Body, b: Body, bt: Placement, margin = 0.01, at: Placement = here) => {
    const sink = createSink(8, margin);
    cellOf(a, b).contacts(a.collider, poseOf(at), 0, b.collider, poseOf(bt), 0, sink);
    return sink;
  };

  test("concentric circles part along y", () => {
    const { values } = separation(circleBody(1), circleBody(0.5), here);
    expect([...values.subarray(0, 4)]).toEqual([-1.5, 0, 1, 0]);
  });

  test("a circle whose centre is on an edge, on a corner and inside of a polygon", () => {
    const square = box(1, 1);
    // circle is A: the normal points from the circle into the square
    expect([...separation(circleBody(0.25), square, here, { x: 1, y: 0.2, angle: 0 }).values.subarray(0, 3)]).toEqual([
      -0.25, -1, -0,
    ]);
    expect(separation(circleBody(0.25), square, here, { x: 1, y: 1, angle: 0 }).values[0]).toBe(-0.25);
    expect(separation(circleBody(0.25), square, here, { x: 0.5, y: 0, angle: 0 }).values[0]).toBe(-0.75);
  });

  test("parallel capsules touch in two points, capsules in line in one", () => {
    const capsule = capsuleBody(0.5, 1);
    const side = contact(capsule, capsule, { x: 0.5, y: 0.995, angle: 0 });
    expect(side.count).toBe(2);
    expect([...side.pointA.subarray(0, 6)].map((x) => Math.round(x * 1e9) / 1e9).sort()).toEqual(
      [0, 0, 0.5, 0.5, 1, -0.5].sort(),
    );
    expect(side.gap[0]).toBeCloseTo(-0.005, 14);
    const line = contact(capsule, capsule, { x: 2.995, y: 0, angle: 0 });
    expect(line.count).toBe(1);
    expect([...line.normal.subarray(0, 3)]).toEqual([1, 0, 0]);
    expect(line.gap[0]).toBeCloseTo(-0.005, 14);
  });

  test("the same capsule twice: overlap of the diameter, across", () => {
    const { values } = separation(capsuleBody(0.5, 1), capsuleBody(0.5, 1), here);
    expect(values[0]).toBe(-1);
    expect(Math.abs(values[2])).toBe(1);
  });

  test("feature ids stay when the reference edge changes between nearly parallel edges", () => {
    const ids = (angle: number) => {
      const sink = contact(box(1, 1), box(0.5, 0.5), { x: 0.2, y: 1.499, angle });
      return [...sink.featureA.subarray(0, 2), ...sink.featureB.subarray(0, 2)];
    };
    expect(ids(1e-9)).toEqual(ids(-1e-9));
    expect(ids(1e-4)).toEqual(ids(-1e-4));
  });

  test("polygons with thousands of sides agree with the circle that they approach", () => {
    const n = 2000;
    const gon = polygonBody(
      Array.from({ length: n }, (_, i): Point => [Math.cos((2 * Math.PI * i) / n), Math.sin((2 * Math.PI * i) / n)]),
    );
    // sagitta of a side: 1 − cos(π/n) = 1.2e-6
    for (const d of [2.5, 2.0001, 1.9, 0.7]) {
      const { values } = separation(gon, gon, { x: d * Math.cos(1), y: d * Math.sin(1), angle: 0.3 });
      expect(Math.abs(values[0] - (d - 2))).toBeLessThan(2.5e-6);
    }
  });

  test("far from the origin only the digits of the positions are lost", () => {
    const rnd = random(5);
    for (let i = 0; i < 200; i++) {
      const a = randomPolygon(rnd);
      const b = randomPolygon(rnd);
      const size = a.collider.reach + b.collider.reach;
      // positions on a lattice of 2⁻³⁰, so that moving them by 2¹⁴ loses nothing
      const lattice = (x: number) => Math.round(x * 2 ** 30) / 2 ** 30;
      const at = { x: lattice(rnd()), y: lattice(rnd()), angle: 6 * rnd() };
      const bt = { x: lattice(2 * rnd()), y: lattice(2 * rnd()), angle: 6 * rnd() };
      const near = separation(a, b, bt, at).values.slice();
      const far = separation(
        a,
        b,
        { ...bt, x: bt.x + 16384, y: bt.y - 16384 },
        { ...at, x: at.x + 16384, y: at.y - 16384 },
      ).values;
      expect(far.slice(0, 4)).toEqual(near.slice(0, 4));
      // points are written in the world: half a unit in the last place of 2¹⁵
      for (let k = 4; k < 10; k++)
        expect(Math.abs(far[k] - near[k] - [16384, -16384, 0][(k - 4) % 3])).toBeLessThan(4e-12 * Math.max(1, size));
    }
  });

  test("the same results at scales of 1e-6 and 1e6", () => {
    const rnd = random(6);
    for (const scale of [2 ** -20, 2 ** 20]) {
      for (let i = 0; i < 200; i++) {
        const shape = randomPolygon(rnd).sets[0];
        const other = randomPolygon(rnd).sets[0];
        const grow = (set: readonly Point[]) => polygonBody(set.map(([x, y]): Point => [scale * x, scale * y]));
        const bt = { x: 1.5 * rnd(), y: 1.5 * rnd(), angle: 6 * rnd() };
        const gap = separation(polygonBody(shape), polygonBody(other), bt).values[0];
        const scaled = separation(grow(shape), grow(other), { x: scale * bt.x, y: scale * bt.y, angle: bt.angle })
          .values[0];
        // scaling by a power of two is exact
        expect(scaled).toBe(scale * gap);
      }
    }
  });
});
