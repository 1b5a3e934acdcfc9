import { createAnchors } from "../../../geometry/tree/near-pairs.js";
import { createPairSink, type PairSink } from "../../../geometry/tree/pairs.js";
import { DISTANCE_SIZE } from "../../../geometry/triangle/distance.js";
import type { ContactSink, Separation } from "../types.js";
import type { NarrowWorkspace } from "../workspace.js";
import { createMeshRegions, type MeshRegions } from "./mesh-regions.js";
import { type MeshWorkspace, meshWorkspace } from "./mesh-workspace.js";
import { createNearest, type Nearest } from "./near-vertices.js";
import { SLOTS } from "./patch-table.js";
import { MAX_GROUPS, TURN_ANGLE } from "./touch-patches.js";
import { createTouches, TOUCH_CAPACITY, type Touches } from "./touches.js";

/** Pairs of triangles within the margin, and of crossing triangles, that one query may look at. */
const CANDIDATES = 1 << 16;
const CROSSINGS = 1 << 14;
const REGIONS = 256;

/** Scratch of two meshes. The frame of A is that of the query. */
export interface MeshPairWorkspace {
  readonly narrow: NarrowWorkspace;
  readonly mesh: MeshWorkspace;
  readonly limits: TouchLimits;
  readonly features: NearFeaturesWork;
  readonly touches: Touches;
  readonly groups: TouchGroups;
  /** Vertices of A and of B that are nearest to an edge or a vertex of the other mesh. */
  readonly nearestOfA: Nearest;
  readonly nearestOfB: Nearest;
  /** Pairs of triangles near each other. */
  readonly near: PairSink;
  readonly regions: MeshRegions;
  /** Places of contact that narrow the search around them. */
  readonly anchors: ReturnType<typeof createAnchors>;
  readonly nearest: { readonly distance: Float64Array; readonly triangles: Int32Array };
}

/** Distances that decide which features touch, m. */
export interface TouchLimits {
  /** Margin of the query, and the largest gap reported at the current triangle. */
  margin: number;
  gap: number;
  /** Greatest depth to which features are followed. */
  depth: number;
  /** Distance beside a face or an edge that still counts as on it. */
  beside: number;
  /** Depths and distances below this are round-off. */
  tiny: number;
  /** Touches closer than this are of one region. */
  link: number;
}

/** Vectors of the features being compared, see `near-features.ts` and `near-vertices.ts`. */
export interface NearFeaturesWork {
  /** Heights of the corners of the triangle of A over the plane of that of B, and the other way round, m. */
  readonly heights: Float64Array;
  /** Normal of the face under a vertex. */
  readonly normal: Float64Array;
  /** Directions of two edges and their unit perpendicular. */
  readonly edgeA: Float64Array;
  readonly edgeB: Float64Array;
  readonly perpendicular: Float64Array;
  /** Direction from a vertex to its nearest point. */
  readonly direction: Float64Array;
}

/** Groups of touches with about the same normal, see `touch-patches.ts`. */
export interface TouchGroups {
  count: number;
  /** Normal (3) and greatest depth (m); 4 per group. */
  readonly value: Float64Array;
  /** The deepest touch of each group, and the groups by rising depth. */
  readonly deepest: Int32Array;
  readonly order: Int32Array;
  /** Touches with the normal of the group being built that are not yet in it, and those that are. */
  readonly alike: Int32Array;
  alikeCount: number;
  readonly member: Int32Array;
  /** The touch farthest out in each direction, and the deepest, with their scores. */
  readonly chosen: Int32Array;
  readonly score: Float64Array;
}

function createMeshPairWorkspace(narrow: NarrowWorkspace, mesh: MeshWorkspace): MeshPairWorkspace {
  return {
    narrow,
    mesh,
    limits: { margin: 0, gap: 0, depth: 0, beside: 0, tiny: 0, link: 0 },
    features: {
      heights: new Float64Array(6),
      normal: new Float64Array(3),
      edgeA: new Float64Array(3),
      edgeB: new Float64Array(3),
      perpendicular: new Float64Array(3),
      direction: new Float64Array(3),
    },
    touches: createTouches(),
    groups: {
      count: 0,
      value: new Float64Array(4 * MAX_GROUPS),
      deepest: new Int32Array(MAX_GROUPS),
      order: new Int32Array(MAX_GROUPS),
      alike: new Int32Array(TOUCH_CAPACITY),
      alikeCount: 0,
      member: new Int32Array(TOUCH_CAPACITY),
      chosen: new Int32Array(SLOTS),
      score: new Float64Array(SLOTS),
    },
    nearestOfA: createNearest(),
    nearestOfB: createNearest(),
    near: createPairSink(CANDIDATES),
    regions: createMeshRegions(REGIONS, CROSSINGS, narrow),
    anchors: createAnchors(1, TURN_ANGLE),
    nearest: { distance: new Float64Array(DISTANCE_SIZE), triangles: new Int32Array(2) },
  };
}

/** The scratch of two meshes of the query that fills a sink or a separation. */
export function meshPairWorkspace(result: ContactSink | Separation): MeshPairWorkspace {
  const { work } = result;
  work.meshPair ??= createMeshPairWorkspace(work, meshWorkspace(result));
  return work.meshPair;
}
