/** Runs of a study: metrics against closed forms, states, limits, and problems in terms of the study file. */
import { SpecError, type UntypedSpec } from "stiction";
import { checkStudy, createRowRunner, readStudy, type SceneSource, type StudyParts } from "stiction/studies";
import { describe, expect, test } from "vitest";

/** A ball that falls 1 m from rest in steps of 10 ms; semi-implicit Euler, so z = 1 − ½ g t (t + h). */
const fall: UntypedSpec = {
  name: "fall",
  timestep: 0.01,
  duration: 0.4,
  formulation: { type: "forces", integrator: "semi-implicit-euler" },
  contact: "none",
  gravity: [0, 0, -10],
  bodies: [{ name: "ball", shapes: [{ type: "sphere", radius: 0.1 }], mass: 2, position: [0, 0, 1] }],
  events: [{ name: "low", crosses: "[body/ball/position.z] - 0.5", direction: "down" }],
};
const source: SceneSource = { kind: "written", spec: fall };
const parts = (more: object): StudyParts => ({ study: readStudy({ study: 1, scene: fall, ...more }), source });
const z = (t: number) => 1 - 5 * t * (t + 0.01);

test("metrics of a fall agree with its closed form", () => {
  const metrics = {
    end: { final: "[body/ball/position.z]" },
    start: { initial: "[body/ball/position.z]" },
    least: { min: "[body/ball/velocity.z]" },
    most: { max: "[body/ball/velocity.z]" },
    mean: { mean: "[body/ball/velocity.z]" },
    rms: { rms: "[body/ball/velocity.z]" },
    way: { integral: "[body/ball/velocity.z]" },
    fast: { when: "[body/ball/velocity.z] < -1.95" },
    half: { crossing: "[body/ball/position.z] - 0.5" },
    event: { event: "low" },
    events: { events: "low" },
    never: { when: "[body/ball/position.z] > 2" },
    both: { expression: "end + mass" },
    made: { figure: "steps" },
  };
  const runner = createRowRunner(
    parts({ factors: [{ path: "bodies.ball.mass", name: "mass", values: [2, 3] }], metrics }),
  );
  const row = runner.run(1);
  const value = Object.fromEntries(runner.metricNames.map((name, k) => [name, row.metrics[k]]));
  expect(row).toMatchObject({ state: "done", steps: 40, status: "", message: "" });
  expect(value.end).toBeCloseTo(z(0.4), 12);
  expect(value.start).toBe(1);
  expect(value.least).toBeCloseTo(-4, 12);
  expect(value.most).toBe(0);
  expect(value.mean).toBeCloseTo(-2, 12);
  // trapezoids of 16 (t/0.4)²: ∫ = 16/3 · 0.4 + h²/12 · (slope difference 80), over 0.4 s
  expect(value.rms).toBeCloseTo(Math.sqrt((6.4 / 3 + (1e-4 / 12) * 80) / 0.4), 12);
  expect(value.way).toBeCloseTo(-0.8, 12);
  expect(value.fast).toBeCloseTo(0.2, 12);
  // 5 t (t + 0.01) = 0.5 between 0.31 and 0.32, linear there
  const crossing = 0.31 + (0.01 * (z(0.31) - 0.5)) / (z(0.31) - z(0.32));
  expect(value.half).toBeCloseTo(crossing, 12);
  expect(value.event).toBeCloseTo(crossing, 12);
  expect(value.events).toBe(1);
  expect(value.never).toBeNull();
  expect(value.both).toBeCloseTo(z(0.4) + 3, 12);
  expect(value.made).toBe(40);
  expect(row.hash).toMatch(/^f64-/);
});

test("the same row has the same bits, from another runner and in another order", () => {
  const make = () =>
    createRowRunner(
      parts({
        factors: [{ path: "bodies.ball.velocity.x", name: "v", uniform: { low: 0, high: 1 } }],
        samples: 5,
        metrics: { x: { final: "[body/ball/position.x]" } },
      }),
    );
  const a = make();
  const rows = [0, 1, 2, 3, 4].map((row) => a.run(row));
  const b = make();
  for (const row of [4, 2, 0, 1, 3]) expect(b.run(row)).toEqual(rows[row]);
  expect(new Set(rows.map(({ hash }) => hash)).size).toBe(5);
});

describe("the end of a run", () => {
  test("by the study's condition, by a limit of time, by an error of one run only", () => {
    const stopped = createRowRunner(
      parts({ metrics: { t: { final: "t" } }, stop: { when: "[body/ball/position.z] < 0.9" } }),
    ).run(0);
    expect(stopped).toMatchObject({ state: "stopped", steps: 14 });
    let now = 0;
    const slow = createRowRunner({
      ...parts({ metrics: { t: { final: "t" } }, stop: { time: 5 } }),
      clock: () => (now += 10),
    }).run(0);
    expect(slow.state).toBe("limit");
    expect(slow.steps).toBeLessThan(40);
    expect(slow.message).toContain("stopped after 5 s");
    const runner = createRowRunner(
      parts({ factors: [{ path: "bodies.ball.mass", values: [1, -1] }], metrics: { t: { final: "t" } } }),
    );
    expect(runner.run(0).state).toBe("done");
    const failed = runner.run(1);
    expect(failed).toMatchObject({ state: "failed", metrics: [null] });
    expect(failed.message).toContain("bodies[0].mass");
  });
});

test.each([
  [{ factors: [{ path: "bodies.bal.mass", values: [1] }] }, "factors[0].path", '"ball"'],
  [{ set: { "gravity.q": 1 } }, "set.gravity.q", "gravity"],
  [{ metrics: { a: { final: "[body/bal/position.z]" } } }, "metrics.a.final", '"ball"'],
  [
    { metrics: { a: { final: "[body/ball/position.z]" }, b: { expression: "aa + 1" } } },
    "metrics.b.expression",
    "it may name a",
  ],
  [{ metrics: { a: { event: "lo" } } }, "metrics.a", 'did you mean "low"?'],
  [{ stop: { status: ["notConvergd"] } }, "stop.status[0]", 'did you mean "notConverged"?'],
  [{ stop: { when: "[body/ball/position.w] > 1" } }, "stop.when", "position"],
])("a study with %j is refused at %s before anything runs", (more, path, message) => {
  let problems: SpecError["problems"] = [];
  try {
    checkStudy(parts({ metrics: { y: { final: "t" } }, ...more }));
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    problems = error.problems;
  }
  expect(problems.map((problem) => problem.path)).toContain(path);
  expect(problems.map((problem) => problem.message).join("\n")).toContain(message);
});
