import type { Crossings } from "./crossings.js";
import { edgePoint, lineAxis, orderAlong, type PointTable, planesPoint, sideOfPlane } from "./tied-points.js";

/**
 * A convex piece of a face. Side i runs from corner i to the next; it lies on edge k of the face when line[i] = −1 − k,
 * else in the plane of face line[i] of the other body.
 */
export interface Piece {
  readonly face: number;
  /** The face that stands for its plane, see `Crossings`. */
  readonly plane: number;
  readonly corners: readonly number[];
  readonly lines: readonly number[];
}

/** Part of a segment in a cell: the face of the other body that makes it, and its ends. */
interface Cut {
  readonly by: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The parts of a crossed face inside the other body: the face is pushed down a solid BSP of the crossing faces of the
 * other body [ThibaultNaylor1987; Vilela2018]. A cell is cut by the plane of a face whose segment runs through it; a
 * cell without any segment is inside or outside as a whole, as the side of the last segment says, to which it is next.
 * So the tree of the whole body is not needed, and a cell is cut only where the two surfaces meet in it.
 */
export function insidePieces(
  table: PointTable,
  crossings: Crossings,
  face: number,
  isCornerInside: (face: number) => boolean,
): Piece[] {
  const ofA = face < table.facesOfA;
  const whole = wholeFace(table, face, planeOf(crossings, face));
  const cuts = (crossings.onFace.get(face) ?? []).map((i): Cut => {
    const { f, g, from, to } = crossings.segments[i];
    return { by: ofA ? g : f, from, to };
  });
  const kept: Piece[] = [];
  const cells: Cell[] = [{ piece: whole, cuts, inside: null }];
  for (let cell = cells.pop(); cell !== undefined; cell = cells.pop()) {
    if (cell.cuts.length === 0) {
      if (cell.inside === true) kept.push(cell.piece);
      continue;
    }
    const plane = planeOf(crossings, chooseCut(table, crossings, cell.cuts).by);
    const front: Cut[] = [];
    const back: Cut[] = [];
    const on: Cut[] = [];
    for (const cut of cell.cuts) shareCut(table, crossings, whole.plane, cut, plane, { front, back, on });
    const classes = cell.piece.corners.map((corner) => sideOfPlane(table, plane, corner));
    const before = clipPiece(table, cell.piece, plane, classes);
    const behind = clipPiece(
      table,
      cell.piece,
      plane,
      classes.map((c) => -c),
    );
    // outside of a body is where the normal of its face points
    const net = netSense(table, crossings, whole.plane, plane, on);
    const inside = net === 0 ? (cell.inside ?? isCornerInside(face)) : net > 0;
    if (before !== null) cells.push({ piece: before, cuts: front, inside: net === 0 ? inside : !inside });
    if (behind !== null) cells.push({ piece: behind, cuts: back, inside });
  }
  return kept;
}

/**
 * A part of the face, the segments in it, and, when it has none, whether it is inside; null for the face as a whole.
 */
interface Cell {
  readonly piece: Piece;
  readonly cuts: readonly Cut[];
  readonly inside: boolean | null;
}

/**
 * The sense of the surface that crosses the face along a line: 1 when its normal points as that of the plane does, −1
 * when it points the other way. Where a body touches itself, two faces of opposite senses lie in one another and bound
 * nothing: 0 when that is so all along the line.
 */
function netSense(table: PointTable, crossings: Crossings, face: number, plane: number, on: readonly Cut[]): number {
  const sense = (cut: Cut) => crossings.turned.get(cut.by) ?? 1;
  if (on.every((cut) => sense(cut) === sense(on[0]))) return sense(on[0]);
  const axis = Math.max(0, lineAxis(table, face, plane));
  const ends = on
    .flatMap((cut) => {
      const up = orderAlong(table, cut.from, cut.to, axis) < 0;
      return [
        { point: up ? cut.from : cut.to, step: sense(cut) },
        { point: up ? cut.to : cut.from, step: -sense(cut) },
      ];
    })
    .sort((p, q) => orderAlong(table, p.point, q.point, axis));
  let net = 0;
  for (let i = 0; i + 1 < ends.length; i++) {
    net += ends[i].step;
    if (net !== 0 && orderAlong(table, ends[i].point, ends[i + 1].point, axis) < 0) return net;
  }
  return 0;
}

/** A face as one piece. */
export function wholeFace({ mesh: { triangles } }: PointTable, face: number, plane = face): Piece {
  return { face, plane, corners: Array.from(triangles.subarray(3 * face, 3 * face + 3)), lines: [-1, -2, -3] };
}

function planeOf({ plane }: Crossings, face: number): number {
  return plane.get(face) ?? face;
}

/** To which side of a plane a cut belongs, or both; or it lies in the plane. */
function shareCut(
  table: PointTable,
  crossings: Crossings,
  face: number,
  cut: Cut,
  plane: number,
  { front, back, on }: Readonly<Record<"front" | "back" | "on", Cut[]>>,
): void {
  const own = planeOf(crossings, cut.by);
  if (own === plane) {
    on.push(cut);
    return;
  }
  const from = sideOfPlane(table, plane, cut.from);
  const to = sideOfPlane(table, plane, cut.to);
  if (from * to < 0) {
    const middle = planesPoint(table, face, own, plane);
    (from > 0 ? front : back).push({ ...cut, to: middle });
    (to > 0 ? front : back).push({ ...cut, from: middle });
  } else if (from > 0 || to > 0) front.push(cut);
  else if (from < 0 || to < 0) back.push(cut);
}

const MAX_CANDIDATES = 12;

/**
 * The first of a dozen cuts, spread over the list, whose plane divides no other one, or the one that divides fewest,
 * and them most evenly. Only the shape of the tree depends on it.
 */
function chooseCut(table: PointTable, crossings: Crossings, cuts: readonly Cut[]): Cut {
  if (cuts.length === 1) return cuts[0];
  const tries = Math.min(MAX_CANDIDATES, cuts.length);
  let best = Infinity;
  let chosen = cuts[0];
  for (let i = 0; i < tries; i++) {
    const cut = cuts[Math.floor((i * cuts.length) / tries)];
    const plane = planeOf(crossings, cut.by);
    let split = 0;
    let balance = 0;
    for (const other of cuts) {
      if (planeOf(crossings, other.by) === plane) continue;
      const from = sideOfPlane(table, plane, other.from);
      const to = sideOfPlane(table, plane, other.to);
      if (from * to < 0) split++;
      else balance += from + to > 0 ? 1 : -1;
    }
    if (split === 0) return cut;
    // the weight of [Vilela2018]
    const score = 8 * split + Math.abs(balance);
    if (score < best) {
      best = score;
      chosen = cut;
    }
  }
  return chosen;
}

/**
 * Output of the state machine when it goes from one corner to the next: the crossing of the side with the plane, the
 * next corner.
 */
const CROSSING = 1;
const CORNER = 2;
/** Rows: class of the corner before, columns: of the next; OUT, ON, IN. */
const STEPS: readonly (readonly number[])[] = [
  [0, CORNER, CROSSING | CORNER],
  [0, CORNER, CORNER],
  [CROSSING, CORNER, CORNER],
];

/**
 * The part of a convex piece where the classes of its corners are positive, or null: a walk along its sides that writes
 * as the table says about the classes before and after [BernsteinFussell2009; SutherlandHodgman1974]. Where the part is
 * left, its next side runs along the plane. (Not by `cutPolygon`: corners are exact points, known by their planes.)
 */
function clipPiece(table: PointTable, piece: Piece, plane: number, classes: readonly number[]): Piece | null {
  if (!classes.includes(1)) return null;
  if (!classes.includes(-1)) return piece;
  const corners: number[] = [];
  const lines: number[] = [];
  const n = piece.corners.length;
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    const writes = STEPS[classes[i] + 1][classes[j] + 1];
    if ((writes & CROSSING) !== 0) {
      corners.push(cutSide(table, piece, i, plane));
      lines.push(classes[j] < 0 ? plane : piece.lines[i]);
    }
    if ((writes & CORNER) !== 0) {
      corners.push(piece.corners[j]);
      const leaves = classes[j] === 0 && classes[(j + 1) % n] < 0;
      lines.push(leaves ? plane : piece.lines[j]);
    }
  }
  return { face: piece.face, plane: piece.plane, corners, lines };
}

/** The point where side i of a piece crosses a plane, by the definition of the side. */
function cutSide(table: PointTable, { face, plane: own, lines }: Piece, i: number, plane: number): number {
  const line = lines[i];
  if (line >= 0) return planesPoint(table, own, line, plane);
  const { triangles } = table.mesh;
  const k = -1 - line;
  return edgePoint(table, triangles[3 * face + k], triangles[3 * face + ((k + 1) % 3)], plane);
}
