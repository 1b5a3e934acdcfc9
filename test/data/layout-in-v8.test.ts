/** What every step reads again and again must be laid out as a record: V8 searches a hash table for each access to an object that was filled key by key. */
import { setFlagsFromString } from "node:v8";
import { buildScene, compile, createData } from "stiction";
import { scenes } from "stiction/scenes";
import { expect, test } from "vitest";

setFlagsFromString("--allow-natives-syntax");
const isRecord = new Function("o", "return %HasFastProperties(o)") as (o: object) => boolean;

/** Plain objects reachable from `root`, by path. */
function* objectsOf(root: object, path: string, seen: Set<object>): Generator<[string, object]> {
  if (seen.has(root)) return;
  seen.add(root);
  yield [path, root];
  for (const [key, value] of Object.entries(root)) {
    if (typeof value !== "object" || value === null || ArrayBuffer.isView(value) || Array.isArray(value)) continue;
    if (Object.getPrototypeOf(value) !== Object.prototype) continue;
    yield* objectsOf(value, `${path}.${key}`, seen);
  }
}

test("the judge knows a hash table", () => {
  const table: Record<string, number> = {};
  for (let k = 0; k < 60; k++) table[`k${k}`] = k;
  expect(isRecord(table)).toBe(false);
});

/** Scenes that have all formulations, contact models and most joints between them; the full set takes every shipped scene. */
const FEW = ["card-house", "truck", "slider-crank", "footprint-disk", "cube-tower", "tilting-table", "staggered-stack"];
const chosen = scenes.filter((scene) => process.env.STICTION_FULL || FEW.includes(scene.name));

test("the chosen scenes exist", () => {
  expect(chosen.length).toBeGreaterThanOrEqual(FEW.length);
});

test.each(chosen.map((scene) => [scene.name, scene] as const))(
  "%s has a model and data without hash tables",
  (_, scene) => {
    const model = compile(buildScene(scene));
    const data = createData(model);
    // scene and registries are not read in a step
    const { spec, items, ...rest } = model;
    const found = [...objectsOf(rest, "model", new Set([spec])), ...objectsOf(data, "data", new Set([spec, items]))];
    expect(found.length).toBeGreaterThan(10);
    expect(isRecord(model)).toBe(true);
    expect(found.filter(([, object]) => !isRecord(object)).map(([path]) => path)).toEqual([]);
  },
);
