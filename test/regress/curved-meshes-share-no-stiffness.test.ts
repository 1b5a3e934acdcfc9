// Two balls of facets with `sharedStiffness: true` hit each other with 641 N instead of 287 N, without a word.
import { compileUntyped, geometry } from "stiction";
import { expect, test } from "vitest";

/** A mesh as a shape: lists of vertices and faces. */
function meshOf({ vertices, triangles }: ReturnType<typeof geometry.icosphere>) {
  const rows = (list: ArrayLike<number>) =>
    Array.from({ length: list.length / 3 }, (_, k) => [list[3 * k], list[3 * k + 1], list[3 * k + 2]]);
  return { type: "mesh", vertices: rows(vertices), faces: rows(triangles) };
}

const ball = meshOf(geometry.icosphere(0.1, 2));
const cube = meshOf(geometry.polyhedronToMesh(geometry.boxSolid(0.1, 0.1, 0.1)));

const warned = (below: object, above: object, sharedStiffness: boolean, contact: object) =>
  compileUntyped({
    timestep: 1e-4,
    formulation: { type: "forces" },
    collision: { sharedStiffness },
    materials: { steel: { contact } },
    bodies: [
      { name: "below", type: "static", material: "steel", shapes: [below] },
      { name: "above", mass: 1, material: "steel", position: [0, 0, 0.25], shapes: [above] },
    ],
  }).warnings.filter((line) => line.includes("sharedStiffness"));

const hertz = { type: "hertz", stiffness: 1e6 };

test("compile names two curved meshes whose points share nothing", () => {
  expect(warned(ball, ball, true, hertz)).toHaveLength(1);
  expect(warned(ball, ball, true, hertz)[0]).toMatch(/"above".*"below"|"below".*"above"/);
});

test("and nothing else", () => {
  expect(warned(ball, ball, false, hertz)).toEqual([]);
  expect(warned(cube, ball, true, hertz)).toEqual([]);
  expect(warned({ type: "sphere", radius: 0.1 }, ball, true, hertz)).toEqual([]);
  expect(warned(ball, ball, true, { type: "volumetric" })).toEqual([]);
});
