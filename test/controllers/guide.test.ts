import {
  compileUntyped,
  createData,
  type Data,
  events,
  type Model,
  readSensor,
  restore,
  type Spec,
  snapshot,
  stateHash,
  step,
  takeEvents,
} from "stiction";
import { describe, expect, test } from "vitest";

const MASS = 200;
const G = 9.81;

/** A mass on a vertical rod whose length a guide prescribes; `command` as a profile, if any. */
function lift(
  guide: object,
  values: readonly number[] = [1],
  times: readonly number[] = [0],
  more: Partial<Spec> = {},
) {
  return {
    timestep: 0.005,
    formulation: "augmented-lagrangian",
    bodies: [{ name: "load", mass: MASS, inertia: [10, 10, 10], position: [0, 0, 1] }],
    joints: [
      { type: "slider", name: "way", bodyB: "load", at: [0, 0, 1], axis: [0, 0, 1] },
      { type: "distance", name: "rod", bodyB: "load", at: [0, 0, 0], to: [0, 0, 1] },
    ],
    controllers: [
      { type: "profile", name: "lever", output: "controllers.lift.command", times, values, between: "hold" },
      { type: "guide", name: "lift", output: "joints.rod.length", maxSpeed: 0.3, maxAcceleration: 0.5, ...guide },
    ],
    sensors: ["guide/lift/effort", "guide/lift/position", "joint/rod/effort"],
    ...more,
  };
}

function run(model: Model, data: Data, seconds: number, each?: () => void) {
  const steps = Math.round(seconds / model.options.timestep);
  for (let k = 0; k < steps; k++) {
    step(model, data);
    each?.();
  }
}

const read = (model: Model, data: Data, name: string) => readSensor(model, data, name);

describe("guide", () => {
  test("follows the ramp of a rate command: position, speed and effort in closed form", () => {
    const model = compileUntyped(lift({}));
    const data = createData(model);
    const at = (t: number) => {
      const rise = 0.3 / 0.5;
      return t < rise ? 1 + 0.25 * t * t : 1 + 0.5 * 0.3 * rise + 0.3 * (t - rise);
    };
    let worst = 0;
    run(model, data, 1.5, () => {
      const t = data.time;
      worst = Math.max(worst, Math.abs(data.bodyPos[5] - at(t)));
      if (Math.abs(t - 0.3) < 1e-9) {
        // v = a t and F = m (g + a) while it accelerates
        expect(data.bodyVel[11]).toBeCloseTo(0.15, 10);
        expect(read(model, data, "guide/lift/effort")).toBeCloseTo(MASS * (G + 0.5), 3);
        // the multiplier is the reaction that the balance of the body gives
        expect(read(model, data, "joint/rod/effort")).toBeCloseTo(MASS * (G + 0.5), 3);
      }
    });
    // constant accelerations, which the trapezoidal rule has exactly: the tolerance of Newton's method
    expect(worst).toBeLessThan(1e-9);
    // what Newton's method leaves, 1e-9 m/s over a step of 5 ms, is 4e-5 N on this mass; multipliers lag by one iteration
    expect(read(model, data, "guide/lift/effort")).toBeCloseTo(MASS * G, 2);
  });

  test("comes to rest at the end of its stroke without passing it, no faster than it may", () => {
    const model = compileUntyped(lift({ upper: 1.2, lower: 0.5 }));
    const data = createData(model);
    let before = 0;
    let hardest = 0;
    run(model, data, 3, () => {
      expect(data.bodyPos[5]).toBeLessThanOrEqual(1.2 + 1e-12);
      const speed = read(model, data, "guide/lift/speed");
      hardest = Math.max(hardest, Math.abs(speed - before) / 0.005);
      before = speed;
    });
    expect(hardest).toBeLessThan(0.5 + 1e-9);
    expect(data.bodyPos[5]).toBeCloseTo(1.2, 9);
    expect(data.bodyVel[11]).toBeCloseTo(0, 9);
    // it is there as soon as it can: √(s/a) up and down again, and a few steps of the last approach
    const soonest = 2 * Math.sqrt(0.2 / 0.5);
    const again = createData(model);
    run(model, again, soonest + 0.05);
    expect(again.bodyPos[5]).toBeGreaterThan(1.2 - 1e-4);
  });

  test("goes at its own speed in each direction", () => {
    const model = compileUntyped(lift({ maxSpeedBack: 0.1 }, [-1]));
    const data = createData(model);
    run(model, data, 1);
    expect(data.bodyVel[11]).toBeCloseTo(-0.1, 9);
  });

  test("stalls against a wall at its largest effort, says so, and goes back freely", () => {
    const stop = {
      bodies: [
        {
          name: "load",
          mass: MASS,
          inertia: [10, 10, 10],
          position: [0, 0, 1],
          shapes: [{ type: "sphere", radius: 0.1 }],
        },
        { name: "roof", type: "static", position: [0, 0, 1.35], shapes: [{ type: "box", halfExtents: [1, 1, 0.2] }] },
      ],
      materials: { default: { contact: { type: "linear", stiffness: 3e4, damping: 2e3 } } },
    } as Partial<Spec>;
    const spec = lift({ maxEffort: 5000 }, [1, -1], [0, 4], stop);
    for (const body of spec.bodies ?? []) Object.assign(body, { material: "default" });
    const model = compileUntyped(spec);
    const data = createData(model);
    let most = 0;
    let overloads = 0;
    run(model, data, 4, () => {
      most = Math.max(most, read(model, data, "guide/lift/effort"));
      overloads += takeEvents(data).filter(({ code }) => code === events.hydraulicOverload.code).length;
    });
    // the speed is cut to nothing at the largest effort; on the way there the filter lags by its 0.05 s of k v
    expect(read(model, data, "guide/lift/effort")).toBeGreaterThan(0.98 * 5000);
    expect(read(model, data, "guide/lift/effort")).toBeLessThan(1.001 * 5000);
    expect(most).toBeLessThan(5000 + 0.05 * 3e4 * 0.3);
    expect(Math.abs(data.bodyVel[11])).toBeLessThan(1e-2);
    expect(overloads).toBe(1);
    run(model, data, 1);
    expect(data.bodyVel[11]).toBeCloseTo(-0.3, 6);
  });

  test("gives way under a load beyond its largest effort", () => {
    const model = compileUntyped(lift({ maxEffort: 0.8 * MASS * G, taper: 0.25 }, [0]));
    const data = createData(model);
    run(model, data, 0.4);
    expect(takeEvents(data).some(({ code }) => code === events.hydraulicOverload.code)).toBe(true);
    // a relief valve: speed in proportion to what is too much, here (1.25 − 1)/taper of the largest, at most all of it
    run(model, data, 1.4);
    expect(data.bodyVel[11]).toBeCloseTo(-0.3, 2);
  });

  test("is rewound to the bit", () => {
    const model = compileUntyped(lift({ upper: 1.15 }, [1, -0.5, 0.7], [0, 0.6, 0.9]));
    const data = createData(model);
    run(model, data, 0.5);
    const kept = snapshot(data);
    run(model, data, 1);
    const hash = stateHash(data);
    restore(model, data, kept);
    run(model, data, 1);
    expect(stateHash(data)).toBe(hash);
  });

  test("drives lengths in the impulse formulation too", () => {
    const model = compileUntyped({ ...lift({}), formulation: "impulse" });
    const data = createData(model);
    run(model, data, 1);
    expect(data.bodyPos[5]).toBeCloseTo(1 + 0.5 * 0.3 * 0.6 + 0.3 * 0.4, 3);
  });

  test("names what is wrong", () => {
    expect(() => compileUntyped(lift({ lower: 2, upper: 1 }))).toThrow(/lower < upper, got 2 and 1: exchange them/);
    expect(() => compileUntyped(lift({ output: "joints.rod.lenght" }))).toThrow(/joints\.rod\.length/);
  });
});

test("sensors have the units of what the guide moves", () => {
  const model = compileUntyped({
    ...lift({}),
    joints: [
      { type: "slider", name: "way", bodyB: "load", at: [0, 0, 1], axis: [0, 0, 1] },
      { type: "distance", name: "rod", bodyB: "load", at: [0, 0, 0], to: [0, 0, 1] },
      {
        type: "hinge",
        name: "ring",
        bodyA: "load",
        bodyB: "house",
        at: [0, 0, 1],
        axis: [0, 0, 1],
        drive: { mode: "position", target: 0 },
      },
    ],
    bodies: [
      { name: "load", mass: MASS, inertia: [10, 10, 10], position: [0, 0, 1] },
      { name: "house", mass: 10, inertia: [1, 1, 1], position: [0, 0, 1] },
    ],
    controllers: [
      { type: "guide", name: "lift", output: "joints.rod.length", maxSpeed: 0.3, maxAcceleration: 0.5 },
      { type: "guide", name: "slew", output: "joints.ring.drive.target", maxSpeed: 0.3, maxAcceleration: 0.5 },
    ],
    sensors: ["guide/lift/effort", "guide/slew/effort", "guide/lift/speed", "guide/slew/position"],
  } as never);
  expect(model.sensors.columns.map(({ unit }) => unit)).toEqual(["N", "N m", "m/s", "rad"]);
});
