/**
 * The camera of the view: orbiting in space, flat in the plane; it may go with a body, be one of the scene's own, or
 * follow the path of a film. Every way of looking says where the eye wants to be in this very picture, from the poses
 * that it draws; a change from one to another is a flight to that place, which moves on meanwhile.
 */
import { OrthographicCamera, PerspectiveCamera, Vector3 } from "three";
import type { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { DrawnCamera, SceneDescription } from "../worker/protocol.js";
import type { Bodies, Place } from "./bodies.js";
import type { CameraMode } from "./camera-modes.js";
import type { CameraPath } from "./camera-path.js";
import { FirstPerson } from "./first-person.js";
import { Flight } from "./flight.js";
import { Framing } from "./framing.js";
import { DIRECTION, FIELD_OF_VIEW, homeView, ROOM } from "./home-view.js";
import { keepInView } from "./keep-in-view.js";
import { orbitControls } from "./orbit.js";
import { halfHeight, newSight, type Sight, sightOf } from "./sight.js";
import { SpringTow } from "./spring-tow.js";

/** Turn (rad), shift (px) and zoom of one key press. */
const KEY_TURN = Math.PI / 36;
const KEY_SHIFT = 40;
const KEY_ZOOM = 0.9;
/** Longest time between two pictures that a camera moves on by, s. */
const LONGEST = 0.1;
const RADIANS = Math.PI / 180;
/** Height of the eye over a flat scene, m. */
const FLAT = 10;

/** The body that a camera goes with: where it is now, and how large it is, m. */
export interface Companion {
  readonly place: Place;
  readonly radius: number;
}

export class CameraRig {
  readonly perspective = new PerspectiveCamera(FIELD_OF_VIEW, 1);
  readonly orthographic = new OrthographicCamera();
  mode: CameraMode = "orbit";
  /** The camera of the scene that is shown, null: none. */
  named: DrawnCamera | null = null;
  /** Simulated time of the picture, s: where on its path the camera is. */
  time = 0;
  private readonly element: HTMLElement;
  private readonly changed: () => void;
  private readonly left: () => void;
  private controls: OrbitControls;
  private planar = false;
  private width = 1;
  private height = 1;
  /** Height of the view in a planar scene at zoom 1, m. */
  private span = 2;
  /** The flight that is under way, and where the camera would be without it. */
  private flight: Flight | null = null;
  private readonly own = newSight();
  /**
   * The scene whose own view this still is: until somebody moves it, it fits every size of the window and keeps what
   * moves in the picture.
   */
  private untouched: SceneDescription | null = null;
  private framing: Framing | null = null;
  private bodies: Bodies | null = null;
  private path: CameraPath | null = null;
  /** Radius of the scene, m. */
  reach = 0;
  /** Whether a pointer is down: what it moves is somebody's own view. */
  private held = false;
  private companion: Companion | null = null;
  /** Where the companion was in the last picture. */
  private readonly before = new Vector3();
  private readonly tow = new SpringTow();
  private readonly first: FirstPerson;
  private now = 0;

  /** `changed`: another picture is needed; `left`: a pointer has turned a camera of the scene and so left it. */
  constructor(element: HTMLElement, changed: () => void, left: () => void = () => {}) {
    this.element = element;
    this.changed = changed;
    this.left = left;
    this.perspective.up.set(0, 0, 1);
    // a wheel moves the view after its event has ended
    element.addEventListener("wheel", this.wheel, { passive: true });
    this.first = new FirstPerson(element, this.perspective, changed);
    this.controls = this.connect();
  }

  private readonly wheel = (): void => {
    if (this.flight) return;
    this.untouched = null;
    this.leaveNamed();
  };

  get current(): PerspectiveCamera | OrthographicCamera {
    return this.planar ? this.orthographic : this.perspective;
  }

  get target(): Vector3 {
    return this.controls.target;
  }

  /** Distance of the eye from its target, m; in the plane, that of an eye with the same view. */
  get distance(): number {
    if (this.planar) return this.span / this.orthographic.zoom / (2 * this.tan);
    return this.perspective.position.distanceTo(this.controls.target);
  }

  /** Height of the view where the camera looks, m. */
  get viewHeight(): number {
    return 2 * this.tan * this.distance;
  }

  /** Takes the scene's view, or fits its bounds; it keeps these bodies in the picture until somebody moves it. */
  show(scene: SceneDescription, bodies: Bodies): void {
    this.join(scene, bodies);
    this.begin("orbit", null);
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
    const [x0, y0, z0, x1, y1, z1] = scene.bounds ?? [0, 0, 0, 0, 0, 0];
    this.reach = 0.5 * Math.hypot(x1 - x0, y1 - y0, z1 - z0);
  }

  /** The run begins again, and so does the scene's own view. */
  restart(): void {
    if (this.untouched && !this.flight) this.resize(this.width, this.height);
  }

  /** Flies to the scene's own view. */
  flyHome(scene: SceneDescription): void {
    this.fly(() => {
      this.begin("orbit", null);
      this.untouched = scene;
      this.takeView(scene);
    });
  }

  /** Flies to where a ball of this radius (m) about a point fills the view, and looks at it from the same side. */
  flyTo(center: Vector3, radius: number): void {
    this.fly(() => {
      if (this.mode !== "follow" && this.mode !== "chase") this.begin("orbit", null);
      this.untouched = null;
      this.fit(center, radius);
    });
  }

  /** Flies to the side of the target that a direction points to, at the same distance. A flat scene has one side. */
  lookFrom(direction: readonly number[]): void {
    if (this.planar) return;
    const { distance } = this;
    this.fly(() => {
      if (this.mode !== "follow" && this.mode !== "chase") this.begin("orbit", null);
      this.untouched = null;
      DELTA.fromArray(direction as number[]).setLength(distance);
      this.perspective.position.copy(this.target).add(DELTA);
      this.perspective.lookAt(this.target);
    });
  }

  /** Another camera; all but the orbit go with a body, and stay in place without one. */
  setMode(mode: CameraMode, companion: Companion | null): void {
    const next = mode === "first" && this.planar ? "orbit" : mode;
    const { distance } = this;
    this.fly(() => {
      this.begin(next, companion);
      if (next === "first") this.first.enter(companion, distance);
      else if (next !== "orbit" && companion) this.comeTo(companion);
      this.tow.begin(this.target);
    });
  }

  /** A camera of the scene, with its body. */
  take(camera: DrawnCamera, companion: Companion | null): void {
    const { distance } = this;
    this.fly(() => {
      const seat = camera.type === "seat" && companion !== null;
      const orbits = camera.type === "orbit";
      this.begin(seat ? "first" : orbits ? (companion ? "follow" : "orbit") : "named", companion);
      this.named = camera;
      if (seat) this.first.sit(companion, distance, camera);
      this.perspective.fov = camera.fieldOfView / RADIANS;
      this.lookThrough(camera);
    });
  }

  /** Goes along a path, by the time of the picture; `cut`: at once. */
  takePath(path: CameraPath, cut: boolean): void {
    this.path = path;
    if (this.mode !== "path") this.fly(() => this.begin("path", null));
    if (cut) this.land();
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
    if (this.untouched) {
      this.land();
      this.takeView(this.untouched);
    } else this.setSpan(this.span);
    this.update(this.now);
  }

  /** Moves on to `now` (ms); returns whether the view is still changing. */
  update(now: number): boolean {
    const dt = Math.min(LONGEST, Math.max(0, (now - this.now) / 1000));
    this.now = now;
    if (this.flight) this.apply(this.own);
    const moving = this.goOn(dt);
    const flying = this.flyOn(now);
    const { distance, perspective } = this;
    const inside = this.mode === "first" || this.mode === "named" || this.mode === "path";
    perspective.near = inside ? distance / 500 : distance / 50;
    perspective.far = 50 * distance + 4 * this.reach;
    perspective.updateProjectionMatrix();
    this.orthographic.updateProjectionMatrix();
    return moving || flying;
  }

  /**
   * Arrows turn, with Shift they shift; + and − zoom; W A S D fly where one looks freely. Returns whether the key meant
   * anything.
   */
  key(event: KeyboardEvent): boolean {
    if (event.altKey) return false;
    if (this.mode === "first") return this.first.key(event);
    const { key, shiftKey } = event;
    const arrow = ARROWS[key];
    const zoom = { "+": KEY_ZOOM, "=": KEY_ZOOM, "-": 1 / KEY_ZOOM, "−": 1 / KEY_ZOOM }[key];
    if (!arrow && zoom === undefined) return false;
    this.untouched = null;
    this.leaveNamed();
    if (zoom !== undefined) this.zoom(zoom);
    else if (shiftKey || this.planar) this.controls.pan(-KEY_SHIFT * arrow[0], KEY_SHIFT * arrow[1]);
    else {
      this.controls.rotateLeft(-KEY_TURN * arrow[0]);
      this.controls.rotateUp(KEY_TURN * arrow[1]);
    }
    this.changed();
    return true;
  }

  dispose(): void {
    this.element.removeEventListener("wheel", this.wheel);
    this.controls.dispose();
    this.first.dispose();
  }

  /** Half height of the picture at unit depth. */
  private get tan(): number {
    return halfHeight(this.perspective.fov * RADIANS);
  }

  /** Another way of looking, from where the camera is. */
  private begin(mode: CameraMode, companion: Companion | null): void {
    if (this.mode === "first") this.first.leave(this.target);
    this.untouched = null;
    this.named = null;
    this.mode = mode;
    this.companion = companion;
    if (companion) this.before.copy(companion.place.position);
    this.perspective.up.set(0, 0, 1);
    this.perspective.fov = FIELD_OF_VIEW;
  }

  private takeView(scene: SceneDescription): void {
    const { eye, target } = homeView(scene, this.width / this.height);
    if (scene.planar) {
      this.orthographic.zoom = 1;
      this.orthographic.position.set(target.x, target.y, FLAT);
    } else {
      this.perspective.position.copy(eye);
      this.perspective.lookAt(target);
    }
    this.setSpan(2 * this.tan * eye.distanceTo(target));
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

  /** Flies from what is seen now to what `set` makes of it. */
  private fly(set: () => void): void {
    const from = this.read(newSight());
    set();
    // what the new way of looking wants at once, before anything moves on
    this.goOn(0);
    this.read(this.own);
    this.flight = new Flight(from, performance.now());
    this.controls.enabled = false;
    this.changed();
  }

  private flyOn(now: number): boolean {
    if (!this.flight) return false;
    this.read(this.own);
    const over = this.flight.at(now, this.own, SHOWN);
    this.apply(over ? this.own : SHOWN);
    if (over) this.land();
    return true;
  }

  /** Ends a flight. */
  private land(): void {
    this.flight = null;
    this.controls.enabled = this.mode !== "first";
    // what a camera goes with stays in the middle
    this.controls.zoomToCursor = this.mode === "orbit";
  }

  /** What is seen. */
  private read(sight: Sight): Sight {
    const { current, target } = this;
    sight.eye.copy(current.position);
    sight.target.copy(target);
    sight.up.copy(this.mode === "first" ? UP.set(0, 1, 0).applyQuaternion(current.quaternion) : current.up);
    sight.fieldOfView = this.perspective.fov * RADIANS;
    // a flat view by its height, whatever that is at zoom 1
    sight.zoom = this.orthographic.zoom / this.span;
    return sight;
  }

  private apply({ eye, target, up, fieldOfView, zoom }: Sight): void {
    this.target.copy(target);
    if (this.planar) {
      this.orthographic.zoom = zoom * this.span;
      this.orthographic.position.set(target.x, target.y, FLAT);
      return;
    }
    this.perspective.position.copy(eye);
    this.perspective.up.copy(up);
    this.perspective.fov = fieldOfView / RADIANS;
    this.perspective.lookAt(target);
  }

  /** Where the way of looking wants the eye in this picture, `dt` (s) after the last one. */
  private goOn(dt: number): boolean {
    const { mode, named, companion } = this;
    if (mode === "first") return this.first.update(dt, this.target);
    if (mode === "named" && named) {
      this.lookThrough(named);
      return false;
    }
    if (mode === "path" && this.path) {
      this.path.at(this.time, SHOWN.eye, SHOWN.target);
      SHOWN.up.set(0, 0, 1);
      SHOWN.fieldOfView = FIELD_OF_VIEW * RADIANS;
      SHOWN.zoom = this.zoomOf(SHOWN);
      this.apply(SHOWN);
      return false;
    }
    if (companion && mode === "follow") {
      DELTA.subVectors(companion.place.position, this.before);
      if (this.planar) DELTA.z = 0;
      this.current.position.add(DELTA);
      this.target.add(DELTA);
      this.before.copy(companion.place.position);
    }
    if (this.untouched && !this.held) return this.keepInView(this.untouched, dt) || this.controls.update();
    let towing = false;
    if (companion && mode === "chase")
      towing = this.tow.update(companion.place.position, this.current.position, this.target, dt, this.planar);
    return this.controls.update() || towing;
  }

  /** Takes what a camera of the scene sees. */
  private lookThrough(camera: DrawnCamera): void {
    if (!this.bodies?.placed || this.mode === "first") return;
    sightOf(camera, this.bodies.places, SHOWN);
    SHOWN.zoom = this.zoomOf(SHOWN);
    if (this.planar) SHOWN.target.setZ(0);
    this.apply(SHOWN);
  }

  /** The zoom (over the span) of a flat view with which it is as high as an eye sees it from above. */
  private zoomOf({ eye, target, fieldOfView }: Sight): number {
    return 1 / (2 * halfHeight(fieldOfView) * eye.distanceTo(target));
  }

  /** Looks at the companion; the eye comes along. */
  private comeTo({ place, radius }: Companion): void {
    const { position } = place;
    const near = ROOM * Math.max(radius, 1e-3);
    // objects far too large or too small on the screen are rescaled
    const seen = near / (this.tan * this.distance);
    if (seen > 0.9 || seen < 0.05) this.fit(position, 3 * radius);
    else {
      DELTA.subVectors(position, this.target);
      if (this.planar) DELTA.z = 0;
      this.current.position.add(DELTA);
      this.target.add(DELTA);
    }
  }

  /** A ball of this radius (m) about a point fills the view, seen from the same side. */
  private fit(center: Vector3, radius: number): void {
    const aspect = Math.min(1, this.width / this.height);
    const size = ROOM * Math.max(radius, 1e-3);
    if (this.planar) {
      this.target.copy(center).setZ(0);
      this.orthographic.position.set(center.x, center.y, FLAT);
      this.orthographic.zoom = (this.span * aspect) / (2 * size);
      return;
    }
    const eye = this.perspective.position;
    eye.sub(this.target);
    if (eye.lengthSq() === 0) eye.copy(DIRECTION);
    eye.setLength(size / (this.tan * aspect)).add(center);
    this.target.copy(center);
    this.perspective.lookAt(center);
  }

  /** A camera of the scene, or a path, becomes somebody's own view from where it is. */
  private leaveNamed(): void {
    if (this.mode !== "named" && this.mode !== "path") return;
    this.mode = this.companion ? "follow" : "orbit";
    this.named = null;
    if (this.companion) this.before.copy(this.companion.place.position);
    this.left();
  }

  private zoom(factor: number): void {
    if (this.planar) this.orthographic.zoom /= factor;
    else this.perspective.position.sub(this.target).multiplyScalar(factor).add(this.target);
  }

  private connect(): OrbitControls {
    this.held = false;
    const controls = orbitControls(this.current, this.element, this.planar);
    controls.addEventListener("start", () => {
      this.held = true;
    });
    controls.addEventListener("change", () => {
      if (this.held) {
        this.untouched = null;
        this.leaveNamed();
      }
      this.changed();
    });
    controls.addEventListener("end", () => {
      this.held = false;
    });
    return controls;
  }
}

const SHOWN = newSight();
const DELTA = new Vector3();
const UP = new Vector3();

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
