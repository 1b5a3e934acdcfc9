/** Pictures of further cameras in the corner of the view: each shows the same bodies, in a rectangle of its own. */
import { PerspectiveCamera, type Scene, type WebGLRenderer } from "three";
import type { DrawnCamera } from "../worker/protocol.js";
import type { Bodies } from "./bodies.js";
import { newSight, sightOf } from "./sight.js";

/** Height of a picture as part of the view's height, its width over its height, and the gap around it, CSS px. */
const PART = 0.28;
const ASPECT = 1.6;
const GAP = 10;
/** Free at the bottom, for the legend, CSS px. */
const LEGEND = 44;

/** A rectangle of the view from its lower left corner, CSS px. */
export interface Rectangle {
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

export class Insets {
  /** Holds the frames and names of the pictures, over the canvas. */
  readonly element = document.createElement("div");
  private cameras: readonly { readonly of: DrawnCamera; readonly camera: PerspectiveCamera }[] = [];
  private readonly sight = newSight();

  constructor() {
    this.element.className = "insets";
  }

  get empty(): boolean {
    return this.cameras.length === 0;
  }

  set(cameras: readonly DrawnCamera[]): void {
    this.cameras = cameras.map((of) => ({ of, camera: new PerspectiveCamera() }));
    this.element.replaceChildren(
      ...cameras.map(({ name }) => {
        const frame = document.createElement("figure");
        const caption = document.createElement("figcaption");
        caption.textContent = name;
        frame.append(caption);
        return frame;
      }),
    );
  }

  /** Draws every picture over the one that the renderer has just made; `reach` is the radius of the scene, m. */
  render(renderer: WebGLRenderer, scene: Scene, bodies: Bodies, reach: number): void {
    const { clientWidth, clientHeight } = renderer.domElement;
    const autoClear = renderer.autoClear;
    renderer.setScissorTest(true);
    this.cameras.forEach(({ of, camera }, k) => {
      const place = insetPlace(k, clientWidth, clientHeight);
      this.frame(k, place);
      const { eye, target, up, fieldOfView } = sightOf(of, bodies.places, this.sight);
      const distance = Math.max(1e-3, eye.distanceTo(target));
      camera.position.copy(eye);
      camera.up.copy(up);
      camera.lookAt(target);
      Object.assign(camera, {
        fov: (fieldOfView * 180) / Math.PI,
        aspect: place.width / place.height,
        near: distance / 500,
        far: 50 * distance + 4 * reach,
      });
      camera.updateProjectionMatrix();
      renderer.setViewport(place.left, place.bottom, place.width, place.height);
      renderer.setScissor(place.left, place.bottom, place.width, place.height);
      renderer.autoClear = false;
      renderer.clear();
      renderer.render(scene, camera);
    });
    renderer.autoClear = autoClear;
    renderer.setScissorTest(false);
    renderer.setViewport(0, 0, clientWidth, clientHeight);
  }

  private frame(k: number, { left, bottom, width, height }: Rectangle): void {
    const frame = this.element.children[k] as HTMLElement;
    Object.assign(frame.style, {
      left: `${left}px`,
      bottom: `${bottom}px`,
      width: `${width}px`,
      height: `${height}px`,
    });
  }
}

/** Where the picture of the k-th camera is: from the lower left corner to the right, then upwards. */
export function insetPlace(k: number, width: number, height: number): Rectangle {
  const high = Math.round(Math.min(PART * height, (width - 2 * GAP) / ASPECT));
  const wide = Math.round(ASPECT * high);
  const columns = Math.max(1, Math.floor((width - GAP) / (wide + GAP)));
  return {
    left: GAP + (k % columns) * (wide + GAP),
    bottom: LEGEND + Math.floor(k / columns) * (high + GAP),
    width: wide,
    height: high,
  };
}
