/** The types of scenes: what TypeScript refuses before anything runs. `tsc` judges this file; running it is a formality. */
import {
  type BodySpec,
  compile,
  compileUntyped,
  type DefaultItems,
  defaultItems,
  defineForce,
  defineScene,
  type ForceSpec,
  type FullSpec,
  type JointSpec,
  param,
  type ShapeSpec,
  type Spec,
  type SpecOf,
  type UntypedSpec,
} from "stiction";
import { describe, expectTypeOf, test } from "vitest";

const ball = { name: "ball", shapes: [{ type: "sphere", radius: 1 }] } satisfies BodySpec;
const mine = defineForce({
  name: "mine",
  help: "",
  params: { body: param.body({ help: "" }), push: param.number({ help: "", unit: "N" }) },
  evaluate() {},
});
const items = { ...defaultItems, forces: { ...defaultItems.forces, mine } };

describe("a scene literal", () => {
  test("has the keys that its kinds declare", () => {
    ({ type: "hinge", bodyB: "ball", at: [0, 0, 1], limits: { lower: -1 } }) satisfies JointSpec;
    // @ts-expect-error a misspelt key
    ({ type: "hinge", bodyB: "ball", limts: { lower: -1 } }) satisfies JointSpec;
    // @ts-expect-error a misspelt key one level down
    ({ type: "hinge", bodyB: "ball", limits: { lowr: -1 } }) satisfies JointSpec;
    // @ts-expect-error a key of another kind
    ({ type: "sphere", radius: 1, halfExtents: [1, 1, 1] }) satisfies ShapeSpec;
    // @ts-expect-error a parameter that is missing
    ({ type: "sphere" }) satisfies ShapeSpec;
    // @ts-expect-error a misspelt key of a body
    ({ name: "a", positon: [0, 0, 0] }) satisfies BodySpec;
    // @ts-expect-error a misspelt option of a formulation
    ({ formulation: { type: "impulse", substep: 4 } }) satisfies Spec;
    // @ts-expect-error a misspelt parameter of a contact law
    ({ materials: { steel: { contact: { type: "hertz", stifness: 1 } } } }) satisfies Spec;
  });

  test("has values of the declared types", () => {
    // @ts-expect-error a body is given by name
    ({ type: "hinge", bodyB: 3 }) satisfies JointSpec;
    // @ts-expect-error a radius is a number
    ({ type: "sphere", radius: "1" }) satisfies ShapeSpec;
    // @ts-expect-error a vector is a list of numbers
    ({ name: "a", position: 1 }) satisfies BodySpec;
    // @ts-expect-error one of a few words
    ({ type: "hinge", bodyB: "ball", drive: { mode: "sped" } }) satisfies JointSpec;
    // @ts-expect-error an orientation is no text
    ({ name: "a", orientation: "up" }) satisfies BodySpec;
  });

  test("has kinds that are registered", () => {
    expectTypeOf<JointSpec["type"]>().toEqualTypeOf<keyof DefaultItems["joints"]>();
    expectTypeOf<ShapeSpec["type"]>().toEqualTypeOf<keyof DefaultItems["shapes"]>();
    // @ts-expect-error an unknown joint
    ({ type: "hing", bodyB: "ball" }) satisfies JointSpec;
    // @ts-expect-error an unknown formulation
    ({ formulation: "implse" }) satisfies Spec;
    // @ts-expect-error an unknown contact law
    ({ materials: { steel: { contact: "herz" } } }) satisfies Spec;
  });

  test("may have vectors from anywhere", () => {
    const constant = [0, 0, 1] as const;
    const computed = [1, 2, 3].map((x) => 2 * x);
    ({ name: "a", position: constant, velocity: computed, inertia: constant }) satisfies BodySpec;
    ({ type: "convex-hull", vertices: [constant, computed, [1, 0, 0], [0, 1, 0]] }) satisfies ShapeSpec;
  });
});

describe("compile", () => {
  test("checks a scene against the registries that it is given", () => {
    const spec = { bodies: [ball], forces: [{ type: "mine", body: "ball", push: 1 }] } satisfies SpecOf<typeof items>;
    expectTypeOf(compile<typeof items>).toBeCallableWith(spec, items);
    compile({ bodies: [ball], forces: [{ type: "mine", body: "ball", push: 1 }] }, items);
    // @ts-expect-error the parameter of the user's own kind
    () => compile({ bodies: [ball], forces: [{ type: "mine", body: "ball", psh: 1 }] }, items);
    // @ts-expect-error not a kind of the default registries
    () => compile({ bodies: [ball], forces: [{ type: "mine", body: "ball", push: 1 }] });
    // @ts-expect-error a file is not a checked scene
    () => compile(JSON.parse("{}") as unknown);
    expectTypeOf(compileUntyped).parameter(0).toBeUnknown();
  });

  test("a typed scene is an untyped one, and so is the scene of a model", () => {
    expectTypeOf<Spec>().toExtend<UntypedSpec>();
    expectTypeOf<FullSpec>().toExtend<UntypedSpec>();
    expectTypeOf<SpecOf<typeof items>>().toExtend<UntypedSpec>();
    expectTypeOf<ForceSpec>().toExtend<NonNullable<SpecOf<typeof items>["forces"]>[number]>();
  });
});

test("a scene with parameters builds a typed scene", () => {
  const scene = defineScene({
    name: "drop",
    title: "Drop",
    summary: "",
    group: "basics",
    params: { height: param.number({ unit: "m", default: 1, help: "" }) },
    build: ({ height }) => ({ bodies: [{ name: "a", mass: height, position: [0, 0, height] }] }),
  });
  expectTypeOf(scene.build).returns.toEqualTypeOf<Spec>();
  defineScene({
    name: "drop",
    title: "Drop",
    summary: "",
    group: "basics",
    params: {},
    // @ts-expect-error an unknown shape in the scene that is built
    build: () => ({ bodies: [{ name: "a", shapes: [{ type: "bocks" }] }] }),
  });
});
