import { contact, elementary, param } from "stiction";
import { describe, expect, test } from "vitest";
import { seeded } from "../../proof/reference/random.js";

type Law = contact.FrictionLaw;

const laws = Object.entries(contact.frictionLaws) as [string, Law][];
const paramsOf = (law: Law, given: Record<string, unknown> = {}) => param.record(law.params, { help: "" }).parse(given);

/** One contact, given as numbers; pressure is a spring and damper along n, so that its derivatives are known. */
interface Case {
  normal: number[];
  /** Displacement of the contact point since the commit, m. */
  way: number[];
  velocity: number[];
  state: number[];
  timestep: number;
  /** N at way 0 and velocity 0. */
  load: number;
}

const K = 3e3;
const C = 7;
const dot = (a: readonly number[], b: readonly number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const tangential = (v: readonly number[], n: readonly number[]) => v.map((x, c) => x - dot(v, n) * n[c]);

function batchOf({ normal, way, velocity, state, timestep, load }: Case): contact.FrictionBatch {
  return {
    normal: Float64Array.from(normal),
    pressure: {
      force: Float64Array.of(load - K * dot(normal, way) - C * dot(normal, velocity)),
      stiffness: Float64Array.of(-K),
      damping: Float64Array.of(-C),
    },
    velocity: Float64Array.from(velocity),
    slip: Float64Array.from(tangential(way, normal)),
    travel: Float64Array.from(way),
    state: Float64Array.from(state),
    timestep,
  };
}

function at(law: Law, params: ReturnType<typeof paramsOf>, given: Case) {
  const out = { force: new Float64Array(3), stiffness: new Float64Array(9), damping: new Float64Array(9) };
  const batch = batchOf(given);
  law.evaluate(params, batch, out, 0, 1);
  return { ...out, batch };
}

/** Seeded contacts: bristles and speeds from sticking to sliding, short of and beyond the limit. */
function cases(law: Law, count: number, seed = 1): Case[] {
  const random = seeded(seed);
  const vector = (size: number) => [0, 1, 2].map(() => size * (2 * random() - 1));
  return Array.from({ length: count }, () => {
    const raw = vector(1);
    const length = Math.sqrt(dot(raw, raw));
    const normal = raw.map((x) => x / length);
    const speed = 10 ** (-5 + 5 * random());
    const size = 10 ** (-6 + 2.5 * random());
    const history = [...tangential(vector(size), normal), ...tangential(vector(speed), normal)];
    if (law.stateSize === 4) history[3] = random();
    return {
      normal,
      way: vector(size / 2),
      velocity: vector(speed),
      state: history.slice(0, law.stateSize),
      timestep: 1e-3,
      load: 20 + 30 * random(),
    };
  });
}

const variants = (law: Law): Record<string, unknown>[] =>
  "length" in law.params
    ? [{}, { viscosity: 3 }, { length: "point" }]
    : [{}, ...("viscosity" in law.params ? [{ viscosity: 3 }] : [])];

describe.each(laws)("%s", (_name, law) => {
  test("is tangential, and zero when open", () => {
    const params = paramsOf(law);
    for (const given of cases(law, 50)) {
      const { force } = at(law, params, given);
      const size = Math.sqrt(dot([...force], [...force]));
      expect(size).toBeGreaterThan(0);
      expect(Math.abs(dot([...force], given.normal))).toBeLessThan(1e-13 * size * 10);
      const open = at(law, params, { ...given, load: -1e6 });
      expect([...open.force, ...open.stiffness, ...open.damping].every((x) => x === 0)).toBe(true);
      law.commit(params, open.batch, 0, 1);
      expect(open.batch.state.every((x) => x === 0)).toBe(true);
    }
  });

  test.each(variants(law))("derivatives equal finite differences %o", (given) => {
    const params = paramsOf(law, given);
    let worst = 0;
    for (const one of cases(law, 200)) {
      const { force, stiffness, damping } = at(law, params, one);
      const size = Math.sqrt(dot([...force], [...force]));
      for (const [key, matrix, step] of [
        ["way", stiffness, 1e-6 * Math.sqrt(dot(one.way, one.way))],
        ["velocity", damping, 1e-6 * Math.sqrt(dot(one.velocity, one.velocity))],
      ] as const) {
        const norm = Math.max(...matrix.map(Math.abs), size / (1e6 * step));
        for (let c = 0; c < 3; c++) {
          const moved = (d: number) =>
            at(law, params, { ...one, [key]: one[key].map((x, j) => (j === c ? x + d : x)) }).force;
          const [plus, minus] = [moved(step), moved(-step)];
          for (let r = 0; r < 3; r++) {
            const difference = -(plus[r] - minus[r]) / (2 * step);
            worst = Math.max(worst, Math.abs(difference - matrix[3 * r + c]) / norm);
          }
        }
      }
    }
    // steps of 1e-6: 1e-12 of curvature, 1e-16/1e-6 of round-off, times the steepness of the blend
    expect(worst).toBeLessThan(1e-7);
  });

  test("does not depend on the frame", () => {
    const params = paramsOf(law);
    // 120° about (1, 1, 1): exact in numbers
    const turned = (v: readonly number[]) => [v[2], v[0], v[1]];
    for (const given of cases(law, 30)) {
      const { force } = at(law, params, given);
      const state = [
        ...turned(given.state.slice(0, 3)),
        ...(law.stateSize === 6 ? turned(given.state.slice(3)) : given.state.slice(3)),
      ];
      const other = at(law, params, {
        ...given,
        normal: turned(given.normal),
        way: turned(given.way),
        velocity: turned(given.velocity),
        state: state.slice(0, law.stateSize),
      });
      const size = Math.sqrt(dot([...force], [...force]));
      const expected = turned([...force]);
      for (let c = 0; c < 3; c++) expect(Math.abs(other.force[c] - expected[c])).toBeLessThan(1e-11 * size);
    }
  });

  test.runIf(law.claims.cone)("stays in the cone", () => {
    const params = paramsOf(law);
    const limit = law.limit?.(params) as number;
    for (const given of cases(law, 500)) {
      const { force, batch } = at(law, params, given);
      const size = Math.sqrt(dot([...force], [...force]));
      expect(size).toBeLessThanOrEqual(limit * batch.pressure.force[0] * (1 + 1e-14));
    }
  });

  test.runIf(law.claims.opposesSlip)("opposes slip", () => {
    const params = paramsOf(law);
    for (const given of cases(law, 200)) {
      const { force } = at(law, params, given);
      expect(dot([...force], tangential(given.velocity, given.normal))).toBeLessThan(0);
    }
  });

  test("holds a load exactly when it claims to stick", () => {
    // at rest with a bristle of 10 µm, 1 N
    const one: Case = {
      normal: [0, 0, 1],
      way: [0, 0, 0],
      velocity: [0, 0, 0],
      state: [1e-5, 0, 0, 0, 0, 0].slice(0, law.stateSize),
      timestep: 0,
      load: 100,
    };
    if (law.stateSize === 4) one.state[3] = 1;
    expect(at(law, paramsOf(law), one).force[0] < -0.5).toBe(law.claims.sticks);
  });
});

describe("bristle", () => {
  const law = contact.frictionLaws.bristle as Law;

  test("luaces V22: κ", () => {
    expect(contact.stictionShare(0, 0.01)).toBe(1);
    expect(contact.stictionShare(0.01, 0.01)).toBeCloseTo(Math.exp(-1), 15);
    expect(Math.abs(contact.stictionShare(0.03, 0.01) - 1.234e-4)).toBeLessThan(5e-8); // four digits printed
  });

  test.each([1, 0.9])("set down again with η = %f: against the force that it had", (strain) => {
    const params = paramsOf(law, { strain, kineticFriction: 0, stictionSpeed: 1e6 });
    let saturated = 0;
    for (const given of cases(law, 600)) {
      const one = at(law, params, given);
      const { batch } = one;
      const force = [...one.force];
      const size = Math.sqrt(dot(force, force));
      const limit = 0.5 * batch.pressure.force[0];
      law.commit(params, batch, 0, 1);
      // κ = 1 to round-off at this v_s, so that the force is the bristle's
      if (!(limit > 0) || Math.abs(size / limit - 1) > 1e-9) continue;
      saturated++;
      for (let c = 0; c < 3; c++) {
        expect(Math.abs(1e5 * batch.state[c] + strain * force[c])).toBeLessThan(1e-9 * limit);
      }
    }
    expect(saturated).toBeGreaterThan(50);
  });

  test("across its length it is damped as along it", () => {
    const one: Case = {
      normal: [0, 0, 1],
      way: [0, 0, 0],
      velocity: [0, 1e-5, 0],
      state: [1e-5, 0, 0],
      timestep: 1e-3,
      load: 100,
    };
    const { force } = at(law, paramsOf(law, { kineticFriction: 0 }), one);
    // −k r and −c v by themselves; the share of stiction is κ = exp(−1e-4) at v_s = 1 mm/s
    expect(force[0]).toBeCloseTo(-1 * Math.exp(-1e-4), 12);
    expect(force[1]).toBeCloseTo(-3e-3 * Math.exp(-1e-4), 12);
  });

  test.each([1, 0.9])("luaces V23: set down again with η = %f, by point", (strain) => {
    const params = paramsOf(law, { strain, length: "point" });
    let saturated = 0;
    for (const given of cases(law, 600)) {
      const { batch } = at(law, params, given);
      const v = tangential(given.velocity, given.normal);
      const speed = Math.sqrt(dot(v, v));
      law.commit(params, batch, 0, 1);
      const r = [...batch.state];
      const length = Math.sqrt(dot(r, r));
      const limit = (0.5 * batch.pressure.force[0]) / 1e5;
      if (Math.abs(length / (strain * limit) - 1) > 1e-9) continue;
      saturated++;
      // k r = η μ N along the slip
      for (let c = 0; c < 3; c++) {
        expect(Math.abs(r[c] - (strain * limit * v[c]) / speed)).toBeLessThan(1e-12 * limit);
      }
    }
    expect(saturated).toBeGreaterThan(50);
  });

  test("short of the limit it keeps its length", () => {
    const one: Case = {
      normal: [0, 0, 1],
      way: [2e-6, 0, 1e-7],
      velocity: [1e-6, 0, 0],
      state: [1e-6, 0, 0],
      timestep: 1e-3,
      load: 100,
    };
    const { batch } = at(law, paramsOf(law), one);
    law.commit(paramsOf(law), batch, 0, 1);
    expect([...batch.state]).toEqual([expect.closeTo(3e-6, 18), 0, 0]);
  });

  test("the tangent of the source: zero and viscosity at the limit, 3.17 below it", () => {
    const exact = paramsOf(law, { viscosity: 2 });
    const thesis = paramsOf(law, { viscosity: 2, tangent: "thesis" });
    const far: Case = {
      normal: [0, 0, 1],
      way: [1e-2, 0, 0],
      velocity: [1e-4, 2e-4, 0],
      state: [0, 0, 0],
      timestep: 1e-3,
      load: 10,
    };
    const { stiffness, damping } = at(law, thesis, far);
    expect([...stiffness]).toEqual(Array(9).fill(0));
    expect([...damping]).toEqual([2, 0, 0, 0, 2, 0, 0, 0, 0]);
    // below the limit both differ by κ T (c/s) r (ṙᵀ/s − ṡ rᵀ/s²) alone
    const near = { ...far, way: [1e-5, 2e-5, 0] };
    const [a, b] = [at(law, exact, near), at(law, thesis, near)];
    const kappa = contact.stictionShare(Math.hypot(1e-4, 2e-4), 1e-3);
    const [r, v, s] = [[1e-5, 2e-5], [1e-4, 2e-4], Math.hypot(1e-5, 2e-5)];
    const rate = (r[0] * v[0] + r[1] * v[1]) / s;
    for (let i = 0; i < 2; i++) {
      for (let j = 0; j < 2; j++) {
        const piece = ((kappa * 300) / s) * r[i] * (v[j] / s - (rate * r[j]) / (s * s));
        expect(a.stiffness[3 * i + j] - b.stiffness[3 * i + j]).toBeCloseTo(piece, 6);
      }
    }
    expect([...a.damping]).toEqual([...b.damping]);
  });

  test("estimate for a mass and a step: worked figures", () => {
    const estimate = contact.estimateBristle({ mass: 1, friction: 0.02, timestep: 0.01 });
    expect(estimate.stictionSpeed).toBeCloseTo(0.00981, 15);
    expect(estimate.stiffness).toBeCloseTo(400, 10);
    expect(estimate.damping).toBeCloseTo(40, 10);
  });

  test("point and slip are one for a body that slides, and differ for one that rolls", () => {
    const one: Case = {
      normal: [0, 0, 1],
      way: [1e-5, 0, 0],
      velocity: [0, 0, 0],
      state: [0, 0, 0],
      timestep: 1e-3,
      load: 100,
    };
    const [slip, point] = [paramsOf(law), paramsOf(law, { length: "point" })];
    expect([...at(law, slip, one).force]).toEqual([...at(law, point, one).force]);
    // rolling: the contact point has moved, nothing has slipped
    const batch = { ...batchOf(one), slip: new Float64Array(3) };
    const out = { force: new Float64Array(3), stiffness: new Float64Array(9), damping: new Float64Array(9) };
    law.evaluate(slip, batch, out, 0, 1);
    expect(out.force[0] + 0).toBeCloseTo(0, 300);
    law.evaluate(point, batch, out, 0, 1);
    expect(out.force[0]).toBeCloseTo(-1, 12);
  });
});

describe("LuGre", () => {
  const law = contact.frictionLaws.lugre as Law;

  test("in steady sliding the force is that of Stribeck's curve", () => {
    const params = paramsOf(law, { viscosity: 2 });
    for (const v of [1e-4, 1e-3, 5e-3, 0.1]) {
      const g = 50 * (0.4 + 0.1 * Math.exp(-((v / 1e-3) ** 2)));
      const state = [g / 1e5, 0, 0, 0, 0, 0];
      const { force } = at(law, params, {
        normal: [0, 0, 1],
        way: [0, 0, 0],
        velocity: [v, 0, 0],
        state,
        timestep: 1e-3,
        load: 50,
      });
      expect(force[0]).toBeCloseTo(-(g + 2 * v), 9);
    }
  });

  test("its step is the trapezoidal rule: second order", () => {
    // from rest with 1 mm/s for 2 ms: z(t) = z∞ (1 − exp(−a t))
    const params = paramsOf(law);
    const v = 1e-3;
    const a = (1e5 * v) / (50 * (0.4 + 0.1 * Math.exp(-1)));
    const error = (steps: number) => {
      const h = 0.2 / steps;
      const batch = batchOf({
        normal: [0, 0, 1],
        way: [0, 0, 0],
        velocity: [v, 0, 0],
        state: [0, 0, 0, v, 0, 0],
        timestep: h,
        load: 50,
      });
      for (let k = 0; k < steps; k++) law.commit(params, batch, 0, 1);
      return Math.abs(batch.state[0] - (v / a) * (1 - Math.exp(-a * 0.2)));
    };
    expect(error(100) / error(200)).toBeCloseTo(4, 1);
  });
});

test("dwell time: static friction grows as 1 − exp(−t/τ) and is lost in slip", () => {
  const law = contact.frictionLaws["dwell-time"] as Law;
  const params = paramsOf(law, { dwellTime: 0.5 });
  const one: Case = {
    normal: [0, 0, 1],
    way: [0, 0, 0],
    velocity: [0, 0, 0],
    state: [0, 0, 0, 0],
    timestep: 0.01,
    load: 100,
  };
  const batch = batchOf(one);
  for (let k = 0; k < 100; k++) law.commit(params, batch, 0, 1);
  expect(batch.state[3]).toBeCloseTo(1 - Math.exp(-2), 12);
  // pulled past its limit at rest: μ_s(s) N
  const pulled = at(law, params, { ...one, way: [1e-2, 0, 0], state: [...batch.state] });
  expect(pulled.force[0]).toBeCloseTo(-(0.4 + 0.1 * (1 - Math.exp(-2))) * 100, 10);
  // sliding at 1 m/s: c/k = 3 ms
  const sliding = batchOf({ ...one, velocity: [1, 0, 0], state: [...batch.state], timestep: 0.003 });
  law.commit(params, sliding, 0, 1);
  expect(sliding.state[3]).toBeCloseTo((1 - Math.exp(-2)) * Math.exp(-1), 12);
});

test("a bristle turns with the tangent plane and keeps its length", () => {
  const random = seeded(5);
  const unit = () => {
    const v = [random() - 0.5, random() - 0.5, random() - 0.5];
    const s = Math.sqrt(dot(v, v));
    return Float64Array.from(v.map((x) => x / s));
  };
  for (let k = 0; k < 100; k++) {
    const [a, b, any] = [unit(), unit(), unit()];
    const state = Float64Array.from(tangential([...any], [...a]));
    const length = elementary.hypot3(state[0], state[1], state[2]);
    contact.turnWithPlane(state, 0, a, 0, b, 0);
    expect(Math.abs(dot([...state], [...b]))).toBeLessThan(1e-13);
    expect(elementary.hypot3(state[0], state[1], state[2])).toBeCloseTo(length, 12);
  }
});
