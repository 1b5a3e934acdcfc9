/** The thesis's own step and friction by points, where `verify` does not look: space, momentum, bits, bounds. */
import {
  bodyVelocity,
  COUNTER,
  compile,
  createData,
  restore,
  type Spec,
  setWrench,
  snapshot,
  stateHash,
  step,
} from "stiction";
import { describe, expect, test } from "vitest";

const G = 9.81;

type Options = Readonly<Record<string, unknown>>;

/** A cube of 1 m and 3 kg on the floor, friction 0.5. */
const cube = (formulation: Options, spin = 0, material: Options = {}): Spec => ({
  timestep: 1 / 60,
  formulation: { type: "impulse", ...formulation },
  materials: { wood: { friction: 0.5, ...material } },
  bodies: [
    { name: "floor", type: "static", material: "wood", shapes: [{ type: "plane" }] },
    {
      name: "cube",
      material: "wood",
      mass: 3,
      position: [0, 0, 0.5],
      angularVelocity: [0, 0, spin],
      shapes: [{ type: "box", halfExtents: [0.5, 0.5, 0.5] }],
    },
  ],
});

function simulate(spec: Spec) {
  const model = compile(spec);
  return { model, data: createData(model) };
}

function run({ model, data }: ReturnType<typeof simulate>, steps: number): void {
  for (let k = 0; k < steps; k++) step(model, data);
}

const byPoints: readonly (readonly [string, Options])[] = [
  ["thesis, warm", { preset: "thesis", iterations: 50, warmStart: "on" }],
  ["sub-steps", { preset: "fast", friction: "point" }],
];

describe.each(byPoints)("friction by points: %s", (_name, formulation) => {
  /** Speed after a second of pulling at 45° with a part of μ m g, at the height of the floor. */
  function pulled(part: number, cone: string): number {
    const simulation = simulate(cube({ ...formulation, cone }));
    run(simulation, 30);
    const f = (part * 0.5 * 3 * G) / Math.SQRT2;
    setWrench(simulation.model, simulation.data, "cube", { force: [f, f, 0], torque: [0.5 * f, -0.5 * f, 0] });
    run(simulation, 60);
    const [x, y] = bodyVelocity(simulation.model, simulation.data, "cube");
    return Math.hypot(x, y);
  }

  test("the circular cone lets go at μ m g in every direction, the pyramid at √2 times that", () => {
    expect(pulled(0.98, "circular")).toBeLessThan(1e-5);
    // a = 0.02 μ g, less what the start costs
    expect(pulled(1.02, "circular")).toBeGreaterThan(0.5 * 0.02 * 0.5 * G);
    expect(pulled(1.38, "pyramid")).toBeLessThan(1e-4);
    expect(pulled(1.44, "pyramid")).toBeGreaterThan(0.5 * 0.02 * 0.5 * G);
  });

  test("four corners brake spin as a rim does: α = μ g m R / I", () => {
    const simulation = simulate(cube(formulation, 5));
    run(simulation, 6);
    const before = simulation.data.bodyVel[6 * 2 + 2];
    run(simulation, 6);
    const alpha = (before - simulation.data.bodyVel[6 * 2 + 2]) / (6 / 60);
    // R = 1/√2 m, I = m/6; corners slip along the rim, and their loads are equal but for what one sweep leaves
    expect(alpha / (0.5 * G * Math.SQRT1_2 * 6)).toBeCloseTo(1, 3);
  });

  test("a belt takes the cube along", () => {
    const spec = cube(formulation);
    const floor = { ...spec.bodies?.[0], shapes: [{ type: "plane", surfaceVelocity: [0.7, 0, 0] }] };
    const simulation = simulate({ ...spec, bodies: [floor, ...(spec.bodies ?? []).slice(1)] as Spec["bodies"] });
    run(simulation, 60);
    expect(bodyVelocity(simulation.model, simulation.data, "cube")[0]).toBeCloseTo(0.7, 4);
  });

  test("a snapshot goes on with the same bits", () => {
    const simulation = simulate(cube(formulation, 5));
    run(simulation, 5);
    const { model, data } = simulation;
    const saved = snapshot(data);
    run(simulation, 20);
    const other = createData(model);
    restore(model, other, saved);
    run({ model, data: other }, 20);
    expect(stateHash(other)).toBe(stateHash(data));
  });
});

describe("thesis", () => {
  /** Three bodies in free space, joined by a hinge and a spring, one spinning, two of them colliding. */
  const free: Spec = {
    timestep: 0.01,
    gravity: [0, 0, 0],
    formulation: { type: "impulse", preset: "thesis", iterations: 30, restitutionSpeed: 0 },
    materials: { steel: { friction: 0.4, restitution: 0.6 } },
    bodies: [
      {
        name: "a",
        material: "steel",
        mass: 2,
        angularVelocity: [0.3, 1, -2],
        shapes: [{ type: "box", halfExtents: [0.2, 0.3, 0.4] }],
      },
      {
        name: "b",
        material: "steel",
        mass: 1,
        position: [1, 0, 0],
        shapes: [{ type: "box", halfExtents: [0.3, 0.2, 0.1] }],
      },
      {
        name: "c",
        material: "steel",
        mass: 3,
        position: [1, 0.1, 2],
        velocity: [0, 0, -4],
        shapes: [{ type: "sphere", radius: 0.25 }],
      },
    ],
    joints: [{ type: "hinge", name: "pin", bodyA: "a", bodyB: "b", at: [0.5, 0, 0], axis: [0, 1, 0] }],
  };

  test("impulses keep momentum", () => {
    const { model, data } = simulate(free);
    const momentum = () => {
      const p = [0, 0, 0];
      for (let b = 1; b < model.nb; b++) {
        for (let k = 0; k < 3; k++) p[k] += model.bodyMass[b] * data.bodyVel[6 * b + 3 + k];
      }
      return p;
    };
    const start = momentum();
    let touched = false;
    for (let k = 0; k < 200; k++) {
      step(model, data);
      for (let i = 0; i < data.counter[COUNTER.points]; i++) touched ||= data.pointImpulse[3 * i] > 0;
    }
    expect(touched).toBe(true);
    // 200 steps × 30 sweeps × a dozen rows of round-off, 12 N s in play
    momentum().forEach((p, k) => {
      expect(Math.abs(p - start[k])).toBeLessThan(1e-11);
    });
  });

  test("a motor never exceeds its torque, however often it is swept", () => {
    const motor = (iterations: number, clamp: "accumulated" | "per-iteration"): Spec => ({
      timestep: 0.01,
      gravity: [0, 0, 0],
      contact: "none",
      formulation: { type: "impulse", preset: "thesis", iterations, clamp },
      bodies: [{ name: "rotor", mass: 1, inertia: [1, 1, 2], shapes: [{ type: "sphere", radius: 0.1 }] }],
      joints: [
        {
          type: "angular-driver",
          name: "motor",
          bodyB: "rotor",
          axis: [0, 0, 1],
          drive: { mode: "speed", target: 100, maxEffort: 4 },
        },
      ],
    });
    for (const iterations of [1, 10, 100]) {
      for (const clamp of ["accumulated", "per-iteration"] as const) {
        const simulation = simulate(motor(iterations, clamp));
        run(simulation, 100);
        expect(simulation.data.bodyVel[6 + 2]).toBeCloseTo(2, 12);
      }
    }
  });

  test("a limit stops a joint without giving it speed", () => {
    const simulation = simulate({
      timestep: 0.01,
      gravity: [0, 0, 0],
      contact: "none",
      formulation: { type: "impulse", preset: "thesis" },
      bodies: [{ name: "door", mass: 1, angularVelocity: [0, 0, 1], shapes: [{ type: "sphere", radius: 0.1 }] }],
      joints: [{ type: "hinge", name: "pin", bodyB: "door", at: [0, 0, 0], axis: [0, 0, 1], limits: { upper: 0.505 } }],
    });
    run(simulation, 200);
    const angle = 2 * Math.atan2(simulation.data.bodyQuat[4 + 2], simulation.data.bodyQuat[4 + 3]);
    expect(angle).toBeCloseTo(0.505, 9);
    expect(Math.abs(simulation.data.bodyVel[6 + 2])).toBeLessThan(1e-9);
  });
});
