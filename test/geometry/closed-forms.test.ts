import { describe, expect, test } from "vitest";
import {
  boxMass,
  capsuleMass,
  circleMass,
  coneMass,
  cylinderMass,
  ellipsoidMass,
  planarCapsuleMass,
  polygonMass,
  sphereMass,
  torusMass,
} from "../../src/geometry/mass-properties.js";
import { regularPolygon } from "../../src/geometry/polygon.js";
import { meshMass } from "../../src/geometry/polyhedron-mass.js";
import {
  capsuleMesh,
  coneMesh,
  cylinderMesh,
  ellipsoidMesh,
  icosphere,
  torusMesh,
  uvSphere,
} from "../../src/geometry/tessellate.js";
import type { MassProperties } from "../../src/geometry/types.js";
import { random } from "./random.js";

const round = [
  { name: "sphere, icosphere", exact: sphereMass(0.7), mesh: (n: number) => icosphere(0.7, n), levels: [2, 3, 4] },
  {
    name: "sphere, latitudes",
    exact: sphereMass(0.7),
    mesh: (n: number) => uvSphere(0.7, 8 << n, 4 << n),
    levels: [2, 3, 4],
  },
  {
    name: "ellipsoid",
    exact: ellipsoidMass(0.5, 1, 2),
    mesh: (n: number) => ellipsoidMesh(0.5, 1, 2, n),
    levels: [2, 3, 4],
  },
  {
    name: "cylinder",
    exact: cylinderMass(0.4, 0.9),
    mesh: (n: number) => cylinderMesh(0.4, 0.9, 8 << n),
    levels: [2, 3, 4],
  },
  { name: "cone", exact: coneMass(0.6, 1.7), mesh: (n: number) => coneMesh(0.6, 1.7, 8 << n), levels: [2, 3, 4] },
  {
    name: "capsule",
    exact: capsuleMass(0.3, 0.8),
    mesh: (n: number) => capsuleMesh(0.3, 0.8, 8 << n, 2 << n),
    levels: [2, 3, 4],
  },
  {
    name: "capsule without length",
    exact: sphereMass(0.3),
    mesh: (n: number) => capsuleMesh(0.3, 0, 8 << n, 2 << n),
    levels: [2, 3, 4],
  },
  {
    name: "torus",
    exact: torusMass(1, 0.3),
    mesh: (n: number) => torusMesh(1, 0.3, 8 << n, 8 << n),
    levels: [2, 3, 4],
  },
];

describe.each(round)("closed form and tessellation: $name", ({ exact, mesh, levels }) => {
  test("volume and inertia converge with order 2, the centre is the origin", () => {
    const results = levels.map((n) => meshMass(mesh(n)));
    const quantities: ((m: MassProperties) => number)[] = [
      (m) => m.volume,
      (m) => m.inertia[0],
      (m) => m.inertia[1],
      (m) => m.inertia[2],
    ];
    for (const q of quantities) {
      const errors = results.map((m) => Math.abs(q(m) / q(exact) - 1));
      // Order 2 means a ratio of 4; the next term is of relative size h² ≈ (π/32)² ≈ 1 % on the coarsest pair.
      expect(Math.log2(errors[0] / errors[1])).toBeCloseTo(2, 1);
      expect(Math.log2(errors[1] / errors[2])).toBeCloseTo(2, 1);
      // Richardson's extrapolation removes the h² term and leaves h⁴: a wrong constant in a closed form would show here.
      const extrapolated = (4 * q(results[2]) - q(results[1])) / 3;
      expect(Math.abs(extrapolated / q(exact) - 1)).toBeLessThan(errors[2] * 0.05);
    }
    for (const m of results) for (let k = 0; k < 3; k++) expect(Math.abs(m.center[k])).toBeLessThan(1e-14);
    for (const m of results)
      for (let k = 3; k < 6; k++) expect(Math.abs(m.inertia[k] / m.inertia[0])).toBeLessThan(1e-14);
  });
});

describe("quadrature over discs", () => {
  // A solid of revolution r(z) is a stack of discs: V = ∫ π r² dz, I_zz = ∫ π r⁴/2 dz, I_xx = ∫ (π r⁴/4 + π r² z²) dz.
  // r² is a polynomial of degree ≤ 2 on each piece, so the integrands have degree ≤ 4: three Gauss points are exact to
  // degree 5, and only round-off remains.
  const nodes = [-Math.sqrt(0.6), 0, Math.sqrt(0.6)];
  const weights = [5 / 9, 8 / 9, 5 / 9];
  function revolve(pieces: { from: number; to: number; r2: (z: number) => number }[]) {
    const sums = { volume: 0, izz: 0, ixx: 0, mz: 0 };
    for (const { from, to, r2 } of pieces) {
      nodes.forEach((x, i) => {
        const z = 0.5 * (from + to) + 0.5 * (to - from) * x;
        const w = 0.5 * (to - from) * weights[i] * Math.PI;
        sums.volume += w * r2(z);
        sums.mz += w * r2(z) * z;
        sums.izz += (w * r2(z) ** 2) / 2;
        sums.ixx += w * (r2(z) ** 2 / 4 + r2(z) * z * z);
      });
    }
    return sums;
  }

  test("cone", () => {
    const [r, h] = [0.6, 1.7];
    const q = revolve([{ from: -h / 4, to: (3 * h) / 4, r2: (z) => ((r / h) * ((3 * h) / 4 - z)) ** 2 }]);
    const m = coneMass(r, h);
    expect(q.mz).toBeCloseTo(0, 15);
    expect(m.volume / q.volume).toBeCloseTo(1, 14);
    expect(m.inertia[0] / q.ixx).toBeCloseTo(1, 14);
    expect(m.inertia[2] / q.izz).toBeCloseTo(1, 14);
  });

  test("capsule", () => {
    const [r, l] = [0.3, 0.8];
    const cap = (z: number) => r * r - (Math.abs(z) - l) ** 2;
    const q = revolve([
      { from: -l - r, to: -l, r2: cap },
      { from: -l, to: l, r2: () => r * r },
      { from: l, to: l + r, r2: cap },
    ]);
    const m = capsuleMass(r, l);
    expect(m.volume / q.volume).toBeCloseTo(1, 14);
    expect(m.inertia[0] / q.ixx).toBeCloseTo(1, 14);
    expect(m.inertia[2] / q.izz).toBeCloseTo(1, 14);
  });
});

describe("counting random points", () => {
  const inside: {
    name: string;
    exact: MassProperties;
    box: number[];
    holds: (x: number, y: number, z: number) => boolean;
  }[] = [
    { name: "box", exact: boxMass(0.5, 1, 0.7), box: [0.5, 1, 0.7], holds: () => true },
    {
      name: "cone",
      exact: coneMass(0.6, 1.7),
      box: [0.6, 0.6, 1.275],
      holds: (x, y, z) => z >= -1.7 / 4 && Math.hypot(x, y) <= (0.6 / 1.7) * (1.275 - z),
    },
    {
      name: "capsule",
      exact: capsuleMass(0.3, 0.8),
      box: [0.3, 0.3, 1.1],
      holds: (x, y, z) => Math.hypot(x, y, Math.max(0, Math.abs(z) - 0.8)) <= 0.3,
    },
    {
      name: "torus",
      exact: torusMass(1, 0.3),
      box: [1.3, 1.3, 0.3],
      holds: (x, y, z) => Math.hypot(Math.hypot(x, y) - 1, z) <= 0.3,
    },
  ];
  test.each(inside)("$name", ({ exact, box, holds }) => {
    // The mean of f over N points of the box has a standard error of σ_f/√N; five of them are allowed (seeded).
    const rnd = random(7);
    const samples = 100_000;
    const sums = new Float64Array(4);
    const squares = new Float64Array(4);
    for (let i = 0; i < samples; i++) {
      const [x, y, z] = box.map((h) => h * (2 * rnd() - 1));
      if (!holds(x, y, z)) continue;
      [1, y * y + z * z, z * z + x * x, x * x + y * y].forEach((f, k) => {
        sums[k] += f;
        squares[k] += f * f;
      });
    }
    const volume = 8 * box[0] * box[1] * box[2];
    const expected = [exact.volume, exact.inertia[0], exact.inertia[1], exact.inertia[2]];
    expected.forEach((value, k) => {
      const mean = sums[k] / samples;
      const error = Math.sqrt((squares[k] / samples - mean * mean) / samples);
      expect(Math.abs(volume * mean - value)).toBeLessThanOrEqual(5 * volume * error + 1e-12);
    });
  });
});

describe("plane figures", () => {
  test("a circle is the limit of regular polygons, order 2", () => {
    const errors = [32, 64, 128].map((n) => {
      const p = polygonMass(regularPolygon(n, 0.9).vertices);
      const c = circleMass(0.9);
      return [p.volume / c.volume - 1, p.inertia[0] / c.inertia[0] - 1, p.inertia[2] / c.inertia[2] - 1].map(Math.abs);
    });
    for (let k = 0; k < 3; k++) {
      expect(Math.log2(errors[0][k] / errors[1][k])).toBeCloseTo(2, 1);
      expect(Math.log2(errors[1][k] / errors[2][k])).toBeCloseTo(2, 2);
    }
  });

  test("a planar capsule is the limit of polygons, order 2", () => {
    const [r, l] = [0.3, 0.8];
    const exact = planarCapsuleMass(r, l);
    const errors = [16, 32, 64].map((n) => {
      const points: number[] = [];
      for (let i = 0; i <= n; i++) points.push(l + r * Math.sin((Math.PI * i) / n), -r * Math.cos((Math.PI * i) / n));
      for (let i = 0; i <= n; i++) points.push(-l - r * Math.sin((Math.PI * i) / n), r * Math.cos((Math.PI * i) / n));
      const p = polygonMass(Float64Array.from(points));
      return [p.volume / exact.volume - 1, ...[0, 1, 2].map((k) => p.inertia[k] / exact.inertia[k] - 1)].map(Math.abs);
    });
    for (let k = 0; k < 4; k++) {
      expect(errors[2][k]).toBeLessThan(1e-3);
      expect(Math.log2(errors[0][k] / errors[1][k])).toBeCloseTo(2, 1);
      expect(Math.log2(errors[1][k] / errors[2][k])).toBeCloseTo(2, 2);
    }
  });

  test("limits: a capsule without length is a ball, an ellipsoid with equal axes too", () => {
    for (const m of [capsuleMass(0.7, 0), ellipsoidMass(0.7, 0.7, 0.7)]) {
      expect(m.volume).toBeCloseTo(sphereMass(0.7).volume, 14);
      for (let k = 0; k < 3; k++) expect(m.inertia[k]).toBeCloseTo(sphereMass(0.7).inertia[k], 14);
    }
    expect(planarCapsuleMass(0.7, 0).inertia[2]).toBeCloseTo(circleMass(0.7).inertia[2], 14);
  });
});
