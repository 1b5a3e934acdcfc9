import { createPointTable, type PointTable } from "../../src/collision/volume/clipping/tied-points.js";
import { INSIDE, ON_SURFACE, OUTSIDE } from "../../src/geometry/tree/inside.js";
import { type IndexSink, pushIndex } from "../../src/geometry/tree/mesh-tree.js";
import { orientSign } from "../../src/geometry/triangle/orientation.js";
import type { TriangleMesh } from "../../src/geometry/types.js";
import { boxesOfTriangles, doBoxesMeet, type SceneryTree } from "./scenery-tree.js";
import { type Piece, splitPiece, wholeTriangle } from "./split-polygon.js";

export interface BspOptions {
  /** Facets tried as the next plane; the best is taken. Default 16; 1 takes them as they come. */
  readonly candidates?: number;
  /** Seed of the choice of candidates. Default 1. */
  readonly seed?: number;
}

export const BSP_DEFAULTS = { candidates: 16, seed: 1 } as const satisfies BspOptions;

/** Cost of cutting a facet in two, in units of one facet of imbalance [Vilela2018]. */
const SPLIT_WEIGHT = 8;

export interface BspTree extends SceneryTree {
  readonly nodeCount: number;
  /**
   * Nodes on the longest way down. A convex polyhedron cut by its own facets is a list: its depth is the number of its
   * facets.
   */
  readonly depth: number;
  /** Pieces that the facets were cut into. */
  readonly pieceCount: number;
  /** Decisions that needed big integers. */
  readonly exactTests: number;
  /**
   * `INSIDE`, `OUTSIDE` or `ON_SURFACE` of the solid that the mesh bounds, exact on the coordinates as given.
   * Meaningful for a closed, outward oriented mesh that does not intersect itself.
   */
  classify(p: Float64Array, po: number): number;
}

/** Links below 0 are leaves. */
const LEAF_OUTSIDE = -1;
const LEAF_INSIDE = -2;

/**
 * Binary space partition by the planes of the facets [FuchsKedemNaylor1980], with solid leaves [ThibaultNaylor1987;
 * Luaces2013, §4.4.2; Vilela2018]: space is cut by the plane of a facet, facets across it are cut in two, until no
 * cell holds any; the cell before the last facet is outside, behind it inside. Coplanar facets stay at the node. All
 * decisions are exact.
 */
export function buildBspTree(mesh: TriangleMesh, options: BspOptions = {}): BspTree {
  const { candidates, seed } = { ...BSP_DEFAULTS, ...options };
  const count = mesh.triangles.length / 3;
  // one body that stands still
  const table = createPointTable(mesh, 0, 0, 1);
  const plane: number[] = [];
  const front: number[] = [];
  const back: number[] = [];
  const facets: number[][] = [];
  const random = generator(seed);
  let depth = 0;
  let pieceCount = 0;

  const addNode = (): number => {
    plane.push(-1);
    front.push(LEAF_OUTSIDE);
    back.push(LEAF_INSIDE);
    facets.push([]);
    return plane.length - 1;
  };
  const whole = Array.from({ length: count }, (_, t) => wholeTriangle(table, t));
  const tasks: { node: number; pieces: Piece[]; level: number }[] = [];
  if (count > 0) tasks.push({ node: addNode(), pieces: whole, level: 1 });
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    const { node, pieces, level } = task;
    depth = Math.max(depth, level);
    const s = choosePlane(table, pieces, candidates, random);
    plane[node] = s;
    const before: Piece[] = [];
    const behind: Piece[] = [];
    for (const piece of pieces) {
      const result = splitPiece(table, piece, s);
      if (result.side === "split") {
        before.push(result.front);
        behind.push(result.back);
      } else if (result.side === "front") before.push(piece);
      else if (result.side === "back") behind.push(piece);
      else {
        facets[node].push(piece.triangle);
        pieceCount++;
      }
    }
    if (before.length > 0) {
      front[node] = addNode();
      tasks.push({ node: front[node], pieces: before, level: level + 1 });
    }
    if (behind.length > 0) {
      back[node] = addNode();
      tasks.push({ node: back[node], pieces: behind, level: level + 1 });
    }
  }
  const tree = packTree(mesh, plane, front, back, facets, depth);
  return { count, nodeCount: plane.length, depth, pieceCount, exactTests: table.exactTests, ...tree };
}

/** Numbers in [0, 1), the same for the same seed. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/**
 * The facet whose plane cuts fewest others and divides them most evenly. Judged by rounded coordinates: only the shape
 * of the tree depends on it.
 */
function choosePlane(table: PointTable, pieces: readonly Piece[], candidates: number, random: () => number): number {
  if (pieces.length === 1 || candidates <= 1) return pieces[0].triangle;
  let best = Infinity;
  let chosen = pieces[0].triangle;
  const tries = Math.min(candidates, pieces.length);
  for (let i = 0; i < tries; i++) {
    const at = pieces.length <= candidates ? i : Math.floor(random() * pieces.length);
    const score = scoreOf(table, pieces, pieces[at].triangle, best);
    if (score < best) {
      best = score;
      chosen = pieces[at].triangle;
    }
  }
  return chosen;
}

function scoreOf(table: PointTable, pieces: readonly Piece[], s: number, limit: number): number {
  const { near } = table;
  const { vertices: v, triangles: t } = table.mesh;
  const [a, b, c] = [3 * t[3 * s], 3 * t[3 * s + 1], 3 * t[3 * s + 2]];
  const [ux, uy, uz] = [v[b] - v[a], v[b + 1] - v[a + 1], v[b + 2] - v[a + 2]];
  const [wx, wy, wz] = [v[c] - v[a], v[c + 1] - v[a + 1], v[c + 2] - v[a + 2]];
  const [nx, ny, nz] = [uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx];
  const tolerance = 1e-12 * (Math.abs(nx) + Math.abs(ny) + Math.abs(nz)) * (Math.abs(ux) + Math.abs(uy) + Math.abs(uz));
  let splits = 0;
  let balance = 0;
  for (const { corners } of pieces) {
    let before = false;
    let behind = false;
    for (const p of corners) {
      const h = nx * (near[3 * p] - v[a]) + ny * (near[3 * p + 1] - v[a + 1]) + nz * (near[3 * p + 2] - v[a + 2]);
      if (h > tolerance) before = true;
      else if (h < -tolerance) behind = true;
    }
    if (before && behind) splits++;
    else if (before) balance++;
    else if (behind) balance--;
    if (SPLIT_WEIGHT * splits > limit) return Infinity;
  }
  return SPLIT_WEIGHT * splits + Math.abs(balance);
}

function packTree(
  mesh: TriangleMesh,
  planeList: number[],
  frontList: number[],
  backList: number[],
  facetLists: number[][],
  depth: number,
): Pick<BspTree, "query" | "classify"> {
  const { vertices, triangles } = mesh;
  const plane = Int32Array.from(planeList);
  const front = Int32Array.from(frontList);
  const back = Int32Array.from(backList);
  const facetStart = new Int32Array(plane.length + 1);
  facetLists.forEach((list, i) => {
    facetStart[i + 1] = facetStart[i] + list.length;
  });
  const facets = Int32Array.from(facetLists.flat());
  const boxes = boxesOfTriangles(vertices, triangles);
  const stamp = new Int32Array(triangles.length / 3);
  let now = 0;
  const stack = new Int32Array(depth + 2);
  // corners 0–2 of a plane, 3 the point
  const local = new Float64Array(12);

  const query = (box: Float64Array, o: number, sink: IndexSink): void => {
    if (plane.length === 0) return;
    if (now === 0x7fffffff) {
      stamp.fill(0);
      now = 0;
    }
    now++;
    let top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const node = stack[--top];
      const side = boxSide(vertices, triangles, plane[node], box, o);
      if (side <= 0 && back[node] >= 0) stack[top++] = back[node];
      if (side >= 0 && front[node] >= 0) stack[top++] = front[node];
      if (side !== 0) continue;
      for (let f = facetStart[node]; f < facetStart[node + 1]; f++) {
        const t = facets[f];
        if (stamp[t] === now) continue;
        stamp[t] = now;
        if (doBoxesMeet(boxes, 6 * t, box, o) && !pushIndex(sink, t)) return;
      }
    }
  };

  const classify = (p: Float64Array, po: number): number => {
    // all cells whose closure holds the point: of one kind, or both when it is on the surface
    let inside = false;
    let outside = false;
    for (let k = 0; k < 3; k++) local[9 + k] = p[po + k];
    let top = 0;
    if (plane.length > 0) stack[top++] = 0;
    while (top > 0) {
      const node = stack[--top];
      for (let c = 0; c < 3; c++) {
        const i = 3 * triangles[3 * plane[node] + c];
        for (let k = 0; k < 3; k++) local[3 * c + k] = vertices[i + k];
      }
      const side = 0 - orientSign(local, 0, 1, 2, 3);
      for (let s = -1; s <= 1; s += 2) {
        if (side === -s) continue;
        const link = s > 0 ? front[node] : back[node];
        if (link >= 0) stack[top++] = link;
        else if (link === LEAF_INSIDE) inside = true;
        else outside = true;
      }
      if (inside && outside) return ON_SURFACE;
    }
    return inside ? INSIDE : OUTSIDE;
  };
  return { query, classify };
}

/** 1 when a box lies surely in front of the plane of a triangle, −1 surely behind, 0 across or too close to tell. */
function boxSide(v: Float64Array, t: Uint32Array, s: number, box: Float64Array, o: number): number {
  const a = 3 * t[3 * s];
  const b = 3 * t[3 * s + 1];
  const c = 3 * t[3 * s + 2];
  let height = 0;
  let reach = 0;
  let size = 0;
  for (let k = 0; k < 3; k++) {
    const u = k === 2 ? 0 : k + 1;
    const w = k === 0 ? 2 : k - 1;
    const left = (v[b + u] - v[a + u]) * (v[c + w] - v[a + w]);
    const right = (v[b + w] - v[a + w]) * (v[c + u] - v[a + u]);
    const n = left - right;
    const center = 0.5 * (box[o + k] + box[o + 3 + k]);
    const half = 0.5 * (box[o + 3 + k] - box[o + k]);
    height += n * (center - v[a + k]);
    reach += Math.abs(n) * half;
    size += (Math.abs(left) + Math.abs(right)) * (Math.abs(center) + Math.abs(v[a + k]) + half);
  }
  // at most a dozen roundings of 2⁻⁵³ each
  reach += 16 * Number.EPSILON * size;
  return height > reach ? 1 : height < -reach ? -1 : 0;
}
