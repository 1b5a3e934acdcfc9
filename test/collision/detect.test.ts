import {
  BODY_STATE,
  type BodySpec,
  COUNTER,
  compile,
  createData,
  defaultItems,
  events,
  restore,
  type Spec,
  STATUS,
  setBodyState,
  snapshot,
  step,
  takeEvents,
} from "stiction";
import { broadPhases, historicalItems, sceneries } from "stiction/historical";
import { describe, expect, test } from "vitest";
import { withoutForces } from "../support/without-forces.js";

const floor = { name: "floor", type: "static" as const, shapes: [{ type: "plane" }] } satisfies BodySpec;
const box = (name: string, position: [number, number, number], extra: object = {}) =>
  ({
    name,
    position,
    shapes: [{ type: "box", halfExtents: [0.1, 0.1, 0.1], ...extra }],
  }) satisfies BodySpec;

/** Contacts of a scene in its initial placement: bodies in place, nothing moves. */
function contacts(spec: Spec, items = defaultItems) {
  const model = compile(withoutForces({ gravity: [0, 0, 0], timestep: 1e-6, ...spec }), items);
  const data = createData(model);
  step(model, data);
  const pairs = Array.from({ length: data.counter[COUNTER.pairs] }, (_, k) =>
    [0, 1].map((side) => model.bodyNames[model.shapes[data.pairKey[2 * k + side]].body]).join("-"),
  );
  return { model, data, pairs };
}

describe("detection", () => {
  test("a box on a plane: four points with the plane's normal and the gap", () => {
    const { data } = contacts({ bodies: [floor, box("a", [0.3, 0.2, 0.099])] });
    expect(data.counter[COUNTER.points]).toBe(4);
    expect([...data.patchNormal.slice(0, 3)].map(Math.abs)).toEqual([0, 0, 1]);
    for (let i = 0; i < 4; i++) expect(data.pointGap[i]).toBeCloseTo(-0.001, 12);
    expect([...data.patchCentroid.slice(0, 2)]).toEqual([expect.closeTo(0.3, 12), expect.closeTo(0.2, 12)]);
  });

  test("every broad phase with every scenery finds the same contacts in the same order", () => {
    // a grid of overlapping spheres and boxes, seeded
    let seed = 7;
    const random = () => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return seed / 4294967296;
    };
    const bodies = Array.from({ length: 60 }, (_, i) => box(`b${i}`, [random(), random(), random()]));
    const walls = Array.from({ length: 60 }, (_, i) => ({
      ...box(`w${i}`, [2 * random() - 0.5, 2 * random() - 0.5, random()]),
      type: "static" as const,
    }));
    const choices = Object.keys(broadPhases).flatMap((broadPhase) =>
      Object.keys(sceneries).map((scenery) => ({ broadPhase, scenery })),
    );
    expect(choices.length).toBe(12);
    const results = choices.map((choice) => {
      const { data } = contacts(
        { bodies: [floor, ...bodies, ...walls], collision: choice },
        historicalItems(defaultItems),
      );
      const n = data.counter[COUNTER.pairs];
      return {
        keys: [...data.pairKey.slice(0, 2 * n)],
        gaps: [...data.pointGap.slice(0, data.counter[COUNTER.points])],
      };
    });
    expect(results[0].keys.length).toBeGreaterThan(20);
    for (const result of results) expect(result).toEqual(results[0]);
  });

  test("a broad phase or a structure for scenery that does not exist is refused with the nearest one", () => {
    const attempt =
      (options: object, items = historicalItems(defaultItems)) =>
      () =>
        compile({ bodies: [floor], collision: options }, items);
    expect(attempt({ broadPhase: "grid" })).toThrow(
      /collision\.broadPhase.*"grid"; known: all-pairs, sweep-and-prune, tree/,
    );
    expect(attempt({ scenery: "kdtree" })).toThrow(/collision\.scenery.*"kdtree"; did you mean "kd-tree"/);
    expect(attempt({ broadPhase: "all-pairs" }, defaultItems)).toThrow(
      /collision\.broadPhase.*"all-pairs"; known: tree/,
    );
  });

  test("shapes of one body, static bodies among themselves, ignored pairs and masked shapes do not meet", () => {
    const wall = { ...box("wall", [0.25, 0, 0.1]), type: "static" as const };
    const two = {
      name: "two",
      position: [0, 0, 5] as const,
      shapes: [
        { type: "sphere", radius: 0.1 },
        { type: "sphere", radius: 0.1 },
      ],
    } satisfies BodySpec;
    expect(contacts({ bodies: [floor, wall, two] }).pairs).toEqual([]);
    expect(contacts({ bodies: [box("a", [0, 0, 0]), box("b", [0.1, 0, 0])] }).pairs).toEqual(["a-b"]);
    expect(
      contacts({ bodies: [box("a", [0, 0, 0]), box("b", [0.1, 0, 0])], collision: { ignore: [["b", "a"]] } }).pairs,
    ).toEqual([]);
    // both directions must agree: a is category 2, b meets category 1 only
    expect(
      contacts({ bodies: [box("a", [0, 0, 0], { category: 2 }), box("b", [0.1, 0, 0], { mask: 1 })] }).pairs,
    ).toEqual([]);
    expect(
      contacts({ bodies: [box("a", [0, 0, 0], { category: 2 }), box("b", [0.1, 0, 0], { mask: 3 })] }).pairs,
    ).toEqual(["a-b"]);
  });

  test("contact: none finds nothing and needs no room", () => {
    const { data } = contacts({ contact: "none", bodies: [floor, box("a", [0, 0, 0])] });
    expect([data.counter[COUNTER.pairs], data.pairKey.length]).toEqual([0, 0]);
  });

  test("a full table is reported", () => {
    const model = compile({
      bodies: [floor, box("a", [0, 0, 0.05]), box("b", [1, 0, 0.05])],
      capacity: { pairs: 1, patches: 1, points: 2 },
    });
    const data = createData(model);
    // the boxes begin inside the floor, which is reported too
    expect(step(model, data)).toBe(STATUS.pairCapacity | STATUS.pointCapacity | STATUS.overlapping);
  });

  test("dormant bodies are not there, and come back", () => {
    const model = compile(withoutForces({ gravity: [0, 0, 0], bodies: [floor, box("a", [0, 0, 0.05])] }));
    const data = createData(model);
    setBodyState(model, data, 2, BODY_STATE.dormant);
    step(model, data);
    expect(data.counter[COUNTER.pairs]).toBe(0);
    setBodyState(model, data, 2, BODY_STATE.active);
    step(model, data);
    expect(data.counter[COUNTER.pairs]).toBe(1);
  });
});

describe("persistence", () => {
  test("impulses follow their features and friction state follows its patch while a box slides over a plane", () => {
    const model = compile(
      withoutForces({
        gravity: [0, 0, 0],
        timestep: 0.01,
        bodies: [floor, { ...box("a", [0, 0, 0.0995]), velocity: [1, 0, 0] }],
      }),
    );
    const data = createData(model);
    step(model, data);
    for (let i = 0; i < 4; i++) data.pointImpulse[3 * i] = i + 1;
    data.patchFriction[0] = 42;
    for (let i = 0; i < 50; i++) step(model, data);
    expect([0, 3, 6, 9].map((i) => data.pointImpulse[i])).toEqual([1, 2, 3, 4]);
    expect(data.patchFriction[0]).toBe(42);
  });

  test("detection resumes bit for bit after a snapshot", () => {
    const spec: Spec = {
      timestep: 0.01,
      bodies: [floor, { ...box("a", [0, 0, 0.5]), angularVelocity: [3, 2, 1] }, box("b", [0.1, 0, 0.9])],
    };
    const model = compile(withoutForces(spec));
    const through = createData(model);
    for (let i = 0; i < 30; i++) step(model, through);
    const bytes = snapshot(through);
    for (let i = 0; i < 30; i++) step(model, through);
    const other = createData(model);
    for (let i = 0; i < 3; i++) step(model, other);
    restore(model, other, bytes);
    for (let i = 0; i < 30; i++) step(model, other);
    expect(snapshot(other)).toEqual(snapshot(through));
  });
});

describe("touch events", () => {
  test("begin at gap ≤ 0, end when the margin is left, persist on request; sensors take part", () => {
    // a sensor ball flies through a slab at 1 m/s: touches from 0.2 s to where it has left
    const spec: Spec = {
      gravity: [0, 0, 0],
      timestep: 0.001,
      collision: { margin: 0.01, persistEvents: true },
      bodies: [
        { name: "slab", type: "static", shapes: [{ type: "box", halfExtents: [0.1, 1, 1] }] },
        {
          name: "ball",
          position: [-0.4, 0, 0],
          velocity: [1, 0, 0],
          mass: 1,
          shapes: [{ type: "sphere", radius: 0.1, sensor: true }],
        },
      ],
      capacity: { events: 4096 },
    };
    const model = compile(withoutForces(spec));
    const data = createData(model);
    for (let i = 0; i < 1000; i++) step(model, data);
    const list = takeEvents(data).filter((e) => e.code !== events.contactPersist.code);
    expect(list.map((e) => e.code)).toEqual([events.contactBegin.code, events.contactEnd.code]);
    expect(list[0].time).toBeCloseTo(0.2, 2); // to the step: gap ≤ 0 at 0.200 or, by rounding, 0.201
    expect(list[0].value).toBeCloseTo(0.2 - list[0].time, 12); // the gap that goes with that time
    // the ball leaves the margin when its centre is 0.1 + 0.1 + 0.01 beyond the slab's middle
    expect(list[1].time).toBeCloseTo(0.61, 2);
    expect([...list[0].who].sort()).toEqual([1, 2]);
  });
});
