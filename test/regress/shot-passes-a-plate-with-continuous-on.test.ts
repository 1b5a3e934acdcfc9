// continuous: on was ignored where contacts are forces: a shot at 100 m/s passed 10 mm of steel, with a clean status.
import { compileUntyped, createData, STATUS, step } from "stiction";
import { describe, expect, test } from "vitest";

// impacts of 0.1 ms within steps of 4 ms
const parts = 1024;
const formulations = [
  { type: "augmented-lagrangian", parts },
  { type: "augmented-lagrangian", method: "index-1", parts },
  { type: "forces", parts },
  { type: "forces", integrator: "rk4", parts },
] as const;

function shoot(formulation: unknown, shape: object, stiffness: number, planar: boolean, speed: number) {
  const at = (x: number, z: number) => (planar ? [x, z] : [x, 0.01, z]);
  const model = compileUntyped({
    timestep: 0.004,
    gravity: planar ? [0, 0] : [0, 0, 0],
    formulation,
    ...(planar ? { plane: "xy" } : {}),
    materials: { m: { restitution: 0.4, contact: { type: "hunt-crossley", stiffness } } },
    bodies: [
      {
        name: "plate",
        type: "static",
        material: "m",
        shapes: [
          planar
            ? {
                type: "polygon",
                vertices: [
                  [-1, -0.004],
                  [1, -0.004],
                  [1, 0.004],
                  [-1, 0.004],
                ],
              }
            : { type: "box", halfExtents: [1, 1, 0.004] },
        ],
      },
      {
        name: "shot",
        mass: 0.5,
        material: "m",
        continuous: "on",
        position: at(0.05, 0.31),
        velocity: at(0, -speed),
        shapes: [shape],
      },
    ],
  });
  const data = createData(model);
  const b = model.bodyNames.indexOf("shot");
  let status = 0;
  for (let k = 0; k < 12; k++) status |= step(model, data);
  return { height: data.bodyPos[3 * b + (planar ? 1 : 2)], speed: data.bodyVel[6 * b + (planar ? 4 : 5)], status };
}

describe.each(formulations.map((f) => [JSON.stringify(f), f] as const))("%s", (_, formulation) => {
  test("a ball that the law can stop comes back with its restitution", () => {
    const { height, speed, status } = shoot(formulation, { type: "sphere", radius: 0.03 }, 1e8, false, 60);
    expect(status).toBe(0);
    expect(height).toBeGreaterThan(0);
    // parts resolve the speed to 2 % of the impact where the contact begins
    expect(Math.abs(speed - 0.4 * 60)).toBeLessThan(0.03 * 60);
  });
  test("a disk in the plane does so too", () => {
    const { height, speed, status } = shoot(formulation, { type: "circle", radius: 0.03 }, 1e8, true, 60);
    expect(status).toBe(0);
    expect(height).toBeGreaterThan(0);
    expect(Math.abs(speed - 0.4 * 60)).toBeLessThan(0.03 * 60);
  });
  test("one that the law cannot stop is reported", () => {
    // ½ m v² = 1600 J, and k δ^2.5/2.5 = 200 J at the depth of 68 mm at which it is through
    const { status } = shoot(formulation, { type: "sphere", radius: 0.03 }, 4e5, false, 80);
    expect(status & STATUS.unresolved).not.toBe(0);
  });
});
