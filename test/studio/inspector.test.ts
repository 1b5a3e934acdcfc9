/** Forms from the schema, live values, and the rows of the model tree. */
import { compile, createData, type Spec, step } from "stiction";
import { scenes } from "stiction/scenes";
import { beforeEach, describe, expect, test } from "vitest";
import { grouped } from "../../studio/inspector/form.js";
import { sparkPoints } from "../../studio/inspector/live-cell.js";
import { stemOf, treeKey, treeRows } from "../../studio/inspector/tree-rows.js";
import {
  fieldText,
  inRange,
  liveText,
  parseNumber,
  type Range,
  rangeText,
  rounded,
  sliderRange,
  stepOf,
} from "../../studio/inspector/values.js";
import type { Form, FormSubject } from "../../studio/worker/services/edit-form-protocol.js";
import { contactList } from "../../studio/worker/services/live-contacts.js";
import { findReading } from "../../studio/worker/services/live-keys.js";
import { SimulationBench } from "./simulation-bench.js";

const FULL = process.env.STICTION_FULL === "1";

let bench: SimulationBench;
beforeEach(() => {
  bench = new SimulationBench();
});

const formOf = async (subject: FormSubject): Promise<Form> => {
  const reply = await bench.ask<"form">((id) => ({ type: "form", id, subject }));
  if (reply.type !== "form") throw new Error(JSON.stringify(reply));
  return reply.form;
};

/** A box that slides on a rough floor at 1 m/s, and one that rests. */
const SLIDING: Spec = {
  formulation: "impulse",
  materials: { rough: { friction: 0.5 } },
  bodies: [
    { name: "floor", type: "static", material: "rough", shapes: [{ type: "plane" }] },
    {
      name: "slider",
      mass: 2,
      material: "rough",
      position: [0, 0, 0.5],
      velocity: [1, 0, 0],
      shapes: [{ type: "box", halfExtents: [0.5, 0.5, 0.5] }],
    },
    {
      name: "rest",
      mass: 3,
      material: "rough",
      position: [0, 5, 0.5],
      shapes: [{ type: "box", halfExtents: [0.5, 0.5, 0.5] }],
    },
  ],
};

describe("a form", () => {
  test("has every parameter that the schema declares, with unit, help and range", async () => {
    await bench.load({ kind: "spec", spec: SLIDING });
    const { fields } = await formOf({ kind: "item", section: "bodies", name: "slider" });
    const field = (path: string) => fields.find((f) => f.path === path);
    expect(field("bodies.slider.mass")).toMatchObject({
      kind: "number",
      unit: "kg",
      above: 0,
      value: 2,
      live: true,
      given: true,
    });
    expect(field("bodies.slider.position")).toMatchObject({
      kind: "vector",
      unit: "m",
      value: [0, 0, 0.5],
      initial: true,
    });
    expect(field("bodies.slider.continuous")).toMatchObject({
      kind: "choice",
      choices: ["auto", "on", "off"],
      value: "auto",
    });
    expect(field("bodies.slider.material")).toMatchObject({ kind: "choice", choices: ["rough"], value: "rough" });
    expect(field("bodies.slider.shapes[0].halfExtents")).toMatchObject({ kind: "vector", value: [0.5, 0.5, 0.5] });
    expect(field("materials.rough.friction")).toMatchObject({ min: 0, value: 0.5, group: "material:rough" });
    expect(fields.every(({ help }) => help !== "")).toBe(true);
    expect(grouped(fields).at(-1)?.[0]).toBe("start");
  });

  test("of the solver offers every formulation and the options of the present one", async () => {
    await bench.load({ kind: "spec", spec: SLIDING });
    const { fields } = await formOf({ kind: "solver" });
    expect(fields[0]).toMatchObject({
      path: "formulation",
      value: "impulse",
      choices: expect.arrayContaining(["forces", "complementarity"]),
    });
    expect(fields.find(({ path }) => path === "formulation.substeps")).toMatchObject({
      integer: true,
      min: 1,
      max: 1000,
    });
    expect(fields.find(({ path }) => path === "timestep")).toMatchObject({ unit: "s", min: 1e-12, max: 10 });
    expect(fields.find(({ path }) => path === "collision.broadPhase")?.choices).toEqual([
      "tree",
      "sweep-and-prune",
      "all-pairs",
    ]);
  });

  test("every number of every form of a few scenes can be set to what it is, and then nothing has changed", async () => {
    // every field that has no place in the model compiles the scene: small scenes only, and a third of them in the full run
    const few = ["servo", "slider-crank", "spring-block"];
    const chosen = scenes.filter(({ name }, k) => few.includes(name) || (FULL && k % 3 === 0));
    for (const scene of chosen) {
      await bench.load({ kind: "shipped", name: scene.name, params: {} });
      if ((bench.last("outline")?.bodies.length ?? 0) > 40) continue;
      const outline = bench.last("outline");
      const subjects: FormSubject[] = [
        { kind: "solver" },
        ...(["bodies", "joints", "forces", "controllers"] as const).flatMap((section) =>
          (outline?.[section] ?? [])
            .slice(0, FULL ? 1 : 2)
            .map(({ name }) => ({ kind: "item" as const, section, name })),
        ),
      ];
      for (const subject of subjects) {
        for (const { path, kind, value, given } of (await formOf(subject)).fields) {
          if (kind !== "number" || !given || typeof value !== "number") continue;
          const reply = await bench.ask<"edited">((id) => ({
            type: "edit",
            id,
            action: { kind: "set", path, value },
          }));
          expect(reply, `${scene.name}: ${path} = ${value}`).toMatchObject({
            type: "edited",
            state: { changed: [] },
          });
        }
      }
    }
  });

  test("reactions that are not worked out are not shown as nought; a sensor brings them", async () => {
    await bench.load({ kind: "shipped", name: "slider-crank", params: {} });
    const joint = bench.last("outline")?.joints[0].name ?? "";
    const form = await formOf({ kind: "item", section: "joints", name: joint });
    expect(form.reaction.map(({ key }) => key)).toEqual([`joint/${joint}/gap`]);
    const item = { name: "measured", read: form.measure };
    await bench.ask((id) => ({ type: "edit", id, action: { kind: "add", section: "sensors", item } }));
    await bench.step(10);
    const measured = await formOf({ kind: "item", section: "joints", name: joint });
    expect(measured.measure).toBeUndefined();
    bench.send({ type: "live-watch", keys: [`|joint/${joint}/force|`], contacts: 0 });
    expect(bench.last("live")?.values[0]).toBeGreaterThan(0);
  });

  test("a scene's own parameters, and every drive", async () => {
    await bench.load({ kind: "shipped", name: "pendulum", params: { stiffness: 5e5 } });
    expect((await formOf({ kind: "scene" })).fields).toMatchObject([
      { path: "stiffness", unit: "N/m", above: 0, value: 5e5, given: true },
    ]);
    expect((await formOf({ kind: "drives" })).fields).toMatchObject([
      { path: "forces.rod.restLength", drive: true, unit: "m" },
    ]);
  });
});

describe("live values", () => {
  test("are sent as they are watched, and no others", async () => {
    await bench.load({ kind: "spec", spec: SLIDING });
    bench.send({
      type: "live-watch",
      keys: ["body/slider/velocity.x", "|body/slider/velocity|", "body/nobody/speed"],
      contacts: 0,
    });
    const live = bench.last("live");
    expect([...(live?.values ?? [])]).toEqual([1, 1, Number.NaN]);
    expect(live?.contacts).toBeNull();
    await bench.step(5);
    // friction: v = 1 m/s − μ g t
    expect(bench.last("live")?.values[0]).toBeCloseTo(1 - 0.5 * 9.81 * 0.005, 3);
  });

  test("one sticks, one slips, and each bears its weight", () => {
    const model = compile(SLIDING);
    const data = createData(model);
    for (let k = 0; k < 100; k++) step(model, data);
    const { total, stick, slip, rows } = contactList(model, data, 50);
    expect({ total, stick, slip }).toEqual({ total: 2, stick: 1, slip: 1 });
    const name = (b: number) => model.bodyNames[b];
    expect(rows.map(({ bodyA, bodyB, slips }) => [name(bodyA), name(bodyB), slips])).toEqual([
      ["floor", "rest", false],
      ["floor", "slider", true],
    ]);
    // m g, to a part in a hundred while the contact settles
    expect(rows[0].force / (3 * 9.81)).toBeCloseTo(1, 2);
    expect(rows[1].force / (2 * 9.81)).toBeCloseTo(1, 2);
    expect(contactList(model, data, 1).rows.length).toBe(1);
  });

  test("contacts that are forces are found as well", () => {
    const model = compile({ ...SLIDING, formulation: "forces", timestep: 1e-4 });
    const data = createData(model);
    for (let k = 0; k < 3000; k++) step(model, data);
    const { rows, slip } = contactList(model, data, 50);
    expect(slip).toBe(0); // both have come to rest: 1 m/s lasts 0.2 s
    expect(rows.map(({ force }) => Math.round(force))).toEqual([29, 20]);
  });

  test("a key that does not exist is none", () => {
    const model = compile(SLIDING);
    for (const key of ["", "body", "body/slider", "body/slider/velocity", "body/slider/velocity.q", "toString/a/b"])
      expect(findReading(model, key)).toBeNull();
  });
});

describe("the tree", () => {
  const item = (name: string, kind = "dynamic") => ({ name, kind, key: "", unit: "", bodies: [] });
  const outline = {
    bodies: [item("boom"), item("stick")],
    joints: [item("pin", "hinge")],
    forces: [item("cylinder", "spring")],
    controllers: [item("hold", "pd")],
    sensors: [],
  };
  const rows = (filter = "", open: readonly ("bodies" | "joints" | "forces" | "contacts")[] = ["bodies", "joints"]) =>
    treeRows(outline, null, [], new Set(open), filter).map((row) => ("selection" in row ? row.selection.name : row.id));

  test("groups with counts, open ones with their items", () => {
    expect(rows()).toEqual(["bodies", "boom", "stick", "joints", "pin", "forces", "contacts"]);
    expect(rows("", ["forces"])).toEqual(["bodies", "joints", "forces", "cylinder", "hold", "contacts"]);
  });

  test("a filter looks at names and kinds, and opens what it finds", () => {
    expect(rows("hinge")).toEqual(["joints", "pin"]);
    expect(rows("CYL", [])).toEqual(["forces", "cylinder"]);
    expect(rows("nothing")).toEqual([]);
  });

  test("names that begin alike are one row with its members, until it is opened", () => {
    const wall = ["floor", ...[1, 2, 3, 4, 5, 6].map((k) => `brick-${k}`), "wheel-1", "wheel-2"];
    const many = { ...outline, bodies: wall.map((name) => item(name)) };
    const shown = (open: readonly string[], filter = "") =>
      treeRows(many, null, [], new Set(["bodies", ...open]), filter)
        .slice(0, -3)
        .map((row) => ("selection" in row ? row.selection.name : row.id));
    expect(shown([])).toEqual(["bodies", "floor", "bodies:brick", "wheel-1", "wheel-2"]);
    expect(shown(["bodies:brick"])).toEqual(["bodies", "floor", "bodies:brick", ...wall.slice(1)]);
    // a filter shows what it finds one by one
    expect(treeRows(many, null, [], new Set(), "brick").length).toBe(7);
    const list = treeRows(many, null, [], new Set(["bodies", "bodies:brick"]), "");
    expect(list[2]).toMatchObject({ type: "bunch", stem: "brick", open: true });
    // indices are those of the scene, where 0 is the world
    expect(list[3]).toMatchObject({ bunch: "bodies:brick", selection: { name: "brick-1", index: 2 } });
    expect(treeKey(list, 4, "ArrowLeft")).toEqual({ to: 2 });
    expect(treeKey(list, 2, "ArrowLeft")).toEqual({ to: 2, toggle: "bodies:brick" });
    const closed = treeRows(many, null, [], new Set(["bodies"]), "");
    expect(treeKey(closed, 2, "ArrowRight")).toEqual({ to: 2, toggle: "bodies:brick" });
    expect(treeKey(closed, 2, "ArrowLeft")).toEqual({ to: 0 });
  });

  test("what a name begins with ends at a hyphen, a slash or a digit", () => {
    expect(["brick-12", "ball7", "leg/upper", "link 3", "crank", "3rd", "-x"].map(stemOf)).toEqual([
      "brick",
      "ball",
      "leg",
      "link",
      "",
      "",
      "",
    ]);
  });

  test("keys go by the tree's pattern", () => {
    const list = treeRows(outline, null, [], new Set(["bodies", "joints"] as const), "");
    expect(treeKey(list, 0, "ArrowDown")).toEqual({ to: 1 });
    expect(treeKey(list, 2, "ArrowLeft")).toEqual({ to: 0 });
    expect(treeKey(list, 0, "ArrowLeft")).toEqual({ to: 0, toggle: "bodies" });
    expect(treeKey(list, 5, "ArrowRight")).toEqual({ to: 5, toggle: "forces" });
    expect(treeKey(list, 0, "ArrowRight")).toEqual({ to: 1 });
    expect(treeKey(list, 3, "End")).toEqual({ to: 6 });
    expect(treeKey(list, 3, "x")).toBeNull();
  });
});

describe("numbers in fields", () => {
  test("as typed and as shown", () => {
    expect(["1.5", " −2e3 ", "1,5", "abc", "", "Infinity"].map(parseNumber)).toEqual([
      1.5,
      -2000,
      1.5,
      undefined,
      undefined,
      undefined,
    ]);
    expect([0.1, 1 / 3, 1e-7, 123456.789].map((x) => fieldText(x))).toEqual(["0.1", "0.333333", "1e-7", "123457"]);
    expect([liveText(Math.PI / 2, "rad"), liveText(68_400, "N"), liveText(-0.8714, "m")]).toEqual([
      { figures: "90.0", unit: "°" },
      { figures: "68.40", unit: "kN" },
      { figures: "−0.871", unit: "m" },
    ]);
  });

  test("ranges", () => {
    expect([
      rangeText({ above: 0 }),
      rangeText({ min: 0, max: 1 }),
      rangeText({ above: 0, max: 10 }),
      rangeText({}),
    ]).toEqual(["> 0", "0 … 1", "> 0 … 10", ""]);
    expect([
      inRange(0, { above: 0 }),
      inRange(0, { min: 0 }),
      inRange(1.5, { integer: true }),
      inRange(2, { max: 1 }),
    ]).toEqual([false, true, false, false]);
  });

  test.each([
    [750, { above: 0 }],
    [0, {}],
    [-9.81, {}],
    [0.5, { min: 0, max: 1 }],
    [0.001, { above: 0, max: 10 }],
    [4, { min: 1, max: 1000, integer: true }],
  ])("a slider holds its value with room to either side: %d", (value, range: Range) => {
    const limits = sliderRange(value, range);
    expect(limits.low).toBeLessThanOrEqual(value);
    expect(limits.high).toBeGreaterThan(value);
    expect(limits.high - limits.low).toBeLessThan(10 * Math.max(1, Math.abs(value)));
    const step = stepOf(limits, range.integer);
    expect(step).toBeGreaterThan(0);
    expect(rounded(value, step / 100)).toBeCloseTo(value, 9);
  });

  test("a spark line is level at rest and within its box", () => {
    expect(sparkPoints([1, 1, 1])).toMatch(/^\S+,7\.0 \S+,7\.0 \S+,7\.0$/);
    expect(sparkPoints([5])).toBe("");
    const ys = sparkPoints([0, Number.NaN, 2, 1])
      .split(" ")
      .map((p) => Number(p.split(",")[1]));
    expect(ys).toEqual([13, 1, 7]);
  });
});

describe("an empty field", () => {
  test("has the value in effect: what was computed, what comes from elsewhere, no limit", async () => {
    const bench = new SimulationBench();
    const spec = {
      name: "effects",
      formulation: "impulse",
      materials: { rubber: { friction: 0.8 } },
      bodies: [
        { name: "floor", type: "static", material: "rubber", shapes: [{ type: "plane" }] },
        {
          name: "box",
          mass: 16,
          material: "rubber",
          shapes: [{ type: "box", halfExtents: [1, 1, 1], position: [0, 0, 1] }],
        },
        { name: "ball", shapes: [{ type: "sphere", radius: 1 }] },
        { name: "later", state: "dormant", position: [5, 0, 1], shapes: [{ type: "sphere", radius: 0.1 }] },
      ],
    };
    await bench.load({ kind: "spec", spec });
    const effects = async (subject: FormSubject) => {
      const { form } = await bench.ask<"form">((id) => ({ type: "form", id, subject }));
      return new Map(form.fields.map(({ path, effect }) => [path, effect]));
    };
    const box = await effects({ kind: "item", section: "bodies", name: "box" });
    expect(box.get("bodies.box.density")).toBe(2); // 16 kg in 8 m³
    expect(box.get("bodies.box.shapes[0].density")).toBe(2);
    expect(box.get("bodies.box.shapes[0].material")).toBe("rubber");
    expect(box.get("bodies.box.centerOfMass")).toEqual([0, 0, 1]);
    expect(box.get("bodies.box.inertia")).toEqual([10.67, 10.67, 10.67]); // m (2² + 2²) / 12
    expect(box.get("bodies.box.mass")).toBeUndefined(); // it is given
    expect((await effects({ kind: "item", section: "bodies", name: "ball" })).get("bodies.ball.density")).toBe(1000);
    const floor = await effects({ kind: "item", section: "bodies", name: "floor" });
    expect(floor.get("bodies.floor.mass")).toBe(Number.POSITIVE_INFINITY);
    const solver = await effects({ kind: "solver" });
    expect(solver.get("materials.rubber.kineticFriction")).toBe(0.8);
    expect(solver.get("formulation.iterations")).toBe("fast");
    expect(solver.get("collision.margin")).toBe(0.005); // a twentieth of the smallest radius, 0.1 m
    expect(solver.get("materials.rubber.youngModulus")).toEqual({ word: "rigid" });
    expect(box.get("bodies.box.wakes")).toEqual({ word: "start" });
    const later = await effects({ kind: "item", section: "bodies", name: "later" });
    expect(later.get("bodies.later.wakes")).toEqual({ word: "never" });
  });
});
