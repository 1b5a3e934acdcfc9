import { createPairSink, type PairSink, treePairs } from "../../../geometry/tree/pairs.js";
import {
  CROSSING,
  createCrossing,
  intersectTriangles,
  type TriangleCrossing,
} from "../../../geometry/triangle/intersect.js";
import type { TiePolicy } from "../../../geometry/triangle/tie.js";
import type { Collider } from "../types.js";
import { createNarrowWorkspace, type NarrowWorkspace, relativePose } from "../workspace.js";
import type { MeshContactGeometry } from "./mesh-geometry.js";
import { placeVertex, startPlacing } from "./placed-vertices.js";

/** Triangles of two meshes that intersect, with their common segments. */
export interface MeshPairs {
  count: number;
  /** More pairs than there was room for. */
  overflow: boolean;
  /** Triangle of A, triangle of B; 2 per pair. */
  readonly pairs: Int32Array;
  /**
   * Start and end of the common segment in A's frame, m; 6 per pair. NaN where there is none (coplanar or touching
   * triangles).
   */
  readonly segments: Float64Array;
  /** What ends the segment, see `TriangleCrossing.edge`; 2 per pair. */
  readonly edges: Int32Array;
  /** Candidates of the search through both trees. */
  readonly candidates: PairSink;
  /** Scratch of `meshMeshPairs`. */
  readonly work: NarrowWorkspace;
  /** The crossing of two triangles. */
  readonly crossing: TriangleCrossing;
}

export function createMeshPairs(capacity: number, work = createNarrowWorkspace()): MeshPairs {
  return {
    work,
    count: 0,
    overflow: false,
    pairs: new Int32Array(2 * capacity),
    segments: new Float64Array(6 * capacity),
    edges: new Int32Array(2 * capacity),
    candidates: createPairSink(8 * capacity),
    crossing: createCrossing(),
  };
}

/**
 * Intersecting triangles of meshes A and B at their poses: candidates by walking both trees, then the exact test of two
 * triangles on coordinates in A's frame (those of B are rounded there once, so neighbours agree) with a tie policy
 * [Luaces2013, §4.7; Vilela2018].
 */
export function meshMeshPairs(
  a: Collider,
  poseA: Float64Array,
  ao: number,
  b: Collider,
  poseB: Float64Array,
  bo: number,
  policy: TiePolicy,
  out: MeshPairs,
): void {
  const w = out.work;
  const { rel } = w;
  const g = a.mesh as MeshContactGeometry;
  const h = b.mesh as MeshContactGeometry;
  clearMeshPairs(out);
  out.candidates.count = 0;
  out.candidates.overflow = false;
  relativePose(w, poseA, ao, poseB, bo);
  if (g.tree === null || h.tree === null) throw new Error("a height field has no tree to walk");
  treePairs(g.tree, h.tree, rel, out.candidates);
  out.overflow = out.candidates.overflow;
  startPlacing(w, h.mesh);
  const found = out.candidates;
  for (let i = 0; i < found.count; i++) {
    if (!crossTriangles(w, g, found.pairs[2 * i], h, found.pairs[2 * i + 1], policy, out)) return;
  }
}

/** Empties the list. */
export function clearMeshPairs(out: MeshPairs): void {
  out.count = 0;
  out.overflow = false;
}

/**
 * Adds triangles s of A and t of B to the list if they intersect; false when there is no room. Reads `rel` and what is
 * placed already.
 */
export function crossTriangles(
  w: NarrowWorkspace,
  g: MeshContactGeometry,
  s: number,
  h: MeshContactGeometry,
  t: number,
  policy: TiePolicy,
  out: MeshPairs,
): boolean {
  const { crossing } = out;
  const { triangles: ta } = g.mesh;
  const { triangles: tb } = h.mesh;
  const d = tb[3 * t];
  const e = tb[3 * t + 1];
  const f = tb[3 * t + 2];
  placeVertex(w, h.mesh.vertices, d);
  placeVertex(w, h.mesh.vertices, e);
  placeVertex(w, h.mesh.vertices, f);
  const meet = intersectTriangles(
    g.mesh.vertices,
    ta[3 * s],
    ta[3 * s + 1],
    ta[3 * s + 2],
    w.placed.vertex,
    d,
    e,
    f,
    policy,
    crossing,
  );
  if (!meet) return true;
  if (2 * out.count === out.pairs.length) {
    out.overflow = true;
    return false;
  }
  const c = out.count++;
  out.pairs[2 * c] = s;
  out.pairs[2 * c + 1] = t;
  for (let k = 0; k < 2; k++) out.edges[2 * c + k] = crossing.edge[k];
  for (let k = 0; k < 6; k++) out.segments[6 * c + k] = crossing.kind === CROSSING ? crossing.point[k] : Number.NaN;
  return true;
}
