import { LOAD_SIZE } from "../../collision/loads.js";
import type { Data } from "../../data/data.js";
import type { Model, ShapeInstance, SystemKind } from "../../model/model.js";
import { carryRows } from "../carry-rows.js";
import { COEFFICIENT, ELEMENT, RESULT } from "./element.js";
import { createCouples, type RimCouples } from "./energy-account.js";
import { createFacing } from "./facing-normals.js";
import { RIM_FIELDS, ROW, rimFields } from "./rim-fields.js";
import { prepareRim } from "./rim-setup.js";
import { createRimSegments, type RimSegments } from "./segments.js";
import { createUnmetWork, type UnmetWork } from "./unmet-rims.js";

declare module "../../data/data.js" {
  interface DataSystems {
    readonly rim: RimState;
  }
}

/** Segments of the present step: found at its beginning. */
export interface RimState {
  count: number;
  readonly capacity: number;
  /** Time at which they were found, s. */
  since: number;
  /** Rows as in the memory, with keys, that become the memory. */
  readonly next: Float64Array;
  readonly nextKey: Uint32Array;
  /**
   * Bodies A and B of each segment; pair of materials; half length, m; largest damping coefficient of its elements, N
   * s/m.
   */
  readonly body: Int32Array;
  readonly pair: Int32Array;
  /** Which of `couples` its bodies are. */
  readonly couple: Int32Array;
  readonly couples: RimCouples;
  readonly bodyOfShape: Int32Array;
  /** Velocities of surfaces against their shapes, see `CollisionSetup`. */
  readonly belt: Float64Array | null;
  readonly length: Float64Array;
  readonly cap: Float64Array;
  /** Stiffness, N/m, and damping, N s/m, of the bristles of an element where the materials name none, 2 per segment. */
  readonly bristle: Float64Array;
  /** Whether some segment's forces follow velocities within the step, and `data.epoch` then. */
  inside: boolean;
  epoch: number;
  readonly unmet: UnmetWork;
  /** Rims of the pair of shapes that is being taken, see `facing-normals.ts`. */
  readonly facing: ReturnType<typeof createFacing>;
  readonly segments: RimSegments;
  /**
   * Implicit formulations: ∂F/∂u of the elements at either end, 9 numbers each, and the velocities of all bodies when
   * the step began.
   */
  readonly slope: Float64Array;
  /** What each segment did in the last evaluation, LOAD_SIZE numbers each, N and N m. */
  readonly acting: Float64Array;
  readonly velocity: Float64Array;
  /** Time since the memory was written, s, and weight w of the present rate in the indentation of the step. */
  elapsed: number;
  weight: number;
  readonly work: RimWork;
}

/** Workspace of one element, and of the account of one couple of bodies. */
export interface RimWork {
  /** Coefficients of the segment, see COEFFICIENT. */
  readonly by: Float64Array;
  /** v_S − v_O, m/s. */
  readonly velocity: Float64Array;
  /** Result of `stepElement`, see RESULT. */
  readonly result: Float64Array;
  /** Memory of an element that is tried. */
  readonly trial: Float64Array;
  /** ½ F · M⁻¹F and ½ F · g of a couple. */
  readonly gain: Float64Array;
  /** A torque in body axes, and I⁻¹ times it. */
  readonly turn: Float64Array;
  /** Tangent of one couple: 6 × 6, the cross-product matrix of a lever, D times it. */
  readonly block: Float64Array;
  readonly lever: Float64Array;
  readonly product: Float64Array;
  /** Sums over the segments of two shapes, see `reportRim`. */
  readonly sum: Float64Array;
}

function createRimWork(): RimWork {
  const f64 = (n: number) => new Float64Array(n);
  return {
    by: f64(COEFFICIENT.size),
    velocity: f64(3),
    result: f64(RESULT.size),
    trial: f64(ELEMENT.size),
    gain: f64(2),
    turn: f64(6),
    block: f64(36),
    lever: f64(9),
    product: f64(9),
    sum: f64(8),
  };
}

/** Contact from the rim of meshes as a system: constants of pairs of materials, memory, work arrays. */
export const rimSystem: SystemKind = {
  name: "rim",
  fields: RIM_FIELDS,
  prepare: prepareRim,
  carryOver: carryRim,
  create(model: Model): RimState {
    const { capacity, implicit } = model.systems.rim;
    return {
      count: 0,
      capacity,
      since: 0,
      next: new Float64Array(ROW.size * capacity),
      nextKey: new Uint32Array(4 * capacity),
      body: new Int32Array(2 * capacity),
      pair: new Int32Array(capacity),
      couple: new Int32Array(capacity),
      couples: createCouples(capacity),
      bodyOfShape: Int32Array.from(capacity > 0 ? model.shapes.map(({ body }) => body) : []),
      belt: model.systems.collision?.belt ?? null,
      length: new Float64Array(capacity),
      cap: new Float64Array(capacity),
      bristle: new Float64Array(2 * capacity),
      inside: false,
      epoch: -1,
      facing: createFacing(capacity),
      unmet: createUnmetWork(),
      segments: createRimSegments(capacity),
      acting: new Float64Array(LOAD_SIZE * capacity),
      slope: new Float64Array(implicit ? 18 * capacity : 0),
      velocity: new Float64Array(implicit ? 6 * model.nb : 0),
      elapsed: 0,
      weight: 1,
      work: createRimWork(),
    };
  },
};

/**
 * Carries the memory of segments over a recompile: those whose two shapes have as many triangles as before, see
 * `carryRows`. Reads: memory of `oldData`. Writes: memory and wrenches of `data`.
 */
function carryRim(oldModel: Model, oldData: Data, model: Model, data: Data): void {
  const { active, capacity } = model.systems.rim;
  if (!active) return;
  const to = rimFields(data);
  to.remembered[0] = 0;
  to.wrench.fill(0);
  if (oldModel.systems.rim?.active !== true) return;
  const from = rimFields(oldData);
  carryRows(oldModel, from, model, to, ROW.size, capacity, (old, now) => trianglesOf(old) === trianglesOf(now));
  if (to.wrench.length === 0 || from.wrench.length === 0) return;
  for (let b = 1; b < model.nb; b++) {
    const old = oldModel.bodyIndex.get(model.bodyNames[b]);
    if (old !== undefined) to.wrench.set(from.wrench.subarray(6 * old, 6 * old + 6), 6 * b);
  }
}

function trianglesOf({ geometry }: ShapeInstance): number {
  return geometry.mesh?.triangles.length ?? 0;
}
