/**
 * A mesh put into another where contact comes from rims stayed inside, or fell through the floor, with a clean status.
 *
 * Springs of a rim begin without load however deep it is, and a body that is wholly inside has no rim. The status `overlapping` says so.
 */
import { compileUntyped, createData, STATUS, step } from "stiction";
import { describe, expect, test } from "vitest";

function boxMesh(x: number, y: number, z: number) {
  const corner = (k: number) => [k & 1 ? x : -x, k & 2 ? y : -y, k & 4 ? z : -z];
  const quads = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  return { type: "mesh", vertices: Array.from({ length: 8 }, (_, k) => corner(k)), faces: quads };
}
const block = { name: "block", type: "static", shapes: [boxMesh(0.6, 0.5, 0.4)] };

/** Statuses of the first ten steps. */
function run(type: string, bodies: readonly object[], gravity = [0, 0, 0]) {
  const model = compileUntyped({
    timestep: 1e-3,
    gravity,
    formulation: { type },
    materials: { firm: { friction: 0.3, contact: { type: "rim", modulus: 2e6 } } },
    bodies: bodies.map((body) => ({ ...body, material: "firm" })),
  });
  const data = createData(model);
  const said = Array.from({ length: 10 }, () => (step(model, data) & STATUS.overlapping) !== 0);
  return { said, who: model.bodyNames[data.warningWho[31 - Math.clz32(STATUS.overlapping)]] };
}

describe.each(["forces", "augmented-lagrangian"])("%s", (type) => {
  const put = (position: number[], size: readonly [number, number, number] = [0.1, 0.15, 0.08]) => ({
    name: "in",
    mass: 3,
    position,
    shapes: [boxMesh(...size)],
  });
  test("wholly inside: said in every step", () => {
    const { said, who } = run(type, [block, put([0.1, 0, 0.1])]);
    expect(said.every(Boolean)).toBe(true);
    expect(who).toBe("in");
  });
  test.each([
    ["sticks out", put([0.1, 0, 0.38])],
    ["of the same section, half of each in the other", put([0.5, 0, 0], [0.6, 0.5, 0.4])],
  ])("%s: said when the rim begins", (_name, body) => {
    expect(run(type, [block, body]).said[0]).toBe(true);
  });
  test("a block that is laid down, and one that hits at 8 m/s, are no overlap", () => {
    const laid = put([0, 0, 0.4 + 0.08 - 2e-4]);
    expect(run(type, [block, laid], [0, 0, -9.81]).said.some(Boolean)).toBe(false);
    const fast = { ...put([0, 0, 0.4 + 0.1]), velocity: [0, 0, -8] };
    expect(run(type, [block, fast]).said.some(Boolean)).toBe(false);
  });
});
