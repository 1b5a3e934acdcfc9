/** How the scene is looked at: which camera, where it is cut open, and the walk through its bodies. */
import { Signal } from "../signal.js";
import type { Studio } from "../state.js";
import { BodyWalk } from "./body-walk.js";
import { CAMERA_MODES, type CameraMode } from "./camera-modes.js";
import type { SectionAxis } from "./section.js";

/** A cut, and how far it can be moved: along its axis from `low` to `high`, m. */
export interface Cut {
  readonly axis: SectionAxis;
  readonly offset: number;
  readonly low: number;
  readonly high: number;
}

export class Cameras {
  readonly mode = new Signal<CameraMode>("orbit");
  readonly cut = new Signal<Cut | null>(null);
  readonly walk: BodyWalk;
  private readonly studio: Studio;

  constructor(studio: Studio) {
    this.studio = studio;
    this.walk = new BodyWalk(studio);
  }

  /** A camera; those that go with a body take the selected one, else the first that moves. */
  set(mode: CameraMode): void {
    const { viewport } = this.studio;
    if (!viewport) return;
    this.mode.value = viewport.setCamera(mode, mode === "orbit" ? -1 : this.body(mode));
  }

  next(): void {
    const planar = this.studio.scene.value?.description.planar;
    const modes: readonly CameraMode[] = planar ? CAMERA_MODES.filter((mode) => mode !== "first") : CAMERA_MODES;
    this.set(modes[(modes.indexOf(this.mode.value) + 1) % modes.length]);
  }

  /** Brings the selection into view, or the scene. */
  frame(): void {
    const { selection, viewport } = this.studio;
    const { value } = selection;
    if (this.mode.value === "first") this.set("orbit");
    viewport?.frame(value?.kind === "body" ? value.index : -1);
  }

  /** Follows the selection, or no longer. */
  toggleFollow(): void {
    this.set(this.mode.value === "follow" ? "orbit" : "follow");
  }

  /** A cut through the camera's target, or none. */
  toggleCut(): void {
    const { viewport } = this.studio;
    if (!viewport || this.studio.scene.value?.description.planar) return;
    this.cut.value = this.cut.value ? null : viewport.suggestCut();
    viewport.setCut(this.cut.value);
  }

  setCut(axis: SectionAxis, offset?: number): void {
    const { viewport } = this.studio;
    if (!viewport) return;
    const { value } = this.cut;
    const base = value?.axis === axis ? value : viewport.suggestCut(axis);
    this.cut.value = { ...base, offset: offset ?? base.offset };
    viewport.setCut(this.cut.value);
  }

  /** A new scene begins with the orbit, and whole. */
  reset(): void {
    this.mode.value = "orbit";
    this.cut.value = null;
  }

  /** The selected body; where one must go along, the first that moves. Flying needs none. */
  private body(mode: CameraMode): number {
    const { value } = this.studio.selection;
    if (value?.kind === "body") return value.index;
    if (mode === "first") return -1;
    return this.studio.scene.value?.description.bodies.findIndex(({ type }) => type === "dynamic") ?? -1;
  }
}
