import { BODY_STATE, BODY_TYPE, type Data, type Model, setBodyState } from "stiction";
import type { Request } from "../protocol.js";
import { turnInto } from "../rotation.js";
import { locate } from "./locate.js";
import type { Host, LiveColumn, Run, Service } from "./service.js";

/** Stiffness of the hand by its frequency, rad/s: this frequency, or this fraction of the one that a step resolves. */
const FREQUENCY = { most: 30, perStep: 0.25 } as const;
/** Rate at which a held body ceases to turn in the hand, 1/s. */
const GRIP = 4;
/** Torque of a twist by a radian, per moment of inertia, 1/s². */
const TWIST = 64;

/**
 * A hand that pulls at a point of a body with a critically damped spring: F = k (x − p) − c v_p with k = m ω², c = 2 m
 * ω, where m is the mass that the point has for a force (at most the body's own); and rotation in the hand is damped.
 * Or it twists the body: a torque τ = TWIST I θ − GRIP I ω and no force, with the rotation vector θ of the pointer.
 * The wrench goes into `data.input`, so it is state like any input: recorded, and replayed to the bit.
 */
export class Touch implements Service {
  private body = -1;
  /** Grabbed point in the body's frame, from the centre of mass, m. */
  private readonly arm = new Float64Array(3);
  /** What a force at the point moves at most, 1/kg. */
  private ease = 1;
  private readonly target = new Float64Array(3);
  /** Rotation vector of the twist, rad; it counts while `twists`. */
  private readonly turn = new Float64Array(3);
  private twists = false;
  /** What the hand has put into the input, [τ; f]. */
  private readonly wrench = new Float64Array(6);
  private readonly point = new Float64Array(6);
  private readonly momentum = new Float64Array(3);

  /** Size of the force, N, and of the torque of a twist, N m. */
  readonly columns: readonly LiveColumn[] = [
    {
      name: "touch/drag/force",
      unit: "N",
      read: () => Math.hypot(this.wrench[3], this.wrench[4], this.wrench[5]),
    },
    {
      name: "touch/drag/torque",
      unit: "N m",
      read: () => (this.twists ? Math.hypot(this.wrench[0], this.wrench[1], this.wrench[2]) : 0),
    },
  ];

  handle(request: Request, host: Host): boolean {
    if (request.type === "grab") this.grab(host, request.body, request.point);
    else if (request.type === "pull") {
      this.twists = false;
      this.target.set(request.target);
    } else if (request.type === "twist") {
      this.twists = request.turn.every(Number.isFinite);
      if (this.twists) this.turn.set(request.turn);
    } else if (request.type === "release") this.release(host.run);
    else if (request.type === "locate") {
      const { run } = host;
      const frames = run ? request.spots.map((spot) => locate(run, spot)) : [];
      host.post({ type: "located", id: request.id, frames });
    } else return false;
    return true;
  }

  opened(): void {
    this.body = -1;
    this.wrench.fill(0);
  }

  restarted(_host: Host, run: Run): void {
    // inputs are as at the start, without the hand; it holds on
    this.wrench.fill(0);
    if (this.body >= run.model.nb) this.body = -1;
  }

  beforeStep({ model, data }: Run): void {
    if (this.body < 0) return;
    const o = 6 * this.body;
    for (let c = 0; c < 6; c++) data.input[o + c] -= this.wrench[c];
    if (this.twists) this.twist(model, data);
    else this.pull(model, data);
    for (let c = 0; c < 6; c++) data.input[o + c] += this.wrench[c];
  }

  private grab(host: Host, body: number, point: readonly number[]): void {
    const { run } = host;
    this.release(run);
    if (!run || run.model.bodyType[body] !== BODY_TYPE.dynamic || !point.every(Number.isFinite)) return;
    const { model, data } = run;
    if (data.bodyState[body] === BODY_STATE.asleep) setBodyState(model, data, body, BODY_STATE.active);
    this.body = body;
    this.twists = false;
    const away = [0, 1, 2].map((i) => point[i] - data.bodyPos[3 * body + i]);
    turnInto(this.arm, 0, data.bodyQuat, 4 * body, away, 0, -1);
    this.target.set(point);
    this.ease = easeOf(model, body, this.arm);
  }

  private release(run: Run | null): void {
    if (run && this.body >= 0) for (let c = 0; c < 6; c++) run.data.input[6 * this.body + c] -= this.wrench[c];
    this.wrench.fill(0);
    this.body = -1;
    this.twists = false;
  }

  /** Reads: orientation and ω of the body. Writes: wrench. */
  private twist(model: Model, data: Data): void {
    const { wrench, turn, momentum } = this;
    this.inertiaTimes(model, data, data.bodyVel, 6 * this.body);
    for (let i = 0; i < 3; i++) wrench[i] = -GRIP * momentum[i];
    this.inertiaTimes(model, data, turn, 0);
    for (let i = 0; i < 3; i++) wrench[i] += TWIST * momentum[i];
    if (model.planar) wrench[0] = wrench[1] = 0;
    wrench.fill(0, 3);
  }

  /** Reads: pose and velocity of the body. Writes: wrench. */
  private pull(model: Model, data: Data): void {
    const { body, wrench, target, point } = this;
    const v = 6 * body;
    const { bodyVel, bodyPos } = data;
    turnInto(point, 0, data.bodyQuat, 4 * body, this.arm, 0);
    const [x, y, z] = [point[0], point[1], point[2]];
    // velocity of the point: v + ω × r
    point[3] = bodyVel[v + 3] + bodyVel[v + 1] * z - bodyVel[v + 2] * y;
    point[4] = bodyVel[v + 4] + bodyVel[v + 2] * x - bodyVel[v] * z;
    point[5] = bodyVel[v + 5] + bodyVel[v] * y - bodyVel[v + 1] * x;
    const omega = Math.min(FREQUENCY.most, FREQUENCY.perStep / model.options.timestep);
    for (let i = 0; i < 3; i++) {
      const stretch = target[i] - bodyPos[3 * body + i] - point[i];
      wrench[3 + i] = (omega * omega * stretch - 2 * omega * point[3 + i]) / this.ease;
    }
    if (model.planar) wrench[5] = 0;
    this.inertiaTimes(model, data, data.bodyVel, 6 * body);
    wrench[0] = y * wrench[5] - z * wrench[4] - GRIP * this.momentum[0];
    wrench[1] = z * wrench[3] - x * wrench[5] - GRIP * this.momentum[1];
    wrench[2] = x * wrench[4] - y * wrench[3] - GRIP * this.momentum[2];
  }

  /** R I Rᵀ v about the centre of mass, with v at `at`. Reads: orientation. Writes: momentum. */
  private inertiaTimes(model: Model, data: Data, v: Float64Array, at: number): void {
    const { momentum, body } = this;
    const o = 6 * body;
    const i = model.bodyInertia;
    for (let c = 0; c < 3; c++) momentum[c] = v[at + c];
    turnInto(momentum, 0, data.bodyQuat, 4 * body, momentum, 0, -1);
    const [x, y, z] = [momentum[0], momentum[1], momentum[2]];
    momentum[0] = i[o] * x + i[o + 3] * y + i[o + 4] * z;
    momentum[1] = i[o + 3] * x + i[o + 1] * y + i[o + 5] * z;
    momentum[2] = i[o + 4] * x + i[o + 5] * y + i[o + 2] * z;
    turnInto(momentum, 0, data.bodyQuat, 4 * body, momentum, 0);
  }
}

/**
 * 1/m + tr([r]ᵀ I⁻¹ [r]): no direction at r is easier to move. In the body's frame, so it holds however the body turns.
 */
function easeOf(model: Model, body: number, r: Float64Array): number {
  const o = 6 * body;
  const j = model.bodyInvInertia;
  const [x, y, z] = [r[0], r[1], r[2]];
  const trace = (x * x + y * y + z * z) * (j[o] + j[o + 1] + j[o + 2]);
  const along =
    j[o] * x * x + j[o + 1] * y * y + j[o + 2] * z * z + 2 * (j[o + 3] * x * y + j[o + 4] * x * z + j[o + 5] * y * z);
  return 1 / model.bodyMass[body] + trace - along;
}
