import { type Data, itemFields } from "../../data/data.js";
import { BODY_BEFORE_SIZE, COUNTER, STATUS } from "../../data/fields.js";
import { raiseStatus } from "../../data/status.js";
import { rotateInverseInto } from "../../math/quat.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { pairAllowed } from "../filter.js";
import { castCollider } from "../query/ray/cast.js";
import { HIT_SIZE, RAY_SIZE } from "../query/ray/crossings.js";
import { COLLISION_FIELDS } from "../system.js";
import { CONTINUOUS, continuousSetup } from "./setup.js";

const way = new Float64Array(RAY_SIZE);
const ray = new Float64Array(RAY_SIZE);
const hit = new Float64Array(HIT_SIZE);
const turn = new Float64Array(4);
const ENTERS = 1;
/** A body whose centre goes less than this part of the radius of a ball that fits into it stays where it is. */
const STILL = 0.02;
const INSIDE = 0;

/**
 * Reports bodies that have passed something in spite of all: those whose centre of mass, which lies in one of their own
 * shapes, went into a shape of a body that forces do not move. Those that hardly moved are not looked at. Not for
 * bodies with `continuous: off`. Reads: bodyBefore, body poses, poses of shapes. Writes: status.
 */
export function reportPassages(model: Model, data: Data): void {
  const setup = model.systems.collision;
  if (!setup.active || data.systems.collision.broad === null) return;
  const { mode, inner } = continuousSetup(model);
  const { bodyActive, bodyBefore, bodyPos } = data;
  const n = data.counter[COUNTER.active];
  let driven = false;
  for (let k = 0; k < n; k++) driven ||= model.bodyType[bodyActive[k]] === BODY_TYPE.kinematic;
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    if (mode[b] === CONTINUOUS.off || model.bodyType[b] !== BODY_TYPE.dynamic) continue;
    let way2 = 0;
    for (let c = 0; c < 3; c++) {
      const moved = bodyPos[3 * b + c] - bodyBefore[BODY_BEFORE_SIZE * b + c];
      way2 += moved * moved;
    }
    if (!driven && !(way2 > STILL * STILL * inner[b] * inner[b])) continue;
    if (enters(model, data, b) && isSolid(model, data, b)) raiseStatus(data, STATUS.unresolved, b);
  }
}

/** Whether the way of the centre of mass of body b leads into a shape that it collides with. */
function enters(model: Model, data: Data, b: number): boolean {
  const broad = data.systems.collision.broad!;
  const { filter } = broad;
  const { start, shape, obstacles } = continuousSetup(model);
  const { box } = itemFields(data, "collision", COLLISION_FIELDS);
  const { colliders, sink } = data.systems.collision;
  for (let c = 0; c < 3; c++) {
    way[c] = data.bodyBefore[BODY_BEFORE_SIZE * b + c];
    way[3 + c] = data.bodyPos[3 * b + c] - way[c];
  }
  way[6] = 0;
  way[7] = 1;
  const { body, sensor } = model.systems.collision;
  // among many, the broad phase finds those that are near
  const { near } = data.systems.collision;
  const all = obstacles.length <= MANY;
  if (!all) {
    for (let c = 0; c < 3; c++) {
      ray[c] = Math.min(way[c], way[c] + way[3 + c]);
      ray[3 + c] = Math.max(way[c], way[c] + way[3 + c]);
    }
    broad.query(ray, 0, near);
  }
  const n = all ? obstacles.length : near.count;
  for (let k = 0; k < n; k++) {
    const s = all ? obstacles[k] : near.ids[k];
    const type = model.bodyType[body[s]];
    const driven = type === BODY_TYPE.kinematic;
    if (all ? !driven && !isNear(box, s) : type === BODY_TYPE.dynamic || sensor[s] === 1) continue;
    let allowed = false;
    for (let i = start[b]; i < start[b + 1]; i++) allowed ||= pairAllowed(filter, shape[i], s);
    if (!allowed) continue;
    if (driven) lookFrom(model, data, s);
    else lookAt(data, s);
    if (castCollider(sink.work, colliders[s], ray, hit, false) && hit[4] === ENTERS) return true;
  }
  return false;
}

/** More obstacles than this are asked for instead of gone through. */
const MANY = 16;

/** Whether the box of the way and the box of shape s meet. Reads: way. */
function isNear(box: Float64Array, s: number): boolean {
  for (let c = 0; c < 3; c++) {
    const from = way[c];
    const to = way[c] + way[3 + c];
    if (Math.max(from, to) < box[6 * s + c] || Math.min(from, to) > box[6 * s + 3 + c]) return false;
  }
  return true;
}

/** The way in the frame of shape s, into `ray`. Reads: way, pose. */
function lookAt(data: Data, s: number): void {
  const { pose } = itemFields(data, "collision", COLLISION_FIELDS);
  const o = 7 * s;
  for (let c = 0; c < 3; c++) {
    ray[c] = way[c] - pose[o + c];
    ray[3 + c] = way[3 + c];
  }
  ray[6] = way[6];
  ray[7] = way[7];
  rotateInverseInto(ray, 0, pose, o + 3, ray, 0);
  rotateInverseInto(ray, 3, pose, o + 3, ray, 3);
}

/** The same as shape s of a driven body sees it, which moves within the step. Reads: way, bodyBefore, body poses. */
function lookFrom(model: Model, data: Data, s: number): void {
  const { localPose, body } = model.systems.collision;
  const { bodyBefore, bodyPos, bodyQuat } = data;
  const k = body[s];
  const o = 7 * s;
  for (let c = 0; c < 3; c++) {
    ray[c] = way[c] - bodyBefore[BODY_BEFORE_SIZE * k + c];
    ray[3 + c] = way[c] + way[3 + c] - bodyPos[3 * k + c];
  }
  rotateInverseInto(ray, 0, bodyBefore, BODY_BEFORE_SIZE * k + 3, ray, 0);
  rotateInverseInto(ray, 3, bodyQuat, 4 * k, ray, 3);
  for (let c = 0; c < 3; c++) {
    ray[3 + c] -= ray[c];
    ray[c] -= localPose[o + c];
  }
  ray[6] = way[6];
  ray[7] = way[7];
  rotateInverseInto(ray, 0, localPose, o + 3, ray, 0);
  rotateInverseInto(ray, 3, localPose, o + 3, ray, 3);
}

/** Whether the centre of mass of body b is inside one of its own shapes: not that of a ring. */
function isSolid(model: Model, data: Data, b: number): boolean {
  const { start, shape } = continuousSetup(model);
  const { colliders, sink } = data.systems.collision;
  for (let i = start[b]; i < start[b + 1]; i++) {
    const { position, orientation } = model.shapes[shape[i]];
    for (let c = 0; c < 3; c++) {
      ray[c] = -position[c];
      ray[3 + c] = c === 2 ? 1 : 0;
    }
    for (let c = 0; c < 4; c++) turn[c] = orientation[c];
    rotateInverseInto(ray, 0, turn, 0, ray, 0);
    ray[6] = 0;
    ray[7] = 0;
    if (castCollider(sink.work, colliders[shape[i]], ray, hit, false) && hit[4] === INSIDE) return true;
  }
  return false;
}
