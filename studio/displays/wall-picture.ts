/** Screens side by side about the eye: all in one window, or one of them in a window of its own. */
import { Matrix4, PerspectiveCamera } from "three";
import type { DisplayedScene } from "../viewport/display.js";
import { setFrustum } from "./camera.js";
import { sightThrough, wallScreens } from "./frustum.js";

/** Angle of each screen, rad: 45°. */
const ANGLE = Math.PI / 4;
const DISTANCE = 1;

export class WallPicture {
  private readonly camera = new PerspectiveCamera();

  /** `only`: the number of one screen, from 0 on the left; null: all of them. */
  draw({ renderer, scene, camera, aside }: DisplayedScene, count: number, only: number | null): void {
    const { clientWidth, clientHeight } = renderer.domElement;
    const shown = only === null ? Array.from({ length: count }, (_, k) => k) : [only];
    const width = Math.floor(clientWidth / shown.length);
    const wide = 2 * DISTANCE * Math.tan(ANGLE / 2);
    const screens = wallScreens(count, wide, (wide * clientHeight) / width, DISTANCE);
    camera.updateMatrixWorld();
    renderer.setScissorTest(true);
    shown.forEach((k, place) => {
      const { right, up, back, frustum } = sightThrough(screens[k], [0, 0, 0], camera.near, camera.far);
      TURN.set(right[0], up[0], back[0], 0, right[1], up[1], back[1], 0, right[2], up[2], back[2], 0, 0, 0, 0, 1);
      TURN.premultiply(camera.matrixWorld).decompose(this.camera.position, this.camera.quaternion, this.camera.scale);
      this.camera.updateMatrixWorld();
      setFrustum(this.camera, frustum);
      renderer.setViewport(place * width, 0, width, clientHeight);
      renderer.setScissor(place * width, 0, width, clientHeight);
      const draw = () => renderer.render(scene, this.camera);
      if (place === 0) draw();
      else aside(draw);
    });
    renderer.setScissorTest(false);
    renderer.setViewport(0, 0, clientWidth, clientHeight);
  }
}

const TURN = new Matrix4();
