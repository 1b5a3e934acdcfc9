/**
 * Transport of frames from the worker to the page: through shared memory in an isolated page, by transfer otherwise.
 * Either way the writer never waits, the reader always gets the newest whole frame, and nothing is allocated while
 * running.
 */
import { type Frame, frameBytes, frameView } from "./frame.js";
import type { FrameLink } from "./protocol.js";

export interface FrameWriter {
  /** A frame to be filled, or null when the reader still holds every one. */
  begin(): Frame | null;
  /** Hands over the frame that `begin` gave. */
  publish(): void;
}

export interface FrameReader {
  /** The newest frame, if there is one that was not taken before. It stays valid until the next call. */
  latest(): Frame | null;
  /** Whether every picture of the screen has another frame, though nothing runs. */
  readonly moves?: boolean;
}

const SLOTS = 3;
const CONTROL_BYTES = 8;
/** Set in the control word when the middle slot holds a frame that the reader has not seen. */
const FRESH = 4;

/**
 * Three slots in shared memory: the writer owns one, the reader another, and the third changes hands by one atomic
 * exchange of the control word, so that a frame is never torn and neither side ever waits.
 */
export class SharedFrames implements FrameWriter, FrameReader {
  readonly link: FrameLink & { kind: "shared" };
  private readonly control: Int32Array;
  private readonly frames: Frame[];
  private mine: number;

  /** The worker makes the memory; the page passes the link it was given. */
  constructor(bodies: number, given?: FrameLink & { kind: "shared" }) {
    const size = frameBytes(bodies);
    const buffer = given?.buffer ?? new SharedArrayBuffer(CONTROL_BYTES + SLOTS * size);
    this.link = given ?? { kind: "shared", bodies, buffer };
    this.control = new Int32Array(buffer, 0, 1);
    this.frames = Array.from({ length: SLOTS }, (_, k) => frameView(buffer, CONTROL_BYTES + k * size, bodies));
    this.mine = given ? 1 : 2; // slot 0 is in the middle
  }

  begin(): Frame {
    return this.frames[this.mine];
  }

  publish(): void {
    this.mine = Atomics.exchange(this.control, 0, this.mine | FRESH) & ~FRESH;
  }

  latest(): Frame | null {
    if ((Atomics.load(this.control, 0) & FRESH) === 0) return null;
    this.mine = Atomics.exchange(this.control, 0, this.mine) & ~FRESH;
    return this.frames[this.mine];
  }
}

/** Writer's end of the transfer channel: two buffers that go to the page and come back. */
export class TransferWriter implements FrameWriter {
  readonly link: FrameLink;
  private readonly free: ArrayBuffer[];
  private readonly bodies: number;
  private readonly size: number;
  private readonly send: (buffer: ArrayBuffer) => void;
  private current: ArrayBuffer | null = null;

  constructor(bodies: number, send: (buffer: ArrayBuffer) => void) {
    this.link = { kind: "transfer", bodies };
    this.bodies = bodies;
    this.size = frameBytes(bodies);
    this.send = send;
    this.free = [new ArrayBuffer(this.size), new ArrayBuffer(this.size)];
  }

  begin(): Frame | null {
    this.current ??= this.free.pop() ?? null;
    return this.current && frameView(this.current, 0, this.bodies);
  }

  publish(): void {
    if (this.current) this.send(this.current);
    this.current = null;
  }

  /** Takes a buffer back; one of another scene has another size, and is left to the collector. */
  recycle(buffer: ArrayBuffer): void {
    if (buffer.byteLength === this.size && this.free.length < 2) this.free.push(buffer);
  }
}

/** Reader's end of the transfer channel. */
export class TransferReader implements FrameReader {
  private readonly bodies: number;
  private readonly giveBack: (buffer: ArrayBuffer) => void;
  private arrived: ArrayBuffer | null = null;
  private held: ArrayBuffer | null = null;

  constructor(bodies: number, giveBack: (buffer: ArrayBuffer) => void) {
    this.bodies = bodies;
    this.giveBack = giveBack;
  }

  /** A frame has arrived; an unread one is returned at once. */
  receive(buffer: ArrayBuffer): void {
    if (this.arrived) this.giveBack(this.arrived);
    this.arrived = buffer;
  }

  latest(): Frame | null {
    if (!this.arrived) return null;
    if (this.held) this.giveBack(this.held);
    this.held = this.arrived;
    this.arrived = null;
    return frameView(this.held, 0, this.bodies);
  }
}
