import type { TriangleMesh } from "../types.js";
import { buildSphereTree, nearestBall, type SphereTree } from "./sphere-tree.js";

/**
 * The surface of a solid, dealt out to the spheres inside it: every piece belongs to the sphere nearest to it, and the
 * piece of one sphere that is wide or bent is divided [Vilela2018]. Areas add up to the surface, vector areas to zero,
 * both to rounding.
 */
export interface SurfaceCells {
  readonly count: number;
  /** `CELL.size` numbers per cell, see `CELL`. */
  readonly values: Float64Array;
  /** Sphere that each belongs to. */
  readonly ball: Int32Array;
  /** Tree over spheres around the cells. */
  readonly tree: SphereTree;
  /**
   * Cells whose spheres meet that of cell i and that do not face away from it: neighbour[start[i]] … neighbour[start[i
   * + 1] − 1].
   */
  readonly start: Int32Array;
  readonly neighbor: Int32Array;
}

/** Numbers of a cell. */
export const CELL = {
  /** Centroid, m; 3. */
  center: 0,
  /** Of the sphere around it, about the centroid, m. */
  radius: 3,
  /** ∫ n dS, m²; 3. */
  vector: 4,
  /** ∫ dS, m². */
  area: 7,
  /** Mean of (x − centroid)(x − centroid)ᵀ: xx yy zz xy xz yz, m²; 6. */
  spread: 8,
  size: 14,
} as const;

/** Cosine of 15°: normals of a cell differ less from their mean. */
const BEND_COSINE = 0.9659;
/** Triangles are cut until their edges are this part of the width of a cell. */
const EDGE_SHARE = 0.3;

/**
 * Numbers and owners of the cells of a closed mesh with spheres in it. They are about as wide as the mean share of a
 * sphere, √(surface/number of spheres), or narrower.
 */
export function cutIntoCells(
  mesh: TriangleMesh,
  balls: Float64Array,
  tree: SphereTree,
): { values: Float64Array; ball: Int32Array } {
  const width = 1.25 * Math.sqrt(surfaceArea(mesh) / Math.max(1, balls.length / 4));
  const pieces = cutSurface(mesh, EDGE_SHARE * width);
  const n = pieces.length / PIECE_SIZE;
  const owner = new Int32Array(n);
  const point = new Float64Array(3);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < 3; k++)
      point[k] = (pieces[PIECE_SIZE * i + k] + pieces[PIECE_SIZE * i + 3 + k] + pieces[PIECE_SIZE * i + 6 + k]) / 3;
    owner[i] = nearestBall(tree, point, 0);
  }
  const order = Array.from(owner.keys()).sort((a, b) => owner[a] - owner[b] || a - b);
  const cells: number[][] = [];
  for (let from = 0; from < n; ) {
    let to = from + 1;
    while (to < n && owner[order[to]] === owner[order[from]]) to++;
    divide(pieces, order.slice(from, to), width, cells);
    from = to;
  }
  const values = new Float64Array(CELL.size * cells.length);
  cells.forEach((cell, c) => {
    measure(pieces, cell, values, CELL.size * c);
  });
  return { values, ball: Int32Array.from(cells, (cell) => owner[cell[0]]) };
}

/** Cells with their tree and their neighbours. */
export function cellsOfValues(values: Float64Array, ball: Int32Array): SurfaceCells {
  const tree = buildSphereTree(values, CELL.size);
  return { count: ball.length, values, ball, tree, ...findNeighbors(values, tree) };
}

/** Numbers per piece: three corners (9), unit normal (3), area. */
const PIECE_SIZE = 13;

/** m² */
export function surfaceArea({ vertices, triangles }: TriangleMesh): number {
  const piece = new Array<number>(PIECE_SIZE).fill(0);
  let area = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    for (let c = 0; c < 3; c++) for (let k = 0; k < 3; k++) piece[3 * c + k] = vertices[3 * triangles[t + c] + k];
    orient(piece);
    area += piece[12];
  }
  return area;
}

/** Normal and area of a piece from its corners. */
function orient(p: number[]): void {
  const [ux, uy, uz] = [p[3] - p[0], p[4] - p[1], p[5] - p[2]];
  const [vx, vy, vz] = [p[6] - p[0], p[7] - p[1], p[8] - p[2]];
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const size = Math.sqrt(x * x + y * y + z * z);
  p[12] = 0.5 * size;
  p[9] = size > 0 ? x / size : 0;
  p[10] = size > 0 ? y / size : 0;
  p[11] = size > 0 ? z / size : 0;
}

/** All triangles, cut across their longest edges until none is longer than `fine`. */
function cutSurface({ vertices, triangles }: TriangleMesh, fine: number): Float64Array {
  const pieces: number[] = [];
  const stack: number[][] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [0, 1, 2].map((c) => Array.from(vertices.subarray(3 * triangles[t + c], 3 * triangles[t + c] + 3)));
    const whole = [...corners.flat(), 0, 0, 0, 0];
    orient(whole);
    stack.push(whole);
    while (stack.length > 0) {
      const p = stack.pop() as number[];
      const lengths = [0, 3, 6].map((a) => {
        const b = (a + 3) % 9;
        const [x, y, z] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
        return x * x + y * y + z * z;
      });
      const longest = Math.max(...lengths);
      if (longest <= fine * fine) {
        pieces.push(...p);
        continue;
      }
      const a = 3 * lengths.indexOf(longest);
      const b = (a + 3) % 9;
      const middle = [0, 1, 2].map((k) => 0.5 * (p[a + k] + p[b + k]));
      const [one, other] = [p.slice(), p.slice()];
      for (let k = 0; k < 3; k++) {
        one[b + k] = middle[k];
        other[a + k] = middle[k];
      }
      one[12] = other[12] = 0.5 * p[12];
      stack.push(other, one);
    }
  }
  return Float64Array.from(pieces);
}

/** Divides the pieces of one sphere until they are flat and narrow. */
function divide(pieces: Float64Array, part: number[], width: number, cells: number[][]): void {
  const [one, other] = splitBent(pieces, part) ?? splitWide(pieces, part, width) ?? [part, []];
  if (other.length === 0 || one.length === 0) {
    cells.push(part);
    return;
  }
  divide(pieces, one, width, cells);
  divide(pieces, other, width, cells);
}

function alike(pieces: Float64Array, a: number, n: readonly number[]): number {
  const o = PIECE_SIZE * a + 9;
  return pieces[o] * n[0] + pieces[o + 1] * n[1] + pieces[o + 2] * n[2];
}

/** Around the two normals that differ most, if some differs too much from the mean. */
function splitBent(pieces: Float64Array, part: number[]): [number[], number[]] | null {
  const normalOf = (i: number) => Array.from(pieces.subarray(PIECE_SIZE * i + 9, PIECE_SIZE * i + 12));
  const mean = [0, 0, 0];
  for (const i of part)
    for (let k = 0; k < 3; k++) mean[k] += pieces[PIECE_SIZE * i + 12] * pieces[PIECE_SIZE * i + 9 + k];
  const size = Math.sqrt(mean[0] * mean[0] + mean[1] * mean[1] + mean[2] * mean[2]);
  const farthest = (n: readonly number[]) =>
    part.reduce((worst, i) => (alike(pieces, i, n) < alike(pieces, worst, n) ? i : worst), part[0]);
  const a = farthest(mean);
  if (size > 0 && alike(pieces, a, mean) >= BEND_COSINE * size) return null;
  const one = normalOf(a);
  const other = normalOf(farthest(one));
  const near = part.filter((i) => alike(pieces, i, one) >= alike(pieces, i, other));
  const rest = part.filter((i) => alike(pieces, i, one) < alike(pieces, i, other));
  return [near, rest];
}

/** In the middle of the longest side of the box around the pieces' corners, if it is too long. */
function splitWide(pieces: Float64Array, part: number[], width: number): [number[], number[]] | null {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const i of part) {
    for (let c = 0; c < 9; c++) {
      low[c % 3] = Math.min(low[c % 3], pieces[PIECE_SIZE * i + c]);
      high[c % 3] = Math.max(high[c % 3], pieces[PIECE_SIZE * i + c]);
    }
  }
  const sides = [0, 1, 2].map((k) => high[k] - low[k]);
  const k = sides.indexOf(Math.max(...sides));
  if (sides[k] <= width) return null;
  const middle = 1.5 * (low[k] + high[k]);
  const before = (i: number) =>
    pieces[PIECE_SIZE * i + k] + pieces[PIECE_SIZE * i + 3 + k] + pieces[PIECE_SIZE * i + 6 + k] < middle;
  return [part.filter(before), part.filter((i) => !before(i))];
}

/**
 * Sums over the pieces of a cell: the mean of x xᵀ over a triangle is (s sᵀ + a aᵀ + b bᵀ + c cᵀ)/12, s = a + b + c.
 */
function measure(pieces: Float64Array, cell: number[], values: Float64Array, o: number): void {
  let area = 0;
  const center = [0, 0, 0];
  for (const i of cell) {
    const w = pieces[PIECE_SIZE * i + 12];
    area += w;
    for (let k = 0; k < 3; k++) {
      center[k] +=
        (w / 3) * (pieces[PIECE_SIZE * i + k] + pieces[PIECE_SIZE * i + 3 + k] + pieces[PIECE_SIZE * i + 6 + k]);
      values[o + CELL.vector + k] += w * pieces[PIECE_SIZE * i + 9 + k];
    }
  }
  values[o + CELL.area] = area;
  for (let k = 0; k < 3; k++) values[o + k] = area > 0 ? center[k] / area : pieces[PIECE_SIZE * cell[0] + k];
  let far = 0;
  const s = o + CELL.spread;
  for (const i of cell) {
    const w = area > 0 ? pieces[PIECE_SIZE * i + 12] / (12 * area) : 0;
    const sum = [0, 0, 0];
    for (let c = 0; c <= 3; c++) {
      const [x, y, z] = [0, 1, 2].map((k) => (c < 3 ? pieces[PIECE_SIZE * i + 3 * c + k] - values[o + k] : sum[k]));
      if (c < 3) {
        far = Math.max(far, x * x + y * y + z * z);
        sum[0] += x;
        sum[1] += y;
        sum[2] += z;
      }
      values[s] += w * x * x;
      values[s + 1] += w * y * y;
      values[s + 2] += w * z * z;
      values[s + 3] += w * x * y;
      values[s + 4] += w * x * z;
      values[s + 5] += w * y * z;
    }
  }
  values[o + CELL.radius] = Math.sqrt(far);
}

/** Cells whose spheres meet: cells with a common border are always among them. */
function findNeighbors(values: Float64Array, tree: SphereTree): { start: Int32Array; neighbor: Int32Array } {
  const n = values.length / CELL.size;
  const start = new Int32Array(n + 1);
  const neighbor: number[] = [];
  const { ball, skip, first, order, count } = tree;
  for (let i = 0; i < n; i++) {
    const o = CELL.size * i;
    for (let node = 0; node < count; ) {
      const [dx, dy, dz] = [0, 1, 2].map((k) => ball[4 * node + k] - values[o + k]);
      // neighbours touch along a border; rounding must not part them
      const reach = (values[o + CELL.radius] + ball[4 * node + 3]) * (1 + 1e-9);
      if (dx * dx + dy * dy + dz * dz > reach * reach) {
        node = skip[node];
        continue;
      }
      if (skip[node] === node + 1) {
        const j = order[first[node]];
        const p = CELL.size * j + CELL.vector;
        const q = o + CELL.vector;
        const facing = values[p] * values[q] + values[p + 1] * values[q + 1] + values[p + 2] * values[q + 2];
        if (j !== i && facing > -0.5 * values[o + CELL.area] * values[CELL.size * j + CELL.area]) neighbor.push(j);
      }
      node++;
    }
    start[i + 1] = neighbor.length;
  }
  return { start, neighbor: Int32Array.from(neighbor) };
}
