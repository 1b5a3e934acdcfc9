/** Overlays in the picture. What draws them is loaded with the first one that is shown. */
import { type Camera, Group } from "three";
import type { Bodies } from "../viewport/bodies.js";
import type { PoseTexture } from "../viewport/pose-texture.js";
import type { SceneDescription } from "../worker/protocol.js";
import type { OverlayModel } from "../worker/services/overlay-protocol.js";
import type { OverlayId } from "./catalogue.js";
import type { LegendState, OverlayState } from "./overlays.js";
import type { OverlayPainter, View } from "./painter.js";

export class OverlayLayer {
  readonly root = new Group();
  /** Stands where the labels will be. */
  readonly place = document.createComment("labels");
  private readonly report: (legend: LegendState) => void;
  private readonly changed: () => void;
  private painter: OverlayPainter | null = null;
  private loading = false;
  private disposed = false;
  private scene: Parameters<OverlayPainter["show"]> | null = null;
  private shown: ReadonlySet<OverlayId> = new Set();
  private model: OverlayModel | null = null;
  private state: OverlayState | null = null;

  /** `changed` is called when there is something new to draw. */
  constructor(report: (legend: LegendState) => void, changed: () => void) {
    this.report = report;
    this.changed = changed;
  }

  /** Whether anything is to be drawn. */
  get active(): boolean {
    return this.painter?.active ?? false;
  }

  show(scene: SceneDescription, bodies: Bodies, poses: PoseTexture, camera: Camera): void {
    this.scene = [scene, bodies, poses, camera];
    this.state = null;
    this.painter?.show(...this.scene);
  }

  setTheme(): void {
    this.painter?.setTheme();
  }

  setShown(shown: ReadonlySet<OverlayId>): void {
    this.shown = shown;
    this.painter?.setShown(shown);
    if (shown.size > 0 && !this.painter) void this.load();
  }

  setModel(model: OverlayModel | null): void {
    this.model = model;
    this.painter?.setModel(model);
  }

  /** What is to be drawn of the state; null: nothing is known of it. */
  take(state: OverlayState | null): void {
    this.state = state;
    this.painter?.take(state);
  }

  /** Brings everything up to date for a picture. */
  update(view: View, now: number): void {
    this.painter?.update(view, now);
  }

  dispose(): void {
    this.disposed = true;
    this.painter?.dispose();
    this.place.remove();
  }

  private async load(): Promise<void> {
    if (this.loading) return;
    this.loading = true;
    const { OverlayPainter } = await import("./painter.js");
    if (this.disposed) return;
    const painter = new OverlayPainter(this.report);
    this.painter = painter;
    this.root.add(painter.root);
    this.place.replaceWith(painter.labels.element);
    if (this.scene) painter.show(...this.scene);
    painter.setTheme();
    painter.setModel(this.model);
    painter.setShown(this.shown);
    painter.take(this.state);
    this.changed();
  }
}
