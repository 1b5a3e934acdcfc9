import { createPairSink, type PairSink, treePairs } from "../../../geometry/tree/pairs.js";
import { createCrossing, intersectTriangles } from "../../../geometry/triangle/intersect.js";
import type { VolumeMesh } from "../volume-mesh.js";
import { edgePoint, isCoplanar, type PointTable, samePlane } from "./tied-points.js";

/** Faces of A are numbers below nf_A, faces of B come after them; see `PointTable`. */

/** The part that faces f (of A) and g (of B) have in common: from point to point along n_A × n_B. */
export interface Segment {
  readonly f: number;
  readonly g: number;
  readonly from: number;
  readonly to: number;
}

export interface Crossings {
  /** In the order in which the trees give the pairs. */
  readonly segments: readonly Segment[];
  /** Of each face that is crossed: the segments on it. */
  readonly onFace: Map<number, number[]>;
  /**
   * Of each crossed face: the face that stands for its plane (the first one met in that plane), and ±1 for the sense of
   * its normal relative to that one.
   */
  readonly plane: Map<number, number>;
  readonly turned: Map<number, number>;
  /** Pairs of faces in one plane. */
  readonly coplanar: number;
}

/**
 * Pairs of faces whose boxes meet: both trees descended together, with one transform from B's frame to A's
 * [Vilela2018].
 */
export function candidatePairs(a: VolumeMesh, b: VolumeMesh, transform: Float64Array): PairSink {
  for (let room = 1024; ; room *= 4) {
    const sink = createPairSink(room);
    treePairs(a.tree, b.tree, transform, sink);
    if (!sink.overflow) return sink;
  }
}

/**
 * Crossing faces [GuigueDevillers2003; Vilela2018], with ties broken by the displacement of A (policy `shift`; the
 * other sense is the displacement of B). The ends of a segment are where an edge of one face pierces the other.
 */
export function findCrossings(table: PointTable, { pairs, count }: PairSink): Crossings {
  const { vertices, triangles } = table.mesh;
  const segments: Segment[] = [];
  const onFace = new Map<number, number[]>();
  let coplanar = 0;
  for (let i = 0; i < count; i++) {
    const f = pairs[2 * i];
    const g = table.facesOfA + pairs[2 * i + 1];
    // the face that moves comes first
    const first = table.sense > 0 ? f : g;
    const second = table.sense > 0 ? g : f;
    const s = 3 * first;
    const t = 3 * second;
    const crosses = intersectTriangles(
      vertices,
      triangles[s],
      triangles[s + 1],
      triangles[s + 2],
      vertices,
      triangles[t],
      triangles[t + 1],
      triangles[t + 2],
      "shift",
      crossing,
    );
    if (!crosses) {
      if (isCoplanar(table, f, g)) coplanar++;
      continue;
    }
    const end = (k: number): number => {
      const e = crossing.edge[k];
      const own = e < 3 ? first : second;
      const c = e % 3;
      return edgePoint(table, triangles[3 * own + c], triangles[3 * own + ((c + 1) % 3)], e < 3 ? second : first);
    };
    const [from, to] = [end(0), end(1)];
    // along n_first × n_second
    const n = segments.length;
    segments.push(table.sense > 0 ? { f, g, from, to } : { f, g, from: to, to: from });
    for (const face of [f, g]) {
      const list = onFace.get(face);
      if (list === undefined) onFace.set(face, [n]);
      else list.push(n);
    }
  }
  return { segments, onFace, coplanar, ...sharePlanes(table, onFace) };
}

const crossing = createCrossing();

/** Crossed faces of one body that lie in one plane are cut along one line by it, so that one of them stands for all. */
function sharePlanes(table: PointTable, onFace: Map<number, number[]>): Pick<Crossings, "plane" | "turned"> {
  const plane = new Map<number, number>();
  const turned = new Map<number, number>();
  const leaders: number[] = [];
  for (const face of onFace.keys()) {
    plane.set(face, face);
    turned.set(face, 1);
    let found = false;
    for (const leader of leaders) {
      if (leader < table.facesOfA !== face < table.facesOfA) continue;
      const same = mayShare(table, leader, face) ? samePlane(table, leader, face) : 0;
      if (same === 0) continue;
      plane.set(face, leader);
      turned.set(face, same);
      found = true;
      break;
    }
    if (!found) leaders.push(face);
  }
  return { plane, turned };
}

/** Whether two faces may lie in one plane, by rounded numbers: never wrongly denied. */
function mayShare({ mesh: { vertices: v, triangles: t } }: PointTable, f: number, g: number): boolean {
  const a = 3 * t[3 * f];
  const b = 3 * t[3 * f + 1];
  const c = 3 * t[3 * f + 2];
  let size = 0;
  const n = [0, 1, 2].map((k) => {
    const u = (k + 1) % 3;
    const w = (k + 2) % 3;
    const left = (v[b + u] - v[a + u]) * (v[c + w] - v[a + w]);
    const right = (v[b + w] - v[a + w]) * (v[c + u] - v[a + u]);
    size += Math.abs(left) + Math.abs(right);
    return left - right;
  });
  for (let k = 0; k < 3; k++) {
    const p = 3 * t[3 * g + k];
    let height = 0;
    let reach = 0;
    for (let c = 0; c < 3; c++) {
      height += n[c] * (v[p + c] - v[a + c]);
      reach += Math.abs(v[p + c] - v[a + c]);
    }
    if (Math.abs(height) > 1e-14 * size * reach) return false;
  }
  return true;
}
