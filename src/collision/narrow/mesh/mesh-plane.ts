import { queryPlane } from "../../../geometry/tree/query.js";
import { rotationInto } from "../../../math/mat3.js";
import { FEATURE } from "../../contact-tables.js";
import { addPair, chooseTangents } from "../candidates.js";
import type { ContactRoutine, PairRoutines, Separation, SeparationRoutine } from "../types.js";
import { relativePose } from "../workspace.js";
import type { MeshContactGeometry } from "./mesh-geometry.js";
import { type MeshWorkspace, meshWorkspace } from "./mesh-workspace.js";
import { PATCH_KIND } from "./patch-table.js";
import { clearPatches, offer, patchOf, writeMeshPatch } from "./patches.js";
import { reserveTriangles } from "./scratch.js";
import { treeOf } from "./tree-of.js";

/**
 * Mesh A on the half-space B (z ≤ 0 of its frame is solid): one patch of the vertices within the margin, n = −z of B.
 */

const PLANE_FEATURE = FEATURE.face << 29;

/** n = −z of B in the frame of A into found[1…3]; the plane seen from A for the tree. */
function place(w: MeshWorkspace, poseA: Float64Array, ao: number, poseB: Float64Array, bo: number): void {
  const { query, tangentPlane } = w.halfSpace;
  const { found, rel } = w.narrow;
  relativePose(w.narrow, poseA, ao, poseB, bo);
  query[3] = 0;
  for (let k = 0; k < 3; k++) {
    query[k] = rel[3 * k + 2];
    query[3] += rel[3 * k + 2] * rel[9 + k];
    found[1 + k] = -rel[3 * k + 2];
    tangentPlane[k] = found[1 + k];
  }
  tangentPlane[3] = -query[3];
}

/** Height of vertex i over the plane; its foot into pair[3…5]. */
function foot(w: MeshWorkspace, v: Float64Array, i: number): void {
  const { pair, query } = w.halfSpace;
  const { found, rel } = w.narrow;
  found[0] = query[0] * (v[i] - rel[9]) + query[1] * (v[i + 1] - rel[10]) + query[2] * (v[i + 2] - rel[11]);
  for (let k = 0; k < 3; k++) {
    pair[k] = v[i + k];
    pair[3 + k] = v[i + k] - found[0] * query[k];
  }
}

const contacts: ContactRoutine = (a, poseA, ao, b, poseB, bo, sink) => {
  const w = meshWorkspace(sink);
  const { patches, visit } = w;
  const { pair, query, tangentPlane } = w.halfSpace;
  const { candidates, found } = w.narrow;
  const g = a.mesh as MeshContactGeometry;
  const { vertices, triangles } = g.mesh;
  place(w, poseA, ao, poseB, bo);
  query[4] = sink.margin[0];
  reserveTriangles(w, g);
  visit.nearby.count = 0;
  visit.nearby.overflow = false;
  queryPlane(treeOf(g), query, 0, visit.nearby);
  if (visit.nearby.count === 0) return;
  clearPatches(w);
  chooseTangents(w.narrow, a, b);
  const p = patchOf(w, tangentPlane, PATCH_KIND.plane, a);
  patches.current = p;
  for (let i = 0; i < visit.nearby.count; i++) {
    for (let h = 3 * visit.nearby.items[i]; h < 3 * visit.nearby.items[i] + 3; h++) {
      foot(w, vertices, 3 * triangles[h]);
      if (found[0] > sink.margin[0]) continue;
      candidates.count = 0;
      addPair(w.narrow, pair, 0, pair, 3, (FEATURE.vertex << 29) | triangles[h], PLANE_FEATURE);
      offer(w, p, 0, a);
    }
  }
  writeMeshPatch(p, a, poseA, ao, b, sink);
};

/** The lowest vertex; of equals the first. */
const separation: SeparationRoutine = (a, poseA, ao, _b, poseB, bo, out) => {
  const w = meshWorkspace(out);
  const { found } = w.narrow;
  const v = a.mesh!.mesh.vertices;
  place(w, poseA, ao, poseB, bo);
  let lowest = 0;
  let least = Infinity;
  for (let i = 0; i < v.length; i += 3) {
    foot(w, v, i);
    if (found[0] < least) {
      least = found[0];
      lowest = i;
    }
  }
  foot(w, v, lowest);
  writeWorld(poseA, ao, out);
  out.featureA = (FEATURE.vertex << 29) | (lowest / 3);
  out.featureB = PLANE_FEATURE;
};

const frame = new Float64Array(9);

function writeWorld(poseA: Float64Array, ao: number, out: Separation): void {
  const w = meshWorkspace(out);
  const { pair, query } = w.halfSpace;
  const { found } = w.narrow;
  const { values } = out;
  rotationInto(poseA, ao + 3, frame);
  values[0] = found[0];
  for (let k = 0; k < 3; k++) {
    values[1 + k] = -(frame[3 * k] * query[0] + frame[3 * k + 1] * query[1] + frame[3 * k + 2] * query[2]);
    values[4 + k] = frame[3 * k] * pair[0] + frame[3 * k + 1] * pair[1] + frame[3 * k + 2] * pair[2] + poseA[ao + k];
    values[7 + k] = frame[3 * k] * pair[3] + frame[3 * k + 1] * pair[4] + frame[3 * k + 2] * pair[5] + poseA[ao + k];
  }
}

export const meshPlanePair: PairRoutines = { contacts, separation, exact: true };
