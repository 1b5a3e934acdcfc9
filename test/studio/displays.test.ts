/** Projections of displays against closed forms and the reference values of the dome. */
import { describe, expect, test } from "vitest";
import {
  blend,
  direction,
  domeDistance,
  domeGrid,
  fishEye,
  latitudeLens,
  seenAt,
  throwBy,
  throwByMirror,
} from "../../studio/displays/dome.js";
import { eyeFrustum, frustumMatrix, project, sightThrough, wallScreens } from "../../studio/displays/frustum.js";
import { type Mirror, mirrorSight, reflected, reflectionMatrix } from "../../studio/displays/mirror.js";
import { add, dot, minus, times, unit, type Vec3 } from "../../studio/displays/vector.js";

const RADIANS = Math.PI / 180;
/** Round-off of a few operations on numbers of order 1. */
const ROUND_OFF = 12;

function same(actual: readonly number[], wanted: readonly number[], digits: number): void {
  for (let i = 0; i < wanted.length; i++) expect(actual[i]).toBeCloseTo(wanted[i], digits);
}

function apply(m: readonly number[], p: Vec3): number[] {
  const out = [0, 1, 2, 3].map((r) => m[r] * p[0] + m[4 + r] * p[1] + m[8 + r] * p[2] + m[12 + r]);
  return out.slice(0, 3).map((x) => x / out[3]);
}

describe("off-axis frusta", () => {
  const screen = { lowerLeft: [-1, -0.5, -2], lowerRight: [1, -0.5, -2], upperLeft: [-1, 0.7, -2] } as const;

  test("corners of a screen are the corners of its picture, from any eye in front of it", () => {
    for (const eye of [
      [0, 0, 0],
      [0.4, -0.2, 0.5],
      [-3, 1, 2],
    ] as const) {
      const sight = sightThrough(screen, eye, 0.1, 100);
      const corners = [screen.lowerLeft, screen.lowerRight, screen.upperLeft].map((corner) => project(sight, corner));
      [
        [-1, -1],
        [1, -1],
        [-1, 1],
      ].forEach((wanted, k) => {
        same(corners[k], wanted, ROUND_OFF);
      });
    }
  });

  test("the matrix of a frustum projects as the formula does", () => {
    const sight = sightThrough(screen, [0.3, 0.1, 0.2], 0.05, 50);
    const matrix = frustumMatrix(sight.frustum);
    for (const p of [
      [0.2, 0.3, -3],
      [-2, 1, -9],
    ] as const) {
      const d = minus(p, sight.eye);
      const seen = apply(matrix, [dot(sight.right, d), dot(sight.up, d), dot(sight.back, d)]);
      same(seen, project(sight, p), ROUND_OFF);
    }
  });

  test("screens of a wall meet at their edges, and a point on an edge is at the edge of both pictures", () => {
    const screens = wallScreens(3, 1.2, 0.7, 0.8);
    for (let k = 0; k < 2; k++) {
      same(screens[k].lowerRight, screens[k + 1].lowerLeft, ROUND_OFF);
      const far = times(add(screens[k].lowerRight, [0, 0.3, 0]), 40);
      const [a, b] = [k, k + 1].map((j) => project(sightThrough(screens[j], [0, 0, 0], 0.1, 100), far));
      expect(a[0]).toBeCloseTo(1, ROUND_OFF);
      expect(b[0]).toBeCloseTo(-1, ROUND_OFF);
      expect(a[1]).toBeCloseTo(b[1], ROUND_OFF);
    }
    // the middle one is straight ahead
    expect(screens[1].lowerLeft[2]).toBeCloseTo(-0.8, ROUND_OFF);
  });
});

describe("two eyes", () => {
  const settings = { eyes: 0.064, screen: 1.5 };
  const field = 0.9;
  const aspect = 1.6;
  /** Where on the screen (m from its middle) an eye sees a point of depth z at x. */
  const onScreen = (side: -1 | 1, x: number, z: number) => {
    const { left, right, near } = eyeFrustum(field, aspect, settings, side, 0.1, 100);
    const atNear = ((x - (side * settings.eyes) / 2) * near) / z;
    const ndc = (2 * atNear - left - right) / (right - left);
    return ndc * aspect * Math.tan(field / 2) * settings.screen;
  };

  test("a point at the distance of the screen has no disparity", () => {
    for (const x of [-0.7, 0, 0.4]) expect(onScreen(1, x, 1.5) - onScreen(-1, x, 1.5)).toBeCloseTo(0, ROUND_OFF);
  });

  test("disparity is e (1 − d/z): that of the eyes at infinity, reversed at half the distance", () => {
    for (const z of [0.75, 3, 10, 1e9])
      expect(onScreen(1, 0.3, z) - onScreen(-1, 0.3, z)).toBeCloseTo(0.064 * (1 - 1.5 / z), ROUND_OFF);
  });
});

describe("mirrors", () => {
  const mirror: Mirror = {
    position: [0.95, 1.6, 2.7],
    normal: unit([-0.9, -0.5, -0.1]),
    width: 0.24,
    height: 0.38,
  };
  const eye: Vec3 = [0.2, 0.78, 2.8];
  const up: Vec3 = [0, 0, 1];

  test("the matrix is Householder's, its own inverse, and keeps the plane", () => {
    const matrix = reflectionMatrix(mirror.position, mirror.normal);
    const p: Vec3 = [-3, 2, 1];
    same(apply(matrix, p), reflected(p, mirror), ROUND_OFF);
    same(apply(matrix, apply(matrix, p) as unknown as Vec3), p, ROUND_OFF);
    same(apply(matrix, mirror.position), mirror.position, ROUND_OFF);
  });

  test("R equals M S M⁻¹ of a mirror placed by M, with S = diag(1, 1, −1, 1)", () => {
    // axes of the mirror as columns: e1, e2, n
    const n = mirror.normal;
    const e1 = unit([n[1], -n[0], 0]);
    const e2: Vec3 = [n[1] * e1[2] - n[2] * e1[1], n[2] * e1[0] - n[0] * e1[2], n[0] * e1[1] - n[1] * e1[0]];
    const p: Vec3 = [-4, 3, 0.2];
    const d = minus(p, mirror.position);
    const local = [dot(e1, d), dot(e2, d), -dot(n, d)];
    const back = add(add(add(mirror.position, e1, local[0]), e2, local[1]), n, local[2]);
    same(apply(reflectionMatrix(mirror.position, n), p), back, ROUND_OFF);
  });

  test("a thing is drawn where the line from the eye to its image meets the mirror", () => {
    const sight = mirrorSight(mirror, eye, up, 200);
    if (!sight) throw new Error("the eye is in front of the mirror");
    for (const thing of [
      [-6, 2.2, 0.6],
      [-4, 3, 1.5],
      [-12, 0.5, 0],
    ] as const) {
      const image = reflected(thing, mirror);
      const along = minus(image, eye);
      const t = dot(mirror.normal, minus(mirror.position, eye)) / dot(mirror.normal, along);
      const on = add(eye, along, t);
      // the same place of the mirror in the picture, to far less than a pixel
      const drawn = project(sight, thing);
      same(drawn, project(sight, on), 9);
    }
    // nothing behind the mirror is drawn: it is the near plane
    expect(sight.frustum.near).toBeCloseTo(dot(mirror.normal, minus(eye, mirror.position)), ROUND_OFF);
  });

  test("an eye behind the mirror sees nothing in it", () => {
    expect(mirrorSight(mirror, add(mirror.position, mirror.normal, -1), up, 10)).toBeNull();
  });

  test("the picture is upright, and its right side is what the eye sees on the left", () => {
    const sight = mirrorSight(mirror, eye, up, 200);
    if (!sight) throw new Error("the eye is in front of the mirror");
    expect(sight.up[2]).toBeGreaterThan(0.9);
    // from the eye the mirror's level edge runs to the other side
    const toMirror = minus(mirror.position, eye);
    const eyeRight: Vec3 = [toMirror[1], -toMirror[0], 0];
    expect(dot(sight.right, eyeRight)).toBeLessThan(0);
  });
});

describe("dome", () => {
  /** [Luaces2013] (5.4)–(5.15) with both corrections, R = 1.065 m: θ°, φ°, d, e, α, r, v to six decimals. */
  const TABLE = [
    [0, 0, 0, [0, 0, 0], 1.065, [1.065, 0, 0], [1, 0, 0]],
    [40, 30, 0.3, [-0.2, 0, 0.1], 0.882824, [0.585678, 0.491442, 0.741412], [0.697118, 0.436047, 0.569113]],
    [90, 0, 0.3, [-0.2, 0, 0.1], 1.021873, [0, 1.021873, 0.3], [0.188627, 0.963763, 0.188627]],
    [0, 90, 0.3, [-0.2, 0, 0.1], 0.765, [0, 0, 1.065], [0.202941, 0, 0.979191]],
    [-75, -40, -0.25, [-0.3, 0.05, 0.2], 0.886943, [0.175851, -0.656286, -0.820116], [0.358086, -0.531492, -0.767653]],
  ] as const;
  const R = 1.065;

  test.each(TABLE)("θ = %d°, φ = %d°, d = %d m: as in the table", (theta, phi, d, eye, alpha, r, v) => {
    const n = direction(theta * RADIANS, phi * RADIANS);
    const p: Vec3 = [0, 0, d];
    expect(domeDistance(p, n, R)).toBeCloseTo(alpha, 6);
    const seen = seenAt(() => ({ from: p, along: n }), { radius: R, eye }, 0, 0) as Vec3;
    same(add(seen, eye), r, 6);
    same(unit(seen), v, 6);
  });

  test("edges of the picture are at ±90° and from −45° to 90°", () => {
    const angles = (x: number, y: number) => {
      const n = latitudeLens(x, y) as Vec3;
      return [Math.atan2(n[1], n[0]), Math.asin(n[2])].map((angle) => angle / RADIANS);
    };
    expect(angles(0.5, 0)[0]).toBeCloseTo(-90, 9);
    expect(angles(-0.5, 0)[0]).toBeCloseTo(90, 9);
    expect(angles(0, 0.5)[1]).toBeCloseTo(90, 6);
    expect(angles(0, -0.5)[1]).toBeCloseTo(-45, 9);
  });

  test("an eye at the lens sees every ray where it was thrown", () => {
    const p: Vec3 = [0.1, -0.2, 0.3];
    for (const [x, y] of [
      [-0.3, 0.2],
      [0.1, -0.4],
    ]) {
      const seen = unit(seenAt(throwBy(latitudeLens, p), { radius: R, eye: p }, x, y) as Vec3);
      same(seen, latitudeLens(x, y) as Vec3, ROUND_OFF);
    }
  });

  test("a fish-eye has its angle proportional to the radius, and nothing outside its circle", () => {
    const lens = fishEye(Math.PI, 4 / 3);
    expect(lens(0, 0)).toEqual([1, -0, 0]);
    for (const x of [0.1, 0.25, 0.5]) expect(Math.acos((lens(x, 0) as Vec3)[0])).toBeCloseTo(Math.PI * x, 9);
    expect(lens(0.45, 0.45)).toBeNull();
  });

  test("light by a spherical mirror obeys the law of reflection and starts on the mirror", () => {
    const set = {
      projector: [-1.2, 0, -0.9],
      target: [-0.9, 0, -0.6],
      center: [-0.95, 0, -0.75],
      radius: 0.25,
    } as const;
    const light = throwByMirror({ ...set, field: 0.5, aspect: 4 / 3 });
    const leg = light(0.05, 0.1);
    if (!leg) throw new Error("the ray meets the mirror");
    const incoming = unit(minus(leg.from, set.projector));
    const normal = times(minus(leg.from, set.center), 1 / set.radius);
    expect(Math.hypot(...normal)).toBeCloseTo(1, ROUND_OFF);
    expect(dot(leg.along, normal)).toBeCloseTo(-dot(incoming, normal), ROUND_OFF);
    // in the plane of incoming ray and normal
    const across = minus(leg.along, incoming);
    expect(Math.abs(dot(unit(across), normal))).toBeCloseTo(1, ROUND_OFF);
  });

  test("two pictures that overlap add up to one in linear light", () => {
    for (const x of [0, 0.02, 0.05, 0.08, 0.1])
      expect(blend(x, 0.1) ** 2.2 + blend(0.1 - x, 0.1) ** 2.2).toBeCloseTo(1, ROUND_OFF);
  });

  test("a grid has a viewing ray at every corner, and triangles only where there is light", () => {
    const grid = domeGrid(16, 12, throwBy(fishEye(Math.PI, 1), [0, 0, 0]), { radius: R, eye: [0, 0, 0.1] }, 0);
    expect(grid.positions.length).toBe(3 * 17 * 13);
    expect(grid.triangles.length).toBeGreaterThan(0);
    expect(grid.triangles.length).toBeLessThan(6 * 16 * 12);
    for (const corner of grid.triangles)
      expect(Math.hypot(grid.positions[3 * corner], grid.positions[3 * corner + 1])).toBeLessThan(1 + 1e-6);
  });
});
