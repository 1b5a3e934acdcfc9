/** Bodies and joints come and go while a mechanism in natural coordinates runs. */
import {
  addBody,
  type BodySpec,
  buildScene,
  compileUntyped,
  createData,
  type FormulationSpec,
  type JointSpec,
  type Model,
  naturalReport,
  recompile,
  removeBody,
  type Scene,
  type Simulation,
  type Spec,
  step,
  type UntypedSpec,
} from "stiction";
import { sceneByName } from "stiction/scenes";
import { describe, expect, test } from "vitest";
import { lagrangianFields } from "../../src/formulations/augmented-lagrangian/fields.js";

const full = process.env.STICTION_FULL === "1";

const naturalOf = (model: Model) => model.systems.natural;

function start(spec: UntypedSpec): Simulation {
  const model = compileUntyped(spec);
  return { model, data: createData(model) };
}

const windows = () => buildScene(sceneByName("four-bar-windows") as Scene, {});
const fence = (k: number) =>
  ({
    name: `fence${k}`,
    mass: 3,
    inertia: [0.1, 0.1, 0.1],
    position: [k, 5],
    angularVelocity: [0, 0, 1],
  }) satisfies BodySpec;

function run({ model, data }: Simulation, steps: number): number {
  let status = 0;
  for (let k = 0; k < steps; k++) status |= step(model, data);
  return status;
}

/** Pose and velocity of a body by name. */
function stateOf({ model, data }: Simulation, name: string): number[] {
  const b = model.bodyIndex.get(name) as number;
  return [
    ...data.bodyPos.subarray(3 * b, 3 * b + 3),
    ...data.bodyQuat.subarray(4 * b, 4 * b + 4),
    ...data.bodyVel.subarray(6 * b, 6 * b + 6),
  ];
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.max(...a.map((v, k) => Math.abs(v - b[k])));
}

const positionError = ({ data }: Simulation) => lagrangianFields(data).statistics[3];

test("a body added and removed leaves a mechanism as if it had never been there", () => {
  const plain = start(windows());
  let changed = start(windows());
  run(plain, 100);
  run(changed, 100);
  for (let k = 0; k < 3; k++) {
    changed = addBody(changed, fence(k));
    run(plain, 50);
    run(changed, 50);
    changed = removeBody(changed, `fence${k}`);
    run(plain, 20);
    run(changed, 20);
  }
  // accelerations and multipliers are carried over: the same steps, in a system whose blocks do not touch
  for (const name of plain.model.bodyNames)
    expect(distance(stateOf(plain, name), stateOf(changed, name))).toBeLessThan(1e-12);
});

test("bodies come and go every 0.1 s: constraints hold and nothing jumps", () => {
  let simulation = start(windows());
  const seconds = full ? 60 : 2;
  for (let k = 0; k < 10 * seconds; k++) {
    const before = new Map(simulation.model.bodyNames.map((name) => [name, stateOf(simulation, name)]));
    simulation = k % 2 === 0 ? addBody(simulation, fence(k)) : removeBody(simulation, `fence${k - 1}`);
    for (const name of simulation.model.bodyNames) {
      const known = before.get(name);
      if (known !== undefined) expect(distance(known, stateOf(simulation, name))).toBe(0);
    }
    for (let i = 0; i < 100; i++) {
      step(simulation.model, simulation.data);
      expect(positionError(simulation)).toBeLessThan(1e-10);
    }
  }
});

test("multipliers and accelerations are carried over by name", () => {
  const simulation = start(windows());
  run(simulation, 100);
  const before = lagrangianFields(simulation.data);
  const names = naturalOf(simulation.model).constraints.names;
  const changed = addBody(simulation, fence(0));
  const after = lagrangianFields(changed.data);
  const changedNames = naturalOf(changed.model).constraints.names;
  names.forEach((name, r) => {
    expect(after.multiplier[changedNames.indexOf(name)], name).toBe(before.multiplier[r]);
  });
});

describe("detaching and attaching", () => {
  // a chain of three bars, the last of which is let go and caught again
  const bars = ["a", "b", "c"];
  const chain = (joints: readonly string[]): Spec => ({
    name: "chain",
    timestep: 0.001,
    plane: "xy",
    contact: "none",
    formulation: "augmented-lagrangian",
    bodies: bars.map(
      (name, k) => ({ name, mass: 1, inertia: [0.1, 0.1, 0.1], position: [k + 0.5, 0] }) satisfies BodySpec,
    ),
    joints: joints.map((name) => {
      const k = bars.indexOf(name);
      return {
        type: "hinge",
        name: `hinge-${name}`,
        bodyA: k === 0 ? "world" : bars[k - 1],
        bodyB: name,
        frameA: { position: [k === 0 ? 0 : 0.5, 0] },
        frameB: { position: [-0.5, 0] },
      } satisfies JointSpec;
    }),
  });

  test("a part that is let go falls freely, and the rest goes on", () => {
    let simulation = start(chain(["a", "b", "c"]));
    run(simulation, 200);
    simulation = recompile(simulation, chain(["a", "b"]));
    const c = simulation.model.bodyIndex.get("c") as number;
    const [vx, vy] = simulation.data.bodyVel.subarray(6 * c + 3, 6 * c + 5);
    expect(run(simulation, 100)).toBe(0);
    // 0.1 s of free fall; the trapezoidal rule is exact for constant acceleration, up to round-off of 100 steps
    expect(simulation.data.bodyVel[6 * c + 3]).toBeCloseTo(vx, 9);
    expect(simulation.data.bodyVel[6 * c + 4]).toBeCloseTo(vy - 0.981, 9);
    expect(positionError(simulation)).toBeLessThan(1e-10);
  });

  test("a part that is attached where it happens to be stays there", () => {
    let simulation = start(chain(["a", "b"]));
    simulation = recompile(simulation, chain(["a", "b", "c"]));
    expect(run(simulation, 100)).toBe(0);
    expect(positionError(simulation)).toBeLessThan(1e-10);
  });
});

test("a random walk through topologies keeps the reference counts right", () => {
  let seed = 5;
  const random = (n: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 4294967296) * n);
  };
  // bars on a common pin, each there or not
  const spec = (present: readonly boolean[]): Spec => ({
    name: "fan",
    plane: "xy",
    contact: "none",
    formulation: "augmented-lagrangian",
    bodies: present.flatMap((there, k) =>
      there ? [{ name: `bar${k}`, mass: 1, inertia: [0.1, 0.1, 0.1], position: [k + 0.5, 0] }] : [],
    ),
    joints: present.flatMap((there, k) => {
      if (!there) return [];
      const previous = present.lastIndexOf(true, k - 1);
      const bodyA = k > 0 && previous >= 0 && previous === k - 1 ? `bar${k - 1}` : "world";
      return [{ type: "hinge", name: `pin${k}`, bodyA, bodyB: `bar${k}`, at: [k, 0] }];
    }),
  });
  const present = Array.from({ length: 6 }, () => true);
  let simulation = start(spec(present));
  for (let k = 0; k < (full ? 1000 : 40); k++) {
    const flip = random(6);
    present[flip] = !present[flip];
    if (!present.includes(true)) present[flip] = true;
    simulation = recompile(simulation, spec(present));
    const { entities, free } = naturalOf(simulation.model);
    for (const entity of entities) {
      // count anew: bodies whose joints name this place
      if (entity.kind !== "point" || !entity.name.endsWith(" point")) continue;
      const { joints } = simulation.model;
      const i = joints.names.indexOf(entity.name.slice(0, -6));
      const users = [joints.bodyA[i], joints.bodyB[i]].sort((x, y) => x - y);
      expect(
        [...entity.users].sort((x, y) => x - y),
        entity.name,
      ).toEqual(users);
    }
    expect(free).toBe(lagrangianFields(simulation.data).coordinate.length - prescribed(simulation.model));
    run(simulation, 1);
  }
});

function prescribed(model: Model): number {
  const { count, free } = naturalOf(model);
  return count - free;
}

describe("bad input names the joint and the remedy", () => {
  const scene = (
    joints: UntypedSpec["joints"],
    formulation: FormulationSpec = "augmented-lagrangian",
  ): UntypedSpec => ({
    name: "bad",
    contact: "none",
    formulation,
    bodies: [{ name: "bar", mass: 1, inertia: [1, 1, 1], position: [0.5, 0, 0] }],
    joints,
  });
  const pin = { type: "hinge", name: "pin", bodyB: "bar", at: [0, 0, 0] } satisfies JointSpec;

  test.each([
    [
      "a rod of no length",
      [{ type: "distance", bodyB: "bar", at: [1, 0, 0], to: [1, 0, 0] }],
      /joints\[0\]\.length: .*use a ball joint/,
    ],
    [
      "a mechanism that cannot be assembled",
      [pin, { type: "distance", name: "rod", bodyB: "bar", at: [3, 0, 0], to: [1, 0, 0], length: 0.5 }],
      /joints\[1\]: the mechanism cannot be assembled: joint "rod" stays open by .* check the places and lengths/,
    ],
    [
      "a joint placed far beyond its limit",
      [{ ...pin, limits: { lower: 0.4 } }],
      /joints\[0\]: joint "pin" starts 0.400 .*place it within/,
    ],
    [
      "a rope that is longer than it may be",
      [{ type: "distance", name: "rope", mode: "rope", bodyB: "bar", at: [1, 0, 0], to: [0, 0, 0], length: 0.5 }],
      /joints\[0\]: joint "rope" starts 0.500 .*place it within/,
    ],
  ])("%s", (_name, joints, message) => {
    expect(() => compileUntyped(scene(joints))).toThrow(message);
  });

  test("an explicit method refuses what only the iteration on positions has", () => {
    const explicit = { type: "augmented-lagrangian", method: "index-1" } as const;
    for (const extra of [{ limits: { lower: 0 } }, { drive: { mode: "speed", target: 1, maxEffort: 5 } }])
      expect(() => compileUntyped(scene([{ ...pin, ...extra }], explicit))).toThrow(
        /joints\[0\].type: .* need method "index-3"/,
      );
  });

  test("a scene placed inaccurately is assembled at the start", () => {
    // the hinge misses by 1 mm: bodies are moved together
    const { data } = start(
      scene([
        {
          type: "hinge",
          name: "pin",
          bodyB: "bar",
          frameA: { position: [0, 0, 0.001] },
          frameB: { position: [-0.5, 0, 0] },
        },
      ]),
    );
    const [x, , z] = data.bodyPos.subarray(3, 6);
    expect(x).toBeCloseTo(0.5, 12);
    expect(z).toBeCloseTo(0.001, 12);
  });
});

describe("the report", () => {
  test("Bricard: one freedom, one constraint too many, and a joint to look at", () => {
    const { model, data } = start(buildScene(sceneByName("bricard") as Scene, {}));
    const report = naturalReport(model, data);
    expect(report).toMatchObject({ freedom: 1, redundant: 1, singular: false, loose: [] });
    expect(report.redundantJoints).toHaveLength(1);
  });

  test("windows with all bars on one line start where they can branch", () => {
    // a parallelogram laid flat: bars 1 m, feet 1 m apart
    const flat = (angle: number): Spec => {
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const bar = (name: string, x: number, y: number, turn: number) =>
        ({
          name,
          mass: 1,
          inertia: [0.1, 0.1, 0.1],
          position: [x, y],
          orientation: turn,
        }) satisfies BodySpec;
      return {
        name: "flat",
        plane: "xy",
        contact: "none",
        formulation: "augmented-lagrangian",
        bodies: [bar("a", c / 2, s / 2, angle), bar("b", c + 0.5, s, 0), bar("d", 1 + c / 2, s / 2, angle)],
        joints: [
          { type: "hinge", name: "j0", bodyB: "a", at: [0, 0] },
          { type: "hinge", name: "j1", bodyA: "a", bodyB: "b", at: [c, s] },
          { type: "hinge", name: "j2", bodyA: "b", bodyB: "d", at: [1 + c, s] },
          { type: "hinge", name: "j3", bodyB: "d", at: [1, 0] },
        ],
      };
    };
    const report = (angle: number) => {
      const { model, data } = start(flat(angle));
      return naturalReport(model, data);
    };
    expect(report(0)).toMatchObject({ singular: true, freedom: 2 });
    expect(report(0.5)).toMatchObject({ singular: false, freedom: 1 });
  });
});
