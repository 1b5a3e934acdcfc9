import type { Data } from "../../data/data.js";
import { BODY_BEFORE_SIZE, STATUS } from "../../data/fields.js";
import { raiseStatus } from "../../data/status.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import type { CompliantSetup } from "./compliant-setup.js";
import type { CompliantState } from "./compliant-state.js";

/** A load that rests deeper in a shape than this part of its smallest width shows. */
const DEEP = 0.05;
/**
 * At rest: in this time, s, a body would go less than the depth, and what is left of all forces is below this part of
 * the contact's. At the turn of a bounce all of it is left but the weight.
 */
const REST_TIME = 0.1;
const LEFT = 0.1;

/** Smallest extent of every shape along its axes, m; ∞ of one without end. */
export function smallestWidths({ shapes, planar }: Model): Float64Array {
  return Float64Array.from(shapes, ({ geometry: { bounds } }) => {
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k < (planar ? 2 : 3); k++) {
      const extent = bounds[k + 3] - bounds[k];
      if (extent > 0) least = Math.min(least, extent);
    }
    return least;
  });
}

/**
 * Reports bodies at rest that the stiffness of a law which the scene leaves to its default bears only at a depth that
 * shows: it knows nothing of loads, and what holds 1 kg lets 1000 kg sink in. Reads: contacts, body state before and
 * now. Writes: status.
 */
export function noteSunk(model: Model, data: Data, setup: CompliantSetup, state: CompliantState): void {
  const { count, shape, body, batch, out, pair } = state;
  const { width, pairs } = setup;
  if (width === null) return;
  for (let c = 0; c < count; c++) {
    const depth = -batch.gap[c];
    if (!(depth > DEEP * Math.min(width[shape[2 * c]], width[shape[2 * c + 1]]))) continue;
    const { given, hertz } = pairs[pair[c]];
    if (given.stiffness !== undefined || hertz !== undefined) continue;
    const a = body[2 * c];
    const b = body[2 * c + 1];
    if (!(rests(model, data, a, depth, out.force[c]) && rests(model, data, b, depth, out.force[c]))) continue;
    raiseStatus(data, STATUS.sunk, model.bodyType[b] === BODY_TYPE.dynamic ? b : a);
    return;
  }
}

/** Whether body b hardly moves, and the sum of its forces is far below `force`, N: not at the turn of an impact. */
function rests(model: Model, data: Data, b: number, depth: number, force: number): boolean {
  if (model.bodyType[b] !== BODY_TYPE.dynamic) return true;
  const o = BODY_BEFORE_SIZE * b + 10;
  let speed2 = 0;
  let change2 = 0;
  for (let k = 0; k < 3; k++) {
    const v = data.bodyVel[6 * b + 3 + k];
    speed2 += v * v;
    change2 += (v - data.bodyBefore[o + k]) * (v - data.bodyBefore[o + k]);
  }
  const most = (LEFT * force * model.options.timestep) / model.bodyMass[b];
  return speed2 * REST_TIME * REST_TIME < depth * depth && change2 < most * most;
}
