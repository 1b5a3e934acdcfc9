/** Registries by scene: a run does not depend on what else is registered. */
import {
  buildScene,
  compileWith,
  contact,
  createData,
  defaultItems,
  loadItems,
  recompile,
  SpecError,
  stateHash,
  step,
} from "stiction";
import { sceneByName } from "stiction/scenes";
import { describe, expect, test } from "vitest";

/** One scene per formulation, and one per contact model. */
const SCENES = [
  "stack",
  "planar-gripper",
  "four-bar-windows",
  "flipping-body",
  "spring-block",
  "mesh-cubes",
  "footprint-block",
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
  const model = compileWith(sceneOf("stack"), items);
  expect(contact.footprints(model, createData(model))).toEqual([]);
});

test("a scene without a formulation, or with one that does not exist, brings all", async () => {
  for (const scene of [{}, { formulation: "impuls" }, { formulation: { type: 3 } }, null, 7])
    expect(Object.keys((await loadItems(scene)).formulations)).toEqual(Object.keys(defaultItems.formulations));
  const scene = { ...sceneOf("stack"), formulation: "impuls" };
  await expect(async () => compileWith(scene, await loadItems(scene))).rejects.toThrow(SpecError);
});
