import { createNarrowWorkspace, type NarrowWorkspace } from "../../collision/narrow/workspace.js";
import { HIT_SIZE, RAY_SIZE } from "../../collision/query/ray/crossings.js";
import type { Data } from "../../data/data.js";
import { createIndexSink, type IndexSink } from "../../geometry/tree/mesh-tree.js";
import type { Model, SystemKind } from "../../model/model.js";
import { carryRows } from "../carry-rows.js";
import { DEFLECTION, PIECE, SUM } from "./section.js";
import { ROW, TYRE_FIELDS, tyreFields } from "./tyre-fields.js";
import { prepareTyres } from "./tyre-setup.js";

declare module "../../data/data.js" {
  interface DataSystems {
    readonly tyre: TyreState;
  }
}

/** How a tyre stands on a ground: numbers per contact. */
export const STAND = {
  /** Axes along the wheel, across, and the normal of the ground, world. */
  along: 0,
  across: 3,
  normal: 6,
  place: 9,
  /** From the centre of the wheel to the place: along the normal, m. */
  lever: 12,
  /** δ, m; and how fast it grows with the wheel's approach, 1 on flat ground. */
  depth: 13,
  share: 14,
  /** Half the length of the footprint, m. */
  halfLength: 15,
  /** N, and −∂N/∂ of displacement and velocity along the normal. */
  load: 16,
  stiffness: 17,
  damping: 18,
  /** δ² of the discs by their shares, m²: elastic energy over ½ k. */
  square: 19,
  size: 20,
} as const;

/** Motion of the tread in the axes of the contact, and what friction makes of it. */
export const DRAG = {
  /** V_sx, V_sy; V_x, speed of the wheel along; V_r, rolling speed, m/s; ω_n, rad/s. */
  slipping: 0,
  speed: 2,
  rolling: 3,
  turning: 4,
  /** ζ at the end of the evaluation, and the part of it that acts. */
  slip: 5,
  acting: 7,
  roll: 9,
  turn: 10,
  /** F_x, F_y, N; torques about the axis across and about the normal, N m. */
  force: 11,
  rollTorque: 13,
  turnTorque: 14,
  /** −∂(F_x, F_y)/∂ displacement (4), slip velocity (4), speed of transport (2); of both torques by angle and rate. */
  stiffness: 15,
  damping: 19,
  transport: 23,
  rollStiffness: 25,
  rollDamping: 26,
  turnStiffness: 27,
  turnDamping: 28,
  size: 29,
} as const;

/** Numbers of one evaluation of a tread: time and weight of the velocity, s and 1; σ, m; decay; damping; a way, m. */
export const TREAD = { elapsed: 0, weight: 1, sigma: 2, decay: 3, damped: 4, way: 5, size: 6 } as const;

export interface TyreState {
  count: number;
  readonly capacity: number;
  readonly shape: Int32Array;
  readonly body: Int32Array;
  /** Side of the wheel, 0 or 1; pair of materials; row of memory that it continues, −1: new. */
  readonly side: Uint8Array;
  readonly pair: Int32Array;
  readonly before: Int32Array;
  readonly stand: Float64Array;
  readonly drag: Float64Array;
  readonly bodyOfShape: Int32Array;
  readonly work: TyreWork;
}

/** Workspace of one wheel. */
export interface TyreWork {
  /** Centre and axis of the wheel, world; the same in the ground's frame, and a direction there. */
  readonly center: Float64Array;
  readonly axis: Float64Array;
  readonly localCenter: Float64Array;
  readonly localAxis: Float64Array;
  readonly localUp: Float64Array;
  /** Centre of a disc in the ground's frame; points on the ground from it. */
  readonly disc: Float64Array;
  readonly points: Float64Array;
  readonly piece: Float64Array;
  readonly sum: Float64Array;
  readonly deflection: Float64Array;
  readonly sample: Float64Array;
  readonly box: Float64Array;
  readonly ray: Float64Array;
  readonly hit: Float64Array;
  readonly nearby: IndexSink;
  readonly narrow: NarrowWorkspace;
  /** Relative velocity and angular velocity of wheel and ground, see `tyre-forces.ts`. */
  readonly motion: Float64Array;
  readonly curve: Float64Array;
  /** See TREAD. */
  readonly tread: Float64Array;
  readonly wrench: Float64Array;
  readonly local: Float64Array;
  readonly half: Float64Array;
  readonly block: Float64Array;
}

/** Triangles of a mesh near a wheel. */
const NEARBY = 2048;

function createTyreWork(meshes: boolean): TyreWork {
  const f64 = (n: number) => new Float64Array(n);
  return {
    center: f64(3),
    axis: f64(3),
    localCenter: f64(3),
    localAxis: f64(3),
    localUp: f64(3),
    disc: f64(3),
    points: f64(12),
    piece: f64(PIECE.size),
    sum: f64(SUM.size),
    deflection: f64(DEFLECTION.size),
    sample: f64(8),
    box: f64(6),
    ray: f64(RAY_SIZE),
    hit: f64(HIT_SIZE),
    nearby: createIndexSink(meshes ? NEARBY : 0),
    narrow: createNarrowWorkspace(),
    motion: f64(12),
    curve: f64(8),
    tread: f64(TREAD.size),
    wrench: f64(6),
    local: f64(36),
    half: f64(36),
    block: f64(36),
  };
}

/** Tyres as a system: wheels, constants of pairs of materials, memory, work arrays. */
export const tyreSystem: SystemKind = {
  name: "tyre",
  fields: TYRE_FIELDS,
  prepare: prepareTyres,
  carryOver: carryTyres,
  create(model: Model): TyreState {
    const { capacity } = model.systems.tyre;
    return {
      count: 0,
      capacity,
      shape: new Int32Array(2 * capacity),
      body: new Int32Array(2 * capacity),
      side: new Uint8Array(capacity),
      pair: new Int32Array(capacity),
      before: new Int32Array(capacity),
      stand: new Float64Array(STAND.size * capacity),
      drag: new Float64Array(DRAG.size * capacity),
      bodyOfShape: Int32Array.from(capacity > 0 ? model.shapes : [], (shape) => shape.body),
      work: createTyreWork(capacity > 0 && model.shapes.some(({ geometry }) => geometry.form === "mesh")),
    };
  },
};

/** Carries the memory of tyres over a recompile. Reads: memory of `oldData`. Writes: memory of `data`. */
function carryTyres(oldModel: Model, oldData: Data, model: Model, data: Data): void {
  const { active, capacity } = model.systems.tyre;
  if (!active) return;
  const to = tyreFields(data);
  to.remembered[0] = 0;
  if (oldModel.systems.tyre?.active !== true) return;
  carryRows(oldModel, tyreFields(oldData), model, to, ROW.size, capacity);
}
