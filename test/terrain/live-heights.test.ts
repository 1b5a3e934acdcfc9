/**
 * Diggable ground: heights are state. Edits, collision with the present heights, snapshot, rewind, hash, recompile, undo.
 */
import {
  addBody,
  changeTerrain,
  compileUntyped,
  createData,
  query,
  recompile,
  resetData,
  restore,
  snapshot,
  stateHash,
  step,
  terrainHeight,
  type UntypedSpec,
  undoTerrain,
} from "stiction";
import { describe, expect, test } from "vitest";
import type { MeshContactGeometry } from "../../src/collision/narrow/mesh/mesh-geometry.js";

const flat = (n: number, z = 0) => Array.from({ length: n }, () => new Array<number>(n).fill(z));

/** A ball over a plane of soil of 8 m × 8 m with cells of 0.25 m. */
function scene(formulation: string, height = 1): UntypedSpec {
  return {
    name: "soil",
    timestep: 0.002,
    formulation,
    bodies: [
      {
        name: "ground",
        type: "static",
        shapes: [{ type: "height-field", heights: flat(33), dx: 0.25, dy: 0.25, soil: {} }],
      },
      { name: "ball", position: [0.1, 0.07, height], shapes: [{ type: "sphere", radius: 0.2 }] },
    ],
  };
}

const dig = { from: [-1, -1], to: [1, 1], height: -0.5 } as const;

describe("live heights", () => {
  test("terrainHeight reads what changeTerrain wrote, undo puts the bits back", () => {
    const model = compileUntyped(scene("forces"));
    const data = createData(model);
    const before = stateHash(data);
    expect(terrainHeight(model, data, 0.3, 0.2)).toBe(0);
    expect(terrainHeight(model, data, 9, 0)).toBeNaN();
    const undo = changeTerrain(model, data, dig);
    expect(undo.points.length).toBe(81);
    expect(terrainHeight(model, data, 0.3, 0.2)).toBe(-0.5);
    // half way between a point at −0.5 and one at 0
    expect(terrainHeight(model, data, 1.125, 0)).toBeCloseTo(-0.25, 15);
    const changed = stateHash(data);
    expect(changed).not.toBe(before);
    const second = changeTerrain(model, data, { ...dig, height: (x, y, z) => z - 0.1 * x * y });
    undoTerrain(model, data, second);
    expect(stateHash(data)).toBe(changed);
    undoTerrain(model, data, undo);
    // blocks stay marked, their values are those of the start
    expect(terrainHeight(model, data, 0.3, 0.2)).toBe(0);
    expect(data.items.terrain.change.every((z) => z === 0)).toBe(true);
  });

  test.each(["forces", "impulse", "augmented-lagrangian"])(
    "a ball rests on the present ground in %s",
    (formulation) => {
      const rest = (edit: boolean) => {
        const model = compileUntyped(scene(formulation, edit ? -0.28 : 0.22));
        const data = createData(model);
        if (edit) changeTerrain(model, data, dig);
        for (let k = 0; k < 150; k++) step(model, data);
        return data.bodyPos[8];
      };
      // a contact that is a force gives way: less than a millimetre of a ball of 33 kg
      expect(rest(false)).toBeGreaterThan(0.19);
      expect(rest(false)).toBeLessThan(0.2001);
      expect(rest(true)).toBeGreaterThan(-0.31);
      expect(rest(true)).toBeLessThan(-0.2999);
    },
  );

  test("ground that is lowered under a resting body lets it fall, also a sleeping one", () => {
    const model = compileUntyped(scene("impulse", 0.2));
    const data = createData(model);
    for (let k = 0; k < 500; k++) step(model, data);
    changeTerrain(model, data, dig);
    for (let k = 0; k < 500; k++) step(model, data);
    expect(data.bodyPos[8]).toBeLessThan(-0.29);
  });

  test("rays and points see the present heights", () => {
    const model = compileUntyped(scene("forces"));
    const data = createData(model);
    const down = () => query.rayCast(model, data, [0.6, 0.6, 2], [0, 0, -1]);
    const before = down();
    changeTerrain(model, data, dig);
    const after = down();
    expect(before?.point[2]).toBeCloseTo(0, 12);
    expect(after?.point[2]).toBeCloseTo(-0.5, 12);
    expect(query.pointInBody(model, data, [0.6, 0.6, -0.2], "ground")).toBe(false);
    expect(query.pointInBody(model, data, [0.6, 0.6, -0.6], "ground")).toBe(true);
  });

  test("a mesh of changed ground is that of ground made so", () => {
    const heights = flat(9).map((row, j) => row.map((_, i) => 0.1 * Math.sin(i + 2 * j)));
    const made = (rows: number[][]) =>
      compileUntyped({
        name: "two",
        formulation: "forces",
        bodies: [
          { name: "ground", type: "static", shapes: [{ type: "height-field", heights: rows, soil: {} }] },
          { name: "ball", position: [0, 0, 5], shapes: [{ type: "sphere", radius: 0.2 }] },
        ],
      });
    const one = made(flat(9));
    const data = createData(one);
    // column by column, so that the marks are those of many small edits
    for (let i = 0; i < 9; i++)
      changeTerrain(one, data, { from: [i - 4, -4], to: [i - 4, 4], height: (x, y) => heights[y + 4][x + 4] });
    step(one, data);
    const two = made(heights);
    const other = createData(two);
    step(two, other);
    const mesh = (d: typeof data) => d.systems.collision.colliders[1].mesh as MeshContactGeometry;
    for (const key of ["normals", "planes", "edgeKind", "vertexRidge", "vertexNormal"] as const)
      expect(Array.from(mesh(data)[key]), key).toEqual(Array.from(mesh(other)[key]));
  });

  test("snapshot and rewind resume bit for bit, over an edit", () => {
    const model = compileUntyped(scene("forces"));
    const data = createData(model);
    for (let k = 0; k < 50; k++) step(model, data);
    const early = snapshot(data);
    changeTerrain(model, data, dig);
    for (let k = 0; k < 300; k++) step(model, data);
    const late = snapshot(data);
    const hash = stateHash(data);
    restore(model, data, early);
    expect(terrainHeight(model, data, 0, 0)).toBe(0);
    changeTerrain(model, data, dig);
    for (let k = 0; k < 300; k++) step(model, data);
    expect(stateHash(data)).toBe(hash);
    const fresh = createData(model);
    restore(model, fresh, late);
    expect(terrainHeight(model, fresh, 0, 0)).toBe(-0.5);
    for (let k = 0; k < 100; k++) {
      step(model, data);
      step(model, fresh);
    }
    expect(stateHash(fresh)).toBe(stateHash(data));
    resetData(model, data);
    expect(terrainHeight(model, data, 0, 0)).toBe(0);
  });

  test("a recompile keeps the changes by the name of the body", () => {
    const spec = scene("forces");
    const model = compileUntyped(spec);
    const data = createData(model);
    changeTerrain(model, data, dig);
    const more = addBody(
      { model, data },
      {
        name: "aground",
        type: "static",
        position: [20, 0, 1],
        shapes: [{ type: "height-field", heights: flat(5), soil: {} }],
      },
    );
    expect(terrainHeight(more.model, more.data, 0, 0)).toBe(-0.5);
    expect(terrainHeight(more.model, more.data, 20, 0)).toBe(1);
    // what was carried is in the snapshot too
    const copy = createData(more.model);
    restore(more.model, copy, snapshot(more.data));
    expect(terrainHeight(more.model, copy, 0, 0)).toBe(-0.5);
    const same = recompile(more, more.model.spec);
    expect(same.data.items.terrain.change).toEqual(more.data.items.terrain.change);
  });

  test("a ground that is placed and turned is read in the world", () => {
    const model = compileUntyped({
      name: "turned",
      formulation: "forces",
      bodies: [
        {
          name: "ground",
          type: "static",
          position: [10, 5, 2],
          orientation: { axis: [0, 0, 1], angle: Math.PI / 2 },
          shapes: [{ type: "height-field", heights: flat(5), dx: 2, dy: 1, soil: {} }],
        },
        { name: "ball", position: [0, 0, 5], shapes: [{ type: "sphere", radius: 0.2 }] },
      ],
    });
    const data = createData(model);
    // x of the shape is y of the world: 8 m along y, 4 m along x
    expect(terrainHeight(model, data, 10, 8.9)).toBeCloseTo(2, 12);
    expect(terrainHeight(model, data, 13, 5)).toBeNaN();
    changeTerrain(model, data, { from: [9.5, 6.5], to: [10.5, 7.5], height: 1.25 });
    expect(terrainHeight(model, data, 10, 7)).toBeCloseTo(1.25, 12);
  });

  test("wrong input is named with its remedy", () => {
    const bad =
      (soil: object, more: object = {}) =>
      () =>
        compileUntyped({
          name: "bad",
          bodies: [{ name: "g", type: "static", shapes: [{ type: "height-field", heights: flat(5), soil }], ...more }],
        });
    expect(bad({ cohesion: -1 })).toThrow(/shapes\[0\]\.soil\.cohesion.*>= 0 Pa, got -1/);
    expect(bad({ cohesoin: 1 })).toThrow(/cohesion/);
    expect(bad({ patches: [[0, 0, 3, 1]] })).toThrow(/patches\[0\] lies outside the terrain.*x -2 … 2/);
    expect(bad({}, { type: "kinematic" })).toThrow(/static/);
    expect(bad({}, { orientation: { axis: [1, 0, 0], angle: 0.3 } })).toThrow(/level/);
    const model = compileUntyped(scene("forces"));
    const data = createData(model);
    expect(() => changeTerrain(model, data, { from: [20, 20], to: [21, 21], height: 0 })).toThrow(/no point/);
    expect(() => changeTerrain(model, data, { ...dig, height: -7 })).toThrow(/soil\.depth/);
    expect(() => changeTerrain(model, data, { ...dig, height: Number.NaN })).toThrow(/finite/);
    const none = compileUntyped({ name: "none", bodies: [{ name: "b", shapes: [{ type: "sphere", radius: 1 }] }] });
    expect(() => changeTerrain(none, createData(none), dig)).toThrow(/soil/);
  });
});
