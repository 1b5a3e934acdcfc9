import {
  edgePoint,
  type PointTable,
  planesPoint,
  sideOfPlane,
} from "../../src/collision/volume/clipping/tied-points.js";

/**
 * A convex piece of a triangle of the mesh. Corners are numbers in a `PointTable`, counter-clockwise; side i runs from
 * corner i to the next one and lies on edge k of the triangle when line[i] = k < 3, else in the plane of triangle
 * line[i] − 3.
 */
export interface Piece {
  readonly triangle: number;
  readonly corners: readonly number[];
  readonly lines: readonly number[];
}

/** Where a piece lies relative to a plane, or in two parts. */
export type SplitResult =
  | { readonly side: "front" | "back" | "on" }
  | { readonly side: "split"; readonly front: Piece; readonly back: Piece };

/** A whole triangle of the mesh as a piece. */
export function wholeTriangle({ mesh }: PointTable, triangle: number): Piece {
  return { triangle, corners: [...mesh.triangles.subarray(3 * triangle, 3 * triangle + 3)], lines: [0, 1, 2] };
}

/**
 * Splits a piece by the plane of triangle s. Decisions are exact: corners keep their definition (`tied-points.ts`),
 * so pieces of pieces are cut as if all arithmetic were real, neighbours are cut at the same points, and nothing is
 * lost or doubled. [Luaces2013; Vilela2018]; the walk is a state machine that is run for both sides at once.
 */
export function splitPiece(table: PointTable, piece: Piece, s: number): SplitResult {
  const { corners, lines, triangle } = piece;
  const n = corners.length;
  const sides = corners.map((corner) => sideOfPlane(table, s, corner));
  const inFront = sides.includes(1);
  const behind = sides.includes(-1);
  if (!inFront || !behind) return { side: inFront ? "front" : behind ? "back" : "on" };
  const front = { corners: [] as number[], lines: [] as number[] };
  const back = { corners: [] as number[], lines: [] as number[] };
  const push = (part: typeof front, corner: number, line: number) => {
    part.corners.push(corner);
    part.lines.push(line);
  };
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    const [from, to] = [sides[i], sides[j]];
    // A corner belongs to each part that it is not strictly outside of; where a part is left, its next side runs along
    // the cut.
    if (from >= 0) push(front, corners[i], from === 0 && to < 0 ? s + 3 : lines[i]);
    if (from <= 0) push(back, corners[i], from === 0 && to > 0 ? s + 3 : lines[i]);
    if (from * to >= 0) continue;
    const cut = cutSide(table, triangle, lines[i], s);
    push(front, cut, to < 0 ? s + 3 : lines[i]);
    push(back, cut, to > 0 ? s + 3 : lines[i]);
  }
  return { side: "split", front: { triangle, ...front }, back: { triangle, ...back } };
}

function cutSide(table: PointTable, triangle: number, line: number, s: number): number {
  if (line >= 3) return planesPoint(table, triangle, line - 3, s);
  const t = table.mesh.triangles;
  return edgePoint(table, t[3 * triangle + line], t[3 * triangle + ((line + 1) % 3)], s);
}
