import { type IndexSink, pushIndex } from "../../../geometry/tree/mesh-tree.js";
import type { HeightField } from "../../../geometry/types.js";

/**
 * Triangles of a height field below or above the rectangle of a box [min, max] (6 numbers, m, its frame): cell (i, j) has the triangles 2c and 2c + 1,
 * c = j (nx − 1) + i, as `heightFieldMesh` numbers them. Heights are looked at too: a cell wholly below the box is left out, one above is
 * not, for the ground has no end below.
 */
export function queryGrid({ nx, ny, dx, dy, heights }: HeightField, box: Float64Array, sink: IndexSink): void {
  const i0 = Math.max(0, Math.floor(box[0] / dx + 0.5 * (nx - 1) - SLACK));
  const i1 = Math.min(nx - 2, Math.floor(box[3] / dx + 0.5 * (nx - 1) + SLACK));
  const j0 = Math.max(0, Math.floor(box[1] / dy + 0.5 * (ny - 1) - SLACK));
  const j1 = Math.min(ny - 2, Math.floor(box[4] / dy + 0.5 * (ny - 1) + SLACK));
  for (let j = j0; j <= j1; j++) {
    for (let i = i0; i <= i1; i++) {
      const v = j * nx + i;
      if (heights[v] < box[2] && heights[v + 1] < box[2] && heights[v + nx] < box[2] && heights[v + nx + 1] < box[2])
        continue;
      const c = 2 * (j * (nx - 1) + i);
      if (!pushIndex(sink, c) || !pushIndex(sink, c + 1)) return;
    }
  }
}

/** Cells by which the rectangle is widened: round-off of the division. */
const SLACK = 1e-9;
