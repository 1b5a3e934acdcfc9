import { compileUntyped, createData, linearize, modes, settle } from "stiction";
import { describe, expect, test } from "vitest";

const G = 9.81;
const natural = { contact: "none", formulation: "augmented-lagrangian", timestep: 0.001 };
const make = (rest: object) => {
  const model = compileUntyped({ name: "statics", ...natural, ...rest });
  return { model, data: createData(model) };
};
const at = (x: number, y: number, z: number, mass: number, moment: number, name: string) => ({
  name,
  mass,
  inertia: [moment, moment, moment],
  position: [x, y, z],
});
const hinge = (name: string, bodyA: string | undefined, bodyB: string, place: number[]) => ({
  type: "hinge",
  name,
  ...(bodyA === undefined ? {} : { bodyA }),
  bodyB,
  at: place,
  axis: [0, 1, 0],
});
const slider = (name: string, bodyB: string, place: number[], axis: number[], more = {}) => ({
  type: "slider",
  name,
  bodyB,
  at: place,
  axis,
  ...more,
});
/** Differences of fourth order leave twelve digits of K, eleven with the eigenvalues. */
const DIGITS = 1e-10;
const close = (value: number, expected: number, relative = DIGITS) =>
  expect(Math.abs(value / expected - 1)).toBeLessThan(relative);

/** Masses on a line between two walls, on sliders, with equal springs: ω_k = 2 √(k/m) sin(kπ / 2(n + 1)). */
const chain = (count: number, m: number, k: number, c = 0) => ({
  gravity: [0, 0, 0],
  bodies: Array.from({ length: count }, (_, i) => at(0.3 * (i + 1), 0, 0, m, 0.01, `m${i}`)),
  joints: Array.from({ length: count }, (_, i) => slider(`s${i}`, `m${i}`, [0.3 * (i + 1), 0, 0], [1, 0, 0])),
  forces: Array.from({ length: count + 1 }, (_, i) => ({
    type: "spring",
    name: `f${i}`,
    ...(i === 0 ? { pointA: [0, 0, 0] } : { bodyA: `m${i - 1}` }),
    ...(i === count
      ? { bodyA: `m${count - 1}`, bodyB: "world", pointA: [0, 0, 0], pointB: [0.3 * (count + 1), 0, 0] }
      : { bodyB: `m${i}` }),
    stiffness: k,
    damping: c,
  })),
});

describe("modes", () => {
  test.each(["augmented-lagrangian", "forces"])("chain of springs and masses, %s", (formulation) => {
    const scene = chain(6, 1.7, 900);
    const { model, data } = make(formulation === "forces" ? { ...scene, joints: [], formulation } : scene);
    const list = modes(model, data).modes.filter(({ kind }) => kind === "vibration");
    expect(list).toHaveLength(6);
    list.forEach(({ omega, dampingRatio }, i) => {
      close(omega, 2 * Math.sqrt(900 / 1.7) * Math.sin(((i + 1) * Math.PI) / 14), 1e-9);
      expect(dampingRatio).toBe(0);
    });
  });

  test("stiffness-proportional damping: ζ_k = c ω_k / 2k", () => {
    const { model, data } = make(chain(4, 0.8, 500, 3));
    const { modes: list, stable } = modes(model, data);
    expect(stable).toBe(true);
    list.forEach(({ frequency, dampingRatio, kind }, i) => {
      const omega = 2 * Math.sqrt(500 / 0.8) * Math.sin(((i + 1) * Math.PI) / 10);
      expect(kind).toBe("vibration");
      close(2 * Math.PI * frequency, omega, 1e-9);
      close(dampingRatio, (3 * omega) / 1000, 1e-8);
    });
  });

  test("an overdamped oscillator has two decays", () => {
    const { model, data } = make(chain(1, 1, 50, 40));
    const { modes: list } = modes(model, data);
    const root = Math.sqrt(40 * 40 - 100);
    expect(list.map(({ kind }) => kind)).toEqual(["decay", "decay"]);
    close(list[0].sigma, -40 + root, 1e-8);
    close(list[1].sigma, -40 - root, 1e-8);
  });

  test("a pendulum hangs, and stands", () => {
    const bob = (z: number) =>
      make({ bodies: [at(0, 0, z, 2, 0.3, "bob")], joints: [hinge("pin", undefined, "bob", [0, 0, 0])] });
    const square = (2 * G * 0.8) / (0.3 + 2 * 0.64);
    const hanging = bob(-0.8);
    const down = modes(hanging.model, hanging.data);
    close(down.modes[0].omega, Math.sqrt(square));
    expect(down.stable).toBe(true);
    const standing = bob(0.8);
    const up = modes(standing.model, standing.data);
    expect(up.modes[0].kind).toBe("growth");
    close(up.modes[0].sigma, Math.sqrt(square));
    expect(up.stable).toBe(false);
  });

  test.each(["spatial", "planar"])("double pendulum of two points, %s", (space) => {
    // (m1 + m2) l1² …: with m1 = m2 and l1 = l2, ω² = (2 ∓ √2) g/l
    const flat = space === "planar";
    const place = (z: number) => (flat ? [0, z] : [0, 0, z]);
    const tiny = 1e-9;
    const { model, data } = make({
      ...(flat ? { plane: "xy", gravity: [0, -G] } : {}),
      bodies: [1, 2].map((k) => ({ name: `b${k}`, mass: 1.5, inertia: [tiny, tiny, tiny], position: place(-0.6 * k) })),
      joints: [1, 2].map((k) => ({
        type: "hinge",
        name: `h${k}`,
        ...(k === 2 ? { bodyA: "b1" } : {}),
        bodyB: `b${k}`,
        at: place(-0.6 * (k - 1)),
        ...(flat ? {} : { axis: [0, 1, 0] }),
      })),
    });
    const { modes: list } = modes(model, data);
    expect(list).toHaveLength(2);
    // moments of 1e-9 kg m² beside 0.5
    close(list[0].omega ** 2, ((2 - Math.SQRT2) * G) / 0.6, 1e-7);
    close(list[1].omega ** 2, ((2 + Math.SQRT2) * G) / 0.6, 1e-7);
    // the lower bob swings √2 as far as the upper, and against it
    const [, x1] = [0, list[0].shape[0].displacement.re[0]];
    close(list[0].shape[1].displacement.re[0] / x1, 1 + Math.SQRT2, 1e-6);
  });

  test("a free body has six rigid modes", () => {
    const { model, data } = make({ gravity: [0, 0, 0], bodies: [at(1, 2, 3, 4, 0.5, "free")] });
    const { modes: list, freedom } = modes(model, data);
    expect(freedom).toBe(6);
    expect(list.map(({ kind }) => kind)).toEqual(new Array(6).fill("rigid"));
  });

  test("masses on a line, fixed at one end: ω_k = 2 √(k/m) sin((2k − 1)π / 2(2n + 1))", () => {
    const scene = chain(5, 1.1, 730);
    const { model, data } = make({ ...scene, forces: scene.forces.slice(0, 5) });
    const { modes: list } = modes(model, data);
    expect(list).toHaveLength(5);
    list.forEach(({ omega }, i) => {
      close(omega, 2 * Math.sqrt(730 / 1.1) * Math.sin(((2 * i + 1) * Math.PI) / 22), 1e-9);
    });
  });

  test("two free bodies on a bushing: six rigid modes, and those of the reduced mass and moment", () => {
    const bushing = { type: "bushing", name: "b", bodyA: "l", bodyB: "r", at: [0.5, 0, 0], axis: [1, 0, 0] };
    const { model, data } = make({
      gravity: [0, 0, 0],
      bodies: [at(0.5, 0, 0, 2, 0.3, "l"), at(0.5, 0, 0, 3, 0.6, "r")],
      joints: [{ ...bushing, stiffness: [800, 800, 800], angularStiffness: [50, 50, 50] }],
    });
    const { modes: list, freedom } = modes(model, data);
    expect(freedom).toBe(12);
    expect(list.slice(0, 6).map(({ kind }) => kind)).toEqual(new Array(6).fill("rigid"));
    for (const { omega } of list.slice(6, 9)) close(omega ** 2, 50 / ((0.3 * 0.6) / 0.9), 1e-7);
    for (const { omega } of list.slice(9, 12)) close(omega ** 2, 800 / ((2 * 3) / 5), 1e-7);
  });
});

describe("settle", () => {
  test("a mass on a spring sinks by m g / k", () => {
    const { model, data } = make({
      bodies: [at(0, 0, -1, 3, 0.1, "bob")],
      joints: [slider("rail", "bob", [0, 0, -1], [0, 0, 1])],
      forces: [{ type: "spring", bodyB: "bob", stiffness: 700, restLength: 1 }],
    });
    const result = settle(model, data);
    expect(result).toMatchObject({ found: true, stable: true });
    close(-data.bodyPos[5], 1 + (3 * G) / 700, 1e-12);
    expect(data.bodyVel.every((x) => x === 0)).toBe(true);
  });

  test("a pendulum from anywhere hangs in the end, and its pin bears the weight", () => {
    const { model, data } = make({
      bodies: [at(0.3, 0, 0.75, 2, 0.3, "bob"), at(0.3, 0, 1.4, 1, 0.1, "tail")],
      joints: [hinge("pin", undefined, "bob", [0, 0, 0]), hinge("elbow", "bob", "tail", [0.3, 0, 1.1])],
    });
    const result = settle(model, data);
    expect(result).toMatchObject({ found: true, stable: true });
    const pin = result.joints.find(({ name }) => name === "pin");
    close(Math.abs(pin?.force[2] ?? 0), 3 * G, 1e-8);
    // the common centre of mass is below the pin
    expect(Math.abs(2 * data.bodyPos[3] + data.bodyPos[6])).toBeLessThan(1e-8);
    expect(data.bodyPos[5]).toBeLessThan(-0.8);
  });

  test("a bob on a stiff spring that has to turn", () => {
    const { model, data } = make({
      bodies: [at(0.9, 0, 0, 1.2, 0.1, "bob")],
      joints: [{ type: "planar", name: "sheet", bodyB: "bob", at: [0.9, 0, 0], axis: [0, 1, 0] }],
      forces: [{ type: "spring", bodyB: "bob", stiffness: 8e5, restLength: 0.9 }],
    });
    const result = settle(model, data);
    expect(result.found).toBe(true);
    close(-data.bodyPos[5], 0.9 + (1.2 * G) / 8e5, 1e-10);
  });

  test("an unstable equilibrium is kept, and said to be one", () => {
    const { model, data } = make({
      bodies: [at(0, 0, 0.8, 2, 0.3, "bob")],
      joints: [hinge("pin", undefined, "bob", [0, 0, 0])],
    });
    expect(settle(model, data)).toMatchObject({ found: true, stable: false });
  });

  test("free fall has no equilibrium, and the body is named", () => {
    const { model, data } = make({ bodies: [at(0, 0, 0, 1, 0.1, "stone")] });
    const result = settle(model, data);
    expect(result.found).toBe(false);
    expect(result.reason).toContain('"stone"');
  });

  test("a ball on a floor rests on its contact", () => {
    const { model, data } = make({
      contact: "auto",
      bodies: [
        { name: "floor", type: "static", shapes: [{ type: "plane" }] },
        { name: "ball", mass: 2, position: [0, 0, 0.2], shapes: [{ type: "sphere", radius: 0.2 }] },
      ],
    });
    const result = settle(model, data);
    expect(result.found).toBe(true);
    expect(Math.abs(data.bodyPos[8] - 0.2)).toBeLessThan(1e-3);
    // accelerations of 1e-7 m/s² are left
    close(Math.abs(result.contacts[0].force[2]), 2 * G, 1e-7);
  });

  test("an unstable equilibrium beside a contact is said to be one", () => {
    const { model, data } = make({
      contact: "auto",
      bodies: [
        { name: "floor", type: "static", shapes: [{ type: "plane" }] },
        { name: "ball", mass: 2, position: [0, 0, 0.2], shapes: [{ type: "sphere", radius: 0.2 }] },
        at(3, 0, 1.1, 2, 0.1, "bob"),
      ],
      joints: [hinge("pin", undefined, "bob", [3, 0, 1])],
    });
    expect(settle(model, data)).toMatchObject({ found: true, stable: false });
  });
});

test("linearize has M, C and K of a damped oscillator", () => {
  const { model, data } = make(chain(1, 1.3, 200, 7));
  const { freedom, mass, damping, stiffness, acceleration } = linearize(model, data);
  expect(freedom).toBe(1);
  // two springs and two dampers
  close(stiffness[0] / mass[0], 400 / 1.3, 1e-9);
  close(damping[0] / mass[0], 14 / 1.3, 1e-9);
  expect(acceleration).toBeLessThan(1e-12);
});
