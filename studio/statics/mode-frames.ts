/** The shape of a mode as frames: bodies swing about the equilibrium, whatever the simulation does. */
import type { FrameReader } from "../worker/channel.js";
import { type Frame, frameBytes, frameView, POSE_SIZE } from "../worker/frame.js";
import type { ModeEntry, StaticsResult } from "../worker/statics-protocol.js";

/** Time of one swing on the screen, ms, whatever the frequency. */
const PERIOD = 1600;
/** Part of the scene's size, and angle (rad), that full amplitude moves the body that moves most. */
const FARTHEST = 0.15;
const TURN = 0.5;

/** The mode's unit over that of its shape: full amplitude moves no body too far, and turns none too much. */
export function fullAmplitude({ shape }: ModeEntry, size: number): number {
  let [far, turn] = [0, 0];
  for (let o = 0; o < shape.length; o += 6) {
    far = Math.max(far, Math.hypot(shape[o], shape[o + 1], shape[o + 2]));
    turn = Math.max(turn, Math.hypot(shape[o + 3], shape[o + 4], shape[o + 5]));
  }
  return Math.min((FARTHEST * size) / Math.max(far, 1e-12), TURN / Math.max(turn, 1e-12));
}

export class ModeFrames implements FrameReader {
  readonly moves: boolean;
  private readonly mode: ModeEntry;
  private readonly rest: Pick<StaticsResult, "positions" | "orientations">;
  private readonly frame: Frame;
  private readonly clock: () => number;
  private fresh = true;
  private height: number;

  /** `amplitude`: of the shape's unit. `moves` false holds the shape at its largest. */
  constructor(
    mode: ModeEntry,
    rest: Pick<StaticsResult, "positions" | "orientations">,
    amplitude: number,
    moves: boolean,
    clock: () => number = () => performance.now(),
  ) {
    this.mode = mode;
    this.rest = rest;
    this.height = amplitude;
    this.moves = moves;
    this.clock = clock;
    const bodies = rest.positions.length / 3;
    this.frame = frameView(new ArrayBuffer(frameBytes(bodies)), 0, bodies);
  }

  set amplitude(value: number) {
    this.height = value;
    this.fresh = true;
  }

  latest(): Frame | null {
    if (!this.moves && !this.fresh) return null;
    this.fresh = false;
    const phase = this.moves ? (2 * Math.PI * (this.clock() % PERIOD)) / PERIOD : 0;
    const [c, s] = [this.height * Math.cos(phase), this.height * Math.sin(phase)];
    const { shape } = this.mode;
    const { positions, orientations } = this.rest;
    const { poses } = this.frame;
    for (let b = 0; 3 * b < positions.length; b++) {
      const at = (k: number) => c * shape[12 * b + k] - s * shape[12 * b + 6 + k];
      for (let k = 0; k < 3; k++) poses[POSE_SIZE * b + k] = positions[3 * b + k] + at(k);
      turned(orientations, 4 * b, [at(3), at(4), at(5)], poses, POSE_SIZE * b + 3);
      poses[POSE_SIZE * b + 7] = 0;
    }
    return this.frame;
  }
}

/** out ← a rotation by the vector w, rad, after the quaternion q[o …]. */
function turned(q: Float64Array, o: number, w: readonly number[], out: Float32Array, to: number): void {
  const angle = Math.hypot(w[0], w[1], w[2]);
  const share = angle > 1e-9 ? Math.sin(angle / 2) / angle : 0.5;
  const [x, y, z, u] = [share * w[0], share * w[1], share * w[2], Math.cos(angle / 2)];
  const [a, b, c, d] = [q[o], q[o + 1], q[o + 2], q[o + 3]];
  out[to] = u * a + x * d + y * c - z * b;
  out[to + 1] = u * b - x * c + y * d + z * a;
  out[to + 2] = u * c + x * b - y * a + z * d;
  out[to + 3] = u * d - x * a - y * b - z * c;
}
