// A steel cube given as a mesh, shot at a plate at 1/60 s, began to spin at its first corner and passed the plate with the next, at status 0 in impulse.
import { compileUntyped, createData, step } from "stiction";
import { expect, test } from "vitest";

/** A box of half extents a, b, c as a mesh. */
function cube(a: number, b: number, c: number) {
  const vertices = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1 ? a : -a, k & 2 ? b : -b, k & 4 ? c : -c]);
  const quads = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  return {
    type: "mesh",
    vertices,
    faces: quads.flatMap(([p, q, r, s]) => [
      [p, q, r],
      [p, r, s],
    ]),
  };
}

test.each([
  [17, 0.006, [2, 6, 1]],
  [31, 0.004, [-4, 3, 3]],
  [75, 0.012, [1, -7, 2]],
  [160, 0.02, [5, 2, -3]],
])("at %f m/s against %f m", (speed, thickness, angularVelocity) => {
  const model = compileUntyped({
    timestep: 1 / 60,
    gravity: [0, 0, 0],
    formulation: { type: "impulse" },
    materials: { steel: { density: 7800, friction: 0.35, restitution: 0.25 } },
    bodies: [
      {
        name: "plate",
        type: "static",
        material: "steel",
        shapes: [{ type: "box", halfExtents: [2, 2, thickness / 2] }],
      },
      {
        name: "shot",
        continuous: "on",
        material: "steel",
        position: [0.02, 0.05, 0.83],
        velocity: [0.04 * speed, 0, -speed],
        angularVelocity,
        shapes: [cube(0.04, 0.05, 0.06)],
      },
    ],
  });
  const data = createData(model);
  const shot = model.bodyNames.indexOf("shot");
  let lowest = 1;
  for (let k = 0; k < 30; k++) {
    step(model, data);
    lowest = Math.min(lowest, data.bodyPos[3 * shot + 2]);
  }
  // the nearest that the middle can be is half of the thinnest side
  expect(lowest).toBeGreaterThan(0.03);
  expect(data.bodyVel[6 * shot + 5]).toBeGreaterThan(0);
});
