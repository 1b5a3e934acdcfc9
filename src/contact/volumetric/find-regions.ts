import { placeShape } from "../../collision/shape-poses.js";
import { COLLISION_FIELDS } from "../../collision/system.js";
import { splitRegions } from "../../collision/volume/clusters.js";
import {
  contourNormal,
  cylinderInHalfSpace,
  intersectHalfSpace,
  intersectSpheres,
  intersectVolumes,
  OVERLAP,
  OVERLAP_FLAG,
  OVERLAP_SIZE,
  roundOnMesh,
  sphereInHalfSpace,
} from "../../collision/volume/index.js";
import { type Data, itemFields } from "../../data/data.js";
import { STATUS } from "../../data/fields.js";
import { raiseStatus } from "../../data/status.js";
import { relativeTransform } from "../../geometry/tree/box-pair.js";
import { rotateInto, rotateInverseInto } from "../../math/quat.js";
import { materialPair } from "../../model/compile/materials.js";
import type { Model } from "../../model/model.js";
import { mayPush, mayTouch } from "../contact-step.js";
import { isBeyondColumns, pushRegions } from "./push-out.js";
import { writeAxesAndMoments, writeDeepNormal, writeLead } from "./region-axes.js";
import { rowBefore, startMemory } from "./region-memory.js";
import { RESISTANCE } from "./rolling-resistance.js";
import { nameOfPair, overlapOfSpheres } from "./sphere-geometry.js";
import { usesVolume, type VolumePair, type VolumeSetup } from "./volume-setup.js";
import { cacheOf, FOUND, type VolumeState } from "./volume-state.js";

/** All regions with their memory. Reads: body state, pairs, memory. Writes: pose, the state. */
export function findRegions(model: Model, data: Data, setup: VolumeSetup, state: VolumeState): void {
  const collision = model.systems.collision;
  state.count = 0;
  if (!mayTouch(model, data)) return;
  const { pairs } = data.systems.contactStep;
  const { pose } = itemFields(data, "collision", COLLISION_FIELDS);
  for (let s = 0; s < collision.count; s++)
    if (collision.fixed[s] === 0 && setup.solids[s] !== null) placeShape(data, collision, s, pose);
  for (let k = 0; k < pairs.count; k++) {
    const a = pairs.pairs[2 * k];
    const b = pairs.pairs[2 * k + 1];
    if (!usesVolume(model, a, b) || !mayPush(model, data, collision, a, b)) continue;
    const pair = setup.pairs[materialPair(model.materials, model.shapes[a].material, model.shapes[b].material)]!;
    let sign = 0;
    if (pair.geometry !== "mesh") sign = overlapOfSpheres(setup, state, pair, pose, a, b);
    if (pair.geometry === "mesh" || (pair.geometry === "spheres" && isBeyondColumns(model, data, state, a, b)))
      sign = overlapOf(setup, state, pose, a, b, collision.count);
    splitOverlap(setup, state, pair, a, b);
    for (let r = 0; r < state.from.count; r++) takeRegion(model, data, setup, state, pair, pose, a, b, sign, r);
  }
  pushRegions(model, data, setup, state);
}

/** Regions that bear on several sides are shared out among them. Reads: overlap, just found. Writes: clusters, from. */
function splitOverlap({ solids }: VolumeSetup, state: VolumeState, pair: VolumePair, a: number, b: number): void {
  const { mesh: one, sides: sidesA } = solids[a]!;
  const { mesh: other, sides: sidesB } = solids[b]!;
  state.from = state.overlap;
  if (!pair.clusters || !state.overlap.cutByFaces || state.overlap.count === 0 || !one || !other || !sidesA || !sidesB)
    return;
  splitRegions(one, other, sidesA, sidesB, state.overlap, state.clusters);
  state.from = state.clusters.cells;
}

/**
 * The common volume of two shapes. Returns whose frame it is in: 1 for A's, −1 for B's, whose normals then point from B
 * to A. Writes: overlap.
 */
function overlapOf(
  setup: VolumeSetup,
  state: VolumeState,
  pose: Float64Array,
  a: number,
  b: number,
  count: number,
): number {
  const one = setup.solids[a]!;
  const other = setup.solids[b]!;
  const { transform, back, plane: halfSpace, radii } = state.work;
  if (other.endless || one.endless) {
    const body = other.endless ? a : b;
    const plane = other.endless ? b : a;
    // the half-space z ≤ 0 of the plane's frame, in the solid's
    relativeTransform(pose, 7 * body, pose, 7 * body + 3, pose, 7 * plane, pose, 7 * plane + 3, transform, 0);
    for (let i = 0; i < 3; i++) halfSpace[i] = transform[3 * i + 2];
    halfSpace[3] = halfSpace[0] * transform[9] + halfSpace[1] * transform[10] + halfSpace[2] * transform[11];
    const { round, mesh } = other.endless ? one : other;
    if (round?.form === "sphere") sphereInHalfSpace(round.size, halfSpace, state.overlap);
    else if (round?.form === "cylinder") cylinderInHalfSpace(round.size, halfSpace, state.overlap);
    else intersectHalfSpace(mesh!, halfSpace, state.overlap);
    return other.endless ? 1 : -1;
  }
  relativeTransform(pose, 7 * a, pose, 7 * a + 3, pose, 7 * b, pose, 7 * b + 3, transform, 0);
  if (one.round?.form === "sphere" && other.round?.form === "sphere") {
    radii[0] = one.round.size[0];
    radii[1] = other.round.size[0];
    intersectSpheres(radii, transform, 9, state.overlap);
    return 1;
  }
  if (one.round?.form === "sphere" && roundOnMesh(one.round, other.mesh!, transform, state.overlap)) return 1;
  if (other.round?.form === "sphere") {
    relativeTransform(pose, 7 * b, pose, 7 * b + 3, pose, 7 * a, pose, 7 * a + 3, back, 0);
    if (roundOnMesh(other.round, one.mesh!, back, state.overlap)) return -1;
  }
  intersectVolumes(one.mesh!, other.mesh!, transform, cacheOf(state, a * count + b), state.overlap);
  return 1;
}

/** Region r of the overlap of shapes a and b. Writes: a row of the state. */
function takeRegion(
  model: Model,
  data: Data,
  setup: VolumeSetup,
  state: VolumeState,
  pair: VolumePair,
  pose: Float64Array,
  a: number,
  b: number,
  sign: number,
  r: number,
): void {
  const { from: overlap } = state;
  const o = OVERLAP_SIZE * r;
  if (!(overlap.values[o] > 0)) return;
  if (state.count >= state.capacity) {
    raiseStatus(data, STATUS.pointCapacity, a);
    return;
  }
  const i = state.count++;
  const { shapes, materials } = model;
  const bodyA = shapes[a].body;
  const bodyB = shapes[b].body;
  for (let k = 0; k < RESISTANCE.size; k++) state.resistance[RESISTANCE.size * i + k] = 0;
  state.side[i] = overlap === state.clusters.cells ? state.clusters.side[r] : 0;
  const apart = pair.geometry === "pairs";
  if (apart) state.side[i] = nameOfPair(state.overlap, setup.balls, a, b, sign, r);
  state.shape[2 * i] = a;
  state.shape[2 * i + 1] = b;
  state.body[2 * i] = bodyA;
  state.body[2 * i + 1] = bodyB;
  state.pair[i] = materialPair(materials, shapes[a].material, shapes[b].material);
  const frame = sign > 0 ? a : b;
  const f = FOUND.size * i;
  const { v, w, normal } = state.work;
  // centre
  for (let k = 0; k < 3; k++) v[k] = overlap.values[o + OVERLAP.center + k];
  rotateInto(w, 0, pose, 7 * frame + 3, v, 0);
  for (let k = 0; k < 3; k++) state.at[f + FOUND.center + k] = state.place[3 * i + k] = pose[7 * frame + k] + w[k];
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? bodyA : bodyB;
    for (let k = 0; k < 3; k++) v[k] = state.at[f + FOUND.center + k] - data.bodyPos[3 * body + k];
    rotateInverseInto(state.at, f + FOUND.local + 3 * side, data.bodyQuat, 4 * body, v, 0);
    for (let k = 0; k < 4; k++) state.at[f + FOUND.quat + 4 * side + k] = data.bodyQuat[4 * body + k];
  }
  // normal, from A to B
  if (pair.contour) contourNormal(overlap, r, normal, 0);
  else for (let k = 0; k < 3; k++) normal[k] = overlap.values[o + OVERLAP.normal + k];
  rotateInto(w, 0, pose, 7 * frame + 3, normal, 0);
  const n = f + FOUND.axes + 6;
  for (let k = 0; k < 3; k++) state.at[n + k] = sign * w[k];
  const before = rowBefore(data, state, i, r, apart);
  if ((overlap.flags[r] & OVERLAP_FLAG.deep) !== 0) writeDeepNormal(data, setup, state, pose, i, before);
  writeAxesAndMoments(data, state, pose, frame, i, r, before);
  writeLead(state, i, r);
  startMemory(data, state, pair, i, before);
}
