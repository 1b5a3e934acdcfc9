import { type BodyRef, bodyIndexOf, type Data, type Model } from "stiction";

/** What a person on a body feels: specific force and angular velocity in the body's axes, from its motion step by step. */
export class SeatMotion {
  /** a − g at the seat, m/s², and angular velocity, rad/s. */
  readonly force = new Float64Array(3);
  readonly rate = new Float64Array(3);
  private readonly body: number;
  private readonly model: Model;
  /** From the centre of mass to the seat, in the body's axes, m. */
  private readonly arm: Float64Array;
  private readonly before = new Float64Array(3);
  private readonly now = new Float64Array(3);
  private started = false;

  /** `at`: the seat in the body's frame, m. */
  constructor(model: Model, body: BodyRef, at: readonly [number, number, number] = [0, 0, 0]) {
    this.model = model;
    this.body = bodyIndexOf(model, body);
    this.arm = Float64Array.from(at, (x, c) => x - model.bodyCom[3 * this.body + c]);
  }

  /** After every step: the acceleration is the mean over the step. */
  update(data: Data): void {
    const { gravity, timestep } = this.model.options;
    const q = data.bodyQuat.subarray(4 * this.body, 4 * this.body + 4);
    const v = data.bodyVel.subarray(6 * this.body, 6 * this.body + 6);
    const r = rotate(q, this.arm, 1);
    for (let c = 0; c < 3; c++) {
      const [i, j] = [(c + 1) % 3, (c + 2) % 3];
      this.now[c] = v[3 + c] + v[i] * r[j] - v[j] * r[i];
    }
    if (!this.started) this.before.set(this.now);
    this.started = true;
    const felt = Float64Array.from(this.now, (x, c) => (x - this.before[c]) / timestep - gravity[c]);
    this.force.set(rotate(q, felt, -1));
    this.rate.set(rotate(q, v.subarray(0, 3), -1));
    this.before.set(this.now);
  }
}

/** v turned by the quaternion, or back: v + 2 w (u × v) + 2 u × (u × v). */
function rotate(q: Float64Array, v: Float64Array, way: 1 | -1): Float64Array {
  const u = [way * q[0], way * q[1], way * q[2]];
  const cross = (a: ArrayLike<number>, b: ArrayLike<number>) => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  const t = cross(u, v);
  const tt = cross(u, t);
  return Float64Array.from(v, (x, c) => x + 2 * (q[3] * t[c] + tt[c]));
}
