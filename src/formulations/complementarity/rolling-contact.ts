import { contactsOf } from "../../collision/narrow/pair-table.js";
import { travels } from "../../collision/rolling-kinds.js";
import type { CollisionSetup } from "../../collision/setup.js";
import { COLLISION_FIELDS } from "../../collision/system.js";
import { CONTACT, CONTACT_INT, CONTACT_INTS, CONTACT_SIZE } from "../../contact/complementarity/contact-set.js";
import { type Data, itemFields } from "../../data/data.js";
import { rotateInto, turnInto } from "../../math/quat.js";
import type { Model } from "../../model/model.js";
import type { ComplementarityState } from "./complementarity-state.js";

/** A contact touches, and its point travels, up to this part of the smaller shape's reach. */
const TOUCHES = 1e-3;
const TRAVELS = 0.2;

/**
 * Where a curved surface rolls, its point of contact travels over it. Velocities of a step are those of its middle, as
 * in the leapfrog rule: impulses act at the start, where forces are evaluated, and gaps and slip are measured with the
 * point and the normal of the middle, where the present velocities lead. With the point of the start, a disc that
 * rolls on its rim sinks into the floor by its curvature in every step, is pushed out in the next, and gains energy.
 * Only what touches, with one point, at the start. Reads: body state, pose. Writes: contact set.
 */
export function lookAtMiddle(
  model: Model,
  data: Data,
  state: ComplementarityState,
  collision: CollisionSetup,
  c: number,
  a: number,
  b: number,
): void {
  if (state.settings.scheme.rolls !== true || !travels(state.rolling, a, b)) return;
  const { set, sink, middlePose } = state;
  const small = Math.min(collision.colliders[a].reach, collision.colliders[b].reach);
  const o = CONTACT_SIZE * c;
  if (!(set.value[o + CONTACT.gap] <= TOUCHES * small)) return;
  const half = 0.5 * model.options.timestep;
  placeMiddle(data, collision, a, half, middlePose, 0);
  placeMiddle(data, collision, b, half, middlePose, 7);
  sink.count = 0;
  sink.overflow = false;
  sink.margin[0] = small;
  const { colliders } = data.systems.collision;
  contactsOf(colliders[a], middlePose, 0, colliders[b], middlePose, 7, sink);
  let i = -1;
  for (let k = 0; k < sink.count; k++) if (i < 0 || sink.gap[k] < sink.gap[i]) i = k;
  if (i < 0) return;
  // points of the middle, as seen from bodies that have not moved: rows take arms from the start
  for (let side = 0; side < 2; side++) {
    const points = side === 0 ? sink.pointA : sink.pointB;
    const body = collision.body[side === 0 ? a : b];
    const at = o + (side === 0 ? CONTACT.pointA : CONTACT.pointB);
    let d2 = 0;
    for (let k = 0; k < 3; k++) {
      const x = points[3 * i + k] - half * data.bodyVel[6 * body + 3 + k];
      middlePose[14 + 3 * side + k] = x;
      d2 += (x - set.value[at + k]) * (x - set.value[at + k]);
    }
    // on a plane the foot of the point travels with it
    if (collision.fixed[side === 0 ? a : b] === 0 && !(d2 <= TRAVELS * TRAVELS * small * small)) return;
  }
  for (let k = 0; k < 3; k++) {
    set.value[o + CONTACT.pushNormal + k] = set.value[o + k];
    set.value[o + CONTACT.pushA + k] = set.value[o + CONTACT.pointA + k];
    set.value[o + CONTACT.pushB + k] = set.value[o + CONTACT.pointB + k];
    set.value[o + k] = sink.normal[3 * i + k];
    set.value[o + CONTACT.pointA + k] = middlePose[14 + k];
    set.value[o + CONTACT.pointB + k] = middlePose[17 + k];
  }
  set.index[CONTACT_INTS * c + CONTACT_INT.rolls] = 1;
}

/** Rotation vector, no rotation, its quaternion, arm, turned arm. */
const WORK = { turn: 0, none: 3, quat: 7, arm: 11, turned: 14, size: 17 } as const;
const work = new Float64Array(WORK.size);

/** Pose of shape s after the time `half` with the present velocity of its body, into out[at …]. Reads: pose. */
function placeMiddle(
  data: Data,
  collision: CollisionSetup,
  s: number,
  half: number,
  out: Float64Array,
  at: number,
): void {
  const { pose } = itemFields(data, "collision", COLLISION_FIELDS);
  const b = collision.body[s];
  const v = data.bodyVel;
  for (let k = 0; k < 3; k++) {
    work[WORK.turn + k] = half * v[6 * b + k];
    work[WORK.arm + k] = pose[7 * s + k] - data.bodyPos[3 * b + k];
  }
  work[WORK.none + 3] = 1;
  turnInto(out, at + 3, work, WORK.turn, pose, 7 * s + 3);
  turnInto(work, WORK.quat, work, WORK.turn, work, WORK.none);
  rotateInto(work, WORK.turned, work, WORK.quat, work, WORK.arm);
  for (let k = 0; k < 3; k++) out[at + k] = data.bodyPos[3 * b + k] + half * v[6 * b + 3 + k] + work[WORK.turned + k];
}
