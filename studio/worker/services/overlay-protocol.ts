/** Requests of overlays to the worker, and its replies: rows of numbers, transferred. Types and row layouts only. */
import type { Model } from "stiction";

/** How a joint is shown, as its kind declares it. */
type JointDrawing = Model["joints"]["kinds"][number]["drawing"];

/** Parts of the state that can be requested. */
export type OverlayPart =
  | "contacts"
  | "boxes"
  | "trees"
  | "joints"
  | "links"
  | "islands"
  | "support"
  | "footprints"
  | "volumes"
  | "matrix";

export type OverlayRequest =
  /**
   * From now on these parts are sent whenever the state has changed, at most 30 times a second, and once at once. None:
   * no more.
   */
  | { readonly type: "overlays"; readonly parts: readonly OverlayPart[] }
  /** The page has taken the last ones; until then no more are sent. */
  | { readonly type: "overlays-taken" };

export type OverlayReply =
  | {
      readonly type: "overlays";
      readonly generation: number;
      /** s */
      readonly time: number;
      readonly steps: number;
      readonly parts: OverlayParts;
    }
  /** What does not change while the scene is open. */
  | { readonly type: "overlay-model"; readonly generation: number; readonly model: OverlayModel };

export interface OverlayModel {
  readonly joints: readonly OverlayJoint[];
  /** Names of forces between two points, in the order of the rows of `links`. */
  readonly links: readonly { readonly name: string; readonly kind: string }[];
  /** kg per body; 0 where forces do not move it. */
  readonly mass: Float32Array;
  /**
   * Per body the box with the same mass and inertia: three half sides (m) and its orientation in the body, 7 numbers.
   */
  readonly inertia: Float32Array;
  readonly bodies: readonly string[];
}

export interface OverlayJoint {
  readonly name: string;
  readonly kind: string;
  readonly drawing: JointDrawing;
  readonly bodyA: number;
  readonly bodyB: number;
}

export interface OverlayParts {
  readonly contacts?: Float32Array;
  /** Boxes of shapes: six numbers each, min and max, m. */
  readonly boxes?: Float32Array;
  /** Inner nodes of the broad phase's trees and of meshes: min, max, height above the leaves. */
  readonly trees?: Float32Array;
  readonly joints?: Float32Array;
  /** Tension of every force between two points, N; NaN where its kind has none. */
  readonly links?: Float32Array;
  /** Per body the smallest body of its island; −1 where it is in none. */
  readonly islands?: Int32Array;
  /** Machines and the polygons on which they stand: SUPPORT_ROW, then the corners of each, 3 numbers. */
  readonly support?: Float32Array;
  readonly footprints?: { readonly points: Float32Array; readonly pressure: Float32Array };
  /** Corners of the triangles that bound the intersection volumes, 9 numbers each, and their sum, m³. */
  readonly volumes?: { readonly points: Float32Array; readonly volume: number };
  /** Groups of rows: kind (MATRIX_KIND), number of rows, the two bodies; bodies that do not move are −1. */
  readonly matrix?: Int32Array;
}

/** A contact point. Normal from A to B; forces are those on B. */
export const CONTACT_ROW = {
  point: 0,
  normal: 3,
  /** Normal force, N. */
  load: 6,
  /** Friction force on B, N. */
  friction: 7,
  /** m, negative where the shapes overlap. */
  gap: 10,
  /** CONTACT_STATE */
  state: 11,
  bodyA: 12,
  bodyB: 13,
  size: 14,
} as const;

export const CONTACT_STATE = { open: 0, stick: 1, slip: 2 } as const;

/**
 * A joint: its point on A and on B (m), the orientation of its frame on A, the force on B (N), 1 when it has broken, 0;
 * tension along the line from A to B, N.
 */
export const JOINT_ROW = { pointA: 0, pointB: 3, turn: 6, reaction: 10, broken: 13, tension: 14, size: 15 } as const;

/** Tip-over margin, number of corners, centre of mass, and the point of the ground below it, m. */
export const SUPPORT_ROW = { margin: 0, corners: 1, center: 2, foot: 5, size: 8 } as const;

/** min 3, max 3, height. */
export const TREE_ROW = 7;

export const MATRIX_KIND = { joint: 0, stick: 1, slip: 2, open: 3 } as const;
export const MATRIX_ROW = 4;
