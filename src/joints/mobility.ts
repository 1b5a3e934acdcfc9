import type { Data } from "../data/data.js";
import { checkOwner } from "../data/owner.js";
import { denseRank } from "../math/dense-rank.js";
import { BODY_TYPE, type Model } from "../model/model.js";
import { jointRows } from "./rows.js";

/** Relative to the longest column: far above the round-off of rows made from poses, far below any real freedom. */
const RANK_TOLERANCE = 1e-9;

/** How a mechanism can move in its present placement. */
export interface Mobility {
  /** Coordinates of free bodies: 6 each in space, 3 in the plane. */
  readonly freedomOfBodies: number;
  /** Rows of all joints. */
  readonly rows: number;
  /** Rows that count. */
  readonly rank: number;
  /** Rows that repeat others: rows − rank. */
  readonly redundant: number;
  /** Degrees of freedom left: freedomOfBodies − rank. */
  readonly freedom: number;
}

/**
 * Counts degrees of freedom and redundant constraints from the rank of the joint rows.
 * It speaks of the present placement; at singular positions the rank drops.
 */
export function mobility(model: Model, data: Data): Mobility {
  checkOwner(model, data);
  const column = new Map<number, number>();
  for (let b = 1; b < model.nb; b++) if (model.bodyType[b] === BODY_TYPE.dynamic) column.set(b, column.size);
  const perBody = model.planar ? [2, 3, 4] : [0, 1, 2, 3, 4, 5];
  const width = perBody.length * column.size;
  const rows = Array.from({ length: model.joints.count }, (_, i) => jointRows(model, data, i)).flat();
  const matrix = new Float64Array(rows.length * width);
  rows.forEach((row, r) => {
    const sides = [
      [model.joints.bodyA[row.jointIndex], row.a],
      [model.joints.bodyB[row.jointIndex], row.b],
    ] as const;
    for (const [body, values] of sides) {
      const at = column.get(body);
      if (at === undefined) continue;
      perBody.forEach((c, k) => {
        matrix[r * width + perBody.length * at + k] = values[c];
      });
    }
  });
  const work = new Float64Array(2 * width);
  const rank = denseRank(rows.length, width, matrix, 0, RANK_TOLERANCE, new Int32Array(width), work);
  return { freedomOfBodies: width, rows: rows.length, rank, redundant: rows.length - rank, freedom: width - rank };
}
