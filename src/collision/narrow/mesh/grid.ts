import { type IndexSink, pushIndex } from "../../../geometry/tree/mesh-tree.js";
import type { HeightField } from "../../../geometry/types.js";

/**
 * Triangles of a height field whose own boxes meet a box [min, max] (6 numbers, m, its frame), ascending: cell (i, j)
 * has the triangles 2c and 2c + 1, c = j (nx − 1) + i, as `heightFieldMesh` numbers them, both with the corners (i, j)
 * and (i + 1, j + 1).
 */
export function queryGrid({ nx, ny, dx, dy, heights }: HeightField, box: Float64Array, sink: IndexSink): void {
  const i0 = Math.max(0, Math.floor(box[0] / dx + 0.5 * (nx - 1) - SLACK));
  const i1 = Math.min(nx - 2, Math.floor(box[3] / dx + 0.5 * (nx - 1) + SLACK));
  const j0 = Math.max(0, Math.floor(box[1] / dy + 0.5 * (ny - 1) - SLACK));
  const j1 = Math.min(ny - 2, Math.floor(box[4] / dy + 0.5 * (ny - 1) + SLACK));
  const low = box[2];
  const high = box[5];
  for (let j = j0; j <= j1; j++) {
    let v = j * nx + i0;
    let c = 2 * (j * (nx - 1) + i0);
    let from = heights[v];
    let left = heights[v + nx];
    for (let i = i0; i <= i1; i++, v++, c += 2) {
      const right = heights[v + 1];
      const to = heights[v + nx + 1];
      const most = from > to ? from : to;
      const least = from > to ? to : from;
      if ((most >= low || right >= low) && (least <= high || right <= high) && !pushIndex(sink, c)) return;
      if ((most >= low || left >= low) && (least <= high || left <= high) && !pushIndex(sink, c + 1)) return;
      from = right;
      left = to;
    }
  }
}

/** Cells by which the rectangle is widened: round-off of the division. */
const SLACK = 1e-9;
