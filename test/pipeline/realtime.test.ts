/** The runner in real time, on clocks that only the test moves. */
import {
  compile,
  createData,
  type RealTimeOptions,
  RealTimeRunner,
  type Spec,
  StepTimes,
  stateHash,
  step,
  TimeBase,
} from "stiction";
import { describe, expect, test } from "vitest";

const H = 0.005;

const SPEC: Spec = {
  timestep: H,
  contact: "none",
  formulation: "augmented-lagrangian",
  bodies: [{ name: "bob", mass: 2, inertia: [0.1, 0.1, 0.1], position: [1, 0, 0] }],
  joints: [{ type: "hinge", name: "pin", bodyB: "bob", at: [0, 0, 0], axis: [0, 1, 0] }],
};

/** A runner whose steps take `cost(k)` s of a clock that nothing else moves. */
function machine(cost: (k: number) => number, options: Partial<RealTimeOptions> = {}) {
  const model = compile(SPEC);
  const data = createData(model);
  let now = 0;
  let made = 0;
  const runner = new RealTimeRunner(
    { model, data },
    {
      clock: () => now,
      advance: () => {
        now += cost(made++);
        return step(model, data);
      },
      ...options,
    },
  );
  /** Ticks every `period` s until the clock shows `end`. */
  const until = (end: number, period = 0.008, each?: (frame: number) => void) => {
    let late = false;
    while (now < end - 1e-9) {
      // one that is late ticks again at once
      if (!late) now = Math.min(end, now + period);
      const { frame, behind } = runner.tick();
      late = behind;
      each?.(frame);
    }
  };
  return { model, data, runner, until, made: () => made, now: () => now, wait: (s: number) => (now += s) };
}

describe("the time base", () => {
  test("slow motion by 0.25 for 4 s makes exactly 200 frames of 5 ms", () => {
    const m = machine(() => 0, { scale: 0.25 });
    m.until(4);
    expect(m.made()).toBe(200);
    expect(m.runner.lastFrame).toBe(200);
  });

  test("the frame never jumps when the scale changes, and counts on from where it was", () => {
    const base = new TimeBase(H, 0, 1);
    let now = 0;
    let before = 0;
    const scales = [0.25, 3, 0, 1, -2, 0.1, 1.7];
    for (const [k, scale] of scales.entries()) {
      now += 0.1137 * (k + 1);
      const frame = base.target(now);
      base.setScale(scale, now);
      expect(base.target(now)).toBe(frame);
      const dt = 0.0501;
      const expected = Math.max(0, frame + Math.floor((scale * dt) / H + 1e-6));
      expect(base.target(now + dt)).toBe(expected);
      before = frame;
    }
    expect(before).toBeGreaterThan(0);
  });

  test("(5.1) as printed would count twice: two reads of the clock give the same frame", () => {
    const base = new TimeBase(H, 0, 1);
    expect(base.target(1)).toBe(200);
    expect(base.target(1)).toBe(200);
  });

  test("backwards it shows kept frames in reverse without a step, and goes on where the history ends", () => {
    const m = machine(() => 0, { history: 1000 });
    m.until(1);
    const poses = [150, 100].map((f) => [...(m.runner.history?.posesOf(f) ?? [])]);
    const made = m.made();
    m.runner.setScale(-1);
    const frames: number[] = [];
    m.until(1.5, 0.008, (frame) => frames.push(frame));
    expect(m.made()).toBe(made);
    expect(frames.at(-1)).toBe(100);
    expect(frames.every((frame, k) => k === 0 || frame <= frames[k - 1])).toBe(true);
    m.runner.setScale(1);
    m.until(1.75);
    expect(m.made()).toBe(made);
    expect(m.runner.frame).toBe(150);
    expect([150, 100].map((f) => [...(m.runner.history?.posesOf(f) ?? [])])).toEqual(poses);
    m.until(2.1);
    expect(m.made()).toBe(made + 20);
  });

  test("a stall of 300 ms is made up for to within a step in less than 1 s, where steps take half of theirs", () => {
    const m = machine(() => 0.5 * H);
    m.until(1);
    m.wait(0.3);
    m.until(m.now() + 1);
    expect(Math.floor(m.now() / H + 1e-6) - m.runner.lastFrame).toBeLessThanOrEqual(Math.ceil(0.012 / H));
    const lag = m.now() - m.runner.lastFrame * H;
    // the tick itself may have moved the clock on by its budget
    expect(lag).toBeLessThan(H + 0.012);
    expect(m.runner.report().largestLag).toBeGreaterThan(0.29);
    expect(m.runner.report().lostTime).toBe(0);
  });

  test("pause stands still, and what went by is not made up for", () => {
    const m = machine(() => 0);
    m.until(0.5);
    m.runner.pause();
    m.until(5);
    expect(m.made()).toBe(100);
    m.runner.resume();
    m.until(5.5);
    expect(m.made()).toBe(200);
  });
});

describe("policies, where steps take twice their time", () => {
  test("catch-up keeps the lag, up to the longest", () => {
    const m = machine(() => 2 * H, { policy: "catch-up", longestLag: 0.5 });
    m.until(4);
    const { lostTime, overruns, steps } = m.runner.report();
    expect(overruns).toBe(steps);
    expect(m.now() - m.runner.lastFrame * H - lostTime).toBeLessThanOrEqual(0.5 + 3 * H + 0.02);
    expect(m.now() - m.runner.lastFrame * H - lostTime).toBeGreaterThan(0.4);
  });

  test("slow-down gives time up: half speed, and no lag beyond a tick", () => {
    const m = machine(() => 2 * H, { policy: "slow-down" });
    m.until(4);
    const { lostTime, largestLag } = m.runner.report();
    expect((m.runner.lastFrame * H) / m.now()).toBeGreaterThan(0.3);
    expect((m.runner.lastFrame * H) / m.now()).toBeLessThan(0.51);
    expect(lostTime).toBeGreaterThan(1.5);
    expect(largestLag).toBeLessThan(0.05);
  });

  test("drop-frames computes all that is due and leaves pictures out", () => {
    // one step in twenty takes ten times as long; the mean is below real time
    const m = machine((k) => (k % 20 === 0 ? 10 * H : 0.1 * H), { policy: "drop-frames" });
    m.until(4);
    const { lostTime, droppedFrames, overruns } = m.runner.report();
    expect(lostTime).toBe(0);
    expect(overruns).toBe(Math.ceil(m.made() / 20));
    expect(droppedFrames).toBeGreaterThan(100);
    expect(m.now() - m.runner.lastFrame * H).toBeLessThan(12 * H);
  });
});

describe("rewind and resume", () => {
  test("a run that is resumed from any kept frame, with the same inputs, has the same bits", () => {
    const m = machine(() => 0, { history: 400, checkpointEvery: 50 });
    // a torque on the bob from frame 110 on, none from 160 on
    const slot = 6 * 1 + 1;
    const torque = (k: number) => (k >= 160 ? 0 : k >= 110 ? 3 : 0);
    const run = (from: number, to: number) => {
      for (let k = from; k < to; k++) {
        if (torque(k) !== m.data.input[slot]) m.runner.setInput(slot, torque(k));
        m.wait(H);
        m.runner.tick();
      }
      return stateHash(m.data);
    };
    run(0, 137);
    const half = stateHash(m.data);
    const whole = run(137, 230);
    expect(m.runner.resumeAt(137)).toBe(true);
    expect(stateHash(m.data)).toBe(half);
    expect(m.runner.lastFrame).toBe(137);
    expect(m.runner.history?.posesOf(138)).toBeNull();
    expect(run(137, 230)).toBe(whole);
  });

  test("frames that were overwritten are refused", () => {
    const m = machine(() => 0, { history: 100, checkpointEvery: 20 });
    m.until(2);
    expect(m.runner.history?.oldest).toBeGreaterThan(200);
    expect(m.runner.resumeAt(50)).toBe(false);
    expect(m.runner.resumeAt(401)).toBe(false);
    expect(m.runner.resumeAt(390)).toBe(true);
  });
});

describe("times of steps", () => {
  test("percentiles are those of the sorted times, to the width of a bucket", () => {
    const times = new StepTimes();
    const all = Array.from({ length: 5000 }, (_, k) => 1e-6 * 1.003 ** k);
    for (const seconds of all) times.add(seconds, 1e-3);
    for (const p of [0.5, 0.95, 0.99]) {
      const exact = all[Math.ceil(p * all.length) - 1];
      expect(Math.abs(times.percentile(p) / exact - 1)).toBeLessThan(1 / 32);
    }
    expect(times.max).toBe(all.at(-1));
    expect(times.percentile(1)).toBeLessThanOrEqual(times.max);
    expect(times.overruns).toBe(all.filter((seconds) => seconds > 1e-3).length);
    times.clear();
    expect([times.count, times.percentile(0.5), times.max]).toEqual([0, 0, 0]);
  });

  test("the shortest and the longest fall into the first and last bucket", () => {
    const times = new StepTimes();
    for (const seconds of [0, 1e-12, 1e9]) times.add(seconds);
    expect(times.count).toBe(3);
    expect(times.percentile(0.5)).toBeLessThan(2e-9);
  });
});
