import { placeShape } from "../../collision/shape-poses.js";
import { clipHalfSpace } from "../../collision/volume/clipping/clip-half-space.js";
import { type ClippedVolumes, clipVolumes, createClippedVolumes } from "../../collision/volume/index.js";
import type { Data } from "../../data/data.js";
import { relativeTransform } from "../../geometry/tree/box-pair.js";
import { closestPointOnTriangle } from "../../geometry/triangle/closest-point.js";
import { quatRotate, quatRotateInverse } from "../../math/quat.js";
import { materialPair } from "../../model/compile/materials.js";
import type { Model } from "../../model/model.js";
import type { Solid } from "./solids.js";
import { ROW, volumeFields } from "./volume-fields.js";
import type { VolumePair, VolumeSetup } from "./volume-setup.js";

/** Two solids that overlap, with the surfaces that bound what they share. */
export interface ClippedPair {
  /** Shapes A and B, their solids, and the law between them. */
  readonly shapes: readonly [number, number];
  readonly solids: readonly [Solid, Solid];
  readonly law: VolumePair;
  /** The shape whose frame the surfaces are in: A, or B where A is a half-space; where that frame is in the world. */
  readonly frame: number;
  readonly position: readonly number[];
  readonly turn: readonly number[];
  /** From the frame of the other shape to this one, see `relativeTransform`. */
  readonly transform: Float64Array;
  readonly clipped: ClippedVolumes;
  /**
   * Memory of the last step about the regions, with centre and normal (A to B) at the present poses, in the world;
   * and the region whose surface is nearest, −1 where there is none any more.
   */
  readonly rows: readonly {
    readonly row: number;
    readonly region: number;
    readonly center: readonly number[];
    readonly normal: readonly number[];
  }[];
}

/**
 * All pairs of shapes that the last step found in contact, at the present poses. Reads: body state, memory. Writes
 * nothing.
 */
export function clippedPairs(model: Model, data: Data): ClippedPair[] {
  // absent where the registries have no volumetric contact (`loadItems`)
  const setup: VolumeSetup | undefined = model.systems.volumetric;
  if (!setup?.active) return [];
  const { key, remembered } = volumeFields(data);
  const pairs: ClippedPair[] = [];
  for (let first = 0; first < remembered[0]; ) {
    let end = first + 1;
    while (end < remembered[0] && key[4 * end] === key[4 * first] && key[4 * end + 1] === key[4 * first + 1]) end++;
    pairs.push(clippedPair(model, data, setup, first, end));
    first = end;
  }
  return pairs;
}

/** Rows first … end − 1 of the memory, all of the same shapes. */
function clippedPair(model: Model, data: Data, setup: VolumeSetup, first: number, end: number): ClippedPair {
  const { key } = volumeFields(data);
  const a = key[4 * first];
  const b = key[4 * first + 1];
  const solids = [setup.solids[a]!, setup.solids[b]!] as const;
  const frame = solids[0].endless ? b : a;
  const other = frame === a ? b : a;
  const collision = model.systems.collision;
  const pose = new Float64Array(7 * collision.count);
  for (const shape of [a, b]) placeShape(data, collision, shape, pose);
  const position = Array.from(pose.subarray(7 * frame, 7 * frame + 3));
  const turn = Array.from(pose.subarray(7 * frame + 3, 7 * frame + 7));
  const transform = new Float64Array(22);
  relativeTransform(pose, 7 * frame, pose, 7 * frame + 3, pose, 7 * other, pose, 7 * other + 3, transform, 0);
  const clipped = createClippedVolumes();
  if (solids[0].endless || solids[1].endless) {
    // the half-space z ≤ 0 of its frame, in the solid's
    const plane = Float64Array.of(transform[2], transform[5], transform[8], 0);
    plane[3] = plane[0] * transform[9] + plane[1] * transform[10] + plane[2] * transform[11];
    clipHalfSpace(solids[frame === a ? 0 : 1].mesh!, plane, frame === b, clipped);
  } else clipVolumes(solids[0].mesh!, solids[1].mesh!, transform, clipped);
  const { shapes, materials } = model;
  const rows = Array.from({ length: end - first }, (_, i) => {
    const { center, normal } = rowInWorld(data, shapes[a].body, first + i);
    const local = quatRotateInverse(
      turn,
      center.map((x, k) => x - position[k]),
    );
    return { row: first + i, region: nearestRegion(clipped, local), center, normal };
  });
  const law = setup.pairs[materialPair(materials, shapes[a].material, shapes[b].material)] as VolumePair;
  return { shapes: [a, b], solids, law, frame, position, turn, transform, clipped, rows };
}

/** Centre and normal of a row of memory, which are kept in the frame of A's body. */
function rowInWorld(data: Data, body: number, row: number): { center: number[]; normal: number[] } {
  const { memory } = volumeFields(data);
  const turn = data.bodyQuat.subarray(4 * body, 4 * body + 4);
  const o = ROW.size * row;
  const center = quatRotate(turn, memory.subarray(o + ROW.center, o + ROW.center + 3));
  return {
    center: center.map((x, k) => x + data.bodyPos[3 * body + k]),
    normal: [...quatRotate(turn, memory.subarray(o + ROW.normal, o + ROW.normal + 3))],
  };
}

/** The region whose surface comes nearest to a point: a centroid may be far from a ring. */
function nearestRegion({ overlap, points, triangles, region }: ClippedVolumes, center: readonly number[]): number {
  if (overlap.count < 2) return overlap.count - 1;
  const at = Float64Array.from(center);
  const found = new Float64Array(4);
  let best = -1;
  let least = Infinity;
  for (let t = 0; t < region.length; t++) {
    if (region[t] < 0) continue;
    closestPointOnTriangle(points, triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2], at, 0, found, 0);
    if (found[3] < least) {
      least = found[3];
      best = region[t];
    }
  }
  return best;
}
