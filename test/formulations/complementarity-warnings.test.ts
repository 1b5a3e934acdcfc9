/** What `compile` says of scenes that ask the complementarity formulation for what it does not do. */
import { buildScene, compile, type FormulationSpec } from "stiction";
import { scenes } from "stiction/scenes";
import { expect, test } from "vitest";

const scene = (restitution: number, formulation: FormulationSpec, friend = "ball") =>
  compile({
    formulation,
    materials: { ball: { restitution }, floor: { restitution: 0 }, unused: { restitution: 0.9 } },
    bodies: [
      { name: "ground", type: "static", material: "floor", shapes: [{ type: "plane" }] },
      { name: "wall", type: "static", material: friend, shapes: [{ type: "box", halfExtents: [1, 1, 1] }] },
      { name: "ball", mass: 1, position: [0, 0, 5], material: "ball", shapes: [{ type: "sphere", radius: 0.1 }] },
    ],
  }).warnings.filter((text) => text.includes("complementarity"));

test("restitution is not silently ignored", () => {
  expect(scene(0.5, { type: "complementarity", restitution: "none" })).toEqual([
    'formulation "complementarity" has no restitution here: contact is inelastic also between ball and ball (0.5), ball and floor (0.5)',
  ]);
  expect(scene(0.5, { type: "complementarity" })).toEqual([]);
  expect(scene(0, { type: "complementarity" })).toEqual([]);
  expect(scene(0.5, { type: "impulse" })).toEqual([]);
});

test("materials that only bodies without motion are of do not count", () => {
  expect(scene(0, { type: "complementarity" }, "floor")).toEqual([]);
  const still = compile({
    formulation: { type: "complementarity" },
    materials: { rubber: { restitution: 0.5 } },
    bodies: [{ name: "wall", type: "static", material: "rubber", shapes: [{ type: "box", halfExtents: [1, 1, 1] }] }],
  });
  expect(still.warnings).toEqual([]);
});

test("scenes that ship have no such warning", () => {
  const warned = scenes.flatMap((item) => {
    const spec = buildScene(item);
    if ((spec.formulation as { type?: string } | undefined)?.type !== "complementarity") return [];
    return compile(spec)
      .warnings.filter((text) => text.includes("restitution"))
      .map((text) => `${item.name}: ${text}`);
  });
  expect(warned).toEqual([]);
});
