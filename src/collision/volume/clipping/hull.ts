import { resetSets, rootOf, unite } from "../../../math/union-find.js";
import type { Piece } from "./face-pieces.js";
import { lineAxis, orderAlong, type PointTable } from "./tied-points.js";

/**
 * The closed surface of the common volume of two solids: pieces of crossed faces and inner faces as polygons whose
 * sides match one to one.
 */
export interface Hull {
  /** Faces of A below nf_A, those of B after them. */
  readonly polygons: readonly { readonly face: number; readonly corners: readonly number[] }[];
  /**
   * Per side, in the order of polygons and corners: the polygon on the other side, −1 for none (a sign of a mesh that
   * is no solid).
   */
  readonly beyond: readonly (readonly number[])[];
  /** Sides without another one. */
  readonly open: number;
  /** The number that stands for a point and all that are the same whatever the displacement. */
  readonly rootOf: (point: number) => number;
}

/** A side of a piece on the line that carries it. */
interface Side {
  readonly piece: number;
  readonly side: number;
}

/**
 * Closes the hull [Vilela2018]. Pieces are cut by planes, each on its own, so a corner of one may lie on a side of its
 * neighbour. All sides that lie on one line (an edge of a mesh, or the line common to two planes) are therefore divided
 * at the corners on it, in exact order; then each part is met by another in the opposite direction.
 */
export function closeHull(
  table: PointTable,
  pieces: readonly Piece[],
  edgeOf: (face: number, k: number) => number,
): Hull {
  const carriers = new Map<string, Side[]>();
  pieces.forEach(({ face, plane, lines }, piece) => {
    lines.forEach((line, side) => {
      const key = line < 0 ? `${edgeOf(face, -1 - line)}` : plane < line ? `${plane},${line}` : `${line},${plane}`;
      const list = carriers.get(key);
      if (list === undefined) carriers.set(key, [{ piece, side }]);
      else list.push({ piece, side });
    });
  });
  // of each side: the points on it, from its start to before its end; and the pieces beyond
  const points = pieces.map(({ corners }) => corners.map((): number[] => []));
  const beyond = pieces.map(({ corners }) => corners.map((): number[] => []));
  const same = new Int32Array(table.near.length / 3);
  resetSets(same, same.length);
  let open = 0;
  for (const sides of carriers.values()) open += matchSides(table, pieces, sides, points, beyond, same);
  const kept = points.map((sides) => sides.map((list) => list.map((p) => rootOf(same, p))));
  return {
    polygons: pieces.map(({ face }, i) => ({ face, corners: kept[i].flat() })),
    beyond: beyond.map((sides) => sides.flat()),
    open,
    rootOf: (point) => rootOf(same, point),
  };
}

/** Divides the sides on one line at all corners on it, and pairs the parts; returns how many are left over. */
function matchSides(
  table: PointTable,
  pieces: readonly Piece[],
  sides: readonly Side[],
  points: number[][][],
  beyond: number[][][],
  same: Int32Array,
): number {
  const endsOf = ({ piece, side }: Side): [number, number] => {
    const { corners } = pieces[piece];
    return [corners[side], corners[(side + 1) % corners.length]];
  };
  const ranks = rankPoints(table, pieces, sides, sides.map(endsOf), same);
  const byRank: number[] = [];
  for (const [point, rank] of ranks) byRank[rank] ??= point;
  // parts between rank r and r + 1: sides that run up, and down
  const up: Side[][] = byRank.map(() => []);
  const down: Side[][] = byRank.map(() => []);
  for (const s of sides) {
    const [from, to] = endsOf(s).map((p) => ranks.get(p) ?? 0);
    const list = points[s.piece][s.side];
    for (let r = from; r !== to; r += from < to ? 1 : -1) list.push(byRank[r]);
    for (let r = from; r < to; r++) up[r].push(s);
    for (let r = from - 1; r >= to; r--) down[r].push(s);
    beyond[s.piece][s.side] = list.map(() => -1);
  }
  let open = 0;
  up.forEach((ups, r) => {
    const downs = down[r];
    // more than one of each where a body touches itself: the surfaces of the two bodies go on in each other
    if (ups.length > 1) {
      ups.sort((s, t) => pieces[s.piece].face - pieces[t.piece].face);
      downs.sort((s, t) => pieces[t.piece].face - pieces[s.piece].face);
    }
    open += Math.abs(ups.length - downs.length);
    for (let i = 0; i < Math.min(ups.length, downs.length); i++) {
      const [u, d] = [ups[i], downs[i]];
      const startUp = ranks.get(endsOf(u)[0]) ?? 0;
      const startDown = ranks.get(endsOf(d)[0]) ?? 0;
      beyond[u.piece][u.side][r - startUp] = d.piece;
      beyond[d.piece][d.side][startDown - r - 1] = u.piece;
    }
  });
  return open;
}

/**
 * Place of each point among those on the line; points that are the same whatever the displacement have one place, and
 * become one.
 */
function rankPoints(
  table: PointTable,
  pieces: readonly Piece[],
  sides: readonly Side[],
  ends: readonly (readonly [number, number])[],
  same: Int32Array,
): Map<number, number> {
  const list = [...new Set(ends.flat())];
  const axis = axisOf(table, pieces[sides[0].piece], sides[0].side);
  list.sort((p, q) => orderAlong(table, p, q, axis));
  const ranks = new Map<number, number>();
  let rank = 0;
  list.forEach((point, i) => {
    if (i > 0) {
      if (orderAlong(table, list[i - 1], point, axis) === 0) unite(same, list[i - 1], point);
      else rank++;
    }
    ranks.set(point, rank);
  });
  return ranks;
}

/** A coordinate that changes along a side. */
function axisOf(table: PointTable, { face, plane, lines }: Piece, side: number): number {
  const line = lines[side];
  if (line >= 0) return Math.max(0, lineAxis(table, plane, line));
  const { vertices: v, triangles: t } = table.mesh;
  const k = -1 - line;
  const a = 3 * t[3 * face + k];
  const b = 3 * t[3 * face + ((k + 1) % 3)];
  const [x, y, z] = [0, 1, 2].map((c) => Math.abs(v[b + c] - v[a + c]));
  return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}
