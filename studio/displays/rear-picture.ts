/** The picture of a further camera on a canvas of its own, drawn by the same renderer. */
import { PerspectiveCamera } from "three";
import type { DisplayedScene } from "../viewport/display.js";
import { newSight, sightOf } from "../viewport/sight.js";
import type { DrawnCamera } from "../worker/protocol.js";

/** Pictures of the view for each of the camera: with a graphics card, and without. */
const EVERY = 3;
const EVERY_COARSE = 9;

export class RearPicture {
  private readonly camera = new PerspectiveCamera();
  private readonly sight = newSight();
  private count = 0;
  private readonly every: number;

  constructor(software: boolean) {
    this.every = software ? EVERY_COARSE : EVERY;
  }

  /** The next picture of the view gets one of the camera: the scene has changed as a whole. */
  refresh(): void {
    this.count = 0;
  }

  /** Draws into a corner of the renderer's canvas, which is drawn over afterwards, and copies that. */
  draw({ renderer, scene, places, reach, aside }: DisplayedScene, of: DrawnCamera, canvas: HTMLCanvasElement): void {
    if (this.count++ % this.every !== 0) return;
    const ratio = renderer.getPixelRatio();
    const { width, height } = canvas.getBoundingClientRect();
    const [w, h] = [Math.round(width), Math.round(height)];
    const { domElement } = renderer;
    if (w < 2 || h < 2 || w > domElement.clientWidth || h > domElement.clientHeight) return;
    const { eye, target, up, fieldOfView } = sightOf(of, places, this.sight);
    const { camera } = this;
    camera.position.copy(eye);
    camera.up.copy(up);
    camera.lookAt(target);
    Object.assign(camera, { fov: (fieldOfView * 180) / Math.PI, aspect: w / h, near: 0.05, far: 200 + 4 * reach });
    camera.updateProjectionMatrix();
    renderer.setScissorTest(true);
    renderer.setViewport(0, 0, w, h);
    renderer.setScissor(0, 0, w, h);
    aside(() => renderer.render(scene, camera));
    renderer.setScissorTest(false);
    renderer.setViewport(0, 0, domElement.clientWidth, domElement.clientHeight);
    const [pw, ph] = [Math.floor(w * ratio), Math.floor(h * ratio)];
    if (canvas.width !== pw || canvas.height !== ph) {
      canvas.width = pw;
      canvas.height = ph;
    }
    canvas.getContext("2d")?.drawImage(domElement, 0, domElement.height - ph, pw, ph, 0, 0, pw, ph);
  }
}
