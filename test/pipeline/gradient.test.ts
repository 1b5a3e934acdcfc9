/** Gradients of runs: against closed forms, against differences of runs, and what is refused. */
import {
  applySetting,
  type BodySpec,
  buildScene,
  compile,
  createData,
  createGradient,
  gradient,
  type Scene,
  type ShapeSpec,
  type Spec,
  SpecError,
  sensorValues,
  stateHash,
  step,
} from "stiction";
import { sceneByName } from "stiction/scenes";
import { describe, expect, test } from "vitest";

/** A bob on a bar, in the plane. */
const pendulum = (changes: Record<string, unknown> = {}): Spec => {
  let spec: Spec = {
    timestep: 0.002,
    duration: 0.2,
    plane: "xy",
    contact: "none",
    formulation: { type: "augmented-lagrangian" },
    bodies: [{ name: "bob", mass: 2, inertia: [0.1, 0.1, 0.1], position: [1, 0] }],
    joints: [{ type: "hinge", name: "axle", bodyB: "bob", at: [0, 0] }],
    sensors: ["body/bob/position.x", "body/bob/position.y", "joint/axle/speed", "joint/axle/force.y"],
  };
  for (const [path, value] of Object.entries(changes)) spec = applySetting(spec, path, value);
  return spec;
};

const shipped = (name: string, params = {}) => buildScene(sceneByName(name) as Scene, params);

/** Sensors at the end of a run. */
function ends(spec: Spec, duration?: number): Float64Array {
  const model = compile(spec);
  const data = createData(model);
  for (let k = Math.round((duration ?? model.spec.duration) / model.options.timestep); k > 0; k--) step(model, data);
  const out = new Float64Array(model.sensors.columns.length);
  sensorValues(model, data, out);
  return out;
}

/** Gradient by a path against differences of runs with four points; largest difference, part of the largest derivative. */
function apart(spec: Spec, path: string, value: number, d: number, duration?: number): number {
  const result = gradient(compile(spec), [path], {
    every: 1e9,
    ...(duration === undefined ? {} : { duration }),
  });
  expect(result.trouble).toEqual([]);
  const found = result.gradients[result.gradients.length - 1];
  const [a, b, c, e] = [1, -1, 2, -2].map((k) => ends(applySetting(spec, path, value + k * d), duration));
  const expected = found.map((_, k) => (8 * (a[k] - b[k]) - (c[k] - e[k])) / (12 * d));
  const largest = Math.max(...expected.map(Math.abs));
  return Math.max(...found.map((v, k) => Math.abs(v - expected[k]))) / largest;
}

const problem = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof SpecError) return error.message;
    throw error;
  }
  return "nothing";
};

describe("a gradient", () => {
  test("leaves the run as it is, bit for bit", () => {
    const run = createGradient(compile(pendulum()), ["bodies.bob.mass", "gravity.y"]);
    const model = compile(pendulum());
    const data = createData(model);
    for (let k = 0; k < 100; k++) {
      run.step(k % 7 === 0);
      step(model, data);
    }
    expect(stateHash(run.data)).toBe(stateHash(data));
  });

  test("of free fall by gravity, mass and speed is that of the closed form", () => {
    // y = v t + ½ g t²: derivatives t, ½ t² and 0; the trapezoidal rule is exact for a constant force
    const spec: Spec = {
      timestep: 0.01,
      duration: 1,
      contact: "none",
      formulation: { type: "augmented-lagrangian" },
      bodies: [{ name: "ball", mass: 2, inertia: [1, 1, 1], velocity: [0, 0, 3] }],
      sensors: ["body/ball/position.z", "body/ball/velocity.z"],
    };
    const { gradients, columns } = gradient(
      compile(spec),
      ["gravity.z", "bodies.ball.velocity.z", "bodies.ball.mass", "bodies.ball.position.z"],
      { every: 1000 },
    );
    const expected = [0.5, 1, 1, 1, 0, 0, 1, 0];
    // round-off of 100 steps over a change of 3e-4
    expected.forEach((value, k) => {
      expect(Math.abs(gradients[0][k] - value), columns[k].name).toBeLessThan(1e-9);
    });
    expect(columns[0]).toEqual({
      name: "d(body/ball/position.z)/d(gravity.z)",
      unit: "m/(m/s^2)",
      sensor: "body/ball/position.z",
      parameter: "gravity.z",
    });
    expect(columns.map(({ unit }) => unit).slice(2)).toEqual(["m/(m/s)", "1", "m/kg", "m/s/kg", "1", "m/s/m"]);
  });

  test("is there at every sample asked for, from the start on", () => {
    const { times, sensors, gradients } = gradient(compile(pendulum()), ["gravity.y"], { every: 32 });
    expect([...times].map((t) => Math.round(t * 1000))).toEqual([64, 128, 192, 200]);
    expect(sensors.length).toBe(4);
    const run = createGradient(compile(pendulum()), ["joints.axle.at.x", "bodies.bob.position.x"]);
    const values = new Float64Array(8);
    run.values(values);
    // before the first step positions are as the scene has them
    expect(values[0]).toBe(0);
    expect(values[4]).toBeCloseTo(1, 11);
    for (let k = 0; k < 32; k++) run.step();
    expect(run.data.time).toBeCloseTo(times[0], 12);
    expect(gradients[0].every(Number.isFinite)).toBe(true);
  });

  // 1e-8: differences of runs with Newton's tolerance 1e-10 over a change of 1e-3 make 1e-7, of which little is seen
  test.each([
    ["mass", "bodies.bob.mass", 2],
    ["inertia", "bodies.bob.inertia.z", 0.1],
    ["place of the joint", "joints.axle.at.x", 0],
    ["place of the body", "bodies.bob.position.y", 0],
    ["turn at the start", "bodies.bob.angularVelocity.z", 0],
    ["gravity across", "gravity.x", 0],
  ])("by %s agrees with differences of runs", (_what, path, value) => {
    // observed 3.9e-11 at most
    expect(apart(pendulum(), path, value, 1e-3)).toBeLessThan(1e-7);
  });

  test.each([
    // forces that the scheme remembers carry what Newton's method has left, times the penalty
    ["hht", { "formulation.scheme": "hht", "formulation.tolerance": 1e-13 }],
    ["generalized-α", { "formulation.scheme": "generalized-alpha", "formulation.tolerance": 1e-13 }],
    ["newmark", { "formulation.scheme": "newmark", "formulation.beta": 0.3, "formulation.gamma": 0.55 }],
    ["projection by mass", { "formulation.projection": "mass" }],
    ["three passes", { "formulation.passes": 3 }],
    ["no projection", { "formulation.projection": "none", timestep: 0.0005, duration: 0.05 }],
    ["the exact tangent", { "formulation.tangent": "exact" }],
    ["separate coordinates", { "formulation.coordinates": "separate" }],
  ])("with %s", (what, changes) => {
    // a mean reaction is a change of velocity over h, and has its error over h: observed 5.3e-6 without projection
    const reaction = what === "no projection" ? 2e-5 : 1e-7;
    // observed 4.9e-8 at most
    expect(apart(pendulum(changes), "bodies.bob.mass", 2, 2e-3)).toBeLessThan(reaction);
    // observed 1.3e-8 at most
    expect(apart(pendulum(changes), "joints.axle.at.y", 0, 1e-3)).toBeLessThan(reaction);
  });

  test("passes through controllers, constants, expressions and the balance of energy", () => {
    const spec: Spec = {
      ...pendulum(),
      constants: { gain: 4 },
      controllers: [
        {
          type: "pd",
          name: "hold",
          output: "joints.axle.drive.target",
          sensor: "joint/axle/position",
          rateSensor: "joint/axle/speed",
          target: 0.3,
          kp: 6,
          kd: 1,
        },
      ],
      forces: [
        { type: "spring", name: "tie", bodyB: "bob", pointA: [0.5, 1], stiffness: 20, damping: 2, restLength: 0.8 },
      ],
      joints: [{ type: "hinge", name: "axle", bodyB: "bob", at: [0, 0], drive: { mode: "effort", target: 0 } }],
      sensors: [
        "joint/axle/position",
        { name: "scaled", expression: "gain * [joint/axle/speed]" },
        "mechanism/all/dissipated",
      ],
    };
    expect(apart(spec, "controllers.hold.kp", 6, 6e-3)).toBeLessThan(1e-7);
    // observed 1.4e-11 at most
    expect(apart(spec, "forces.tie.damping", 2, 2e-3)).toBeLessThan(1e-7);
    // observed 6.3e-12 at most
    expect(apart(spec, "forces.tie.restLength", 0.8, 1e-3)).toBeLessThan(1e-7);
    // observed 2.9e-13 at most
    expect(apart(spec, "constants.gain", 4, 4e-3)).toBeLessThan(1e-7);
  });

  test("of a redundant mechanism and of a kinematic support", () => {
    // observed 4.3e-13 at most
    expect(apart(shipped("bricard"), "bodies.rod2.mass", 1, 1e-3, 0.1)).toBeLessThan(1e-7);
    const carried: Spec = {
      ...pendulum(),
      bodies: [
        { name: "cart", type: "kinematic", velocity: [0.5, 0] },
        { name: "bob", mass: 2, inertia: [0.1, 0.1, 0.1], position: [1, 0] },
      ],
      joints: [{ type: "hinge", name: "axle", bodyA: "cart", bodyB: "bob", at: [0, 0] }],
    };
    // observed 6.7e-14 at most
    expect(apart(carried, "bodies.cart.velocity.x", 0.5, 1e-3)).toBeLessThan(1e-7);
  });

  test("by a number at its bound is taken from one side", () => {
    const damped: Spec = {
      ...pendulum(),
      forces: [{ type: "damper", name: "brake", bodyB: "bob", pointA: [0.5, 1], damping: 0 }],
    };
    const [found] = gradient(compile(damped), ["forces.brake.damping"], { every: 1e9 }).gradients;
    // forward differences of runs, error ε⁴/5
    const d = 1e-3;
    const at = [0, 1, 2, 3, 4].map((k) => ends(applySetting(damped, "forces.brake.damping", k * d)));
    const weights = [-25 / 12, 4, -3, 4 / 3, -1 / 4];
    found.forEach((value, k) => {
      const expected = weights.reduce((sum, w, p) => sum + (w * at[p][k]) / d, 0);
      // observed 2.6e-6 of the reaction: the damper acts with velocities before their projection
      expect(Math.abs(value - expected)).toBeLessThan(1e-5);
    });
  });

  test("by a parameter that a scene is built from", () => {
    const build = (length: number) => shipped("pendulum-rigid", { length });
    const { gradients } = gradient(compile(build(1)), [{ name: "length", value: 1, unit: "m", build }], {
      duration: 0.2,
      every: 1e9,
    });
    const d = 1e-3;
    const [a, b] = [d, -d].map((x) => ends(build(1 + x), 0.2));
    // central differences: d²/6 times a third derivative of the order of one
    expect(Math.abs(gradients[0][1] - (a[1] - b[1]) / (2 * d))).toBeLessThan(1e-6);
  });
});

describe("what cannot be differentiated", () => {
  const by = (path: string, changes = {}) => problem(() => createGradient(compile(pendulum(changes)), [path]));

  test("scenes in which bodies may touch", () => {
    const shapes = [{ type: "circle", radius: 0.1 }] satisfies ShapeSpec[];
    const bodies = ["left", "right"].map(
      (name, k) =>
        ({
          name,
          mass: 1,
          inertia: [1, 1, 1],
          position: [k, 0],
          shapes,
        }) satisfies BodySpec,
    );
    const scene = {
      plane: "xy" as const,
      formulation: "augmented-lagrangian",
      bodies,
      sensors: ["body/left/position.x"],
    } satisfies Spec;
    expect(problem(() => createGradient(compile(scene), ["bodies.left.mass"]))).toContain("contact: none");
    expect(problem(() => createGradient(compile({ ...scene, contact: "none" }), ["bodies.left.mass"]))).toBe("nothing");
  });

  test("paths that lead to no number say so, with the nearest that does", () => {
    expect(by("bodies.bob.mas")).toBe(
      'bodies.bob.mas: unknown number of the scene "bodies.bob.mas"; did you mean "bodies.bob.mass"?',
    );
    expect(by("bodies.bib.mass")).toContain('did you mean "bodies.bob.mass"?');
    expect(by("bodies[3].mass")).toContain("unknown number of the scene");
    expect(by("bodies.bob.name")).toBe('bodies.bob.name: expected a number of the scene, got "bob"');
    expect(by("gravity")).toBe("gravity: is [0, -9.81, 0]; name one of its numbers: gravity.x, gravity.y, gravity.z");
    expect(by("bodies..mass")).toContain("expected a path");
  });

  test("numbers of the method are none of the mechanism", () => {
    expect(by("timestep")).toContain("says how the scene is computed");
    expect(by("formulation.tolerance", { "formulation.tolerance": 1e-9 })).toContain("says how the scene is computed");
    const build = (h: number) => pendulum({ timestep: h });
    expect(problem(() => createGradient(compile(build(0.002)), [{ name: "h", value: 0.002, build }]))).toBe(
      "h: changes the step or the method, not the mechanism; gradients are with respect to the mechanism",
    );
  });

  test("formulations, methods and steps without gradients name the remedy", () => {
    const free: Spec = { ...pendulum(), joints: [], sensors: ["body/bob/position.x"] };
    for (const type of ["forces", "impulse"] as const) {
      const spec: Spec = { ...free, formulation: { type } };
      expect(problem(() => createGradient(compile(spec), ["gravity.y"]))).toBe(
        `formulation: "${type}" has no gradients; formulations that have: "augmented-lagrangian"`,
      );
    }
    expect(by("gravity.y", { "formulation.errorTolerance": 1e-6 })).toContain("leave out formulation.errorTolerance");
    expect(by("gravity.y", { "formulation.method": "penalty" })).toContain("leave out formulation.method");
    expect(problem(() => createGradient(compile({ ...pendulum(), sensors: [] }), ["gravity.y"]))).toContain(
      "sensors: there are none",
    );
  });

  test("parameters that change the structure, or stand where no other value is allowed", () => {
    // two pins in one place: apart they are another mechanism
    const pair: Spec = {
      ...pendulum(),
      bodies: [
        { name: "bob", mass: 2, inertia: [0.1, 0.1, 0.1], position: [1, 0] },
        { name: "rod", mass: 1, inertia: [0.1, 0.1, 0.1], position: [2, 0] },
        { name: "arm", mass: 1, inertia: [0.1, 0.1, 0.1], position: [1.5, 0.5] },
      ],
      joints: [
        { type: "hinge", name: "axle", bodyB: "bob", at: [0, 0] },
        { type: "hinge", name: "pin", bodyA: "bob", bodyB: "rod", at: [1.5, 0] },
        { type: "hinge", name: "second", bodyA: "bob", bodyB: "arm", at: [1.5, 0] },
      ],
    };
    expect(problem(() => createGradient(compile(pair), ["joints.second.at.x"]))).toContain(
      "changes the structure of the mechanism",
    );
    const windows = sceneByName("four-bar-windows") as Scene;
    const build = (n: number) => buildScene(windows, { windows: n });
    expect(problem(() => createGradient(compile(build(2)), [{ name: "windows", value: 2, build }]))).toBe(
      "windows: cannot be varied around 2: expected a whole number >= 1 and <= 1000, got 2.0006",
    );
  });

  test("a redundant mechanism that allows no other value says that its equations have no solution", () => {
    // the axes of Bricard's mechanism meet at right angles; turned a little, its constraints contradict each other once it has moved
    const { trouble } = gradient(compile(shipped("bricard")), ["joints.hinge2.at.z"], { duration: 0.3, every: 1e9 });
    expect(trouble.map(({ parameter }) => parameter)).toEqual(["joints.hinge2.at.z"]);
    expect(trouble[0].steps).toBeGreaterThan(0);
    expect(trouble[0].first).toBeGreaterThan(0);
  });
});
