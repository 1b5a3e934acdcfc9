/**
 * Looking from inside: on a body, with which one moves and turns; or freely, flying with W A S D (Q and E: down and
 * up).
 */
import { Euler, type PerspectiveCamera, Quaternion, Vector3 } from "three";
import type { DrawnCamera } from "../worker/protocol.js";
import type { Companion } from "./camera.js";

/** Turn of the head per pixel, rad. */
const TURN = 0.004;
/** Steepest look up and down, rad. */
const STEEPEST = 1.5;
/** Speed of flight, as a fraction of the distance to the target per second. */
const SPEED = 0.7;
/** Height of the eye above the centre of its body, in radii. */
const ABOVE = 1.15;

const WAYS: Record<string, readonly [number, number, number] | undefined> = {
  w: [0, 0, 1],
  s: [0, 0, -1],
  a: [-1, 0, 0],
  d: [1, 0, 0],
  q: [0, -1, 0],
  e: [0, 1, 0],
};

export class FirstPerson {
  private readonly camera: PerspectiveCamera;
  private readonly changed: () => void;
  private readonly end = new AbortController();
  private readonly held = new Set<string>();
  private active = false;
  private companion: Companion | null = null;
  /** Turn of the body when one got on: heading counts from there. On a seat, that of the body's own axes. */
  private readonly start = new Quaternion();
  /** The eye in the body's axes, from its centre of mass, m; null: above the body. */
  private seat: Vector3 | null = null;
  private yaw = 0;
  private pitch = 0;
  private distance = 1;
  private pointer = -1;

  constructor(element: HTMLElement, camera: PerspectiveCamera, changed: () => void) {
    this.camera = camera;
    this.changed = changed;
    const { signal } = this.end;
    element.addEventListener("pointerdown", (event) => this.press(event), { signal });
    element.addEventListener("pointermove", (event) => this.move(event), { signal });
    element.addEventListener("pointerup", () => this.release(), { signal });
    element.addEventListener("pointercancel", () => this.release(), { signal });
    addEventListener("keyup", (event) => this.held.delete(event.key.toLowerCase()), { signal });
    addEventListener("blur", () => this.held.clear(), { signal });
  }

  /** Gets on a body, or off the ground; looks where the camera looked. `distance`: to the target, m. */
  enter(companion: Companion | null, distance: number): void {
    this.active = true;
    this.companion = companion;
    this.distance = distance;
    this.seat = null;
    this.start.identity();
    if (companion) this.start.copy(companion.place.quaternion);
    const ahead = this.camera.getWorldDirection(AHEAD);
    this.yaw = Math.atan2(-ahead.x, ahead.y);
    this.pitch = companion ? Math.max(-0.35, Math.asin(ahead.z)) : Math.asin(ahead.z);
    this.held.clear();
  }

  /** Takes the seat that a camera of the scene describes, and looks where it looks. */
  sit(companion: Companion, distance: number, { eye, target }: DrawnCamera): void {
    this.enter(companion, distance);
    this.seat = new Vector3().fromArray(eye as number[]);
    this.start.identity();
    const ahead = AHEAD.fromArray((target ?? [0, 0, 0]) as number[])
      .sub(this.seat)
      .normalize();
    this.yaw = Math.atan2(-ahead.x, ahead.y);
    this.pitch = Math.asin(Math.max(-1, Math.min(1, ahead.z)));
  }

  /** The same body in another model. */
  rejoin(companion: Companion | null): void {
    if (this.companion) this.companion = companion;
  }

  /** Leaves; the point of view becomes the target. */
  leave(target: Vector3): void {
    this.active = false;
    this.companion = null;
    this.aim(target);
  }

  /** Moves on by dt (s); returns whether anything moves by itself. */
  update(dt: number, target: Vector3): boolean {
    const { camera, companion } = this;
    LOOK.setFromEuler(EULER.set(Math.PI / 2 + this.pitch, 0, this.yaw, "ZXY"));
    if (companion) {
      const { position, quaternion } = companion.place;
      // rotated with the body since boarding
      TURNED.copy(quaternion).multiply(INVERSE.copy(this.start).invert());
      camera.quaternion.copy(TURNED).multiply(LOOK);
      UP.copy(this.seat ?? ABOVE_IT.set(0, 0, ABOVE * companion.radius)).applyQuaternion(TURNED);
      camera.position.copy(position).add(UP);
    } else {
      camera.quaternion.copy(LOOK);
      for (const key of this.held) {
        const way = WAYS[key];
        if (!way) continue;
        const step = SPEED * this.distance * dt;
        STEP.set(way[0], 0, -way[2]).applyQuaternion(camera.quaternion).multiplyScalar(step);
        STEP.z += way[1] * step;
        camera.position.add(STEP);
      }
    }
    this.aim(target);
    return this.held.size > 0;
  }

  key({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
    const name = key.toLowerCase();
    if (ctrlKey || metaKey) return false;
    if (!this.companion && WAYS[name]) this.held.add(name);
    else if (key === "ArrowLeft") this.yaw += 10 * TURN;
    else if (key === "ArrowRight") this.yaw -= 10 * TURN;
    else if (key === "ArrowUp") this.look(10 * TURN);
    else if (key === "ArrowDown") this.look(-10 * TURN);
    else return false;
    this.changed();
    return true;
  }

  dispose(): void {
    this.end.abort();
  }

  private aim(target: Vector3): void {
    target.copy(this.camera.position).addScaledVector(this.camera.getWorldDirection(AHEAD), this.distance);
  }

  private press(event: PointerEvent): void {
    if (!this.active) return;
    this.pointer = event.pointerId;
    (event.target as Element).setPointerCapture(event.pointerId);
  }

  private move(event: PointerEvent): void {
    if (!this.active || event.pointerId !== this.pointer) return;
    this.yaw += TURN * event.movementX;
    this.look(TURN * event.movementY);
    this.changed();
  }

  private release(): void {
    this.pointer = -1;
  }

  private look(by: number): void {
    this.pitch = Math.max(-STEEPEST, Math.min(STEEPEST, this.pitch + by));
  }
}

const AHEAD = new Vector3();
const UP = new Vector3();
const ABOVE_IT = new Vector3();
const STEP = new Vector3();
const EULER = new Euler();
const LOOK = new Quaternion();
const TURNED = new Quaternion();
const INVERSE = new Quaternion();
