/** What a picture consists of at one level of quality. */
export interface Level {
  /** Ambient occlusion in screen space. */
  readonly occlusion: boolean;
  /** Shadow maps of the key light: a fine and a wide one, one alone, or none. */
  readonly shadowMaps: 0 | 1 | 2;
  /** Light from an image of the surroundings, with reflections; else from above and below only. */
  readonly imageLight: boolean;
  /** Bodies in one draw call, lit at their vertices. */
  readonly plain: boolean;
  /** Pixels each way, as a share of the screen's. */
  readonly pixels: number;
}

/** The levels, the best one first. */
export const LEVELS: readonly Level[] = [
  { occlusion: true, shadowMaps: 2, imageLight: true, plain: false, pixels: 1 },
  { occlusion: false, shadowMaps: 2, imageLight: true, plain: false, pixels: 1 },
  { occlusion: false, shadowMaps: 1, imageLight: true, plain: false, pixels: 1 },
  { occlusion: false, shadowMaps: 0, imageLight: false, plain: true, pixels: 1 },
  { occlusion: false, shadowMaps: 0, imageLight: false, plain: true, pixels: 0.5 },
];
const LAST = LEVELS.length - 1;
/** Where machines without a graphics card begin: shadows are not even tried while things move. */
const WITHOUT_CARD = 3;

/** Longest time that a picture may take while things move, and that a still one may take, ms. */
const TOO_SLOW = 40;
const TOO_SLOW_STILL = 1000;
/** A still picture that took so long, ms, lowers the level alone. */
const FAR_TOO_SLOW_STILL = 2500;
/** Slow pictures in a row after which the quality goes down. */
const PATIENCE = 2;

/** A picture that is not finished by then never will be, ms: the context was lost, or the graphics process ended. */
const LOST = 5000;

/** What tells when a picture is finished. */
export type Fences = Pick<
  WebGL2RenderingContext,
  | "SIGNALED"
  | "SYNC_STATUS"
  | "SYNC_GPU_COMMANDS_COMPLETE"
  | "fenceSync"
  | "getSyncParameter"
  | "deleteSync"
  | "isContextLost"
  | "flush"
>;

/** The level after pictures took `took` ms where `limit` is allowed: each is about twice as quick as the one before. */
export function stepDown(level: number, took: number, limit: number): number {
  return Math.min(LAST, level + Math.max(1, Math.round(Math.log2(took / limit))));
}

/**
 * How well and how often pictures are drawn. A picture is begun only when the one before is finished and, without a
 * graphics card, when the processor has had some time for everything else: the page must stay usable.
 *
 * A machine that cannot keep up with moving pictures goes down to the level that it can, by what two slow pictures
 * took. Still pictures have a level of their own: the best one that takes less than a second.
 */
export class Quality {
  /** Level of moving pictures. */
  level: number;
  /** Level of still pictures. */
  still = 0;
  private readonly gl: Fences;
  private readonly software: boolean;
  private fence: WebGLSync | null = null;
  private begun = 0;
  private wasStill = false;
  private rest = 0;
  private slow = 0;
  private slowStill = 0;
  private fixed = false;
  /** Shortest time from one picture to the next, ms. */
  private pause = 0;

  constructor(gl: Fences, software: boolean) {
    this.gl = gl;
    this.software = software;
    this.level = software ? WITHOUT_CARD : 0;
  }

  /** Draws every picture at one level, however long that takes, and at most `rate` of them in a second. */
  fix(level: number, rate = Number.POSITIVE_INFINITY): void {
    this.level = this.still = level;
    this.fixed = true;
    this.pause = 1000 / rate;
  }

  /** Whether a picture was sent off whose end has not been seen. */
  get drawing(): boolean {
    return this.fence !== null;
  }

  /** Whether a picture may be begun at `now` (ms). */
  ready(now: number): boolean {
    const { gl, fence } = this;
    if (fence) {
      const finished = gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.SIGNALED;
      if (!finished && !gl.isContextLost() && now - this.begun < LOST) return false;
      gl.deleteSync(fence);
      this.fence = null;
      const took = now - this.begun;
      this.rest = Math.max(this.software ? now + took / 2 : 0, this.begun + this.pause);
      if (!this.fixed) this.note(took);
    }
    return now >= this.rest;
  }

  /** A picture has been sent off at `now` (ms), begun at `begun`: one of things that stand still, or move. */
  sent(begun: number, still: boolean): void {
    const { gl } = this;
    if (this.fence) gl.deleteSync(this.fence);
    this.fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    this.begun = begun;
    this.wasStill = still;
    gl.flush();
  }

  private note(took: number): void {
    if (this.wasStill) {
      this.slowStill = took < TOO_SLOW_STILL ? 0 : this.slowStill + 1;
      // one that took far too long is not tried again
      if (this.slowStill < PATIENCE && took < FAR_TOO_SLOW_STILL) return;
      this.slowStill = 0;
      this.still = stepDown(this.still, took, TOO_SLOW_STILL);
      return;
    }
    this.slow = took < TOO_SLOW ? 0 : this.slow + 1;
    if (this.slow < PATIENCE) return;
    this.slow = 0;
    this.level = stepDown(this.level, took, TOO_SLOW);
  }
}
