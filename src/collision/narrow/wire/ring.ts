import { type Collider, KIND } from "../types.js";
import { isOpenTorus, wirePoint } from "./wire.js";
import type { WireProbe, WireWorkspace } from "./wire-workspace.js";

/**
 * The curve of a wire (`wire.ts`) as one closed ring, run through by t from 0 to its number of pieces, and for a chain
 * link with a stud an open loop along it. An arc of a torus is open, too. A ring has no ends, so no place on it is
 * lower than its neighbours only for being the end of a part.
 *
 *   torus, chain link without sides   two half circles
 *   chain link                        half circle, side, half circle, side
 */

/** Loops of a wire: the ring, and the stud. */
export function loopsOf(c: Collider): number {
  return c.kind === KIND.chainLink && c.size[3] > 0 ? 2 : 1;
}

/** Whether a loop has two ends: the stud, and an arc of a torus. */
export function isOpenLoop(c: Collider, loop: number): boolean {
  return loop === 1 || isOpenTorus(c);
}

export function piecesOf(c: Collider, loop: number): number {
  if (loop === 1) return 1;
  return c.kind === KIND.chainLink && c.size[2] > 0 ? 4 : 2;
}

/** Part of `wire.ts` that a piece is. */
export function partOfPiece(c: Collider, loop: number, piece: number): number {
  if (loop === 1) return 4;
  if (c.kind === KIND.torus) return 0;
  if (!(c.size[2] > 0)) return piece;
  return piece === 0 ? 0 : piece === 1 ? 2 : piece === 2 ? 1 : 3;
}

export function isBent(c: Collider, loop: number, piece: number): boolean {
  return loop === 0 && (allBent(c) || (piece & 1) === 0);
}

function allBent(c: Collider): boolean {
  return piecesOf(c, 0) === 2;
}

/** Fills `loopSize`. Half circles are run through at up to 4 radians per unit of t. */
export function setLoop(w: WireWorkspace, c: Collider, loop: number): void {
  const { probe } = w;
  const { size } = c;
  probe.radius = loop === 1 ? size[3] : size[1];
  probe.speed = loop === 1 ? 2 * size[0] : Math.max(4 * size[0], c.kind === KIND.chainLink ? 2 * size[2] : 0);
}

/** Piece that t is on. A ring goes round; the stud ends. */
export function pieceAt(c: Collider, loop: number, t: number): number {
  const n = piecesOf(c, loop);
  if (loop === 1) return 0;
  if (isOpenTorus(c)) return Math.max(0, Math.min(n - 1, Math.floor(t)));
  const piece = Math.floor(t) % n;
  return piece < 0 ? piece + n : piece;
}

/** Point of a loop at the probed place into out[o…], in the shape's frame. */
export function loopPoint(probe: WireProbe, c: Collider, loop: number, out: Float64Array, o: number): void {
  const t = probe.place;
  if (loop === 1) {
    probe.u = Math.max(0, Math.min(1, t));
    wirePoint(c, 4, probe, out, o);
    return;
  }
  if (isOpenTorus(c)) {
    probe.u = 0.5 * Math.max(0, Math.min(2, t));
    wirePoint(c, 0, probe, out, o);
    return;
  }
  const piece = pieceAt(c, 0, t);
  const along = t - Math.floor(t);
  const part = partOfPiece(c, 0, piece);
  probe.u = c.kind === KIND.torus ? 0.5 * (piece + along) : part === 2 ? 1 - along : along;
  wirePoint(c, part, probe, out, o);
}
