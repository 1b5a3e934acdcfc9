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
  const height = (p: readonly number[]) => plane[0] * p[0] + plane[1] * p[1] + plane[2] * p[2] - plane[3];
  const points: number[] = [];
  const source: number[] = [];
  const kind: number[] = [];
  const crossed: number[] = [];
  for (let t = 0; t < solid.nf; t++) {
    const corners = [0, 1, 2].map((c) => [0, 1, 2].map((k) => vertices[3 * triangles[3 * t + c] + k]));
    const heights = corners.map(height);
    // a corner in the plane is outside, as in `intersectHalfSpace`
    const inside = heights.filter((h) => h < 0).length;
    if (inside === 0) continue;
    if (inside < 3) crossed.push(t);
    const kept: number[][] = [];
    corners.forEach((p, i) => {
      const j = (i + 1) % 3;
      if (heights[i] < 0) kept.push(p);
      if (heights[i] < 0 !== heights[j] < 0) {
        const s = heights[i] / (heights[i] - heights[j]);
        kept.push(p.map((x, k) => x + s * (corners[j][k] - x)));
      }
    });
    for (let i = 1; i + 1 < kept.length; i++) {
      points.push(...kept[0], ...kept[i], ...kept[i + 1]);
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
