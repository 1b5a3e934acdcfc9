import type { GeometryProblem, HeightField, TriangleMesh } from "./types.js";

/**
 * Height fields: a surface z = h(x, y) over a grid. Each cell is split along the diagonal from its lower corner (i, j)
 * to its upper corner (i + 1, j + 1), and the height is linear on both triangles: sampling and triangulation are the
 * same surface.
 */

/**
 * Height and unit normal at (x, y) = point[p], point[p + 1]: writes [h, nx, ny, nz] at out[o], n upward. Returns false,
 * and writes nothing, outside the grid. On the line between two triangles the normal is that of the lower-right one.
 */
export function sampleHeightField(
  field: HeightField,
  point: Float64Array,
  p: number,
  out: Float64Array,
  o: number,
): boolean {
  const { nx, ny, dx, dy, heights } = field;
  // Position in units of cells from the grid's lower corner.
  const a = point[p] / dx + 0.5 * (nx - 1);
  const b = point[p + 1] / dy + 0.5 * (ny - 1);
  if (!(a >= 0 && a <= nx - 1 && b >= 0 && b <= ny - 1)) return false;
  const i = Math.min(Math.floor(a), nx - 2);
  const j = Math.min(Math.floor(b), ny - 2);
  const u = a - i;
  const v = b - j;
  const h00 = heights[j * nx + i];
  const h11 = heights[(j + 1) * nx + i + 1];
  // Slopes per cell, of the triangle below (u ≥ v) or above the diagonal.
  let du: number;
  let dv: number;
  if (u >= v) {
    const h10 = heights[j * nx + i + 1];
    du = h10 - h00;
    dv = h11 - h10;
  } else {
    const h01 = heights[(j + 1) * nx + i];
    du = h11 - h01;
    dv = h01 - h00;
  }
  const sx = du / dx;
  const sy = dv / dy;
  const length = Math.sqrt(sx * sx + sy * sy + 1);
  out[o] = h00 + u * du + v * dv;
  out[o + 1] = -sx / length;
  out[o + 2] = -sy / length;
  out[o + 3] = 1 / length;
  return true;
}

/** Bounds in the field's own frame, [minx, miny, minz, maxx, maxy, maxz]. */
export function heightFieldBounds({ nx, ny, dx, dy, heights }: HeightField): Float64Array {
  let low = Infinity;
  let high = -Infinity;
  for (let k = 0; k < heights.length; k++) {
    low = Math.min(low, heights[k]);
    high = Math.max(high, heights[k]);
  }
  const x = 0.5 * (nx - 1) * dx;
  const y = 0.5 * (ny - 1) * dy;
  return Float64Array.of(-x, -y, low, x, y, high);
}

/** The surface as an open mesh of 2 (nx − 1)(ny − 1) triangles, counter-clockwise seen from above. */
export function heightFieldMesh({ nx, ny, dx, dy, heights }: HeightField): TriangleMesh {
  const vertices = new Float64Array(3 * nx * ny);
  const triangles = new Uint32Array(6 * (nx - 1) * (ny - 1));
  let t = 0;
  for (let j = 0; j < ny; j++) {
    for (let i = 0; i < nx; i++) {
      const v = j * nx + i;
      vertices[3 * v] = (i - 0.5 * (nx - 1)) * dx;
      vertices[3 * v + 1] = (j - 0.5 * (ny - 1)) * dy;
      vertices[3 * v + 2] = heights[v];
      if (i + 1 < nx && j + 1 < ny) {
        triangles.set([v, v + 1, v + nx + 1, v, v + nx + 1, v + nx], t);
        t += 6;
      }
    }
  }
  return { vertices, triangles };
}

/** The problem of a height field, or null. */
export function inspectHeightField(field: HeightField): GeometryProblem<"malformed" | "non-finite-height"> | null {
  const { nx, ny, dx, dy, heights } = field;
  const malformed = (message: string) => ({ kind: "malformed" as const, message, elements: [] });
  if (!(Number.isInteger(nx) && Number.isInteger(ny) && nx >= 2 && ny >= 2)) {
    return malformed(`expected at least 2 × 2 heights, got ${nx} × ${ny}`);
  }
  if (!(dx > 0 && dy > 0 && Number.isFinite(dx) && Number.isFinite(dy))) {
    return malformed(`expected a grid spacing > 0 m, got ${dx} × ${dy}`);
  }
  if (heights.length !== nx * ny)
    return malformed(`expected ${nx} × ${ny} = ${nx * ny} heights, got ${heights.length}`);
  const bad = heights.findIndex((h) => !Number.isFinite(h));
  if (bad < 0) return null;
  const message = `height ${bad} (column ${bad % nx}, row ${Math.floor(bad / nx)}) is ${heights[bad]}, not a finite number`;
  return { kind: "non-finite-height", message, elements: [bad] };
}
