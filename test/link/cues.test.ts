import { compile, createData, step } from "stiction";
import { MotionCues, SeatMotion } from "stiction/link";
import { describe, expect, test } from "vitest";

const h = 0.005;
const REST = [0, 0, 9.81];
const STILL = [0, 0, 0];

describe("motion cues", () => {
  test("an acceleration that lasts: displacement and tilt follow their closed forms to round-off", () => {
    const [wh, wb, wl] = [2.5, 0.3, 1.7];
    const cues = new MotionCues(h, {
      scale: 1,
      highPass: wh,
      washout: wb,
      lowPass: wl,
      maxTravel: 10,
      maxTilt: 1,
      maxTiltRate: 10,
    });
    const a = 1.5;
    for (let k = 1; k <= 2000; k++) {
      const cue = cues.update([a, 0, 9.81], STILL);
      const t = k * h;
      // partial fractions of a / ((s + wh)² (s + wb))
      const d = wh - wb;
      const y = a * ((Math.exp(-wb * t) - Math.exp(-wh * t)) / (d * d) - (t * Math.exp(-wh * t)) / d);
      expect(cue[0]).toBeCloseTo(y, 11);
      const low = a * (1 - (1 + wl * t) * Math.exp(-wl * t));
      expect(cue[4]).toBeCloseTo(-Math.asin(low / 9.81), 11);
      expect([cue[1], cue[2], cue[3], cue[5]]).toEqual([0, 0, 0, 0]);
    }
    // in the end the platform stands in its middle, and gravity along its x axis is the acceleration: −g sin(pitch)
    for (let k = 0; k < 20_000; k++) cues.update([a, 0, 9.81], STILL);
    expect(cues.cue[0]).toBeCloseTo(0, 6);
    expect(-9.81 * Math.sin(cues.cue[4])).toBeCloseTo(a, 9);
  });

  test("a tilt turns in no faster, and no farther, than people are to notice", () => {
    const cues = new MotionCues(h, { scale: 1, maxTilt: 0.1, maxTiltRate: 0.05 });
    let before = 0;
    for (let k = 0; k < 1000; k++) {
      const roll = cues.update([0, 4, 9.81], STILL)[3];
      expect(Math.abs(roll - before)).toBeLessThanOrEqual(0.05 * h + 1e-15);
      before = roll;
    }
    expect(before).toBeCloseTo(0.1, 12);
    // a force to the left: its part of gravity along y is g sin(roll) > 0
    expect(before).toBeGreaterThan(0);
  });

  test("a turn that lasts is shown as its closed form, ω/ω_r (1 − e^(−ω_r t)), and washed out when it ends", () => {
    const cues = new MotionCues(h, { scale: 0.5, rotation: 0.8 });
    for (let k = 1; k <= 400; k++) {
      const cue = cues.update(REST, [0, 0, 0.3]);
      expect(cue[5]).toBeCloseTo(((0.5 * 0.3) / 0.8) * (1 - Math.exp(-0.8 * k * h)), 12);
    }
    const last = cues.cue[5];
    for (let k = 1; k <= 400; k++) cues.update(REST, STILL);
    expect(cues.cue[5]).toBeCloseTo(last * Math.exp(-0.8 * 400 * h), 12);
    // rates are differences of what is sent
    expect(cues.cue[11]).toBeCloseTo((cues.cue[5] * (1 - Math.exp(0.8 * h))) / h, 12);
  });

  test("a seat at rest feels gravity, one in free fall nothing, one on a turntable its centripetal force", () => {
    const model = compile({
      timestep: h,
      contact: "none",
      formulation: "forces",
      bodies: [
        { name: "falls", mass: 1, inertia: [1, 1, 1] },
        {
          name: "table",
          type: "kinematic",
          angularVelocity: [0, 0, 2],
          orientation: [0, 0, Math.SQRT1_2, Math.SQRT1_2],
        },
      ],
    });
    const data = createData(model);
    const [falls, table] = [new SeatMotion(model, "falls", [0.3, 0, 0]), new SeatMotion(model, "table", [0.5, 0, 0.2])];
    for (let k = 0; k < 100; k++) {
      step(model, data);
      falls.update(data);
      table.update(data);
    }
    for (const x of falls.force) expect(x).toBeCloseTo(0, 9);
    // the mean over a step is the chord of ω² r, which points half a step back
    const half = 0.5 * 2 * h;
    const chord = (4 * 0.5 * Math.sin(half)) / half;
    expect(table.force[0]).toBeCloseTo(-chord * Math.cos(half), 9);
    expect(table.force[1]).toBeCloseTo(chord * Math.sin(half), 9);
    expect(table.force[2]).toBeCloseTo(9.81, 12);
    expect(Array.from(table.rate)).toEqual([0, 0, expect.closeTo(2, 12)]);
  });
});
