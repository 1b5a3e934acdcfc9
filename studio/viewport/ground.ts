/** Ground as the rest of the picture sees it; the terrain itself is loaded only for scenes that have one. */
import type { Camera, Color, Object3D, Plane, Ray, WebGLRenderer } from "three";
import type { DrawnLoad, SoilFlow, TerrainTile } from "../worker/terrain-protocol.js";
import type { Place } from "./bodies.js";
import type { Picked } from "./pick.js";

export interface Ground {
  /** Moves the terrains to their bodies. */
  place(places: readonly Place[]): void;
  /** To be called before every picture, with its simulated time, s. */
  prepare(renderer: WebGLRenderer, camera: Camera, time: number): void;
  /** The nearest point of ground along a ray of unit direction; what is in front of the planes is ignored. */
  pick(ray: Ray, cut: readonly Plane[]): Picked | null;
  /** Widens the bounds of every body that is ground, six numbers each, m. */
  widen(bounds: Float32Array): void;
  /** Draws the terrains of the wanted bodies into the mask of outlines; returns whether there are any. */
  outline(mask: Object3D, wanted: ReadonlyMap<number, Color>): boolean;
  /** Takes over changed soil. */
  update(tile: TerrainTile): void;
  /** Shows soil in motion. */
  flow(flow: SoilFlow): void;
  /** Shows the soil that bodies carry. */
  carry(loads: readonly DrawnLoad[]): void;
  /** Wheels have left tracks: `TRACK_ROW.size` numbers each. */
  press(rows: Float32Array): void;
  /** Whether land goes on around the terrains, out to the horizon. */
  setLand(on: boolean): void;
  /** Draws the ground at little cost, or in full. */
  setPlain(plain: boolean): void;
  dispose(): void;
}
