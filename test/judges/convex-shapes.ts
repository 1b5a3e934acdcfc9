import type { Polyhedron } from "../../src/geometry/types.js";

/**
 * Convex solids as the judges of the narrow phase see them: support function, membership and pose, written apart from the library, in
 * plain arrays and for clarity only. World frame throughout.
 */
export type V3 = [number, number, number];

export interface JudgedShape {
  readonly form: string;
  readonly size: readonly number[];
  readonly polyhedron?: Polyhedron;
}

export interface Placed extends JudgedShape {
  /** Position 3, quaternion 4. */
  readonly pose: Float64Array;
  /** Columns of the rotation. */
  readonly axes: readonly [V3, V3, V3];
}

export const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const sub = (a: ArrayLike<number>, b: ArrayLike<number>): V3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const axpy = (s: number, a: ArrayLike<number>, b: ArrayLike<number>): V3 => [
  b[0] + s * a[0],
  b[1] + s * a[1],
  b[2] + s * a[2],
];
export const cross = (a: ArrayLike<number>, b: ArrayLike<number>): V3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const norm = (a: ArrayLike<number>): number => Math.hypot(a[0], a[1], a[2]);
export const unit = (a: ArrayLike<number>): V3 => {
  const n = norm(a);
  return [a[0] / n, a[1] / n, a[2] / n];
};

export function place(shape: JudgedShape, pose: Float64Array): Placed {
  const [x, y, z, w] = [pose[3], pose[4], pose[5], pose[6]];
  return {
    ...shape,
    pose,
    axes: [
      [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
      [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
      [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
    ],
  };
}

export const toLocal = (s: Placed, v: ArrayLike<number>): V3 => [
  dot(s.axes[0], v),
  dot(s.axes[1], v),
  dot(s.axes[2], v),
];
export const toWorld = (s: Placed, v: ArrayLike<number>): V3 =>
  [0, 1, 2].map((k) => s.axes[0][k] * v[0] + s.axes[1][k] * v[1] + s.axes[2][k] * v[2]) as V3;

/** Largest d·x over the shape, about its own origin and in its own frame. */
type Support = (x: number, y: number, z: number) => number;

function localSupport({ form, size, polyhedron }: JudgedShape): Support {
  const [a, b, c] = size;
  switch (form) {
    case "sphere":
      return (x, y, z) => a * Math.sqrt(x * x + y * y + z * z);
    case "capsule":
      return (x, y, z) => b * Math.abs(z) + a * Math.sqrt(x * x + y * y + z * z);
    case "box":
      return (x, y, z) => a * Math.abs(x) + b * Math.abs(y) + c * Math.abs(z);
    case "cylinder":
      return (x, y, z) => a * Math.sqrt(x * x + y * y) + b * Math.abs(z);
    case "cone":
      return (x, y, z) => Math.max(0.75 * b * z, a * Math.sqrt(x * x + y * y) - 0.25 * b * z);
    case "ellipsoid":
      return (x, y, z) => Math.sqrt(a * a * x * x + b * b * y * y + c * c * z * z);
    case "hull": {
      const v = polyhedron!.vertices;
      return (x, y, z) => {
        let most = -Infinity;
        for (let i = 0; i < v.length; i += 3) {
          const h = x * v[i] + y * v[i + 1] + z * v[i + 2];
          if (h > most) most = h;
        }
        return most;
      };
    }
    default:
      throw new Error(`${form} has no support function`);
  }
}

/** s(n): the gap between the tangent planes of A and B normal to n, as a function of the components of n. */
export function separationFunction(a: Placed, b: Placed): Support {
  const [ax, ay, az] = a.axes;
  const [bx, by, bz] = b.axes;
  const [dx, dy, dz] = sub(b.pose, a.pose);
  const hA = localSupport(a);
  const hB = localSupport(b);
  return (x, y, z) =>
    x * dx +
    y * dy +
    z * dz -
    hA(x * ax[0] + y * ax[1] + z * ax[2], x * ay[0] + y * ay[1] + z * ay[2], x * az[0] + y * az[1] + z * az[2]) -
    hB(-x * bx[0] - y * bx[1] - z * bx[2], -x * by[0] - y * by[1] - z * by[2], -x * bz[0] - y * bz[1] - z * bz[2]);
}

export function separationAlong(a: Placed, b: Placed, n: V3): number {
  return separationFunction(a, b)(n[0], n[1], n[2]);
}

/** How far a world point is outside a shape, by the constraint it violates most; ≤ 0 inside. Not a distance, but zero on the surface. */
export function violation(s: Placed, p: ArrayLike<number>): number {
  const [x, y, z] = toLocal(s, sub(p, s.pose));
  const { size } = s;
  switch (s.form) {
    case "sphere":
      return Math.hypot(x, y, z) - size[0];
    case "capsule":
      return Math.hypot(x, y, Math.max(0, Math.abs(z) - size[1])) - size[0];
    case "box":
      return Math.max(Math.abs(x) - size[0], Math.abs(y) - size[1], Math.abs(z) - size[2]);
    case "cylinder":
      return Math.max(Math.hypot(x, y) - size[0], Math.abs(z) - size[1]);
    case "cone": {
      const slant = Math.hypot(size[0], size[1]);
      return Math.max(
        -0.25 * size[1] - z,
        (size[1] * (Math.hypot(x, y) - size[0]) + size[0] * (z + 0.25 * size[1])) / slant,
      );
    }
    case "ellipsoid": {
      // first-order distance: F/|∇F|
      const f = Math.hypot(x / size[0], y / size[1], z / size[2]);
      const g = Math.hypot(x / size[0] ** 2, y / size[1] ** 2, z / size[2] ** 2);
      return g > 0 ? ((f - 1) * f) / g : -Math.min(...size);
    }
    case "plane":
      return z;
    default: {
      let most = -Infinity;
      for (const { n, d } of facesOf(s.polyhedron!)) most = Math.max(most, n[0] * x + n[1] * y + n[2] * z - d);
      return most;
    }
  }
}

const faceCache = new WeakMap<Polyhedron, { n: V3; d: number; loop: number[] }[]>();

/** Faces with their planes: the normal of the largest corner triangle. */
export function facesOf(polyhedron: Polyhedron): { n: V3; d: number; loop: number[] }[] {
  let faces = faceCache.get(polyhedron);
  if (faces !== undefined) return faces;
  faces = [];
  const { vertices: v, faceStart, faceVertex } = polyhedron;
  const at = (i: number): V3 => [v[3 * i], v[3 * i + 1], v[3 * i + 2]];
  for (let f = 0; f + 1 < faceStart.length; f++) {
    const loop = [...faceVertex.slice(faceStart[f], faceStart[f + 1])];
    let n: V3 = [0, 0, 0];
    for (let k = 2; k < loop.length; k++) {
      const c = cross(sub(at(loop[k - 1]), at(loop[0])), sub(at(loop[k]), at(loop[0])));
      n = axpy(1, c, n);
    }
    n = unit(n);
    faces.push({ n, d: Math.max(...loop.map((i) => dot(n, at(i)))), loop });
  }
  faceCache.set(polyhedron, faces);
  return faces;
}
