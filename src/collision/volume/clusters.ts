import { ensureCapacityF64, ensureCapacityI32 } from "../../math/capacity.js";
import { regionOfComponent } from "./assemble.js";
import { clipSoup, createSoup, roomInSoup, type Soup } from "./clip-soup.js";
import { measureSoup } from "./measure-soup.js";
import type { Sides } from "./sides.js";
import type { VolumeMesh } from "./volume-mesh.js";
import { createOverlap, OVERLAP, OVERLAP_SIZE, type Overlap } from "./volume-overlap.js";
import type { VolumeWork } from "./volume-work.js";

/**
 * Clusters of normals [Vilela2018]. A slide that bears on base and flank has one region of common volume, and one
 * normal in between is right for neither. Its volume is then shared out among the sides of one of the bodies: a point
 * belongs to the side that it is least deep under,
 *
 *   cell_g = { x : d_g(x) + b_g ≤ d_h(x) + b_h for all sides h },   d_g(x) = −n_g · (x − c_g)
 *
 * (for a hollow body, whose sides face each other, to the one that it is deepest under). For a convex body with exact
 * planes min d is the depth below its surface, and the pressure K d on the surface S of the other body has, by the
 * theorem of divergence, the resultant and moment of K V_g n_g at the centroids of the cells:
 *
 *   ∫_S K d n dS = K ∫ ∇d dV,   ∫_S x × K d n dS = K ∫ x × ∇d dV
 *
 * so shares are a law of pressure, not a rule of thumb, and follow the pose without jumps, also where regions meet or
 * part. Normal and patch of a cell come from the surface of the other body in it, slivers left out; a region with one
 * cell keeps its own.
 *
 * Which sides count fades in: a body that has sunk into another shows its walls as slivers as high as it is deep. With
 * the area S_g of a side in the region, the mean depth D = V/S and the region's length L, ρ = S_g/(D L) is at most 1
 * for a sliver and large for a side that bears; w = smoothstep((ρ − 2)/2), and b_g = D (1 − w)/w takes the cell away as
 * w goes to zero. As long as the other body bears with one side only, the region is flat, and stays whole. The same is
 * done by volume, see `thinOut`.
 */
export interface Clusters {
  /** Cells of all regions, in the layout of regions; no rims. */
  readonly cells: Overlap;
  /** Region of each cell, and its side: 0 for a whole region, else 1 + 2 side + (0 for A, 1 for B). */
  region: Int32Array;
  side: Int32Array;
  readonly scratch: ClusterScratch;
}

/** Scratch of `splitRegions`; meaningless between calls. */
interface ClusterScratch {
  /** Fans of all faces, tagged by side, and the region of each. */
  readonly fans: Soup;
  fanRegion: Int32Array;
  /** Node that the fans of a face start from, valid where the stamp is that of the query. */
  fanOrigin: Int32Array;
  fanStamp: Int32Array;
  stamp: number;
  /** Of one region: vector areas of the sides, first A's then B's. */
  sideArea: Float64Array;
  /** Weight of each side in the normal of a cell, 0 … 1; see `align`. */
  sideWeight: Float64Array;
  /** Sides that bear, of A and of B. */
  readonly bearing: readonly [Bearing, Bearing];
  readonly soups: readonly [Soup, Soup, Soup];
}

/** Sides that count, at least and in full, as ρ. */
const SLIVER_RATIO = 2;
const BEARING_RATIO = 4;
/** Sides that bear, the largest first, and their weights. */
interface Bearing {
  side: Int32Array;
  weight: Float64Array;
  count: number;
  /** +1: each is behind the others (convex); −1: in front of them (hollow); 0: neither. */
  form: number;
}

/** Sides of a body that may bear, at most. */
const MAX_BEARING_SIDES = 48;

function emptyBearing(): Bearing {
  return { side: new Int32Array(MAX_BEARING_SIDES), weight: new Float64Array(MAX_BEARING_SIDES), count: 0, form: 1 };
}
/** Planes of the current sides, in the frame of the query: n, n · c, b. */
const planes = new Float64Array(5 * MAX_BEARING_SIDES);
const plane = new Float64Array(4);
const center = new Float64Array(3);
/**
 * Of the current region: V, its length L, mean depth D, the degree to which it is shared out; and sums of functions
 * that V8 does not inline.
 */
const number = new Float64Array(6);
const NUMBER = { volume: 0, length: 1, depth: 2, fade: 3, total: 4, beyond: 5 } as const;

/**
 * The regions of `out`, found by `intersectVolumes` for a and b, shared out among sides. Reads: nodes, cuts and pieces
 * of that query (`out.work`). Writes: `clusters`.
 */
export function splitRegions(
  a: VolumeMesh,
  b: VolumeMesh,
  sidesA: Sides,
  sidesB: Sides,
  out: Overlap,
  clusters: Clusters,
): void {
  const scratch = clusters.scratch;
  const work = out.work;
  const { cells } = clusters;
  cells.count = 0;
  const faces = out.cutByFaces && hasCutFaces(work, a);
  if (faces && out.count > 0) readFans(scratch, work, a, b, sidesA, sidesB);
  for (let r = 0; r < out.count; r++) {
    if (faces && splitRegion(scratch, work, sidesA, sidesB, out, r, clusters)) continue;
    const o = OVERLAP_SIZE * newCell(clusters, r, 0);
    for (let k = 0; k < OVERLAP_SIZE; k++) cells.values[o + k] = out.values[OVERLAP_SIZE * r + k];
    cells.flags[cells.count - 1] = out.flags[r];
  }
}

/** Whether faces of A were cut one by one; not so where a side of box A stood for all of it, which is flat. */
function hasCutFaces({ cut, cutCount }: VolumeWork, { isBox }: VolumeMesh): boolean {
  if (!isBox) return true;
  for (let i = 0; i < cutCount; i++) if (cut[4 * i + 2] !== 0) return true;
  return cutCount === 0;
}

function newCell(clusters: Clusters, region: number, side: number): number {
  const { cells } = clusters;
  const c = cells.count++;
  cells.values = ensureCapacityF64(cells.values, OVERLAP_SIZE * cells.count);
  cells.flags = ensureCapacityI32(cells.flags, cells.count);
  clusters.region = ensureCapacityI32(clusters.region, cells.count);
  clusters.side = ensureCapacityI32(clusters.side, cells.count);
  clusters.region[c] = region;
  clusters.side[c] = side;
  return c;
}

/** Fans of all faces, tagged by side (B's after A's). Writes: `all`, `regionOf`. */
function readFans(
  scratch: ClusterScratch,
  work: VolumeWork,
  a: VolumeMesh,
  b: VolumeMesh,
  sidesA: Sides,
  sidesB: Sides,
): void {
  const { cut, piece, cutCount, pieceCount } = work;
  scratch.fans.count = 0;
  scratch.fanOrigin = ensureCapacityI32(scratch.fanOrigin, a.nf + b.nf);
  scratch.fanStamp = ensureCapacityI32(scratch.fanStamp, a.nf + b.nf);
  if (scratch.stamp === 0x7fffffff) {
    scratch.fanStamp.fill(0);
    scratch.stamp = 0;
  }
  scratch.stamp++;
  roomInSoup(scratch.fans, 2 * (cutCount + pieceCount));
  scratch.fanRegion = ensureCapacityI32(scratch.fanRegion, 2 * (cutCount + pieceCount));
  for (let i = 0; i < 4 * cutCount; i += 4) {
    addFan(scratch, work, cut[i + 2], sidesA.of[cut[i + 2]], cut[i], cut[i + 1]);
    addFan(scratch, work, a.nf + cut[i + 3], sidesA.count + sidesB.of[cut[i + 3]], cut[i + 1], cut[i]);
  }
  for (let i = 0; i < 4 * pieceCount; i += 4) {
    const ofB = piece[i + 2] === 1;
    const edges = ofB ? b.edges : a.edges;
    const of = ofB ? sidesB.of : sidesA.of;
    const faces = ofB ? a.nf : 0;
    const sides = ofB ? sidesA.count : 0;
    const e = 4 * piece[i + 3];
    addFan(scratch, work, faces + edges[e + 2], sides + of[edges[e + 2]], piece[i], piece[i + 1]);
    addFan(scratch, work, faces + edges[e + 3], sides + of[edges[e + 3]], piece[i + 1], piece[i]);
  }
}

function addFan(scratch: ClusterScratch, work: VolumeWork, face: number, side: number, p: number, q: number): void {
  if (scratch.fanStamp[face] !== scratch.stamp) {
    scratch.fanStamp[face] = scratch.stamp;
    scratch.fanOrigin[face] = p;
    return;
  }
  const o = scratch.fanOrigin[face];
  if (o === p || o === q) return;
  const { node } = work;
  const i = scratch.fans.count++;
  for (let k = 0; k < 3; k++) {
    scratch.fans.corner[9 * i + k] = node[3 * o + k];
    scratch.fans.corner[9 * i + 3 + k] = node[3 * p + k];
    scratch.fans.corner[9 * i + 6 + k] = node[3 * q + k];
  }
  scratch.fans.tag[i] = side;
  scratch.fanRegion[i] = regionOfComponent(work, work.component[p]);
}

/** Region r by the sides of one body; false where it stays whole. */
function splitRegion(
  scratch: ClusterScratch,
  work: VolumeWork,
  sidesA: Sides,
  sidesB: Sides,
  out: Overlap,
  r: number,
  clusters: Clusters,
): boolean {
  const soup = scratch.soups[0];
  soup.count = 0;
  const o = OVERLAP_SIZE * r;
  for (let k = 0; k < 3; k++) center[k] = out.values[o + 1 + k];
  for (let i = 0; i < scratch.fans.count; i++) {
    if (scratch.fanRegion[i] !== r) continue;
    roomInSoup(soup, 1);
    const p = 9 * soup.count;
    for (let k = 0; k < 9; k++) soup.corner[p + k] = scratch.fans.corner[9 * i + k] - center[k % 3];
    soup.tag[soup.count++] = scratch.fans.tag[i];
  }
  addSides(scratch, soup, sidesA.count + sidesB.count);
  number[NUMBER.volume] = out.values[o];
  // ∫ |x|² dV = ½ tr J
  const length = Math.sqrt((6 * (out.values[o + 4] + out.values[o + 5] + out.values[o + 6])) / out.values[o]);
  number[NUMBER.length] = length;
  weighSides(scratch, scratch.bearing[0], 0, sidesA.count);
  weighSides(scratch, scratch.bearing[1], sidesA.count, sidesB.count);
  // how far the flatter one is from bearing with one side only
  beyondOne(scratch.bearing[0]);
  let more = number[NUMBER.beyond];
  beyondOne(scratch.bearing[1]);
  if (number[NUMBER.beyond] < more) more = number[NUMBER.beyond];
  if (!(more > 0)) return false;
  formOf(scratch.bearing[0], sidesA);
  formOf(scratch.bearing[1], sidesB);
  const ofB = choose(scratch);
  if (ofB < 0) return false;
  const own = scratch.bearing[ofB];
  const sides = ofB === 1 ? sidesB : sidesA;
  totalArea(scratch, ofB === 1 ? sidesA.count : 0, sides.count);
  const depth = out.values[o] / number[NUMBER.total];
  number[NUMBER.depth] = depth;
  const fade = more >= 1 ? 1 : more * more * (3 - 2 * more);
  number[NUMBER.fade] = fade;
  let count = 0;
  for (let i = 0; i < own.count; i++) {
    const w = i === 0 ? 1 : fade * own.weight[i];
    const b = (depth * (1 - w)) / w;
    if (!(b < 4 * length)) continue;
    own.side[count] = own.side[i];
    sidePlane(work, sides, own.side[i], ofB === 1, 5 * count);
    planes[5 * count + 4] = own.form * b;
    count++;
  }
  if (count < 2) return false;
  own.count = count;
  const before = clusters.cells.count;
  addCells(scratch, work, own, ofB, sidesA, sidesB, r, clusters);
  thinOut(clusters.cells, before);
  return clusters.cells.count > before;
}

/** Cells of all current sides. Writes: clusters. */
function addCells(
  scratch: ClusterScratch,
  work: VolumeWork,
  own: Bearing,
  ofB: number,
  sidesA: Sides,
  sidesB: Sides,
  r: number,
  clusters: Clusters,
): void {
  for (let g = 0; g < own.count; g++) {
    const cell = clip(scratch, own, g);
    const c = newCell(clusters, r, 1 + 2 * own.side[g] + ofB);
    align(scratch, work, sidesA, sidesB, g, ofB);
    if (!measureSoup(cell, sidesA.count, scratch.sideWeight, center, number, clusters.cells, c)) clusters.cells.count--;
  }
}

/**
 * Of a side that has just come to bear, flush, at once over its whole area, the cell is still the sliver's, D² L/2 or
 * so (D has just gone down by the new area, to a half at worst where both are alike). Its part fades in by its volume,
 * from 6 to 12 times that; the rest is with the largest cell, as it was before. Writes: cells.
 */
function thinOut({ values, count }: Overlap, first: number): void {
  const sliver = 0.5 * number[NUMBER.depth] * number[NUMBER.depth] * number[NUMBER.length];
  let largest = OVERLAP_SIZE * first;
  for (let c = first; c < count; c++) if (values[OVERLAP_SIZE * c] > values[largest]) largest = OVERLAP_SIZE * c;
  for (let c = first; c < count; c++) {
    const o = OVERLAP_SIZE * c;
    const t = (values[o] / sliver - 6) / 6;
    if (t >= 1 || o === largest) continue;
    const w = t > 0 ? t * t * (3 - 2 * t) : 0;
    const moved = (1 - w) * values[o];
    for (let k = 1; k < 4; k++)
      values[largest + k] += (moved / (values[largest] + moved)) * (values[o + k] - values[largest + k]);
    values[largest] += moved;
    values[o] *= w;
    for (let k = 4; k < 13; k++) values[o + k] *= w;
    values[o + OVERLAP.patchArea] *= w;
    for (let k = OVERLAP.patchInertia; k < OVERLAP_SIZE; k++) values[o + k] *= w;
  }
}

/**
 * Weight of each side in the normal and patch of cell g. As far as the region is shared out, it is the surface of the
 * other body that counts, as it is for a block on a floor, where the rim lies in the floor: sides that face g within
 * 50°, and nothing beyond 70°. Writes: `sideWeight`.
 */
function align(scratch: ClusterScratch, work: VolumeWork, sidesA: Sides, sidesB: Sides, g: number, ofB: number): void {
  const { transform: t } = work;
  const fade = number[NUMBER.fade];
  const x = planes[5 * g];
  const y = planes[5 * g + 1];
  const z = planes[5 * g + 2];
  const u = t[0] * x + t[3] * y + t[6] * z;
  const v = t[1] * x + t[4] * y + t[7] * z;
  const w = t[2] * x + t[5] * y + t[8] * z;
  for (let s = 0; s < sidesA.count + sidesB.count; s++) {
    const own = s < sidesA.count;
    const n = own ? sidesA.normal : sidesB.normal;
    const i = own ? 3 * s : 3 * (s - sidesA.count);
    const along = own ? x * n[i] + y * n[i + 1] + z * n[i + 2] : u * n[i] + v * n[i + 1] + w * n[i + 2];
    const q = (-along - 0.35) / 0.3;
    const part = own === (ofB === 0) || q <= 0 ? 0 : q >= 1 ? 1 : q * q * (3 - 2 * q);
    // both halves of the mean
    scratch.sideWeight[s] = 1 - fade * (1 - 2 * part);
  }
}

/** Vector areas by side. Writes: `sideArea`. */
function addSides(scratch: ClusterScratch, { corner, tag, count }: Soup, sides: number): void {
  scratch.sideArea = ensureCapacityF64(scratch.sideArea, 3 * sides);
  for (let k = 0; k < 3 * sides; k++) scratch.sideArea[k] = 0;
  for (let i = 0; i < count; i++) {
    const o = 9 * i;
    const s = 3 * tag[i];
    const ux = corner[o + 3] - corner[o];
    const uy = corner[o + 4] - corner[o + 1];
    const uz = corner[o + 5] - corner[o + 2];
    const vx = corner[o + 6] - corner[o];
    const vy = corner[o + 7] - corner[o + 1];
    const vz = corner[o + 8] - corner[o + 2];
    scratch.sideArea[s] += 0.5 * (uy * vz - uz * vy);
    scratch.sideArea[s + 1] += 0.5 * (uz * vx - ux * vz);
    scratch.sideArea[s + 2] += 0.5 * (ux * vy - uy * vx);
  }
}

function areaOf(scratch: ClusterScratch, s: number): number {
  const o = 3 * s;
  return Math.sqrt(
    scratch.sideArea[o] * scratch.sideArea[o] +
      scratch.sideArea[o + 1] * scratch.sideArea[o + 1] +
      scratch.sideArea[o + 2] * scratch.sideArea[o + 2],
  );
}

/** Writes: number. */
function totalArea(scratch: ClusterScratch, first: number, count: number): void {
  let sum = 0;
  for (let s = first; s < first + count; s++) sum += areaOf(scratch, s);
  number[NUMBER.total] = sum;
}

/** Sides of one body that bear, the largest first. Writes: `into`. */
function weighSides(scratch: ClusterScratch, into: Bearing, first: number, count: number): void {
  totalArea(scratch, first, count);
  const total = number[NUMBER.total];
  const thin = number[NUMBER.volume] * number[NUMBER.length];
  into.count = 0;
  scratch.sideWeight = ensureCapacityF64(scratch.sideWeight, first + count);
  for (let s = 0; s < count; s++) {
    const area = areaOf(scratch, first + s);
    // ρ = S_g/(D L), D = V/S
    const t = ((area * total) / thin - SLIVER_RATIO) / (BEARING_RATIO - SLIVER_RATIO);
    if (!(t > 0) || into.count === MAX_BEARING_SIDES) continue;
    let at = into.count++;
    while (at > 0 && areaOf(scratch, first + into.side[at - 1]) < area) {
      into.side[at] = into.side[at - 1];
      into.weight[at] = into.weight[at - 1];
      at--;
    }
    into.side[at] = s;
    into.weight[at] = t >= 1 ? 1 : t * t * (3 - 2 * t);
  }
}

/** Σ w − 1 of the sides, the largest counted in full. Writes: number. */
function beyondOne({ weight, count }: Bearing): void {
  let sum = 0;
  for (let i = 1; i < count; i++) sum += weight[i];
  number[NUMBER.beyond] = sum;
}

/** n, n · c of a side in A's frame about the centroid of the region. Writes: planes[p …]. */
function sidePlane(work: VolumeWork, { normal, center: c }: Sides, s: number, ofB: boolean, p: number): void {
  const { transform: t } = work;
  let offset = 0;
  for (let k = 0; k < 3; k++) {
    let n = normal[3 * s + k];
    let x = c[3 * s + k];
    if (ofB) {
      n = t[3 * k] * normal[3 * s] + t[3 * k + 1] * normal[3 * s + 1] + t[3 * k + 2] * normal[3 * s + 2];
      x = t[3 * k] * c[3 * s] + t[3 * k + 1] * c[3 * s + 1] + t[3 * k + 2] * c[3 * s + 2] + t[9 + k];
    }
    planes[p + k] = n;
    offset += n * (x - center[k]);
  }
  planes[p + 3] = offset;
}

/**
 * Sides that face the same way as a larger one, to 2.5°, are one with it. Then: how they stand to each other. Writes:
 * side, weight, count, form.
 */
function formOf(own: Bearing, { normal: n, center: c }: Sides): void {
  let kept = 0;
  let behind = true;
  let before = true;
  for (let i = 0; i < own.count; i++) {
    const g = 3 * own.side[i];
    let same = false;
    for (let j = 0; j < kept && !same; j++) {
      const h = 3 * own.side[j];
      same = n[g] * n[h] + n[g + 1] * n[h + 1] + n[g + 2] * n[h + 2] > 0.999;
    }
    if (same) continue;
    own.side[kept] = own.side[i];
    own.weight[kept] = own.weight[i];
    for (let j = 0; j < kept; j++) {
      const h = 3 * own.side[j];
      let one = 0;
      let other = 0;
      for (let k = 0; k < 3; k++) {
        one += n[g + k] * (c[h + k] - c[g + k]);
        other += n[h + k] * (c[g + k] - c[h + k]);
      }
      if (one > 0 || other > 0) behind = false;
      if (one < 0 || other < 0) before = false;
    }
    kept++;
  }
  own.count = kept;
  own.form = behind ? 1 : before ? -1 : 0;
}

/** The body whose sides share out the volume: a convex one, else a hollow one, A before B; −1: none. */
function choose(scratch: ClusterScratch): number {
  for (let form = 1; form >= -1; form -= 2)
    for (let k = 0; k < 2; k++) if (scratch.bearing[k].form === form && scratch.bearing[k].count > 1) return k;
  return -1;
}

/** Other sides by the distance of their normals from that of the current side, and that distance. */
const order = new Int32Array(MAX_BEARING_SIDES);
const near = new Float64Array(MAX_BEARING_SIDES);

/** Cell g of the region in soups[0]: the sides next to it cut most away, so they come first. */
function clip(scratch: ClusterScratch, { count, form }: Bearing, g: number): Soup {
  let n = 0;
  for (let h = 0; h < count; h++) {
    if (h === g) continue;
    const p = 5 * g;
    const q = 5 * h;
    const cosine = planes[p] * planes[q] + planes[p + 1] * planes[q + 1] + planes[p + 2] * planes[q + 2];
    let at = n++;
    while (at > 0 && near[at - 1] < cosine) {
      near[at] = near[at - 1];
      order[at] = order[at - 1];
      at--;
    }
    near[at] = cosine;
    order[at] = h;
  }
  let from = scratch.soups[0];
  let to = scratch.soups[1];
  for (let i = 0; i < n; i++) {
    const h = order[i];
    for (let k = 0; k < 3; k++) plane[k] = form * (planes[5 * h + k] - planes[5 * g + k]);
    plane[3] = form * (planes[5 * h + 3] + planes[5 * h + 4] - planes[5 * g + 3] - planes[5 * g + 4]);
    clipSoup(from, plane, to);
    from = to;
    to = to === scratch.soups[1] ? scratch.soups[2] : scratch.soups[1];
  }
  return from;
}

export function createClusters(): Clusters {
  return {
    cells: createOverlap(),
    region: new Int32Array(4),
    side: new Int32Array(4),
    scratch: {
      fans: createSoup(),
      fanRegion: new Int32Array(64),
      fanOrigin: new Int32Array(64),
      fanStamp: new Int32Array(64),
      stamp: 0,
      sideArea: new Float64Array(3 * 16),
      sideWeight: new Float64Array(16),
      bearing: [emptyBearing(), emptyBearing()],
      soups: [createSoup(), createSoup(), createSoup()],
    },
  };
}
