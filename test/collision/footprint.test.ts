import { type BodySpec, COUNTER, compile, compileUntyped, createData, type ShapeSpec, step } from "stiction";
import { describe, expect, test } from "vitest";
import { contactsOf } from "../../src/collision/narrow/pair-table.js";
import { type Collider, createSink } from "../../src/collision/narrow/types.js";
import { prism } from "../../src/geometry/solids.js";
import { random } from "../geometry/random.js";
import { allocatedBytes } from "../judges/allocation.js";
import { cutPlane, meshShape, shape } from "./mesh-cases.js";

/**
 * Friction patches: area, centroid and radius of spin ρ = 1/A ∫ |x − c| dA, judged by closed forms, by an independent clip of polygons and
 * by summing over a fine grid.
 */

type P2 = [number, number];
const FULL = Boolean(process.env.STICTION_FULL);
const pose = (x: number, y: number, z: number, q: readonly number[] = [0, 0, 0, 1]) => Float64Array.of(x, y, z, ...q);
const aboutZ = (angle: number) => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
const H = Math.SQRT1_2;

/** Area, centroid and ρ of the only patch. */
function footprint(a: Collider, poseA: Float64Array, b: Collider, poseB: Float64Array, margin = 0.02) {
  const sink = createSink(64, margin);
  contactsOf(a, poseA, 0, b, poseB, 0, sink);
  expect(sink.count).toBeGreaterThan(2);
  expect(sink.patch[sink.count - 1]).toBe(0);
  const [area, x, y, z, radius] = sink.footprint;
  return { area, center: [x, y, z], radius };
}

/** ρ of a rectangle p × q about its centre: 4/A ∫₀^{p/2} ∫₀^{q/2} √(x² + y²), in closed form. */
function rectangleRadius(p: number, q: number): number {
  const [a, b] = [p / 2, q / 2];
  const d = Math.hypot(a, b);
  return d / 3 + (a * a * Math.asinh(b / a)) / (6 * b) + (b * b * Math.asinh(a / b)) / (6 * a);
}

/** Common part of two convex polygons: all corners inside the other and all crossings of sides, sorted about their mean. */
function common(p: P2[], q: P2[]): P2[] {
  const cross = (a: P2, b: P2, c: P2) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  const inside = (c: P2, poly: P2[]) => poly.every((a, i) => cross(a, poly[(i + 1) % poly.length], c) >= -1e-14);
  const out = [...p.filter((c) => inside(c, q)), ...q.filter((c) => inside(c, p))];
  p.forEach((a, i) => {
    const b = p[(i + 1) % p.length];
    q.forEach((c, j) => {
      const d = q[(j + 1) % q.length];
      const [s, t] = [cross(a, b, c), cross(a, b, d)];
      const [u, v] = [cross(c, d, a), cross(c, d, b)];
      if (s * t >= 0 || u * v >= 0) return;
      const k = s / (s - t);
      out.push([c[0] + k * (d[0] - c[0]), c[1] + k * (d[1] - c[1])]);
    });
  });
  const m: P2 = [0, 1].map((k) => out.reduce((sum, x) => sum + x[k], 0) / out.length) as P2;
  return out.sort((a, b) => Math.atan2(a[1] - m[1], a[0] - m[0]) - Math.atan2(b[1] - m[1], b[0] - m[0]));
}

/** Area, centroid and ρ of a convex polygon; ρ by Simpson's rule along each side: 1/3 ∮ |x| x × dx, about the centroid. */
function measure(p: P2[]) {
  let area = 0;
  const c: P2 = [0, 0];
  p.forEach((a, i) => {
    const b = p[(i + 1) % p.length];
    const w = (a[0] - p[0][0]) * (b[1] - p[0][1]) - (a[1] - p[0][1]) * (b[0] - p[0][0]);
    area += w / 2;
    for (let k = 0; k < 2; k++) c[k] += (w / 6) * (p[0][k] + a[k] + b[k]);
  });
  c[0] /= area;
  c[1] /= area;
  let third = 0;
  p.forEach((a, i) => {
    const b = p[(i + 1) % p.length];
    const [ax, ay, bx, by] = [a[0] - c[0], a[1] - c[1], b[0] - c[0], b[1] - c[1]];
    const n = 600;
    for (let k = 0; k <= n; k++) {
      const weight = k === 0 || k === n ? 1 : k % 2 === 1 ? 4 : 2;
      third +=
        (weight / (3 * n)) * (ax * by - ay * bx) * Math.hypot(ax + (k / n) * (bx - ax), ay + (k / n) * (by - ay));
    }
  });
  return { area, center: c, radius: third / 3 / area };
}

describe("closed forms", () => {
  const plane = shape("plane", []);
  const ground = pose(0, 0, 0);

  test("a box on a plane: a rectangle", () => {
    const rnd = random(3);
    for (let i = 0; i < 50; i++) {
      const [a, b] = [0.1 + rnd(), 0.1 + 3 * rnd()];
      const at = pose(rnd(), rnd(), 0.299, aboutZ(6 * rnd()));
      const f = footprint(shape("box", [a, b, 0.3]), at, plane, ground);
      // round-off of a few products
      expect(f.area / (4 * a * b)).toBeCloseTo(1, 13);
      expect(f.radius / rectangleRadius(2 * a, 2 * b)).toBeCloseTo(1, 12);
      [at[0], at[1], -0.0005].forEach((x, k) => {
        expect(f.center[k]).toBeCloseTo(x, 13);
      });
    }
    // the known mean distance from the centre of a unit square, (√2 + asinh 1)/6
    expect(rectangleRadius(1, 1)).toBeCloseTo((Math.SQRT2 + Math.asinh(1)) / 6, 14);
  });

  test.each([
    ["plane", plane, 0],
    ["box", shape("box", [2, 2, 0.5]), -0.5],
    ["larger cylinder", shape("cylinder", [3, 0.5]), -0.5],
  ] as const)("a cylinder and a cone on a %s: a disc, whatever small lean it has", (_name, other, z) => {
    for (const [body, height] of [
      [shape("cylinder", [0.4, 0.3]), 0.3],
      [shape("cone", [0.4, 1.2]), 0.3],
    ] as const) {
      for (const lean of [0, 1e-12, 1e-8, 1e-7, 3e-6, 1e-3]) {
        const q = [Math.sin(lean / 2) * 0.6, Math.sin(lean / 2) * 0.8, 0, Math.cos(lean / 2)];
        const f = footprint(body, pose(0.1, -0.2, height - 0.001, q), other, pose(0, 0, z));
        // seen along the normal a leaning disc is an ellipse; the normal may be of either face: cos 1e-3 = 1 − 5e-7
        const tolerance = lean > 1e-5 ? 6e-7 : 1e-9;
        expect(Math.abs(f.area / (Math.PI * 0.16) - 1)).toBeLessThan(tolerance);
        expect(Math.abs(f.radius / (0.8 / 3) - 1)).toBeLessThan(tolerance);
        // the centre of the cap: 0.3 below the origin along the leaning axis
        expect(Math.hypot(f.center[0] - 0.1, f.center[1] + 0.2)).toBeLessThan(0.31 * lean + 1e-9);
      }
    }
  });

  test("an octagon on its face: area 2√2 r², eight triangles", () => {
    const octagon = shape("hull", [], prism(8, 1, 0.5));
    const corners = Array.from({ length: 8 }, (_, k): P2 => [Math.cos((k * Math.PI) / 4), Math.sin((k * Math.PI) / 4)]);
    const judge = measure(corners);
    for (const [other, z] of [
      [plane, 0],
      [shape("box", [2, 2, 0.5]), -0.5],
      [octagon, -0.25],
    ] as const) {
      const f = footprint(octagon, pose(0, 0, 0.249), other, pose(0, 0, z));
      expect(f.area).toBeCloseTo(2 * Math.SQRT2, 12);
      expect(f.radius).toBeCloseTo(judge.radius, 9);
    }
  });

  test("two equal cylinders side by side: a lens", () => {
    const cylinder = shape("cylinder", [0.5, 0.3]);
    for (const d of [0.2, 0.4, 0.6, 0.8]) {
      const f = footprint(cylinder, pose(0, 0, 0), cylinder, pose(d, 0, 0.599));
      const half = Math.acos(d);
      const area = 0.5 * half - 0.5 * d * Math.sin(half);
      // five points of Gauss's rule on arcs of up to 45°: 1e-9
      expect(f.area / area).toBeCloseTo(1, 8);
      expect(f.center[0]).toBeCloseTo(d / 2, 8);
      expect(f.center[1]).toBeCloseTo(0, 8);
      // ρ by a grid of cells of 1/2000 of the size
      const grid = gridRadius((x, y) => x * x + y * y < 0.25 && (x - d) ** 2 + y * y < 0.25, [d / 2, 0], 0.5);
      expect(Math.abs(f.radius / grid - 1)).toBeLessThan(2e-4);
    }
  });

  test("a cylinder that stands out over a box: a disc cut by a line", () => {
    const cylinder = shape("cylinder", [0.5, 0.3]);
    const box = shape("box", [2, 2, 0.5]);
    const rnd = random(4);
    for (let i = 0; i < 40; i++) {
      // the disc's centre is s inside of the side x = 2, less than its radius
      const s = 0.9 * rnd() - 0.45;
      const f = footprint(cylinder, pose(2 - s, 0.3, 0.799, aboutZ(rnd())), box, pose(0, 0, 0));
      // segment of height r + s: r² (π − acos(s/r)) + s √(r² − s²); its centroid is 2/3 (r² − s²)^{3/2}/A from the centre
      const area = 0.25 * (Math.PI - Math.acos(s / 0.5)) + s * Math.sqrt(0.25 - s * s);
      expect(f.area / area).toBeCloseTo(1, 8);
      expect(f.center[0]).toBeCloseTo(2 - s - (2 * (0.25 - s * s) ** 1.5) / (3 * area), 8);
      expect(f.center[1]).toBeCloseTo(0.3, 8);
    }
  });

  test("a cone whose base is over a box by a sliver: the two ends of the chord, each once", () => {
    // Found among a million pairs: the deepest rim point was where the side crosses the rim, and the polygon had no area.
    const sink = createSink(16, 0.02);
    const at = [
      0.21911454875953496, -0.4772841143421829, -0.2706647871527821, 0.806759040911181, 0.37372198421523367,
      -0.4475636182954805, 0.09570024033698768, 0.30614769694221977, -0.11450031477870759, 0.7062698421032758,
      0.3545482346638757, -0.49270957404754184, -0.36672505427060037, 0.7050145810611612,
    ];
    const cone = shape("cone", [1.1188104537315666, 0.5695111954584717]);
    const box = shape("box", [0.7712214638479054, 0.31126956902444364, 0.7405275400262326]);
    contactsOf(cone, Float64Array.from(at), 0, box, Float64Array.from(at), 7, sink);
    expect(sink.count).toBe(2);
    expect(Math.hypot(...[0, 1, 2].map((k) => sink.pointA[k] - sink.pointA[3 + k]))).toBeGreaterThan(0.1);
    expect(sink.footprint.every(Number.isFinite)).toBe(true);
  });

  test("lines and points have no area; a line's radius is a quarter of its length", () => {
    const scene = (shapes: readonly ShapeSpec[], position: number[], orientation?: number[]) => {
      const bodies = [
        { name: "floor", type: "static" as const, shapes: [{ type: "plane" }] },
        { name: "body", position, ...(orientation ? { orientation } : {}), shapes },
      ] satisfies BodySpec[];
      const model = compileUntyped({ gravity: [0, 0, 0], timestep: 1e-6, bodies });
      const data = createData(model);
      step(model, data);
      expect(data.counter[COUNTER.patches]).toBe(1);
      return { area: data.patchSize[0], radius: data.items.collision.patchRadius[0], center: data.patchCentroid };
    };
    const box = [{ type: "box", halfExtents: [0.3, 0.2, 0.1] }] satisfies ShapeSpec[];
    const face = scene(box, [0, 0, 0.1]);
    expect(face.area).toBeCloseTo(0.24, 12);
    expect(face.radius).toBeCloseTo(rectangleRadius(0.6, 0.4), 12);
    // on its edge along x: turned by 45° about x
    const edge = scene(box, [0.5, 0, 0.3 * H - 1e-4], [Math.sin(Math.PI / 8), 0, 0, Math.cos(Math.PI / 8)]);
    expect(edge.area).toBe(0);
    expect(edge.radius).toBeCloseTo(0.15, 12);
    expect(edge.center[0]).toBeCloseTo(0.5, 12);
    const capsule = scene([{ type: "capsule", radius: 0.1, halfLength: 0.4 }], [0, 0, 0.1], [H, 0, 0, H]);
    expect([capsule.area, capsule.radius]).toEqual([0, expect.closeTo(0.2, 12)]);
    const ball = scene([{ type: "sphere", radius: 0.1 }], [0, 0, 0.1]);
    expect([ball.area, ball.radius]).toEqual([0, 0]);
  });
});

test("in the plane a patch is a line or a point", () => {
  const scene = (shape: ShapeSpec, position: number[]) => {
    const bodies = [
      { name: "floor", type: "static", shapes: [{ type: "plane" }] },
      { name: "body", position, shapes: [shape] },
    ] satisfies BodySpec[];
    const model = compile({ plane: "xy", gravity: [0, 0, 0], timestep: 1e-6, bodies });
    const data = createData(model);
    step(model, data);
    expect(data.counter[COUNTER.patches]).toBe(1);
    return [data.patchSize[0], data.items.collision.patchRadius[0], data.patchCentroid[0]];
  };
  // 0.8 m wide: L/4
  const box = scene({ type: "polygon", halfExtents: [0.4, 0.1] }, [0.3, 0.0999]);
  expect(box).toEqual([0, expect.closeTo(0.2, 12), expect.closeTo(0.3, 12)]);
  expect(scene({ type: "circle", radius: 0.1 }, [0.3, 0.0999])).toEqual([0, 0, expect.closeTo(0.3, 12)]);
});

/** ρ about c of the region in the square of half side `half` about c, summed over a grid. */
function gridRadius(inside: (x: number, y: number) => boolean, c: P2, half: number): number {
  const n = 1000;
  let [area, sum] = [0, 0];
  for (let i = -n; i < n; i++) {
    for (let j = -n; j < n; j++) {
      const [x, y] = [((i + 0.5) / n) * half, ((j + 0.5) / n) * half];
      if (!inside(c[0] + x, c[1] + y)) continue;
      area++;
      sum += Math.hypot(x, y);
    }
  }
  return sum / area;
}

describe("against an independent clip", () => {
  const corners = (a: number, b: number, x: number, y: number, angle: number): P2[] =>
    [
      [-a, -b],
      [a, -b],
      [a, b],
      [-a, b],
    ].map(([u, v]) => [
      // biome-ignore format: four corners
      x + Math.cos(angle) * u - Math.sin(angle) * v,
      y + Math.sin(angle) * u + Math.cos(angle) * v,
    ]);

  test("boxes stacked at any angle", () => {
    const rnd = random(0xb0c5);
    let judged = 0;
    for (let i = 0; i < (FULL ? 20_000 : 300); i++) {
      const [a, b, c, d] = [0.3 + rnd(), 0.3 + rnd(), 0.3 + rnd(), 0.3 + rnd()];
      const [x, y, angle] = [1.2 * (rnd() - 0.5), 1.2 * (rnd() - 0.5), 6.3 * rnd()];
      const region = common(corners(a, b, 0, 0, 0), corners(c, d, x, y, angle));
      if (region.length < 3) continue;
      const judge = measure(region);
      // boxes that all but miss each other touch with an edge
      if (!(judge.area > 0.01)) continue;
      judged++;
      const f = footprint(
        shape("box", [a, b, 0.2]),
        pose(0, 0, 0),
        shape("box", [c, d, 0.2]),
        pose(x, y, 0.3999, aboutZ(angle)),
      );
      // clipping takes corners within 1e-6 of a side, at most 2.6 m, for flush: strips of 2.6e-6 along sides of up to 2.6 m, four times
      expect(Math.abs(f.area - judge.area), `pose ${i}`).toBeLessThan(3e-5);
      expect(Math.hypot(f.center[0] - judge.center[0], f.center[1] - judge.center[1]), `pose ${i}`).toBeLessThan(3e-5);
      expect(Math.abs(f.radius - judge.radius), `pose ${i}`).toBeLessThan(3e-5);
    }
    expect(judged).toBeGreaterThan(FULL ? 15_000 : 200);
  });

  test("boxes and cylinders on a cut plane have the same footprint as on a plane", () => {
    const rnd = random(0xf007);
    for (const cut of ["regular", "random", "slivers"] as const) {
      const ground = meshShape(cutPlane(3, 200, cut, rnd));
      for (let i = 0; i < (FULL ? 1000 : 20); i++) {
        const [a, b] = [0.1 + 0.5 * rnd(), 0.1 + 0.5 * rnd()];
        const at = pose(rnd(), rnd(), 0.1999, aboutZ(6 * rnd()));
        const box = footprint(shape("box", [a, b, 0.2]), at, ground, pose(0, 0, 0));
        expect(Math.abs(box.area / (4 * a * b) - 1), `${cut} ${i}`).toBeLessThan(1e-9);
        expect(Math.abs(box.radius / rectangleRadius(2 * a, 2 * b) - 1)).toBeLessThan(1e-9);
        const disc = footprint(shape("cylinder", [a, 0.2]), at, ground, pose(0, 0, 0));
        // five points of Gauss's rule on arcs of up to 75°
        expect(Math.abs(disc.area / (Math.PI * a * a) - 1), `${cut} ${i}`).toBeLessThan(1e-7);
        expect(Math.abs(disc.radius / ((2 * a) / 3) - 1), `${cut} ${i}`).toBeLessThan(1e-7);
      }
    }
  });
});

test("measuring allocates nothing once warm", () => {
  const sink = createSink(16, 0.02);
  const box = shape("box", [0.5, 0.4, 0.3]);
  const cylinder = shape("cylinder", [0.5, 0.3]);
  const poses = Array.from({ length: 100 }, (_, k) => pose(0.3, 0.2 - 0.001 * k, 0.599, aboutZ(0.06 * k)));
  const still = pose(0, 0, 0);
  const run = () => {
    for (let round = 0; round < 5; round++) {
      for (const p of poses) {
        sink.count = 0;
        contactsOf(box, still, 0, box, p, 0, sink);
        contactsOf(box, still, 0, cylinder, p, 0, sink);
        contactsOf(cylinder, still, 0, cylinder, p, 0, sink);
      }
    }
  };
  for (let k = 0; k < 20; k++) run();
  // 1,500 contacts; one boxed number in each would be 18,000 bytes
  expect(allocatedBytes(run, 1_900)).toBeLessThan(2_000);
});
