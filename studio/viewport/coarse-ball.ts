/** Balls with few triangles, for those that are small in the picture. */
import type { DrawnGeometry } from "../worker/protocol.js";

/** Pieces around of the coarser versions, the finer one first. */
export const BALL_PIECES = [20, 10] as const;

/** A ball of unit radius with so many pieces around, half as many from pole to pole. */
export function coarseBall(pieces: number): DrawnGeometry {
  const rows = pieces / 2;
  const point = (row: number, k: number): readonly number[] => {
    const [polar, around] = [(Math.PI * row) / rows, (2 * Math.PI * (k % pieces)) / pieces];
    const flat = row === 0 || row === rows ? 0 : Math.sin(polar);
    return [flat * Math.cos(around), flat * Math.sin(around), Math.cos(polar)];
  };
  const corners: number[] = [];
  for (let row = 0; row < rows; row++)
    for (let k = 0; k < pieces; k++) {
      const [a, b, c, d] = [point(row, k), point(row + 1, k), point(row + 1, k + 1), point(row, k + 1)];
      if (row < rows - 1) corners.push(...a, ...b, ...c);
      if (row > 0) corners.push(...a, ...c, ...d);
    }
  const positions = Float32Array.from(corners);
  return { positions, normals: positions.slice(), uvs: null, edges: new Float32Array(0) };
}
