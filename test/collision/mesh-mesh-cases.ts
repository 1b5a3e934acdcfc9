/** Meshes, poses and readings for the tests of contact between two meshes. */
import { contactsOf } from "../../src/collision/narrow/pair-table.js";
import { type Collider, createSink } from "../../src/collision/narrow/types.js";
import { polyhedronToMesh } from "../../src/geometry/mesh-edit.js";
import { boxSolid } from "../../src/geometry/solids.js";
import type { TriangleMesh } from "../../src/geometry/types.js";
import { meshShape } from "./mesh-cases.js";

export const I = [0, 0, 0, 1] as const;

export const boxMesh = (x: number, y: number, z: number): TriangleMesh => polyhedronToMesh(boxSolid(x, y, z));
export const boxShape = (x: number, y: number, z: number): Collider => meshShape(boxMesh(x, y, z));

/** A U with its opening down, 0.6 × 0.4 m outside, walls of 0.1 m, 2 · half long along y; the top is z = 0. */
export function channelMesh(half: number): TriangleMesh {
  const outline = [
    [-0.3, 0],
    [0.3, 0],
    [0.3, -0.4],
    [0.2, -0.4],
    [0.2, -0.1],
    [-0.2, -0.1],
    [-0.2, -0.4],
    [-0.3, -0.4],
  ];
  const n = outline.length;
  const vertices = [-half, half].flatMap((y) => outline.flatMap(([x, z]) => [x, y, z]));
  const triangles = outline.flatMap((_, i) => {
    const j = (i + 1) % n;
    return [i, n + j, n + i, i, j, n + j];
  });
  for (const [a, b, c] of [
    [0, 1, 4],
    [0, 4, 5],
    [1, 2, 3],
    [1, 3, 4],
    [0, 5, 6],
    [0, 6, 7],
  ])
    triangles.push(a, c, b, n + a, n + b, n + c);
  return { vertices: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) };
}

/** A mesh as a scene has it. */
export function specOf({ vertices, triangles }: TriangleMesh) {
  return {
    type: "mesh" as const,
    vertices: Array.from({ length: vertices.length / 3 }, (_, i) => [...vertices.subarray(3 * i, 3 * i + 3)]),
    faces: Array.from({ length: triangles.length / 3 }, (_, i) => [...triangles.subarray(3 * i, 3 * i + 3)]),
  };
}

export interface Contact {
  readonly normal: readonly number[];
  readonly pointA: readonly number[];
  readonly pointB: readonly number[];
  readonly gap: number;
  readonly featureA: number;
  readonly featureB: number;
  readonly patch: number;
  /** Area, centroid, radius of spin. */
  readonly footprint: readonly number[];
}

const sink = createSink(512);

export function contacts(
  a: Collider,
  poseA: ArrayLike<number>,
  b: Collider,
  poseB: ArrayLike<number>,
  margin = 0.02,
): Contact[] {
  sink.margin[0] = margin;
  sink.count = 0;
  sink.overflow = false;
  contactsOf(a, Float64Array.from(poseA), 0, b, Float64Array.from(poseB), 0, sink);
  const three = (array: Float64Array, c: number) => [...array.subarray(3 * c, 3 * c + 3)];
  return Array.from({ length: sink.count }, (_, c) => ({
    normal: three(sink.normal, c),
    pointA: three(sink.pointA, c),
    pointB: three(sink.pointB, c),
    gap: sink.gap[c],
    featureA: sink.featureA[c],
    featureB: sink.featureB[c],
    patch: sink.patch[c],
    footprint: [...sink.footprint.subarray(5 * sink.patch[c], 5 * sink.patch[c] + 5)],
  }));
}
