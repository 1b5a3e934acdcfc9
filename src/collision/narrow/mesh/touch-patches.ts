import { cos, sin } from "../../../math/elementary.js";
import { FEATURE } from "../../contact-tables.js";
import { addPair, chooseTangents } from "../candidates.js";
import type { Collider } from "../types.js";
import { mayBeInside } from "./inside-mesh.js";
import type { MeshContactGeometry } from "./mesh-geometry.js";
import type { MeshPairWorkspace } from "./mesh-pair-workspace.js";
import { isTipTouch } from "./near-vertices.js";
import { PATCH_KIND } from "./patch-table.js";
import { offer, patchOf } from "./patches.js";
import { SHARPNESS, TOUCH, TOUCH_SIZE } from "./touches.js";

const VERTEX_KIND = FEATURE.vertex;

/**
 * From touches to patches. Touches with about the same normal make one patch, whose normal is that of its deepest
 * vertex on a face (of two edges where there is none). Not every touch counts:
 *
 * 1. One that overlaps must really do so: a vertex is inside the other mesh, between two edges is inside both. On a
 *    thin plate the far side is near too.
 * 2. One that overlaps is explained by a shallower patch if that, parted by its depth, frees its points: a box that
 *    stands on the brink of a step is lifted by its contact with the top, not pushed off through the side. In a corner
 *    of floor and wall neither frees the other.
 */

/** Normals with a cosine above this make one patch: 6°. */
const SAME_PATCH = 0.9945;
/**
 * A patch explains touches that overlap more: its depth is below this part of theirs, or of those with a similar
 * normal, below that.
 */
const SHALLOWER = 0.8;
const MUCH_SHALLOWER = 0.4;
/** Normals with a cosine above this say the same, more or less. */
const SIMILAR = 0.5;
/** Doubtful edges give way to what is within this many times their depth, beside the distance that makes one region. */
const DOUBT = 4;
/** Where between two edges that overlap is asked, as a part of the way from one to the other. */
const BETWEEN = 0.4;
/**
 * Bodies rest on what they would touch first when they tilt by this angle, rad: height over it weighs as much as length
 * outwards.
 */
const SLOPE = 0.1;
/** What would close only after turning by more than this, rad, while another touches, is found in time later. */
export const TURN_ANGLE = 0.05;
/** A group shadows another when its gap is below this part of the other's. */
const NEARER = 0.5;
/** More patches than this of one pair: touches of the others are left out. */
export const MAX_GROUPS = 48;
const moved = new Float64Array(3);

/**
 * Drops touches that do not count, and groups the rest; false when none is left. `crossing` tells whether the surfaces
 * cross.
 */
export function settleTouches(w: MeshPairWorkspace, a: Collider, b: Collider, crossing: boolean): boolean {
  const { groups, limits, touches } = w;
  const { order, value: group } = w.groups;
  let dropped = false;
  const { values, kind } = touches;
  for (let i = 0; i < touches.count; i++) {
    const o = TOUCH_SIZE * i;
    if (kind[i] === TOUCH.dropped || values[o + 9] >= -limits.tiny || overlaps(w, a, b, i, -1)) continue;
    kind[i] = crossing && kind[i] === TOUCH.edgeEdge ? TOUCH.doubtful : TOUCH.dropped;
  }
  if (crossing) {
    settleDoubts(w);
    dropBlunt(w, a, b);
  }
  groupTouches(w);
  orderGroups(w);
  for (let k = 1; k < groups.count; k++) {
    const c = order[k];
    if (!(group[4 * c + 3] > limits.tiny)) continue;
    for (let i = 0; i < touches.count; i++) {
      if (touches.patch[i] !== c || kind[i] >= TOUCH.doubtful || values[TOUCH_SIZE * i + 9] >= -limits.tiny) continue;
      for (let l = 0; l < k; l++) {
        if (!isFreedBy(w, a, b, i, order[l])) continue;
        kind[i] = TOUCH.dropped;
        dropped = true;
        break;
      }
    }
    if (dropped) deepen(w, c);
  }
  if (dropped) groupTouches(w);
  for (let c = 0; c < groups.count; c++) if (isShadowed(w, c)) dropGroup(w, c);
  return groups.count > 0;
}

/**
 * Doubtful edges count where nothing else does, close by, that overlaps less in another direction: surfaces cross, and
 * the shortest way out of two tips may be by edges whose nearest points are beyond both.
 */
function settleDoubts(w: MeshPairWorkspace): void {
  const { limits, touches } = w;
  const { values, kind } = touches;
  for (let i = 0; i < touches.count; i++) {
    if (kind[i] !== TOUCH.doubtful) continue;
    const gap = values[TOUCH_SIZE * i + 9];
    const reach = limits.link - DOUBT * gap;
    for (let j = 0; j < touches.count && kind[i] === TOUCH.doubtful; j++) {
      if (j === i || kind[j] === TOUCH.dropped || !(values[TOUCH_SIZE * j + 9] > gap)) continue;
      const p = TOUCH_SIZE * i;
      const q = TOUCH_SIZE * j;
      const cosine = values[p] * values[q] + values[p + 1] * values[q + 1] + values[p + 2] * values[q + 2];
      if (cosine > SIMILAR) continue;
      const x = values[p + 3] - values[q + 3];
      const y = values[p + 4] - values[q + 4];
      const z = values[p + 5] - values[q + 5];
      if (x * x + y * y + z * z <= reach * reach) kind[i] = TOUCH.dropped;
    }
  }
}

/**
 * Drops vertices inside that are not foremost where something else, close by, tells better: along their face's normal
 * others are deeper.
 */
function dropBlunt(w: MeshPairWorkspace, a: Collider, b: Collider): void {
  const { limits, touches } = w;
  const { rel } = w.narrow;
  const { values, kind, idA, sharpness } = touches;
  const g = a.mesh as MeshContactGeometry;
  const h = b.mesh as MeshContactGeometry;
  for (let i = 0; i < touches.count; i++) {
    sharpness[i] = SHARPNESS.apart;
    if (kind[i] >= TOUCH.doubtful || values[TOUCH_SIZE * i + 9] >= -limits.tiny) continue;
    const ofA = idA[i] >>> 29 === VERTEX_KIND;
    sharpness[i] =
      kind[i] === TOUCH.edgeEdge || isTipTouch(w, ofA ? g : h, i, rel, ofA) ? SHARPNESS.sharp : SHARPNESS.blunt;
  }
  const reach2 = limits.link * limits.link;
  for (let i = 0; i < touches.count; i++) {
    if (sharpness[i] !== SHARPNESS.blunt) continue;
    const p = TOUCH_SIZE * i + 3;
    for (let j = 0; j < touches.count && kind[i] !== TOUCH.dropped; j++) {
      if (sharpness[j] !== SHARPNESS.sharp) continue;
      const q = TOUCH_SIZE * j + 3;
      const x = values[p] - values[q];
      const y = values[p + 1] - values[q + 1];
      const z = values[p + 2] - values[q + 2];
      if (x * x + y * y + z * z <= reach2) kind[i] = TOUCH.dropped;
    }
  }
}

function dropGroup(w: MeshPairWorkspace, c: number): void {
  const { touches } = w;
  for (let i = 0; i < touches.count; i++) if (touches.patch[i] === c) touches.kind[i] = TOUCH.dropped;
}

/**
 * Whether group c, which is apart, cannot come to touch before another that is nearer: approaching along its normal
 * closes the other too, and turning about the other by less than `TURN_ANGLE` does not close it.
 */
function isShadowed(w: MeshPairWorkspace, c: number): boolean {
  const { groups, limits, touches } = w;
  const { deepest: first, value: group } = w.groups;
  const { values } = touches;
  const own = first[c];
  const gap = values[TOUCH_SIZE * own + 9];
  if (!(gap > limits.tiny)) return false;
  for (let e = 0; e < groups.count; e++) {
    const other = first[e];
    if (e === c || touches.kind[other] === TOUCH.dropped) continue;
    const cosine =
      group[4 * c] * group[4 * e] + group[4 * c + 1] * group[4 * e + 1] + group[4 * c + 2] * group[4 * e + 2];
    if (!(values[TOUCH_SIZE * other + 9] < NEARER * gap * cosine)) continue;
    const p = TOUCH_SIZE * own + 3;
    const q = TOUCH_SIZE * other + 3;
    const x = values[p] - values[q];
    const y = values[p + 1] - values[q + 1];
    const z = values[p + 2] - values[q + 2];
    if (TURN_ANGLE * TURN_ANGLE * (x * x + y * y + z * z) < gap * gap) return true;
  }
  return false;
}

/**
 * Whether touch i overlaps when A is drawn back along group c by the depth of that group (c = −1: not at all): the
 * vertex is inside the other mesh; of two edges, what lies between them is inside both, which is asked close to the
 * middle on either side: at its ends, tips are too thin.
 */
function overlaps(w: MeshPairWorkspace, a: Collider, b: Collider, i: number, c: number): boolean {
  const { touches } = w;
  const { value: group } = w.groups;
  const { values, kind, idA } = touches;
  const distance = c >= 0 ? group[4 * c + 3] + w.limits.tiny : 0;
  const o = TOUCH_SIZE * i;
  const onFace = kind[i] === TOUCH.vertexFace;
  const ofA = idA[i] >>> 29 === VERTEX_KIND;
  if (!onFace || ofA) {
    for (let k = 0; k < 3; k++) {
      const x = values[o + 3 + k];
      moved[k] = onFace ? x : x + BETWEEN * (values[o + 6 + k] - x);
      if (c >= 0) moved[k] -= distance * group[4 * c + k];
    }
    if (!mayBeInside(w.narrow, b, true, moved, 0)) return false;
  }
  if (onFace && ofA) return true;
  for (let k = 0; k < 3; k++) {
    const x = values[o + 6 + k];
    moved[k] = onFace ? x : x + BETWEEN * (values[o + 3 + k] - x);
    if (c >= 0) moved[k] += distance * group[4 * c + k];
  }
  return mayBeInside(w.narrow, a, false, moved, 0);
}

/** Groups by normal and place, vertices on faces first, the deepest first. Writes touches.patch. */
function groupTouches(w: MeshPairWorkspace): void {
  const { groups, touches } = w;
  const { alike: list, value: group } = w.groups;
  const { values, kind, patch } = touches;
  groups.count = 0;
  for (let i = 0; i < touches.count; i++) patch[i] = -1;
  while (groups.count < MAX_GROUPS) {
    let seed = -1;
    for (let i = 0; i < touches.count; i++) {
      if (patch[i] >= 0 || kind[i] === TOUCH.dropped) continue;
      if (seed >= 0 && (kind[i] > kind[seed] || (kind[i] === kind[seed] && !isDeeper(w, i, seed)))) continue;
      seed = i;
    }
    if (seed < 0) return;
    const n = TOUCH_SIZE * seed;
    const c = groups.count++;
    for (let k = 0; k < 3; k++) group[4 * c + k] = values[n + k];
    groups.alikeCount = 0;
    for (let i = 0; i < touches.count; i++) {
      if (i === seed || patch[i] >= 0 || kind[i] === TOUCH.dropped) continue;
      const o = TOUCH_SIZE * i;
      const cosine = values[o] * values[n] + values[o + 1] * values[n + 1] + values[o + 2] * values[n + 2];
      if (cosine >= SAME_PATCH) list[groups.alikeCount++] = i;
    }
    spread(w, seed, c);
    deepen(w, c);
  }
}

/** Takes those of the list into group c that are linked to the seed, one to the next. */
function spread(w: MeshPairWorkspace, seed: number, c: number): void {
  const { groups, touches } = w;
  const { alike: list, member } = w.groups;
  touches.patch[seed] = c;
  let members = 0;
  member[members++] = seed;
  for (let m = 0; m < members; m++) {
    for (let i = 0; i < groups.alikeCount; i++) {
      if (!isLinked(w, list[i], member[m])) continue;
      touches.patch[list[i]] = c;
      member[members++] = list[i];
      list[i--] = list[--groups.alikeCount];
    }
  }
}

/** Touches are of one region when they share a face, an edge or a vertex, or are close. */
function isLinked(w: MeshPairWorkspace, i: number, j: number): boolean {
  const { limits, touches } = w;
  const { values, idA, idB } = touches;
  if (idA[i] === idA[j] || idB[i] === idB[j]) return true;
  const p = TOUCH_SIZE * i + 3;
  const q = TOUCH_SIZE * j + 3;
  const x = values[p] - values[q];
  const y = values[p + 1] - values[q + 1];
  const z = values[p + 2] - values[q + 2];
  return x * x + y * y + z * z <= limits.link * limits.link;
}

function isDeeper(w: MeshPairWorkspace, i: number, j: number): boolean {
  const { touches } = w;
  return touches.values[TOUCH_SIZE * i + 9] < touches.values[TOUCH_SIZE * j + 9];
}

/** Greatest depth of the touches of group c, and the deepest of them. */
function deepen(w: MeshPairWorkspace, c: number): void {
  const { touches } = w;
  const { deepest: first, value: group } = w.groups;
  let most = -Infinity;
  for (let i = 0; i < touches.count; i++) {
    if (touches.patch[i] !== c || touches.kind[i] === TOUCH.dropped) continue;
    const depth = -touches.values[TOUCH_SIZE * i + 9];
    if (!(depth > most)) continue;
    most = depth;
    first[c] = i;
  }
  group[4 * c + 3] = most > 0 ? most : 0;
}

/** Groups by rising depth. */
function orderGroups(w: MeshPairWorkspace): void {
  const { groups } = w;
  const { order, value: group } = w.groups;
  for (let i = 0; i < groups.count; i++) {
    let j = i;
    for (; j > 0 && group[4 * order[j - 1] + 3] > group[4 * i + 3]; j--) order[j] = order[j - 1];
    order[j] = i;
  }
}

/** Whether touch i is apart when group c is, which overlaps less. */
function isFreedBy(w: MeshPairWorkspace, a: Collider, b: Collider, i: number, c: number): boolean {
  const { limits, touches } = w;
  const { value: group } = w.groups;
  const { values } = touches;
  const o = TOUCH_SIZE * i;
  const depth = group[4 * c + 3];
  const cosine = values[o] * group[4 * c] + values[o + 1] * group[4 * c + 1] + values[o + 2] * group[4 * c + 2];
  const most = cosine > SIMILAR ? MUCH_SHALLOWER : SHALLOWER;
  if (!(depth > limits.tiny && depth < -most * values[o + 9])) return false;
  return !overlaps(w, a, b, i, c);
}

const plane = new Float64Array(4);

const DIRECTIONS = 12;
/** They do not favour the axes, along which shapes like to lie. */
const outward = Float64Array.from({ length: 2 * DIRECTIONS }, (_, i) => {
  const angle = (2 * Math.PI * ((i >> 1) + 0.37)) / DIRECTIONS;
  return (i & 1) === 0 ? cos(angle) : sin(angle);
});

/**
 * Offers the touches that bound the contact to patches of their groups: a ring of vertices that touch counts, not the
 * wider one above it, though it is within the margin too. The frame of A is that of the framework.
 */
export function offerTouches(w: MeshPairWorkspace, a: Collider, b: Collider): void {
  const { groups, touches } = w;
  const { patches } = w.mesh;
  const { chosen, score, value: group } = w.groups;
  const { candidates, found } = w.narrow;
  const { values, idA, idB, patch, kind } = touches;
  const smaller = a.reach < b.reach ? a : b;
  for (let c = 0; c < groups.count; c++) {
    for (let k = 0; k < 3; k++) {
      plane[k] = group[4 * c + k];
      found[1 + k] = plane[k];
    }
    plane[3] = c;
    chooseTangents(w.narrow, a, b);
    for (let d = 0; d <= DIRECTIONS; d++) {
      chosen[d] = -1;
      score[d] = -Infinity;
    }
    for (let i = 0; i < touches.count; i++) if (patch[i] === c && kind[i] !== TOUCH.dropped) compete(w, i);
    if (chosen[DIRECTIONS] < 0) continue;
    const p = patchOf(w.mesh, plane, PATCH_KIND.plane, smaller);
    patches.current = p;
    for (let d = 0; d <= DIRECTIONS; d++) {
      const i = chosen[d];
      candidates.count = 0;
      addPair(w.narrow, values, TOUCH_SIZE * i + 3, values, TOUCH_SIZE * i + 6, idA[i], idB[i]);
      offer(w.mesh, p, 0, smaller);
    }
  }
}

/** Compares touch i with those chosen so far. Ties within round-off stay with the first. */
function compete(w: MeshPairWorkspace, i: number): void {
  const { touches } = w;
  const { chosen, score } = w.groups;
  const { tangents } = w.narrow;
  const { values } = touches;
  const o = TOUCH_SIZE * i + 3;
  const x = values[o];
  const y = values[o + 1];
  const z = values[o + 2];
  const u = tangents[0] * x + tangents[1] * y + tangents[2] * z;
  const v = tangents[3] * x + tangents[4] * y + tangents[5] * z;
  const gap = tangents[6] * (values[o + 3] - x) + tangents[7] * (values[o + 4] - y) + tangents[8] * (values[o + 5] - z);
  for (let d = 0; d <= DIRECTIONS; d++) {
    const value = d < DIRECTIONS ? outward[2 * d] * u + outward[2 * d + 1] * v - gap / SLOPE : -gap;
    if (!(value > score[d] + 1e-12 * (Math.abs(value) + Math.abs(score[d])))) {
      if (chosen[d] >= 0) continue;
    }
    score[d] = value;
    chosen[d] = i;
  }
}
