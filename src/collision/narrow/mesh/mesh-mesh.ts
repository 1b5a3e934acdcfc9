import { createPairSink, type PairSink, treePairs } from "../../../geometry/tree/pairs.js";
import { CROSSING, createCrossing, intersectTriangles } from "../../../geometry/triangle/intersect.js";
import type { TiePolicy } from "../../../geometry/triangle/tie.js";
import type { Collider } from "../types.js";
import { rel, relativePose } from "../workspace.js";
import type { MeshContactGeometry } from "./mesh-geometry.js";

/** Triangles of two meshes that intersect, with their common segments. */
export interface MeshPairs {
  count: number;
  /** More pairs than there was room for. */
  overflow: boolean;
  /** Triangle of A, triangle of B; 2 per pair. */
  readonly pairs: Int32Array;
  /** Start and end of the common segment in A's frame, m; 6 per pair. NaN where there is none (coplanar or touching triangles). */
  readonly segments: Float64Array;
  /** What ends the segment, see `TriangleCrossing.edge`; 2 per pair. */
  readonly edges: Int32Array;
  /** Candidates of the search through both trees. */
  readonly candidates: PairSink;
}

export function createMeshPairs(capacity: number): MeshPairs {
  return {
    count: 0,
    overflow: false,
    pairs: new Int32Array(2 * capacity),
    segments: new Float64Array(6 * capacity),
    edges: new Int32Array(2 * capacity),
    candidates: createPairSink(8 * capacity),
  };
}

const crossing = createCrossing();
const cornersA = new Float64Array(9);
const cornersB = new Float64Array(9);

/**
 * Intersecting triangles of meshes A and B at their poses: candidates by walking both trees, then the exact test of two triangles on
 * coordinates in A's frame (those of B are rounded there once, so neighbours agree) with a tie policy [Luaces2013, §4.7; Vilela2018].
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
  const g = a.mesh as MeshContactGeometry;
  const h = b.mesh as MeshContactGeometry;
  out.count = 0;
  out.candidates.count = 0;
  out.candidates.overflow = false;
  relativePose(poseA, ao, poseB, bo);
  if (g.tree === null || h.tree === null) throw new Error("a height field has no tree to walk");
  treePairs(g.tree, h.tree, rel, out.candidates);
  out.overflow = out.candidates.overflow;
  const found = out.candidates;
  for (let i = 0; i < found.count; i++) {
    const s = found.pairs[2 * i];
    const t = found.pairs[2 * i + 1];
    takeCorners(g, s, h, t);
    if (!intersectTriangles(cornersA, 0, 1, 2, cornersB, 0, 1, 2, policy, crossing)) continue;
    if (2 * out.count === out.pairs.length) {
      out.overflow = true;
      return;
    }
    const c = out.count++;
    out.pairs[2 * c] = s;
    out.pairs[2 * c + 1] = t;
    for (let k = 0; k < 2; k++) out.edges[2 * c + k] = crossing.edge[k];
    for (let k = 0; k < 6; k++) out.segments[6 * c + k] = crossing.kind === CROSSING ? crossing.point[k] : Number.NaN;
  }
}

function takeCorners(g: MeshContactGeometry, s: number, h: MeshContactGeometry, t: number): void {
  for (let c = 0; c < 3; c++) {
    const i = 3 * g.mesh.triangles[3 * s + c];
    const j = 3 * h.mesh.triangles[3 * t + c];
    const v = h.mesh.vertices;
    for (let k = 0; k < 3; k++) {
      cornersA[3 * c + k] = g.mesh.vertices[i + k];
      cornersB[3 * c + k] = rel[3 * k] * v[j] + rel[3 * k + 1] * v[j + 1] + rel[3 * k + 2] * v[j + 2] + rel[9 + k];
    }
  }
}
