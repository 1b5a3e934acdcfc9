/** Pictures for two eyes. */
import { PerspectiveCamera } from "three";
import type { DisplayedScene } from "../viewport/display.js";
import { setFrustum } from "./camera.js";
import { eyeFrustum, type StereoSettings } from "./frustum.js";

const SIDES = [-1, 1] as const;

export class Stereo {
  private readonly eye = new PerspectiveCamera();

  /** Half a picture for each eye, squeezed to half its width as 3D screens expect it: left, right. */
  drawSideBySide(view: DisplayedScene, settings: StereoSettings): void {
    const { renderer } = view;
    const { clientWidth, clientHeight } = renderer.domElement;
    const half = Math.floor(clientWidth / 2);
    renderer.setScissorTest(true);
    this.forEyes(view, settings, (side) => {
      const left = side < 0 ? 0 : half;
      renderer.setViewport(left, 0, half, clientHeight);
      renderer.setScissor(left, 0, half, clientHeight);
    });
    renderer.setScissorTest(false);
    renderer.setViewport(0, 0, clientWidth, clientHeight);
  }

  /** Red for the left eye, green and blue for the right one, over each other. */
  drawAnaglyph(view: DisplayedScene, settings: StereoSettings): void {
    const { renderer } = view;
    const gl = renderer.getContext();
    const { color } = renderer.state.buffers;
    renderer.clear();
    const { autoClear } = renderer;
    renderer.autoClear = false;
    this.forEyes(view, settings, (side) => {
      color.setLocked(false);
      renderer.clearDepth();
      gl.colorMask(side < 0, side > 0, side > 0, true);
      color.setLocked(true);
    });
    color.setLocked(false);
    gl.colorMask(true, true, true, true);
    color.setMask(true);
    renderer.autoClear = autoClear;
  }

  private forEyes(view: DisplayedScene, settings: StereoSettings, before: (side: -1 | 1) => void): void {
    const { renderer, scene, camera, aside } = view;
    camera.updateMatrixWorld();
    SIDES.forEach((side, k) => {
      this.eye.position.setFromMatrixPosition(camera.matrixWorld);
      this.eye.quaternion.setFromRotationMatrix(camera.matrixWorld);
      this.eye.translateX(side * 0.5 * settings.eyes);
      this.eye.updateMatrixWorld();
      const field = (camera.fov * Math.PI) / 180;
      setFrustum(this.eye, eyeFrustum(field, camera.aspect, settings, side, camera.near, camera.far));
      before(side);
      const draw = () => renderer.render(scene, this.eye);
      if (k === 0) draw();
      else aside(draw);
    });
  }
}
