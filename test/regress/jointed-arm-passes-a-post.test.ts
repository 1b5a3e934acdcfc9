// An arm on a hinge that turned by half a radian per step went through a post with continuous: on and a clean status: the
// sweep followed the chord of its centre, which misses what the arc meets.
import { compileUntyped, createData, STATUS, step } from "stiction";
import { describe, expect, test } from "vitest";

const parts = 1024;
const formulations = [
  { type: "augmented-lagrangian", parts },
  { type: "augmented-lagrangian", method: "index-1", parts },
] as const;
const steel = { m: { restitution: 0.4, friction: 0.2, contact: { type: "hunt-crossley", stiffness: 1e8 } } };

/** Spin after an impact of a bar of 1.2 m on a hinge at its end with a post near its tip. */
function swing(formulation: unknown, timestep: number, spin: number, planar: boolean) {
  const at = (x: number, y: number) => (planar ? [x, y] : [x, y, 0]);
  const model = compileUntyped({
    timestep,
    formulation,
    gravity: planar ? [0, 0] : [0, 0, 0],
    ...(planar ? { plane: "xy" } : {}),
    materials: steel,
    bodies: [
      {
        name: "post",
        type: "static",
        material: "m",
        position: at(1.1, 0.43),
        shapes: [planar ? { type: "circle", radius: 0.012 } : { type: "cylinder", radius: 0.012, halfLength: 0.3 }],
      },
      {
        name: "arm",
        mass: 1.5,
        material: "m",
        continuous: "on",
        position: at(0.6, 0),
        velocity: at(0, 0.6 * spin),
        angularVelocity: [0, 0, spin],
        shapes: [
          planar ? { type: "polygon", halfExtents: [0.6, 0.01] } : { type: "box", halfExtents: [0.6, 0.01, 0.01] },
        ],
      },
    ],
    joints: [{ type: "hinge", name: "pin", bodyB: "arm", at: at(0, 0), ...(planar ? {} : { axis: [0, 0, 1] }) }],
  });
  const data = createData(model);
  let status = 0;
  for (let k = 0; k < 2; k++) status |= step(model, data);
  return { spin: data.bodyVel[6 * model.bodyNames.indexOf("arm") + 2], status };
}

describe.each(formulations.map((f) => [JSON.stringify(f), f] as const))("%s", (_, formulation) => {
  test.each([
    [0.008, 75, false],
    [0.012, 60, true],
  ])("is stopped in steps of %f s at %f rad/s (planar: %s)", (timestep, spin, planar) => {
    const after = swing(formulation, timestep, spin, planar);
    // the speed is resolved to 3 % of the impact, or the status says that it is not
    expect(after.spin).toBeLessThan(0);
    if (after.status === 0) expect(Math.abs(after.spin + 0.4 * spin)).toBeLessThan(0.03 * spin);
    else expect(after.status).toBe(STATUS.unresolved);
  });
});

test("a bar that turns more than once per step strikes a ball that is in its way", () => {
  const model = compileUntyped({
    timestep: 1 / 60,
    gravity: [0, 0, 0],
    formulation: { type: "forces", integrator: "rk4", parts: 4096 },
    materials: steel,
    bodies: [
      {
        name: "bar",
        mass: 2,
        material: "m",
        continuous: "on",
        angularVelocity: [0, 0, 390],
        shapes: [{ type: "box", halfExtents: [0.5, 0.012, 0.05] }],
      },
      {
        name: "ball",
        mass: 0.05,
        material: "m",
        position: [0.4, 0.02, 0.01],
        shapes: [{ type: "sphere", radius: 0.002 }],
      },
    ],
  });
  const data = createData(model);
  // 390 rad/s · (1/60) s = 2π + 0.2 rad: at the end of the step the bar looks as if it had hardly moved
  step(model, data);
  const o = 6 * model.bodyNames.indexOf("ball") + 3;
  expect(Math.hypot(data.bodyVel[o], data.bodyVel[o + 1])).toBeGreaterThan(100);
});
