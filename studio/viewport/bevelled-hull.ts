/**
 * A convex polyhedron with its edges broken: every face is drawn narrower in its own plane, and strips and caps close
 * the gaps. Their corners have the normals of the faces that they join, so that light runs around an edge as around a
 * rounded one. Only drawn; contact has the sharp edges.
 */
import { Vector3 } from "three";
import type { DrawnGeometry } from "../worker/protocol.js";

/** Width of a bevel, as a share of the smallest half extent; and at most so much of a face's smallest radius. */
const SHARE = 0.06;
const MOST = 0.35;
/** More faces than this are a rounded thing already. */
const MOST_FACES = 120;
/** Cosine of the angle between faces from which on there is a line between them. */
const CREASE = 0.985;
/** Places and normals that differ by less are the same, in units of the largest extent. */
const SAME = 1e-4;

interface Face {
  readonly normal: Vector3;
  /** Numbers of its corners, counter-clockwise from outside, and the same moved inward. */
  readonly corners: readonly number[];
  readonly inner: readonly Vector3[];
}

/** The bevelled form of a convex polyhedron given by its triangles; null where it is none, or has very many faces. */
export function bevelledHull({ positions, normals }: DrawnGeometry): DrawnGeometry | null {
  const { points, index, half, size } = weld(positions);
  const groups = planesOf(normals, positions, SAME * size);
  if (groups.length < 4 || groups.length > MOST_FACES) return null;
  const faces = groups.map((triangles) => faceOf(triangles, normals, points, index, SHARE * half));
  const sides = sidesOf(faces);
  return sides && assemble(faces, sides);
}

/** The corners of all triangles, equal ones once. */
function weld(positions: Float32Array): { points: Vector3[]; index: Int32Array; half: number; size: number } {
  const extents = [0, 1, 2].map((k) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let p = k; p < positions.length; p += 3) {
      low = Math.min(low, positions[p]);
      high = Math.max(high, positions[p]);
    }
    return high - low;
  });
  const size = Math.max(...extents);
  const points: Vector3[] = [];
  const index = new Int32Array(positions.length / 3);
  const at = new Vector3();
  for (let c = 0; c < index.length; c++) {
    at.fromArray(positions, 3 * c);
    const known = points.findIndex((point) => point.distanceToSquared(at) < (SAME * size) ** 2);
    index[c] = known >= 0 ? known : points.push(at.clone()) - 1;
  }
  return { points, index, half: Math.min(...extents) / 2, size };
}

/** Triangles by the plane that they lie in. */
function planesOf(normals: Float32Array, positions: Float32Array, near: number): number[][] {
  const planes: { readonly normal: Vector3; readonly offset: number; readonly triangles: number[] }[] = [];
  const [normal, place] = [new Vector3(), new Vector3()];
  for (let t = 0; t < normals.length / 9; t++) {
    normal.fromArray(normals, 9 * t).normalize();
    const offset = normal.dot(place.fromArray(positions, 9 * t));
    const known = planes.find((p) => p.normal.distanceToSquared(normal) < 1e-5 && Math.abs(p.offset - offset) < near);
    if (known) known.triangles.push(t);
    else planes.push({ normal: normal.clone(), offset, triangles: [t] });
  }
  return planes.map(({ triangles }) => triangles);
}

function faceOf(
  triangles: readonly number[],
  normals: Float32Array,
  points: readonly Vector3[],
  index: Int32Array,
  width: number,
): Face {
  const normal = new Vector3().fromArray(normals, 9 * triangles[0]).normalize();
  const own = [...new Set(triangles.flatMap((t) => [index[3 * t], index[3 * t + 1], index[3 * t + 2]]))];
  const center = own.reduce((sum, c) => sum.add(points[c]), new Vector3()).divideScalar(own.length);
  const corners = sortedAround(own, points, center, normal);
  return { normal, corners, inner: insetOf(corners, points, center, normal, width) };
}

/** Numbers of points in their order around an axis, counter-clockwise. */
function sortedAround(own: readonly number[], points: readonly Vector3[], center: Vector3, axis: Vector3): number[] {
  const u = new Vector3().subVectors(points[own[0]], center);
  u.addScaledVector(axis, -u.dot(axis)).normalize();
  const v = new Vector3().crossVectors(axis, u);
  const angle = (c: number) => {
    const d = new Vector3().subVectors(points[c], center);
    return Math.atan2(d.dot(v), d.dot(u));
  };
  return [...own].sort((a, b) => angle(a) - angle(b));
}

/**
 * The corners of a face with every side moved inward by `width`; drawn towards the middle where sides are too short for
 * that.
 */
function insetOf(
  corners: readonly number[],
  points: readonly Vector3[],
  center: Vector3,
  normal: Vector3,
  width: number,
): Vector3[] {
  const n = corners.length;
  const inward = corners.map((c, k) =>
    new Vector3()
      .subVectors(points[corners[(k + 1) % n]], points[c])
      .cross(normal)
      .negate()
      .normalize(),
  );
  const radius = Math.min(...inward.map((way, k) => new Vector3().subVectors(center, points[corners[k]]).dot(way)));
  const by = Math.min(width, MOST * radius);
  const moved = corners.map((c, k) => {
    const [a, b] = [inward[(k + n - 1) % n], inward[k]];
    return new Vector3()
      .addVectors(a, b)
      .multiplyScalar(by / Math.max(1 + a.dot(b), 0.05))
      .add(points[c]);
  });
  const kept = moved.every((point, k) => {
    const after = new Vector3().subVectors(moved[(k + 1) % n], point);
    const before = new Vector3().subVectors(points[corners[(k + 1) % n]], points[corners[k]]);
    return after.dot(before) > 0;
  });
  if (kept) return moved;
  return corners.map((c) => points[c].clone().lerp(center, Math.min(by / Math.max(radius, 1e-12), MOST)));
}

/** A place and a normal. */
type Corner = readonly [Vector3, Vector3];

/**
 * A side from corner a to corner b of face f, where it is the side from b to a of face g: at these places of their
 * lists.
 */
interface Side {
  readonly f: Face;
  readonly g: Face;
  readonly atF: number;
  readonly atG: number;
}

/** Every side with its two faces; null where the surface is not closed. */
function sidesOf(faces: readonly Face[]): Side[] | null {
  const open = new Map<string, { readonly face: Face; readonly at: number }>();
  const sides: Side[] = [];
  for (const face of faces) {
    const { corners } = face;
    for (let at = 0; at < corners.length; at++) {
      const [a, b] = [corners[at], corners[(at + 1) % corners.length]];
      const other = open.get(`${b} ${a}`);
      if (other) {
        open.delete(`${b} ${a}`);
        sides.push({ f: other.face, atF: other.at, g: face, atG: at });
      } else if (open.has(`${a} ${b}`)) return null;
      else open.set(`${a} ${b}`, { face, at });
    }
  }
  return open.size === 0 ? sides : null;
}

/** Per corner of the polyhedron: its places in the faces around it, counter-clockwise from outside. */
function facesAround(faces: readonly Face[]): Corner[][] {
  const starts = new Map<string, { readonly face: Face; readonly at: number }>();
  for (const face of faces)
    face.corners.forEach((a, at) => {
      starts.set(`${a} ${face.corners[(at + 1) % face.corners.length]}`, { face, at });
    });
  const caps: Corner[][] = [];
  const seen = new Set<number>();
  for (const { face, at } of starts.values()) {
    const corner = face.corners[at];
    if (seen.has(corner)) continue;
    seen.add(corner);
    const cap: Corner[] = [];
    let [now, place] = [face, at];
    do {
      cap.push([now.inner[place], now.normal]);
      // the side that comes in here leaves from here in the next face, to the left
      const before = now.corners[(place + now.corners.length - 1) % now.corners.length];
      const next = starts.get(`${corner} ${before}`);
      if (!next) break;
      [now, place] = [next.face, next.at];
    } while (now !== face);
    caps.push(cap);
  }
  return caps;
}

function assemble(faces: readonly Face[], sides: readonly Side[]): DrawnGeometry {
  const positions: number[] = [];
  const normals: number[] = [];
  const edges: number[] = [];
  const polygon = (corners: readonly Corner[]) => {
    for (let k = 2; k < corners.length; k++)
      for (const [place, normal] of [corners[0], corners[k - 1], corners[k]]) {
        positions.push(...place);
        normals.push(...normal);
      }
  };
  for (const { inner, normal } of faces) polygon(inner.map((place) => [place, normal]));
  for (const { f, g, atF, atG } of sides) {
    const [fa, fb] = [f.inner[atF], f.inner[(atF + 1) % f.inner.length]];
    const [gb, ga] = [g.inner[atG], g.inner[(atG + 1) % g.inner.length]];
    polygon([
      [fa, f.normal],
      [ga, g.normal],
      [gb, g.normal],
      [fb, f.normal],
    ]);
    if (f.normal.dot(g.normal) > CREASE) continue;
    edges.push(...new Vector3().lerpVectors(fa, ga, 0.5), ...new Vector3().lerpVectors(fb, gb, 0.5));
  }
  for (const around of facesAround(faces)) polygon(around);
  return {
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    uvs: null,
    edges: Float32Array.from(edges),
  };
}
