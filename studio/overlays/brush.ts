/** What overlays paint with: batches of lines and marks, colours, and how large a pixel is anywhere in the scene. */
import { type Camera, type Color, type PerspectiveCamera, Vector3 } from "three";
import type { Bodies } from "../viewport/bodies.js";
import { LINE_STYLE, type LineBatch } from "../viewport/lines.js";
import { MARK, type MarkBatch } from "../viewport/marks.js";
import type { SceneDescription } from "../worker/protocol.js";
import type { OverlayColors } from "./colors.js";
import { LONGEST, SHORTEST, shaftWidth } from "./force-scale.js";

export class Brush {
  /** Over everything, and where bodies hide them. */
  readonly over: LineBatch;
  readonly inside: LineBatch;
  readonly marks: MarkBatch;
  scene: SceneDescription;
  bodies: Bodies;
  colors: OverlayColors;
  camera: Camera;
  /** Metres per pixel where the camera looks, and height of the view there (m) and on the screen (px). */
  pixel = 1;
  height = 1;
  heightPixels = 1;
  private readonly eye = new Vector3();
  private readonly forward = new Vector3();

  constructor(
    batches: { readonly over: LineBatch; readonly inside: LineBatch; readonly marks: MarkBatch },
    scene: SceneDescription,
    bodies: Bodies,
    colors: OverlayColors,
    camera: Camera,
  ) {
    this.over = batches.over;
    this.inside = batches.inside;
    this.marks = batches.marks;
    this.scene = scene;
    this.bodies = bodies;
    this.colors = colors;
    this.camera = camera;
  }

  /** Looks through a camera; `height` is that of the view where it looks, m, and on the screen, px. */
  look(camera: Camera, height: number, pixels: number): void {
    this.camera = camera;
    this.height = height;
    this.heightPixels = pixels;
    this.pixel = height / pixels;
    camera.getWorldPosition(this.eye);
    camera.getWorldDirection(this.forward);
  }

  /** Metres per pixel at a point. */
  pixelAt(x: number, y: number, z: number): number {
    const { isPerspectiveCamera, fov } = this.camera as PerspectiveCamera;
    if (!isPerspectiveCamera) return this.pixel;
    const { eye, forward } = this;
    const depth = (x - eye.x) * forward.x + (y - eye.y) * forward.y + (z - eye.z) * forward.z;
    return (2 * Math.tan((fov * Math.PI) / 360) * Math.max(depth, 0)) / this.heightPixels;
  }

  /**
   * An arrow for a force at a point, `scale` N per metre: a dot where it would be shorter than 6 px, cut off with a
   * double head beyond 40 % of the height of the view. `dot`: whether short ones are to be seen at all.
   */
  force(
    x: number,
    y: number,
    z: number,
    fx: number,
    fy: number,
    fz: number,
    scale: number,
    color: Color,
    dot = true,
  ): void {
    const size = Math.hypot(fx, fy, fz);
    if (!(size > 0) || !(scale > 0)) return;
    const pixel = this.pixelAt(x, y, z) || this.pixel;
    const pixels = size / scale / pixel;
    if (pixels < SHORTEST) {
      if (dot) this.marks.put(x, y, z, color, 2.5, MARK.dot);
      return;
    }
    const most = LONGEST * this.heightPixels;
    const length = (Math.min(pixels, most) * pixel) / size;
    this.over.paint(color);
    const style = pixels > most ? LINE_STYLE.double : LINE_STYLE.arrow;
    const width = 2 * shaftWidth(Math.min(pixels, most));
    this.over.put(x, y, z, x + length * fx, y + length * fy, z + length * fz, width, -1, style);
  }

  /** The twelve sides of a box, min and max. */
  box(batch: LineBatch, b: ArrayLike<number>, o: number, width: number, style: number): void {
    const [x0, y0, z0, x1, y1, z1] = [b[o], b[o + 1], b[o + 2], b[o + 3], b[o + 4], b[o + 5]];
    const flat = this.scene.planar;
    for (const z of flat ? [0] : [z0, z1]) {
      batch.put(x0, y0, z, x1, y0, z, width, -1, style);
      batch.put(x1, y0, z, x1, y1, z, width, -1, style);
      batch.put(x1, y1, z, x0, y1, z, width, -1, style);
      batch.put(x0, y1, z, x0, y0, z, width, -1, style);
    }
    if (flat) return;
    for (const x of [x0, x1]) for (const y of [y0, y1]) batch.put(x, y, z0, x, y, z1, width, -1, style);
  }
}
