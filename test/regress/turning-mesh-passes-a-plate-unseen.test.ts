// Of 480 random shots at a plate in impulse, nine passed it at status 0: meshes that begin to turn at their first corner, at 36 to 110 m/s.
// Of 1,000, two more (seeds 319, 324): stopped with their core at the plate, they went on through it in short ways.
import { compileUntyped, createData, STATUS, step } from "stiction";
import { expect, test } from "vitest";
import { randomFrom } from "../support/hostile-scenes.js";

const QUADS = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
];

/** A box of half extents a, b, c as a mesh. */
function cube(a: number, b: number, c: number) {
  const vertices = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1 ? a : -a, k & 2 ? b : -b, k & 4 ? c : -c]);
  const faces = QUADS.flatMap(([p, q, r, s]) => [
    [p, q, r],
    [p, r, s],
  ]);
  return { type: "mesh", vertices, faces };
}

/** A random shot: whether it got to the other side of the plate, and the status until then. */
function shoot(seed: number): { passed: boolean; status: number } {
  const r = randomFrom(seed);
  const spread = (x: number) => (r() - 0.5) * x;
  const side = () => 0.02 + 0.06 * r();
  const speed = 10 * 16 ** r();
  const timestep = [1 / 60, 1 / 120, 1 / 240][Math.floor(3 * r())];
  const model = compileUntyped({
    timestep,
    gravity: [0, 0, 0],
    formulation: "impulse",
    materials: { steel: { friction: 0.6 * r(), restitution: r() } },
    bodies: [
      {
        name: "plate",
        type: "static",
        material: "steel",
        shapes: [{ type: "box", halfExtents: [2, 2, 0.0015 + 0.01 * r()] }],
      },
      {
        name: "shot",
        mass: 1,
        continuous: "on",
        material: "steel",
        position: [spread(0.5), spread(0.5), 0.5 + r()],
        velocity: [spread(0.5) * speed, spread(0.5) * speed, -speed],
        angularVelocity: [spread(80), spread(80), spread(80)],
        shapes: [cube(side(), side(), side())],
      },
    ],
  });
  const data = createData(model);
  const shot = model.bodyNames.indexOf("shot");
  let status = 0;
  for (let k = 0; k * timestep < 0.3; k++) {
    status |= step(model, data);
    if (data.bodyPos[3 * shot + 2] < -0.02) return { passed: true, status };
  }
  return { passed: false, status };
}

/** Of the first 240 shots nine pass (3.8 %): four of them, and two that stop. */
const SEEDS = process.env.STICTION_FULL === "1" ? Array.from({ length: 400 }, (_, k) => k) : [2, 77, 319, 324, 5, 6];

test("what passes a plate says so", () => {
  const shots = SEEDS.map(shoot);
  expect(shots.filter(({ passed, status }) => passed && (status & STATUS.unresolved) === 0)).toEqual([]);
});
