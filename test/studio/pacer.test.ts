import { describe, expect, test } from "vitest";
import { FactorMeter, Pacer, StepTimes } from "../../studio/worker/pacer.js";

const H = 0.001;

/** A pacer on a clock that only steps (and waiting) move; `cost` is the time per step, ms. */
function machine(cost: number) {
  let now = 0;
  let steps = 0;
  const times = new StepTimes();
  const pacer = new Pacer(() => now, times);
  pacer.start();
  const advance = (n: number) => {
    now += n * cost;
    steps += n;
    return n;
  };
  return {
    pacer,
    times,
    advance,
    wait: (ms: number) => {
      now += ms;
    },
    now: () => now,
    steps: () => steps,
  };
}

describe("the pacer", () => {
  test.each([0.1, 1, 4])("keeps real time at speed %s", (speed) => {
    const m = machine(0.01);
    for (let k = 0; k < 1000; k++) {
      m.wait(8);
      expect(m.pacer.tick(H, speed, 12, m.advance).behind).toBe(false);
    }
    // all that is due by the start of the last tick, to a step; the tick itself took at most 32 steps of 0.01 ms
    const due = (m.now() / 1000) * speed;
    expect(Math.abs(m.steps() * H - due)).toBeLessThan(H + 0.00032 * speed);
  });

  test("a scene that costs too much slows down: ticks stay within the budget, and say that they are behind", () => {
    const cost = 5; // five times real time
    const m = machine(cost);
    let longest = 0;
    for (let k = 0; k < 200; k++) {
      m.wait(1);
      const before = m.now();
      expect(m.pacer.tick(H, 1, 12, m.advance).behind || m.now() - before < 12).toBe(true);
      longest = Math.max(longest, m.now() - before);
    }
    expect(longest).toBeLessThan(12 + cost); // a step is not interrupted
    // busy nearly all the time: 5 ms per step and 1 ms of waiting per tick of 3 steps
    expect((m.steps() * cost) / m.now()).toBeGreaterThan(0.9);
  });

  test("what could not be made is not caught up later", () => {
    const m = machine(5);
    m.wait(100);
    m.pacer.tick(H, 1, 12, m.advance);
    const before = m.steps();
    m.wait(2);
    m.pacer.tick(H, 1, 1000, m.advance);
    // due: 2 ms of waiting and the time of the tick before, not the 100 ms
    expect(m.steps() - before).toBeLessThanOrEqual(2 + 16);
  });

  test("after a long sleep, time just goes on", () => {
    const m = machine(0.001);
    m.wait(3_600_000);
    m.pacer.tick(H, 1, 12, m.advance);
    expect(m.steps()).toBe(100); // a tenth of a second
  });

  test("a refusal ends the tick", () => {
    const m = machine(0.01);
    m.wait(50);
    let left = 7;
    const { steps, behind } = m.pacer.tick(H, 1, 12, (n) => {
      const made = Math.min(n, left);
      left -= made;
      return m.advance(made);
    });
    expect([steps, behind, m.steps()]).toEqual([7, false, 7]);
  });

  test("measures the time per step, also when a step is too short for the clock", () => {
    const m = machine(0.003);
    for (let k = 0; k < 500; k++) {
      m.wait(8);
      m.pacer.tick(H, 1, 12, m.advance);
    }
    const [p50, p99] = m.times.quantiles(0.5, 0.99);
    expect(p50).toBeCloseTo(0.003, 9);
    expect(p99).toBeCloseTo(0.003, 9);
  });
});

test("quantiles are those of the last 512 samples", () => {
  const times = new StepTimes();
  expect(times.quantiles(0.5)[0]).toBeNaN();
  for (let k = 0; k < 10_000; k++) times.add(1e6);
  for (let k = 0; k < 512; k++) times.add(k);
  expect(times.quantiles(0, 0.5, 0.99, 1)).toEqual([0, 256, 506, 511]);
});

test("the factor is simulated over real time of the last second", () => {
  const meter = new FactorMeter();
  expect(meter.mark(0, 0)).toBeNaN();
  for (let k = 1; k <= 30; k++) {
    const factor = meter.mark(100 * k, 0.05 * k); // half of real time
    if (k >= 5) expect(factor).toBeCloseTo(0.5, 12);
  }
  for (let k = 1; k <= 20; k++) meter.mark(3000 + 100 * k, 1.5 + 0.1 * k);
  expect(meter.mark(5100, 3.6)).toBeCloseTo(1, 12); // what was before has left the window
});
