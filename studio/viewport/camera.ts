/** The camera: orbiting in space, flat in the plane. */
import { MOUSE, OrthographicCamera, PerspectiveCamera, TOUCH, Vector3 } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { SceneDescription } from "../worker/protocol.js";

/** Field of view, °. */
const FIELD_OF_VIEW = 29;
const TAN = Math.tan((FIELD_OF_VIEW * Math.PI) / 360);
/** From where a scene without a view of its own is seen. */
const DIRECTION = new Vector3(0.55, -0.8, 0.42).normalize();
/** Narrowest window, width over height, that a scene's own view is made for. */
const MIN_ASPECT = 1.3;
/** Turn (rad), shift (px) and zoom of one key press. */
const KEY_TURN = Math.PI / 36;
const KEY_SHIFT = 40;
const KEY_ZOOM = 0.9;

export class CameraRig {
  readonly perspective = new PerspectiveCamera(FIELD_OF_VIEW, 1);
  readonly orthographic = new OrthographicCamera();
  private readonly element: HTMLElement;
  private readonly changed: () => void;
  private controls: OrbitControls;
  private planar = false;
  private width = 1;
  private height = 1;
  /** Height of the view in a planar scene at zoom 1, m. */
  private span = 2;

  constructor(element: HTMLElement, changed: () => void) {
    this.element = element;
    this.changed = changed;
    this.perspective.up.set(0, 0, 1);
    this.controls = this.connect();
  }

  get current(): PerspectiveCamera | OrthographicCamera {
    return this.planar ? this.orthographic : this.perspective;
  }

  get target(): Vector3 {
    return this.controls.target;
  }

  /** How far the eye is from what it looks at, m; in the plane, how far an eye with the same view would be. */
  get distance(): number {
    if (this.planar) return this.span / this.orthographic.zoom / (2 * TAN);
    return this.perspective.position.distanceTo(this.controls.target);
  }

  /** Takes the scene's view, or fits its bounds. */
  show(scene: SceneDescription): void {
    this.controls.dispose();
    this.planar = scene.planar;
    const { eye, target } = viewOf(scene, this.width / this.height);
    if (scene.planar) {
      this.span = 2 * TAN * eye.distanceTo(target);
      this.orthographic.zoom = 1;
      this.orthographic.position.set(target.x, target.y, 10);
    } else {
      this.perspective.position.copy(eye);
    }
    this.controls = this.connect();
    this.controls.target.copy(scene.planar ? target.setZ(0) : target);
    this.resize(this.width, this.height);
    this.controls.update();
    this.changed();
  }

  resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
    this.perspective.aspect = width / height;
    const half = this.span / 2;
    const wide = (half * width) / height;
    Object.assign(this.orthographic, { left: -wide, right: wide, top: half, bottom: -half, near: 0.1, far: 20 });
    this.update();
  }

  /** Moves on with the damping; returns whether the view is still changing. */
  update(): boolean {
    const moving = this.controls.update();
    const { distance } = this;
    this.perspective.near = distance / 50;
    this.perspective.far = 50 * distance;
    this.perspective.updateProjectionMatrix();
    this.orthographic.updateProjectionMatrix();
    return moving;
  }

  /** Arrows turn, with Shift they shift; + and − zoom. Returns whether the key meant anything. */
  key({ key, shiftKey }: KeyboardEvent): boolean {
    const arrow = ARROWS[key];
    if (arrow && (shiftKey || this.planar)) this.controls.pan(-KEY_SHIFT * arrow[0], KEY_SHIFT * arrow[1]);
    else if (arrow) {
      this.controls.rotateLeft(-KEY_TURN * arrow[0]);
      this.controls.rotateUp(KEY_TURN * arrow[1]);
    } else if (key === "+" || key === "=") this.zoom(KEY_ZOOM);
    else if (key === "-" || key === "−") this.zoom(1 / KEY_ZOOM);
    else return false;
    this.changed();
    return true;
  }

  dispose(): void {
    this.controls.dispose();
  }

  private zoom(factor: number): void {
    if (this.planar) this.orthographic.zoom /= factor;
    else this.perspective.position.sub(this.target).multiplyScalar(factor).add(this.target);
  }

  private connect(): OrbitControls {
    const controls = new OrbitControls(this.current, this.element);
    controls.enableDamping = true;
    controls.dampingFactor = 0.15;
    controls.zoomToCursor = true;
    if (this.planar) {
      controls.enableRotate = false;
      controls.mouseButtons = { LEFT: MOUSE.PAN, MIDDLE: MOUSE.DOLLY, RIGHT: MOUSE.PAN };
      controls.touches = { ONE: TOUCH.PAN, TWO: TOUCH.DOLLY_PAN };
    }
    controls.addEventListener("change", this.changed);
    return controls;
  }
}

const ARROWS: Record<string, readonly [number, number] | undefined> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Eye and target of a scene. */
function viewOf(scene: SceneDescription, aspect: number): { eye: Vector3; target: Vector3 } {
  const [x0, y0, z0, x1, y1, z1] = scene.bounds ?? [-1, -1, -1, 1, 1, 1];
  const target = scene.target ? new Vector3(...scene.target) : new Vector3(x0 + x1, y0 + y1, z0 + z1).divideScalar(2);
  if (scene.eye) {
    // a narrow window steps back, so that it shows as much to the sides
    const back = Math.max(1, MIN_ASPECT / aspect);
    return { eye: new Vector3(...scene.eye).sub(target).multiplyScalar(back).add(target), target };
  }
  const radius = Math.max(0.5 * Math.hypot(x1 - x0, y1 - y0, z1 - z0), 1e-3);
  const distance = (1.3 * radius) / (TAN * Math.min(1, aspect));
  const direction = scene.planar ? new Vector3(0, 0, 1) : DIRECTION;
  return { eye: target.clone().addScaledVector(direction, distance), target };
}
