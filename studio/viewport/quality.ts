/** Longest time that a picture may take to be drawn while things move, ms. */
const TOO_SLOW = 40;
/** Slow pictures in a row after which the quality goes down. */
const PATIENCE = 2;

/** A picture that is not finished by then never will be, ms: the context was lost, or the graphics process ended. */
const LOST = 5000;

/**
 * How well and how often moving pictures are drawn. A picture is begun only when the one before is finished and,
 * without a graphics card, when the processor has had some time for everything else: the page must stay usable.
 *
 * Levels: 0 in full, 1 without shadows, 2 with half the pixels each way as well. A machine that cannot keep up goes
 * down; a still picture is drawn in full anyway.
 */
export class Quality {
  level: 0 | 1 | 2;
  private readonly gl: WebGL2RenderingContext;
  private readonly software: boolean;
  private fence: WebGLSync | null = null;
  private begun = 0;
  private rest = 0;
  private slow = 0;

  constructor(gl: WebGL2RenderingContext, software: boolean) {
    this.gl = gl;
    this.software = software;
    this.level = software ? 1 : 0; // without a graphics card shadows are not even tried
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
      this.rest = this.software ? now + took / 2 : 0;
      this.note(took);
    }
    return now >= this.rest;
  }

  /** A picture has been sent off at `now` (ms). */
  sent(now: number): void {
    const { gl } = this;
    if (this.fence) gl.deleteSync(this.fence);
    this.fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    this.begun = now;
    gl.flush();
  }

  private note(took: number): void {
    if (took < TOO_SLOW) this.slow = 0;
    else if (++this.slow >= PATIENCE && this.level < 2) {
      this.level = this.level === 0 ? 1 : 2;
      this.slow = 0;
    }
  }
}
