/** Reading and changing a run by names: setters, impulses, single sensors, lists of contacts and joints, warnings. */
import {
  applyImpulse,
  BODY_STATE,
  bodyAngularVelocity,
  bodyOrientation,
  bodyPosition,
  bodyVelocity,
  buildScene,
  compile,
  contactForce,
  contacts,
  createData,
  joints,
  readSensor,
  readSensorVector,
  type Spec,
  SpecError,
  setBodyPose,
  setBodyState,
  setBodyVelocity,
  stateHash,
  step,
  warnings,
} from "stiction";
import { scenes } from "stiction/scenes";
import { describe, expect, test } from "vitest";

function start(spec: Spec, steps = 0) {
  const model = compile(spec);
  const data = createData(model);
  for (let k = 0; k < steps; k++) step(model, data);
  return { model, data };
}

/** A rod whose centre of mass is 0.5 m along x from the origin of its frame. */
const ROD: Spec = {
  gravity: [0, 0, 0],
  timestep: 0.01,
  bodies: [{ name: "rod", mass: 2, inertia: [0.3, 0.3, 0.4], centerOfMass: [0.5, 0, 0] }],
};
const HALF = Math.SQRT1_2;

describe("setters", () => {
  test("a pose is that of the body frame; what is left out stays", () => {
    const { model, data } = start(ROD);
    setBodyPose(model, data, "rod", { position: [1, 2, 3], orientation: [0, 0, HALF, HALF] });
    expect(bodyPosition(model, data, "rod")).toEqual([1, 2, 3].map((x) => expect.closeTo(x, 12)));
    // turned by 90° about z, the centre of mass is along y
    expect([...data.bodyPos.slice(3, 6)]).toEqual([1, 2.5, 3].map((x) => expect.closeTo(x, 12)));
    setBodyPose(model, data, "rod", { position: [0, 0, 0] });
    expect(bodyOrientation(model, data, "rod")).toEqual([0, 0, HALF, HALF].map((x) => expect.closeTo(x, 12)));
    setBodyPose(model, data, 1, { orientation: [0, 0, 0, 2] });
    expect(bodyOrientation(model, data, 1)).toEqual([0, 0, 0, 1]);
    expect(bodyPosition(model, data, 1)).toEqual([0, 0, 0].map((x) => expect.closeTo(x, 12)));
  });

  test("a velocity is that of the centre of mass; a kinematic body keeps it", () => {
    const { model, data } = start({ ...ROD, bodies: [...(ROD.bodies ?? []), { name: "belt", type: "kinematic" }] });
    setBodyVelocity(model, data, "rod", { velocity: [1, 0, 0] });
    setBodyVelocity(model, data, "rod", { angularVelocity: [0, 0, 3] });
    setBodyVelocity(model, data, "belt", { velocity: [0, 2, 0] });
    expect(bodyVelocity(model, data, "rod")).toEqual([1, 0, 0]);
    expect(bodyAngularVelocity(model, data, "rod")).toEqual([0, 0, 3]);
    for (let k = 0; k < 100; k++) step(model, data);
    expect(bodyPosition(model, data, "belt")[1]).toBeCloseTo(2, 12);
    expect(data.bodyPos[3]).toBeCloseTo(1.5, 12);
  });

  test("an impulse at a point changes momentum and angular momentum by it", () => {
    const { model, data } = start(ROD);
    // at the end of the rod, 0.5 m from the centre of mass: Δv = J/m, Δω = r J/I
    applyImpulse(model, data, "rod", [0, 4, 0], [1, 0, 0]);
    expect(bodyVelocity(model, data, "rod")).toEqual([0, 2, 0]);
    expect(bodyAngularVelocity(model, data, "rod")[2]).toBeCloseTo((0.5 * 4) / 0.4, 12);
    applyImpulse(model, data, "rod", [0, -4, 0]);
    expect(bodyVelocity(model, data, "rod")).toEqual([0, 0, 0]);
    expect(bodyAngularVelocity(model, data, "rod")[2]).toBeCloseTo(5, 12);
  });

  test("states go by name; unknown bodies, the world and numbers that are not finite are refused", () => {
    const { model, data } = start(ROD);
    setBodyState(model, data, "rod", BODY_STATE.dormant);
    expect(data.bodyState[1]).toBe(BODY_STATE.dormant);
    expect(() => setBodyState(model, data, "rd", 0)).toThrow('no body named "rd"');
    expect(() => setBodyPose(model, data, 7, {})).toThrow("no body with index 7");
    expect(() => setBodyPose(model, data, "world", {})).toThrow("does not move");
    expect(() => setBodyPose(model, data, "rod", { position: [0, Number.NaN, 0] })).toThrow("finite");
    expect(() => setBodyPose(model, data, "rod", { orientation: [0, 0, 0, 0] })).toThrow("quaternion");
    expect(() => setBodyVelocity(model, data, "rod", { velocity: [0, 0, Infinity] })).toThrow("finite");
  });
});

const BOX: Spec = {
  formulation: "impulse",
  timestep: 1 / 60,
  bodies: [
    { name: "floor", type: "static", shapes: [{ type: "plane" }] },
    { name: "box", mass: 3, position: [0, 0, 0.5], shapes: [{ type: "box", halfExtents: [0.5, 0.5, 0.5] }] },
  ],
};

describe("reading", () => {
  test("any sensor without declaring it: numbers, components, vectors, names of the scene", () => {
    const { model, data } = start({ ...ROD, sensors: [{ name: "twice", expression: "2 * [body/rod/position.x]" }] });
    setBodyPose(model, data, "rod", { position: [1, 2, 3] });
    expect(readSensor(model, data, "body/rod/position.z")).toBe(3);
    expect(readSensorVector(model, data, "body/rod/position")).toEqual([1, 2, 3]);
    expect(readSensorVector(model, data, "body/rod/position.y")).toEqual([2]);
    expect(readSensor(model, data, "twice")).toBe(2);
    expect(() => readSensor(model, data, "body/rd/position.z")).toThrow(SpecError);
    expect(() => readSensor(model, data, "body/rod/position")).toThrow("add a component");
    expect(() => readSensor(model, data, "body/rod/positon.z")).toThrow('did you mean "position"');
  });

  test.each(["impulse", "complementarity", "forces", "augmented-lagrangian"] as const)(
    "%s: contacts of a box at rest bear its weight, and reading changes no bit",
    (formulation) => {
      const spec: Spec = { ...BOX, formulation, timestep: formulation === "forces" ? 1e-4 : 1e-3 };
      const { model, data } = start(spec, 2000);
      const other = start(spec, 2000);
      const points = [...contacts(model, data)];
      expect(points).toHaveLength(4);
      for (const { a, b, normal, gap, position } of points) {
        expect([a.body, b.body]).toEqual(["box", "floor"]);
        expect([a.index, b.index]).toEqual([0, 0]);
        expect(normal[2]).toBeCloseTo(-1, 6);
        expect(Math.abs(gap)).toBeLessThan(0.01);
        expect(Math.abs(position[0])).toBeCloseTo(0.5, 2);
      }
      const sum = points.reduce((all, { normalForce }) => all + (normalForce ?? Number.NaN), 0);
      if (formulation === "impulse" || formulation === "complementarity") expect(sum).toBeCloseTo(3 * 9.81, 3);
      else expect(sum).toBeNaN();
      expect(contactForce(model, data, "box", "floor")[2]).toBeCloseTo(-3 * 9.81, 1);
      for (const sim of [{ model, data }, other]) for (let k = 0; k < 10; k++) step(sim.model, sim.data);
      expect(stateHash(data)).toBe(stateHash(other.data));
    },
  );

  test.each(["impulse", "complementarity", "augmented-lagrangian"] as const)(
    "%s: a hanging body's joint bears its weight, and reading changes no bit",
    (formulation) => {
      const spec: Spec = {
        contact: "none",
        formulation,
        timestep: 1e-3,
        bodies: [{ name: "bob", mass: 2, inertia: [0.1, 0.1, 0.1], position: [0, 0, -1] }],
        joints: [{ type: "hinge", name: "pin", bodyB: "bob", at: [0, 0, 0], axis: [0, 1, 0] }],
      };
      const { model, data } = start(spec, 50);
      const other = start(spec, 50);
      const [pin] = joints(model, data);
      expect(pin).toMatchObject({ name: "pin", type: "hinge", bodyA: "world", bodyB: "bob", broken: false });
      expect(pin.coordinate).toBeCloseTo(0, 9);
      expect(pin.rate).toBeCloseTo(0, 9);
      expect(pin.force[2]).toBeCloseTo(2 * 9.81, 6);
      expect(pin.torque[1]).toBeCloseTo(0, 9);
      expect(readSensor(model, data, "joint/pin/force.z")).toBe(pin.force[2]);
      for (const sim of [{ model, data }, other]) for (let k = 0; k < 10; k++) step(sim.model, sim.data);
      expect(stateHash(data)).toBe(stateHash(other.data));
    },
  );

  test("warnings name the culprit", () => {
    const { model, data } = start(BOX, 1);
    expect(warnings(model, data)).toEqual([]);
    data.bodyVel[6 * 2 + 3] = Number.NaN;
    step(model, data);
    expect(warnings(model, data)).toEqual([{ status: "nonFinite", count: 1, who: "box" }]);
  });
});

describe("a scene that names no formulation", () => {
  const formulationOf = (spec: Spec) => compile(spec).formulation.kind.name;

  test("gets forces, or the first that solves its joints", () => {
    expect(formulationOf({ bodies: [{ name: "a", mass: 1 }] })).toBe("forces");
    const bodies = [{ name: "a", mass: 1, inertia: [1, 1, 1] }];
    expect(formulationOf({ bodies, joints: [{ type: "hinge", bodyB: "a", at: [0, 0, 0] }] })).toBe("impulse");
  });

  test("keeps its bits: no shipped scene with joints leaves its formulation out", () => {
    const bare = scenes.map((scene) => buildScene(scene)).filter(({ formulation }) => formulation === undefined);
    expect(bare.filter(({ joints = [] }) => joints.length > 0)).toEqual([]);
  });
});
