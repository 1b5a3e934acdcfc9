/** The camera: orbiting in space, flat in the plane; it may follow a body, be towed by it on a spring, or sit on it. */
import { MOUSE, OrthographicCamera, PerspectiveCamera, TOUCH, Vector3 } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { SceneDescription } from "../worker/protocol.js";
import type { Place } from "./bodies.js";
import type { CameraMode } from "./camera-modes.js";
import { FirstPerson } from "./first-person.js";
import { Flight, type Sight } from "./flight.js";
import { SpringTow } from "./spring-tow.js";

/** Field of view, °. */
const FIELD_OF_VIEW = 29;
const TAN = Math.tan((FIELD_OF_VIEW * Math.PI) / 360);
/** Default view of a scene. */
const DIRECTION = new Vector3(0.55, -0.8, 0.42).normalize();
/** Narrowest window, width over height, that a scene's own view is made for. */
const MIN_ASPECT = 1.3;
/** Turn (rad), shift (px) and zoom of one key press. */
const KEY_TURN = Math.PI / 36;
const KEY_SHIFT = 40;
const KEY_ZOOM = 0.9;
/** Margin around the framed object. */
const ROOM = 1.3;
/** Longest time between two pictures that a camera moves on by, s. */
const LONGEST = 0.1;

/** The body that a camera goes with: where it is now, and how large it is, m. */
export interface Companion {
  readonly place: Place;
  readonly radius: number;
}

export class CameraRig {
  readonly perspective = new PerspectiveCamera(FIELD_OF_VIEW, 1);
  readonly orthographic = new OrthographicCamera();
  mode: CameraMode = "orbit";
  private readonly element: HTMLElement;
  private readonly changed: () => void;
  private controls: OrbitControls;
  private planar = false;
  private width = 1;
  private height = 1;
  /** Height of the view in a planar scene at zoom 1, m. */
  private span = 2;
  private flight: Flight | null = null;
  /** The scene whose own view this still is: it fits every size of the window until somebody moves it. */
  private untouched: SceneDescription | null = null;
  private companion: Companion | null = null;
  /** Where the companion was in the last picture. */
  private readonly before = new Vector3();
  private readonly tow = new SpringTow();
  private readonly first: FirstPerson;
  private now = 0;

  constructor(element: HTMLElement, changed: () => void) {
    this.element = element;
    this.changed = changed;
    this.perspective.up.set(0, 0, 1);
    this.first = new FirstPerson(element, this.perspective, changed);
    this.controls = this.connect();
  }

  get current(): PerspectiveCamera | OrthographicCamera {
    return this.planar ? this.orthographic : this.perspective;
  }

  get target(): Vector3 {
    return this.controls.target;
  }

  /** Distance of the eye from its target, m; in the plane, that of an eye with the same view. */
  get distance(): number {
    if (this.planar) return this.span / this.orthographic.zoom / (2 * TAN);
    return this.perspective.position.distanceTo(this.controls.target);
  }

  /** Height of the view where the camera looks, m. */
  get viewHeight(): number {
    return 2 * TAN * this.distance;
  }

  /** Takes the scene's view, or fits its bounds. */
  show(scene: SceneDescription): void {
    this.setMode("orbit", null);
    this.flight = null;
    this.controls.dispose();
    this.planar = scene.planar;
    this.controls = this.connect();
    this.untouched = scene;
    this.resize(this.width, this.height);
    this.controls.update();
    this.changed();
  }

  /** Flies to the scene's own view. */
  flyHome(scene: SceneDescription): void {
    const { eye, target } = viewOf(scene, this.width / this.height);
    if (scene.planar) this.flyTo(target, (2 * TAN * eye.distanceTo(target)) / 2 / ROOM);
    else this.fly({ eye, target, zoom: 1 });
  }

  /** Flies to where a ball of this radius (m) about a point fills the view, and looks at it from the same side. */
  flyTo(center: Vector3, radius: number): void {
    const aspect = Math.min(1, this.width / this.height);
    const distance = (ROOM * Math.max(radius, 1e-3)) / (TAN * aspect);
    if (this.planar) {
      const target = center.clone().setZ(0);
      const zoom = this.span / (2 * ROOM * Math.max(radius, 1e-3)) / (1 / aspect);
      this.fly({ eye: target.clone().setZ(10), target, zoom });
      return;
    }
    const eye = this.perspective.position.clone().sub(this.target);
    if (eye.lengthSq() === 0) eye.copy(DIRECTION);
    this.fly({ eye: eye.setLength(distance).add(center), target: center.clone(), zoom: 1 });
  }

  /** Another camera; all but the orbit follow a body, and stay in place without one. */
  setMode(mode: CameraMode, companion: Companion | null): void {
    this.untouched = null;
    const next = mode === "first" && this.planar ? "orbit" : mode;
    if (this.mode === "first" && next !== "first") this.leaveFirst();
    this.mode = next;
    this.companion = companion;
    if (companion) this.before.copy(companion.place.position);
    this.controls.enabled = next !== "first";
    if (next === "first") this.first.enter(companion, this.distance);
    else if (next !== "orbit" && companion) this.comeTo(companion);
    this.tow.begin(this.target);
    this.changed();
  }

  /** Goes on with the same body, which another model has put elsewhere in memory. */
  rejoin(companion: Companion | null): void {
    if (this.companion) this.companion = companion;
    this.first.rejoin(companion);
  }

  resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
    this.perspective.aspect = width / height;
    if (this.untouched) this.takeView(this.untouched);
    const half = this.span / 2;
    const wide = (half * width) / height;
    Object.assign(this.orthographic, { left: -wide, right: wide, top: half, bottom: -half, near: 0.1, far: 20 });
    this.update(this.now);
  }

  /** Moves on to `now` (ms); returns whether the view is still changing. */
  update(now: number): boolean {
    const dt = Math.min(LONGEST, Math.max(0, (now - this.now) / 1000));
    this.now = now;
    const moving = this.flight ? this.flyOn(now) : this.goOn(dt);
    const { distance } = this;
    this.perspective.near = this.mode === "first" ? distance / 500 : distance / 50;
    this.perspective.far = 50 * distance;
    this.perspective.updateProjectionMatrix();
    this.orthographic.updateProjectionMatrix();
    return moving;
  }

  /**
   * Arrows turn, with Shift they shift; + and − zoom; W A S D fly where one looks freely. Returns whether the key meant
   * anything.
   */
  key(event: KeyboardEvent): boolean {
    if (this.mode === "first") return this.first.key(event);
    const { key, shiftKey } = event;
    const arrow = ARROWS[key];
    if (arrow && (shiftKey || this.planar)) this.controls.pan(-KEY_SHIFT * arrow[0], KEY_SHIFT * arrow[1]);
    else if (arrow) {
      this.controls.rotateLeft(-KEY_TURN * arrow[0]);
      this.controls.rotateUp(KEY_TURN * arrow[1]);
    } else if (key === "+" || key === "=") this.zoom(KEY_ZOOM);
    else if (key === "-" || key === "−") this.zoom(1 / KEY_ZOOM);
    else return false;
    this.untouched = null;
    this.changed();
    return true;
  }

  dispose(): void {
    this.controls.dispose();
    this.first.dispose();
  }

  private takeView(scene: SceneDescription): void {
    const { eye, target } = viewOf(scene, this.width / this.height);
    if (scene.planar) {
      this.span = 2 * TAN * eye.distanceTo(target);
      this.orthographic.zoom = 1;
      this.orthographic.position.set(target.x, target.y, 10);
    } else {
      this.perspective.position.copy(eye);
    }
    this.controls.target.copy(scene.planar ? target.setZ(0) : target);
  }

  private fly(to: Sight): void {
    this.untouched = null;
    if (this.mode === "first") this.setMode("orbit", null);
    const { current, target } = this;
    const from = { eye: current.position.clone(), target: target.clone(), zoom: this.orthographic.zoom };
    this.flight = new Flight(from, to, performance.now());
    this.controls.enabled = false;
    this.changed();
  }

  private flyOn(now: number): boolean {
    const { zoom, over } = this.flight?.at(now, EYE, TARGET) ?? { zoom: 1, over: true };
    this.target.copy(TARGET);
    if (this.planar) {
      this.orthographic.zoom = zoom;
      this.orthographic.position.set(TARGET.x, TARGET.y, 10);
    } else {
      this.perspective.position.copy(EYE);
      this.perspective.lookAt(TARGET);
    }
    if (over) {
      this.flight = null;
      this.controls.enabled = true;
      this.controls.update();
      this.tow.begin(this.target);
      if (this.companion) this.before.copy(this.companion.place.position);
    }
    return true;
  }

  private goOn(dt: number): boolean {
    if (this.mode === "first") return this.first.update(dt, this.target);
    if (this.companion && this.mode === "follow") {
      DELTA.subVectors(this.companion.place.position, this.before);
      if (this.planar) DELTA.z = 0;
      this.current.position.add(DELTA);
      this.target.add(DELTA);
      this.before.copy(this.companion.place.position);
    }
    let towing = false;
    if (this.companion && this.mode === "spring")
      towing = this.tow.update(this.companion.place.position, this.current.position, this.target, dt, this.planar);
    return this.controls.update() || towing;
  }

  /** Looks at the companion; the eye comes along. */
  private comeTo({ place, radius }: Companion): void {
    const { position } = place;
    const near = ROOM * Math.max(radius, 1e-3);
    // objects far too large or too small on the screen are rescaled
    const seen = near / (TAN * this.distance);
    if (seen > 0.9 || seen < 0.05) this.flyTo(position, 3 * radius);
    else {
      DELTA.subVectors(position, this.target);
      if (this.planar) DELTA.z = 0;
      const { current, target } = this;
      const [eye, at] = [current.position.clone().add(DELTA), target.clone().add(DELTA)];
      this.fly({ eye, target: at, zoom: this.orthographic.zoom });
    }
  }

  /** Goes on from where the first person looked. */
  private leaveFirst(): void {
    this.first.leave(this.target);
    this.perspective.up.set(0, 0, 1);
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
    controls.addEventListener("start", () => {
      this.untouched = null;
    });
    return controls;
  }
}

const EYE = new Vector3();
const TARGET = new Vector3();
const DELTA = new Vector3();

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
  const distance = (ROOM * radius) / (TAN * Math.min(1, aspect));
  const direction = scene.planar ? new Vector3(0, 0, 1) : DIRECTION;
  return { eye: target.clone().addScaledVector(direction, distance), target };
}
