import {
  addBody,
  addHook,
  type BodySpec,
  bodyPosition,
  bodyVelocity,
  compile,
  createData,
  type ForceSpec,
  findParameter,
  recompile,
  removeBody,
  type Simulation,
  type Spec,
  setParameter,
  snapshot,
  step,
  takeEvents,
} from "stiction";
import { describe, expect, test } from "vitest";

const SPRING = { type: "spring", name: "s", bodyA: "a", bodyB: "b", stiffness: 30 } satisfies ForceSpec;
const spec: Spec = {
  timestep: 0.01,
  bodies: [
    { name: "a", mass: 1, inertia: [1, 1, 1], position: [0, 0, 1], velocity: [1, 0, 0], angularVelocity: [0, 0, 2] },
    { name: "b", mass: 2, inertia: [1, 1, 1], position: [2, 0, 1] },
  ],
  forces: [SPRING],
  controllers: [
    {
      type: "pd",
      name: "hold",
      sensor: "body/b/position.z",
      rateSensor: "body/b/velocity.z",
      output: "bodies.b.force.z",
      target: 1,
      kp: 40,
      kd: 4,
      ki: 10,
    },
  ],
  events: [{ name: "low", crosses: "[body/a/position.z] - 0.5" }],
};

function start(s: Spec, n: number): Simulation {
  const model = compile(s);
  const data = createData(model);
  for (let i = 0; i < n; i++) step(model, data);
  return { model, data };
}

function run(s: Simulation, n: number): void {
  for (let i = 0; i < n; i++) step(s.model, s.data);
}

describe("recompile", () => {
  test("of the same scene carries every bit of state", () => {
    const old = start(spec, 50);
    const again = recompile(old, spec);
    expect(snapshot(again.data)).toEqual(snapshot(old.data));
    run(old, 50);
    run(again, 50);
    expect(snapshot(again.data)).toEqual(snapshot(old.data));
  });

  test("adding and removing a body leaves the others as if nothing had been", () => {
    const never = start(spec, 50);
    const once = removeBody(addBody(never, { name: "guest", mass: 5, position: [9, 9, 9] }), "guest");
    run(never, 50);
    run(once, 50);
    expect(snapshot(once.data)).toEqual(snapshot(never.data));
  });

  test("removing a body takes its springs along; controllers that lose their sensor are an error and nothing changes", () => {
    const old = start({ ...spec, events: [] }, 10);
    const without = removeBody(old, "a");
    expect(without.model.forces).toHaveLength(0);
    expect(() => removeBody(old, "b")).toThrow('unknown body "b"');
  });

  test("a body whose mass distribution changed stays where it was: frame and velocity of its points", () => {
    const old = start(
      {
        gravity: [0, 0, 0],
        timestep: 0.01,
        bodies: [{ name: "a", mass: 1, inertia: [1, 1, 1], velocity: [1, 0, 0], angularVelocity: [0, 0, 2] }],
      },
      30,
    );
    const moved = recompile(old, {
      ...old.model.spec,
      bodies: [{ name: "a", mass: 1, inertia: [1, 1, 1], centerOfMass: [0.5, 0, 0] }],
    });
    const [x, y, z] = bodyPosition(old.model, old.data, "a");
    expect(bodyPosition(moved.model, moved.data, "a")).toEqual([expect.closeTo(x, 14), expect.closeTo(y, 14), z]);
    // v_com = v + ω × r with r = R (0.5, 0, 0), |ω × r| = 1
    const dv = bodyVelocity(moved.model, moved.data, "a").map((v, k) => v - bodyVelocity(old.model, old.data, "a")[k]);
    expect(Math.hypot(...dv)).toBeCloseTo(1, 12);
  });

  test("live inputs are kept, unless the scene now says otherwise", () => {
    const old = start(spec, 1);
    const slot = old.model.forces[0].input.restLength[0];
    old.data.input[slot] = 0.7;
    expect(recompile(old, spec).data.input[slot]).toBe(0.7);
    const forces = [{ ...SPRING, restLength: 1.5 }];
    expect(recompile(old, { ...spec, forces }).data.input[slot]).toBe(1.5);
  });

  test("contacts come along: touch, friction state and impulses, although shapes are numbered anew", () => {
    const floor = { name: "floor", type: "static" as const, shapes: [{ type: "plane" }] } satisfies BodySpec;
    const ball = {
      name: "ball",
      position: [0, 0, 0.0995] as const,
      shapes: [{ type: "sphere", radius: 0.1 }],
    } satisfies BodySpec;
    const guest = {
      name: "guest",
      position: [5, 0, 5] as const,
      shapes: [{ type: "sphere", radius: 0.1 }],
    } satisfies BodySpec;
    const scene: Spec = { gravity: [0, 0, 0], formulation: "forces", bodies: [guest, floor, ball] };
    const old = start(scene, 2);
    old.data.pointImpulse[0] = 7;
    old.data.patchFriction[3] = 8;
    takeEvents(old.data);
    const next = removeBody(old, "guest");
    run(next, 3);
    expect([next.data.pointImpulse[0], next.data.patchFriction[3]]).toEqual([7, 8]);
    expect(takeEvents(next.data)).toEqual([]); // it goes on touching; nothing begins
    const again = addBody(next, guest);
    run(again, 1);
    expect(again.data.pointImpulse[0]).toBe(7);
  });

  test("user functions come along; a scene that does not hold leaves the old one running", () => {
    const old = start(spec, 5);
    let calls = 0;
    addHook(old.data, "end", () => calls++);
    const next = recompile(old, spec);
    run(next, 3);
    expect(calls).toBe(3);
    expect(() => recompile(old, { ...spec, timestep: -1 })).toThrow("timestep");
    run(old, 1);
    expect(calls).toBe(4);
  });
});

describe("parameters", () => {
  test("scene path → model slot, with unit, help and check; the spec follows", () => {
    const { model, data } = start(spec, 0);
    expect(findParameter(model, data, "forces.s.stiffness")).toMatchObject({ unit: "N/m", help: "k" });
    setParameter(model, data, "forces.s.stiffness", 99);
    setParameter(model, data, "gravity.z", -1.62);
    setParameter(model, data, "bodies.b.mass", 8);
    setParameter(model, data, "timestep", 0.002);
    expect((model.forces[0].col.stiffness as Float64Array)[0]).toBe(99);
    expect([model.bodyMass[2], model.bodyInvMass[6], model.options.timestep]).toEqual([8, 1 / 8, 0.002]);
    expect(model.spec).toMatchObject({ gravity: [0, 0, -1.62], timestep: 0.002, forces: [{ stiffness: 99 }] });
  });

  test("changing a number equals compiling the scene with it", () => {
    const changed = start(spec, 0);
    setParameter(changed.model, changed.data, "forces.s.stiffness", 77);
    setParameter(changed.model, changed.data, "forces.s.pointA.y", 0.2);
    run(changed, 100);
    const forces = [{ ...SPRING, stiffness: 77, pointA: [0, 0.2, 0], restLength: 2 }];
    const compiled = start({ ...spec, forces }, 100);
    expect(snapshot(changed.data)).toEqual(snapshot(compiled.data));
  });

  test("a mass from shapes takes its inertia along; a stated inertia stays", () => {
    const { model, data } = start(
      {
        bodies: [
          { name: "box", mass: 1, shapes: [{ type: "box", halfExtents: [1, 1, 1] }] },
          { name: "c", mass: 1, inertia: [1, 1, 1] },
        ],
      },
      0,
    );
    const before = model.bodyInertia[6];
    setParameter(model, data, "bodies.box.mass", 3);
    setParameter(model, data, "bodies.c.mass", 3);
    expect(model.bodyInertia[6]).toBeCloseTo(3 * before, 14);
    expect(model.bodyInertia[12]).toBe(1);
  });

  test("wrong values and paths without a slot are refused, and nothing changes", () => {
    const { model, data } = start(spec, 0);
    expect(() => setParameter(model, data, "forces.s.stiffness", -1)).toThrow(
      "forces.s.stiffness: expected a finite number >= 0 N/m, got -1",
    );
    expect(() => setParameter(model, data, "bodies.a.position.x", 1)).toThrow("recompile");
    expect((model.forces[0].col.stiffness as Float64Array)[0]).toBe(30);
  });
});
