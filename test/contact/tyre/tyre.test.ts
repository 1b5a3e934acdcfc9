/** Tyres: forces by slip against their formulas, the tangent against differences, stiction without creep, memory in the state. */
import {
  compile,
  createData,
  type Data,
  type Model,
  readSensor,
  readSensorVector,
  restore,
  type Spec,
  SpecError,
  setParameter,
  snapshot,
  step,
} from "stiction";
import { describe, expect, test } from "vitest";
import { beginContacts } from "../../../src/contact/contact-step.js";
import { loadTread } from "../../../src/contact/tyre/tread.js";
import { ROW } from "../../../src/contact/tyre/tyre-fields.js";
import type { TyrePair, Wheel } from "../../../src/contact/tyre/tyre-setup.js";
import { DRAG, STAND, type TyreState } from "../../../src/contact/tyre/tyre-state.js";
import { addTyreTangent } from "../../../src/contact/tyre/tyre-tangent.js";
import { tangentError } from "../../judges/contact-tangent.js";

const R = 0.5;
const H = 5e-3;
const LOAD = 5000;

const law = (options: object = {}) => ({
  type: "tyre" as const,
  stiffness: 4e5,
  damping: 4e3,
  friction: 0.9,
  ...options,
});

/** A wheel about y with its heading x. */
const wheel = (options: object = {}, motion: object = {}): Spec => ({
  timestep: H,
  formulation: { type: "augmented-lagrangian" },
  materials: { tyre: { contact: law(options) } },
  bodies: [
    { name: "ground", type: "static", shapes: [{ type: "plane" }] },
    {
      name: "wheel",
      mass: 100,
      position: [0, 0, 0.4975],
      orientation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2],
      material: "tyre",
      shapes: [{ type: "cylinder", radius: R, halfLength: 0.15 }],
      ...motion,
    },
  ],
});

function start(spec: Spec, steps = 0): [Model, Data] {
  const model = compile(spec);
  const data = createData(model);
  for (let k = 0; k < steps; k++) step(model, data);
  return [model, data];
}

const known = new Map<string, { pair: TyrePair; of: Wheel; state: TyreState }>();

/** Constants and workspace of a tyre. */
function tyreOf(options: object) {
  const key = JSON.stringify(options);
  const model = known.has(key) ? null : compile(wheel(options));
  if (model !== null) {
    const { pairs, wheels } = model.systems.tyre;
    const pair = pairs.find((p) => p !== null) as TyrePair;
    known.set(key, { pair, of: wheels.find((w) => w !== null) as Wheel, state: createData(model).systems.tyre });
  }
  return known.get(key) as { pair: TyrePair; of: Wheel; state: TyreState };
}

/** Steady forces [F_x, F_y] at slip velocities and speeds, N. */
function steady(options: object, slipping: [number, number], speed: number): number[] {
  const { pair, of, state } = tyreOf(options);
  const memory = new Float64Array(ROW.size);
  state.stand.set([LOAD], STAND.load);
  state.stand.set([0.2], STAND.halfLength);
  for (let k = 0; k < 150; k++) {
    state.drag.set([...slipping, speed, speed - slipping[0], 0], DRAG.slipping);
    loadTread(pair, of, memory, state, 0, H, 0.5);
    memory.set(state.drag.subarray(DRAG.slip, DRAG.slip + 2), ROW.slip);
    memory.set(slipping, ROW.velocity);
  }
  return Array.from(state.drag.subarray(DRAG.force, DRAG.force + 2));
}

describe("forces of a tyre that rolls at 20 m/s", () => {
  const V = 20;
  const magic = (slip: number, mu: number, slope: number, shape: number, e: number) => {
    const y = (slope * slip) / (shape * mu);
    return LOAD * mu * Math.sin(shape * Math.atan(y - e * (y - Math.atan(y))));
  };
  // low-speed damping is left with τ V b/σ = 0.025 · 20/0.25/(1 + 20²)² = 1.2e-5 of the slip, on a slope of 15 at most
  const close = (found: number, expected: number, slip: number) =>
    expect(Math.abs(found - expected)).toBeLessThan(1.3e-5 * Math.abs(slip) * 15 * LOAD + 1e-9);

  test.each([-1, -0.5, -0.1, -0.02, 0, 1e-3, 0.05, 0.2, 1])("along: magic formula at slip %f", (slip) => {
    const [along, across] = steady({ curvature: -0.6 }, [-slip * V, 0], V);
    close(along, magic(slip, 0.9, 15, 1.65, -0.6), slip);
    expect(Math.abs(across)).toBe(0);
  });

  test.each([-0.5, -0.1, 0.02, 0.2])("across: magic formula at tan α = %f", (slip) => {
    const [along, across] = steady({ lateralFriction: 0.8, lateralCurvature: 0.3 }, [0, -slip * V], V);
    close(across, magic(slip, 0.8, 10, 1.3, 0.3), slip);
    expect(Math.abs(along)).toBe(0);
  });

  test.each([0.01, 0.03, 0.1, 0.3])("brush model: closed form with parabolic pressure at slip %f", (slip) => {
    // theoretical slip V_s/V_r in any direction, here 60° off the heading: isotropic, so that force is against it
    const [c, s] = [0.5, Math.sqrt(0.75)];
    const rolling = V / (1 - slip * c);
    const brush = { formula: "brush", slipStiffness: 12, corneringStiffness: 12 };
    const [along, across] = steady(brush, [-slip * c * rolling, -slip * s * rolling], rolling - slip * c * rolling);
    const theta = 12 / (3 * 0.9);
    const force = LOAD * 0.9 * (theta * slip < 1 ? 1 - (1 - theta * slip) ** 3 : 1);
    close(along, c * force, slip);
    close(across, s * force, slip);
  });

  test("combined slip stays inside the friction ellipse, and locked wheels are dragged against their motion", () => {
    for (let k = 0; k < 24; k++) {
      for (const slip of [0.05, 0.1, 0.3, 1, 3]) {
        const angle = (k * Math.PI) / 12;
        const given = [-slip * V * Math.cos(angle), -slip * V * Math.sin(angle)] as [number, number];
        const [along, across] = steady({ lateralFriction: 0.7 }, given, V);
        expect((along / (0.9 * LOAD)) ** 2 + (across / (0.7 * LOAD)) ** 2).toBeLessThan(1 + 1e-12);
        // power of friction
        expect(along * given[0] + across * given[1]).toBeLessThan(0);
      }
    }
    const [along, across] = steady({ shape: 1.3, corneringStiffness: 15 }, [3, 4], 3);
    expect(across / along).toBeCloseTo(4 / 3, 3);
  });
});

describe("tangent in augmented-lagrangian", () => {
  const worst = (options: object, motion: object, steps: number) => {
    const [model, data] = start(wheel(options, motion), steps);
    return tangentError(model, data, {
      bodies: ["ground", "wheel"],
      begin: (weight) => beginContacts(model, data, H, weight),
      add(tangent) {
        expect(data.systems.tyre.count).toBe(1);
        addTyreTangent(model, data, tangent);
      },
    });
  };

  // what is left out turns forces with the wheel: N/(k R) = δ/R = 5e-3
  test.each([
    ["at rest", {}, {}],
    ["driven", {}, { velocity: [5, 0, 0], angularVelocity: [0, 11, 0] }],
    ["sideways and turning", {}, { velocity: [4, 1, 0], angularVelocity: [0, 8, 0.5] }],
    ["locked", {}, { velocity: [3, 0.5, 0] }],
    ["brush", { formula: "brush" }, { velocity: [5, 0.2, 0], angularVelocity: [0, 10.5, 0] }],
  ])("equals differences: %s", (_name, options, motion) => {
    expect(worst(options, motion, 4)).toBeLessThan(1e-2);
  });
});

/** A cart with four braked wheels on a slope of so many degrees, down along −x. */
const cart = (slope: number, options: object = {}): Spec => {
  const angle = (slope * Math.PI) / 180;
  const places = [
    ["fl", 1.2, 0.8],
    ["fr", 1.2, -0.8],
    ["rl", -1.2, 0.8],
    ["rr", -1.2, -0.8],
  ] as const;
  return {
    timestep: H,
    formulation: { type: "augmented-lagrangian" },
    gravity: [-9.81 * Math.sin(angle), 0, -9.81 * Math.cos(angle)],
    materials: { tyre: { contact: law(options) } },
    bodies: [
      { name: "ground", type: "static", shapes: [{ type: "plane" }] },
      { name: "chassis", mass: 1600, position: [0, 0, 0.7], shapes: [{ type: "box", halfExtents: [1.5, 0.5, 0.15] }] },
      ...places.map(([name, x, y]) => ({
        name,
        mass: 100,
        position: [x, y, 0.4875] as const,
        orientation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const,
        material: "tyre",
        shapes: [{ type: "cylinder", radius: R, halfLength: 0.15 } as const],
      })),
    ],
    joints: places.map(([name, x, y]) => ({
      type: "hinge",
      name: `axle-${name}`,
      bodyA: "chassis",
      bodyB: name,
      at: [x, y, 0.4875] as const,
      axis: [0, 1, 0] as const,
      friction: { effort: 1e5 },
    })),
  };
};

/** Where the chassis is along x, m. */
const along = (model: Model, data: Data) => readSensorVector(model, data, "body/chassis/position")[0];

test("a parked cart on 15° settles on its tread and does not creep; loads are those of statics", () => {
  const [model, data] = start(cart(15, { rollingResistance: 0 }), 500);
  const at = along(model, data);
  for (let k = 0; k < 100; k++) expect(step(model, data)).toBe(0);
  // bristles at rest are springs: nothing moves but what oscillations still lose
  expect(Math.abs(along(model, data) - at)).toBeLessThan(1e-6);
  const load = (name: string) => readSensor(model, data, `contact/${name}:ground/normalForce`);
  const force = (name: string) => readSensor(model, data, `contact/${name}:ground/longitudinalForce`);
  const weight = 2000 * 9.81;
  const [c, s] = [Math.cos, Math.sin].map((f) => f((15 * Math.PI) / 180));
  const total = ["fl", "fr", "rl", "rr"].map(load).reduce((a, b) => a + b);
  expect(total / (weight * c)).toBeCloseTo(1, 4);
  expect(["fl", "fr", "rl", "rr"].map(force).reduce((a, b) => a + b) / (weight * s)).toBeCloseTo(1, 4);
  // moments about the contacts of the rear: loads act below the wheels, weights at their heights
  const height = (name: string) => readSensorVector(model, data, `body/${name}/position`)[2];
  const x = (name: string) => readSensorVector(model, data, `body/${name}/position`)[0];
  const ends = ["fl", "rl"].map((name) => x(name));
  let moment = 0;
  for (const [name, mass] of [
    ["chassis", 1600],
    ["fl", 100],
    ["fr", 100],
    ["rl", 100],
    ["rr", 100],
  ] as [string, number][])
    moment += mass * 9.81 * ((x(name) - ends[1]) * c - height(name) * s);
  expect((load("fl") + load("fr")) / (moment / (ends[0] - ends[1]))).toBeCloseTo(1, 4);
});

test("it holds up to its friction and slides beyond", () => {
  // one wheel whose inertia does not let it turn, on a slope that grows by 1° in 0.1 s
  const spec = wheel({ rollingResistance: 0 }, { inertia: [1e7, 1e7, 1e7] });
  const [model, data] = start(spec);
  let slid = 0;
  for (let k = 0; slid === 0 && k < 600; k++) {
    const angle = ((20 + 0.05 * k) / 180) * Math.PI;
    setParameter(model, data, "gravity.x", -9.81 * Math.sin(angle));
    setParameter(model, data, "gravity.z", -9.81 * Math.cos(angle));
    step(model, data);
    if (angle > 0.6 && Math.abs(readSensorVector(model, data, "body/wheel/velocity")[0]) > 0.1) slid = Math.tan(angle);
  }
  // from the peak at atan 0.9 = 42° on, v = ½ g cos 42° (d tan/dt = 0.32/s) t² is 0.1 m/s after 0.29 s, at 44.9°
  expect(slid).toBeGreaterThan(0.9);
  expect(slid).toBeLessThan(1);
});

test("memory is state: a restored snapshot goes on bit by bit", () => {
  const [model, data] = start(cart(15), 60);
  const kept = snapshot(data);
  const run = () => {
    for (let k = 0; k < 20; k++) step(model, data);
    return data.bodyPos.slice();
  };
  const first = run();
  restore(model, data, kept);
  expect(run()).toEqual(first);
});

test.each(["semi-implicit-euler", "rk4"])(
  "in forces (%s) a wheel rolls to the speed at which it does not slip",
  (integrator) => {
    const spec = wheel({ rollingResistance: 0 }, { velocity: [4, 0, 0] });
    const [model, data] = start({ ...spec, formulation: { type: "forces", integrator }, timestep: 1e-3 }, 1500);
    const v = readSensorVector(model, data, "body/wheel/velocity")[0];
    const spin = readSensorVector(model, data, "body/wheel/angularVelocity")[1];
    const z = readSensorVector(model, data, "body/wheel/position")[2];
    // about the contact: m v r + I ω is kept, I = m R²/2, r all but R
    expect(v).toBeCloseTo(4 / 1.5, 1);
    expect(v / (spin * z)).toBeCloseTo(1, 3);
  },
);

test("any other material takes the tyre's law, and what is no wheel is told", () => {
  const spec = cart(0);
  const model = compile({
    ...spec,
    materials: { ...spec.materials, ice: { friction: 0.1, contact: { type: "hertz", stiffness: 1e9 } } },
    bodies: (spec.bodies ?? []).map((body) => (body.name === "ground" ? { ...body, material: "ice" } : body)),
  });
  const data = createData(model);
  for (let k = 0; k < 5; k++) step(model, data);
  expect(data.systems.tyre.count).toBe(4);
  const boxes = compile({
    ...spec,
    bodies: (spec.bodies ?? []).map((body) => (body.name === "chassis" ? { ...body, material: "tyre" } : body)),
  });
  expect(boxes.warnings.join("\n")).toContain('the box of body "chassis" has the contact law tyre and is no wheel');
  expect(() => compile(wheel({ formula: "magik" }))).toThrow(SpecError);
  expect(() => compile(wheel({ formula: "magik" }))).toThrow(/magic/);
  expect(() => compile(wheel({ relaxationLength: -1 }))).toThrow(/relaxationLength/);
});
