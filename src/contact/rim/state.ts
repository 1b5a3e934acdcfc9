import type { Model, SystemKind } from "../../model/model.js";
import { createCouples, type RimCouples } from "./energy.js";
import { RIM_FIELDS, ROW } from "./fields.js";
import { createRimSegments, type RimSegments } from "./segments.js";
import { prepareRim } from "./setup.js";

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
  /** Bodies A and B of each segment; pair of materials; half length, m; largest damping coefficient of its elements, N s/m. */
  readonly body: Int32Array;
  readonly pair: Int32Array;
  /** Which of `couples` its bodies are. */
  readonly couple: Int32Array;
  readonly couples: RimCouples;
  readonly bodyOfShape: Int32Array;
  readonly length: Float64Array;
  readonly cap: Float64Array;
  /** Whether some segment's forces follow velocities within the step, and `data.epoch` then. */
  inside: boolean;
  epoch: number;
  readonly segments: RimSegments;
  /** Implicit formulations: ∂F/∂u of the elements at either end, 9 numbers each, and the velocities of all bodies when the step began. */
  readonly slope: Float64Array;
  readonly velocity: Float64Array;
}

/** Contact from the rim of meshes as a system: constants of pairs of materials, memory, work arrays. */
export const rimSystem: SystemKind = {
  name: "rim",
  fields: RIM_FIELDS,
  prepare: prepareRim,
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
      length: new Float64Array(capacity),
      cap: new Float64Array(capacity),
      inside: false,
      epoch: -1,
      segments: createRimSegments(capacity),
      slope: new Float64Array(implicit ? 18 * capacity : 0),
      velocity: new Float64Array(implicit ? 6 * model.nb : 0),
    };
  },
};
