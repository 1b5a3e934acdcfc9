/** Handles that move the selection in the view: loaded when they are first shown, drawn over everything. */
import type { Scene } from "three";
import type { RigidMotion } from "../edit/placing.js";
import { token } from "../theme.js";
import type { HandleMode, MoveHandle } from "./move-handle.js";
import { movedPoses } from "./moved-poses.js";
import type { ScreenPlaces } from "./screen-places.js";

/** In a picture lower than this (px) handles take a larger part of it, so that they can be hit. */
const TALL = 560;

/** What the handles need of the view. */
interface Surroundings {
  planar(): boolean;
  /** Of the grid, m. */
  cell(): number;
  /** Draws the bodies at these poses. */
  place(poses: Float32Array): void;
  changed(): void;
}

export class Handles {
  private readonly scene: Scene;
  private readonly screen: ScreenPlaces;
  private readonly around: Surroundings;
  private handle: MoveHandle | null = null;
  private poses = new Float32Array(0);
  /** What the handles are for; null: there are none. */
  private wanted: { readonly mode: HandleMode; readonly chosen: readonly number[] } | null = null;
  /** Counts calls of `put`: one that waits for the module may be outdated. */
  private puts = 0;
  private ended = false;

  constructor(scene: Scene, screen: ScreenPlaces, around: Surroundings) {
    this.scene = scene;
    this.screen = screen;
    this.around = around;
  }

  /** A new frame is drawn. */
  took(poses: Float32Array): void {
    if (this.poses.length !== poses.length) this.poses = new Float32Array(poses.length);
    this.poses.set(poses);
  }

  /** Handles at the middle of some bodies; null: none. */
  show(mode: HandleMode | null, chosen: readonly number[]): void {
    this.wanted = mode && { mode, chosen };
    this.put();
  }

  /** The bodies have other places, or are those of another scene: the handles go along, unless a drag moves them. */
  follow(): void {
    const { wanted, handle } = this;
    if (!wanted || handle?.dragging) return;
    const pivot = this.screen.middleOf(wanted.chosen);
    if (pivot ? !handle?.isAt(pivot) : handle?.shown) this.put();
  }

  private put(): void {
    const ticket = ++this.puts;
    const { wanted } = this;
    const pivot = wanted && this.screen.middleOf(wanted.chosen);
    if (!wanted || !pivot) {
      this.handle?.hide();
      this.around.changed();
      return;
    }
    const put = (handle: MoveHandle) => {
      handle.setColors(token("err"), token("ok"), token("stick"), token("accent-text"));
      const size = Math.max(1, Math.min(2, TALL / this.screen.height));
      handle.show(wanted.mode, pivot, this.screen.camera, this.around.planar(), size);
      this.around.changed();
    };
    if (this.handle) put(this.handle);
    else
      void import("./move-handle.js").then(({ MoveHandle }) => {
        if (this.ended) return;
        this.handle ??= new MoveHandle(this.scene, this.screen.camera);
        if (ticket === this.puts) put(this.handle);
      });
  }

  /** Whether handles are on the screen. */
  get shown(): boolean {
    return this.handle?.shown ?? false;
  }

  /** Marks the handle at a point of the window (CSS px); returns the letters of its axes, empty for none. */
  hover(clientX: number, clientY: number): string {
    if (!this.handle?.shown) return "";
    if (this.handle.hover(this.screen.pointer(clientX, clientY))) this.around.changed();
    return this.handle.marked;
  }

  /** Takes hold of the handle at a point of the window (CSS px), if there is one. */
  grab(clientX: number, clientY: number): boolean {
    return this.handle?.grab(this.screen.pointer(clientX, clientY)) ?? false;
  }

  /** How the handle has been moved since it was grabbed; `snaps`: by tenths of the grid's cell and by 15°. */
  drag(clientX: number, clientY: number, snaps: boolean): RigidMotion | null {
    const snap = snaps ? this.around.cell() / 10 : 0;
    const motion = this.handle?.drag(this.screen.pointer(clientX, clientY), snap, this.screen.pixel) ?? null;
    this.around.changed();
    return motion;
  }

  release(): void {
    this.handle?.release();
    this.around.changed();
  }

  /** Draws bodies as if they had been moved; null: where they are. */
  preview(chosen: readonly number[], motion: RigidMotion | null): void {
    if (this.poses.length > 0) this.around.place(motion ? movedPoses(this.poses, chosen, motion) : this.poses);
    this.around.changed();
  }

  dispose(): void {
    this.ended = true;
    this.handle?.dispose();
  }
}
