/** Edits of a running scene, in the simulation of the worker. */
import { buildScene, compileUntyped, createData, type Spec, stateHash, step } from "stiction";
import { parseSceneText } from "stiction/io";
import { sceneByName, scenes } from "stiction/scenes";
import { beforeEach, describe, expect, test } from "vitest";
import { differences } from "../../studio/edit/differences.js";
import { withoutItems } from "../../studio/edit/items.js";
import { valueAt } from "../../studio/edit/paths.js";
import { sceneText } from "../../studio/edit/scene-writer.js";
import type { EditAction } from "../../studio/worker/services/edit-protocol.js";
import { SimulationBench } from "./simulation-bench.js";

let bench: SimulationBench;
beforeEach(() => {
  bench = new SimulationBench();
});

const edit = (action: EditAction) => bench.ask<"edited">((id) => ({ type: "edit", id, action }));
const set = (path: string, value: unknown) => edit({ kind: "set", path, value });
const text = async (format: "yaml" | "json") =>
  (await bench.ask<"scene-text">((id) => ({ type: "scene-text", id, format }))).text;

/** Hash of a scene after some steps, by the library alone. */
function hashOf(spec: unknown, steps: number): string {
  const model = compileUntyped(spec);
  const data = createData(model);
  for (let k = 0; k < steps; k++) step(model, data);
  return stateHash(data);
}

/** All scenes in the full run, a few otherwise. */
const some = scenes.filter((_, k) => process.env.STICTION_FULL === "1" || k % 8 === 0);

const specOf = (name: string) => buildScene(sceneByName(name) as NonNullable<ReturnType<typeof sceneByName>>);

describe("a parameter", () => {
  test.each([
    ["a number with a place in the model", "forces.rod.stiffness", 5e4],
    ["mass", "bodies.bob.mass", 3],
    ["gravity, which the scene leaves to its default", "gravity.y", -1.62],
    ["the step", "timestep", 0.001],
    ["an option of the formulation", "formulation.integrator", "semi-implicit-euler"],
  ])("%s changes the motion, and the saved scene moves to the bit as the edited one", async (_what, path, value) => {
    await bench.load({ kind: "shipped", name: "pendulum", params: {} });
    await bench.step(100);
    const { state } = await set(path, value);
    expect(state.changed.map(([p, , to]) => [p, to])).toEqual([[path, value]]);
    expect(state).toMatchObject({ canUndo: true, canRedo: false });
    await bench.step(100);
    const edited = await bench.hash();
    expect(edited).not.toBe(hashOf(specOf("pendulum"), 200));

    bench.send({ type: "reset" });
    await bench.step(200);
    const fromStart = await bench.hash();
    for (const format of ["yaml", "json"] as const) {
      const { spec } = await parseSceneText(await text(format), `scene.${format}`);
      expect(valueAt(spec, path)).toBe(value);
      expect(hashOf(spec, 200)).toBe(fromStart);
    }
  });

  test("keeps the clock and the state", async () => {
    await bench.load({ kind: "shipped", name: "pendulum", params: {} });
    await bench.step(300);
    const before = bench.last("status")?.status.time;
    await set("formulation.integrator", "semi-implicit-euler");
    expect(bench.last("loaded")).toMatchObject({ kept: true, id: null });
    expect(bench.last("status")?.status.time).toBe(before);
  });

  test("that cannot be is refused in the engine's words, and nothing changes", async () => {
    await bench.load({ kind: "shipped", name: "pendulum", params: {} });
    await bench.step(100);
    const before = await bench.hash();
    const replies: unknown[] = [];
    for (const [path, value] of [
      ["bodies.bob.mass", -1],
      ["timestep", 0],
      ["bodies.nobody.mass", 1],
      ["formulation.integrator", "rk5"],
    ] as const)
      replies.push(await set(path, value));
    expect(replies).toMatchObject([
      { type: "failed", problems: [{ path: "bodies[0].mass", message: "expected a finite number > 0 kg, got -1" }] },
      { type: "failed", problems: [{ message: expect.stringContaining("expected a finite number >= 1e-12") }] },
      { type: "failed", problems: [{ message: expect.stringContaining("nobody") }] },
      { type: "failed", problems: [{ path: "formulation.integrator", message: expect.stringContaining("rk4") }] },
    ]);
    expect(await bench.hash()).toBe(before);
    const { spec } = await bench.ask<"scene-spec">((id) => ({ type: "scene-spec", id }));
    expect(spec).toEqual(specOf("pendulum"));
  });

  test("is undone, done again, and reverted; a scrub is one edit", async () => {
    await bench.load({ kind: "shipped", name: "pendulum", params: {} });
    const value = async () =>
      valueAt((await bench.ask<"scene-spec">((id) => ({ type: "scene-spec", id }))).spec, "bodies.bob.mass");
    for (const mass of [1.1, 1.2, 1.3]) await set("bodies.bob.mass", mass);
    bench.wait(2000);
    await set("bodies.bob.mass", 4);
    await edit({ kind: "undo" });
    expect(await value()).toBe(1.3);
    expect((await edit({ kind: "undo" })).state).toMatchObject({ canUndo: false, canRedo: true, changed: [] });
    expect(await value()).toBe(1);
    await edit({ kind: "redo" });
    expect(await value()).toBe(1.3);
    expect((await edit({ kind: "revert", path: "bodies.bob.mass" })).state.changed).toEqual([]);
    await set("gravity.y", -1);
    await set("bodies.bob.mass", 2);
    expect((await edit({ kind: "revert", path: "gravity.y" })).state.changed.map(([path]) => path)).toContain(
      "bodies.bob.mass",
    );
    expect((await edit({ kind: "revert-all" })).state.changed).toEqual([]);
    expect(await value()).toBe(1);
  });

  test("key frames of a film are undone one by one, however quickly they were made", async () => {
    await bench.load({ kind: "shipped", name: "pendulum", params: {} });
    const key = (time: number) => ({ time, eye: [0, -3, time], target: [0, 0, 0] });
    await set("view.path", [key(0)]);
    await set("view.path", [key(0), key(1)]);
    await edit({ kind: "undo" });
    const { spec } = await bench.ask<"scene-spec">((id) => ({ type: "scene-spec", id }));
    expect(valueAt(spec, "view.path")).toEqual([key(0)]);
  });

  test("a mass that comes from the shapes is found again by revert", async () => {
    const spec: Spec = {
      bodies: [{ name: "box", density: 100, shapes: [{ type: "box", halfExtents: [0.5, 0.5, 0.5] }] }],
    };
    await bench.load({ kind: "spec", spec });
    const { state } = await set("bodies.box.mass", 7);
    expect(state.changed).toEqual([["bodies.box.mass", 100, 7]]);
    expect((await edit({ kind: "revert", path: "bodies.box.mass" })).state.changed).toEqual([]);
    expect((await bench.ask<"scene-spec">((id) => ({ type: "scene-spec", id }))).spec).toEqual({
      bodies: [{ name: "box", density: 100, mass: undefined, shapes: [{ type: "box", halfExtents: [0.5, 0.5, 0.5] }] }],
    });
  });
});

describe("items", () => {
  test("a body is added with a name of its own, undone, and removed with what holds on to it", async () => {
    await bench.load({ kind: "shipped", name: "pendulum", params: {} });
    await bench.step(50);
    const item = { position: [1, 0], mass: 2, shapes: [{ type: "circle", radius: 0.1 }] };
    expect((await edit({ kind: "add", section: "bodies", item })).names).toEqual(["circle1"]);
    expect((await edit({ kind: "add", section: "bodies", item })).names).toEqual(["circle2"]);
    const spring = { type: "spring", bodyA: "bob", bodyB: "circle1", stiffness: 10 };
    expect((await edit({ kind: "add", section: "forces", item: spring })).names).toEqual(["spring1"]);
    expect(bench.last("loaded")?.scene.bodies.map(({ name }) => name)).toEqual(["world", "bob", "circle1", "circle2"]);
    await bench.step(10);
    const { names } = await edit({ kind: "remove", items: [{ section: "bodies", name: "circle1" }] });
    expect(names).toEqual(["bodies.circle1", "forces.spring1"]);
    await edit({ kind: "undo" });
    await edit({ kind: "undo" });
    expect(bench.last("loaded")?.scene.bodies.map(({ name }) => name)).toEqual(["world", "bob", "circle1", "circle2"]);
    expect(await edit({ kind: "remove", items: [{ section: "joints", name: "nothing" }] })).toMatchObject({
      type: "failed",
    });
  });

  test("whatever body of a shipped scene is removed, the rest compiles", () => {
    for (const scene of some) {
      const spec = buildScene(scene);
      if ((spec.bodies?.length ?? 0) > 60) continue;
      const model = compileUntyped(spec);
      for (const name of [model.bodyNames[1], model.bodyNames.at(-1) as string]) {
        const removal = withoutItems(spec, model, [{ section: "bodies", name }]);
        expect(() => compileUntyped(removal?.spec), `${scene.name} without ${name}`).not.toThrow();
      }
    }
  });
});

describe("files", () => {
  test("every shipped scene is written so that it opens as the same scene", async () => {
    for (const scene of some) {
      const spec = buildScene(scene);
      if (JSON.stringify(spec).length > 100_000) continue;
      for (const format of ["yaml", "json"] as const) {
        const read = await parseSceneText(await sceneText(spec, format), `scene.${format}`);
        expect(differences(spec, read.spec), `${scene.name} as ${format}`).toEqual(new Map());
      }
    }
  });

  test("minus zero and long numbers are kept", async () => {
    const spec: Spec = { gravity: [0, -0, 0.1 + 0.2], timestep: 1e-4, bodies: [] };
    for (const format of ["yaml", "json"] as const) {
      const read = await parseSceneText(await sceneText(spec, format), `scene.${format}`);
      expect(Object.is(valueAt(read.spec, "gravity.y"), -0)).toBe(true);
      expect(valueAt(read.spec, "gravity.z")).toBe(0.1 + 0.2);
    }
  });

  test("a text replaces the scene while it runs; a bad one is refused at its line", async () => {
    await bench.load({ kind: "shipped", name: "pendulum", params: {} });
    await bench.step(100);
    const before = await bench.hash();
    const good = await text("yaml");
    const bad = good.replace("mass: 1", "mass: -1");
    const line = bad.slice(0, bad.indexOf("mass: -1")).split("\n").length;
    const reply = await edit({ kind: "text", text: bad, fileName: "scene.yaml" });
    expect(reply).toMatchObject({
      type: "failed",
      problems: [{ path: expect.stringMatching(`^scene.yaml:${line}:`), message: expect.stringContaining("got -1") }],
    });
    expect(await bench.hash()).toBe(before);
    const { state } = await edit({ kind: "text", text: good.replace("mass: 1", "mass: 2"), fileName: "scene.yaml" });
    expect(state.changed).toEqual([["bodies.bob.mass", 1, 2]]);
  });
});

describe("the author's text", () => {
  const source = `# a ball on a floor
timestep: 0.001   # s
gravity: [0, 0, -9.81]
materials:
  rubber: {friction: 0.8, restitution: 0.50}   # measured
bodies:
  # it does not move
  - name: floor
    type: static
    shapes:
      - {type: box, halfExtents: [2, 2, 0.1]}

  - name: ball      # falls
    position: [0, 0, 1]
    density: 1.0e+3
    material: rubber
    shapes: [{type: sphere,   radius: 0.1}]
    # end of the ball
# end
`;
  const json = `{
  "gravity": [0, 0,    -9.81],
  "bodies": [ {"name": "ball", "mass": 1,
     "shapes": [{"type": "sphere", "radius": 0.1}]} ]
}
`;
  const open = (fileName: string, given: string) => bench.load({ kind: "text", fileName, text: given });
  const opensAs = async (written: string, format: "yaml" | "json") => {
    const { spec } = await bench.ask<"scene-spec">((id) => ({ type: "scene-spec", id }));
    const read = await parseSceneText(written, `scene.${format}`);
    expect(differences(spec, read.spec)).toEqual(new Map());
  };

  test("is kept but for the value that was set; undo brings the very text back", async () => {
    await open("ball.yaml", source);
    expect(await text("yaml")).toBe(source);
    await set("bodies.ball.shapes[0].radius", 0.25);
    await set("gravity.z", -1.62);
    await set("materials.rubber.friction", 0.3);
    expect(await text("yaml")).toBe(
      source.replace("radius: 0.1", "radius: 0.25").replace("-9.81", "-1.62").replace("friction: 0.8", "friction: 0.3"),
    );
    await opensAs(await text("yaml"), "yaml");
    for (let k = 0; k < 3; k++) await edit({ kind: "undo" });
    expect(await text("yaml")).toBe(source);
    await edit({ kind: "redo" });
    expect(await text("yaml")).toBe(source.replace("radius: 0.1", "radius: 0.25"));
    await edit({ kind: "revert", path: "bodies.ball.shapes[0].radius" });
    expect(await text("yaml")).toBe(source);
    // in the other format there is no such text
    expect(await text("json")).not.toContain("falls");
  });

  test("gets new values and items at the end of their lists", async () => {
    await open("ball.yaml", source);
    await set("bodies.ball.mass", 3);
    await set("materials.rubber.kineticFriction", 0.1);
    await set("formulation.substeps", 8);
    await edit({ kind: "add", section: "bodies", item: { mass: 2, shapes: [{ type: "sphere", radius: 0.1 }] } });
    const written = await text("yaml");
    expect(written).toBe(
      source
        .replace("radius: 0.1}]\n", "radius: 0.1}]\n    mass: 3\n")
        .replace("restitution: 0.50", "restitution: 0.50, kineticFriction: 0.1")
        .replace("# end of the ball\n", "# end of the ball\n  - BODY\n")
        .replace("BODY", "name: sphere1\n    mass: 2\n    shapes: [{ type: sphere, radius: 0.1 }]")
        .replace("# end\n", "formulation: { type: impulse, substeps: 8 }\n# end\n"),
    );
    await opensAs(written, "yaml");
  });

  test("keeps its comments when something is taken out", async () => {
    await open("ball.yaml", source);
    await set("bodies.ball.position.z", 2);
    await edit({ kind: "remove", items: [{ section: "bodies", name: "floor" }] });
    const written = await text("yaml");
    expect(written).toContain("position: [ 0, 0, 2 ]");
    for (const comment of ["# a ball on a floor", "# s", "# measured", "# falls", "# end"])
      expect(written).toContain(comment);
    expect(written).not.toContain("static");
    await opensAs(written, "yaml");
    await edit({ kind: "undo" });
    await edit({ kind: "undo" });
    expect(await text("yaml")).toBe(source);
  });

  test("of JSON keeps its layout; a text that was typed is the author's from then on", async () => {
    await open("ball.json", json);
    await set("gravity.z", -2);
    await set("bodies.ball.mass", 4);
    expect(await text("json")).toBe(json.replace("-9.81", "-2").replace('"mass": 1', '"mass": 4'));
    await edit({ kind: "text", text: source, fileName: "scene.yaml" });
    await set("timestep", 0.002);
    expect(await text("yaml")).toBe(source.replace("0.001", "0.002"));
  });

  test("that says one thing in two places is written anew", async () => {
    const twice = `bodies:
  - {name: a, mass: &m 2, shapes: [{type: sphere, radius: 0.1}]}
  - {name: b, mass: *m, shapes: [{type: sphere, radius: 0.1}]}
`;
    await open("twice.yaml", twice);
    await set("bodies.a.mass", 5);
    const written = await text("yaml");
    await opensAs(written, "yaml");
    expect(written).not.toContain("*m");
  });
});

describe("several bodies", () => {
  const table = {
    name: "table",
    formulation: "impulse",
    timestep: 1 / 240,
    bodies: [
      { name: "floor", type: "static", shapes: [{ type: "plane" }] },
      { name: "box-1", position: [0, 0, 0.5], shapes: [{ type: "box", halfExtents: [0.5, 0.5, 0.5] }] },
      {
        name: "lid",
        relativeTo: "box-1",
        position: [0, 0, 1],
        shapes: [{ type: "box", halfExtents: [0.5, 0.5, 0.5] }],
      },
      {
        name: "arm",
        position: [3, 0, 0.5],
        centerOfMass: [1, 0, 0],
        mass: 1,
        inertia: [1, 1, 1],
        shapes: [{ type: "box", halfExtents: [0.5, 0.5, 0.5] }],
      },
    ],
    joints: [{ name: "pin", type: "hinge", bodyA: "box-1", bodyB: "lid", at: [0, 0, 1] }],
    collision: { ignore: [["box-1", "lid"]] },
  };
  const spec = async () => (await bench.ask<"scene-spec">((id) => ({ type: "scene-spec", id }))).spec;
  const turn = [0, 0, Math.SQRT1_2, Math.SQRT1_2]; // a quarter about z
  const start = { shift: [0, 0, 0], turn: [0, 0, 0, 1], pivot: [0, 0, 0] };

  test("are moved: a shift changes positions only, and what is placed relative to one goes along", async () => {
    await bench.load({ kind: "spec", spec: table });
    await edit({ kind: "move", bodies: ["box-1", "lid"], motion: { ...start, shift: [0.1, -2, 0] } });
    expect(valueAt(await spec(), "bodies.box-1.position")).toEqual([0.1, -2, 0.5]);
    expect(valueAt(await spec(), "bodies.box-1.orientation")).toBeUndefined();
    expect(valueAt(await spec(), "bodies.lid.position")).toEqual([0, 0, 1]);
    const { state } = await edit({ kind: "undo" });
    expect(state.changed).toEqual([]);
  });

  test("are turned about a point, each about its body frame and not its centre of mass", async () => {
    await bench.load({ kind: "spec", spec: table });
    // about the arm's centre of mass at (4, 0, 0.5): its origin goes from one metre in −x to one in −y
    await edit({ kind: "move", bodies: ["arm"], motion: { ...start, turn, pivot: [4, 0, 0.5] } });
    const position = valueAt(await spec(), "bodies.arm.position") as number[];
    expect(position.map((x) => Math.round(1e9 * x) / 1e9)).toEqual([4, -1, 0.5]);
    const orientation = valueAt(await spec(), "bodies.arm.orientation") as number[];
    expect(orientation).toEqual(turn.map((c) => Number(c.toFixed(12))));
  });

  test("a body placed relative to one that stays is written in that one's frame", async () => {
    await bench.load({ kind: "spec", spec: table });
    await edit({ kind: "move", bodies: ["box-1"], motion: { ...start, turn, pivot: [0, 0, 0] } });
    await edit({ kind: "move", bodies: ["lid"], motion: { ...start, shift: [1, 0, 0] } });
    // x of the world is −y of the box, which was turned by a quarter
    const position = valueAt(await spec(), "bodies.lid.position") as number[];
    expect(position.map((x) => Math.round(1e11 * x) / 1e11)).toEqual([0, -1, 1]);
  });

  test("in the plane an orientation is an angle", async () => {
    const flat = {
      name: "flat",
      plane: "xy",
      formulation: "impulse",
      bodies: [{ name: "disc", position: [1, 0], orientation: 0.25, shapes: [{ type: "circle", radius: 0.1 }] }],
    };
    await bench.load({ kind: "spec", spec: flat });
    await edit({ kind: "move", bodies: ["disc"], motion: { ...start, turn } });
    expect(valueAt(await spec(), "bodies.disc.orientation")).toBeCloseTo(0.25 + Math.PI / 2, 11);
    const position = valueAt(await spec(), "bodies.disc.position") as number[];
    expect(position).toHaveLength(2);
    expect(position[0]).toBeCloseTo(0, 11);
    expect(position[1]).toBeCloseTo(1, 11);
  });

  test("are copied with what joins them; one undo takes all back", async () => {
    await bench.load({ kind: "spec", spec: table });
    const { names } = await edit({ kind: "duplicate", bodies: ["box-1", "lid"], shift: [5, 0, 0] });
    expect(names).toEqual(["box-2", "lid2"]);
    const copy = await spec();
    expect(valueAt(copy, "bodies.box-2.position")).toEqual([5, 0, 0.5]);
    expect(valueAt(copy, "bodies.lid2.relativeTo")).toBe("box-2");
    expect(valueAt(copy, "joints.pin2")).toMatchObject({ bodyA: "box-2", bodyB: "lid2", at: [5, 0, 1] });
    expect(valueAt(copy, "collision.ignore")).toEqual([
      ["box-1", "lid"],
      ["box-2", "lid2"],
    ]);
    await edit({ kind: "undo" });
    expect(await spec()).toEqual(table);
  });

  test("a copy of a body that has moved appears next to it", async () => {
    const fall = {
      name: "fall",
      contact: "none",
      timestep: 0.01,
      bodies: [{ name: "ball", mass: 1, shapes: [{ type: "sphere", radius: 0.1 }] }],
    };
    await bench.load({ kind: "spec", spec: fall });
    await bench.step(100);
    await edit({ kind: "duplicate", bodies: ["ball"], shift: [1, 0, 0] });
    const [x, y, z] = valueAt(await spec(), "bodies.ball2.position") as number[];
    expect([x, y]).toEqual([1, 0]);
    // semi-implicit Euler: z = −g h² n (n + 1) / 2
    expect(z).toBeCloseTo((-9.81 * 1e-4 * 100 * 101) / 2, 9);
  });

  test("are fixed, and deleted with what hangs on them, by one edit each", async () => {
    await bench.load({ kind: "spec", spec: table });
    await edit({
      kind: "set-all",
      changes: ["lid", "arm"].map((name) => ({ path: `bodies.${name}.type`, value: "static" })),
    });
    expect(valueAt(await spec(), "bodies.lid.type")).toBe("static");
    expect(valueAt(await spec(), "bodies.arm.type")).toBe("static");
    const { names } = await edit({
      kind: "remove",
      items: [
        { section: "bodies", name: "arm" },
        { section: "bodies", name: "lid" },
      ],
    });
    expect(names).toEqual(["bodies.arm", "bodies.lid", "joints.pin"]);
    await edit({ kind: "undo" });
    await edit({ kind: "undo" });
    expect(await spec()).toEqual(table);
  });
});
