import { type MeshWorkspace, meshWorkspace } from "../mesh/mesh-workspace.js";
import type { ContactSink, Separation } from "../types.js";
import type { NarrowWorkspace } from "../workspace.js";
import { createGoldenSection, type GoldenSection } from "./golden.js";
import type { PartPlace } from "./wire.js";
import { ARC_SAMPLES, MAX_ARC_PIECES } from "./wire-least.js";
import { MAX_PIECES, SAMPLES } from "./wire-search.js";

/** Possible contacts of a pair with a wire that are kept at most. */
export const CANDIDATE_CAPACITY = 64;

/** Scratch of wires (torus, chain link). */
export interface WireWorkspace {
  readonly narrow: NarrowWorkspace;
  readonly mesh: MeshWorkspace;
  readonly section: GoldenSection;
  readonly probe: WireProbe;
  readonly search: WireSearch;
  readonly solid: WireOnSolid;
  readonly candidates: WireCandidates;
  readonly arc: ArcOnMesh;
  readonly halfSpace: WireOnPlane;
}

/** A place on a loop of the wire B, and its gap from A; see `wire-field.ts`. In the frame of A. */
export interface WireProbe {
  /** Of the loop: radius of the wire, and greatest length of curve per unit of the place, m. */
  radius: number;
  speed: number;
  /** Place on the loop, on the part there (`PartPlace`), and the point of the curve. */
  place: number;
  u: number;
  readonly curvePoint: Float64Array;
  /** [gap, unit normal from A to B 3, point of A's surface 3]; and the feature there. */
  readonly field: Float64Array;
  feature: number;
  /** The only part of a wire A that is considered, or −1 for all. */
  onlyPart: number;
}

/** Least gaps along a loop, see `wire-search.ts`. */
export interface WireSearch {
  /** Gap and normal at each sample of the loop. */
  readonly sampleGap: Float64Array;
  readonly sampleNormal: Float64Array;
  /** Place and gap of the least that was found. */
  leastPlace: number;
  leastGap: number;
  /** Open pieces: places of both ends. */
  readonly open: Float64Array;
  /** Of a piece: start, end and bulge (unit), 3 each; normals at both ends; lower bound of the gap, m. */
  readonly ends: Float64Array;
  readonly tangent: Float64Array;
  bound: number;
}

/** A wire on a convex shape or another wire, see `wire-solid.ts`. */
export interface WireOnSolid {
  bestPlace: number;
  bestGap: number;
  /** Normal of the run being followed. */
  readonly normal: Float64Array;
  /** Number of least places that each part has so far. */
  readonly ranks: Int32Array;
  /** A place on a part of A. */
  readonly at: PartPlace;
}

/** Possible contacts of a wire, see `wire-candidates.ts`. */
export interface WireCandidates {
  count: number;
  /** [gap, normal 3, point of A 3, point of B 3] each. */
  readonly values: Float64Array;
  /** Place of each on its loop, and its features on A and B. */
  readonly places: Float64Array;
  readonly features: Uint32Array;
  /** 1 for those that are written, and the least distance of each from a chosen one, m. */
  readonly chosen: Uint8Array;
  readonly apart: Float64Array;
}

/** An arc of a wire on a mesh, see `wire-mesh.ts` and `wire-least.ts`. In the frame of the mesh. */
export interface ArcOnMesh {
  /** Placement of the wire (R 9, p 3), while `rel` places its parts. */
  readonly placed: Float64Array;
  /** A place on the arc, its point, and its distance from the mesh, m. */
  readonly at: PartPlace;
  readonly point: Float64Array;
  distance: number;
  /** Box of the arc, and distances at its samples, m. */
  readonly box: Float64Array;
  readonly sample: Float64Array;
  /** Of each triangle near the arc its least squared distance from a sample, m². */
  lowest: Float64Array;
  /** Triangles that may hold the least distance. */
  listed: Int32Array;
  listedCount: number;
  /** Place and distance of the least. */
  leastPlace: number;
  leastDistance: number;
  /** Open pieces: places of both ends. */
  readonly open: Float64Array;
  /** Of a piece: start, end, bulge (unit), and a point for measuring, 3 each; the place of that point. */
  readonly piece: Float64Array;
  readonly pieceAt: PartPlace;
  /** A point in the frame of the wire. */
  readonly local: Float64Array;
  /**
   * From both ends of a piece: value and slope along the chord; lower bound on the piece, and its rise over the chord,
   * m.
   */
  readonly tangent: Float64Array;
  bound: number;
  rise: number;
}

/** A wire on a plane, see `wire-pairs.ts`. In the frame of the wire. */
export interface WireOnPlane {
  /** Upward unit normal of the plane, and its offset: height = up · x − offset. */
  readonly up: Float64Array;
  /** A place on a part, and the point of the curve there. */
  readonly at: PartPlace;
  readonly curve: Float64Array;
  /** Lowest point of the wire: height of its surface, point of the curve; and part. */
  readonly low: Float64Array;
  lowPart: number;
}

function createWireWorkspace(narrow: NarrowWorkspace, mesh: MeshWorkspace): WireWorkspace {
  return {
    narrow,
    mesh,
    section: createGoldenSection(),
    probe: {
      radius: 0,
      speed: 0,
      place: 0,
      u: 0,
      curvePoint: new Float64Array(3),
      field: new Float64Array(7),
      feature: 0,
      onlyPart: -1,
    },
    search: {
      sampleGap: new Float64Array(4 * SAMPLES + 1),
      sampleNormal: new Float64Array(3 * (4 * SAMPLES + 1)),
      leastPlace: 0,
      leastGap: 0,
      open: new Float64Array(2 * (MAX_PIECES + 8 * SAMPLES)),
      ends: new Float64Array(9),
      tangent: new Float64Array(6),
      bound: 0,
    },
    solid: { bestPlace: 0, bestGap: 0, normal: new Float64Array(3), ranks: new Int32Array(8), at: { u: 0 } },
    candidates: {
      count: 0,
      values: new Float64Array(10 * CANDIDATE_CAPACITY),
      places: new Float64Array(CANDIDATE_CAPACITY),
      features: new Uint32Array(2 * CANDIDATE_CAPACITY),
      chosen: new Uint8Array(CANDIDATE_CAPACITY),
      apart: new Float64Array(CANDIDATE_CAPACITY),
    },
    arc: {
      placed: new Float64Array(12),
      at: { u: 0 },
      point: new Float64Array(3),
      distance: 0,
      box: new Float64Array(6),
      sample: new Float64Array(2 * ARC_SAMPLES + 1),
      lowest: new Float64Array(256),
      listed: new Int32Array(256),
      listedCount: 0,
      leastPlace: 0,
      leastDistance: 0,
      open: new Float64Array(2 * (MAX_ARC_PIECES + 40)),
      piece: new Float64Array(12),
      pieceAt: { u: 0 },
      local: new Float64Array(3),
      tangent: new Float64Array(4),
      bound: 0,
      rise: 0,
    },
    halfSpace: {
      at: { u: 0 },
      up: new Float64Array(4),
      curve: new Float64Array(3),
      low: new Float64Array(4),
      lowPart: 0,
    },
  };
}

/** The wire scratch of the query that fills a sink or a separation. */
export function wireWorkspace(result: ContactSink | Separation): WireWorkspace {
  const { work } = result;
  work.wire ??= createWireWorkspace(work, meshWorkspace(result));
  return work.wire;
}
