import { type ContactLaw, contactLaws, param } from "stiction";
import { contact } from "stiction/internals";
import { describe, expect, test } from "vitest";

const { exactFactor, floresFactor, huntCrossleyFactor, lankaraniNikraveshFactor, restitutionOf } = contact;

describe("effective restitution of power laws", () => {
  // after [Luaces2013] and [Moisio2013]: five and three digits
  test.each([
    [0.99, 0.9901, 0.99015],
    [0.9, 0.90902, 0.91318],
    [0.8, 0.83287, 0.8471],
    [0.7, 0.768, 0.79597],
    [0.5, 0.66296, 0.72524],
    [0.3, 0.58129, 0.68422],
    [0.1, 0.51583, 0.66527],
  ])("table at %f", (set, hunt, lankarani) => {
    // half of the last printed digit
    expect(Math.abs(restitutionOf(huntCrossleyFactor(set)) - hunt)).toBeLessThan(5.01e-6);
    expect(Math.abs(restitutionOf(lankaraniNikraveshFactor(set)) - lankarani)).toBeLessThan(5.01e-6);
  });

  test.each([
    [0.9, 0.894],
    [0.7, 0.683],
    [0.5, 0.47],
    [0.3, 0.256],
    [0.1, 0.069],
    [0.05, 0.033],
  ])("table of Flores at %f", (set, flores) => {
    // half of the last printed digit
    expect(Math.abs(restitutionOf(floresFactor(set)) - flores)).toBeLessThan(5.01e-4);
  });

  test("satisfies D(1 + e) = ln[(1 + D)/(1 − De)]", () => {
    for (let d = 0.06; d < 20; d *= 1.3) {
      const e = restitutionOf(d);
      // round-off of 1 − De, which is (1 + D) exp(−D(1 + e))
      const bracket = 1 - d * e;
      expect(Math.abs(d * (1 + e) - Math.log((1 + d) / bracket))).toBeLessThan(1e-14 / bracket + 1e-14);
    }
  });

  test("the exact factor gives the restitution that is asked for", () => {
    for (let e = 0.001; e <= 1; e += 0.001) expect(restitutionOf(exactFactor(e))).toBeCloseTo(e, 11);
    expect(restitutionOf(exactFactor(1 - 1e-9))).toBeCloseTo(1 - 1e-9, 14);
    expect(exactFactor(1)).toBe(0);
    // e = 0 needs an infinite factor: the law takes 5e-4 instead
    expect(restitutionOf(exactFactor(0))).toBeLessThan(1e-3);
  });

  test("near 1 it is Hunt and Crossley's", () => {
    expect(exactFactor(1 - 1e-6) / huntCrossleyFactor(1 - 1e-6)).toBeCloseTo(1, 5);
  });
});

describe("Kelvin–Voigt", () => {
  const { kelvinVoigtRatio, kelvinVoigtRestitution } = contact;

  test("ratio and restitution are inverse to each other", () => {
    for (let e = 0.001; e <= 1; e += 0.001) expect(kelvinVoigtRestitution(kelvinVoigtRatio(e))).toBeCloseTo(e, 12);
  });

  test("at critical damping e = exp(−2), and it is smooth there", () => {
    expect(kelvinVoigtRestitution(1)).toBeCloseTo(Math.exp(-2), 15);
    // d ln e/dζ = −2(q + ζq′) = −4/3 at ζ = 1
    const slope = (kelvinVoigtRestitution(1.001) - kelvinVoigtRestitution(0.999)) / 0.002;
    expect(slope / Math.exp(-2)).toBeCloseTo(-4 / 3, 5);
  });

  test("without damping the contact lasts half a period", () => {
    expect(contact.kelvinVoigtImpact(100, 0, 4, 3)).toEqual({
      restitution: 1,
      duration: expect.closeTo(Math.PI / 5, 14),
      depth: expect.closeTo(3 / 5, 14),
    });
  });
});

describe("duration", () => {
  test("Hertz: T = 2 δ_max/v ∫ dx/√(1 − x^2.5), by the Gamma function", () => {
    // √π Γ(1.4)/Γ(0.9) = 1.471637…
    const { duration, depth, restitution } = contact.powerLawImpact({
      stiffness: 1e6,
      exponent: 1.5,
      factor: 0,
      mass: 1,
      speed: 1,
    });
    const gammas = (Math.sqrt(Math.PI) * 0.8872638175030753) / 1.0686287021193193;
    expect(restitution).toBe(1);
    expect(depth).toBeCloseTo(1.25e-6 ** 0.4, 12);
    expect(duration / (2 * depth * gammas)).toBeCloseTo(1, 9);
  });

  test("linear spring: half a period", () => {
    const { duration } = contact.powerLawImpact({ stiffness: 1e4, exponent: 1, factor: 0, mass: 1, speed: 2 });
    expect(duration / (Math.PI / 100)).toBeCloseTo(1, 9);
  });

  test("luaces V17: ε = 0.7 as published", () => {
    const factor = huntCrossleyFactor(0.7);
    const impact = contact.powerLawImpact({ stiffness: 1e6, exponent: 1.5, factor, mass: 1, speed: 1 });
    // the digits as printed
    expect(impact.depth).toBeCloseTo(3.93019e-3, 8);
    expect(impact.duration).toBeCloseTo(13.238e-3, 6);
    const { depth } = impact;
    expect(depth).toBeCloseTo((2.5e-6 * (1 / factor - Math.log(1 + factor) / factor ** 2)) ** 0.4, 12);
  });
});

test("luaces V15: stiffness of steel on steel, and of equal spheres", () => {
  const steel = { modulus: 210e9, poisson: 0.3 };
  const plane = { ...steel, radius: Number.POSITIVE_INFINITY };
  // 4.8650e10, as printed
  expect(Math.abs(contact.hertzStiffness({ ...steel, radius: 0.1 }, plane) - 4.865e10)).toBeLessThan(5e5);
  const ball = { ...steel, radius: 0.2 };
  expect(Math.abs(contact.hertzStiffness(ball, ball) - 4.865e10)).toBeLessThan(5e5);
});

test("Popov's estimate is 1.666 Hertz, and Hertz with its correction", () => {
  const force = (law: ContactLaw, given: object) => {
    const one = (v: number) => Float64Array.of(v);
    const out = { force: one(0), stiffness: one(0), damping: one(0) };
    const params = param.record(law.params, { help: "" }).parse(given);
    law.evaluate(params, { gap: one(-1e-3), gapRate: one(0), impactSpeed: one(1) }, out, 0, 1);
    return out.force[0];
  };
  const steel = { modulus: 210e9, poisson: 0.3 };
  const stiffness = contact.hertzStiffness({ ...steel, radius: 0.1 }, { ...steel, radius: Number.POSITIVE_INFINITY });
  const hertz = force(contactLaws.hertz as ContactLaw, { stiffness });
  const popov = (correction: number) =>
    force(contactLaws.popov as ContactLaw, {
      modulus: contact.pairModulus(steel, steel),
      radius: 0.1,
      correction,
    });
  expect(popov(1) / hertz).toBeCloseTo(1.666, 3);
  expect(popov(contact.POPOV_AS_HERTZ) / hertz).toBeCloseTo(1, 14);
});

test("two spheres at e = 0 … 1: the exact rules keep to 1e-3", () => {
  // as in Chrono's test: ±1 m/s, e = 0, 0.25, 0.5, 0.75, 1; integrated, so the judge is not the closed form
  for (const e of [0, 0.25, 0.5, 0.75, 1]) {
    for (const name of ["hunt-crossley", "linear"] as const) {
      const law = contactLaws[name] as ContactLaw;
      const params = param.record(law.params, { help: "" }).parse({ restitution: e });
      const { restitution } = contact.integratedImpact(law, params, 1, 2, e === 0 ? 20_000 : 2000);
      expect(Math.abs(restitution - e), `${name} ${e}`).toBeLessThan(1e-3);
    }
  }
});
