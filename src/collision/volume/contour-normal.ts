import { fitPlane } from "../narrow/mesh/contact-plane.js";
import { OVERLAP, OVERLAP_SIZE, type Overlap } from "./volume-overlap.js";

/** Scratch: plane and mean of `fitPlane`. */
const plane = new Float64Array(7);

/**
 * Choice N1 of the normal of region r: that of the least-squares plane of the rim's corners [Luaces2013, §4.7.4;
 * Vilela2018], into normal[o …], with the sense of the vector area (from A to B). Of a plane rim it is the same as
 * choice N2, which `intersectVolumes` writes. False, and N2, when there is no rim or its corners lie on one line.
 */
export function contourNormal(overlap: Overlap, r: number, normal: Float64Array, o: number): boolean {
  const { rim, loopStart, regionLoop, values } = overlap;
  const a = OVERLAP_SIZE * r + OVERLAP.normal;
  const first = loopStart[regionLoop[r]];
  const end = loopStart[regionLoop[r + 1]];
  if (regionLoop[r] === regionLoop[r + 1] || !fitPlane(rim, first, end, plane)) {
    for (let k = 0; k < 3; k++) normal[o + k] = values[a + k];
    return false;
  }
  const along = plane[0] * values[a] + plane[1] * values[a + 1] + plane[2] * values[a + 2];
  for (let k = 0; k < 3; k++) normal[o + k] = along < 0 ? -plane[k] : plane[k];
  return true;
}
