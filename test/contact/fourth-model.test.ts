/**
 * A contact model beside points, rim and volume is one object: this file defines a spring layer between spheres and passes it
 * in the registry. It is called by both formulations that answer contacts by forces, enters Newton's tangent, keeps a memory
 * that a recompile carries over, and is read by sensors.
 */
import {
  addBody,
  compileUntyped,
  contact,
  createData,
  type Data,
  defaultItems,
  defineFields,
  type Items,
  itemFields,
  type Model,
  sensorValues,
  step,
  type UntypedSpec,
} from "stiction";
import { describe, expect, test } from "vitest";

/** k, N/m. */
const STIFFNESS = 1e4;
/** Pairs of spheres in contact at one time. */
const CAPACITY = 16;

const FIELDS = defineFields({
  remembered: { type: "u32", role: "state", size: 1, stride: 1, unit: "", help: "pairs of the last step" },
  key: { type: "u32", role: "state", size: CAPACITY, stride: 4, unit: "", help: "shapes A and B" },
  memory: { type: "f64", role: "state", size: CAPACITY, stride: 1, unit: "m", help: "largest overlap of this contact" },
});

/** Overlapping spheres: shapes, unit vector from A to B, overlap. */
interface Layer {
  count: number;
  readonly shape: Int32Array;
  readonly normal: Float64Array;
  readonly overlap: Float64Array;
  readonly block: Float64Array;
}

const layerOf = (data: Data) => data.systems.springLayer as Layer;
const fieldsOf = (data: Data) => itemFields(data, "springLayer", FIELDS);
const bodyOf = (model: Model, shape: number) => model.shapes[shape].body;

function findOverlaps(model: Model, data: Data, layer: Layer): void {
  layer.count = 0;
  if (!contact.mayTouch(model, data)) return;
  const { pairs, count } = data.systems.contactStep.pairs;
  for (let k = 0; k < count; k++) {
    const [a, b] = [pairs[2 * k], pairs[2 * k + 1]];
    if (!claims(model, a, b) || !contact.mayPush(model, data, model.systems.collision, a, b)) continue;
    const [p, q] = [a, b].map((s) => data.bodyPos.subarray(3 * bodyOf(model, s), 3 * bodyOf(model, s) + 3));
    const apart = Array.from(q, (x, i) => x - p[i]);
    const distance = Math.sqrt(apart.reduce((sum, x) => sum + x * x, 0));
    const radii = [a, b].reduce((sum, s) => sum + (model.shapes[s].params.radius as number), 0);
    if (!(distance < radii)) continue;
    const i = layer.count++;
    layer.shape.set([a, b], 2 * i);
    layer.normal.set(
      apart.map((x) => x / distance),
      3 * i,
    );
    layer.overlap[i] = radii - distance;
  }
}

const claims = ({ shapes }: Model, a: number, b: number) => shapes[a].kind === "sphere" && shapes[b].kind === "sphere";

function visit(model: Model, data: Data, a: number, b: number, add: (force: number, i: number, sign: number) => void) {
  const layer = layerOf(data);
  for (let i = 0; i < layer.count; i++) {
    const [p, q] = [bodyOf(model, layer.shape[2 * i]), bodyOf(model, layer.shape[2 * i + 1])];
    if (p === a && q === b) add(STIFFNESS * layer.overlap[i], i, 1);
    else if (p === b && q === a) add(STIFFNESS * layer.overlap[i], i, -1);
  }
}

const springLayer = contact.defineContactModel({
  name: "spring-layer",
  help: "a linear spring between two spheres",
  systems: [
    {
      name: "springLayer",
      fields: FIELDS,
      prepare: () => ({ setup: null, dims: {} }),
      create: (): Layer => ({
        count: 0,
        shape: new Int32Array(2 * CAPACITY),
        normal: new Float64Array(3 * CAPACITY),
        overlap: new Float64Array(CAPACITY),
        block: new Float64Array(9),
      }),
      carryOver(oldModel: Model, oldData: Data, model: Model, data: Data) {
        contact.carryRows(oldModel, fieldsOf(oldData), model, fieldsOf(data), 1, CAPACITY);
      },
    },
  ],
  isActive: ({ systems }) => systems.contactStep.active,
  claims,
  storedEnergy: (data) => layerOf(data).overlap.reduce((sum, depth) => sum + STIFFNESS * depth * depth, 0),
  count: (data) => layerOf(data).count,
  addForces(model, data) {
    const layer = layerOf(data);
    findOverlaps(model, data, layer);
    for (let i = 0; i < layer.count; i++) {
      for (let side = 0; side < 2; side++) {
        const b = bodyOf(model, layer.shape[2 * i + side]);
        const force = (side === 0 ? -1 : 1) * STIFFNESS * layer.overlap[i];
        for (let k = 0; k < 3; k++) data.bodyForce[6 * b + 3 + k] += force * layer.normal[3 * i + k];
      }
    }
  },
  addTangent(model, data, tangent) {
    const { count, shape, normal, block } = layerOf(data);
    for (let i = 0; i < count; i++) {
      const [a, b] = [bodyOf(model, shape[2 * i]), bodyOf(model, shape[2 * i + 1])];
      contact.selectBodies(tangent, a, b);
      contact.selectPoint(tangent, data, data.bodyPos, 3 * a);
      for (let x = 0; x < 3; x++)
        for (let y = 0; y < 3; y++)
          block[3 * x + y] = tangent.stiffnessWeight * STIFFNESS * normal[3 * i + x] * normal[3 * i + y];
      contact.addPointBlock(tangent, block);
    }
  },
  commit(model, data) {
    const layer = layerOf(data);
    const { key, memory, remembered } = fieldsOf(data);
    const before = new Map(
      Array.from({ length: remembered[0] }, (_, r) => [`${key[4 * r]}/${key[4 * r + 1]}`, memory[r]]),
    );
    findOverlaps(model, data, layer);
    for (let i = 0; i < layer.count; i++) {
      const [a, b] = [layer.shape[2 * i], layer.shape[2 * i + 1]];
      key.set([a, b, 0, 0], 4 * i);
      memory[i] = Math.max(layer.overlap[i], before.get(`${a}/${b}`) ?? 0);
    }
    remembered[0] = layer.count;
  },
  addForceBetween(model, data, a, b, out, at) {
    visit(model, data, a, b, (force, i, sign) => {
      for (let k = 0; k < 3; k++) out[at + k] += sign * force * layerOf(data).normal[3 * i + k];
    });
  },
  addNormalForceBetween(model, data, a, b, out, at) {
    visit(model, data, a, b, (force) => {
      out[at] += force;
    });
  },
  quantities: {
    deepest: {
      unit: "m",
      help: "largest overlap of the contact so far",
      components: [],
      needsForces: true,
      read(model, data, index, out, at) {
        const [a, b] = [Math.floor(index / model.nb), index % model.nb];
        out[at] = 0;
        contact.addRowsBetween(model, fieldsOf(data), a, b, 1, 0, 1, out, at);
      },
    },
  },
});

const ITEMS: Items = {
  ...defaultItems,
  contactModels: { ...defaultItems.contactModels, "spring-layer": springLayer },
};

const RADIUS = 0.1;
/** Relative speed, m/s, reduced mass, kg, and ω = √(k/m). */
const SPEED = 1;
const RATE = Math.sqrt(STIFFNESS / 0.5);

/** Two spheres of 1 kg that meet at 1 m/s, touching at t = 0; a box rests on a plane by the points model. */
const scene = (formulation: string, timestep: number): UntypedSpec => ({
  timestep,
  gravity: [0, 0, -9.81],
  formulation: { type: formulation },
  materials: { soft: { friction: 0, contact: { type: "linear", stiffness: 1e5, damping: 1e3 } } },
  bodies: [
    { name: "floor", type: "static", material: "soft", shapes: [{ type: "plane" }] },
    {
      name: "box",
      mass: 1,
      material: "soft",
      position: [0, 5, 0.1 - 9.81 / 4e5],
      shapes: [{ type: "box", halfExtents: [0.1, 0.1, 0.1] }],
    },
    { name: "left", mass: 1, position: [-RADIUS, 0, 3], shapes: [{ type: "sphere", radius: RADIUS }] },
    {
      name: "right",
      mass: 1,
      position: [RADIUS, 0, 3],
      velocity: [-SPEED, 0, 0],
      shapes: [{ type: "sphere", radius: RADIUS }],
    },
  ],
  sensors: [
    "contact/left:right/force.x",
    "contact/left:right/normalForce",
    "contact/left:right/deepest",
    "contact/floor:box/normalForce",
    "mechanism/all/iterations",
  ],
});

function valuesOf(model: Model, data: Data) {
  const out = new Float64Array(5);
  sensorValues(model, data, out);
  const [force, normalForce, deepest, floor, iterations] = out;
  return { force, normalForce, deepest, floor, iterations };
}

describe.each([
  // first order and second order in ω h
  ["forces", 1e-5, 2e-3],
  ["augmented-lagrangian", 2e-4, 2e-3],
])("a contact model from a test, in %s", (formulation, h, tolerance) => {
  const start = () => {
    const model = compileUntyped(scene(formulation, h), ITEMS);
    return { model, data: createData(model) };
  };

  test("overlap v/ω sin ωt, force k times that, half a period of contact, velocities exchanged", () => {
    const { model, data } = start();
    expect(model.contactModels.map(({ name }) => name)).toContain("spring-layer");
    let worst = 0;
    let iterations = 0;
    while (data.time < 0.9 * (Math.PI / RATE)) {
      expect(step(model, data)).toBe(0);
      const exact = (SPEED / RATE) * Math.sin(RATE * data.time) * STIFFNESS;
      const values = valuesOf(model, data);
      worst = Math.max(worst, Math.abs(values.force - exact), Math.abs(values.normalForce - exact));
      iterations = Math.max(iterations, values.iterations);
      // spheres are the new model's, the box on the plane is the points model's
      expect(data.systems.compliant.body.subarray(0, 2 * data.systems.compliant.count)).not.toContain(
        model.bodyIndex.get("left"),
      );
    }
    expect(worst).toBeLessThan(tolerance * (SPEED / RATE) * STIFFNESS);
    const { deepest, floor } = valuesOf(model, data);
    expect(Math.abs(deepest - SPEED / RATE)).toBeLessThan((tolerance * SPEED) / RATE);
    expect(Math.abs(floor - 9.81)).toBeLessThan(1e-3);
    // with the spring in the tangent Newton's method needs no more than the two or three of a linear problem
    expect(iterations).toBeLessThan(5);
    while (data.time < 1.2 * (Math.PI / RATE)) step(model, data);
    expect(valuesOf(model, data).force).toBe(0);
    const speeds = ["left", "right"].map((name) => data.bodyVel[6 * (model.bodyIndex.get(name) as number) + 3]);
    expect(Math.abs(speeds[0] + SPEED)).toBeLessThan(tolerance);
    expect(Math.abs(speeds[1])).toBeLessThan(tolerance);
  });

  test("its memory is carried over a recompile, by names", () => {
    const { model, data } = start();
    while (data.time < 0.7 * (Math.PI / RATE)) step(model, data);
    const { deepest } = valuesOf(model, data);
    expect(Math.abs(deepest - SPEED / RATE)).toBeLessThan((tolerance * SPEED) / RATE);
    // a body whose name comes first renumbers all shapes
    const more = addBody(
      { model, data },
      {
        name: "a-stone",
        mass: 1,
        position: [9, 9, 9],
        shapes: [{ type: "sphere", radius: RADIUS }],
      },
    );
    step(more.model, more.data);
    expect(valuesOf(more.model, more.data).deepest).toBe(deepest);
    expect(valuesOf(more.model, more.data).force).toBeGreaterThan(0);
  });
});

test("a registry with one more model changes nothing where it claims nothing", () => {
  const spec = { ...scene("augmented-lagrangian", 1e-3), bodies: scene("", 1).bodies?.slice(0, 2), sensors: [] };
  const [own, shipped] = [ITEMS, defaultItems].map((items) => {
    const model = compileUntyped(spec, items);
    const data = createData(model);
    for (let k = 0; k < 50; k++) step(model, data);
    return { data };
  });
  expect(own.data.bodyPos).toEqual(shipped.data.bodyPos);
  expect(own.data.bodyVel).toEqual(shipped.data.bodyVel);
});
