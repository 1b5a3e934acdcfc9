/**
 * Every cell of the pair matrix, in both orders, at seeded random poses, against a judge that knows nothing of the narrow phase: the least
 * distance of the triangles of both shapes, all pairs. Triangles of round shapes are inscribed, so the truth is below the judge's distance by at most
 * the sagitta of both tessellations; chords across the hole of a wire are outside of it, and the truth may be above by as much.
 */
import { compileUntyped, defaultItems } from "stiction";
import { describe, expect, test } from "vitest";
import { createCollider } from "../../src/collision/narrow/collider.js";
import { contactsOf, routinesOf, separationOf } from "../../src/collision/narrow/pair-table.js";
import { type Collider, createSeparation, createSink } from "../../src/collision/narrow/types.js";
import { DISTANCE_SIZE, triangleDistance } from "../../src/geometry/triangle/distance.js";
import type { TriangleMesh } from "../../src/geometry/types.js";
import { random, unitQuaternion } from "../geometry/random.js";
import { roundedBox } from "./rounded-box-shape.js";

const FULL = process.env.STICTION_FULL === "1";
/** Poses per cell. */
const POSES = FULL ? 40 : 4;

interface Judged {
  readonly name: string;
  readonly collider: Collider;
  readonly triangles: TriangleMesh;
  /** How far the triangles are below the surface at most, m. */
  readonly sagitta: number;
  /** Fixed, with its solid side below. */
  readonly ground: boolean;
}

const items = { ...defaultItems, shapes: { ...defaultItems.shapes, "rounded-box": roundedBox } };

function judged(
  name: string,
  params: object,
  sagitta: number,
  options: { planar?: boolean; ground?: boolean } = {},
): Judged {
  const body = { name: "x", type: "static", shapes: [{ type: name, ...params }] };
  const scene = { bodies: [body], ...(options.planar ? { plane: "xy" } : {}) };
  const shape = compileUntyped(scene, items).shapes[0].geometry;
  // a plane is drawn 100 m wide: enough for shapes of 1 m near the origin
  const triangles = name === "chain" ? line(shape.polygon!.vertices) : (shape.triangles?.(24) ?? shape.drawing());
  return { name, collider: createCollider(shape), triangles, sagitta, ground: options.ground ?? false };
}

/** A chain as triangles without width; it is drawn as a ribbon. */
function line(v: Float64Array): TriangleMesh {
  const n = v.length / 2;
  const vertices = Float64Array.from({ length: 3 * n }, (_, i) => (i % 3 < 2 ? v[2 * Math.floor(i / 3) + (i % 3)] : 0));
  return {
    vertices,
    triangles: Uint32Array.from({ length: 3 * (n - 1) }, (_, i) => Math.floor(i / 3) + (i % 3 > 0 ? 1 : 0)),
  };
}

/** Sagitta of a circle of radius r in n facets. */
const sagitta = (r: number, n: number) => r * (1 - Math.cos(Math.PI / n));

const tetrahedron = {
  vertices: [[-0.6, -0.5, -0.2], [0.6, -0.5, -0.2], [0, 0.6, -0.2], [0, 0, 0.6]],
  faces: [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]],
}; // biome-ignore format: points and faces

// an icosphere's faces are flatter than an arc of its edges: its sagitta is that of the circumscribed circle of a face, 0.6 of the edge
const SPATIAL: Judged[] = [
  judged("sphere", { radius: 0.4 }, sagitta(0.4, 12)),
  judged("capsule", { radius: 0.25, halfLength: 0.3 }, sagitta(0.25, 12)),
  judged("box", { halfExtents: [0.4, 0.3, 0.2] }, 0),
  judged("cylinder", { radius: 0.4, halfLength: 0.2 }, sagitta(0.4, 24)),
  judged("cone", { radius: 0.4, height: 0.6 }, sagitta(0.4, 24)),
  judged("ellipsoid", { semiAxes: [0.5, 0.3, 0.2] }, sagitta(0.5, 8)),
  judged("prism", { sides: 5, radius: 0.4, height: 0.4 }, 0),
  judged("rounded-box", { halfExtents: [0.4, 0.3, 0.2], radius: 0.1 }, sagitta(0.1, 8)),
  judged("torus", { radius: 0.4, tube: 0.12 }, sagitta(0.52, 24) + sagitta(0.12, 12)),
  judged("torus", { radius: 0.4, tube: 0.12, arc: 2.6 }, sagitta(0.52, 24) + sagitta(0.12, 12)),
  judged("torus", { radius: 0.3, tube: 0.1, arc: 5 }, sagitta(0.4, 24) + sagitta(0.1, 12)),
  judged("chain-link", { radius: 0.3, wire: 0.08, halfLength: 0.2, stud: 0.06 }, sagitta(0.4, 32) + sagitta(0.08, 12)),
  judged("chain-link", { radius: 0.3, wire: 0.1, halfLength: 0.2 }, sagitta(0.4, 32) + sagitta(0.1, 24)),
  judged("mesh", tetrahedron, 0),
  judged("height-field", { heights: [[0, 0.1, 0.2], [0.1, 0.3, 0], [0, 0, 0.1]], dx: 2, dy: 2 }, 0, { ground: true }), // biome-ignore format: one line
  judged("plane", {}, 0, { ground: true }),
];
const PLANAR: Judged[] = [
  judged("circle", { radius: 0.4 }, sagitta(0.4, 64), { planar: true }),
  judged("capsule", { radius: 0.2, halfLength: 0.4 }, sagitta(0.2, 32), { planar: true }),
  judged("polygon", { vertices: [[-0.5, -0.3], [0.5, -0.3], [0.1, 0.1], [0, 0.6]] }, 0, { planar: true }), // biome-ignore format: one line
  judged("chain", { vertices: [[3, 0.1], [1, 0], [0, 0.3], [-1, 0], [-3, 0]] }, 0, { planar: true, ground: true }), // biome-ignore format: one line
  judged("plane", {}, 0, { planar: true, ground: true }),
];

function place({ vertices, triangles }: TriangleMesh, pose: Float64Array): TriangleMesh {
  const [x, y, z, w] = pose.subarray(3);
  const out = new Float64Array(vertices.length);
  for (let i = 0; i < vertices.length; i += 3) {
    const [a, b, c] = vertices.subarray(i, i + 3);
    const t = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
    out[i] = a + w * t[0] + y * t[2] - z * t[1] + pose[0];
    out[i + 1] = b + w * t[1] + z * t[0] - x * t[2] + pose[1];
    out[i + 2] = c + w * t[2] + x * t[1] - y * t[0] + pose[2];
  }
  return { vertices: out, triangles };
}

/** Boxes of all triangles: least and greatest x, y and z of each. */
function boxesOf({ vertices: v, triangles: t }: TriangleMesh): Float64Array {
  const out = new Float64Array(2 * t.length);
  for (let i = 0; i < t.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const [p, q, r] = [v[3 * t[i] + k], v[3 * t[i + 1] + k], v[3 * t[i + 2] + k]];
      out[2 * (i + k)] = Math.min(p, q, r);
      out[2 * (i + k) + 1] = Math.max(p, q, r);
    }
  }
  return out;
}

/** Least distance of the triangles of two surfaces: all pairs, but for those whose boxes are farther than the best. */
function meshDistance(a: TriangleMesh, b: TriangleMesh): number {
  const [p, q] = [boxesOf(a), boxesOf(b)];
  const out = new Float64Array(DISTANCE_SIZE);
  const [s, t] = [a.triangles, b.triangles];
  let best = Infinity;
  for (let i = 0; i < s.length; i += 3) {
    for (let j = 0; j < t.length; j += 3) {
      const x = Math.max(0, p[2 * i] - q[2 * j + 1], q[2 * j] - p[2 * i + 1]);
      const y = Math.max(0, p[2 * i + 2] - q[2 * j + 3], q[2 * j + 2] - p[2 * i + 3]);
      const z = Math.max(0, p[2 * i + 4] - q[2 * j + 5], q[2 * j + 4] - p[2 * i + 5]);
      if (x * x + y * y + z * z >= best) continue;
      triangleDistance(a.vertices, s[i], s[i + 1], s[i + 2], b.vertices, t[j], t[j + 1], t[j + 2], out, 0);
      best = Math.min(best, out[6]);
    }
  }
  return Math.sqrt(best);
}

/** A pose of a shape near the origin, from clearly apart to overlapping; ground stays at the origin. */
function poseOf(shape: Judged, other: Judged, i: number, planar: boolean, rnd: () => number): Float64Array {
  if (shape.ground && !other.ground) return Float64Array.of(0, 0, 0, 0, 0, 0, 1);
  const angle = rnd() - 0.5;
  const q = planar ? [0, 0, Math.sin(angle), Math.cos(angle)] : unitQuaternion(rnd);
  const far = [1.3, 0.9, 0.6, 0.4][i % 4];
  const direction = [rnd() - 0.5, rnd() - 0.5, rnd() - 0.5];
  if (other.ground || shape.ground) {
    // above the ground, whose solid side has no triangles
    const height = far + (planar ? 0.4 : 0.5);
    // a height field is solid below: only upside down it meets another one above it
    const ground = shape.name === "height-field" && other.name === shape.name ? [1, 0, 0, 0] : [0, 0, 0, 1];
    const lean = shape.ground ? ground : q;
    return Float64Array.of(0.3 * direction[0], planar ? height : 0.3 * direction[1], planar ? 0 : height, ...lean);
  }
  if (planar) direction[2] = 0;
  const length = Math.hypot(...direction);
  return Float64Array.of(...direction.map((x) => (far * x) / length), ...q);
}

/** Both moved by the same rotation and translation. */
function moved(pose: Float64Array, planar: boolean): Float64Array {
  const h = Math.SQRT1_2;
  // a quarter turn about z, and in space also a shift along z
  const [x, y, z, w] = pose.subarray(3);
  const turn = [h * (x - y), h * (x + y), h * (z + w), h * (w - z)];
  return Float64Array.of(-pose[1] + 3, pose[0] - 2, pose[2] + (planar ? 0 : 1), ...turn);
}

const isWire = ({ name }: Judged) => name === "torus" || name === "chain-link";

function judgePair(a: Judged, b: Judged, planar: boolean): void {
  const rnd = random(0xce11 + 31 * a.collider.kind + b.collider.kind);
  const [out, back, turned] = [createSeparation(), createSeparation(), createSeparation()];
  const [sink, mirror] = [createSink(256, 0.02), createSink(256, 0.02)];
  const slack = a.sagitta + b.sagitta;
  for (let i = 0; i < POSES; i++) {
    const poseA = b.ground || a.ground ? poseOf(a, b, i, planar, rnd) : Float64Array.of(0, 0, 0, 0, 0, 0, 1);
    const poseB = a.ground && !b.ground ? poseOf(b, a, i, planar, rnd) : b.ground ? Float64Array.of(0, 0, 0, 0, 0, 0, 1) : poseOf(b, a, i, planar, rnd); // biome-ignore format: one line
    const text = `${a.name} and ${b.name}, pose ${i}`;
    expect(separationOf(a.collider, poseA, 0, b.collider, poseB, 0, out), text).toBe(true);
    const [gap, ...rest] = out.values;
    const normal = rest.slice(0, 3);

    // the judge
    const distance = meshDistance(place(a.triangles, poseA), place(b.triangles, poseB));
    const bulge = (isWire(a) ? a.sagitta : 0) + (isWire(b) ? b.sagitta : 0);
    if (distance > 0) expect(gap, text).toBeLessThan(distance + bulge + 1e-6);
    if (gap > 0) expect(gap, text).toBeGreaterThan(distance - slack - 1e-6);
    // inside each other without touching is no pose of this test
    if (distance > slack + 1e-6) expect(gap, text).toBeGreaterThan(0);

    // unit normal that joins the points
    expect(Math.abs(Math.hypot(...normal) - 1), text).toBeLessThan(1e-9);
    const between = normal.reduce((sum, n, k) => sum + n * (out.values[7 + k] - out.values[4 + k]), 0);
    expect(Math.abs(between - gap), text).toBeLessThan(1e-6);

    // the other order mirrors
    separationOf(b.collider, poseB, 0, a.collider, poseA, 0, back);
    expect(Math.abs(back.values[0] - gap), text).toBeLessThan(1e-9);
    for (let k = 1; k < 4; k++) expect(Math.abs(back.values[k] + out.values[k]), text).toBeLessThan(1e-6);

    // a rigid motion of both changes nothing but round-off; iterations end within 1e-7 of the size
    separationOf(a.collider, moved(poseA, planar), 0, b.collider, moved(poseB, planar), 0, turned);
    const surfaces = a.collider.mesh !== null && b.collider.mesh !== null;
    expect(Math.abs(turned.values[0] - gap), text).toBeLessThan(1e-6);

    // contacts: within the margin, the nearest at the separation, unit normals, mirrored by the other order
    // between two meshes contacts are the features that touch, found up to a margin that is small beside the shapes
    if (surfaces && gap > 0.02) continue;
    for (const s of [sink, mirror]) {
      s.count = 0;
      s.overflow = false;
      s.margin[0] = Math.max(0.02, gap + 0.01);
    }
    contactsOf(a.collider, poseA, 0, b.collider, poseB, 0, sink);
    contactsOf(b.collider, poseB, 0, a.collider, poseA, 0, mirror);
    expect(sink.count, text).toBeGreaterThan(0);
    // parts of what is not convex may be told apart in one order and not in the other
    if (a.collider.shape.convex && b.collider.shape.convex) expect(mirror.count, text).toBe(sink.count);
    const least = [sink, mirror].map((s) => {
      for (let c = 0; c < s.count; c++) {
        const n = s.normal.subarray(3 * c, 3 * c + 3);
        expect(Math.abs(Math.hypot(...n) - 1), text).toBeLessThan(1e-9);
        expect(s.gap[c], text).toBeLessThanOrEqual(s.margin[0]);
      }
      return Math.min(...s.gap.subarray(0, s.count));
    });
    // overlapping shapes that are not convex leave each other by ways that may differ
    if (gap > 0 || (a.collider.shape.convex && b.collider.shape.convex))
      expect(Math.abs(least[0] - least[1]), text).toBeLessThan(1e-6);
    if (gap > 0) expect(Math.abs(least[0] - gap), text).toBeLessThan(1e-6);
  }
}

const pairs = (shapes: Judged[]) =>
  shapes.flatMap((a, i) => shapes.slice(i).map((b) => [a.name, b.name, a, b] as const));

describe(`the pair matrix, ${POSES} poses per cell`, () => {
  test.each(pairs(SPATIAL))("%s and %s", (_a, _b, a, b) => {
    if (routinesOf(a.collider, b.collider) === null) expect([a.name, b.name]).toEqual(["plane", "plane"]);
    else judgePair(a, b, false);
  });

  test.each(pairs(PLANAR))("planar %s and %s", (_a, _b, a, b) => {
    if (routinesOf(a.collider, b.collider) !== null) judgePair(a, b, true);
    else expect([a, b].every(({ ground }) => ground)).toBe(true);
  });
});
