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
  for (let j = j0; j <= j1; j++) {
    for (let i = i0; i <= i1; i++) {
      const v = j * nx + i;
      const from = heights[v];
      const to = heights[v + nx + 1];
      const c = 2 * (j * (nx - 1) + i);
      for (let half = 0; half < 2; half++) {
        const third = heights[half === 0 ? v + 1 : v + nx];
        if (Math.max(from, to, third) < box[2] || Math.min(from, to, third) > box[5]) continue;
        if (!pushIndex(sink, c + half)) return;
      }
    }
  }
}

/** Cells by which the rectangle is widened: round-off of the division. */
const SLACK = 1e-9;
