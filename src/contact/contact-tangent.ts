import type { Data } from "../data/data.js";

/**
 * The entries of Newton's tangent that contacts add to: for two bodies with relative displacement δp of the material
 * points in contact and relative rotation δθ,
 *
 *   T += Pᵀ (w_K K + w_C C) P,   [δp; δθ] = P δq
 *
 * with K = −∂F/∂p and C = −∂F/∂ṗ of the laws. A formulation creates one per set of touching bodies and fills in the
 * weights; a contact model selects two bodies, then a point, then adds its blocks.
 */
export interface ContactTangent {
  /** Bodies A and B of each pair that may touch. */
  readonly bodies: readonly (readonly [number, number])[];
  /** Index of a pair by A × bodies + B. */
  readonly pairOf: { get(key: number): number | undefined };
  /** Number of bodies. */
  readonly bodyCount: number;
  /** Columns of the matrix that each pair moves with. */
  readonly columns: readonly Int32Array[];
  /** Places of each pair's block in `values`, by rows. */
  readonly places: readonly Int32Array[];
  /** Entries of the matrix, or of the one that the selected pair adds to. */
  values: Float64Array;
  /** w_K and w_C. */
  stiffnessWeight: number;
  dampingWeight: number;
  /** The pair that is selected, −1: none. */
  pair: number;
  /** Twists [ω; v] of both bodies of the selected pair per unit of each column, 12 numbers each. */
  readonly twist: Float64Array;
  /** [δp; δθ] of the selected pair at the selected point per unit of each column, 6 numbers each. */
  readonly moves: Float64Array;
  /** One column of a block times P. */
  readonly product: Float64Array;
  /** Depth of a patch of points per unit of each column. */
  readonly depths: Float64Array;
  /** Fills `twist` for pair k at the present coordinates. */
  writeTwists(tangent: ContactTangent, k: number): void;
}

/** Selects bodies a and b. Writes: pair, twist. */
export function selectBodies(tangent: ContactTangent, a: number, b: number): void {
  const k = tangent.pairOf.get(a * tangent.bodyCount + b) as number;
  if (k === tangent.pair) return;
  tangent.pair = k;
  tangent.writeTwists(tangent, k);
}

/** Selects the point `place[o …]` of both bodies. Writes: moves. */
export function selectPoint(tangent: ContactTangent, { bodyPos }: Data, place: Float64Array, o: number): void {
  const { bodies, twist, moves, columns, pair } = tangent;
  const n = columns[pair].length;
  moves.fill(0, 0, 6 * n);
  for (let side = 0; side < 2; side++) {
    const b = bodies[pair][side];
    const sign = side === 0 ? -1 : 1;
    const x = place[o] - bodyPos[3 * b];
    const y = place[o + 1] - bodyPos[3 * b + 1];
    const z = place[o + 2] - bodyPos[3 * b + 2];
    for (let j = 0; j < n; j++) {
      const t = 12 * j + 6 * side;
      moves[6 * j] += sign * (twist[t + 3] + twist[t + 1] * z - twist[t + 2] * y);
      moves[6 * j + 1] += sign * (twist[t + 4] + twist[t + 2] * x - twist[t] * z);
      moves[6 * j + 2] += sign * (twist[t + 5] + twist[t] * y - twist[t + 1] * x);
      for (let i = 0; i < 3; i++) moves[6 * j + 3 + i] += sign * twist[t + i];
    }
  }
}

/** values += Pᵀ S P for the displacement alone, S 3 × 3 by rows. Reads: moves. */
export function addPointBlock(tangent: ContactTangent, block: Float64Array): void {
  const { moves, columns, places, product, pair, values } = tangent;
  const n = columns[pair].length;
  const place = places[pair];
  for (let y = 0; y < n; y++) {
    for (let i = 0; i < 3; i++)
      product[i] =
        block[3 * i] * moves[6 * y] + block[3 * i + 1] * moves[6 * y + 1] + block[3 * i + 2] * moves[6 * y + 2];
    for (let x = 0; x < n; x++)
      values[place[x * n + y]] +=
        moves[6 * x] * product[0] + moves[6 * x + 1] * product[1] + moves[6 * x + 2] * product[2];
  }
}

/** values += Pᵀ B P, B 6 × 6 by rows for displacement and rotation. Reads: moves. */
export function addBlock(tangent: ContactTangent, block: Float64Array): void {
  const { moves, columns, places, product, pair, values } = tangent;
  const n = columns[pair].length;
  const place = places[pair];
  for (let y = 0; y < n; y++) {
    for (let i = 0; i < 6; i++) {
      let sum = 0;
      for (let j = 0; j < 6; j++) sum += block[6 * i + j] * moves[6 * y + j];
      product[i] = sum;
    }
    for (let x = 0; x < n; x++) {
      let sum = 0;
      for (let i = 0; i < 6; i++) sum += moves[6 * x + i] * product[i];
      values[place[x * n + y]] += sum;
    }
  }
}
