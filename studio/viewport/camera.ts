/** The camera: orbiting in space, flat in the plane; it may follow a body, be towed by it on a spring, or sit on it. */
import { MOUSE, OrthographicCamera, PerspectiveCamera, TOUCH, Vector3 } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { SceneDescription } from "../worker/protocol.js";
import type { Bodies, Place } from "./bodies.js";
import type { CameraMode } from "./camera-modes.js";
import { FirstPerson } from "./first-person.js";
import { Flight, type Sight } from "./flight.js";
import { Framing } from "./framing.js";
import { DIRECTION, FIELD_OF_VIEW, homeView, ROOM, TAN } from "./home-view.js";
import { keepInView } from "./keep-in-view.js";
import { SpringTow } from "./spring-tow.js";

/** Turn (rad), shift (px) and zoom of one key press. */
const KEY_TURN = Math.PI / 36;
const KEY_SHIFT = 40;
const KEY_ZOOM = 0.9;
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
  /**
   * The scene whose own view this still is: until somebody moves it, it fits every size of the window and keeps what
   * moves in the picture.
   */
  private untouched: SceneDescription | null = null;
  /** The scene to whose own view a flight leads. */
  private homeward: SceneDescription | null = null;
  private framing: Framing | null = null;
  private bodies: Bodies | null = null;
  /** Whether a pointer is down: what it moves is somebody's own view. */
  private held = false;
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
    // a wheel moves the view after its event has ended
    element.addEventListener("wheel", this.wheel, { passive: true });
    this.first = new FirstPerson(element, this.perspective, changed);
    this.controls = this.connect();
  }

  private readonly wheel = (): void => {
    this.untouched = null;
    this.homeward = null;
  };

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

  /** Takes the scene's view, or fits its bounds; it keeps these bodies in the picture until somebody moves it. */
  show(scene: SceneDescription, bodies: Bodies): void {
    this.join(scene, bodies);
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

  /** The bodies of the scene, which another model may have put elsewhere in memory. */
  join(scene: SceneDescription, bodies: Bodies): void {
    this.bodies = bodies;
    this.framing = new Framing(scene);
  }

  /** The run begins again, and so does the scene's own view. */
  restart(): void {
    if (this.untouched && !this.flight) this.resize(this.width, this.height);
  }

  /** Flies to the scene's own view. */
  flyHome(scene: SceneDescription): void {
    const { eye, target } = homeView(scene, this.width / this.height);
    if (scene.planar) this.flyTo(target, (2 * TAN * eye.distanceTo(target)) / 2 / ROOM);
    else this.fly({ eye, target, zoom: 1 });
    this.homeward = scene;
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
    else this.setSpan(this.span);
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
    this.element.removeEventListener("wheel", this.wheel);
    this.controls.dispose();
    this.first.dispose();
  }

  private takeView(scene: SceneDescription): void {
    const { eye, target } = homeView(scene, this.width / this.height);
    if (scene.planar) {
      this.orthographic.zoom = 1;
      this.orthographic.position.set(target.x, target.y, 10);
    } else {
      this.perspective.position.copy(eye);
      this.perspective.lookAt(target);
    }
    this.setSpan(2 * TAN * eye.distanceTo(target));
    this.controls.target.copy(scene.planar ? target.setZ(0) : target);
    this.keepInView(scene, Number.POSITIVE_INFINITY);
  }

  /** Height of the view in a planar scene at zoom 1, m. */
  private setSpan(span: number): void {
    this.span = span;
    const half = span / 2;
    const wide = (half * this.width) / this.height;
    Object.assign(this.orthographic, { left: -wide, right: wide, top: half, bottom: -half, near: 0.1, far: 20 });
  }

  /** Moves the scene's own view so that what moves stays in the picture; returns whether it is still moving. */
  private keepInView(scene: SceneDescription, dt: number): boolean {
    const { framing, bodies, width, height } = this;
    if (!framing || !bodies?.placed) return false;
    const view = homeView(scene, width / height);
    const camera = this.planar ? this.orthographic : this.perspective;
    const { moving, span } = keepInView(framing, bodies, camera, this.target, view, width / height, this.span, dt);
    if (this.planar) this.setSpan(span);
    return moving;
  }

  private fly(to: Sight): void {
    this.untouched = null;
    if (this.mode === "first") this.setMode("orbit", null);
    const { current, target } = this;
    const from = { eye: current.position.clone(), target: target.clone(), zoom: this.orthographic.zoom };
    this.flight = new Flight(from, to, performance.now());
    this.homeward = null;
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
      this.untouched = this.homeward;
      this.homeward = null;
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
    if (this.untouched && !this.held) return this.keepInView(this.untouched, dt) || this.controls.update();
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
    this.held = false;
    const controls = new OrbitControls(this.current, this.element);
    controls.enableDamping = true;
    controls.dampingFactor = 0.15;
    controls.zoomToCursor = true;
    if (this.planar) {
      controls.enableRotate = false;
      controls.mouseButtons = { LEFT: MOUSE.PAN, MIDDLE: MOUSE.DOLLY, RIGHT: MOUSE.PAN };
      controls.touches = { ONE: TOUCH.PAN, TWO: TOUCH.DOLLY_PAN };
    }
    controls.addEventListener("start", () => {
      this.held = true;
    });
    controls.addEventListener("change", () => {
      if (this.held) this.untouched = null;
      this.changed();
    });
    controls.addEventListener("end", () => {
      this.held = false;
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
