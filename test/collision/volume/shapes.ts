/** Seeded solids and pairs for the tests of intersection volumes. */
import { convexHull } from "../../../src/geometry/convex-hull.js";
import { polyhedronToMesh, weldMesh } from "../../../src/geometry/mesh-edit.js";
import { icosphere, torusMesh } from "../../../src/geometry/tessellate.js";
import type { TriangleMesh } from "../../../src/geometry/types.js";
import { randomStarMesh, unitQuaternion } from "../../geometry/random.js";

export type Random = () => number;
const whole = (rnd: Random, n: number) => Math.floor(rnd() * n);

/** Box between two corners, 12 triangles. */
export function boxMesh(low: readonly number[], high: readonly number[]): TriangleMesh {
  const vertices = new Float64Array(24);
  for (let i = 0; i < 8; i++) for (let k = 0; k < 3; k++) vertices[3 * i + k] = (i >> k) & 1 ? high[k] : low[k];
  const faces = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  return { vertices, triangles: Uint32Array.from(faces.flatMap(([a, b, c, d]) => [a, b, c, a, c, d])) };
}

/** Prism over an outline that is star-shaped from none of its corners in general: its triangulation is given. */
export function prismMesh(
  outline: readonly (readonly [number, number])[],
  triangles: readonly (readonly [number, number, number])[],
  low: number,
  high: number,
): TriangleMesh {
  const n = outline.length;
  const vertices = [low, high].flatMap((z) => outline.flatMap(([x, y]) => [x, y, z]));
  const list = triangles.flatMap(([a, b, c]) => [a, c, b, n + a, n + b, n + c]);
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    list.push(i, j, n + j, i, n + j, n + i);
  }
  return { vertices: Float64Array.from(vertices), triangles: Uint32Array.from(list) };
}

/** The U of vector M15. */
export function uPrism(): TriangleMesh {
  return prismMesh(
    [[-2, -1], [2, -1], [2, 1], [1, 1], [1, 0], [-1, 0], [-1, 1], [-2, 1]], // biome-ignore format: an outline
    [[0, 1, 4], [0, 4, 5], [1, 2, 3], [1, 3, 4], [0, 5, 6], [0, 6, 7]], // biome-ignore format: its triangles
    -1,
    1,
  );
}

/** Surface of a set of unit cells; null where the cells meet in an edge or corner only, which no manifold can do. */
export function cellsMesh(cells: ReadonlySet<string>): TriangleMesh | null {
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (const cell of cells) {
    const c = cell.split(",").map(Number);
    for (let axis = 0; axis < 3; axis++) {
      for (const up of [0, 1]) {
        const next = c.slice();
        next[axis] += up ? 1 : -1;
        if (cells.has(next.join())) continue;
        const [u, w] = [(axis + 1) % 3, (axis + 2) % 3];
        const at = (i: number, j: number) => {
          const p = c.slice();
          p[axis] += up;
          p[u] += i;
          p[w] += j;
          return p;
        };
        const quad = up ? [at(0, 0), at(1, 0), at(1, 1), at(0, 1)] : [at(0, 0), at(0, 1), at(1, 1), at(1, 0)];
        const first = vertices.length / 3;
        vertices.push(...quad.flat());
        triangles.push(first, first + 1, first + 2, first, first + 2, first + 3);
      }
    }
  }
  const mesh = weldMesh({ vertices: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) });
  return isManifold(mesh) ? mesh : null;
}

function isManifold({ triangles }: TriangleMesh): boolean {
  const count = new Map<string, number>();
  for (let h = 0; h < triangles.length; h++) {
    const [a, b] = [triangles[h], triangles[h % 3 === 2 ? h - 2 : h + 1]];
    const key = a < b ? `${a},${b}` : `${b},${a}`;
    count.set(key, (count.get(key) ?? 0) + 1);
  }
  return [...count.values()].every((n) => n === 2);
}

/** Random cells grown from one, in a box of the given size. */
export function randomCells(rnd: Random, size: number, wanted: number): Set<string> {
  for (;;) {
    const cells = new Set([[whole(rnd, size), whole(rnd, size), whole(rnd, size)].join()]);
    for (let tries = 0; cells.size < wanted && tries < 20 * wanted; tries++) {
      const from = [...cells][whole(rnd, cells.size)].split(",").map(Number);
      from[whole(rnd, 3)] += rnd() < 0.5 ? -1 : 1;
      if (from.every((x) => x >= 0 && x < size)) cells.add(from.join());
    }
    if (cellsMesh(cells) !== null) return cells;
  }
}

/** Tetrahedron or hull with corners on the lattice {0 … n − 1}³. */
export function latticeHull(rnd: Random, n: number, points: number): TriangleMesh {
  for (;;) {
    const list = Float64Array.from({ length: 3 * points }, () => whole(rnd, n));
    const result = convexHull(list, { tolerance: 0 });
    if (result.ok) return polyhedronToMesh(result.hull);
  }
}

/** Two solids on one small lattice, with ties everywhere. */
export function latticePair(rnd: Random, i: number): [TriangleMesh, TriangleMesh] {
  const shape = (kind: number): TriangleMesh => {
    if (kind === 0) return latticeHull(rnd, 4, 4);
    if (kind === 1) return latticeHull(rnd, 4, 5 + whole(rnd, 5));
    if (kind === 2) return cellsMesh(randomCells(rnd, 3, 2 + whole(rnd, 6)))!;
    const low = [whole(rnd, 3), whole(rnd, 3), whole(rnd, 3)];
    return boxMesh(
      low,
      low.map((x) => x + 1 + whole(rnd, 3 - x)),
    );
  };
  const kind = i % 10;
  const [k, l] = [[0, 0], [0, 0], [1, 1], [0, 1], [1, 3], [3, 3], [2, 3], [2, 0], [2, 2], [1, 2]][kind]; // biome-ignore format: a table
  const a = shape(k);
  // every twentieth pair is the same solid twice
  return i % 20 === 12 ? [a, a] : [a, shape(l)];
}

/** Row-major rotation and translation. */
export function transformOf(q: readonly number[], t: readonly number[]): Float64Array {
  const [x, y, z, w] = q;
  const s = 2 / (x * x + y * y + z * z + w * w);
  return Float64Array.of(
    1 - s * (y * y + z * z),
    s * (x * y - z * w),
    s * (x * z + y * w),
    s * (x * y + z * w),
    1 - s * (x * x + z * z),
    s * (y * z - x * w),
    s * (x * z - y * w),
    s * (y * z + x * w),
    1 - s * (x * x + y * y),
    t[0],
    t[1],
    t[2],
  );
}

/** The mesh moved, with the rounding of the library. */
export function moveMesh({ vertices: v, triangles }: TriangleMesh, r: ArrayLike<number>): TriangleMesh {
  const vertices = new Float64Array(v.length);
  for (let i = 0; i < v.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      vertices[i + k] = r[3 * k] * v[i] + r[3 * k + 1] * v[i + 1] + r[3 * k + 2] * v[i + 2] + r[9 + k];
    }
  }
  return { vertices, triangles };
}

/** Two solids at some pose: convex and not, overlapping, nested, flush, touching, in several regions. */
export function randomPair(rnd: Random, i: number): { a: TriangleMesh; b: TriangleMesh; transform: Float64Array } {
  const shift = (size: number) => [size * (rnd() - 0.5), size * (rnd() - 0.5), size * (rnd() - 0.5)];
  const turned = (size: number) => transformOf(unitQuaternion(rnd), shift(size));
  const upright = (t: readonly number[]) => transformOf([0, 0, 0, 1], t);
  const hull = () => latticeHull(rnd, 17, 6 + whole(rnd, 20));
  const centred = (mesh: TriangleMesh, scale: number): TriangleMesh => ({
    vertices: mesh.vertices.map((x) => (x - 8) * scale),
    triangles: mesh.triangles,
  });
  switch (i % 8) {
    case 0:
      return { a: centred(hull(), 1 / 8), b: centred(hull(), 1 / 8), transform: turned(2) };
    case 1:
      return { a: randomStarMesh(rnd, 1), b: randomStarMesh(rnd, 1), transform: turned(4) };
    case 2: // several regions
      return { a: uPrism(), b: boxMesh([-3, -0.2, -0.2], [3, 0.2, 0.2]), transform: turned(1) };
    case 3: // a ring about a bar, or beside it
      return { a: torusMesh(1, 0.4, 12, 8), b: boxMesh([-0.3, -0.3, -2], [0.3, 0.3, 2]), transform: turned(2) };
    case 4: // flush: upright boxes with common planes
      return {
        a: boxMesh([0, 0, 0], [1, 1, 1]),
        b: boxMesh([0, 0, 0], [1, 1, 1]),
        transform: upright(shift(2).map((x, k) => (whole(rnd, 3) === k ? 0 : x))),
      };
    case 5: // touching by a face, or nearly
      return {
        a: centred(hull(), 1 / 8),
        b: boxMesh([-2, -2, -2], [2, 2, -0.5]),
        transform: upright([0, 0, (rnd() - 0.7) * 1e-3]),
      };
    case 6: // nested, or not quite
      return { a: icosphere(1, 2), b: icosphere(0.4, 1), transform: turned(1.4) };
    default: // deep in each other
      return { a: randomStarMesh(rnd, 1), b: centred(hull(), 1 / 4), transform: turned(1) };
  }
}
