/**
 * Slow judges of rays: an implicit function of every form (negative inside), written apart from the library, and a march along the ray
 * with bisection. Where the function changes sign there is a crossing; the routine must have found it.
 */
import { param, type ShapeGeometry } from "stiction";
import { createCollider } from "../../src/collision/narrow/collider.js";
import type { Collider } from "../../src/collision/narrow/types.js";
import { prepareMesh } from "../../src/collision/query/ray/mesh-of.js";
import type { ShapeKind } from "../../src/model/shape.js";
import { shapes } from "../../src/model/shapes/index.js";

export interface Judged {
  readonly name: string;
  readonly collider: Collider;
  /** Negative inside; Lipschitz enough for a march. Not there for chains, which have no inside. */
  readonly inside: (p: readonly number[]) => number;
  /** Radius in which rays are aimed, m. */
  readonly size: number;
  readonly planar: boolean;
  /** A point on or near the form to aim at; any point within the size when absent. */
  readonly aim?: (next: () => number) => number[];
}

export function random(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Uniform on the unit sphere (circle in the plane). */
export function direction(next: () => number, planar: boolean): number[] {
  const phi = 2 * Math.PI * next();
  const z = planar ? 0 : 2 * next() - 1;
  const r = Math.sqrt(1 - z * z);
  return [r * Math.cos(phi), r * Math.sin(phi), z];
}

export function geometryOf(type: string, params: Record<string, unknown>, planar = false): ShapeGeometry {
  const kind = (shapes as Record<string, ShapeKind>)[type];
  const parsed = param.record(kind.params, { help: "" }).parse(params);
  const geometry = kind.prepare(parsed, planar);
  if (typeof geometry === "string") throw new Error(geometry);
  return geometry;
}

export function colliderOf(type: string, params: Record<string, unknown>, planar = false): Collider {
  const geometry = geometryOf(type, params, planar);
  const collider = createCollider(geometry);
  prepareMesh(collider, geometry);
  return collider;
}

/** A torus, whose shape the scene format may not have yet. */
export function torusCollider(ring: number, tube: number): Collider {
  return createCollider({
    form: "torus",
    size: [ring, tube],
    mass: null,
    bounds: Float64Array.of(-ring - tube, -ring - tube, -tube, ring + tube, ring + tube, tube),
    drawing: () => ({ vertices: new Float64Array(0), triangles: new Uint32Array(0) }),
  });
}

const { abs, max, min, hypot } = Math;

/** An L as one closed mesh: [0,3]×[0,1] ∪ [0,1]×[0,3], from z = −½ to ½. */
const L_OUTLINE = [
  [0, 0],
  [3, 0],
  [3, 1],
  [1, 1],
  [1, 3],
  [0, 3],
];
const L_INSIDE = (x: number, y: number) =>
  min(max(abs(x - 1.5) - 1.5, abs(y - 0.5) - 0.5), max(abs(x - 0.5) - 0.5, abs(y - 1.5) - 1.5));
const L_MESH = {
  vertices: [...L_OUTLINE.map(([x, y]) => [x, y, -0.5]), ...L_OUTLINE.map(([x, y]) => [x, y, 0.5])],
  faces: [
    [5, 4, 3, 2, 1, 0],
    [6, 7, 8, 9, 10, 11],
    ...L_OUTLINE.map((_, i) => [i, (i + 1) % 6, 6 + ((i + 1) % 6), 6 + i]),
  ],
};

const HEIGHTS = Array.from({ length: 7 }, (_, j) =>
  Array.from({ length: 9 }, (_, i) => 0.6 * Math.sin(1.3 * i) * Math.cos(0.9 * j) + 0.1 * ((i * 7 + j * 3) % 5)),
);

/** Height over the grid of 9 × 7 points, 0.5 × 0.4 m apart, by its two triangles per cell; NaN beside it. */
function heightAt(x: number, y: number): number {
  const a = x / 0.5 + 4;
  const b = y / 0.4 + 3;
  if (a < 0 || a > 8 || b < 0 || b > 6) return Number.NaN;
  const i = min(Math.floor(a), 7);
  const j = min(Math.floor(b), 5);
  const [u, v] = [a - i, b - j];
  const [h00, h10, h01, h11] = [HEIGHTS[j][i], HEIGHTS[j][i + 1], HEIGHTS[j + 1][i], HEIGHTS[j + 1][i + 1]];
  return u >= v ? h00 + u * (h10 - h00) + v * (h11 - h10) : h00 + v * (h01 - h00) + u * (h11 - h01);
}

/** A star of five points, not convex. */
const STAR = Array.from({ length: 10 }, (_, i) => {
  const r = i % 2 === 0 ? 1.5 : 0.6;
  return [r * Math.cos((Math.PI * i) / 5), r * Math.sin((Math.PI * i) / 5)];
});

/** Distance to the outline, negative inside by the winding of angles. */
function outlineInside(points: readonly number[][], x: number, y: number): number {
  let angle = 0;
  let distance = Number.POSITIVE_INFINITY;
  points.forEach(([ax, ay], i) => {
    const [bx, by] = points[(i + 1) % points.length];
    const cross = (ax - x) * (by - y) - (ay - y) * (bx - x);
    const dot = (ax - x) * (bx - x) + (ay - y) * (by - y);
    angle += Math.atan2(cross, dot);
    const t = max(0, min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)));
    distance = min(distance, hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)));
  });
  return abs(angle) > Math.PI ? -distance : distance;
}

/** Planes of a regular octahedron of circumradius 1.2: |x| + |y| + |z| ≤ 1.2. */
const octahedron = (p: readonly number[]) => (abs(p[0]) + abs(p[1]) + abs(p[2]) - 1.2) / Math.sqrt(3);

/** Distance from the curve: a stadium line seen from its middle segment, and the segment of the stud. */
function chainLink(name: string, given: { radius: number; wire: number; halfLength?: number; stud?: number }): Judged {
  const { radius, wire, halfLength = 0, stud = 0 } = given;
  const ring = ([x, y, z]: readonly number[]) => hypot(hypot(max(abs(x) - halfLength, 0), y) - radius, z) - wire;
  const bar = ([x, y, z]: readonly number[]) => hypot(x, max(abs(y) - radius, 0), z) - stud;
  return {
    name,
    collider: colliderOf("chain-link", given),
    inside: (p) => (stud > 0 ? min(ring(p), bar(p)) : ring(p)),
    size: halfLength + radius + wire,
    planar: false,
  };
}

export const judgedForms: Judged[] = [
  {
    name: "sphere",
    collider: colliderOf("sphere", { radius: 0.7 }),
    inside: ([x, y, z]) => hypot(x, y, z) - 0.7,
    size: 1,
    planar: false,
  },
  {
    name: "capsule",
    collider: colliderOf("capsule", { radius: 0.4, halfLength: 0.9 }),
    inside: ([x, y, z]) => hypot(x, y, z - max(-0.9, min(0.9, z))) - 0.4,
    size: 1.5,
    planar: false,
  },
  {
    name: "box",
    collider: colliderOf("box", { halfExtents: [0.5, 1, 0.25] }),
    inside: ([x, y, z]) => max(abs(x) - 0.5, abs(y) - 1, abs(z) - 0.25),
    size: 1.3,
    planar: false,
  },
  {
    name: "cylinder",
    collider: colliderOf("cylinder", { radius: 0.6, halfLength: 0.8 }),
    inside: ([x, y, z]) => max(hypot(x, y) - 0.6, abs(z) - 0.8),
    size: 1.2,
    planar: false,
  },
  {
    name: "cone",
    collider: colliderOf("cone", { radius: 0.8, height: 1.6 }),
    inside: ([x, y, z]) => max((hypot(x, y) * 1.6 - 0.8 * (1.2 - z)) / hypot(1.6, 0.8), -0.4 - z),
    size: 1.3,
    planar: false,
  },
  {
    name: "ellipsoid",
    collider: colliderOf("ellipsoid", { semiAxes: [1, 0.5, 0.2] }),
    inside: ([x, y, z]) => x * x + 4 * y * y + 25 * z * z - 1,
    size: 1.1,
    planar: false,
  },
  {
    name: "torus",
    collider: torusCollider(1, 0.3),
    inside: ([x, y, z]) => hypot(hypot(x, y) - 1, z) - 0.3,
    size: 1.4,
    planar: false,
  },
  {
    name: "thin torus",
    collider: torusCollider(1, 0.01),
    inside: ([x, y, z]) => hypot(hypot(x, y) - 1, z) - 0.01,
    size: 1.05,
    planar: false,
    aim: (next) => {
      const phi = 2 * Math.PI * next();
      const rho = 1 + 0.03 * (next() - 0.5);
      return [rho * Math.cos(phi), rho * Math.sin(phi), 0.03 * (next() - 0.5)];
    },
  },
  chainLink("chain link", { radius: 0.6, wire: 0.2, halfLength: 0.7 }),
  chainLink("chain link without straight sides", { radius: 1, wire: 0.3 }),
  chainLink("chain link with a stud", { radius: 0.6, wire: 0.15, halfLength: 0.5, stud: 0.12 }),
  chainLink("chain link with a thick stud", { radius: 0.5, wire: 0.1, halfLength: 0.6, stud: 0.3 }),
  { name: "plane", collider: colliderOf("plane", {}), inside: (p) => p[2], size: 1, planar: false },
  {
    name: "hull",
    collider: colliderOf("platonic", { solid: "octahedron", radius: 1.2 }),
    inside: octahedron,
    size: 1.3,
    planar: false,
  },
  {
    name: "mesh",
    collider: colliderOf("mesh", L_MESH),
    inside: ([x, y, z]) => max(L_INSIDE(x, y), abs(z) - 0.5),
    size: 3,
    planar: false,
  },
  {
    name: "height field",
    collider: colliderOf("height-field", { heights: HEIGHTS, dx: 0.5, dy: 0.4 }),
    inside: ([x, y, z]) => z - heightAt(x, y),
    size: 1.5,
    planar: false,
  },
  {
    name: "circle",
    collider: colliderOf("circle", { radius: 0.7 }, true),
    inside: ([x, y]) => hypot(x, y) - 0.7,
    size: 1,
    planar: true,
  },
  {
    name: "planar capsule",
    collider: colliderOf("capsule", { radius: 0.4, halfLength: 0.9 }, true),
    inside: ([x, y]) => hypot(x - max(-0.9, min(0.9, x)), y) - 0.4,
    size: 1.5,
    planar: true,
  },
  {
    name: "polygon",
    collider: colliderOf("polygon", { vertices: STAR }, true),
    inside: ([x, y]) => outlineInside(STAR, x, y),
    size: 1.6,
    planar: true,
  },
  { name: "half-plane", collider: colliderOf("plane", {}, true), inside: (p) => p[1], size: 1, planar: true },
];

/** A point to aim at. */
export function aimAt(form: Judged, next: () => number): number[] {
  return form.aim?.(next) ?? direction(next, form.planar).map((x) => x * form.size * next());
}

/** First t in [0, end] where `inside` changes sign, by steps and bisection; NaN when none. */
export function march(form: Judged, o: readonly number[], d: readonly number[], end: number, steps: number): number {
  const at = (t: number) => form.inside([o[0] + t * d[0], o[1] + t * d[1], o[2] + t * d[2]]);
  let before = at(0);
  for (let i = 1; i <= steps; i++) {
    const t = (end * i) / steps;
    const now = at(t);
    if (before > 0 !== now > 0 && !Number.isNaN(before) && !Number.isNaN(now)) {
      let lo = (end * (i - 1)) / steps;
      let hi = t;
      for (let k = 0; k < 60; k++) {
        const mid = 0.5 * (lo + hi);
        if (at(mid) > 0 === before > 0) lo = mid;
        else hi = mid;
      }
      return 0.5 * (lo + hi);
    }
    before = now;
  }
  return Number.NaN;
}
