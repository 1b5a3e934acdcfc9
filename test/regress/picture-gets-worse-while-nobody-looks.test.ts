/**
 * A view that stood still for some seconds drew its next picture late, and worse.
 *
 * The end of a picture was looked for when the next one was asked for: the time between counted as its cost.
 */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PictureLoop } from "../../studio/viewport/picture-loop.js";
import { type Fences, Quality } from "../../studio/viewport/quality.js";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout"] });
  // 60 pictures of the screen in a second
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => {
    setTimeout(run, 1000 / 60);
    return 1;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Time that the graphics take for a picture, ms. */
const COST = 30;

function createLoop(software: boolean) {
  let finished = 0;
  const gl: Fences = {
    SIGNALED: 0x9119,
    SYNC_STATUS: 0x9114,
    SYNC_GPU_COMMANDS_COMPLETE: 0x9117,
    fenceSync: () => {
      finished = performance.now() + COST;
      return {};
    },
    getSyncParameter: () => (performance.now() >= finished ? 0x9119 : 0x9118),
    deleteSync: () => {},
    isContextLost: () => false,
    flush: () => {},
  };
  const quality = new Quality(gl, software);
  const pictures: { at: number; level: number }[] = [];
  const loop: PictureLoop = new PictureLoop(quality, {
    take: () => false,
    turn: () => false,
    awaits: () => false,
    draw(level, still) {
      loop.dirty = false;
      loop.fresh = false;
      pictures.push({ at: performance.now(), level });
      quality.sent(performance.now(), still);
    },
    level: () => pictures.at(-1)?.level ?? 0,
  });
  return { loop, quality, pictures };
}

test.each([false, true])(
  "a picture after a still minute comes at once and in full (without a card: %s)",
  (software) => {
    const { loop, quality, pictures } = createLoop(software);
    for (let minute = 0; minute < 3; minute++) {
      const before = pictures.length;
      const asked = performance.now();
      loop.invalidate();
      vi.advanceTimersByTime(60_000);
      expect(loop.settled).toBe(true);
      expect(pictures.length).toBeGreaterThan(before);
      // within two pictures of the screen
      expect(pictures[before].at - asked).toBeLessThan(34);
      expect(pictures.at(-1)?.level).toBe(0);
      expect(quality.still).toBe(0);
    }
  },
);
