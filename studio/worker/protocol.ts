/**
 * Messages between the page and the simulation worker. Types only: both sides import this file and nothing of it is
 * left at run time. Arrays in a reply are transferred, not copied.
 */
import type { CameraType, Problem } from "stiction";
import type { SceneOfExercise } from "../../exercises/seat/scene.js";
import type { DriveReply, DriveRequest } from "./services/drive-protocol.js";
import type { FormReply, FormRequest } from "./services/edit-form-protocol.js";
import type { EditReply, EditRequest } from "./services/edit-protocol.js";
import type { GhostReply, GhostRequest } from "./services/ghost-protocol.js";
import type { HistoryReply, HistoryRequest } from "./services/history-protocol.js";
import type { LinkReply, LinkRequest } from "./services/link-protocol.js";
import type { LiveReply, LiveRequest } from "./services/live-protocol.js";
import type { OverlayReply, OverlayRequest } from "./services/overlay-protocol.js";
import type { PlacementReply, PlacementRequest } from "./services/placement-protocol.js";
import type { SchoolReply, SchoolRequest } from "./services/school-protocol.js";
import type { SeatReply, SeatRequest } from "./services/seat-protocol.js";
import type { TouchReply, TouchRequest } from "./services/touch-protocol.js";
import type { DrawnTerrain, TerrainReply, TerrainRequest } from "./terrain-protocol.js";

/**
 * Where a scene comes from. Params are those that a shipped scene declares; a text is JSON or YAML by its file name.
 */
export type SceneSource =
  | {
      readonly kind: "shipped";
      readonly name: string;
      readonly params: Readonly<Record<string, unknown>>;
      /** Somebody sits at the levers: a scene with a `script` that moves them leaves it out, unless `params` say so. */
      readonly manned?: boolean;
    }
  | { readonly kind: "spec"; readonly spec: unknown }
  /** A shipped scene with the marks and sensors of an exercise; `session` makes two tries two scenes. */
  | { readonly kind: "exercise"; readonly session: string; readonly exercise: SceneOfExercise }
  | {
      readonly kind: "text";
      readonly fileName: string;
      readonly text: string;
      /** Files that came with it, by name: what its visuals name. */
      readonly files?: ReadonlyMap<string, Uint8Array>;
    };

/** Page → worker. Requests with an `id` are answered by a reply with the same id. */
export type Request =
  | { readonly type: "load"; readonly id: number; readonly source: SceneSource; readonly play: boolean }
  | { readonly type: "play" }
  | { readonly type: "pause" }
  | { readonly type: "reset" }
  /** Pauses, then makes a number of steps as fast as possible. */
  | { readonly type: "step"; readonly id: number; readonly count: number }
  /** Simulated seconds per second that are aimed at. */
  | { readonly type: "speed"; readonly factor: number }
  | { readonly type: "hash"; readonly id: number }
  /** Whether times per stage of the step are wanted with the status. */
  | { readonly type: "profile"; readonly wanted: boolean }
  /** A frame that the page has drawn, back to the worker (transfer channel only). */
  | { readonly type: "recycle"; readonly buffer: ArrayBuffer }
  | HistoryRequest
  | OverlayRequest
  | TouchRequest
  | DriveRequest
  | SeatRequest
  | EditRequest
  | FormRequest
  | GhostRequest
  | LinkRequest
  | SchoolRequest
  | LiveRequest
  | PlacementRequest
  | TerrainRequest;

/** Worker → page. `generation` counts loaded scenes; messages of an earlier one are to be dropped. */
export type Reply =
  | {
      readonly type: "loaded";
      /** Of the request; null when the model was replaced by an edit. */
      readonly id: number | null;
      readonly generation: number;
      /** The same run continues: time, history and view are kept. */
      readonly kept: boolean;
      readonly scene: SceneDescription;
      readonly frames: FrameLink;
    }
  | { readonly type: "failed"; readonly id: number; readonly problems: readonly Problem[] }
  | { readonly type: "stepped"; readonly id: number }
  | { readonly type: "hash"; readonly id: number; readonly hash: string; readonly steps: number; readonly time: number }
  /** A frame by transfer; through shared memory no message is sent. */
  | { readonly type: "frame"; readonly generation: number; readonly buffer: ArrayBuffer }
  /** Rows of [time, column 0, column 1, …]; `restart` says that earlier rows no longer hold. */
  | { readonly type: "samples"; readonly generation: number; readonly rows: Float64Array; readonly restart: boolean }
  | { readonly type: "events"; readonly generation: number; readonly events: readonly EventNote[] }
  | { readonly type: "status"; readonly generation: number; readonly status: RunStatus }
  /** The scene is shown in another way; nothing else has changed. */
  | {
      readonly type: "view";
      readonly generation: number;
      readonly cameras: readonly DrawnCamera[];
      readonly path: readonly DrawnKeyFrame[];
    }
  | HistoryReply
  | TouchReply
  | DriveReply
  | SeatReply
  | OverlayReply
  | EditReply
  | FormReply
  | GhostReply
  | LinkReply
  | SchoolReply
  | LiveReply
  | PlacementReply
  | TerrainReply;

/** How frames reach the page. */
export type FrameLink =
  | { readonly kind: "shared"; readonly bodies: number; readonly buffer: SharedArrayBuffer }
  | { readonly kind: "transfer"; readonly bodies: number };

/** What the page needs to show a compiled scene. Body 0 is the world. */
export interface SceneDescription {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly planar: boolean;
  /** s */
  readonly timestep: number;
  /** s */
  readonly duration: number;
  readonly formulation: string;
  readonly integrator: string;
  /** Degrees of freedom in the initial placement. */
  readonly freedom: number;
  readonly bodies: readonly BodyEntry[];
  /** Distinct geometries; shapes refer to them by index. */
  readonly geometries: readonly DrawnGeometry[];
  /** What collides. */
  readonly shapes: readonly DrawnShape[];
  /** What is drawn of the bodies that have visuals, instead of their shapes. */
  readonly visuals: readonly DrawnVisual[];
  /** Looks of the visuals. */
  readonly looks: readonly DrawnLook[];
  /** Height fields of static bodies, which are not among the shapes. */
  readonly terrains: readonly DrawnTerrain[];
  /** Forces between two points. */
  readonly links: readonly DrawnLink[];
  /** Rods, ropes, springs and cylinders among the joints. */
  readonly rods: readonly DrawnLink[];
  /** Finite bounds of the drawn scene, [min x y z, max x y z], m; null when there is nothing. */
  readonly bounds: readonly number[] | null;
  /** Height of level ground, m: of a plane, which is not among the shapes, or of the floor; null: there is none. */
  readonly ground: number | null;
  readonly environment: DrawnEnvironment;
  readonly eye: readonly number[] | null;
  readonly target: readonly number[] | null;
  /** Named cameras and the path of a film; replaced by a reply of type `view`. */
  readonly cameras: readonly DrawnCamera[];
  readonly path: readonly DrawnKeyFrame[];
  readonly mirrors: readonly DrawnMirror[];
  /** Names of the cameras of an operator's seat; null where the scene declares none. */
  readonly seat: { readonly camera: string; readonly rear: string | null } | null;
  readonly columns: readonly SensorEntry[];
  /** Columns plotted at first. */
  readonly plot: readonly number[];
  /** Names of the scene's event rules. */
  readonly rules: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * A named camera. Eye and target, m: of `fixed` and of `orbit` without a body in the world; of `seat` in the axes of
 * the body, of the others in world axes (`chase`: turned by the body's heading), from its centre of mass.
 */
export interface DrawnCamera {
  readonly name: string;
  readonly type: CameraType;
  /** −1: none. */
  readonly body: number;
  readonly eye: readonly number[];
  /** Null: the body's centre of mass. */
  readonly target: readonly number[] | null;
  /** rad */
  readonly fieldOfView: number;
}

/** A flat mirror: middle and normal (of unit length) in the axes of its body, from the centre of mass; m. */
export interface DrawnMirror {
  readonly name: string;
  readonly body: number;
  readonly position: readonly number[];
  readonly normal: readonly number[];
  readonly width: number;
  readonly height: number;
}

/** A key frame of the camera's path: time (s), eye and target (m, world). */
export interface DrawnKeyFrame {
  readonly time: number;
  readonly eye: readonly number[];
  readonly target: readonly number[];
}

export interface BodyEntry {
  readonly name: string;
  readonly type: "static" | "kinematic" | "dynamic";
  /** kg; 0 where it does not matter. */
  readonly mass: number;
  /** As the scene gives it, or null. */
  readonly color: string | null;
}

/** What surrounds the scene in the picture. */
export interface DrawnEnvironment {
  readonly type: "void" | "lab" | "site";
  /** Direction of the sun: from x towards y, and above the horizon, rad. */
  readonly sun: { readonly azimuth: number; readonly elevation: number };
  /** Distance beyond which nothing is seen, m; null: as the size of the scene asks. */
  readonly fog: number | null;
  /** What the ground of a site is made of. */
  readonly ground: "earth" | "sand" | "gravel" | "grass" | "asphalt" | "concrete";
}

export interface SensorEntry {
  readonly name: string;
  readonly unit: string;
}

/** Triangles (9 numbers each) with a normal per corner, and edges (6 numbers each), m. */
export interface DrawnGeometry {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** Texture coordinates, 2 per corner; null where there are none. */
  readonly uvs: Float32Array | null;
  readonly edges: Float32Array;
}

/** A shape in its body: p_BS from the centre of mass, q_BS. */
export interface DrawnShape {
  readonly kind: string;
  readonly body: number;
  readonly geometry: number;
  readonly position: readonly number[];
  readonly orientation: readonly number[];
}

/** A visual in its body: p_BV from the centre of mass, q_BV. */
export interface DrawnVisual {
  readonly body: number;
  readonly geometry: number;
  readonly position: readonly number[];
  readonly orientation: readonly number[];
  /** Index of a look; −1 where the body's colour is the look. */
  readonly look: number;
  /** Geometries of coarser versions, for when it is small on the screen. */
  readonly detail: readonly number[];
}

/** A look; its colour is null where it is that of the body. */
export interface DrawnLook {
  readonly name: string;
  readonly color: string | null;
  readonly roughness: number;
  readonly metalness: number;
  readonly opacity: number;
  readonly pattern: string;
  /** Second colour of the pattern; null for a darker shade. */
  readonly patternColor: string | null;
  /** m, or a share of the surface with mapping by texture coordinates. */
  readonly patternSize: number;
  readonly mapping: "triplanar" | "uv";
  /** Picture that the colour is multiplied by, as a data URI; null for none. */
  readonly image: string | null;
}

/**
 * A force or a joint between a point of one body and a point of another, drawn between them; points are from the centre
 * of mass, m.
 */
export interface DrawnLink {
  readonly kind: string;
  readonly name: string;
  readonly bodyA: number;
  readonly bodyB: number;
  readonly pointA: readonly number[];
  readonly pointB: readonly number[];
  /** Of a cylinder: length of the barrel that the rod slides in, m; null where that is not known. */
  readonly barrel: number | null;
  /** Radius of the barrel, m, and how far to the side of the line it is; absent: by the length, on the line. */
  readonly radius?: number;
  readonly aside?: number;
  /** Rocker and link that it moves. */
  readonly linkage?: DrawnLinkage;
}

/** Rocker and link between a tool and its arm: points relative to the centres of mass of the two bodies, lengths, m. */
export interface DrawnLinkage {
  readonly pivot: readonly number[];
  readonly rocker: number;
  readonly pin: readonly number[];
  readonly link: number;
  readonly width: number;
}

/** An event of the simulation; for code 1 `who` is the index of the rule. */
export interface EventNote {
  readonly code: number;
  readonly who: number;
  /** s */
  readonly time: number;
  /** Name of the force that it concerns, where it is one. */
  readonly force?: string;
}

/** A status bit that has come up since the start: its number, how often, and the name of the last culprit, if any. */
export interface WarningNote {
  readonly bit: number;
  readonly count: number;
  readonly who: string;
}

export interface StageTime {
  /** As the library names it. */
  readonly name: string;
  /** ms */
  readonly time: number;
}

/** How the run is going; sent ten times a second while it runs, and after every request. */
export interface RunStatus {
  readonly running: boolean;
  /** True when the run paused by itself: its duration is over, or an event requested it. */
  readonly ended: boolean;
  /** s */
  readonly time: number;
  readonly steps: number;
  readonly speed: number;
  /** Simulated over real time during the last second; NaN until known. */
  readonly factor: number;
  /** Computing over real time since the last status, 0 … 1. */
  readonly load: number;
  /** True when steps had to be left out to keep the page alive: the scene runs slower than requested. */
  readonly behind: boolean;
  /** The stage of the step that takes longest, when `behind`. */
  readonly stage: string;
  /** Mean time of each stage of a step in the last second, ms, while someone wants it; null until known. */
  readonly stages: readonly StageTime[] | null;
  /** Time per step, ms; NaN until known. */
  readonly p50: number;
  readonly p99: number;
  /** Steps since the start of the scene that took longer than the real time that they stand for. */
  readonly overruns: number;
  readonly warnings: readonly WarningNote[];
}
