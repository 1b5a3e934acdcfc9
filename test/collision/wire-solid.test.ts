import { compile, createData, type ShapeSpec, step } from "stiction";
import { describe, expect, test } from "vitest";
import { contactsOf, separationOf } from "../../src/collision/narrow/pair-table.js";
import { type Collider, createSeparation, createSink, KIND } from "../../src/collision/narrow/types.js";
import { random, unitQuaternion } from "../geometry/random.js";
import { rotate, shape } from "./mesh-cases.js";
import { shapePool } from "./narrow-poses.js";
import { leastOnWire, wireDistance } from "./wire-judge.js";

const FULL = process.env.STICTION_FULL === "1";
/** STICTION_FULL runs 20,000 poses of each pair, unless STICTION_POSES says how many. */
const POSES = FULL ? Number(process.env.STICTION_POSES ?? 20_000) : 100;
const REST = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
const HALF = Math.SQRT1_2;
const TURNS = [
  [0, 0, 0, 1],
  [HALF, 0, 0, HALF],
  [0, HALF, 0, HALF],
  [0, 0, HALF, HALF],
  [0.5, 0.5, 0.5, 0.5],
];
const found = createSeparation();
const swapped = createSeparation();
const ball = createSeparation();

const torus = shape("torus", [0.6, 0.15]);
const link = shape("chain-link", [0.3, 0.1, 0.4, 0.07]);
const bare = shape("chain-link", [0.4, 0.12, 0.3, 0]);
const round = shape("chain-link", [0.5, 0.1, 0, 0.05]);

const isWire = (c: Collider) => c.kind === KIND.torus || c.kind === KIND.chainLink;
const pools: Record<string, Collider[]> = {
  ...Object.fromEntries(
    (["capsule", "box", "cylinder", "cone", "ellipsoid", "hull"] as const).map((form) => [
      form,
      shapePool(form, 10).map(({ collider }) => collider),
    ]),
  ),
  torus: [torus, shape("torus", [0.3, 0.1]), shape("torus", [0.8, 0.05])],
  link: [link, bare, round],
};

/** Judge: signed distance of a point (frame of `c`) from its surface; a convex one's by a small sphere. */
const dot = 1e-3;
const probe = shape("sphere", [dot]);
const at = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
function distance(c: Collider, p: readonly number[]): number {
  if (isWire(c)) return wireDistance([...c.size], p);
  at.set(p);
  separationOf(probe, at, 0, c, REST, 0, ball);
  return ball.values[0] + dot;
}

const toFrame = (pose: Float64Array, p: readonly number[]): number[] =>
  rotate(
    [-pose[3], -pose[4], -pose[5], pose[6]],
    p.map((x, k) => x - pose[k]),
  );

/** Pose of B with A at rest: anywhere near, just touching, overlapping a little, and turned by quarters. */
function poseOf(i: number, a: Collider, b: Collider, rnd: () => number): Float64Array {
  const reach = a.reach + b.reach;
  const turn = i % 5 === 4 ? TURNS[Math.floor(rnd() * TURNS.length)] : unitQuaternion(rnd);
  const snap = i % 10 === 9;
  const pose = Float64Array.of(
    ...[0, 1, 2].map(() => {
      const x = 1.2 * reach * (rnd() - 0.5);
      return snap ? Math.round((4 * x) / reach) * 0.25 * reach : x;
    }),
    ...turn,
  );
  if (i % 5 < 2) {
    separationOf(a, REST, 0, b, pose, 0, found);
    const depth = i % 5 === 0 ? 0 : 0.02 * rnd() * reach;
    for (let k = 0; k < 3; k++) pose[k] -= (found.values[0] + depth) * found.values[1 + k];
  }
  return pose;
}

describe.each([
  ...["capsule", "box", "cylinder", "cone", "ellipsoid", "hull", "torus"].map((form) => [form, "torus"]),
  ...["capsule", "box", "cylinder", "cone", "ellipsoid", "hull", "torus", "link"].map((form) => [form, "link"]),
])("%s–%s", (formA, formB) => {
  test("gap and nearest points as by dense samples; contacts as deep; swapped the mirror image", () => {
    const rnd = random(0x31e + 97 * formA.length + 7919 * formB.length + formA.charCodeAt(0));
    const sink = createSink(16);
    const mirror = createSink(16);
    const worst = { gap: 0, points: 0, contact: 0, swap: 0 };
    let say = "";
    let touching = 0;
    for (let i = 0; i < POSES; i++) {
      const a = pools[formA][i % pools[formA].length];
      const b = pools[formB][Math.floor(i / 7) % pools[formB].length];
      const pose = poseOf(i, a, b, rnd);
      const size = a.reach + b.reach;
      separationOf(a, REST, 0, b, pose, 0, found);
      const v = found.values;
      const judged = leastOnWire([...b.size], 96, (c, r) => {
        const p = rotate(pose.subarray(3), c).map((x, k) => x + pose[k]);
        return distance(a, p) - r;
      });
      const error = Math.abs(v[0] - judged) / size;
      if (error > worst.gap) {
        worst.gap = error;
        say = `pose ${i}: ${v[0]}, judged ${judged}`;
      }
      // the ball of the wire there: its centre on the curve, and as far from A as the gap says
      const r = (found.featureB & 7) === 4 ? b.size[3] : b.size[1];
      const center = [0, 1, 2].map((k) => v[7 + k] + r * v[1 + k]);
      worst.points = Math.max(
        worst.points,
        Math.abs(distance(a, center) - r - v[0]) / size,
        ...[0, 1, 2].map((k) => Math.abs(v[7 + k] - v[4 + k] - v[0] * v[1 + k]) / size),
        Math.max(0, wireDistance([...b.size], toFrame(pose, center)) + r) / size,
        Math.abs(Math.hypot(v[1], v[2], v[3]) - 1),
      );
      separationOf(b, pose, 0, a, REST, 0, swapped);
      worst.swap = Math.max(worst.swap, Math.abs(swapped.values[0] - v[0]) / size);
      sink.count = 0;
      mirror.count = 0;
      sink.margin[0] = 0.01 * size;
      mirror.margin[0] = 0.01 * size;
      contactsOf(a, REST, 0, b, pose, 0, sink);
      contactsOf(b, pose, 0, a, REST, 0, mirror);
      expect(sink.count).toBeLessThanOrEqual(4);
      if (v[0] > 0.01 * size) expect(sink.count, `pose ${i}`).toBe(0);
      else {
        touching++;
        expect(sink.count, `pose ${i}`).toBeGreaterThan(0);
        const deepest = (s: typeof sink) => Math.min(...s.gap.subarray(0, s.count));
        worst.contact = Math.max(worst.contact, Math.abs(deepest(sink) - v[0]) / size);
        worst.swap = Math.max(worst.swap, Math.abs(deepest(mirror) - deepest(sink)) / size);
      }
      // the same shape in the same pose is the same call, and cannot be told from its mirror image
      if (a.kind === b.kind && [...a.size].join() === [...b.size].join() && pose.join() === REST.join()) continue;
      expect(mirror.count).toBe(sink.count);
      for (let k = 0; k < 3 * sink.count; k++) {
        expect(mirror.normal[k] + sink.normal[k]).toBe(0);
        expect(mirror.pointA[k]).toBe(sink.pointB[k]);
      }
    }
    if (FULL) console.log(`${formA}–${formB}: ${POSES} poses, ${touching} touching, worst`, worst, say);
    expect(touching).toBeGreaterThan(POSES / 4);
    // iterative pairs end at 1e-6 of their size, which is of order one
    expect(worst.gap, say).toBeLessThan(1e-6);
    expect(worst.points).toBeLessThan(1e-9);
    expect(worst.contact).toBeLessThan(1e-6);
    // which of two shapes is A does not depend on who calls, so nothing differs (`pair-order.ts`)
    expect(worst.swap).toBe(0);
  });
});

describe("contacts", () => {
  const sink = createSink(16, 0.005);
  const gaps = () => [...sink.gap.subarray(0, sink.count)];
  const meet = (a: Collider, b: Collider, ...pose: number[]) => {
    sink.count = 0;
    contactsOf(a, REST, 0, b, Float64Array.from(pose.length === 3 ? [...pose, 0, 0, 0, 1] : pose), 0, sink);
  };

  test("flat on a box: four points as far apart as can be", () => {
    for (const wire of [torus, link, bare]) {
      const r = Math.max(wire.size[1], 0);
      meet(shape("box", [2, 2, 0.5]), wire, 0.1, 0.2, 0.5 + r - 0.001);
      expect(sink.count).toBe(4);
      for (const gap of gaps()) expect(gap).toBeCloseTo(-0.001, 12);
      for (let c = 0; c < 4; c++) expect(sink.normal[3 * c + 2]).toBe(1);
      // the four hold up the middle: it is among them along both axes
      for (const k of [0, 1]) {
        const p = [0, 1, 2, 3].map((c) => sink.pointB[3 * c + k]);
        expect(Math.min(...p)).toBeLessThan([0.1, 0.2][k] - 0.2);
        expect(Math.max(...p)).toBeGreaterThan([0.1, 0.2][k] + 0.2);
      }
    }
  });

  test("a side across a box that it overhangs: contacts to the edge of the face", () => {
    // upright, on its side y = −0.4, |x − 0.5| ≤ 0.3, over a face that ends at x = 0.6
    meet(shape("box", [0.6, 0.5, 0.5]), bare, 0.5, 0, 0.5 + 0.52 - 0.001, HALF, 0, 0, HALF);
    // a run ends where the normal has turned by 1e-3 rad: 0.12 (1e-3)²/2 higher
    const low = [...Array(sink.count).keys()].filter((c) => Math.abs(sink.gap[c] + 0.001) < 1e-7);
    const xs = low.map((c) => sink.pointA[3 * c]).sort((p, q) => p - q);
    expect(xs[0]).toBeCloseTo(0.2, 6);
    expect(xs[xs.length - 1]).toBeCloseTo(0.6, 6);
  });

  test("a ring about a square peg touches it on four sides, a wire between two sides of a link on both", () => {
    meet(shape("box", [0.45, 0.45, 2]), shape("torus", [0.55, 0.1]), 0, 0, 0.3);
    // the corners of the peg are outside the ring's hole by far: four contacts there, none of them twice
    expect(sink.count).toBe(4);
    expect(new Set([0, 1, 2, 3].map((c) => `${Math.sign(sink.pointA[3 * c])} ${Math.sign(sink.pointA[3 * c + 1])}`)).size).toBe(4); // biome-ignore format: one line
    // hole of half width 0.28, wire of 0.279
    meet(bare, shape("torus", [3, 0.279]), 3, 0, 0, HALF, 0, 0, HALF);
    expect(sink.count).toBe(2);
    for (const gap of gaps()) expect(gap).toBeCloseTo(0.001, 6);
    expect(sink.normal[1] * sink.normal[4]).toBeCloseTo(-1, 6);
  });

  test("names stay the same from step to step", () => {
    const names: string[] = [];
    for (let i = 0; i < 20; i++) {
      const a = 1e-4 * i;
      meet(shape("cylinder", [0.2, 0.3]), torus, 0.949 + a, a, 0.1 + a, HALF, 0, 0, HALF);
      names.push([...sink.featureA.subarray(0, sink.count), ...sink.featureB.subarray(0, sink.count)].join(" "));
    }
    expect(sink.count).toBeGreaterThan(0);
    expect(new Set(names).size).toBe(1);
  });
});

test("two chain links hang in each other", () => {
  const [radius, wire, halfLength] = [0.03, 0.008, 0.02];
  const shapes = [{ type: "chain-link", radius, wire, halfLength }] satisfies ShapeSpec[];
  // 1 mm above rest: lower bend of the upper link, upper bend of the lower one, two wires
  const z = -2 * (halfLength + radius) + 2 * wire + 0.001;
  const model = compile({
    formulation: "impulse",
    timestep: 1 / 240,
    bodies: [
      { name: "upper", type: "static", orientation: [0, HALF, 0, HALF], shapes },
      // long along z, in the plane of x and z, 2 mm beside the middle
      {
        name: "lower",
        mass: 0.1,
        position: [0.002, 0, z],
        orientation: [0.5, 0.5, -0.5, 0.5],
        shapes,
      },
    ],
  });
  expect(model.warnings).toEqual([]);
  const data = createData(model);
  const wireShape = shape("chain-link", [radius, wire, halfLength, 0]);
  const upper = Float64Array.of(0, 0, 0, 0, HALF, 0, HALF);
  const pose = new Float64Array(7);
  let least = Infinity;
  for (let i = 0; i < 480; i++) {
    step(model, data);
    for (let k = 0; k < 3; k++) pose[k] = data.bodyPos[3 * 2 + k];
    for (let k = 0; k < 4; k++) pose[3 + k] = data.bodyQuat[4 * 2 + k];
    expect([...pose].every(Number.isFinite)).toBe(true);
    separationOf(wireShape, upper, 0, wireShape, pose, 0, found);
    least = Math.min(least, found.values[0]);
  }
  expect(least).toBeGreaterThan(-0.001);
  // it hangs: not fallen, and touching
  expect(found.values[0]).toBeLessThan(0.001);
  expect(Math.abs(pose[2] - (z - 0.001))).toBeLessThan(0.002);
});
