import { turn } from "../../../geometry/predicates.js";
import { type Collider, KIND } from "../types.js";
import { convexParts } from "./convex-parts.js";

/**
 * What planar contact needs of a shape, prepared once per collider: convex loops of vertices with a radius around them.
 * A circle is a loop of one vertex, a capsule one of two, a convex polygon one loop, a non-convex polygon several that
 * meet along diagonals; a chain has one loop of two vertices for each straight run of segments. Loops run
 * counter-clockwise; edge k goes from vertex k to the next one of its loop and its outward normal lies to its right.
 * Vertices where the outline goes straight on (exactly) are left out.
 *
 * Loops of polygons with several parts, and of chains, know the outline that they are part of: which of their edges are
 * real, and how the outline turns at their vertices. Contact takes normals only from there.
 */
export interface Outline {
  /**
   * Radius around every loop, and reach of a circle around the origin that holds the shape, m; an array, since V8 boxes
   * numbers that are read from objects.
   */
  readonly size: Float64Array;
  readonly loops: number;
  /** First vertex of each loop, loops + 1. */
  readonly start: Int32Array;
  /** 2 per vertex, m. */
  readonly vertex: Float64Array;
  /** Outward normal of the edge that starts at each vertex, 2 per vertex. */
  readonly normal: Float64Array;
  /** Number of each vertex and edge in the shape as it was given; part of feature ids. */
  readonly vertexId: Int32Array;
  readonly edgeId: Int32Array;
  /** 1 where the edge is part of the outline, 0 where it is a diagonal. */
  readonly real: Uint8Array;
  /** How the outline turns at the vertex: 1 left (convex), −1 right, 2 at the end of an open chain. */
  readonly turns: Int8Array;
  /** Normals of the outline's edges before and after the vertex, 4 per vertex. */
  readonly around: Float64Array;
  /** min x, min y, max x, max y of each loop without radius, m. */
  readonly box: Float64Array;
  /** Mean of each loop's vertices, m. */
  readonly center: Float64Array;
  /** Every loop is all of its shape: no edge or vertex needs a second look. */
  readonly plain: boolean;
  readonly chain: boolean;
  /** For chains: contact on both sides, else only on the right of the direction in which the vertices run. */
  readonly twoSided: boolean;
  /** Convex hull of all vertices (indices into `vertex`), counter-clockwise. */
  readonly hull: Int32Array;
  /**
   * Boxes of ranges of loops, 4 per node of a complete binary tree whose leaves are the loops; empty without a need.
   */
  readonly tree: Float64Array;
  /** Number of leaves of the tree, a power of two. */
  readonly leaves: number;
}

/** Places in `Outline.size`. */
export const RADIUS = 0;
export const REACH = 1;

/** Loops from which on a tree over them is built. */
const TREE_FROM = 8;

const known = new WeakMap<Collider, Outline>();

/**
 * The outline of a planar collider. The same object for the same collider; building it is the only allocation of planar
 * contact.
 */
export function outlineOf(collider: Collider): Outline {
  const found = known.get(collider);
  if (found !== undefined) return found;
  const outline = build(collider);
  known.set(collider, outline);
  return outline;
}

/** A loop before it is packed. */
interface Loop {
  readonly vertices: readonly number[];
  readonly real: readonly boolean[];
}

/** The simplified outline: points, and where each came from. */
interface Border {
  readonly v: Float64Array;
  readonly id: readonly number[];
  readonly closed: boolean;
}

function build(c: Collider): Outline {
  const { kind, size, reach } = c;
  const own = { size: Float64Array.of(0, reach), twoSided: false, chain: false };
  if (kind === KIND.circle) {
    const border = { v: new Float64Array(2), id: [0], closed: true };
    return pack(border, [{ vertices: [0], real: [] }], { ...own, size: Float64Array.of(size[0], reach) });
  }
  if (kind === KIND.planarCapsule) {
    const border = { v: Float64Array.of(-size[1], 0, size[1], 0), id: [0, 1], closed: true };
    return pack(border, [{ vertices: [0, 1], real: [true, true] }], { ...own, size: Float64Array.of(size[0], reach) });
  }
  if (c.polygon === null) throw new Error("a polygon or chain without vertices cannot collide");
  const { vertices } = c.polygon;
  if (kind === KIND.polygon) {
    const border = straighten(vertices, true);
    return pack(border, polygonLoops(border), own);
  }
  const border = straighten(vertices, size[0] === 1);
  const count = border.id.length - (border.closed ? 0 : 1);
  const runs = Array.from({ length: count }, (_, i) => ({
    vertices: [i, (i + 1) % border.id.length],
    real: [true, true],
  }));
  return pack(border, runs, { ...own, chain: true, twoSided: size[1] === 1 });
}

/** Leaves out vertices where the border goes straight on. */
function straighten(v: Float64Array, closed: boolean): Border {
  const n = v.length / 2;
  const id: number[] = [];
  for (let i = 0; i < n; i++) {
    const end = !closed && (i === 0 || i === n - 1);
    const h = (i + n - 1) % n;
    const j = (i + 1) % n;
    if (end || turn(v[2 * h], v[2 * h + 1], v[2 * i], v[2 * i + 1], v[2 * j], v[2 * j + 1]) !== 0) id.push(i);
  }
  const kept = Float64Array.from(id.flatMap((i) => [v[2 * i], v[2 * i + 1]]));
  return { v: kept, id, closed };
}

function polygonLoops({ v }: Border): Loop[] {
  const n = v.length / 2;
  const all = Array.from({ length: n }, (_, i) => i);
  const convex = all.every((i) => turnAt(v, i, n) > 0);
  return (convex ? [all] : convexParts(v)).map((vertices) => ({
    vertices,
    real: vertices.map((a, k) => vertices[(k + 1) % vertices.length] === (a + 1) % n),
  }));
}

function turnAt(v: Float64Array, i: number, n: number): number {
  const h = (i + n - 1) % n;
  const j = (i + 1) % n;
  return turn(v[2 * h], v[2 * h + 1], v[2 * i], v[2 * i + 1], v[2 * j], v[2 * j + 1]);
}

type Own = Pick<Outline, "size" | "chain" | "twoSided">;

function pack(border: Border, loops: readonly Loop[], own: Own): Outline {
  const start = new Int32Array(loops.length + 1);
  loops.forEach((loop, l) => {
    start[l + 1] = start[l] + loop.vertices.length;
  });
  const total = start[loops.length];
  const out = {
    vertex: new Float64Array(2 * total),
    normal: new Float64Array(2 * total),
    vertexId: new Int32Array(total),
    edgeId: new Int32Array(total),
    real: new Uint8Array(total),
    turns: new Int8Array(total),
    around: new Float64Array(4 * total),
    box: new Float64Array(4 * loops.length),
    center: new Float64Array(2 * loops.length),
  };
  const { v, id, closed } = border;
  const n = id.length;
  loops.forEach(({ vertices, real }, l) => {
    vertices.forEach((i, k) => {
      const at = start[l] + k;
      out.vertex.set(v.subarray(2 * i, 2 * i + 2), 2 * at);
      out.vertexId[at] = id[i];
      // the back of a run of a chain has the number of its front
      out.edgeId[at] = own.chain ? id[vertices[0]] : id[i];
      out.real[at] = real[k] ? 1 : 0;
      if (vertices.length > 1) edgeNormal(v, i, vertices[(k + 1) % vertices.length], out.normal, 2 * at);
      if (n < 3) out.turns[at] = own.chain ? 2 : 1;
      else if (!closed && (i === 0 || i === n - 1)) out.turns[at] = 2;
      else {
        out.turns[at] = Math.sign(turnAt(v, i, n));
        edgeNormal(v, (i + n - 1) % n, i, out.around, 4 * at);
        edgeNormal(v, i, (i + 1) % n, out.around, 4 * at + 2);
      }
    });
    measure(out.vertex, start[l], start[l + 1], out.box, 4 * l, out.center, 2 * l);
  });
  const leaves = loops.length < TREE_FROM ? 0 : powerOfTwo(loops.length);
  return {
    ...own,
    ...out,
    loops: loops.length,
    start,
    plain: !own.chain && loops.length === 1,
    hull: hullOf(out.vertex),
    tree: leaves === 0 ? new Float64Array(0) : treeOf(out.box, leaves),
    leaves,
  };
}

function edgeNormal(v: Float64Array, i: number, j: number, out: Float64Array, o: number): void {
  const x = v[2 * j + 1] - v[2 * i + 1];
  const y = v[2 * i] - v[2 * j];
  const length = Math.sqrt(x * x + y * y);
  out[o] = x / length;
  out[o + 1] = y / length;
}

/** Box and mean of the vertices from … to − 1. */
function measure(
  v: Float64Array,
  from: number,
  to: number,
  box: Float64Array,
  b: number,
  center: Float64Array,
  c: number,
): void {
  box.set([Infinity, Infinity, -Infinity, -Infinity], b);
  for (let i = from; i < to; i++) {
    for (let k = 0; k < 2; k++) {
      box[b + k] = Math.min(box[b + k], v[2 * i + k]);
      box[b + 2 + k] = Math.max(box[b + 2 + k], v[2 * i + k]);
      center[c + k] += v[2 * i + k] / (to - from);
    }
  }
}

function powerOfTwo(n: number): number {
  let p = 1;
  while (p < n) p *= 2;
  return p;
}

/** Node k holds the boxes of nodes 2k and 2k + 1; the root is 1 and leaf l is leaves + l. */
function treeOf(box: Float64Array, leaves: number): Float64Array {
  const tree = new Float64Array(8 * leaves);
  for (let k = 0; k < 2 * leaves; k++) tree.set([Infinity, Infinity, -Infinity, -Infinity], 4 * k);
  tree.set(box, 4 * leaves);
  for (let k = leaves - 1; k > 0; k--) {
    for (let i = 0; i < 2; i++) {
      tree[4 * k + i] = Math.min(tree[8 * k + i], tree[8 * k + 4 + i]);
      tree[4 * k + 2 + i] = Math.max(tree[8 * k + 2 + i], tree[8 * k + 6 + i]);
    }
  }
  return tree;
}

/** Convex hull of points by two monotone chains [Andrew1979], with exact turns. */
function hullOf(v: Float64Array): Int32Array {
  const order = Array.from({ length: v.length / 2 }, (_, i) => i);
  order.sort((a, b) => v[2 * a] - v[2 * b] || v[2 * a + 1] - v[2 * b + 1] || a - b);
  const distinct = order.filter(
    (a, k) => k === 0 || v[2 * a] !== v[2 * order[k - 1]] || v[2 * a + 1] !== v[2 * order[k - 1] + 1],
  );
  if (distinct.length < 3) return Int32Array.from(distinct);
  const half = (points: readonly number[]) => {
    const chain: number[] = [];
    for (const c of points) {
      while (chain.length > 1) {
        const [a, b] = chain.slice(-2);
        if (turn(v[2 * a], v[2 * a + 1], v[2 * b], v[2 * b + 1], v[2 * c], v[2 * c + 1]) > 0) break;
        chain.pop();
      }
      chain.push(c);
    }
    return chain.slice(0, -1);
  };
  return Int32Array.from([...half(distinct), ...half(distinct.reverse())]);
}
