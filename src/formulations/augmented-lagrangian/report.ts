import type { Data } from "../../data/data.js";
import { checkOwner } from "../../data/owner.js";
import { MEMORY } from "../../joints/coordinate.js";
import { jointRows } from "../../joints/rows.js";
import { denseRank } from "../../math/dense-rank.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { evaluateConstraints } from "./constraints.js";
import { placeConstraints } from "./evaluate.js";
import { evaluateForms } from "./forms.js";
import { compileNatural, isGiven, type Natural } from "./natural.js";
import { choosePenalties } from "./penalty-weights.js";
import { factorMassProjector, projectVelocities } from "./project.js";
import { assemble, readCoordinates } from "./start.js";
import { createLagrangianState } from "./state.js";

/** Relative to the longest row: far above round-off, far below any real freedom. */
const RANK_TOLERANCE = 1e-9;

/** A scene in natural coordinates, counted in its present placement. */
export interface NaturalReport {
  /** Coordinates that are solved for, and constraints between them. */
  readonly coordinates: number;
  readonly constraints: number;
  /** Coordinates and constraints with a separate frame for every body, for comparison. */
  readonly separate: { readonly coordinates: number; readonly constraints: number };
  /** Constraints that count, and degrees of freedom: coordinates − rank. */
  readonly rank: number;
  readonly freedom: number;
  /**
   * Constraints that repeat others, and the joints that hold what those before them hold already: one way to choose
   * them.
   */
  readonly redundant: number;
  readonly redundantJoints: readonly string[];
  /** Joints whose coordinate a drive or a length prescribes. */
  readonly guidedJoints: readonly string[];
  /** How many bodies have which frame: "2P2V" → 3. */
  readonly frames: Readonly<Record<string, number>>;
  /** Bodies that no joint holds. */
  readonly loose: readonly string[];
  /** True when a small motion makes constraints independent that are not so here. */
  readonly singular: boolean;
}

/**
 * Counts coordinates, constraints, their rank and what is redundant, at the poses of `data`. For people: allocates and
 * takes n³.
 */
export function naturalReport(model: Model, data: Data): NaturalReport {
  checkOwner(model, data);
  const natural = compileNatural(model, true);
  const separate = compileNatural(model, false);
  const q = new Float64Array(natural.count);
  placeIn(natural, data, q);
  const here = rankOf(natural, q);
  const held = new Set<number>([...model.joints.bodyA, ...model.joints.bodyB]);
  return {
    coordinates: natural.free,
    constraints: natural.constraints.rows,
    separate: { coordinates: separate.free, constraints: separate.constraints.rows },
    rank: here.rank,
    freedom: natural.free - here.rank,
    redundant: natural.constraints.rows - here.rank,
    redundantJoints: jointsTooMany(model, data),
    guidedJoints: natural.scalars.filter(({ plan }) => isGiven(plan)).map(({ joint }) => model.joints.names[joint]),
    frames: Object.fromEntries(natural.frames),
    loose: model.bodyNames.filter((_, b) => model.bodyType[b] === BODY_TYPE.dynamic && !held.has(b)),
    singular: rankOf(natural, nudged(model, natural, q)).rank > here.rank,
  };
}

function placeIn(natural: Natural, data: Data, q: Float64Array): void {
  const value = new Float64Array(3 * natural.forms.count);
  const memory = new Float64Array(MEMORY * natural.plans.length);
  readCoordinates(natural, data, memory, value, q, q.slice(), q.slice());
}

/** Far enough for a rank to recover, near enough for the mechanism to follow: part of its size. */
const NUDGE = 1e-3;

/** Coordinates a little further along some motion that the mechanism allows. */
function nudged(model: Model, natural: Natural, q: Float64Array): Float64Array {
  const state = createLagrangianState(model, natural);
  state.timestep = model.options.timestep;
  placeConstraints(state, q);
  choosePenalties(model, state);
  factorMassProjector(state);
  const v = q.map((_, i) => (i < natural.free ? ((i * 7919 + 13) % 101) / 101 - 0.5 : 0));
  projectVelocities(state, state.massProjector, 6, v);
  const fastest = v.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const moved = q.map((x, i) => (fastest > 0 ? x + (NUDGE * natural.size * v[i]) / fastest : x));
  placeConstraints(state, moved);
  assemble(state, moved);
  return moved;
}

/**
 * Joints with rows that depend on the rows of other joints, on the bodies' own twists: sharing leaves hinges without
 * rows.
 */
function jointsTooMany(model: Model, data: Data): string[] {
  const rows = model.joints.names.flatMap((_, i) => jointRows(model, data, i));
  const width = 6 * model.nb;
  const matrix = new Float64Array(width * rows.length);
  rows.forEach((row, r) => {
    const sides = [
      [model.joints.bodyA[row.jointIndex], row.a],
      [model.joints.bodyB[row.jointIndex], row.b],
    ] as const;
    for (const [b, values] of sides) {
      if (model.bodyType[b] !== BODY_TYPE.dynamic) continue;
      values.forEach((v, c) => {
        if (!model.planar || (c >= 2 && c <= 4)) matrix[(6 * b + c) * rows.length + r] += v;
      });
    }
  });
  const columns = new Int32Array(rows.length);
  const rank = denseRank(width, rows.length, matrix, 0, RANK_TOLERANCE, columns, new Float64Array(2 * rows.length));
  return [
    ...new Set([...columns.subarray(rank)].sort((x, y) => x - y).map((r) => model.joints.names[rows[r].jointIndex])),
  ];
}

/** Rank of the Jacobian with rows of unit length. */
function rankOf(natural: Natural, q: Float64Array): { rank: number } {
  const { constraints, forms, free } = natural;
  const { rows, rowStart, rowFree, column } = constraints;
  const value = new Float64Array(3 * forms.count);
  const phi = new Float64Array(rows);
  const jacobian = new Float64Array(column.length);
  evaluateForms(forms, q, value);
  evaluateConstraints(constraints, forms, value, q, phi, jacobian);
  // transposed: columns are constraints
  const matrix = new Float64Array(free * rows);
  for (let r = 0; r < rows; r++) {
    let square = 0;
    for (let e = rowStart[r]; e < rowStart[r] + rowFree[r]; e++) square += jacobian[e] * jacobian[e];
    const inv = square > 0 ? 1 / Math.sqrt(square) : 0;
    for (let e = rowStart[r]; e < rowStart[r] + rowFree[r]; e++) matrix[column[e] * rows + r] += inv * jacobian[e];
  }
  const columns = new Int32Array(rows);
  const rank = denseRank(free, rows, matrix, 0, RANK_TOLERANCE, columns, new Float64Array(2 * rows));
  return { rank };
}
