/** Hulls of points as bodies, and their faces for engines that do not compute them. */
import { geometry } from "stiction";
import type { BenchBody, Vector } from "./scene.js";

/**
 * The hull of points, moved and rotated so that its centre of mass is the origin and its principal axes are those of
 * the frame.
 */
export function hullBody(points: readonly Vector[], mass: number, rest: Omit<BenchBody, "shape" | "mass" | "inertia">) {
  const hull = hullOf(points);
  const { volume, center, inertia } = geometry.polyhedronMass(hull);
  const { values, axes } = principal(inertia);
  const turned = Array.from({ length: hull.vertices.length / 3 }, (_, k): Vector => {
    const d = [0, 1, 2].map((i) => hull.vertices[3 * k + i] - center[i]);
    const along = (a: Vector) => a[0] * d[0] + a[1] * d[1] + a[2] * d[2];
    return [along(axes[0]), along(axes[1]), along(axes[2])];
  });
  const [a, b, c] = values.map((value) => (value * mass) / volume);
  return { shape: { type: "hull", points: turned }, mass, inertia: [a, b, c], ...rest } as const satisfies BenchBody;
}

/** Faces of a hull, counter-clockwise seen from outside, as numbers of its points; the points are those of the hull. */
export function hullFaces(points: readonly Vector[]): { vertices: Vector[]; faces: number[][] } {
  const { vertices, faceStart, faceVertex } = hullOf(points);
  return {
    vertices: Array.from({ length: vertices.length / 3 }, (_, k) => [
      vertices[3 * k],
      vertices[3 * k + 1],
      vertices[3 * k + 2],
    ]),
    faces: Array.from({ length: faceStart.length - 1 }, (_, f) => [
      ...faceVertex.subarray(faceStart[f], faceStart[f + 1]),
    ]),
  };
}

function hullOf(points: readonly Vector[]) {
  const result = geometry.convexHull(Float64Array.from(points.flat()));
  if (!result.ok) throw new Error(`no hull: ${result.message}`);
  return result.hull;
}

/** Eigenvalues and right-handed eigenvectors of a symmetric tensor xx yy zz xy xz yz, by Jacobi rotations. */
function principal(tensor: ArrayLike<number>): { values: Vector; axes: [Vector, Vector, Vector] } {
  const [xx, yy, zz, xy, xz, yz] = Array.from(tensor);
  const m = [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ];
  // columns of v are the axes
  const v = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  for (let sweep = 0; sweep < 20; sweep++) {
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ]) {
      if (m[p][q] === 0) continue;
      // rotation by the angle that makes m[p][q] zero, the smaller of the two
      const theta = (m[q][q] - m[p][p]) / (2 * m[p][q]);
      const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(theta, 1));
      const c = 1 / Math.hypot(t, 1);
      const s = t * c;
      for (let k = 0; k < 3; k++) [m[k][p], m[k][q]] = [c * m[k][p] - s * m[k][q], s * m[k][p] + c * m[k][q]];
      for (let k = 0; k < 3; k++) [m[p][k], m[q][k]] = [c * m[p][k] - s * m[q][k], s * m[p][k] + c * m[q][k]];
      for (let k = 0; k < 3; k++) [v[k][p], v[k][q]] = [c * v[k][p] - s * v[k][q], s * v[k][p] + c * v[k][q]];
    }
  }
  const column = (k: number): Vector => [v[0][k], v[1][k], v[2][k]];
  // rotations keep the frame right-handed
  return { values: [m[0][0], m[1][1], m[2][2]], axes: [column(0), column(1), column(2)] };
}
