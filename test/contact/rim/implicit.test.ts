/** Contact from the rim inside Newton's method (`augmented-lagrangian`), with joints: against closed forms, and its tangent against differences. */
import {
  bodyPosition,
  compile,
  createData,
  type Data,
  type Model,
  restore,
  type ShapeSpec,
  type Spec,
  snapshot,
  stateHash,
  step,
} from "stiction";
import { contact } from "stiction/internals";
import { describe, expect, test } from "vitest";
import { boxMesh, icoSphere } from "../../../proof/reference/mesh-shapes.js";
import { seeded } from "../../../proof/reference/random.js";
import { beginContacts } from "../../../src/contact/contact-step.js";
import { addRimTangent } from "../../../src/contact/rim/rim-tangent.js";
import { LAGRANGIAN_STATISTIC, lagrangianFields } from "../../../src/formulations/augmented-lagrangian/fields.js";
import { tangentError } from "../../judges/contact-tangent.js";

const BLOCK = boxMesh(0.6, 0.6, 0.2);
const CUBE = boxMesh(0.2, 0.2, 0.2);
const LUGRE = { type: "lugre", friction: 0.3, kineticFriction: 0.1, stiffness: 200, damping: 1, viscosity: 0.1 };
/** K_p L_r/4 with E = 2.1 MPa, ν = 0.3, L_r = 1/2, N/m². */
const K = (2.1e6 / (2 * 0.91) / 4) * 0.5;
const G = 9.81;

function scene(upper: ShapeSpec, law: object, body: object, more: object = {}): Spec {
  return {
    timestep: 1e-3,
    formulation: { type: "augmented-lagrangian" },
    materials: {
      soft: { friction: 0, youngModulus: 2.1e6, poissonRatio: 0.3, contact: { type: "rim", ...law } },
    },
    bodies: [
      { name: "floor", type: "static", material: "soft", shapes: [BLOCK] },
      { name: "body", mass: 1, inertia: [0.0067, 0.0067, 0.0067], material: "soft", shapes: [upper], ...body },
    ],
    ...more,
  };
}

const SLIDER = {
  joints: [{ name: "slider", type: "slider", bodyB: "body", at: [0, 0, 0.2], axis: [0, 0, 1] }],
};

function start(spec: Spec) {
  const model = compile(spec);
  return { model, data: createData(model) };
}

function run(spec: Spec, steps: number, each: (model: Model, data: Data, k: number) => void = () => {}) {
  const { model, data } = start(spec);
  for (let k = 0; k < steps; k++) {
    step(model, data);
    each(model, data, k);
  }
  return { model, data };
}

const failures = (data: Data) => lagrangianFields(data).statistics[LAGRANGIAN_STATISTIC.failures];

describe("joints", () => {
  const touching = { position: [0, 0, 0.2 + 1e-9] };

  test("a cube on a slider comes to rest where its weight is borne", () => {
    const { model, data } = run(scene(CUBE, { restitution: 0.3 }, touching, SLIDER), 3000);
    expect(model.warnings).toEqual([]);
    expect(failures(data)).toBe(0);
    const depth = 0.2 - bodyPosition(model, data, "body")[2];
    // δ = m g/(K L_c); what is late at touch is g h²
    expect(Math.abs(depth - G / (K * 0.8))).toBeLessThan(1e-5);
    expect(Math.abs(data.bodyVel[6 * 2 + 5])).toBeLessThan(1e-9);
  });

  test("and vibrates with 2π √(m/k) about it", () => {
    const omega = Math.sqrt(K * 0.8);
    const h = 1e-4;
    const quarter = Math.round(Math.PI / 2 / omega / h);
    const crossings: number[] = [];
    let before = 0;
    const spec = scene(CUBE, { restitution: 1 }, touching, { ...SLIDER, timestep: h });
    run(spec, 4200, (_, data, k) => {
      // in the middle of its first way it is slowed down: it stays in contact from then on
      if (k === quarter) data.bodyVel[6 * 2 + 5] *= 0.2;
      const now = data.bodyPos[3 * 2 + 2] - (0.2 - G / (K * 0.8));
      if (k > quarter && before < 0 && now >= 0) crossings.push((k + 1 - now / (now - before)) * h);
      before = now;
    });
    const n = crossings.length - 1;
    expect(n).toBeGreaterThan(18);
    const period = (crossings[n] - crossings[0]) / n;
    // the trapezoidal rule is slow by (ω h)²/12 = 4e-5; the moment of a crossing is known to that of its line
    expect(Math.abs((period * omega) / (2 * Math.PI) - 1)).toBeLessThan(1e-4);
  });

  test("a lever on its hinge leans on the block as moments say", () => {
    // hinge in the plane of contact, 1 m from the cube's middle, which is the centre of mass
    const spec = scene(
      { ...CUBE, position: [0.5, 0, 0.1] },
      { restitution: 0.3 },
      { mass: 2, position: [-0.5, 0, 0.1 + 1e-9], inertia: [0.2, 0.2, 0.2] },
      {
        joints: [
          {
            name: "hinge",
            type: "hinge",
            bodyB: "body",
            at: [-1, 0, 0.1 + 1e-9],
            axis: [0, 1, 0],
          },
        ],
      },
    );
    const { model, data } = run(spec, 4000);
    expect(model.warnings).toEqual([]);
    const angle = (0.1 - bodyPosition(model, data, "body")[2]) / 0.5;
    // m g 1 m = K θ ∮ x² dl over the square's four sides at 0.9 … 1.1 m
    const sides = (2 * (1.1 ** 3 - 0.9 ** 3)) / 3 + 0.2 * (0.9 ** 2 + 1.1 ** 2);
    // elements at the ends of segments stand for these: trapezoids are L³/6 = 1.3e-3 m³ too large on either side, 0.33 % of 0.81 m³
    expect(Math.abs((angle * K * (sides + 2 * (0.2 ** 3 / 6))) / (2 * G) - 1)).toBeLessThan(1e-3);
  });
});

describe("bounces", () => {
  test.each([
    ["cube", CUBE, 0.2],
    ["ball of 320 triangles", icoSphere(0.2, 2), 0.3],
  ] as const)("an elastic %s bounces as in formulation forces", (_name, mesh, touch) => {
    const peak = (formulation: string) => {
      let highest = 0;
      run(
        scene(mesh, { restitution: 1 }, { position: [0, 0, touch + 0.1] }, { formulation, timestep: 1e-4 }),
        4000,
        (_, data, k) => {
          if (k > 2000) highest = Math.max(highest, data.bodyPos[3 * 2 + 2]);
        },
      );
      return (highest - touch) / 0.1;
    };
    // the moment of touch within a step, v h of 14 mm, is another: 1 % of the height, and what edges take
    expect(Math.abs(peak("augmented-lagrangian") - peak("forces"))).toBeLessThan(0.01);
  });
});

test("a snapshot in the middle of a contact resumes bit for bit", () => {
  const material = { friction: 0.3, youngModulus: 2.1e6, contact: { type: "rim" }, sliding: LUGRE };
  const spec = scene(
    icoSphere(0.2, 2),
    {},
    { position: [0.03, 0.02, 0.305], velocity: [0.3, 0.1, -1], angularVelocity: [1, 2, 0] },
    { materials: { soft: material } },
  );
  const { model, data } = run(spec, 15);
  expect(data.systems.rim.count).toBeGreaterThan(3);
  const held = snapshot(data);
  for (let k = 0; k < 100; k++) step(model, data);
  const hash = stateHash(data);
  const other = createData(model);
  restore(model, other, held);
  for (let k = 0; k < 100; k++) step(model, other);
  expect(stateHash(other)).toEqual(hash);
});

function worst(spec: Spec, steps: number): number {
  const { model, data } = run(spec, steps);
  const rim = data.systems.rim;
  return tangentError(model, data, {
    bodies: ["body", "floor"],
    begin: (weight) => beginContacts(model, data, model.options.timestep, weight),
    add(tangent) {
      expect(rim.count).toBeGreaterThan(3);
      addRimTangent(model, data, tangent);
    },
    hold: true,
  });
}

describe("the tangent equals differences but for the turning of forces with bodies, F/(k r) ≈ δ/r of it", () => {
  test.each([
    ["a ball on its way in", icoSphere(0.2, 2), { restitution: 0.5 }, LUGRE, [0.1, 0, -1], 0.29, 3],
    ["a cube at rest", CUBE, { restitution: 0.5 }, LUGRE, [0, 0, 0], 0.2, 300],
    ["a cube that slides", CUBE, { restitution: 0.7, normals: "first" }, LUGRE, [0.5, 0.2, 0], 0.199, 20],
    ["a cube in creep", CUBE, { normals: "first" }, { type: "coulomb", speed: 0.05 }, [0.02, 0.03, 0], 0.199, 20],
    ["damping that pulls", CUBE, { restitution: 0.1, adhesion: true }, LUGRE, [0.01, 0, 0.05], 0.198, 2],
  ] as const)("%s", (_name, mesh, law, sliding, velocity, z, steps) => {
    const spec = scene(
      mesh,
      law,
      { position: [0.01, 0.02, z + 1e-9], velocity },
      {
        gravity: [0.5, 0.2, -G],
        materials: {
          soft: {
            friction: 0.3,
            youngModulus: 2.1e6,
            poissonRatio: 0.3,
            contact: { type: "rim", ...law },
            sliding,
          },
        },
      },
    );
    // depths are below 2 mm, bodies 0.1 m large

    expect(worst(spec, steps)).toBeLessThan(0.02);
  });
});

test("the slope of one element equals differences", () => {
  const { RIM_COEFFICIENT: c, RIM_ELEMENT: E, RIM_RESULT, stepRimElement, addRimSlope } = contact;
  const random = seeded(3);
  let worstOff = 0;
  for (let trial = 0; trial < 300; trial++) {
    const by = new Float64Array(c.size);
    by[c.stiffness] = 1e5;
    by[c.length] = 0.1;
    by[c.factor] = 1.6 * random();
    by[c.leastSpeed] = 0.2;
    by[c.cap] = trial % 5 === 0 ? 2 : Number.POSITIVE_INFINITY;
    by[c.adhesion] = trial % 2;
    by[c.friction] = trial % 7 === 0 ? 0 : 0.3;
    by[c.kineticFriction] = 0.1;
    by[c.speed] = 0.05;
    by[c.bristleStiffness] = 2000;
    by[c.bristleDamping] = 3;
    by[c.viscosity] = 0.1;
    by[c.timestep] = 1e-3;
    by[c.law] = trial % 3 === 0 ? 1 : 0;
    by[c.weight] = 0.5;
    const raw = [random() - 0.5, random() - 0.5, random() - 0.5];
    const normal = Float64Array.from(raw, (x) => x / Math.hypot(...raw));
    const held = new Float64Array(E.size);
    held[E.depth] = 1e-3 * random();
    held[E.speed] = random();
    for (let k = 0; k < 3; k++) held[E.bristle + k] = 1e-4 * (random() - 0.5);
    const u = Float64Array.from([0, 1, 2], () => 0.2 * (random() - 0.5));
    const force = (v: Float64Array, state = held.slice()) => {
      const out = new Float64Array(RIM_RESULT.size);
      stepRimElement(by, state, 0, normal, 0, v, 0, out, 0);
      return out;
    };
    const state = held.slice();
    const result = force(u, state);
    const slope = new Float64Array(9);
    addRimSlope(by, state, normal, 0, result, slope, 0);
    let size = 0;
    let off = 0;
    for (let j = 0; j < 3; j++) {
      const [ahead, behind] = [1e-7, -1e-7].map((d) => force(u.map((x, k) => (k === j ? x + d : x)) as Float64Array));
      for (let i = 0; i < 3; i++) {
        const difference = (ahead[i] - behind[i]) / 2e-7;
        size = Math.max(size, Math.abs(difference));
        off = Math.max(off, Math.abs(slope[3 * i + j] - difference));
      }
    }
    worstOff = Math.max(worstOff, off / size);
  }
  // differences: 1e-7 over 0.05 m/s, squared, and 1e-16 of forces near 1 over 1e-7
  expect(worstOff).toBeLessThan(1e-6);
});
