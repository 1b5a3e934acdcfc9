import { type ContactLaw, contactLaws, param } from "stiction";
import { contact } from "stiction/internals";
import { describe, expect, test } from "vitest";

const paramsOf = (law: ContactLaw, given: Record<string, unknown> = {}) =>
  param.record(law.params, { help: "" }).parse(given);

const cache = new Map<ContactLaw, ReturnType<typeof paramsOf>>();

function defaultsOf(law: ContactLaw): ReturnType<typeof paramsOf> {
  const params = cache.get(law) ?? paramsOf(law);
  cache.set(law, params);
  return params;
}

/** Evaluates one contact. */
function at(
  law: ContactLaw,
  gap: number,
  gapRate: number,
  params = defaultsOf(law),
): { force: number; stiffness: number; damping: number } {
  const one = (v: number) => Float64Array.of(v);
  const out = { force: one(0), stiffness: one(0), damping: one(0) };
  law.evaluate(params, { gap: one(gap), gapRate: one(gapRate), impactSpeed: one(1) }, out, 0, 1);
  return { force: out.force[0], stiffness: out.stiffness[0], damping: out.damping[0] };
}

// Every law of the registry is held to what it claims; a new law is picked up without an edit here.
describe.each(Object.entries(contactLaws) as [string, ContactLaw][])("%s", (_name, law) => {
  const depths = [1e-6, 1e-4, 1e-3, 1e-2];
  const rates = [-2, -0.5, 0, 0.5, 2, 50];

  test("is zero when open", () => {
    for (const rate of rates) expect(at(law, 1e-9, rate)).toEqual({ force: 0, stiffness: 0, damping: 0 });
  });

  test("derivatives equal finite differences", () => {
    for (const depth of depths) {
      for (const rate of rates) {
        const { force, stiffness, damping } = at(law, -depth, rate);
        if (force === 0) continue;
        const h = 1e-6 * depth;
        const k = (at(law, -depth + h, rate).force - at(law, -depth - h, rate).force) / (2 * h);
        const c = (at(law, -depth, rate + 1e-6).force - at(law, -depth, rate - 1e-6).force) / 2e-6;
        // central differences: (h/depth)² = 1e-12 of curvature plus 1e-16/1e-6 of round-off of the force
        expect(Math.abs(stiffness - k)).toBeLessThan(1e-8 * Math.abs(k) + (1e-9 * force) / depth);
        if (c !== 0) expect(damping / c).toBeCloseTo(1, 6);
        else expect(damping).toBe(0);
      }
    }
  });

  test.runIf("restitution" in law.params)("derivatives equal finite differences for every restitution", () => {
    for (const restitution of [0, 0.3, 0.8, 1]) {
      const params = paramsOf(law, { restitution });
      for (const depth of depths) {
        for (const rate of [-0.5, 0, 0.05]) {
          const { force, stiffness, damping } = at(law, -depth, rate, params);
          if (force === 0) continue;
          const h = 1e-6 * depth;
          const d = 1e-6;
          const k = (at(law, -depth + h, rate, params).force - at(law, -depth - h, rate, params).force) / (2 * h);
          const c = (at(law, -depth, rate + d, params).force - at(law, -depth, rate - d, params).force) / (2 * d);
          // as above: round-off of the force, 1e-16 f/h
          expect(Math.abs(stiffness - k)).toBeLessThan(1e-8 * (Math.abs(k) + force / depth));
          expect(Math.abs(damping - c)).toBeLessThan(1e-8 * (Math.abs(c) + force));
        }
      }
    }
  });

  test.runIf(law.impact !== undefined)("closed form of an impact equals the integrated one", () => {
    const given = "restitution" in law.params ? [{}, ...[0.3, 0.7, 1].map((restitution) => ({ restitution }))] : [{}];
    for (const entry of given) {
      const params = paramsOf(law, entry);
      for (const [mass, speed] of [
        [1, 1],
        [3, 0.2],
        [0.01, 0.001],
      ]) {
        const closed = contact.impactOf(law, params, mass, speed);
        const integrated = contact.integratedImpact(law, params, mass, speed);
        // δ^1.5 has no third derivative at touch: one step of 1/4000 is wrong there by about its square;
        // duration and depth are known to a step and to the square of a step
        expect(integrated.restitution / closed.restitution).toBeCloseTo(1, 4);
        expect(integrated.duration / closed.duration).toBeCloseTo(1, 3);
        expect(integrated.depth / closed.depth).toBeCloseTo(1, 6);
      }
    }
  });

  test("longest step is the duration over 2.5", () => {
    const params = paramsOf(law);
    const { duration } = contact.impactOf(law, params, 2, 0.5);
    expect(duration).toBeGreaterThan(0);
    expect(contact.longestStep(law, params, 2, 0.5) * 2.5).toBeCloseTo(duration, 12);
  });

  test.runIf(law.claims.neverPulls)("never pulls", () => {
    for (const depth of depths) for (const rate of rates) expect(at(law, -depth, rate).force).toBeGreaterThanOrEqual(0);
  });

  test.runIf(law.claims.continuousAtTouch)("is continuous at touch", () => {
    for (const rate of rates) expect(at(law, -1e-12, rate).force).toBeLessThan(1e-6 * (1 + at(law, -1e-2, -2).force));
  });

  test.runIf(law.claims.dissipative)("takes energy out of every cycle", () => {
    // gap = −d (1 − cos ωt)/2 over one period; work done by the contact = ∮ f d(gap) must be ≤ 0
    for (const d of depths) {
      for (const omega of [1, 30, 1000]) {
        let work = 0;
        const n = 2000;
        for (let i = 0; i < n; i++) {
          const phase = (2 * Math.PI * (i + 0.5)) / n;
          const rate = -0.5 * d * omega * Math.sin(phase);
          work += (at(law, -0.5 * d * (1 - Math.cos(phase)), rate).force * rate * ((2 * Math.PI) / omega)) / n;
        }
        const scale = at(law, -d, 0).force * d;
        expect(work).toBeLessThanOrEqual(1e-12 * scale); // round-off of 2000 terms
      }
    }
  });
});

test("Hunt–Crossley without damping stores what Hertz's integral says", () => {
  // ∫ k δ^1.5 dδ = k δ^2.5/2.5
  const law = contactLaws["hunt-crossley"] as ContactLaw;
  const n = 20_000;
  const d = 0.01;
  let work = 0;
  for (let i = 0; i < n; i++) work += (at(law, -(d * (i + 0.5)) / n, 0).force * d) / n;
  expect(work).toBeCloseTo((1e6 * d ** 2.5) / 2.5, 5); // midpoint rule: 1/n² relative
});
