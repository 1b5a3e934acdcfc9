/** Natural coordinates and the index-3 augmented Lagrangian: derivatives against differences, masses against bodies, motion against tables. */
import {
  type BodySpec,
  buildScene,
  compile,
  createData,
  type Data,
  type JointSpec,
  type Model,
  restore,
  type Scene,
  type Spec,
  sensorValues,
  snapshot,
  stateHash,
  step,
} from "stiction";
import { sceneByName } from "stiction/scenes";
import { describe, expect, test } from "vitest";
import { addWrench, readEntity } from "../../src/formulations/augmented-lagrangian/bodies.js";
import { evaluateConvective, multiplyJacobian } from "../../src/formulations/augmented-lagrangian/constraints.js";
import { placeConstraints } from "../../src/formulations/augmented-lagrangian/evaluate.js";
import { LAGRANGIAN_STATISTIC, lagrangianFields } from "../../src/formulations/augmented-lagrangian/fields.js";
import { evaluateForms } from "../../src/formulations/augmented-lagrangian/forms.js";
import { addMassTimes } from "../../src/formulations/augmented-lagrangian/mass.js";
import { generalizedAlpha, hht } from "../../src/formulations/augmented-lagrangian/settings.js";

/** Reproducible numbers in −1 … 1. */
function random(seed: number): () => number {
  let s = seed;
  return () => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return s / 2147483648 - 1;
  };
}

const stateOf = (data: Data) => data.systems.natural;

const inertia = [0.05, 0.06, 0.07, 0.004, -0.003, 0.005];

/** A chain of bodies through every kind of joint; `coordinates` shared or separate. */
/** A joint without the bodies that it holds. */
type Loose<J = JointSpec> = J extends JointSpec ? Omit<J, "bodyB"> : never;

function everyJoint(coordinates: "shared" | "separate"): Spec {
  const kinds: Loose[] = [
    { type: "ball" },
    { type: "hinge", axis: [1, 2, 3] },
    { type: "universal", axis: [0, 1, 1] },
    { type: "cylindrical", axis: [1, -1, 0.5] },
    { type: "slider", axis: [0.2, 1, 0.3] },
    { type: "planar", axis: [0.5, 0.1, 1] },
    { type: "fixed" },
    { type: "screw", axis: [1, 1, 0], pitch: 0.3 },
    { type: "point-on-line", axis: [1, 0, 2] },
    { type: "point-on-plane", axis: [0, 1, 2] },
    { type: "distance", to: [9.7, 0.4, 0.2] },
    { type: "hinge", axis: [0, 1, 0.2], drive: { mode: "speed", target: 2 } },
    { type: "slider", axis: [0, 1, 0.2], drive: { mode: "speed", target: 0.4 } },
  ];
  return {
    name: "every-joint",
    contact: "none",
    timestep: 0.001,
    formulation: { type: "augmented-lagrangian", coordinates },
    bodies: [
      ...kinds.map(
        (_, k) =>
          ({
            name: `b${k}`,
            mass: 1 + 0.1 * k,
            inertia,
            position: [k, 0.3 * (k % 2), 0.2 * (k % 3)],
            orientation: { axis: [1, k, 2], angle: 0.3 * k },
          }) satisfies BodySpec,
      ),
      { name: "rack", mass: 1, inertia, position: [0, 2, 0] },
    ],
    joints: [
      ...kinds.map(
        (kind, k): JointSpec => ({
          name: `j${k}`,
          ...kind,
          bodyA: k === 0 ? "world" : `b${k - 1}`,
          bodyB: `b${k}`,
          at: [k - 0.4, 0.1, 0.1],
        }),
      ),
      { name: "gear", type: "gear", bodyA: "b1", bodyB: "b3", axis: [1, 2, 3], axisB: [0, 0, 1], ratio: -2 },
      {
        name: "rp",
        type: "rack-and-pinion",
        bodyA: "b5",
        bodyB: "rack",
        axis: [0, 1, 0],
        radius: 0.2,
        travel: [1, 0, 0],
      },
    ],
  };
}

/** The planar kinds. */
function everyPlanarJoint(coordinates: "shared" | "separate"): Spec {
  const kinds: Loose[] = [
    { type: "hinge" },
    { type: "slider", axis: [1, 0.4] },
    { type: "fixed" },
    { type: "point-on-line", axis: [0.3, 1] },
    { type: "point-on-plane", axis: [0.3, 1] },
    { type: "distance", to: [4.8, 0.3] },
    { type: "hinge", drive: { mode: "speed", target: 1 } },
  ];
  return {
    name: "every-planar-joint",
    plane: "xy",
    contact: "none",
    timestep: 0.001,
    formulation: { type: "augmented-lagrangian", coordinates },
    bodies: kinds.map(
      (_, k) =>
        ({
          name: `b${k}`,
          mass: 1 + 0.1 * k,
          inertia: [0.05, 0.05, 0.05],
          position: [k, 0.3 * (k % 2)],
          orientation: 0.3 * k,
        }) satisfies BodySpec,
    ),
    joints: [
      ...kinds.map(
        (kind, k): JointSpec => ({
          name: `j${k}`,
          ...kind,
          bodyA: k === 0 ? "world" : `b${k - 1}`,
          bodyB: `b${k}`,
          at: [k - 0.4, 0.1],
        }),
      ),
      { name: "gear", type: "gear", bodyA: "b0", bodyB: "b2", ratio: 3 },
    ],
  };
}

const scenes = { space: everyJoint, plane: everyPlanarJoint };

describe.each(Object.entries(scenes))("every joint in %s", (_name, scene) => {
  describe.each(["shared", "separate"] as const)("%s", (coordinates) => {
    const model = compile(scene(coordinates));
    const data = createData(model);
    const state = stateOf(data);
    const { natural } = state;
    const { constraints } = natural;
    const next = random(7);
    const q = lagrangianFields(data).coordinate.map((x) => x + 0.1 * next());
    const v = q.map(() => next());

    test("the Jacobian is the derivative of the constraints", () => {
      // central differences: error h² Φ''' / 6 + ε / h with h = 1e-5, Φ of size 10: 1e-9
      const h = 1e-5;
      placeConstraints(state, q);
      const jacobian = state.jacobian.slice();
      for (let i = 0; i < natural.count; i++) {
        const high = q.slice();
        high[i] += h;
        placeConstraints(state, high);
        const above = state.phi.slice();
        high[i] -= 2 * h;
        placeConstraints(state, high);
        for (let r = 0; r < constraints.rows; r++) {
          let entry = 0;
          for (let e = constraints.rowStart[r]; e < constraints.rowStart[r + 1]; e++)
            if (constraints.column[e] === i) entry += jacobian[e];
          expect(entry, `${constraints.names[r]} / ${natural.coordinateNames[i]}`).toBeCloseTo(
            (above[r] - state.phi[r]) / (2 * h),
            7,
          );
        }
      }
    });

    test("the convective term is the second derivative along a straight way", () => {
      // Φ(q + s q̇): its second derivative in s is Φ̇_q q̇; differences with s = 1e-4 are good to 1e-7
      const s = 1e-4;
      const at = (t: number) => {
        placeConstraints(
          state,
          q.map((x, i) => x + t * v[i]),
        );
        return state.phi.slice();
      };
      const [low, mid, high] = [at(-s), at(0), at(s)];
      evaluateForms(natural.forms, v, state.rate);
      evaluateConvective(constraints, state.value, state.rate, q, v, state.gamma);
      placeConstraints(state, q);
      evaluateConvective(constraints, state.value, state.rate, q, v, state.gamma);
      for (let r = 0; r < constraints.rows; r++)
        expect(state.gamma[r], constraints.names[r]).toBeCloseTo((high[r] - 2 * mid[r] + low[r]) / (s * s), 5);
    });

    test("½ q̇ᵀ M q̇ is the kinetic energy of the bodies", () => {
      // velocities of the bodies at random; those of entities follow from the body that defines each, so only a body's own count: separate
      if (coordinates === "shared") return;
      const free = createData(model);
      const fields = lagrangianFields(free);
      let energy = 0;
      for (let b = 1; b < model.nb; b++) {
        const planar = model.planar;
        const w = [planar ? 0 : next(), planar ? 0 : next(), next()];
        const u = [next(), next(), planar ? 0 : next()];
        free.bodyVel.set([...w, ...u], 6 * b);
        energy += 0.5 * model.bodyMass[b] * u.reduce((sum, x) => sum + x * x, 0) + spinEnergy(model, free, b);
      }
      // a start without projection: read the entities only
      const own = stateOf(free);
      const velocity = new Float64Array(natural.count);
      const position = fields.coordinate.slice();
      for (let k = 0; k < natural.entities.length; k++) readEntity(natural, free, k, position, velocity, null);
      const momentum = new Float64Array(natural.count);
      addMassTimes(own.mass, velocity, Float64Array.of(1), 0, momentum);
      let sum = 0;
      for (let i = 0; i < natural.free; i++) sum += 0.5 * momentum[i] * velocity[i];
      expect(sum).toBeCloseTo(energy, 12);
    });

    test("a wrench does the same work on coordinates and on bodies", () => {
      const fields = lagrangianFields(data);
      evaluateForms(natural.forms, fields.coordinate, state.value);
      const velocity = fields.velocity.map((x) => x);
      evaluateForms(natural.forms, velocity, state.rate);
      const Q = new Float64Array(natural.count);
      const wrench = new Float64Array(6).map(() => next());
      if (model.planar) wrench[0] = wrench[1] = wrench[5] = 0;
      const b = 2;
      addWrench(natural, b, wrench, 0, state.value, Q);
      const power = Q.reduce((sum, x, i) => sum + x * velocity[i], 0);
      const expected = wrench.reduce((sum, x, k) => sum + x * data.bodyVel[6 * b + k], 0);
      expect(power).toBeCloseTo(expected, 10);
    });

    test("the scene starts assembled, with velocities that the guides ask for", () => {
      const fields = lagrangianFields(data);
      placeConstraints(state, fields.coordinate);
      // FITS × size: see start.ts
      expect(Math.max(...state.phi.map(Math.abs))).toBeLessThan(1e-11);
      multiplyJacobian(constraints, state.jacobian, fields.velocity, state.phiDot);
      expect(Math.max(...state.phiDot.map(Math.abs))).toBeLessThan(1e-9);
    });
  });
});

/** ½ ωᵀ I ω with I in body axes. */
function spinEnergy(model: Model, data: Data, b: number): number {
  const [x, y, z, w] = data.bodyQuat.subarray(4 * b, 4 * b + 4);
  const rows = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ];
  const spin = data.bodyVel.subarray(6 * b, 6 * b + 3);
  const local = rows.map((r) => r.reduce((sum, v, k) => sum + v * spin[k], 0));
  const [xx, yy, zz, xy, xz, yz] = model.bodyInertia.subarray(6 * b, 6 * b + 6);
  const I = [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ];
  return 0.5 * I.reduce((sum, row, i) => sum + local[i] * row.reduce((s, v, j) => s + v * local[j], 0), 0);
}

test("numbers of the integrators", () => {
  // coordinates counted by hand
  expect(generalizedAlpha(0.5)).toEqual({
    deltaM: 0,
    deltaF: 1 / 3,
    beta: expect.closeTo(4 / 9, 15),
    gamma: expect.closeTo(5 / 6, 15),
  });
  expect(generalizedAlpha(1)).toEqual({ deltaM: 0.5, deltaF: 0.5, beta: 0.25, gamma: 0.5 });
  expect(hht(0)).toEqual({ deltaM: 0, deltaF: 0, beta: 0.25, gamma: 0.5 });
});

/** A double pendulum of two hinged bars in space and in the plane, with a spring. */
function doublePendulum(changes: Record<string, unknown>, planar: boolean): Spec {
  const at = (x: number, y: number) => (planar ? [x, y] : [x, y, 0]);
  return {
    name: "double-pendulum",
    contact: "none",
    timestep: 0.002,
    ...(planar ? { plane: "xy" } : { gravity: [0, -9.81, 0] }),
    formulation: { type: "augmented-lagrangian", ...changes },
    bodies: [
      { name: "upper", mass: 1, inertia: [0.01, 0.09, 0.09], position: at(0.5, 0) },
      { name: "lower", mass: 2, inertia: [0.01, 0.17, 0.17], position: at(1.5, 0) },
    ],
    joints: [
      { type: "hinge", name: "top", bodyB: "upper", at: at(0, 0) },
      { type: "hinge", name: "middle", bodyA: "upper", bodyB: "lower", at: at(1, 0) },
    ],
    forces: [
      { type: "spring", name: "s", bodyB: "lower", pointA: at(0, 1), pointB: at(0.5, 0), stiffness: 50, damping: 1 },
    ],
    sensors: ["body/lower/position.x", "body/lower/position.y"],
  };
}

function endOf(spec: Spec, steps: number): Float64Array {
  const model = compile(spec);
  const data = createData(model);
  for (let k = 0; k < steps; k++) expect(step(model, data)).toBe(0);
  const out = new Float64Array(2);
  sensorValues(model, data, out);
  return out;
}

describe("one motion", () => {
  const reference = endOf(doublePendulum({}, true), 500);

  test.each([
    ["space", {}, false, 1e-9],
    ["separate in the plane", { coordinates: "separate" }, true, 2e-5],
    ["separate in space", { coordinates: "separate" }, false, 2e-5],
    ["exact tangent", { tangent: "exact" }, true, 1e-6],
    ["mass projection", { projection: "mass" }, true, 1e-5],
    ["hht", { scheme: "hht", forceWeight: 0.01 }, true, 1e-3],
    ["generalized-alpha", { scheme: "generalized-alpha", spectralRadius: 0.9 }, true, 1e-3],
  ])("%s", (_name, changes, planar, tolerance) => {
    // the same discrete system to round-off; other coordinates and projections differ by parts of the error h² (about 5e-5 m here)
    const end = endOf(doublePendulum(changes, planar), 500);
    expect(Math.hypot(end[0] - reference[0], end[1] - reference[1])).toBeLessThan(tolerance);
  });
});

test("Newton's method reports what it did", () => {
  const model = compile(doublePendulum({ iterations: 1 }, true));
  const data = createData(model);
  const status = step(model, data);
  expect(status).not.toBe(0);
  const { statistics } = lagrangianFields(data);
  expect(statistics[LAGRANGIAN_STATISTIC.iterations]).toBe(1);
  expect(statistics[LAGRANGIAN_STATISTIC.failures]).toBe(1);
});

test("energy is accounted for: guides do work, dampers take it", () => {
  // a guided crank moves a bar through a hinge, a spring and a damper; the balance closes with the error of the trapezoidal rule, h²
  const close = (timestep: number) => {
    const model = compile({
      name: "balance",
      timestep,
      plane: "xy",
      contact: "none",
      formulation: "augmented-lagrangian",
      bodies: [
        { name: "crank", mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.25, 0] },
        { name: "bar", mass: 2, inertia: [0.2, 0.2, 0.2], position: [1, 0] },
      ],
      joints: [
        { type: "hinge", name: "axle", bodyB: "crank", at: [0, 0], drive: { mode: "speed", target: 3 } },
        { type: "hinge", name: "pin", bodyA: "crank", bodyB: "bar", at: [0.5, 0] },
      ],
      forces: [
        {
          type: "spring",
          name: "s",
          bodyB: "bar",
          pointA: [1, 2],
          pointB: [0.5, 0],
          stiffness: 40,
          damping: 8,
          restLength: 1,
        },
      ],
      sensors: ["system/all/energy", "mechanism/all/guideWork", "mechanism/all/dissipated"],
    });
    const data = createData(model);
    const values = new Float64Array(3);
    const balance = () => {
      sensorValues(model, data, values);
      return values[0] - values[1] + values[2];
    };
    step(model, data);
    const start = balance();
    for (let k = 1; k < Math.round(2 / timestep); k++) step(model, data);
    const off = Math.abs(balance() - start);
    expect(values[2]).toBeGreaterThan(1);
    return off;
  };
  const [coarse, fine] = [close(0.002), close(0.001)];
  // observed 2.4e-4
  expect(fine).toBeLessThan(1e-3);
  expect(coarse / fine).toBeGreaterThan(3);
});

test("energy is accounted for: wrenches and efforts from outside do work", () => {
  // a pendulum that a torque drives about its hinge, a wrench pushes and an input pulls
  const close = (timestep: number) => {
    const model = compile({
      name: "outside",
      timestep,
      contact: "none",
      formulation: "augmented-lagrangian",
      bodies: [
        { name: "rod", mass: 1, inertia: [0.02, 0.1, 0.1], position: [0.5, 0, 0] },
        { name: "end", mass: 1, inertia: [0.02, 0.1, 0.1], position: [1.5, 0, 0] },
      ],
      joints: [
        {
          type: "hinge",
          name: "axle",
          bodyB: "rod",
          at: [0, 0, 0],
          axis: [0, 1, 0],
          drive: { mode: "effort", target: 3 },
        },
        { type: "ball", name: "pin", bodyA: "rod", bodyB: "end", at: [1, 0, 0] },
      ],
      forces: [{ type: "wrench", name: "w", body: "end", point: [0.5, 0, 0], force: [0, 2, 1], axes: "body" }],
      sensors: ["system/all/energy", "mechanism/all/outsideWork"],
    });
    const data = createData(model);
    const end = 6 * 2;
    data.input[end + 4] = 1.5;
    const values = new Float64Array(2);
    const balance = () => {
      sensorValues(model, data, values);
      return values[0] - values[1];
    };
    step(model, data);
    const start = balance();
    for (let k = 1; k < Math.round(1 / timestep); k++) step(model, data);
    const off = Math.abs(balance() - start);
    expect(Math.abs(values[1])).toBeGreaterThan(1);
    return off;
  };
  // the trapezoidal rule: h²
  const [coarse, fine] = [close(0.004), close(0.002)];
  expect(fine).toBeLessThan(5e-3);
  expect(coarse / fine).toBeGreaterThan(3);
});

test("a step below 1e-6 s is warned of", () => {
  const warned = (timestep: number) =>
    compile({ ...doublePendulum({}, true), timestep }).warnings.filter((text) => text.startsWith("timestep"));
  expect(warned(5e-7)).toHaveLength(1);
  expect(warned(1e-6)).toHaveLength(0);
});

describe("error-controlled steps", () => {
  // the pendulum at coarse steps of 20 ms: parts are as short as the tolerance asks
  const run = (errorTolerance: number | undefined) => {
    const model = compile({
      name: "pendulum",
      timestep: 0.02,
      plane: "xy",
      contact: "none",
      formulation: { type: "augmented-lagrangian", errorTolerance },
      bodies: [{ name: "bob", mass: 1, inertia: [1, 1, 1], position: [1, 0] }],
      joints: [{ type: "distance", name: "bar", bodyB: "bob", at: [0, 0], to: [1, 0] }],
    });
    const data = createData(model);
    let status = 0;
    for (let k = 0; k < 500; k++) status |= step(model, data);
    expect(status).toBe(0);
    const steps = lagrangianFields(data).statistics[LAGRANGIAN_STATISTIC.factorisations];
    return { error: Math.hypot(data.bodyPos[3] - 0.275087462576117, data.bodyPos[4] + 0.961419205099125), steps };
  };

  test("a smaller tolerance is more work and less error", () => {
    const plain = run(undefined);
    const [loose, tight] = [run(1e-5), run(1e-6)];
    // the tolerance is local; over 10 s errors of velocity add up to several times the sum of 500 tolerances
    expect(loose.error).toBeLessThan(plain.error / 3);
    expect(tight.error).toBeLessThan(loose.error / 3);
    expect(tight.steps).toBeGreaterThan(loose.steps);
  });

  test("a guide follows its profile through the parts", () => {
    const model = compile({
      name: "drawn",
      timestep: 0.02,
      plane: "xy",
      contact: "none",
      formulation: { type: "augmented-lagrangian", errorTolerance: 1e-6 },
      bodies: [{ name: "bob", mass: 1, inertia: [1, 1, 1], position: [1, 0] }],
      joints: [{ type: "distance", name: "bar", bodyB: "bob", at: [0, 0], to: [1, 0] }],
      controllers: [
        { type: "profile", name: "w", output: "joints.bar.length", times: [0, 1], values: [1, 0.6], between: "smooth" },
      ],
    });
    const data = createData(model);
    for (let k = 0; k < 25; k++) step(model, data);
    expect(Math.hypot(data.bodyPos[3], data.bodyPos[4])).toBeCloseTo(0.8, 10);
  });
});

describe("a run that is resumed", () => {
  const windows = (name: string, params: Record<string, unknown> = {}) =>
    buildScene(sceneByName(name) as Scene, params);

  test.each([
    ["flyball governor", windows("flyball-governor")],
    ["driven slider-crank", windows("slider-crank", { driven: true })],
    ["windows in space", windows("four-bar-windows", { spatial: true })],
    ["controlled steps", doublePendulum({ errorTolerance: 1e-6 }, true)],
    ["generalized-alpha", doublePendulum({ scheme: "generalized-alpha" }, false)],
  ])("%s: the same bytes as without interruption", (_name, spec) => {
    const model = compile(spec);
    const data = createData(model);
    for (let k = 0; k < 60; k++) step(model, data);
    const kept = snapshot(data);
    for (let k = 0; k < 60; k++) step(model, data);
    const hash = stateHash(data);
    const again = compile(spec);
    const other = createData(again);
    restore(again, other, kept);
    for (let k = 0; k < 60; k++) step(again, other);
    expect(stateHash(other)).toBe(hash);
  });
});
