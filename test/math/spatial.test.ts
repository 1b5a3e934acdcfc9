import { describe, expect, test } from "vitest";
import {
  spatialCompose,
  spatialCrossForce,
  spatialCrossMotion,
  spatialDot,
  spatialForce,
  spatialForceBack,
  spatialInvert,
  spatialMotion,
  spatialMotionBack,
  spatialMotionMatrix,
  spatialTransform,
} from "../../src/math/spatial.js";
import {
  inertiaAdd,
  inertiaApply,
  inertiaFromCenter,
  inertiaMatrix,
  inertiaTransform,
} from "../../src/math/spatial-inertia.js";
import { type Random, random, signed } from "./sparse-matrices.js";

const CASES = process.env.STICTION_FULL === "1" ? 5000 : 50;
/** A dozen products of numbers of order 1 to 10: some hundred ε. */
const TOLERANCE = 1e-13;

function vector(r: Random, n: number): Float64Array {
  return Float64Array.from({ length: n }, () => 2 * signed(r));
}

/** A random rotation matrix from a random unit quaternion. */
function rotation(r: Random): Float64Array {
  const q = vector(r, 4);
  const s = 1 / Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const [x, y, z, w] = Array.from(q, (e) => e * s);
  // biome-ignore format: a matrix
  return Float64Array.of(
    1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w),
    2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
    2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y),
  );
}

function transform(r: Random): Float64Array {
  const X = new Float64Array(12);
  spatialTransform(X, 0, rotation(r), 0, vector(r, 3), 0);
  return X;
}

const cross = (a: ArrayLike<number>, b: ArrayLike<number>) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const turn = (E: ArrayLike<number>, a: ArrayLike<number>) =>
  [0, 1, 2].map((i) => E[3 * i] * a[0] + E[3 * i + 1] * a[1] + E[3 * i + 2] * a[2]);
const add = (a: ArrayLike<number>, b: ArrayLike<number>) => Array.from(a, (e, i) => e + b[i]);
const subtract = (a: ArrayLike<number>, b: ArrayLike<number>) => Array.from(a, (e, i) => e - b[i]);

function close(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance = TOLERANCE): void {
  expect(actual.length).toBe(expected.length);
  let size = 1;
  for (let i = 0; i < expected.length; i++) size = Math.max(size, Math.abs(expected[i]));
  for (let i = 0; i < expected.length; i++) {
    expect(Number.isFinite(actual[i]) && Math.abs(actual[i] - expected[i]) <= tolerance * size).toBe(true);
  }
}

describe("spatial transforms", () => {
  test("motion: both frames see the same velocity of every body point", () => {
    // In A the point at p moves with v + ω × p. In B the same point is at E (p − r) and its velocity is E times that.
    const r = random(1);
    for (let c = 0; c < CASES; c++) {
      const X = transform(r);
      const m = vector(r, 6);
      const p = vector(r, 3);
      const out = new Float64Array(6);
      spatialMotion(out, 0, X, 0, m, 0);
      const inA = add(m.slice(3), cross(m, p));
      const pB = turn(X, subtract(p, X.slice(9)));
      close(add(out.slice(3), cross(out, pB)), turn(X, inA));
      close(out.slice(0, 3), turn(X, m));
    }
  });

  test("force: both frames see the same moment about every point", () => {
    // moment about p in A: n − p × f
    const r = random(2);
    for (let c = 0; c < CASES; c++) {
      const X = transform(r);
      const f = vector(r, 6);
      const p = vector(r, 3);
      const out = new Float64Array(6);
      spatialForce(out, 0, X, 0, f, 0);
      const inA = subtract(f.slice(0, 3), cross(p, f.slice(3)));
      const pB = turn(X, subtract(p, X.slice(9)));
      close(subtract(out.slice(0, 3), cross(pB, out.slice(3))), turn(X, inA));
      close(out.slice(3), turn(X, f.slice(3)));
    }
  });

  test("power is the same in both frames, and back undoes forth", () => {
    const r = random(3);
    const m2 = new Float64Array(6);
    const f2 = new Float64Array(6);
    for (let c = 0; c < CASES; c++) {
      const X = transform(r);
      const m = vector(r, 6);
      const f = vector(r, 6);
      spatialMotion(m2, 0, X, 0, m, 0);
      spatialForce(f2, 0, X, 0, f, 0);
      close([spatialDot(m2, 0, f2, 0)], [spatialDot(m, 0, f, 0)], 1e-12);
      spatialMotionBack(m2, 0, X, 0, m2, 0);
      spatialForceBack(f2, 0, X, 0, f2, 0);
      close(m2, m);
      close(f2, f);
    }
  });

  test("composition, inverse and the 6 × 6 matrix agree with successive application", () => {
    const r = random(4);
    for (let c = 0; c < CASES; c++) {
      const X1 = transform(r);
      const X2 = transform(r);
      const m = vector(r, 6);
      const step = new Float64Array(6);
      spatialMotion(step, 0, X1, 0, m, 0);
      spatialMotion(step, 0, X2, 0, step, 0);
      const both = new Float64Array(12);
      spatialCompose(both, 0, X2, 0, X1, 0);
      const once = new Float64Array(6);
      spatialMotion(once, 0, both, 0, m, 0);
      close(once, step, 1e-12);

      const M = new Float64Array(36);
      spatialMotionMatrix(M, 0, both, 0);
      const byMatrix = Array.from({ length: 6 }, (_, i) => m.reduce((s, e, j) => s + M[6 * i + j] * e, 0));
      close(byMatrix, once, 1e-12);

      // Xᵀ is the map of forces from B back to A
      const f = vector(r, 6);
      const back = new Float64Array(6);
      spatialForceBack(back, 0, both, 0, f, 0);
      const byTranspose = Array.from({ length: 6 }, (_, i) => f.reduce((s, e, j) => s + M[6 * j + i] * e, 0));
      close(byTranspose, back, 1e-12);

      const inverse = new Float64Array(12);
      spatialInvert(inverse, 0, both, 0);
      spatialMotion(once, 0, inverse, 0, once, 0);
      close(once, m, 1e-12);
    }
  });

  test("works at offsets and in place", () => {
    const r = random(5);
    const X1 = transform(r);
    const X2 = transform(r);
    const apart = new Float64Array(12);
    spatialCompose(apart, 0, X2, 0, X1, 0);
    const buffer = new Float64Array(30).fill(9);
    buffer.set(X2, 3);
    buffer.set(X1, 16);
    spatialCompose(buffer, 3, buffer, 3, buffer, 16);
    expect(buffer.slice(3, 15)).toEqual(apart);
    buffer.set(X2, 3);
    spatialCompose(buffer, 16, buffer, 3, buffer, 16);
    expect(buffer.slice(16, 28)).toEqual(apart);
    expect([buffer[2], buffer[15], buffer[28]]).toEqual([9, 9, 9]);
    const inverse = new Float64Array(12);
    spatialInvert(inverse, 0, X1, 0);
    spatialInvert(X1, 0, X1, 0);
    expect(X1).toEqual(inverse);
  });
});

describe("spatial cross products", () => {
  test("are the derivative of a transform that moves with V", () => {
    // A frame moving with V for a short time t has E ≈ 1 − t ω×, r ≈ t v, so X_t m ≈ m − t V × m, and X*_t f alike.
    // Central differences of the exact transform about a fixed axis have an error of t² |ω|³.
    const r = random(6);
    const t = 1e-4;
    for (let c = 0; c < CASES; c++) {
      const V = vector(r, 6);
      const m = vector(r, 6);
      const size = Math.sqrt(V[0] * V[0] + V[1] * V[1] + V[2] * V[2]);
      const at = (time: number) => {
        // Rodrigues for E = exp(−time ω×); the frame's origin goes along time · v
        const s = Math.sin(size * time) / size;
        const k = (1 - Math.cos(size * time)) / (size * size);
        const W = [0, -V[2], V[1], V[2], 0, -V[0], -V[1], V[0], 0];
        const E = Float64Array.from({ length: 9 }, (_, i) => {
          const row = Math.floor(i / 3);
          const col = i % 3;
          let square = 0;
          for (let j = 0; j < 3; j++) square += W[3 * row + j] * W[3 * j + col];
          return (row === col ? 1 : 0) - s * W[i] + k * square;
        });
        const X = new Float64Array(12);
        spatialTransform(X, 0, E, 0, Float64Array.of(time * V[3], time * V[4], time * V[5]), 0);
        return X;
      };
      const out = new Float64Array(6);
      for (const [apply, product] of [
        [spatialMotion, spatialCrossMotion],
        [spatialForce, spatialCrossForce],
      ] as const) {
        const plus = new Float64Array(6);
        const minus = new Float64Array(6);
        apply(plus, 0, at(t), 0, m, 0);
        apply(minus, 0, at(-t), 0, m, 0);
        product(out, 0, V, 0, m, 0);
        // t² · 2 |ω|³ |m| < 1e-8 · 2 · 42 · 5 relative to values of order 10
        close(
          Array.from(plus, (e, i) => (minus[i] - e) / (2 * t)),
          out,
          5e-6,
        );
      }
    }
  });

  test("V × is minus the transpose of V ×*:  f · (V × m) = −(V ×* f) · m", () => {
    const r = random(7);
    const a = new Float64Array(6);
    const b = new Float64Array(6);
    for (let c = 0; c < CASES; c++) {
      const V = vector(r, 6);
      const m = vector(r, 6);
      const f = vector(r, 6);
      spatialCrossMotion(a, 0, V, 0, m, 0);
      spatialCrossForce(b, 0, V, 0, f, 0);
      close([spatialDot(a, 0, f, 0)], [-spatialDot(m, 0, b, 0)], 1e-12);
      spatialCrossMotion(a, 0, V, 0, V, 0);
      close(a, [0, 0, 0, 0, 0, 0]);
    }
  });
});

describe("spatial inertia", () => {
  /** A cloud of point masses: [mass, x, y, z] each. */
  const cloud = (r: Random) => Array.from({ length: 7 }, () => [1 + signed(r) * 0.9, ...vector(r, 3)]);

  /** The ten numbers [m; c; I_c] of a cloud, from the definitions. */
  function body(points: number[][]): Float64Array {
    const out = new Float64Array(10);
    for (const [m, x, y, z] of points) {
      out[0] += m;
      out[1] += m * x;
      out[2] += m * y;
      out[3] += m * z;
    }
    for (let k = 1; k < 4; k++) out[k] /= out[0];
    for (const [m, px, py, pz] of points) {
      const x = px - out[1];
      const y = py - out[2];
      const z = pz - out[3];
      out[4] += m * (y * y + z * z);
      out[5] -= m * x * y;
      out[6] -= m * x * z;
      out[7] += m * (x * x + z * z);
      out[8] -= m * y * z;
      out[9] += m * (x * x + y * y);
    }
    return out;
  }

  /** Momentum of a cloud in rigid motion, particle by particle. */
  function momentum(points: number[][], V: Float64Array): number[] {
    let n = [0, 0, 0];
    let p = [0, 0, 0];
    for (const [m, ...at] of points) {
      const v = add(V.slice(3), cross(V, at)).map((e) => m * e);
      p = add(p, v);
      n = add(n, cross(at, v));
    }
    return [...n, ...p];
  }

  test("gives the momentum of a cloud of particles, as ten numbers and as a matrix", () => {
    const r = random(8);
    const I = new Float64Array(10);
    const M = new Float64Array(36);
    const out = new Float64Array(6);
    for (let c = 0; c < CASES; c++) {
      const points = cloud(r);
      const V = vector(r, 6);
      inertiaFromCenter(I, 0, body(points), 0);
      inertiaApply(out, 0, I, 0, V, 0);
      const expected = momentum(points, V);
      close(out, expected, 1e-12);
      inertiaMatrix(M, 0, I, 0);
      const byMatrix = Array.from({ length: 6 }, (_, i) => V.reduce((s, e, j) => s + M[6 * i + j] * e, 0));
      close(byMatrix, expected, 1e-12);
      // twice the kinetic energy is positive
      expect(spatialDot(V, 0, out, 0)).toBeGreaterThan(0);
    }
  });

  test("a transformed inertia is that of the transformed cloud, and inertias add", () => {
    const r = random(9);
    for (let c = 0; c < CASES; c++) {
      const points = cloud(r);
      const X = transform(r);
      const moved = points.map(([m, ...at]) => [m, ...turn(X, subtract(at, X.slice(9)))]);
      const I = new Float64Array(10);
      const expected = new Float64Array(10);
      inertiaFromCenter(I, 0, body(points), 0);
      inertiaTransform(I, 0, X, 0, I, 0);
      inertiaFromCenter(expected, 0, body(moved), 0);
      close(I, expected, 1e-12);

      const part = new Float64Array(20);
      inertiaFromCenter(part, 0, body(moved.slice(0, 3)), 0);
      inertiaFromCenter(part, 10, body(moved.slice(3)), 0);
      inertiaAdd(part, 0, part, 0, part, 10);
      close(part.slice(0, 10), expected, 1e-12);
    }
  });

  test("V ×* I V is the rate of momentum of a cloud in steady rigid motion", () => {
    // each particle at p accelerates with ω × (v + ω × p); moments about the fixed origin
    const r = random(10);
    for (let c = 0; c < CASES; c++) {
      const points = cloud(r);
      const V = vector(r, 6);
      const I = new Float64Array(10);
      const out = new Float64Array(6);
      inertiaFromCenter(I, 0, body(points), 0);
      inertiaApply(out, 0, I, 0, V, 0);
      spatialCrossForce(out, 0, V, 0, out, 0);
      let n = [0, 0, 0];
      let p = [0, 0, 0];
      for (const [m, ...at] of points) {
        // spatial acceleration zero: the field v + ω × x is steady, so a particle feels ω × its own velocity
        const force = cross(V, add(V.slice(3), cross(V, at))).map((e) => m * e);
        p = add(p, force);
        n = add(n, cross(at, force));
      }
      close(out, [...n, ...p], 1e-12);
    }
  });
});
