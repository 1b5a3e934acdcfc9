/** Registries by scene: a run does not depend on what else is registered. */
import {
  buildScene,
  compileWith,
  contact,
  createData,
  defaultItems,
  type Items,
  loadItems,
  recompile,
  SpecError,
  stateHash,
  step,
} from "stiction";
import { sceneByName } from "stiction/scenes";
import { describe, expect, test } from "vitest";

/** One scene per formulation and contact model; with and without joints, forces, controllers, and shapes that most scenes have not. */
const SCENES = [
  "stack",
  "planar-gripper",
  "four-bar-windows",
  "flipping-body",
  "spring-block",
  "mesh-cubes",
  "footprint-block",
  "truck",
  "machine-arm",
  "hydraulic-arm",
  "servo",
  "hulls",
];
const STEPS = 5;

function sceneOf(name: string) {
  const scene = sceneByName(name);
  if (!scene) throw new Error(`no scene ${name}`);
  return buildScene(scene);
}

describe.each(SCENES)("%s", (name) => {
  test(`has the same hash after ${STEPS} steps with its own registries as with all, and after a change from one to the other`, async () => {
    const spec = sceneOf(name);
    const few = await loadItems(spec);
    const hashes = [few, defaultItems, await loadItems()].map((items) => {
      const model = compileWith(spec, items);
      const data = createData(model);
      for (let k = 0; k < STEPS; k++) step(model, data);
      return { model, data, hash: stateHash(data) };
    });
    expect(new Set(hashes.map(({ hash }) => hash)).size).toBe(1);
    const [own, all] = hashes;
    const changed = recompile(own, spec, defaultItems);
    const same = recompile(all, spec);
    step(changed.model, changed.data);
    step(same.model, same.data);
    expect(stateHash(changed.data)).toBe(stateHash(same.data));
  });
});

test("an impulse scene brings one formulation and no contact model by forces", async () => {
  const items = await loadItems(sceneOf("stack"));
  expect(Object.keys(items.formulations)).toEqual(["impulse"]);
  expect(Object.keys(items.contactModels)).toEqual([]);
  for (const registry of [items.forces, items.controllers, items.integrators, items.contactLaws, items.frictionLaws])
    expect(Object.keys(registry)).toEqual([]);
  for (const registry of ["shapes", "joints"] as const)
    expect(Object.keys(items[registry]).length).toBeLessThan(Object.keys(defaultItems[registry]).length);
  const model = compileWith(sceneOf("stack"), items);
  expect(contact.footprints(model, createData(model))).toEqual([]);
});

test("a scene without a formulation, or with one that does not exist, brings all", async () => {
  for (const scene of [{}, { formulation: "impuls" }, { formulation: { type: 3 } }, null, 7])
    expect(Object.keys((await loadItems(scene)).formulations)).toEqual(Object.keys(defaultItems.formulations));
  const scene = { ...sceneOf("stack"), formulation: "impuls" };
  await expect(async () => compileWith(scene, await loadItems(scene))).rejects.toThrow(SpecError);
});

test("a scene whose materials name a law brings all laws, whatever its formulation, and a wrong one is refused", async () => {
  const scene = (law: object) => ({ ...sceneOf("stack"), materials: { soft: law } });
  for (const law of [{ contact: "hertz" }, { sliding: { type: "lugre" } }]) {
    const items = await loadItems(scene(law));
    expect(Object.keys(items.contactLaws)).toEqual(Object.keys(defaultItems.contactLaws));
    expect(Object.keys(items.frictionLaws)).toEqual(Object.keys(defaultItems.frictionLaws));
  }
  const wrong = scene({ contact: "herz" });
  await expect(async () => compileWith(wrong, await loadItems(wrong))).rejects.toThrow(/hertz/);
});

test("sensors of controllers, forces and uncommon shapes come with those, and with a sensor that names them", async () => {
  const all = Object.keys(defaultItems.sensors);
  const plain = sceneOf("stack");
  expect(Object.keys((await loadItems(plain)).sensors).length).toBeLessThan(all.length);
  for (const more of [
    { sensors: ["guide/a/position"] },
    { sensors: [{ name: "a", read: "soil/a/volume" }] },
    { sensors: [{ name: "a", formula: "2 * [hydraulic/a/pressure]" }] },
    { controllers: [{ type: "pd" }] },
    { forces: [{ type: "spring" }] },
    { bodies: [{ name: "a", shapes: [{ type: "height-field" }] }] },
  ])
    expect(Object.keys((await loadItems({ ...plain, ...more })).sensors)).toEqual(all);
});

test("registries hold every kind that a scene names, and all where lists are not lists", async () => {
  const shape = { bodies: [{ name: "a", shapes: [{ type: "sphere" }, { type: "torus" }] }] };
  const whole = (items: Items, registry: "shapes" | "joints" | "forces" | "controllers") =>
    Object.keys(items[registry]).length === Object.keys(defaultItems[registry]).length;
  expect(whole(await loadItems(shape), "shapes")).toBe(true);
  expect(whole(await loadItems(shape), "joints")).toBe(false);
  for (const registry of ["joints", "forces", "controllers"] as const) {
    for (const list of [[{ type: "screw" }], [{ type: "spring" }], [{ type: "pd" }], [null], 7, { type: "hinge" }])
      expect(whole(await loadItems({ [registry]: list }), registry)).toBe(true);
  }
  expect(whole(await loadItems({ joints: [{ type: "hinge" }] }), "joints")).toBe(false);
});
