import { extentAlong } from "../../collision/narrow/extent.js";
import { type Collider, KIND } from "../../collision/narrow/types.js";
import { COLLISION_FIELDS } from "../../collision/system.js";
import { type Data, itemFields } from "../../data/data.js";
import { rotateInto } from "../../math/quat.js";
import type { Model } from "../../model/model.js";
import { type ImpulseFields, impulseFields, PATCH_SIZE, POINT, POINT_SIZE, SOLVED } from "./fields.js";
import type { ImpulseState } from "./state.js";

/** Depth along the bearing normal that still counts as separate, as a fraction of the smaller shape's reach. */
const LEVEL = 1e-4;

/**
 * A bearing contact deeper than this fraction of the smaller reach does not indicate which shapes are level with it.
 */
const DEEP = 0.01;

/**
 * A pair that approaches along the bearing normal by more than this fraction of the smaller reach within the step
 * collides instead of grazing.
 */
const MEETS = 0.25;

/** Round-off of heights, as a fraction of the smaller reach. */
const ROUND_OFF = 1e-9;

/** Normals whose cosine exceeds this are the same. */
const SAME = 0.95;

const up = new Float64Array(3);
const extent = new Float64Array(2);

/**
 * Drops new contacts at edges that a body only grazes. A body that slides over the seam between two level boxes
 * approaches the side of the next box, and a contact with that side would stop it. But shapes that are separate along
 * any direction do not collide: when another contact bears the body, and along its normal the pair is no deeper than
 * that contact itself, the pair is separate. Only patches without an impulse from the previous step are tested. Reads:
 * patchRow, pointRow, pose. Writes: patchSolved.
 */
export function dropGlancing(model: Model, data: Data, state: ImpulseState): void {
  const setup = model.systems.collision;
  const { moving } = data.systems.impulseState;
  if (!setup.active || moving.count < 2) return;
  const f = impulseFields(data);
  // one bearing patch per body and direction is enough: the list of loaded patches, by body
  const { bearing } = state;
  for (let place = 0; place < 2 * moving.count; place++)
    bearing[f.patchBody[2 * moving.list[place >> 1] + (place & 1)]] = -1;
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    if (f.patchSolved[k] === SOLVED.not || !bears(data, f, k)) continue;
    for (let side = 0; side < 2; side++) {
      const b = f.patchBody[2 * k + side];
      if (f.invMass[b] > 0 && bearing[b] < 0) bearing[b] = k;
    }
  }
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    if (f.patchSolved[k] === SOLVED.not || loaded(data, f, k)) continue;
    for (let side = 0; side < 2; side++) {
      const b = f.patchBody[2 * k + side];
      const on = f.invMass[b] > 0 ? bearing[b] : -1;
      if (on >= 0 && grazes(model, data, f, k, side, on)) {
        f.patchSolved[k] = SOLVED.not;
        break;
      }
    }
  }
}

/** Whether the patch carried a load in the previous step. */
function loaded(data: Data, f: ImpulseFields, k: number): boolean {
  const first = data.patchPoint[2 * k];
  const end = first + data.patchPoint[2 * k + 1];
  for (let i = first; i < end; i++) if (f.pointRow[POINT_SIZE * i + POINT.before] > 0) return true;
  return false;
}

/** Whether the patch can bear a body: it carried a load in the previous step. */
function bears(data: Data, f: ImpulseFields, k: number): boolean {
  return loaded(data, f, k);
}

/** Whether the pair of patch k is separate along the normal of patch `on`, which bears the body on side `side` of k. */
function grazes(model: Model, data: Data, f: ImpulseFields, k: number, side: number, on: number): boolean {
  const setup = model.systems.collision;
  const b = f.patchBody[2 * k + side];
  // direction away from the bearing shape
  const sign = f.patchBody[2 * on] === b ? -1 : 1;
  let cosine = 0;
  for (let c = 0; c < 3; c++) {
    up[c] = sign * f.patchRow[PATCH_SIZE * on + c];
    cosine += up[c] * f.patchRow[PATCH_SIZE * k + c] * (side === 0 ? -1 : 1);
  }
  if (cosine > SAME) return false;
  const pair = data.patchPair[k];
  const own = data.pairKey[2 * pair + side];
  const other = data.pairKey[2 * pair + 1 - side];
  const least = Math.min(setup.colliders[own].reach, setup.colliders[other].reach);
  const o = 6 * f.patchBody[2 * k + 1 - side];
  let approach = 0;
  for (let c = 0; c < 3; c++) approach += up[c] * (data.bodyVel[o + 3 + c] - data.bodyVel[6 * b + 3 + c]);
  if (approach * model.options.timestep > MEETS * least) return false;
  const { pose } = itemFields(data, "collision", COLLISION_FIELDS);
  let depth = 0;
  const first = data.patchPoint[2 * on];
  const end = first + data.patchPoint[2 * on + 1];
  for (let i = first; i < end; i++) if (data.pointGap[i] < depth) depth = data.pointGap[i];
  const level = 2 * Math.max(depth, -DEEP * least) - LEVEL * least;
  // a point inside a shape bounds its extent: the centres, or one extent and one centre, decide most pairs
  const convex = setup.colliders[own].kind <= KIND.convex && setup.colliders[other].kind <= KIND.convex;
  const short = level - ROUND_OFF * least;
  if (convex) {
    middleAlong(setup.colliders[own], pose, 7 * own, extent, 1);
    middleAlong(setup.colliders[other], pose, 7 * other, extent, 0);
    if (extent[1] - extent[0] < short) return false;
  }
  for (let c = 0; c < 3; c++) up[c] = -up[c];
  extentAlong(setup.colliders[own], pose, 7 * own, up, 0, extent, 1);
  if (convex && -extent[1] - extent[0] < short) return false;
  for (let c = 0; c < 3; c++) up[c] = -up[c];
  extentAlong(setup.colliders[other], pose, 7 * other, up, 0, extent, 0);
  return -extent[1] - extent[0] >= level;
}

const center = new Float64Array(3);

/** Height along `up` of a point inside a convex shape, m, into out[o]. */
function middleAlong(c: Collider, pose: Float64Array, p: number, out: Float64Array, o: number): void {
  if (c.hull === null) for (let k = 0; k < 3; k++) center[k] = 0;
  else rotateInto(center, 0, pose, p + 3, c.hull.center, 0);
  out[o] = up[0] * (pose[p] + center[0]) + up[1] * (pose[p + 1] + center[1]) + up[2] * (pose[p + 2] + center[2]);
}
