import { bodyPosition, compile, createData, events, type Spec, step, takeEvents } from "stiction";
import { describe, expect, test } from "vitest";
import { warnOfSpeeds } from "../../src/collision/continuous/setup.js";
import { COLLISION_FIELDS } from "../../src/collision/system.js";
import { itemFields } from "../../src/data/data.js";
import { allocatedBytes } from "../judges/allocation.js";
import { ballMeetsBox } from "./continuous-judges.js";
import { direction, random } from "./query-judges.js";

const FULL = process.env.STICTION_FULL === "1";
const H = 1 / 60;
type BodyEntry = NonNullable<Spec["bodies"]>[number];

/** Detection alone: with one part per step `forces` neither cuts the step at an impact nor puts a body back. */
const detection = { type: "forces", parts: 1 } as const;

function run(bodies: BodyEntry[], more: Partial<Spec> = {}) {
  const model = compile({ timestep: H, gravity: [0, 0, 0], formulation: detection, bodies, ...more });
  const data = createData(model);
  const fields = itemFields(data, "collision", COLLISION_FIELDS);
  return {
    model,
    data,
    step: () => step(model, data),
    impact: (b: number) => fields.bodyImpact[b],
    /** Number of the body that b meets, −1 for none. */
    met: (b: number) => model.shapes[fields.bodyImpactShape[b]]?.body ?? -1,
  };
}

const ball = (more: Partial<BodyEntry>): BodyEntry => ({
  name: "ball",
  shapes: [{ type: "sphere", radius: 0.005 }],
  ...more,
});
const plate = (more: Partial<BodyEntry> = {}): BodyEntry => ({
  name: "plate",
  type: "static",
  shapes: [{ type: "box", halfExtents: [0.5, 0.5, 0.0005] }],
  ...more,
});

describe("a sphere of 1 cm at 1,000 m/s against a plate of 1 mm, in a scene", () => {
  const COUNT = FULL ? 10_000 : 200;
  test(`the step of ${COUNT} directions has the impact`, () => {
    const next = random(4);
    const { model, data, impact, met } = run([plate(), ball({})]);
    let worst = 0;
    for (let k = 0; k < COUNT; k++) {
      const d = direction(next, false);
      const back = 1 + 14 * next();
      const aim = [0.3 * (2 * next() - 1), 0.3 * (2 * next() - 1), 0];
      for (let i = 0; i < 3; i++) {
        data.bodyPos[6 + i] = aim[i] - back * d[i];
        data.bodyVel[12 + 3 + i] = 1000 * d[i];
      }
      data.epoch++;
      step(model, data);
      const o = aim.map((x, i) => x - back * d[i]);
      const exact = ballMeetsBox(o, d, [0.5, 0.5, 0.0005], 0.005) / (1000 * H);
      expect(met(2)).toBe(1);
      worst = Math.max(worst, Math.abs(impact(2) - exact));
    }
    console.log(`in a scene: worst deviation ${worst.toExponential(2)} of the step`);
    expect(worst).toBeLessThan(1e-9);
  });
});

describe("who is looked at", () => {
  const fast = { position: [0, 0, 1] as [number, number, number], velocity: [0, 0, -100] as [number, number, number] };
  test.each([
    ["auto", true],
    ["on", true],
    ["off", false],
  ] as const)("a fast ball with continuous: %s", (continuous, found) => {
    const s = run([plate(), ball({ ...fast, continuous })]);
    s.step();
    expect(s.impact(2) < 1).toBe(found);
    const impacts = takeEvents(s.data).filter((e) => e.code === events.impact.code);
    expect(impacts.length).toBe(found ? 1 : 0);
    if (!found) return;
    expect(impacts[0].who).toEqual([2, 1]);
    // 0.9945 m at 100 m/s
    expect(impacts[0].value).toBeCloseTo(0.9945 / (100 * H), 12);
    expect(impacts[0].time).toBeCloseTo(0.009945, 12);
  });

  test("auto leaves a ball alone that moves less than three quarters of its radius, on does not", () => {
    const slow = {
      position: [0, 0, 0.0058] as [number, number, number],
      velocity: [0, 0, -0.06] as [number, number, number],
    };
    for (const [continuous, found] of [
      ["auto", false],
      ["on", true],
    ] as const) {
      const s = run([plate(), ball({ ...slow, continuous })]);
      s.step();
      expect(s.impact(2) < 1).toBe(found);
      if (found) expect(s.impact(2)).toBeCloseTo(0.3, 9);
    }
  });

  test("sensors, other categories and ignored bodies do not stop it", () => {
    const plates: BodyEntry[] = [
      plate({ shapes: [{ type: "box", halfExtents: [0.5, 0.5, 0.0005], sensor: true }] }),
      plate({ shapes: [{ type: "box", halfExtents: [0.5, 0.5, 0.0005], category: 2, mask: 2 }] }),
    ];
    for (const wall of plates) {
      const s = run([wall, ball(fast)]);
      s.step();
      expect(s.impact(2)).toBe(1);
      expect(s.met(2)).toBe(-1);
    }
    const s = run([plate(), ball(fast)], { collision: { ignore: [["ball", "plate"]] } } as Partial<Spec>);
    s.step();
    expect(s.impact(2)).toBe(1);
  });

  test("the first of several, and of two as early the smaller shape", () => {
    const walls = [0, 0.5, 0.5].map((z, i) => plate({ name: `p${i}`, position: [0, 0, z] }));
    const s = run([...walls, ball(fast)]);
    s.step();
    expect(s.met(4)).toBe(2);
    expect(s.impact(4)).toBeCloseTo(0.4945 / (100 * H), 12);
  });
});

describe("both move", () => {
  test("two bullets meet head on between their places before and after", () => {
    const s = run([
      ball({ name: "a", position: [-1, 0, 0], velocity: [120, 0, 0] }),
      ball({ name: "b", position: [1, 0, 0], velocity: [-180, 0, 0] }),
    ]);
    s.step();
    // 2 m less two radii at 300 m/s
    const exact = 1.99 / (300 * H);
    expect(s.impact(1)).toBeCloseTo(exact, 12);
    expect(s.impact(2)).toBeCloseTo(exact, 12);
    expect(s.met(1)).toBe(2);
    expect(s.met(2)).toBe(1);
  });

  test("a plate that moves out of the way, and one that moves into it", () => {
    const target = (z: number, v: number) =>
      run([
        { ...plate({ position: [0, 0, z], velocity: [0, 0, v], continuous: "off" }), type: "kinematic" } as BodyEntry,
        ball({ position: [0, 0, 1], velocity: [0, 0, -60] }),
      ]);
    const away = target(0.1, -60);
    away.step();
    expect(away.impact(2)).toBe(1);
    const towards = target(-0.5, 60);
    towards.step();
    // gap 1.4945 closing at 120 m/s, 2 m in the step
    expect(towards.impact(2)).toBeCloseTo(1.4945 / 2, 12);
  });

  test("a rod that spins hits a post beside its way", () => {
    const s = run([
      {
        name: "post",
        type: "static",
        position: [0, 0.8, 0],
        shapes: [{ type: "capsule", radius: 0.01, halfLength: 1 }],
      },
      {
        name: "rod",
        shapes: [
          { type: "capsule", radius: 0.01, halfLength: 1, orientation: { axis: [0, 1, 0], angle: Math.PI / 2 } },
        ],
        angularVelocity: [0, 0, 150],
      } as BodyEntry,
    ]);
    s.step();
    // from the x axis to the y axis: a quarter turn less asin(0.02/0.8); 2.5 rad in the step
    expect(s.impact(2)).toBeCloseTo((Math.PI / 2 - Math.asin(0.02 / 0.8)) / 2.5, 7);
  });
});

test("a body that slides fast on another, or rests on it, is left to ordinary contacts", () => {
  const s = run([
    plate({ shapes: [{ type: "box", halfExtents: [50, 50, 0.5] }], position: [0, 0, -0.5] }),
    {
      name: "sled",
      position: [0, 0, 0.1],
      velocity: [30, 0, -0.1],
      shapes: [{ type: "box", halfExtents: [0.1, 0.1, 0.1] }],
    },
  ]);
  s.step();
  expect(s.impact(2)).toBe(1);
});

test("a height field and a mesh stop at least the core of a bullet", () => {
  const wall: BodyEntry = {
    name: "wall",
    type: "static",
    shapes: [
      {
        type: "mesh",
        vertices: [
          [-1, -1, 0],
          [1, -1, 0],
          [1, 1, 0],
          [-1, 1, 0],
        ],
        faces: [[0, 1, 2, 3]],
      },
    ],
  };
  const ground: BodyEntry = {
    name: "ground",
    type: "static",
    shapes: [
      {
        type: "height-field",
        heights: [
          [0, 0],
          [0, 0],
        ],
        dx: 4,
        dy: 4,
      },
    ],
  };
  for (const other of [wall, ground]) {
    const s = run([other, ball({ position: [0.1, 0.2, 1], velocity: [0, 0, -100] })]);
    s.step();
    expect(s.met(2)).toBe(1);
    // the core needs 1 m, the surface a radius less
    expect(s.impact(2)).toBeGreaterThanOrEqual(0.995 / (100 * H) - 1e-9);
    expect(s.impact(2)).toBeLessThanOrEqual(1 / (100 * H) + 1e-9);
  }
});

test("a body that touches at the start and is shot through is found at once", () => {
  const s = run([plate(), ball({ position: [0, 0, 0.0055], velocity: [0, 0, -1000] })]);
  s.step();
  expect(s.impact(2)).toBe(0);
});

test("at the start of a run there is no impact, and positions are untouched by detection", () => {
  const s = run([plate(), ball({ position: [0, 0, 1], velocity: [0, 0, -100] })]);
  s.step();
  expect(bodyPosition(s.model, s.data, "ball")[2]).toBeCloseTo(1 - 100 * H, 12);
  // next step: past the plate already
  s.step();
  expect(s.impact(2)).toBe(1);
});

test("a body that begins fast with continuous: off is worth a warning", () => {
  const model = (continuous: "on" | "off") =>
    compile({ timestep: H, bodies: [plate(), ball({ velocity: [0, 0, -100], continuous })] });
  expect(warnOfSpeeds(model("off"))).toEqual([expect.stringContaining("bodies[1] moves 1.66")]);
  expect(warnOfSpeeds(model("on"))).toEqual([]);
});

test("detection of impacts allocates nothing once warm", { retry: 2 }, () => {
  const balls = Array.from({ length: 6 }, (_, i) => ball({ name: `b${i}`, position: [0.02 * i - 0.2, 0, 1] }));
  const { model, data } = run([plate(), ...balls]);
  const go = () => {
    for (let k = 0; k < 200; k++) {
      for (let b = 2; b < 8; b++) {
        data.bodyPos[3 * b + 2] = 1;
        data.bodyVel[6 * b + 5] = -100;
      }
      step(model, data);
      data.eventCount[1] = data.eventCount[0];
    }
  };
  for (let k = 0; k < 6; k++) go();
  // 1,200 impacts a run: one boxed number each would be 14 kB; the 200 steps around them make about 28 bytes each
  expect(allocatedBytes(go, 8000)).toBeLessThan(8192);
});
