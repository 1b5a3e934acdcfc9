/**
 * Overlap of convex bodies, by an independent method: faces of each are clipped by the planes of the other; no hulls,
 * no trees.
 */
import type { Simulation } from "stiction";

/**
 * A convex body in the world: outward unit normal and corners of each face, counter-clockwise; in the plane its faces
 * are its edges.
 */
export interface ConvexBody {
  readonly faces: readonly { readonly normal: readonly number[]; readonly corners: readonly (readonly number[])[] }[];
  readonly corners: readonly (readonly number[])[];
}

const dot = (a: readonly number[], b: readonly number[]) => a[0] * b[0] + a[1] * b[1] + (a[2] ?? 0) * (b[2] ?? 0);
const minus = (a: readonly number[], b: readonly number[]) => a.map((x, i) => x - b[i]);
const cross = (a: readonly number[], b: readonly number[]) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** The part of a polygon on the inner side of a plane. */
function clip(
  polygon: readonly (readonly number[])[],
  normal: readonly number[],
  on: readonly number[],
): (readonly number[])[] {
  const out: (readonly number[])[] = [];
  polygon.forEach((p, i) => {
    const q = polygon[(i + 1) % polygon.length];
    const [s, t] = [dot(normal, minus(p, on)), dot(normal, minus(q, on))];
    if (s <= 0) out.push(p);
    if (s <= 0 !== t <= 0) out.push(p.map((x, k) => x + (s / (s - t)) * (q[k] - x)));
  });
  return out;
}

/** Area that two polygons have in common, m². */
export function overlapArea(a: ConvexBody, b: ConvexBody): number {
  let polygon: readonly (readonly number[])[] = a.corners;
  for (const face of b.faces) {
    polygon = clip(polygon, face.normal, face.corners[0]);
    if (polygon.length < 3) return 0;
  }
  return (
    0.5 *
    polygon.reduce(
      (sum, p, i) => sum + p[0] * polygon[(i + 1) % polygon.length][1] - p[1] * polygon[(i + 1) % polygon.length][0],
      0,
    )
  );
}

/**
 * Volume that two polyhedra have in common, m³: a third of Σ distance × area over the pieces of faces of one inside the
 * other. Distances are from a corner of such a piece: where faces lie on each other, rounding decides which of the two
 * count, and seen from a point of theirs that does not matter.
 */
export function overlapVolume(a: ConvexBody, b: ConvexBody): number {
  let from: readonly number[] | null = null;
  let volume = 0;
  for (const [own, other] of [
    [a, b],
    [b, a],
  ]) {
    for (const face of own.faces) {
      let piece: readonly (readonly number[])[] = face.corners;
      for (const plane of other.faces) {
        if (piece.length < 3) break;
        piece = clip(piece, plane.normal, plane.corners[0]);
      }
      if (piece.length < 3) continue;
      from ??= piece[0];
      for (let i = 1; i + 1 < piece.length; i++) {
        const area = 0.5 * dot(face.normal, cross(minus(piece[i], piece[0]), minus(piece[i + 1], piece[0])));
        volume += (dot(face.normal, minus(piece[0], from)) * area) / 3;
      }
    }
  }
  return volume;
}

/**
 * Every body of a simulation that takes part, with one convex shape each: polygons, boxes, hulls. Null for those that
 * do not.
 */
export function convexBodies({ model, data }: Simulation): (ConvexBody | null)[] {
  return model.bodyNames.map((_, b) => {
    const shape = model.shapes.find((s) => s.body === b);
    if (shape === undefined || data.bodyState[b] === 2) return null;
    const q = [...data.bodyQuat.subarray(4 * b, 4 * b + 4)];
    const turn = (v: readonly number[]) => {
      const t = cross(q, v).map((x) => 2 * x);
      const u = cross(q, t);
      return v.map((x, i) => x + q[3] * t[i] + u[i]);
    };
    const place = (v: readonly number[]) =>
      turn(
        minus(
          v,
          shape.position.map((x) => -x),
        ),
      ).map((x, i) => x + data.bodyPos[3 * b + i]);
    const { polygon, polyhedron, size } = shape.geometry;
    if (polygon !== undefined) {
      const corners = Array.from({ length: polygon.vertices.length / 2 }, (_, i) =>
        place([polygon.vertices[2 * i], polygon.vertices[2 * i + 1], 0]),
      );
      const faces = corners.map((p, i) => {
        const next = corners[(i + 1) % corners.length];
        const length = Math.hypot(next[0] - p[0], next[1] - p[1]);
        return { normal: [(next[1] - p[1]) / length, -(next[0] - p[0]) / length, 0], corners: [p, next] };
      });
      return { corners, faces };
    }
    const loops: number[][] = [];
    let points: number[][] = [];
    if (polyhedron !== undefined) {
      points = Array.from({ length: polyhedron.vertices.length / 3 }, (_, i) => [
        ...polyhedron.vertices.subarray(3 * i, 3 * i + 3),
      ]);
      for (let f = 0; f + 1 < polyhedron.faceStart.length; f++)
        loops.push([...polyhedron.faceVertex.subarray(polyhedron.faceStart[f], polyhedron.faceStart[f + 1])]);
    } else {
      for (let i = 0; i < 8; i++) points.push([0, 1, 2].map((c) => (i & (1 << c) ? size[c] : -size[c])));
      loops.push([0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]);
    }
    const corners = points.map(place);
    const faces = loops.map((loop) => {
      const own = loop.map((i) => corners[i]);
      const n = cross(minus(own[1], own[0]), minus(own[2], own[0]));
      const length = Math.hypot(...n);
      return { normal: n.map((x) => x / length), corners: own };
    });
    return { corners, faces };
  });
}

/** Overlap of all pairs of bodies of which one is dynamic. */
export function totalOverlap(simulation: Simulation, overlap: (a: ConvexBody, b: ConvexBody) => number): number {
  const bodies = convexBodies(simulation);
  const boxes = bodies.map((body) =>
    body === null
      ? null
      : [0, 1, 2].map((c) => [Math.min(...body.corners.map((p) => p[c])), Math.max(...body.corners.map((p) => p[c]))]),
  );
  let sum = 0;
  for (let i = 0; i < bodies.length; i++)
    for (let j = i + 1; j < bodies.length; j++) {
      const [a, b, p, q] = [bodies[i], bodies[j], boxes[i], boxes[j]];
      if (a === null || b === null || p === null || q === null) continue;
      if (simulation.model.bodyType[i] === 0 && simulation.model.bodyType[j] === 0) continue;
      if (p.some(([low, high], c) => low > q[c][1] || high < q[c][0])) continue;
      sum += overlap(a, b);
    }
  return sum;
}
