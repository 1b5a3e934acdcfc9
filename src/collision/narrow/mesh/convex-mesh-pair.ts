import { nearestPoint } from "../../../geometry/tree/nearest.js";
import { rotateInverseInto } from "../../../math/quat.js";
import { type ContactSink, innerSink, type PairRoutines, type Separation, type SeparationRoutine } from "../types.js";
import { convexMeshContacts } from "./convex-mesh.js";
import type { MeshContactGeometry } from "./mesh-geometry.js";
import { meshWorkspace } from "./mesh-workspace.js";

const point = new Float64Array(3);
const surface = new Float64Array(5);

/**
 * Least gap over the surface: the distance when the shape does not touch it, else that of the deepest contact. The
 * distance of the shape's origin from the surface bounds the search.
 */
const separation: SeparationRoutine = (a, poseA, ao, b, poseB, bo, out) => {
  const { convex } = meshWorkspace(out);
  const g = b.mesh as MeshContactGeometry;
  for (let k = 0; k < 3; k++) point[k] = poseA[ao + k] - poseB[bo + k];
  rotateInverseInto(point, 0, poseB, bo + 3, point, 0);
  if (g.tree === null) {
    // no tree: the nearest grid point bounds the distance
    const v = g.mesh.vertices;
    surface[3] = Infinity;
    for (let i = 0; i < v.length; i += 3) {
      const x = v[i] - point[0];
      const y = v[i + 1] - point[1];
      const z = v[i + 2] - point[2];
      surface[3] = Math.min(surface[3], x * x + y * y + z * z);
    }
  } else {
    surface[3] = Infinity;
    nearestPoint(g.tree, point, 0, surface, 0);
  }
  const bound = Math.sqrt(surface[3]);
  const all = innerSink(out.work);
  convex.closing = true;
  // the origin of a hull may be outside of it by up to its reach
  for (let grow = 0; grow < 2; grow++) {
    all.margin[0] = bound + (grow === 0 ? 1e-9 : 2) * a.reach;
    all.count = 0;
    all.overflow = false;
    convexMeshContacts(a, poseA, ao, b, poseB, bo, all);
    if (all.count > 0) break;
  }
  convex.closing = false;
  takeLeast(all, out);
};

function takeLeast(all: ContactSink, out: Separation): void {
  const { values } = out;
  let best = 0;
  for (let c = 1; c < all.count; c++) if (all.gap[c] < all.gap[best]) best = c;
  values[0] = all.count > 0 ? all.gap[best] : Infinity;
  for (let k = 0; k < 3; k++) {
    values[1 + k] = all.normal[3 * best + k];
    values[4 + k] = all.pointA[3 * best + k];
    values[7 + k] = all.pointB[3 * best + k];
  }
  out.featureA = all.featureA[best];
  out.featureB = all.featureB[best];
}

/** Sphere and capsule: closed forms per triangle. */
export const roundMeshPair: PairRoutines = { contacts: convexMeshContacts, separation, exact: true };

/** Box, hull, cylinder, cone and ellipsoid: closed forms over faces, GJK and EPA at ridges. */
export const convexMeshPair: PairRoutines = { contacts: convexMeshContacts, separation, exact: false };
