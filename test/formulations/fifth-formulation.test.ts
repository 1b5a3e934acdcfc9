/**
 * A formulation is one object: this file defines one with a system that keeps state per body and with a sensor, and passes it
 * in the registry. Nothing else names it.
 */
import {
  addBody,
  bodyPosition,
  compileUntyped,
  createData,
  type Data,
  defaultItems,
  defineFields,
  defineFormulation,
  type Items,
  itemFields,
  restore,
  sensorValues,
  snapshot,
  step,
} from "stiction";
import { expect, test } from "vitest";

const FIELDS = defineFields({
  path: { type: "f64", role: "state", size: "nGlider", stride: 1, unit: "m", help: "length of the path of each body" },
});

const fieldsOf = (data: Data) => itemFields(data, "glide", FIELDS);

/** Bodies move with the velocity they have: no forces, no contacts. */
const glide = defineFormulation({
  name: "gliding",
  help: "bodies keep their velocity",
  params: {},
  joints: "none",
  contacts: [],
  systems: [
    {
      name: "glide",
      fields: FIELDS,
      prepare: ({ nb }) => ({ setup: { bodies: nb - 1 }, dims: { nGlider: nb } }),
      entryNames: ({ bodyNames }) => ({ nGlider: bodyNames }),
      create: () => null,
    },
  ],
  quantities: {
    solver: {
      path: {
        unit: "m",
        help: "length of all paths",
        components: [],
        read(_model, data, _index, out, at) {
          out[at] = fieldsOf(data).path.reduce((sum, length) => sum + length, 0);
        },
      },
    },
  },
  advance({ nb, options: { timestep: h } }, data) {
    const { path } = fieldsOf(data);
    for (let b = 1; b < nb; b++) {
      const v = data.bodyVel.subarray(6 * b + 3, 6 * b + 6);
      for (let k = 0; k < 3; k++) data.bodyPos[3 * b + k] += h * v[k];
      path[b] += h * Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    }
  },
  evaluateForces: (_model, data) => data.bodyForce.fill(0),
});

const ITEMS = { ...defaultItems, formulations: { ...defaultItems.formulations, gliding: glide } } as Items;

const SCENE = {
  timestep: 0.25,
  contact: "none",
  formulation: "gliding",
  bodies: [
    { name: "north", mass: 1, inertia: [1, 1, 1], velocity: [0, 4, 3] },
    { name: "west", mass: 1, inertia: [1, 1, 1], velocity: [-2, 0, 0] },
  ],
  sensors: ["solver/all/path"],
};

function pathOf(simulation: { model: Parameters<typeof step>[0]; data: Data }): number {
  const out = new Float64Array(1);
  sensorValues(simulation.model, simulation.data, out);
  return out[0];
}

test("it moves bodies, keeps its state, and is read by its own sensor", () => {
  const model = compileUntyped(SCENE, ITEMS);
  const data = createData(model);
  for (let k = 0; k < 4; k++) expect(step(model, data)).toBe(0);
  expect(bodyPosition(model, data, "north")).toEqual([0, 4, 3]);
  expect(pathOf({ model, data })).toBe(7);
  expect(model.systems.glide).toEqual({ bodies: 2 });

  const held = snapshot(data);
  for (let k = 0; k < 4; k++) step(model, data);
  expect(pathOf({ model, data })).toBe(14);
  restore(model, data, held);
  step(model, data);
  expect(pathOf({ model, data })).toBe(8.75);
});

test("a recompile carries its state over by the names that its system gives", () => {
  const model = compileUntyped(SCENE, ITEMS);
  const data = createData(model);
  for (let k = 0; k < 4; k++) step(model, data);
  const more = addBody(
    { model, data },
    {
      name: "a-third",
      mass: 1,
      inertia: [1, 1, 1],
      velocity: [0, 0, 8],
    },
  );
  step(more.model, more.data);
  expect(pathOf(more)).toBe(7 + 1.75 + 2);
});

test("where another formulation is in use, it takes no part and offers no sensor", () => {
  const model = compileUntyped({ ...SCENE, formulation: "impulse", sensors: [] }, ITEMS);
  expect(model.systems.glide).toBeUndefined();
  expect(() => compileUntyped({ ...SCENE, formulation: "impulse" }, ITEMS)).toThrow("path");
});
