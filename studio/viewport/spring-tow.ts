/**
 * A camera towed by a body: its target follows the body on a critically damped spring, ẍ = ω² (p − x) − 2 ω ẋ, and the
 * eye is drawn behind like a trailer on a bar of fixed length: it keeps its distance and height, and so comes to look
 * along the path of the body.
 */
import { Vector3 } from "three";

/** ω, 1/s: the camera is about 2/ω late. */
const FREQUENCY = 5;
/** Slower than this part of the distance per second is rest. */
const REST = 1e-3;

export class SpringTow {
  private readonly velocity = new Vector3();
  private readonly before = new Vector3();

  begin(target: Vector3): void {
    this.velocity.set(0, 0, 0);
    this.before.copy(target);
  }

  /** Moves `target` towards `body`, and `eye` after it, by dt (s); returns whether anything moves. */
  update(body: Vector3, eye: Vector3, target: Vector3, dt: number, planar: boolean): boolean {
    if (!(dt > 0)) return true;
    const distance = eye.distanceTo(target);
    const height = eye.z - target.z;
    // exact over dt while the body stands still: no step is too long for it
    const decay = Math.exp(-FREQUENCY * dt);
    OFFSET.subVectors(target, body);
    if (planar) OFFSET.z = 0;
    CHANGE.copy(this.velocity).addScaledVector(OFFSET, FREQUENCY);
    this.velocity.addScaledVector(CHANGE, -FREQUENCY * dt).multiplyScalar(decay);
    OFFSET.addScaledVector(CHANGE, dt).multiplyScalar(decay);
    this.before.copy(target);
    target.set(body.x + OFFSET.x, body.y + OFFSET.y, planar ? target.z : body.z + OFFSET.z);
    if (planar) eye.set(target.x, target.y, eye.z);
    else tow(eye, target, distance, height);
    return this.velocity.length() > REST * distance || OFFSET.length() > REST * distance;
  }
}

/** Puts the eye at its distance and height behind the target, on the side where it is. */
function tow(eye: Vector3, target: Vector3, distance: number, height: number): void {
  const across = Math.sqrt(Math.max(0, distance * distance - height * height));
  const [dx, dy] = [eye.x - target.x, eye.y - target.y];
  const now = Math.hypot(dx, dy);
  const scale = now > 1e-9 ? across / now : 0;
  eye.set(target.x + scale * dx, target.y + scale * dy, target.z + height);
}

const OFFSET = new Vector3();
const CHANGE = new Vector3();
