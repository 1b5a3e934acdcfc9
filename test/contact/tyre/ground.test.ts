/**
 * How a tyre meets its ground: planes in any form are the same plane, forces over edges are the derivative of an energy, and a half ground bears half.
 */
import { compile, createData, type Spec } from "stiction";
import { describe, expect, test } from "vitest";
import { findContactPairs } from "../../../src/contact/contact-step.js";
import { findTyres } from "../../../src/contact/tyre/find-tyres.js";
import { STAND } from "../../../src/contact/tyre/tyre-state.js";

const R = 0.5;
const W = 0.15;

type Ground = NonNullable<NonNullable<Spec["bodies"]>[number]["shapes"]>[number];

const box = (x: number, top: number, half = 2): Ground => ({
  type: "box",
  halfExtents: [half, 2, 0.5],
  position: [x, 0, top - 0.5],
});

/** A square of two triangles per cell, 4 m wide, z = a x + b y. */
const sheet = (a: number, b: number): Ground => ({
  type: "mesh",
  vertices: [-2, 0, 2].flatMap((y) => [-2, 0, 2].map((x) => [x, y, a * x + b * y])),
  faces: [0, 1, 3, 4].flatMap((v) => [
    [v, v + 1, v + 4],
    [v, v + 4, v + 3],
  ]),
});

/** Sheets of 2 m that meet at x = 0, 0.2 up. */
const fold: Ground = {
  type: "mesh",
  vertices: [-2, 2].flatMap((y) => [-2, 0, 2].map((x) => [x, y, x === 0 ? 0.2 : 0])),
  faces: [0, 1].flatMap((v) => [
    [v, v + 1, v + 4],
    [v, v + 4, v + 3],
  ]),
};

const field = (a: number, b: number): Ground => ({
  type: "height-field",
  dx: 0.5,
  dy: 0.5,
  heights: Array.from({ length: 9 }, (_, j) =>
    Array.from({ length: 9 }, (_, i) => a * 0.5 * (i - 4) + b * 0.5 * (j - 4)),
  ),
});

interface Stand {
  readonly depth: number;
  readonly share: number;
  readonly normal: readonly number[];
  readonly place: readonly number[];
}

/** The wheel, about y, at a place, on grounds; null where it does not touch. */
function wheelOn(
  shapes: readonly Ground[],
  position: readonly number[],
  options: object = {},
): (at: readonly number[]) => Stand[] {
  const {
    shape = { type: "cylinder", radius: R, halfLength: W },
    strips = 3,
    lean = 0,
  } = options as {
    shape?: Ground;
    strips?: number;
    lean?: number;
  };
  const model = compile({
    formulation: "augmented-lagrangian",
    materials: { tyre: { contact: { type: "tyre", stiffness: 1, strips } } },
    bodies: [
      { name: "ground", type: "static", shapes: shapes as Ground[] },
      {
        name: "wheel",
        mass: 1,
        position,
        orientation: [Math.sin(0.5 * (-0.5 * Math.PI + lean)), 0, 0, Math.cos(0.5 * (-0.5 * Math.PI + lean))],
        shapes: [{ ...shape, material: "tyre" } as Ground],
      },
    ],
  });
  const data = createData(model);
  const body = model.bodyIndex.get("wheel") as number;
  return (at) => {
    data.bodyPos.set(at, 3 * body);
    data.epoch++;
    findContactPairs(model, data);
    const state = data.systems.tyre;
    findTyres(model, data, state);
    return Array.from({ length: state.count }, (_, i) => {
      const s = state.stand.subarray(STAND.size * i, STAND.size * (i + 1));
      const three = (from: number) => Array.from(s.subarray(from, from + 3));
      return { depth: s[STAND.depth], share: s[STAND.share], normal: three(STAND.normal), place: three(STAND.place) };
    });
  };
}

describe.each([0, 0.1])("a wheel that leans by %f rad", (lean) => {
  const at = [0.137, 0.211, 0.46];
  // the lowest points of its discs: R cos γ below the centres, which stand at ± w sin γ
  const expected = R * Math.cos(lean) - at[2];

  test.each([
    ["plane", [{ type: "plane" }]],
    ["box", [box(0, 0)]],
    ["mesh", [sheet(0, 0)]],
    ["height field", [field(0, 0)]],
  ] as [string, Ground[]][])("stands on a %s as on a plane", (_name, shapes) => {
    const [stand, ...others] = wheelOn(shapes, at, { lean })(at);
    expect(others).toEqual([]);
    // S is a difference of numbers 1/φ⁵ times larger, 1e-16/0.4⁵ of it, and δ its 0.4th power
    expect(Math.abs(stand.depth - expected)).toBeLessThan(1e-13 + (_name === "height field" ? 1e-12 : 0));
    expect(stand.share).toBeCloseTo(1, 12);
    expect(stand.normal[2]).toBeCloseTo(1, 14);
    expect(stand.place[0]).toBeCloseTo(at[0], 12);
    expect(stand.place[2]).toBeCloseTo(0, 12);
  });
});

test.each([
  ["mesh", sheet],
  ["height field", field],
])("slopes of a %s have their normal and their depth", (_name, ground) => {
  for (const [a, b] of [
    [0.2, 0],
    [-0.3, 0],
    [0, 0.15],
    [0.2, -0.1],
  ]) {
    const at = [0.1, -0.05, 0.47 + a * 0.1 - b * 0.05];
    const [stand] = wheelOn([ground(a, b)], at, { strips: 1 })(at);
    const size = Math.sqrt(1 + a * a + b * b);
    const normal = [-a / size, -b / size, 1 / size];
    for (let k = 0; k < 3; k++) expect(stand.normal[k]).toBeCloseTo(normal[k], 10);
    // centre above the plane; the disc's lowest point is R |n − (n·a) a| below it
    expect(stand.depth).toBeCloseTo(R * Math.sqrt(1 - normal[1] ** 2) - 0.47 / size, 10);
  }
});

test("a wheel with one half over an edge bears on the other, half as stiff, in the middle of it", () => {
  const at = [0, 2, 0.48];
  const [stand] = wheelOn([box(0, 0)], at, { strips: 4 })(at);
  expect(stand.depth).toBeCloseTo(0.5 * 0.02, 12);
  expect(stand.share).toBeCloseTo(0.5, 12);
  // Gauss points on one half: Σ w x = (1/8) Σ …, 0.2608 of the half width for four of them against ¼·2
  expect(stand.place[1] - 2).toBeLessThan(-0.45 * W);
  expect(stand.place[1] - 2).toBeGreaterThan(-0.55 * W);
});

const curbs: [string, Ground[], number][] = [
  ["the upper edge of a curb", [box(2, 0.2)], 1e-6],
  ["a fold of a mesh", [fold], 1e-6],
  [
    "a ridge of a height field",
    [{ ...field(0, 0), heights: Array.from({ length: 9 }, () => [0, 0, 0, 0, 0.1, 0, 0, 0, 0]) } as Ground],
    1e-6,
  ],
];

test.each(curbs)("over %s the force is the derivative of an energy", (_name, shapes, tolerance) => {
  const stands = wheelOn(shapes, [0, 0, 0.6], { strips: 1 });
  const energy = (at: readonly number[]) => stands(at).reduce((sum, s) => sum + (0.5 * s.depth ** 2) / s.share, 0);
  let touched = 0;
  for (let x = -2.4; x < 2.4; x += 0.0531) {
    const at = [x, 0.3, 0.55 + 0.02 * Math.sin(7 * x)];
    const [stand, ...others] = stands(at);
    if (stand === undefined || others.length > 0) continue;
    touched++;
    const h = 1e-5;
    for (const k of [0, 2]) {
      const moved = (by: number) => energy(at.map((c, i) => (i === k ? c + by : c)));
      const force = -(moved(h) - moved(-h)) / (2 * h);
      expect(Math.abs(force - stand.depth * stand.normal[k])).toBeLessThan(tolerance);
    }
  }
  expect(touched).toBeGreaterThan(3);
});

test("a wheel on a pipe is pushed off its middle", () => {
  const pipe: Ground = { type: "capsule", radius: 0.1, halfLength: 1, orientation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] };
  const stands = wheelOn([pipe], [0, 0, 0.58]);
  const [middle] = stands([0, 0, 0.57]);
  expect(middle.normal[2]).toBeCloseTo(1, 2);
  const [aside] = stands([0.2, 0, 0.53]);
  expect(aside.normal[0]).toBeGreaterThan(0.25);
  expect(stands([0, 0, 0.61])).toEqual([]);
});

test("a round tread stands on its lowest point, however it leans", () => {
  for (const lean of [0, 0.3]) {
    const at = [0, 0, 0.47];
    const [ball] = wheelOn([{ type: "plane" }], at, { lean, shape: { type: "sphere", radius: R } })(at);
    expect(ball.depth).toBeCloseTo(R - 0.47, 14);
    expect(ball.place[1]).toBeCloseTo(0, 14);
    const torus = { type: "torus", radius: 0.4, tube: 0.1 } as Ground;
    const [ring] = wheelOn([{ type: "plane" }], at, { lean, shape: torus })(at);
    if (ring !== undefined) expect(ring.depth).toBeCloseTo(0.4 * Math.cos(lean) + 0.1 - 0.47, 14);
  }
});
