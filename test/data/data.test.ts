import {
  buildScene,
  compile,
  createData,
  defaultItems,
  defineFields,
  defineForce,
  type Items,
  itemFields,
  resetData,
  restore,
  snapshot,
  stateHash,
  step,
} from "stiction";
import { scenes } from "stiction/scenes";
import { describe, expect, test } from "vitest";
import { KERNEL_BYTES } from "../../src/data/layout.js";

function run(model: ReturnType<typeof compile>, data: ReturnType<typeof createData>, n: number): void {
  for (let i = 0; i < n; i++) step(model, data);
}

describe("layout", () => {
  test("the bottom 64 kB is left to kernels, state comes first and in one run, everything is aligned", () => {
    const data = createData(compile(buildScene(scenes[1])));
    const roles = data.layout.fields.map((f) => f.role);
    expect(Math.min(...data.layout.fields.map((f) => f.offset))).toBe(KERNEL_BYTES);
    expect(roles.lastIndexOf("state")).toBeLessThan(roles.indexOf("derived"));
    for (const field of data.layout.fields) expect(field.offset % 16).toBe(0);
    expect(data.bodyPos.buffer).toBe(data.memory.buffer);
  });

  test("memory is shared on request only", () => {
    const model = compile({});
    expect(createData(model).memory.buffer).toBeInstanceOf(ArrayBuffer);
    expect(createData(model, { shared: true }).memory.buffer).toBeInstanceOf(SharedArrayBuffer);
  });
});

/** Steps before the snapshot, and after it. */
const STEPS = process.env.STICTION_FULL ? 60 : 5;

describe.each(scenes.map((s) => [s.name, s] as const))("%s", (_name, scene) => {
  test(`snapshot after ${STEPS} steps and resume equals uninterrupted, byte for byte; reset gives the initial state back`, () => {
    const model = compile(buildScene(scene));
    const through = createData(model);
    const initial = stateHash(through);
    run(model, through, STEPS);
    expect(stateHash(through)).not.toBe(initial);
    const bytes = snapshot(through);
    run(model, through, STEPS);

    const resumed = createData(model);
    run(model, resumed, 2); // anything else in between
    restore(model, resumed, bytes);
    run(model, resumed, STEPS);
    expect(Buffer.compare(snapshot(resumed), snapshot(through))).toBe(0);
    expect(stateHash(resumed)).toBe(stateHash(through));

    resetData(model, through);
    expect(stateHash(through)).toBe(initial);
  });
});

describe("snapshot", () => {
  const model = compile({ bodies: [{ name: "a", mass: 1 }] });

  test("of another model, damaged or foreign, is refused and changes nothing", () => {
    const data = createData(model);
    const good = snapshot(data);
    const hash = stateHash(data);
    const other = snapshot(
      createData(
        compile({
          bodies: [
            { name: "a", mass: 1 },
            { name: "b", mass: 1 },
          ],
        }),
      ),
    );
    expect(() => restore(model, data, other)).toThrow("another model");
    expect(() => restore(model, data, good.subarray(0, 40))).toThrow("cut short");
    expect(() => restore(model, data, new Uint8Array(64))).toThrow("not a snapshot");
    expect(stateHash(data)).toBe(hash);
  });

  test("of unused contact capacity costs nothing", () => {
    const large = createData(
      compile({ bodies: [{ name: "a", mass: 1 }], capacity: { pairs: 10_000, patches: 10_000, points: 40_000 } }),
    );
    expect(snapshot(large).length).toBeLessThan(snapshot(createData(model)).length + 64);
  });
});

describe("fields of items", () => {
  // A terrain-like item: a large state field that is stored by dirty blocks of 16 entries.
  const fields = defineFields({
    height: { type: "f64", role: "state", size: 1000, stride: 1, dirtyBlock: 16, unit: "m", help: "heights" },
    heightDirty: { type: "u8", role: "derived", size: 63, stride: 1, unit: "", help: "blocks that changed" },
    heightInitial: { type: "f64", role: "derived", size: 1000, stride: 1, unit: "m", help: "heights at the start" },
    count: { type: "u32", role: "state", size: "n", stride: 2, unit: "", help: "per instance" },
  });
  const clay = defineForce({
    name: "clay",
    help: "a field that is dug",
    params: {},
    fields,
    evaluate(_model, data) {
      const own = itemFields(data, "clay", fields);
      const k = Math.round(data.time * 1000) % 1000;
      own.height[k] -= 0.5;
      own.heightDirty[Math.floor(k / 16)] = 1;
      own.count[0]++;
    },
    reset(_model, data) {
      const own = itemFields(data, "clay", fields);
      for (let k = 0; k < 1000; k++) own.height[k] = own.heightInitial[k] = k;
    },
  });
  const items: Items = { ...defaultItems, forces: { ...defaultItems.forces, clay } as Items["forces"] };
  const model = compile({ bodies: [{ name: "a", mass: 1 }], forces: [{ type: "clay" }] }, items);

  test("are reset by their item and typed by their table", () => {
    const own = itemFields(createData(model), "clay", fields);
    expect(own.height[7]).toBe(7);
    expect(own.count).toBeInstanceOf(Uint32Array);
    expect(own.count.length).toBe(2);
  });

  test("dirty blocks alone are stored, and restoring undoes what was dug since", () => {
    const data = createData(model);
    run(model, data, 20);
    const bytes = snapshot(data);
    expect(bytes.length).toBeLessThan(1500); // 2 blocks of 16 heights, not 1000
    const hash = stateHash(data);
    const kept = itemFields(data, "clay", fields).height.slice();
    run(model, data, 100);
    expect(itemFields(data, "clay", fields).height).not.toEqual(kept);
    restore(model, data, bytes);
    expect(itemFields(data, "clay", fields).height).toEqual(kept);
    expect(stateHash(data)).toBe(hash);
  });
});

describe("hash", () => {
  const model = compile({ bodies: [{ name: "a", mass: 1 }] });

  test("names profile and algorithm", () => {
    expect(stateHash(createData(model))).toMatch(/^f64-xxh32x2-[0-9a-f]{16}$/);
    expect(stateHash(createData(model), "mixed")).toMatch(/^mixed-/);
  });

  test("is the same for every NaN, and changes with any bit of state but not with derived fields", () => {
    const data = createData(model);
    const hash = stateHash(data);
    data.bodyForce[8] = 3;
    expect(stateHash(data)).toBe(hash);
    const bits = new Uint32Array(data.bodyPos.buffer, data.bodyPos.byteOffset + 24, 2);
    data.bodyPos[3] = Number.NaN;
    const nan = stateHash(data);
    expect(nan).not.toBe(hash);
    bits[0] = 12345;
    bits[1] = 0xfff00001;
    expect(stateHash(data)).toBe(nan);
    data.bodyPos[3] = Number.MIN_VALUE;
    expect(stateHash(data)).not.toBe(hash);
  });
});
