import { type Collider, KIND } from "../../collision/narrow/types.js";

/**
 * A convex polygon or polyhedron as the contact models see it: vertices, edges, facets — the edges of a polygon, the
 * faces of a polyhedron — and who meets whom. Constant; positions and normals are in the shape's frame.
 */
export interface Polytope {
  readonly planar: boolean;
  /** 3 per vertex, m. */
  readonly vertices: Float64Array;
  /** Outward unit normal of each facet, 3 per facet. */
  readonly normals: Float64Array;
  /**
   * Vertices of facet f, counter-clockwise seen from outside: facetVertex[facetStart[f]] … ; two of a polygon's edge.
   */
  readonly facetStart: Int32Array;
  readonly facetVertex: Int32Array;
  /**
   * Tail, head, the facet on the left of the edge seen from outside and the one on its right; 4 per edge, none of a
   * polygon.
   */
  readonly edges: Int32Array;
  /** Vertices joined to v by an edge. */
  readonly neighbourStart: Int32Array;
  readonly neighbours: Int32Array;
  /** Facets at v; of a polygon the incoming edge, then the outgoing one. */
  readonly facetsStart: Int32Array;
  readonly facets: Int32Array;
  /** Edges at v. */
  readonly edgesStart: Int32Array;
  readonly edgesAt: Int32Array;
}

const known = new WeakMap<Collider, Polytope | null>();

/** The polytope of a collider, or null where it is none: round, hollow, without end. */
export function polytopeOf(collider: Collider): Polytope | null {
  let polytope = known.get(collider);
  if (polytope === undefined) {
    polytope = build(collider);
    known.set(collider, polytope);
  }
  return polytope;
}

function build({ kind, hull, polygon }: Collider): Polytope | null {
  if (kind === KIND.polygon && polygon !== null) return fromPolygon(polygon.vertices);
  if ((kind !== KIND.box && kind !== KIND.hull) || hull === null) return null;
  const { polyhedron, planes } = hull;
  const faces = Array.from({ length: polyhedron.faceStart.length - 1 }, (_, f) =>
    Array.from(polyhedron.faceVertex.subarray(polyhedron.faceStart[f], polyhedron.faceStart[f + 1])),
  );
  const normals = faces.flatMap((_, f) => Array.from(planes.subarray(4 * f, 4 * f + 3)));
  return connect(false, Float64Array.from(polyhedron.vertices), Float64Array.from(normals), faces);
}

function fromPolygon(flat: Float64Array): Polytope {
  const n = flat.length / 2;
  const vertices = new Float64Array(3 * n);
  const normals = new Float64Array(3 * n);
  const facets: number[][] = [];
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    const x = flat[2 * j] - flat[2 * i];
    const y = flat[2 * j + 1] - flat[2 * i + 1];
    const length = Math.sqrt(x * x + y * y);
    vertices[3 * i] = flat[2 * i];
    vertices[3 * i + 1] = flat[2 * i + 1];
    normals[3 * i] = y / length;
    normals[3 * i + 1] = -x / length;
    facets.push([i, j]);
  }
  return connect(true, vertices, normals, facets);
}

function connect(planar: boolean, vertices: Float64Array, normals: Float64Array, loops: number[][]): Polytope {
  const count = vertices.length / 3;
  const edges: number[] = [];
  const neighbours = Array.from({ length: count }, () => new Set<number>());
  const facets = Array.from({ length: count }, () => [] as number[]);
  const edgesAt = Array.from({ length: count }, () => [] as number[]);
  const seen = new Map<string, number>();
  loops.forEach((loop, f) => {
    loop.forEach((v, k) => {
      const w = loop[(k + 1) % loop.length];
      neighbours[v].add(w);
      neighbours[w].add(v);
      facets[v].push(f);
      if (planar) return;
      const before = seen.get(`${w},${v}`);
      if (before === undefined) {
        seen.set(`${v},${w}`, edges.length / 4);
        edgesAt[v].push(edges.length / 4);
        edgesAt[w].push(edges.length / 4);
        // its own face has it in its order, counter-clockwise, so that face is on its left
        edges.push(v, w, f, -1);
      } else edges[4 * before + 3] = f;
    });
  });
  // incoming before outgoing: edge f of a polygon leads from vertex f to the next
  if (planar) for (const [v, at] of facets.entries()) at.sort((x, y) => (x === v ? 1 : 0) - (y === v ? 1 : 0));
  const [facetStart, facetVertex] = pack(loops);
  const [neighbourStart, joined] = pack(neighbours.map((set) => [...set]));
  const [facetsStart, facetsAt] = pack(facets);
  const [edgesStart, edgesOf] = pack(edgesAt);
  return {
    planar,
    vertices,
    normals,
    facetStart,
    facetVertex,
    edges: Int32Array.from(edges),
    neighbourStart,
    neighbours: joined,
    facetsStart,
    facets: facetsAt,
    edgesStart,
    edgesAt: edgesOf,
  };
}

function pack(lists: readonly (readonly number[])[]): [Int32Array, Int32Array] {
  const start = new Int32Array(lists.length + 1);
  lists.forEach((list, i) => {
    start[i + 1] = start[i] + list.length;
  });
  return [start, Int32Array.from(lists.flat())];
}
