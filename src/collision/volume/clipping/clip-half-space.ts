import { cutPolygon } from "../../../geometry/clip-polygon.js";
import { intersectHalfSpace } from "../half-space.js";
import type { VolumeMesh } from "../volume-mesh.js";
import { OVERLAP, OVERLAP_SIZE } from "../volume-overlap.js";
import { CLIPPED, type ClippedVolumes } from "./clip-volumes.js";

/**
 * The part of a solid below the plane n · x = d (n, d in `plane`, n out of the half-space, in the solid's frame), in
 * the form of `clipVolumes`: the regions by `intersectHalfSpace`, the solid's surface cut triangle by triangle in
 * double precision, without the plane, which has no triangles. `solidIsB` when the half-space is body A: normals then
 * point from it to the solid.
 */
export function clipHalfSpace(solid: VolumeMesh, plane: Float64Array, solidIsB: boolean, out: ClippedVolumes): void {
  intersectHalfSpace(solid, plane, out.overlap);
  const { overlap } = out;
  if (solidIsB) {
    for (let r = 0; r < overlap.count; r++) {
      for (let k = OVERLAP.area; k < OVERLAP.normal + 3; k++) overlap.values[OVERLAP_SIZE * r + k] *= -1;
    }
  }
  const { vertices, triangles } = solid.mesh;
  const corners = new Float64Array(9);
  const kept = new Float64Array(12);
  const heights = new Float64Array(4);
  const sources = new Int32Array(4);
  const points: number[] = [];
  const source: number[] = [];
  const kind: number[] = [];
  const crossed: number[] = [];
  for (let t = 0; t < solid.nf; t++) {
    let inside = 0;
    for (let c = 0; c < 3; c++) {
      const v = 3 * triangles[3 * t + c];
      for (let k = 0; k < 3; k++) corners[3 * c + k] = vertices[v + k];
      // how far below the plane
      heights[c] = -(plane[0] * vertices[v] + plane[1] * vertices[v + 1] + plane[2] * vertices[v + 2] - plane[3]);
      if (heights[c] > 0) inside++;
    }
    if (inside === 0) continue;
    if (inside < 3) crossed.push(t);
    // a corner in the plane is outside, as in `intersectHalfSpace`
    heights[3] = -Number.MIN_VALUE;
    const count = cutPolygon(corners, 3, 3, heights, kept, sources);
    for (let i = 1; i + 1 < count; i++) {
      points.push(...kept.subarray(0, 3), ...kept.subarray(3 * i, 3 * i + 6));
      source.push(t);
      kind.push(inside < 3 ? CLIPPED.cut : CLIPPED.inner);
    }
  }
  out.points = Float64Array.from(points);
  out.triangles = Uint32Array.from(source.flatMap((_, i) => [3 * i, 3 * i + 1, 3 * i + 2]));
  out.source = Uint32Array.from(source);
  out.kind = Uint8Array.from(kind);
  out.body = new Uint8Array(source.length).fill(solidIsB ? 1 : 0);
  out.region = Int32Array.from(source, (_, i) => regionOf(out, i));
  out.crossedA = Uint32Array.from(solidIsB ? [] : crossed);
  out.crossedB = Uint32Array.from(solidIsB ? crossed : []);
  // open where the plane closes it
  out.open = 0;
}

/** The region with the centroid nearest to a triangle's: all there is for one region. */
function regionOf({ overlap, points }: ClippedVolumes, t: number): number {
  let best = -1;
  let least = Infinity;
  for (let r = 0; r < overlap.count; r++) {
    let far = 0;
    for (let k = 0; k < 3; k++) {
      const mean = (points[9 * t + k] + points[9 * t + 3 + k] + points[9 * t + 6 + k]) / 3;
      const d = mean - overlap.values[OVERLAP_SIZE * r + OVERLAP.center + k];
      far += d * d;
    }
    if (far < least) {
      least = far;
      best = r;
    }
  }
  return best;
}
