import { ensureCapacityF64, ensureCapacityI32 } from "../../../math/capacity.js";
import type { Overlap } from "../volume-overlap.js";
import type { Hull } from "./hull.js";

/**
 * Rims of the regions: where polygons of A and B meet, end to end as closed polygons, along n_A × n_B (the sense in
 * which A's polygons run), grouped by region. Points that only a cut of a neighbour has put on the rim are left out:
 * `isEnd` is true for the ends of the segments of crossing faces.
 */
export function writeRims(
  { polygons, beyond }: Hull,
  near: readonly number[],
  region: Int32Array,
  facesOfA: number,
  isEnd: (point: number) => boolean,
  out: Overlap,
): void {
  // by region: rim steps from a point to the next
  const next = Array.from({ length: out.count }, () => new Map<number, number[]>());
  polygons.forEach(({ face, corners }, i) => {
    if (region[i] < 0 || face >= facesOfA) return;
    corners.forEach((from, side) => {
      const j = beyond[i][side];
      if (j < 0 || polygons[j].face < facesOfA) return;
      const to = corners[(side + 1) % corners.length];
      const list = next[region[i]].get(from);
      if (list === undefined) next[region[i]].set(from, [to]);
      else list.push(to);
    });
  });
  const rim: number[] = [];
  const starts: number[] = [];
  out.regionLoop = ensureCapacityI32(out.regionLoop, out.count + 1);
  next.forEach((steps, r) => {
    out.regionLoop[r] = starts.length;
    for (const first of steps.keys()) {
      while ((steps.get(first)?.length ?? 0) > 0) {
        starts.push(rim.length / 3);
        let point = first;
        do {
          if (isEnd(point)) rim.push(near[3 * point], near[3 * point + 1], near[3 * point + 2]);
          point = steps.get(point)?.pop() ?? first;
        } while (point !== first);
      }
    }
  });
  out.regionLoop[out.count] = starts.length;
  out.loopCount = starts.length;
  out.loopStart = ensureCapacityI32(out.loopStart, starts.length + 1);
  starts.forEach((s, l) => {
    out.loopStart[l] = s;
  });
  out.loopStart[starts.length] = rim.length / 3;
  out.rim = ensureCapacityF64(out.rim, rim.length);
  out.rim.set(rim);
}
