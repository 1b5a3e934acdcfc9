import { cos, sin } from "../../../math/elementary.js";
import { chooseTangents, clearCandidates, toPlane } from "../candidates.js";
import { PATCH, readFeature, SHAPE } from "../feature.js";
import { SEAMS } from "../footprint.js";
import { finishPatch } from "../manifold.js";
import { coreRadius } from "../support.js";
import { type Collider, type ContactSink, KIND } from "../types.js";
import { type MeshWorkspace, meshWorkspace } from "./mesh-workspace.js";
import { DIRECTIONS, MAX_PATCHES, PATCH_KIND, REACH, SLOTS } from "./patch-table.js";

/**
 * Contact patches on a mesh while its triangles are visited. Triangles of one plane, and ridges and peaks touched along
 * one direction, add to the same patch. Of all points offered, a patch keeps the deepest and those farthest out in
 * `DIRECTIONS` directions: the corners of the whole contact area, which no seam inside it can be.
 *
 * The mesh is A of the framework here, the other shape is B, and normals run from the mesh to the shape.
 */

/** Normals closer than this (1 − cosine) make one patch. */
const SAME_NORMAL = 1e-12;
/** Planes closer than this fraction of the shape's size make one patch. */
const SAME_PLANE = 1e-9;
/** Points of a patch closer than this fraction of the shape's size are one. */
const SAME_POINT = 1e-9;

/** Places and depths that differ by less than this fraction of the shape's size are the same: round-off. */
const SAME_DEPTH = 1e-12;

/** The directions do not favour the axes, along which shapes like to lie: ties would choose points by round-off. */
const outward = Float64Array.from({ length: 2 * DIRECTIONS }, (_, i) => {
  const angle = (2 * Math.PI * ((i >> 1) + 0.37)) / DIRECTIONS;
  return (i & 1) === 0 ? cos(angle) : sin(angle);
});

/** Patches closer than this many depths and this fraction of the shape's size have a common cause. */
const CLOSE = 3;
const CLOSE_SIZE = 0.05;

/** A patch explains a doubtful one when leaving it frees the triangles of the other, to this part of the way. */
const EXPLAINED = 0.5;

/** A doubtful patch is a detour when its way out is this many times as long as the shortest out of its triangles. */
const DETOUR = 4;

export function clearPatches(w: MeshWorkspace): void {
  const { patches } = w;
  patches.count = 0;
  patches.current = -1;
}

/**
 * The patch of the plane in plane[0…3] (unit normal, offset) of a kind, new when there is none. Ridges join any patch
 * of their normal, planes only one of the same offset.
 */
export function patchOf(w: MeshWorkspace, plane: Float64Array, kind: number, b: Collider): number {
  const { patches } = w;
  const { free: patchFree, kind: patchKind, needed, plane: patchPlane, reached, score, separation } = w.patches;
  let similar = 0;
  let most = -2;
  let empty = -1;
  for (let p = 0; p < patches.count; p++) {
    if (!isFilled(w, p)) {
      empty = p;
      continue;
    }
    const o = 4 * p;
    const dx = plane[0] - patchPlane[o];
    const dy = plane[1] - patchPlane[o + 1];
    const dz = plane[2] - patchPlane[o + 2];
    const apart = 0.5 * (dx * dx + dy * dy + dz * dz);
    if (1 - apart > most) {
      most = 1 - apart;
      similar = p;
    }
    if (apart > SAME_NORMAL) continue;
    if (kind === PATCH_KIND.ridge && patchKind[p] === kind) return p;
    if ((kind === PATCH_KIND.doubtful) !== (patchKind[p] === PATCH_KIND.doubtful)) continue;
    if (Math.abs(plane[3] - patchPlane[o + 3]) <= SAME_PLANE * b.reach) return p;
  }
  if (empty < 0 && patches.count === MAX_PATCHES) return similar;
  const p = empty < 0 ? patches.count++ : empty;
  if (patches.current === p) patches.current = -1;
  for (let k = 0; k < 4; k++) patchPlane[4 * p + k] = plane[k];
  patchKind[p] = kind;
  patchFree[p] = Infinity;
  separation[p] = Infinity;
  reached[p] = REACH.beyond;
  needed[p] = 0;
  for (let s = p * SLOTS; s < (p + 1) * SLOTS; s++) score[s] = -Infinity;
  return p;
}

/** Offers candidate i to patch p. */
export function offer(w: MeshWorkspace, p: number, i: number, b: Collider): void {
  const { deepest, score, slotHeight, slotId, slotUv } = w.patches;
  const { candidates, tangents } = w.narrow;
  const { uv, uvOnB, heightA, heightB, idA, idB } = candidates;
  const better = SAME_DEPTH * b.reach;
  for (let d = 0; d < SLOTS; d++) {
    const value =
      d < DIRECTIONS ? outward[2 * d] * uv[2 * i] + outward[2 * d + 1] * uv[2 * i + 1] : heightA[i] - heightB[i];
    const s = p * SLOTS + d;
    if (!(value > score[s] + better)) continue;
    score[s] = value;
    if (d === DIRECTIONS) {
      for (let k = 0; k < 3; k++)
        deepest[3 * p + k] = uv[2 * i] * tangents[k] + uv[2 * i + 1] * tangents[3 + k] + heightA[i] * tangents[6 + k];
    }
    slotUv[4 * s] = uv[2 * i];
    slotUv[4 * s + 1] = uv[2 * i + 1];
    slotUv[4 * s + 2] = uvOnB[2 * i];
    slotUv[4 * s + 3] = uvOnB[2 * i + 1];
    slotHeight[2 * s] = heightA[i];
    slotHeight[2 * s + 1] = heightB[i];
    slotId[2 * s] = idA[i];
    slotId[2 * s + 1] = idB[i];
  }
}

/** Notes that patch p has the separation s[0] along its normal, from a tangent plane at the offset plane[3], m. */
export function noteSeparation(w: MeshWorkspace, p: number, s: Float64Array, plane: Float64Array): void {
  const { plane: patchPlane, separation } = w.patches;
  separation[p] = Math.min(separation[p], s[0]);
  patchPlane[4 * p + 3] = Math.max(patchPlane[4 * p + 3], plane[3]);
}

/** Notes that a triangle in doubt, whose greatest separation in any direction is `choice.free`, adds to patch p. */
export function noteDoubt(w: MeshWorkspace, p: number): void {
  const { free: patchFree } = w.patches;
  if (w.choice.free < patchFree[p]) patchFree[p] = w.choice.free;
}

/** Whether patch p has points. Whatever is offered first takes all slots, and the deepest point is the last to go. */
export function isFilled(w: MeshWorkspace, p: number): boolean {
  const { score } = w.patches;
  return score[p * SLOTS + DIRECTIONS] > -Infinity;
}

/** Notes that patch p has a triangle of this `REACH`. */
export function noteReach(w: MeshWorkspace, p: number, reach: number): void {
  const { reached } = w.patches;
  if (reach > reached[p]) reached[p] = reach;
}

/** Notes that patch p explains triangles of this `REACH` (`explained.ts`), and so is in no doubt. */
export function notePurpose(w: MeshWorkspace, p: number, reach: number): void {
  const { needed } = w.patches;
  noteReach(w, p, reach);
  needed[p] = 1;
}

export function reachOf(w: MeshWorkspace, p: number): number {
  const { reached } = w.patches;
  return reached[p];
}

export function isInDoubt(w: MeshWorkspace, p: number): boolean {
  const { kind: patchKind } = w.patches;
  return patchKind[p] === PATCH_KIND.doubtful;
}

/** Whether patch p is a plane that triangles are sure of. */
export function isSurePlane(w: MeshWorkspace, p: number): boolean {
  const { kind: patchKind } = w.patches;
  return patchKind[p] === PATCH_KIND.plane;
}

/** Separation along the normal of patch p, m. */
export function patchSeparation(w: MeshWorkspace, p: number): number {
  const { separation } = w.patches;
  return separation[p];
}

/** Empties patch p. */
export function drop(w: MeshWorkspace, p: number): void {
  const { score } = w.patches;
  for (let s = p * SLOTS; s < (p + 1) * SLOTS; s++) score[s] = -Infinity;
}

/** Takes the touched points of patch p away; those that are apart stay. */
export function dropTouched(w: MeshWorkspace, p: number, b: Collider): void {
  const { score, slotHeight, slotId, slotUv } = w.patches;
  const r = coreRadius(b);
  const last = p * SLOTS + DIRECTIONS;
  if (score[last] < -r) return;
  score[last] = -Infinity;
  for (let s = p * SLOTS; s < last; s++) {
    const height = slotHeight[2 * s] - slotHeight[2 * s + 1];
    if (height >= -r) score[s] = -Infinity;
    if (!(score[s] > -Infinity && height > score[last])) continue;
    score[last] = height;
    for (let k = 0; k < 4; k++) slotUv[4 * last + k] = slotUv[4 * s + k];
    for (let k = 0; k < 2; k++) {
      slotHeight[2 * last + k] = slotHeight[2 * s + k];
      slotId[2 * last + k] = slotId[2 * s + k];
    }
  }
}

/**
 * Settles the doubtful patches: a plane that other triangles are sure of takes their points. Else it is dropped when
 * another patch is touched that explains it, one that is sure or a less deep doubtful one, and close by unless it is a
 * detour.
 */
export function settlePatches(w: MeshWorkspace, b: Collider): void {
  const { patches } = w;
  const { dropped, kind: patchKind, needed, score } = w.patches;
  const r = coreRadius(b);
  for (let p = 0; p < patches.count; p++) {
    dropped[p] = 0;
    if (patchKind[p] !== PATCH_KIND.doubtful || needed[p] === 1 || !isFilled(w, p)) continue;
    let better = false;
    for (let q = 0; q < patches.count; q++) {
      if (q === p || !isFilled(w, q)) continue;
      if (isSamePlane(w, p, q, b)) {
        merge(w, p, q, b);
        better = true;
      } else if (
        score[q * SLOTS + DIRECTIONS] > -r &&
        explains(w, q, p, r) &&
        (isDetour(w, p, r) || isClose(w, p, q, b))
      ) {
        const less = score[q * SLOTS + DIRECTIONS] - score[p * SLOTS + DIRECTIONS];
        if (patchKind[q] !== PATCH_KIND.doubtful || less < 0 || (less === 0 && q < p)) better = true;
      }
    }
    dropped[p] = better ? 1 : 0;
  }
  for (let p = 0; p < patches.count; p++) if (patchKind[p] === PATCH_KIND.doubtful && dropped[p] === 1) drop(w, p);
}

/** Whether leaving patch q, by its depth, may free the triangles of the doubtful patch p. */
function explains(w: MeshWorkspace, q: number, p: number, r: number): boolean {
  const { free: patchFree, score } = w.patches;
  return score[q * SLOTS + DIRECTIONS] + r >= EXPLAINED * (r - patchFree[p]);
}

function isDetour(w: MeshWorkspace, p: number, r: number): boolean {
  const { free: patchFree, score } = w.patches;
  return score[p * SLOTS + DIRECTIONS] + r > DETOUR * Math.max(0, r - patchFree[p]);
}

/** Whether the deepest points of two patches are so close that one shape of that depth may have caused both. */
function isClose(w: MeshWorkspace, p: number, q: number, b: Collider): boolean {
  const { deepest, score } = w.patches;
  const dx = deepest[3 * p] - deepest[3 * q];
  const dy = deepest[3 * p + 1] - deepest[3 * q + 1];
  const dz = deepest[3 * p + 2] - deepest[3 * q + 2];
  const r = coreRadius(b);
  const depths = Math.abs(score[p * SLOTS + DIRECTIONS] + r) + Math.abs(score[q * SLOTS + DIRECTIONS] + r);
  const reach = CLOSE * depths + CLOSE_SIZE * b.reach;
  return dx * dx + dy * dy + dz * dz <= reach * reach;
}

function isSamePlane(w: MeshWorkspace, p: number, q: number, b: Collider): boolean {
  const { kind: patchKind, plane: patchPlane } = w.patches;
  if (patchKind[q] !== PATCH_KIND.plane || !isFilled(w, q)) return false;
  const i = 4 * p;
  const j = 4 * q;
  const dx = patchPlane[i] - patchPlane[j];
  const dy = patchPlane[i + 1] - patchPlane[j + 1];
  const dz = patchPlane[i + 2] - patchPlane[j + 2];
  if (0.5 * (dx * dx + dy * dy + dz * dz) > SAME_NORMAL) return false;
  return Math.abs(patchPlane[i + 3] - patchPlane[j + 3]) <= SAME_PLANE * b.reach;
}

/** Offers the points of patch p to patch q. */
function merge(w: MeshWorkspace, p: number, q: number, b: Collider): void {
  const { score } = w.patches;
  const { candidates } = w.narrow;
  for (let d = 0; d < SLOTS; d++) {
    if (score[p * SLOTS + d] === -Infinity) continue;
    candidates.count = 0;
    addSlot(w, p * SLOTS + d, b);
    offer(w, q, 0, b);
  }
}

/** Gap of the deepest point of patch p (of the cores), m. */
export function patchGap(w: MeshWorkspace, p: number): number {
  const { score } = w.patches;
  return -score[p * SLOTS + DIRECTIONS];
}

/** Reduces patch p to four points and writes them; the mesh is A for the sink too, `flipContacts` puts that right. */
export function writeMeshPatch(
  p: number,
  mesh: Collider,
  pose: Float64Array,
  o: number,
  b: Collider,
  sink: ContactSink,
): void {
  const w = meshWorkspace(sink);
  const { plane: patchPlane, score } = w.patches;
  const { candidates, featureB, found, seams } = w.narrow;
  if (!isFilled(w, p)) return;
  for (let k = 0; k < 3; k++) found[1 + k] = patchPlane[4 * p + k];
  chooseTangents(w.narrow, mesh, b);
  clearCandidates(w.narrow);
  if (b.kind === KIND.cylinder || b.kind === KIND.cone) {
    // a cap: the area between the points goes out to its rim
    readFeature(w.narrow, featureB, b, true, found, 1, PATCH);
    if (featureB.shape === SHAPE.disc) {
      toPlane(w.narrow, featureB, candidates.uvB);
      candidates.round = 2 | SEAMS;
      seams.kind = mesh.mesh!.edgeKind as Int8Array<ArrayBuffer>;
    }
  }
  const smaller = b.reach < mesh.reach ? b : mesh;
  for (let d = 0; d < DIRECTIONS; d++) if (score[p * SLOTS + d] > -Infinity) addSlot(w, p * SLOTS + d, smaller);
  // among points as deep as each other the corners of the area stay
  let deep = false;
  for (let i = 0; i < candidates.count; i++) {
    const depth = candidates.heightA[i] - candidates.heightB[i];
    if (depth >= score[p * SLOTS + DIRECTIONS] - SAME_DEPTH * smaller.reach) deep = true;
  }
  if (!deep) addSlot(w, p * SLOTS + DIRECTIONS, smaller);
  finishPatch(mesh, pose, o, b, sink, false);
}

/** Adds a slot to the candidates unless its point is there already; `scale` is the smaller shape. */
function addSlot(w: MeshWorkspace, s: number, scale: Collider): void {
  const { slotHeight, slotId, slotUv } = w.patches;
  const { candidates } = w.narrow;
  const { uv, uvOnB, heightA, heightB, idA, idB } = candidates;
  const same = SAME_POINT * scale.reach;
  for (let i = 0; i < candidates.count; i++) {
    if (Math.abs(uv[2 * i] - slotUv[4 * s]) <= same && Math.abs(uv[2 * i + 1] - slotUv[4 * s + 1]) <= same) return;
  }
  const c = candidates.count++;
  uv[2 * c] = slotUv[4 * s];
  uv[2 * c + 1] = slotUv[4 * s + 1];
  uvOnB[2 * c] = slotUv[4 * s + 2];
  uvOnB[2 * c + 1] = slotUv[4 * s + 3];
  heightA[c] = slotHeight[2 * s];
  heightB[c] = slotHeight[2 * s + 1];
  idA[c] = slotId[2 * s];
  idB[c] = slotId[2 * s + 1];
}
