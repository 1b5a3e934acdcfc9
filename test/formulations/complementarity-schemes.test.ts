/** The schemes beside Stewart and Trinkle's, each against a closed form: penalty, no-slip, Todorov's. */
import { compileUntyped, createData, sensorValues, step, stepProblem } from "stiction";
import { describe, expect, test } from "vitest";

const G = 9.81;

function start(spec: object) {
  const model = compileUntyped(spec);
  return { model, data: createData(model) };
}

interface Block {
  readonly planar: boolean;
  readonly friction: number;
  readonly formulation: object;
  readonly h: number;
  /** Gravity leans by this. */
  readonly angle?: number;
  readonly half?: readonly [number, number];
  readonly lift?: number;
  readonly velocity?: readonly number[];
  readonly mass?: number;
}

/** A block on a table whose surface is y = 0, or z = 0 in space. */
function block({
  planar,
  friction,
  formulation,
  h,
  angle = 0,
  half = [0.5, 0.5],
  lift = 0,
  velocity,
  mass = 2,
}: Block) {
  const gravity = [G * Math.sin(angle), -G * Math.cos(angle)];
  const shape = (a: number, b: number) =>
    planar ? { type: "polygon", halfExtents: [a, b] } : { type: "box", halfExtents: [a, a, b] };
  const up = (y: number) => (planar ? [0, y] : [0, 0, y]);
  return start({
    ...(planar ? { plane: "xy", gravity } : { gravity: [gravity[0], 0, gravity[1]] }),
    timestep: h,
    formulation: { type: "complementarity", ...formulation },
    materials: { any: { friction } },
    bodies: [
      { name: "table", type: "static", material: "any", position: up(-1), shapes: [shape(50, 1)] },
      {
        name: "block",
        mass,
        material: "any",
        position: up(half[1] + lift),
        ...(velocity === undefined ? {} : { velocity }),
        shapes: [shape(half[0], half[1])],
      },
    ],
    sensors: ["contact/table:block/force.x", "contact/table:block/normalForce", "contact/table:block/slips"],
  });
}

function sensed({ model, data }: ReturnType<typeof start>): number[] {
  const values = new Float64Array(model.sensors.columns.length);
  sensorValues(model, data, values);
  return [...values];
}

describe("penalty", () => {
  test.each([
    [true, 2],
    [false, 4],
  ])("a block sinks in by m g/(n k) (planar %s)", (planar, points) => {
    const run = block({ planar, friction: 0.5, h: 0.002, formulation: { scheme: "penalty", damping: 10 } });
    for (let i = 0; i < 5000; i++) expect(step(run.model, run.data)).toBe(0);
    // critically damped about: 10 s leave e^-50 of it
    const depth = 0.5 - run.data.bodyPos[planar ? 7 : 8];
    expect(depth).toBeCloseTo((2 * G) / (100 * points), 9);
    const [force, normal, slips] = sensed(run);
    expect(force).toBeCloseTo(0, 9);
    expect(normal).toBeCloseTo(2 * G, 8);
    expect(slips).toBe(0);
  });

  test("without damping a ball comes back as fast as it came, after sinking in by v √(m/k)", () => {
    const { model, data } = start({
      gravity: [0, 0, 0],
      timestep: 1e-5,
      formulation: { type: "complementarity", scheme: "penalty", stiffness: 1e4, damping: 0, cone: "none" },
      bodies: [
        { name: "ground", type: "static", shapes: [{ type: "plane" }] },
        {
          name: "ball",
          mass: 1,
          position: [0, 0, 0.1],
          velocity: [0, 0, -1],
          shapes: [{ type: "sphere", radius: 0.1 }],
        },
      ],
    });
    let depth = 0;
    for (let i = 0; i < 4000; i++) {
      step(model, data);
      depth = Math.max(depth, 0.1 - data.bodyPos[8]);
    }
    // semi-implicit Euler: off by ω h/2 = 5e-4 of it
    expect(depth).toBeCloseTo(0.01, 5);
    expect(data.bodyVel[17]).toBeCloseTo(1, 2);
    expect(Math.abs(data.bodyVel[17] - 1)).toBeLessThan(1e-3);
  });

  test("friction is cut off at μ f", () => {
    const run = block({
      planar: true,
      friction: 0.2,
      h: 0.001,
      half: [5, 0.1],
      lift: -(2 * G) / 200,
      velocity: [10, 0],
      formulation: { scheme: "penalty", damping: 10 },
    });
    for (let i = 0; i < 500; i++) step(run.model, run.data);
    // half a second at μ g
    expect(run.data.bodyVel[15]).toBeCloseTo(10 - 0.2 * G * 0.5, 6);
    expect(sensed(run)[2]).toBe(1);
  });

  test("RPIsim's box: 10 m/s down with a spin, 100 steps, comes to no harm", () => {
    const { model, data } = start({
      timestep: 0.01,
      formulation: { type: "complementarity", scheme: "penalty" },
      bodies: [
        { name: "ground", type: "static", shapes: [{ type: "plane" }] },
        {
          name: "cube",
          mass: 1,
          position: [0, 0, 0.3 + 0.5],
          velocity: [0, 0, -10],
          angularVelocity: [1, 0, 0],
          shapes: [{ type: "box", halfExtents: [0.5, 0.5, 0.5] }],
        },
      ],
      sensors: ["system/all/energy"],
    });
    const most = 0.5 * 100 + 0.5 / 6 + G * 0.8;
    for (let i = 0; i < 100; i++) {
      expect(step(model, data)).toBe(0);
      expect(sensed({ model, data })[0]).toBeLessThan(1.05 * most);
    }
  });

  test("joints hold against it", () => {
    const { model, data } = start({
      plane: "xy",
      timestep: 0.001,
      formulation: { type: "complementarity", scheme: "penalty", stiffness: 1000, damping: 20 },
      bodies: [
        { name: "floor", type: "static", position: [0, -1], shapes: [{ type: "polygon", halfExtents: [5, 1] }] },
        { name: "bar", mass: 1, position: [1, 0.5], shapes: [{ type: "polygon", halfExtents: [1, 0.05] }] },
      ],
      joints: [{ name: "pin", type: "hinge", bodyB: "bar", at: [0, 0.5] }],
    });
    for (let i = 0; i < 4000; i++) expect(step(model, data)).toBe(0);
    const angle = 2 * Math.atan2(data.bodyQuat[10], data.bodyQuat[11]);
    // the end of the bar rests on the floor: the pin stays where it is
    expect(Math.hypot(data.bodyPos[6] - Math.cos(angle), data.bodyPos[7] - 0.5 - Math.sin(angle))).toBeLessThan(1e-9);
    expect(angle).toBeLessThan(-0.2);
    expect(Math.abs(data.bodyVel[14])).toBeLessThan(1e-6);
  });
});

describe("no-slip", () => {
  test.each([
    [true, 0],
    [true, 0.1],
    [false, 0],
    [false, 0.7],
  ])("a block on a slope of 69° does not move (planar %s, μ = %s)", (planar, friction) => {
    const run = block({ planar, friction, h: 0.01, angle: 1.2, half: [2, 0.2], formulation: { scheme: "no-slip" } });
    for (let i = 0; i < 100; i++) expect(step(run.model, run.data)).toBe(0);
    expect(Math.abs(run.data.bodyPos[6])).toBeLessThan(1e-12);
    const [force, normal, slips] = sensed(run);
    expect(force).toBeCloseTo(-2 * G * Math.sin(1.2), 8);
    expect(normal).toBeCloseTo(2 * G * Math.cos(1.2), 8);
    expect(slips).toBe(0);
  });

  test("a cube that is too steep for its width tips over its lower edge", () => {
    const run = block({ planar: true, friction: 0, h: 0.002, angle: 1, formulation: { scheme: "no-slip" } });
    for (let i = 0; i < 100; i++) expect(step(run.model, run.data)).toBe(0);
    const { bodyPos, bodyQuat } = run.data;
    const angle = 2 * Math.atan2(bodyQuat[10], bodyQuat[11]);
    expect(angle).toBeLessThan(-0.02);
    // the corner (0.5, −0.5) of the body is where it was; normals are those of the start of a step, so each lets it off by (ω h)²
    const x = bodyPos[6] + 0.5 * Math.cos(angle) + 0.5 * Math.sin(angle);
    const y = bodyPos[7] + 0.5 * Math.sin(angle) - 0.5 * Math.cos(angle);
    expect(Math.hypot(x - 0.5, y)).toBeLessThan(1e-3);
  });

  test("a ball rolls down any slope at 5/7 g sin α, without friction in the materials", () => {
    const { model, data } = start({
      gravity: [G * Math.sin(1.3), 0, -G * Math.cos(1.3)],
      timestep: 0.002,
      formulation: { type: "complementarity", scheme: "no-slip" },
      materials: { any: { friction: 0 } },
      bodies: [
        { name: "ground", type: "static", material: "any", shapes: [{ type: "plane" }] },
        { name: "ball", mass: 3, material: "any", position: [0, 0, 0.2], shapes: [{ type: "sphere", radius: 0.2 }] },
      ],
    });
    for (let i = 0; i < 250; i++) expect(step(model, data)).toBe(0);
    expect(data.bodyVel[15]).toBeCloseTo((5 / 7) * G * Math.sin(1.3) * 0.5, 9);
    expect(data.bodyVel[13]).toBeCloseTo(data.bodyVel[15] / 0.2, 8);
  });

  test("what is not pressed is not held", () => {
    const run = start({
      plane: "xy",
      gravity: [0, 0],
      timestep: 0.01,
      formulation: { type: "complementarity", scheme: "no-slip" },
      bodies: [
        { name: "table", type: "static", position: [0, -1], shapes: [{ type: "polygon", halfExtents: [50, 1] }] },
        {
          name: "block",
          mass: 2,
          position: [0, 0.5],
          velocity: [3, 0],
          shapes: [{ type: "polygon", halfExtents: [0.5, 0.5] }],
        },
      ],
    });
    for (let i = 0; i < 20; i++) expect(step(run.model, run.data)).toBe(0);
    expect(run.data.bodyVel[15]).toBe(3);
  });
});

describe("todorov", () => {
  test("a frictionless ball sinks in by ε g h²", () => {
    for (const [softness, h] of [
      [0.1, 0.01],
      [1, 0.005],
    ]) {
      const { model, data } = start({
        timestep: h,
        formulation: { type: "complementarity", scheme: "todorov", softness, cone: "none" },
        bodies: [
          { name: "ground", type: "static", shapes: [{ type: "plane" }] },
          { name: "ball", mass: 7, position: [0, 0, 0.2], shapes: [{ type: "sphere", radius: 0.2 }] },
        ],
      });
      // the error falls by 1/(1 + ε) … a step: by half at ε = 1
      for (let i = 0; i < 100; i++) expect(step(model, data)).toBe(0);
      expect((0.2 - data.bodyPos[8]) / (softness * G * h * h)).toBeCloseTo(1, 9);
    }
  });

  test("a block at rest: R λ of all edges is the same, and their sum is its weight", () => {
    const [mu, h, mass, softness] = [0.5, 0.01, 2, 0.2];
    const run = block({ planar: true, friction: mu, h, mass, formulation: { scheme: "todorov", softness } });
    for (let i = 0; i < 200; i++) expect(step(run.model, run.data)).toBe(0);
    // corner (−a, −b + δ/2…) : e = (±μ, 1), r × e = −a ± μ b; I = m/6 · (1 m)² of a square
    const inertia = mass / 6;
    const admittance = (side: number) => (1 + mu * mu) / mass + (-0.5 + side * mu * 0.5) ** 2 / inertia;
    const sum = 1 / (softness * admittance(1)) + 1 / (softness * admittance(-1));
    const depth = (h * (mass * G * h)) / 2 / sum;
    expect((0.5 - run.data.bodyPos[7]) / depth).toBeCloseTo(1, 3);
    expect(sensed(run)[1]).toBeCloseTo(mass * G, 8);
  });

  test("its problem is symmetric and has one solution, whichever solver is asked", () => {
    const end = (solver: string) => {
      const run = block({
        planar: false,
        friction: 0.5,
        h: 0.01,
        angle: 0.3,
        formulation: { scheme: "todorov", solver },
      });
      for (let i = 0; i < 5; i++) expect(step(run.model, run.data)).toBe(0);
      return stepProblem(run.data) as NonNullable<ReturnType<typeof stepProblem>>;
    };
    const { problem, solution } = end("active-set");
    const { size: n, matrix } = problem;
    expect(n).toBe(4 * 7);
    let uneven = 0;
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) uneven = Math.max(uneven, Math.abs(matrix[i * n + j] - matrix[j * n + i]));
    expect(uneven).toBeLessThan(1e-14);
    for (const solver of ["lemke", "interior-point", "fischer-newton"]) {
      const other = end(solver).solution;
      // solved to 1e-10 m/s with admittances of 0.05 / kg at least
      for (let i = 0; i < n; i++) expect(Math.abs(other[i] - solution[i])).toBeLessThan(1e-8);
    }
  });

  test("a block that slides hovers at μ v h and is braked by μ m g", () => {
    const [mu, h] = [0.3, 0.001];
    const run = block({
      planar: true,
      friction: mu,
      h,
      half: [3, 0.1],
      velocity: [2, 0],
      formulation: { scheme: "todorov", softness: 1e-6 },
    });
    for (let i = 0; i < 200; i++) expect(step(run.model, run.data)).toBe(0);
    const speed = run.data.bodyVel[15];
    const [force, normal, slips] = sensed(run);
    // it also comes down by μ a h a step: forces are right to a h/v and to (μ a)/g of the fall, of which none is left in the steady state
    expect((run.data.bodyPos[7] - 0.1) / (mu * (speed + mu * G * h) * h)).toBeCloseTo(1, 2);
    expect(Math.abs(force) / normal).toBeLessThanOrEqual(mu * (1 + 1e-9));
    expect(Math.abs(force) / (mu * 2 * G)).toBeCloseTo(1, 2);
    expect(speed).toBeCloseTo(2 - mu * G * 0.2, 2);
    expect(slips).toBe(1);
  });

  test("with less and less softness it becomes Stewart and Trinkle's, where nothing slides", () => {
    const end = (formulation: object) => {
      const run = block({ planar: false, friction: 0.8, h: 0.005, angle: 0.4, formulation });
      for (let i = 0; i < 100; i++) step(run.model, run.data);
      return run.data.bodyPos.slice(6, 9);
    };
    const hard = end({ directions: 8 });
    const off = [1e-2, 1e-4, 1e-6].map((softness) => {
      const soft = end({ scheme: "todorov", softness, directions: 8 });
      return Math.hypot(soft[0] - hard[0], soft[1] - hard[1], soft[2] - hard[2]);
    });
    // first order in the softness
    expect(off[0] / off[1]).toBeCloseTo(100, 0);
    expect(off[1] / off[2]).toBeCloseTo(100, 0);
  });
});
