/**
 * Two drives of one coordinate disagreed, or a slider was driven farther than its rod reaches, and the run ended in NaN.
 *
 * A contradiction that is there at the start is an error of the scene. One that comes up later stops the drives of that
 * mechanism where they are, with a status that names a joint; everything else goes on, and so do the drives once they
 * agree.
 */
import { compileUntyped, createData, SpecError, STATUS, step, type UntypedSpec, warnings } from "stiction";
import { describe, expect, test } from "vitest";

const bar = (name: string, x: number, y: number, more = {}) => ({
  name,
  mass: 1.5,
  inertia: [0.05, 0.08, 0.08] as [number, number, number],
  position: [x, y, 0] as [number, number, number],
  ...more,
});
const scene = (method: string, rest: UntypedSpec): UntypedSpec => ({
  name: "guides",
  timestep: 0.004,
  gravity: [0, 0, -9.81],
  contact: "none",
  formulation: { type: "augmented-lagrangian", method },
  ...rest,
});
const hinge = (name: string, bodyB: string, at: number[], more = {}) => ({
  type: "hinge",
  name,
  bodyB,
  at,
  axis: [0, 1, 0],
  ...more,
});
const speed = (target: number) => ({ drive: { mode: "speed", target } });

/** Slider-crank with a crank of 0.3 m and a rod of 0.5 m, the slider driven outwards from 0.5 m. */
const reach = (method: string, plane = false): UntypedSpec => {
  const rise = Math.sqrt(0.3 * 0.3 - 0.09 * 0.09);
  const lift = (x: number, y: number) => (plane ? [x, y] : [x, 0, y]);
  const body = (name: string, x: number, y: number) => ({
    name,
    mass: 1,
    inertia: [0.02, 0.02, 0.02],
    position: lift(x, y),
  });
  const axis = plane ? {} : { axis: [0, 1, 0] };
  return {
    name: "reach",
    timestep: 0.004,
    ...(plane ? { plane: "xy" as const } : {}),
    gravity: lift(0, -9.81),
    contact: "none",
    formulation: { type: "augmented-lagrangian", method },
    bodies: [body("crank", 0.045, rise / 2), body("rod", 0.295, rise / 2), body("block", 0.5, 0)],
    joints: [
      { type: "hinge", name: "axle", bodyB: "crank", at: lift(0, 0), ...axis },
      { type: "hinge", name: "pin", bodyA: "crank", bodyB: "rod", at: lift(0.09, rise), ...axis },
      { type: "hinge", name: "wrist", bodyA: "rod", bodyB: "block", at: lift(0.5, 0), ...axis },
      { type: "slider", name: "rail", bodyB: "block", at: lift(0.5, 0), axis: lift(1, 0), ...speed(0.6) },
    ],
  };
};

const at = (data: { bodyPos: Float64Array }, b: number) => [...data.bodyPos.subarray(3 * b, 3 * b + 3)];

test("contradictory speeds at the start are an error that names the drives", () => {
  const spec = scene("index-3", {
    bodies: [bar("a", 0.4, 0)],
    joints: [hinge("one", "a", [0, 0, 0], speed(0.7)), hinge("two", "a", [0, 0, 0], speed(-1.1))],
  });
  expect(() => compileUntyped(spec)).toThrow(SpecError);
  expect(() => compileUntyped(spec)).toThrow(/"one", "two"/);
});

test("a target that is out of reach at the start is an error", () => {
  const spec = reach("index-3");
  const joints = spec.joints?.map((j) => (j.name === "rail" ? { ...j, drive: { mode: "position", target: 0.45 } } : j));
  expect(() => compileUntyped({ ...spec, joints })).toThrow(/cannot be assembled.*"rail"/);
});

describe.each(["index-3", "index-1"])("%s", (method) => {
  test.each([false, true])("out of reach while running, planar %s", (plane) => {
    const model = compileUntyped(reach(method, plane));
    const data = createData(model);
    let stopped = -1;
    for (let k = 0; k < 200; k++) {
      const status = step(model, data);
      if ((status & STATUS.contradiction) !== 0 && stopped < 0) stopped = k;
      expect((status & STATUS.nonFinite) === 0).toBe(true);
    }
    // 0.3 m to go at 0.6 m/s: the last pose before 0.8 m, within a step and the half step of starting from rest
    expect(Math.abs(stopped * 0.004 - 0.5)).toBeLessThan(0.009);
    expect(0.8 - at(data, 3)[0]).toBeGreaterThan(0);
    expect(0.8 - at(data, 3)[0]).toBeLessThan(2 * 0.6 * 0.004);
    expect(Math.max(...data.bodyVel.map(Math.abs))).toBeLessThan(1e-9);
    expect(warnings(model, data).find(({ status }) => status === "contradiction")?.who).toBe("rail");
  });

  test("what is not driven goes on, and so do drives that agree again", () => {
    const model = compileUntyped(
      scene(method, {
        bodies: [bar("a", 0.4, 0), bar("tail", 1.1, 0), bar("other", 0.4, 3)],
        joints: [
          hinge("one", "a", [0, 0, 0], speed(0.7)),
          hinge("two", "a", [0, 0, 0], speed(0.7)),
          hinge("elbow", "tail", [0.8, 0, 0], { bodyA: "a" }),
          hinge("alone", "other", [0, 3, 0]),
        ],
        controllers: [
          {
            type: "profile",
            name: "late",
            output: "joints.two.drive.target",
            times: [0, 0.2, 0.3, 0.5, 0.6],
            values: [0.7, 0.7, 1.9, 1.9, 0.7],
          },
        ],
      }),
    );
    const alone = compileUntyped(
      scene(method, { bodies: [bar("other", 0.4, 3)], joints: [hinge("alone", "other", [0, 3, 0])] }),
    );
    const data = createData(model);
    const only = createData(alone);
    const angle = () => -Math.atan2(at(data, 1)[2], at(data, 1)[0]);
    const run = (count: number) => {
      let bits = 0;
      for (let k = 0; k < count; k++) {
        bits |= step(model, data);
        step(alone, only);
      }
      return bits;
    };
    expect(run(49)).toBe(0);
    run(2);
    const [held, tail] = [angle(), at(data, 2)];
    expect(run(98) & STATUS.contradiction).not.toBe(0);
    expect(Math.abs(angle() - held)).toBeLessThan(1e-9);
    // the tail falls meanwhile
    expect(Math.abs(at(data, 2)[2] - tail[2])).toBeGreaterThan(0.05);
    run(2);
    expect(run(50)).toBe(0);
    // 0.2 s at 0.7 rad/s
    expect(Math.abs(angle() - held - 0.7 * 50 * 0.004)).toBeLessThan(0.7 * 3 * 0.004);
    // the other mechanism: accelerations are found anew when drives stop, 1e-5 h² as between steps
    for (let c = 0; c < 3; c++) expect(Math.abs(at(data, 3)[c] - at(only, 1)[c])).toBeLessThan(1e-6);
  });
});

test("kinematic bodies that pull too far are stopped, too", () => {
  const spec = scene("index-3", {
    bodies: [
      { name: "hand", type: "kinematic", position: [0.9, 0, 0], velocity: [0.3, 0, 0] },
      bar("a", 0.225, 0, { position: [0.225, 0, -0.3] }),
      bar("b", 0.675, 0, { position: [0.675, 0, -0.3] }),
    ],
    joints: [
      { type: "ball", name: "left", bodyB: "a", at: [0, 0, 0] },
      { type: "ball", name: "middle", bodyA: "a", bodyB: "b", at: [0.45, 0, -0.6] },
      { type: "ball", name: "right", bodyA: "hand", bodyB: "b", at: [0.9, 0, 0] },
    ],
  });
  const model = compileUntyped(spec);
  const data = createData(model);
  let bits = 0;
  for (let k = 0; k < 625; k++) bits |= step(model, data);
  expect(bits & STATUS.contradiction).not.toBe(0);
  expect(bits & STATUS.nonFinite).toBe(0);
  // two bars of 0.75 m
  expect(1.5 - at(data, 1)[0]).toBeGreaterThan(0);
  expect(1.5 - at(data, 1)[0]).toBeLessThan(2 * 0.3 * 0.004);
});
