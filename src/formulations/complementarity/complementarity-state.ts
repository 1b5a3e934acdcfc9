import { createPairSink, type PairSink } from "../../collision/broad/broad-phase.js";
import { type ContactSink, createSinkFor } from "../../collision/narrow/types.js";
import { rollingOf } from "../../collision/rolling-kinds.js";
import { type ContactSet, createContactSet } from "../../contact/complementarity/contact-set.js";
import { createPair, type Pair } from "../../contact/complementarity/pair.js";
import { createPlaced, type Placed } from "../../contact/complementarity/placed-polytope.js";
import { polytopeOf } from "../../contact/complementarity/polytope.js";
import type { Model, SystemKind } from "../../model/model.js";
import { type ComplementarityWorkspace, createWorkspace } from "../../solvers/complementarity/workspace.js";
import { type ComplementaritySettings, readSettings } from "./complementarity-settings.js";
import { FREE } from "./free-rotation.js";
import { createRows, type Rows } from "./rows.js";
import type { ComplementarityStages } from "./stages.js";
import { createProblem, type StepProblem } from "./step-problem.js";
import { complementarityWarnings } from "./warnings.js";

declare module "../../data/data.js" {
  interface DataSystems {
    readonly complementarityState: ComplementarityState;
  }
}

/** Derived objects that go with one Data. */
export interface ComplementarityState {
  settings: ComplementaritySettings;
  params: unknown;
  /** Polytopes of the shapes that are some, null for the others. */
  readonly placed: readonly (Placed | null)[];
  readonly pairs: PairSink;
  /** Pairs of shapes that have been inside each other since the start, 2 numbers each. */
  readonly inside: number[];
  /** `data.epoch` when these were found. */
  epoch: number;
  readonly sink: ContactSink;
  /** How the lowest point of each shape moves when it turns, see `rollingOf`. */
  readonly rolling: Uint8Array;
  /** Poses of two shapes in the middle of the step, and a point on each. */
  readonly middlePose: Float64Array;
  readonly set: ContactSet;
  readonly pair: Pair;
  readonly rows: Rows;
  readonly solverWork: ComplementarityWorkspace;
  /**
   * Inverse inertia in world axes, 6 per body; velocities that forces alone lead to; how far any point of a body may
   * come within the step, m.
   */
  readonly invInertia: Float64Array;
  readonly free: Float64Array;
  /**
   * Where free rotation leads each body within the step, see `FREE`; and what acts on it (`ROTATION`): 1 for bodies
   * that go there, since they precess and no impulse has acted on them in the step, 2 where only joints have.
   */
  readonly freely: Float64Array;
  readonly isFree: Uint8Array;
  /** Body state at the start of the step, 13 per active body; what rows of joints ask for besides their gap, m, rad. */
  jointStart: Float64Array;
  readonly jointBend: Float64Array;
  readonly way: Float64Array;
  /** The same with what bodies near it may push it, m. */
  readonly pushed: Float64Array;
  /** By how much each body turns within the step, rad. */
  readonly turn: Float64Array;
  /** What turning may let each body sink within the step, m. */
  readonly turnDepth: Float64Array;
  /** Farthest point of each body from its centre of mass, m; planes do not count. */
  readonly size: Float64Array;
  /** Poses and velocities of active bodies at the start of the step, and gaps there and at its end. */
  start: Float64Array;
  startGap: Float64Array;
  /** Velocities ν⁺ that the rows speak of, with `implicit`. */
  readonly rowVelocity: Float64Array;
  /** The problem of the step. */
  readonly problem: StepProblem;
  matrix: Float64Array;
  vector: Float64Array;
  z: Float64Array;
  /** Another z, and w, where the solver has failed. */
  rescue: Float64Array;
  /** M⁻¹ R of every row, 12 numbers each. */
  response: Float64Array;
  /**
   * What each contact of the set did in the step, see `ACTED`; and whether that has yet to be put into the contact
   * tables.
   */
  acted: Float64Array;
  /** Impulses on B that are given, and not solved for, 3 per contact, N s; empty where there are none. */
  given: Float64Array;
  /** Speed at which each contact of the set is asked to open by restitution, m/s; 0: none. */
  bounce: Float64Array;
  /** By Poisson's law: impulse that each contact gives back, and those of the rows in the compression, N s. */
  returned: Float64Array;
  compressed: Float64Array;
  /** Velocities that forces alone lead to, while `free` has those of the end of the compression. */
  readonly freeBefore: Float64Array;
  /** Energy of the springs of joints half a step before, less that at the end of the step, see `springShift`, J. */
  springShift: number;
  unreported: boolean;
  /** Whether the problem solved last was not solved to its tolerance. */
  unsolved: boolean;
  readonly work: StepWork;
  readonly mixed: MixedWork;
  readonly hold: HoldState;
  /** What somebody else makes of the step. */
  stages: ComplementarityStages;
}

/** Scratch of the stages of a step. */
export interface StepWork {
  /** A direction at a contact (two for torques), two tangents, 3 each; velocity of belts. */
  readonly direction: Float64Array;
  readonly belt: Float64Array;
  /** Slip that a step adds to a contact that is carried along, and its arms, 3 each. */
  readonly carried: Float64Array;
  readonly tangents: Float64Array;
  /** First row and number of rows of each contact of a corner that may carry force, 2 per contact. */
  forceRows: Int32Array;
  /** Change of two bodies' velocities by an impulse, [ω; v] each. */
  readonly change: Float64Array;
  /** Points of a contact on A and on B at the end of the step, and between them, m. */
  readonly pointA: Float64Array;
  readonly pointB: Float64Array;
  readonly middle: Float64Array;
  /** One effort of a joint, at the place of its row; zeros elsewhere. */
  readonly lone: Float64Array;
}

/** The part of a mixed problem that the reduced one does not have. */
export interface MixedWork {
  /** Dynamic bodies that rows act on, and the slot of each body, −1 where there is none. */
  count: number;
  body: Int32Array;
  slot: Int32Array;
  /** M of a body in world axes, 6 × 6, [ω; v]. */
  readonly mass: Float64Array;
  /** Kinds and bounds of all rows, velocities first; first row of each cone. */
  kind: Uint8Array;
  lower: Float64Array;
  upper: Float64Array;
  coneStart: Int32Array;
}

/** Contacts of the scheme `no-slip`. */
export interface HoldState {
  /** Per contact of the set, 1: surfaces hold each other; 1: it pushes in the current solution. */
  holds: Uint8Array;
  pushes: Uint8Array;
  /** Solutions of this step so far. */
  rounds: number;
}

/** State of the complementarity formulation in addition to its arrays. */
export const complementaritySystem: SystemKind = {
  name: "complementarityState",
  prepare(model, problems) {
    if (model.formulation.kind.name === "complementarity") problems.warn(...complementarityWarnings(model));
    return { setup: null, dims: {} };
  },
  create: (model) => (model.formulation.kind.name === "complementarity" ? createState(model) : null),
};

function createState(model: Model): ComplementarityState {
  const collision = model.systems.collision;
  const settings = readSettings(model);
  const set = createContactSet();
  const size = new Float64Array(model.nb);
  // a plane has no end, and does not get anywhere by turning about itself
  for (let s = 0; s < collision.count; s++)
    if (collision.turnReach[s] < Number.POSITIVE_INFINITY)
      size[collision.body[s]] = Math.max(size[collision.body[s]], collision.turnReach[s]);
  return {
    settings,
    params: model.formulation.params,
    placed: collision.colliders.map((collider, s) => {
      const polytope = polytopeOf(collider);
      return polytope === null ? null : createPlaced(polytope, collision.body[s]);
    }),
    pairs: createPairSink(),
    inside: [],
    epoch: -1,
    sink: createSinkFor(model.spec, 256),
    rolling: rollingOf(collision),
    middlePose: new Float64Array(20),
    set,
    pair: createPair(set, settings.exact),
    rows: createRows(),
    solverWork: createWorkspace(),
    invInertia: new Float64Array(6 * model.nb),
    free: new Float64Array(6 * model.nb),
    freely: new Float64Array(FREE.size * model.nb),
    isFree: new Uint8Array(model.nb),
    jointStart: new Float64Array(0),
    jointBend: new Float64Array(model.systems.joints?.rows ?? 0),
    way: new Float64Array(model.nb),
    pushed: new Float64Array(model.nb),
    turn: new Float64Array(model.nb),
    turnDepth: new Float64Array(model.nb),
    size,
    start: new Float64Array(0),
    startGap: new Float64Array(0),
    rowVelocity: new Float64Array(6 * model.nb),
    problem: createProblem(),
    matrix: new Float64Array(0),
    vector: new Float64Array(0),
    z: new Float64Array(0),
    rescue: new Float64Array(0),
    response: new Float64Array(0),
    acted: new Float64Array(0),
    given: new Float64Array(0),
    bounce: new Float64Array(0),
    returned: new Float64Array(0),
    compressed: new Float64Array(0),
    freeBefore: new Float64Array(6 * model.nb),
    unsolved: false,
    springShift: 0,
    unreported: false,
    work: {
      direction: new Float64Array(6),
      belt: new Float64Array(3),
      carried: new Float64Array(9),
      tangents: new Float64Array(6),
      forceRows: new Int32Array(64),
      change: new Float64Array(12),
      pointA: new Float64Array(3),
      pointB: new Float64Array(3),
      middle: new Float64Array(3),
      lone: new Float64Array(model.systems.joints.rows),
    },
    mixed: {
      count: 0,
      body: new Int32Array(0),
      slot: new Int32Array(0),
      mass: new Float64Array(36),
      kind: new Uint8Array(0),
      lower: new Float64Array(0),
      upper: new Float64Array(0),
      coneStart: new Int32Array(0),
    },
    hold: { holds: new Uint8Array(64), pushes: new Uint8Array(64), rounds: 0 },
    stages: {},
  };
}

/** The state with settings that fit the model as it is now. */
export function complementarityStateOf(model: Model, state: ComplementarityState): ComplementarityState {
  if (state.params !== model.formulation.params) {
    state.settings = readSettings(model);
    state.params = model.formulation.params;
    state.pair.settings = state.settings.exact;
  }
  return state;
}
