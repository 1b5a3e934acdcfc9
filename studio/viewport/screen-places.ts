/** Where bodies are on the screen, and directions of the screen in the world. Points of the window are CSS px. */
import { type Camera, type OrthographicCamera, type PerspectiveCamera, Vector2, Vector3 } from "three";
import type { Bodies } from "./bodies.js";
import { bodyBounds } from "./body-bounds.js";

interface View {
  readonly current: PerspectiveCamera | OrthographicCamera;
  /** Height of the picture where the camera looks, m. */
  readonly viewHeight: number;
}

export class ScreenPlaces {
  private readonly canvas: HTMLCanvasElement;
  private readonly view: View;
  private readonly bodies: () => Bodies | null;

  constructor(canvas: HTMLCanvasElement, view: View, bodies: () => Bodies | null) {
    this.canvas = canvas;
    this.view = view;
    this.bodies = bodies;
  }

  get camera(): Camera {
    return this.view.current;
  }

  /** Of the picture, CSS px. */
  get height(): number {
    return Math.max(1, this.canvas.clientHeight);
  }

  /** Size of a pixel where the camera looks, m. */
  get pixel(): number {
    return this.view.viewHeight / this.height;
  }

  /** A point of the window as the camera counts: −1 … 1 to the right and up. */
  pointer(clientX: number, clientY: number): Vector2 {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    this.camera.updateMatrixWorld();
    return new Vector2((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height);
  }

  /** Where a body's centre of mass is in the window. */
  pointOf(body: number): readonly [number, number] | null {
    const place = this.bodies()?.places[body];
    return place ? this.project(place.position.clone()) : null;
  }

  /** Axes of the picture in the world: to the right, and up. */
  get axes(): { readonly right: Vector3; readonly up: Vector3 } {
    const { quaternion } = this.camera;
    return {
      right: new Vector3(1, 0, 0).applyQuaternion(quaternion),
      up: new Vector3(0, 1, 0).applyQuaternion(quaternion),
    };
  }

  /** Middle of some bodies' centres of mass, m. */
  middleOf(chosen: readonly number[]): Vector3 | null {
    const places = chosen.flatMap((body) => this.bodies()?.places[body] ?? []);
    if (places.length === 0) return null;
    const middle = new Vector3();
    for (const { position } of places) middle.addScaledVector(position, 1 / places.length);
    return middle;
  }

  /** Bodies that have a shape and whose middle is within a rectangle of the window. */
  within(left: number, top: number, right: number, bottom: number): number[] {
    const bodies = this.bodies();
    if (!bodies?.placed) return [];
    const bounds = bodyBounds(bodies);
    this.camera.updateMatrixWorld();
    return bodies.places.flatMap((_, b) => {
      const [x0, y0, z0, x1, y1, z1] = bounds.subarray(6 * b, 6 * b + 6);
      const middle = new Vector3((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2);
      if (!middle.toArray().every(Number.isFinite)) return [];
      const [x, y] = this.project(middle);
      return middle.z < 1 && x >= left && x <= right && y >= top && y <= bottom ? [b] : [];
    });
  }

  /** Extent of some bodies along x, m. */
  widthOf(chosen: readonly number[]): number {
    const bodies = this.bodies();
    const bounds = bodies ? bodyBounds(bodies) : new Float32Array(0);
    const [low, high] = [0, 3].map((o) => chosen.map((b) => bounds[6 * b + o]).filter(Number.isFinite));
    return low.length > 0 ? Math.max(...high) - Math.min(...low) : 0;
  }

  /** A point of the world in the window; `point` becomes what the camera makes of it. */
  private project(point: Vector3): readonly [number, number] {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    const { x, y } = point.project(this.camera);
    return [left + (0.5 + 0.5 * x) * width, top + (0.5 - 0.5 * y) * height];
  }
}
