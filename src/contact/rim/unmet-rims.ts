import type { MeshContactGeometry } from "../../collision/narrow/mesh/mesh-geometry.js";
import { COLLISION_FIELDS } from "../../collision/system.js";
import { type Data, itemFields } from "../../data/data.js";
import { STATUS } from "../../data/fields.js";
import { raiseStatus } from "../../data/status.js";
import { RELATIVE_SIZE, relativeTransform } from "../../geometry/tree/box-pair.js";
import { classifyPoint, INSIDE } from "../../geometry/tree/inside.js";
import { NEAREST_SIZE, nearestPoint } from "../../geometry/tree/nearest.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { farApart, mayPush } from "../contact-step.js";
import { longestWay } from "../unmet-overlap.js";
import type { RimFields } from "./rim-fields.js";
import { usesRim } from "./rim-setup.js";
import type { RimState } from "./rim-state.js";

/** Workspace: transform from one mesh to the other, a point, its nearest one. */
export interface UnmetWork {
  readonly transform: Float64Array;
  readonly point: Float64Array;
  readonly near: Float64Array;
}

export function createUnmetWork(): UnmetWork {
  return {
    transform: new Float64Array(RELATIVE_SIZE),
    point: new Float64Array(3),
    near: new Float64Array(NEAREST_SIZE),
  };
}

/**
 * Says which bodies overlap deeper than they can have moved since they were apart: the springs of their rim begin
 * without load, however deep it is, and a body that is wholly inside another has no rim and no force at all. Reads:
 * segments of the step, memory of the one before, body state. Writes: status.
 */
export function noteUnmetRims(model: Model, data: Data, state: RimState, fields: RimFields): void {
  const collision = model.systems.collision;
  const { pairs } = data.systems.contactStep;
  const { pose } = itemFields(data, "collision", COLLISION_FIELDS);
  // a body that met several others in the step may have been faster than it is now
  const least = model.systems.rim.pushSpeed * model.options.timestep;
  for (let k = 0; k < pairs.count; k++) {
    const s = pairs.pairs[2 * k];
    const t = pairs.pairs[2 * k + 1];
    if (!usesRim(model, s, t) || !mayPush(model, data, collision, s, t) || farApart(collision, pose, s, t)) continue;
    const a = collision.body[s];
    const b = collision.body[t];
    if (haveRim(state, fields.key, fields.remembered[0], a, b)) continue;
    const meets = haveRim(state, state.nextKey, state.count, a, b);
    const way = meets ? Math.max(least, longestWay(model, data, s, t, a, b)) : 0;
    if (isDeeper(model, state, pose, s, t, way, !meets) || isDeeper(model, state, pose, t, s, way, !meets))
      raiseStatus(data, STATUS.overlapping, model.bodyType[b] === BODY_TYPE.dynamic ? b : a);
  }
}

/** Whether rows with these keys are between bodies a and b. */
function haveRim({ bodyOfShape }: RimState, key: Uint32Array, count: number, a: number, b: number): boolean {
  for (let r = 0; r < count; r++) if (bodyOfShape[key[4 * r]] === a && bodyOfShape[key[4 * r + 1]] === b) return true;
  return false;
}

/**
 * Whether mesh t has a vertex, or the middle of a triangle, deeper in mesh s than `way`, m; with `one` the first of
 * them speaks for all.
 */
function isDeeper(
  model: Model,
  { unmet }: RimState,
  pose: Float64Array,
  s: number,
  t: number,
  way: number,
  one: boolean,
): boolean {
  const { colliders } = model.systems.collision;
  const outer = colliders[s].mesh as MeshContactGeometry;
  const inner = (colliders[t].mesh as MeshContactGeometry).tree;
  const { tree } = outer;
  if (!outer.solid || tree === null || inner === null) return false;
  const { transform, point, near } = unmet;
  const { vertices, triangles } = inner.mesh;
  relativeTransform(pose, 7 * s, pose, 7 * s + 3, pose, 7 * t, pose, 7 * t + 3, transform, 0);
  for (let c = 0; c < triangles.length; c++) {
    // corner after corner, and after the third the middle
    for (let middle = 0; middle < (c % 3 === 2 ? 2 : 1); middle++) {
      for (let k = 0; k < 3; k++) point[k] = transform[9 + k];
      for (let d = middle === 1 ? c - 2 : c; d <= c; d++) {
        const v = 3 * triangles[d];
        const part = middle === 1 ? 1 / 3 : 1;
        for (let k = 0; k < 3; k++) {
          const r = 3 * k;
          const x =
            transform[r] * vertices[v] + transform[r + 1] * vertices[v + 1] + transform[r + 2] * vertices[v + 2];
          point[k] += part * x;
        }
      }
      if (isWithin(tree.bounds, point) && classifyPoint(tree, point, 0) === INSIDE) {
        near[3] = Number.POSITIVE_INFINITY;
        nearestPoint(tree, point, 0, near, 0);
        if (near[3] > way * way) return true;
      }
      if (one) return false;
    }
  }
  return false;
}

/** Whether a point is within the box of the root of a tree. */
function isWithin(bounds: Float32Array, p: Float64Array): boolean {
  for (let k = 0; k < 3; k++) if (p[k] < bounds[k] || p[k] > bounds[3 + k]) return false;
  return true;
}
