/**
 * An egg that rolls on a floor gains energy in `impulse` (1.6 % in 1 s at 4 ms), and a spinning disc in
 * `complementarity` (7.7 % in 0.5 s), with status 0 at shorter steps: velocities were those of the point of contact of
 * the start of a step, which has left the ground at its end.
 */
import { compile, createData, type Spec, step } from "stiction";
import { describe, expect, test } from "vitest";

type Body = NonNullable<Spec["bodies"]>[number];

/** Bodies whose point of contact travels over a surface to another arm. */
const bodies: Readonly<Record<string, Partial<Body>>> = {
  egg: { position: [0, 0, 0.056], shapes: [{ type: "ellipsoid", semiAxes: [0.08, 0.05, 0.05] }] },
  "disc on its rim": { position: [0, 0, 0.04], shapes: [{ type: "cylinder", radius: 0.06, halfLength: 0.01 }] },
  "ball with a weight aside": {
    position: [0, 0, 0.05],
    centerOfMass: [0.012, 0, -0.01],
    shapes: [{ type: "sphere", radius: 0.05 }],
  },
  "capsule on its end": { position: [0, 0, 0.09], shapes: [{ type: "capsule", radius: 0.03, halfLength: 0.05 }] },
  ring: { position: [0, 0, 0.05], shapes: [{ type: "torus", radius: 0.05, tube: 0.012 }] },
};

const SPIN = [6, 3, 4] as const;
const RATE = Math.hypot(...SPIN);

function largestGain(formulation: Spec["formulation"], timestep: number, body: Partial<Body>): number {
  const model = compile({
    timestep,
    formulation,
    materials: { rubber: { friction: 3 } },
    bodies: [
      { name: "floor", type: "static", material: "rubber", shapes: [{ type: "plane" }] },
      { name: "body", mass: 0.8, material: "rubber", angularVelocity: [...SPIN], ...body } as Body,
    ],
    sensors: ["system/all/energy"],
  });
  const data = createData(model);
  const energy = () => data.slot[model.sensors.columns[0].slot];
  step(model, data);
  // what falls on the floor or starts to roll has lost something by then
  while (data.time < 0.3) step(model, data);
  const first = energy();
  let most = first;
  while (data.time < 1.5) {
    step(model, data);
    most = Math.max(most, energy());
  }
  return most / first - 1;
}

describe.each(Object.entries(bodies))("%s", (_name, body) => {
  // a symmetric rule of second order swings by (2 ω τ)²/4: surfaces meet the ground twice a turn, in sub-steps τ = h/4
  test("impulse gains no more than its rule swings", () => {
    expect(largestGain({ type: "impulse" }, 4e-3, body)).toBeLessThan((RATE * 4e-3) ** 2 / 16);
  });
});

describe("complementarity", () => {
  // heights are half a step later than velocities: the energy measured swings by ω h/2 of what is exchanged
  test.each(Object.entries(bodies))("%s", (_name, body) => {
    const gain = largestGain({ type: "complementarity" }, 2e-3, body);
    expect(gain).toBeLessThan(RATE * 2e-3);
  });
});
