/** Handles at the selection: arrows to move it, rings to turn it. The page decides what a drag means. */
import { type Camera, Object3D, Quaternion, type Scene, type Vector2, Vector3 } from "three";
import { TransformControls } from "three/addons/controls/TransformControls.js";
import type { RigidMotion } from "../edit/placing.js";

export type HandleMode = "move" | "turn";

/** A turn snaps to this, rad. */
const SNAP_ANGLE = Math.PI / 12;

export class MoveHandle {
  private readonly controls: TransformControls;
  /** What the handles move. */
  private readonly proxy = new Object3D();
  private readonly pivot = new Vector3();

  constructor(scene: Scene, camera: Camera) {
    // without an element: the page hands the pointer on, since it has other uses for it
    this.controls = new TransformControls(camera);
    scene.add(this.proxy, this.controls.getHelper());
    this.controls.getHelper().visible = false;
  }

  get shown(): boolean {
    return this.controls.getHelper().visible;
  }

  get dragging(): boolean {
    return this.controls.dragging;
  }

  /** Whether handles are on the screen, at this place. */
  isAt(pivot: Vector3): boolean {
    return this.shown && this.pivot.equals(pivot);
  }

  /** The handle under the pointer, by the letters of its axes; empty: none. */
  get marked(): string {
    return this.shown ? (this.controls.axis ?? "") : "";
  }

  setColors(x: string, y: string, z: string, active: string): void {
    this.controls.setColors(x, y, z, active);
  }

  /** `size`: 1 is a fifth of the picture's height. */
  show(mode: HandleMode, pivot: Vector3, camera: Camera, planar: boolean, size: number): void {
    const { controls, proxy } = this;
    this.pivot.copy(pivot);
    proxy.position.copy(pivot);
    proxy.quaternion.identity();
    proxy.updateMatrixWorld();
    controls.camera = camera;
    controls.size = size;
    controls.setMode(mode === "move" ? "translate" : "rotate");
    controls.showX = controls.showY = !planar || mode === "move";
    controls.showZ = !planar || mode === "turn";
    controls.showE = controls.showXYZE = !planar;
    controls.attach(proxy);
  }

  hide(): void {
    this.release();
    this.controls.detach();
  }

  /** Marks what is under the pointer; returns whether that has changed. */
  hover(pointer: Vector2): boolean {
    const { axis } = this.controls;
    // handles have the size and place of the last picture, and there may have been none
    this.controls.getHelper().updateMatrixWorld(true);
    this.controls.pointerHover({ x: pointer.x, y: pointer.y, button: 0 } as PointerEvent);
    return axis !== this.controls.axis;
  }

  grab(pointer: Vector2): boolean {
    if (!this.shown) return false;
    this.hover(pointer);
    this.controls.pointerDown({ x: pointer.x, y: pointer.y, button: 0 } as PointerEvent);
    return this.controls.dragging;
  }

  /**
   * How the selection has been moved since the grab. `snap`: positions are multiples of it, m, and angles of 15°; 0: a
   * shift is rounded to the decimal below `pixel`, m.
   */
  drag(pointer: Vector2, snap: number, pixel: number): RigidMotion | null {
    const { controls, proxy, pivot } = this;
    if (!controls.dragging) return null;
    controls.setTranslationSnap(snap > 0 ? snap : null);
    controls.setRotationSnap(snap > 0 ? SNAP_ANGLE : null);
    controls.pointerMove({ x: pointer.x, y: pointer.y, button: -1 } as PointerEvent);
    // poses of pictures have seven figures: a shift that snaps is rounded too, but finer
    const decimals = Math.min(12, Math.max(0, Math.ceil(-Math.log10(pixel)) + (snap > 0 ? 3 : 0)));
    const shift = proxy.position
      .clone()
      .sub(pivot)
      .toArray()
      .map((x) => Number(x.toFixed(decimals)));
    return { shift, turn: TURN.copy(proxy.quaternion).normalize().toArray(), pivot: pivot.toArray() };
  }

  release(): void {
    this.controls.pointerUp({ x: 0, y: 0, button: 0 } as PointerEvent);
  }

  dispose(): void {
    this.controls.detach();
    this.controls.getHelper().removeFromParent();
    this.controls.getHelper().dispose();
    this.proxy.removeFromParent();
  }
}

const TURN = new Quaternion();
