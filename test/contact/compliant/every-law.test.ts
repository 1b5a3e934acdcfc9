/** Every contact law and every friction law does in a scene, in both formulations, what it does by itself. A new law is tested by being listed. */
import {
  bodyVelocity,
  type ContactLaw,
  compileUntyped,
  contact,
  createData,
  type FormulationSpec,
  step,
  type UntypedSpec,
} from "stiction";
import { describe, expect, test } from "vitest";

const FORMULATIONS = [{ type: "forces", integrator: "rk4" }, { type: "augmented-lagrangian" }] as const;
const H = 1e-4;

/** Parameters under which an impact of 1 kg at 1 m/s lasts hundreds of steps. */
const SOFT: Record<string, Record<string, unknown>> = {
  linear: { stiffness: 1e5, damping: 100 },
  popov: {},
  tyre: { stiffness: 1e5, damping: 100 },
};

function ball(formulation: FormulationSpec, law: UntypedSpec["formulation"]): UntypedSpec {
  return {
    timestep: H,
    gravity: [0, 0, 0],
    formulation,
    materials: { soft: { friction: 0, contact: law } },
    bodies: [
      { name: "floor", type: "static", material: "soft", shapes: [{ type: "plane" }] },
      {
        name: "ball",
        mass: 1,
        position: [0, 0, 0.1 + 0.5 * H],
        velocity: [0, 0, -1],
        material: "soft",
        shapes: [{ type: "sphere", radius: 0.1 }],
      },
    ],
  };
}

describe.each(FORMULATIONS)("$type", (formulation) => {
  test.each(Object.keys(contact.laws))("%s: a ball rebounds as the law says", (name) => {
    const law = (contact.laws as Readonly<Record<string, ContactLaw>>)[name];
    const given = { type: name, ...SOFT[name] };
    const model = compileUntyped(ball(formulation, given));
    const data = createData(model);
    const { pairs } = model.systems.compliant;
    // the parameters as the scene completes them
    const { restitution, duration } = contact.impactOf(law, pairs[0].params, 1, 1);
    const steps = Math.ceil((1.5 * duration) / H) + 2;
    for (let k = 0; k < steps; k++) step(model, data);
    const [, , speed] = bodyVelocity(model, data, "ball");
    // touch falls into the middle of a step: a force that jumps there acts half a step more or less, c h/2 = 0.005 of the speed; others gain or lose (h/T)²
    const off = law.claims.continuousAtTouch ? 1e-3 : 0.005;
    expect(Math.abs(speed - restitution)).toBeLessThan(off);
  });

  test.each(Object.keys(contact.frictionLaws))(
    "%s: a block is held below μ N if the law sticks, and slides above it",
    (name) => {
      const law = contact.frictionLaws[name as keyof typeof contact.frictionLaws];
      const run = (slope: number) => {
        const model = compileUntyped(block(formulation, name, slope));
        const data = createData(model);
        for (let k = 0; k < 4000; k++) step(model, data);
        return bodyVelocity(model, data, "block")[0];
      };
      // tan 0.1 against μ = 0.5: held, without creep
      if (law.claims.sticks) expect(Math.abs(run(0.1))).toBeLessThan(1e-6);
      // tan 1 against it: slides
      expect(run(1)).toBeGreaterThan(0.5);
    },
  );
});

test.each(Object.keys(contact.frictionLaws))("%s: materials without friction slide freely", (name) => {
  const spec = block({ type: "augmented-lagrangian" }, name, 0.1);
  const model = compileUntyped({ ...spec, materials: { wood: { ...spec.materials?.wood, friction: 0 } } });
  const data = createData(model);
  for (let k = 0; k < 1000; k++) step(model, data);
  // viscous friction has a coefficient of its own, 1 N s/m by default
  const free = 9.81 * Math.sin(Math.atan(0.1)) * 0.2;
  expect(bodyVelocity(model, data, "block")[0] / free).toBeCloseTo(1, name === "viscous" ? 0 : 3);
});

function block(formulation: FormulationSpec, sliding: string, slope: number): UntypedSpec {
  const [s, c] = [Math.sin(Math.atan(slope)), Math.cos(Math.atan(slope))];
  return {
    timestep: 2e-4,
    gravity: [9.81 * s, 0, -9.81 * c],
    formulation,
    materials: {
      wood: {
        friction: 0.5,
        restitution: 0.3,
        contact: { type: "hunt-crossley", stiffness: 1e6, leastSpeed: 0.2 },
        sliding,
      },
    },
    bodies: [
      { name: "floor", type: "static", material: "wood", shapes: [{ type: "plane" }] },
      {
        name: "block",
        mass: 1,
        // where the law bears its weight at four corners
        position: [0, 0, 0.1 - ((9.81 * c) / 4e6) ** (2 / 3)],
        material: "wood",
        shapes: [{ type: "box", halfExtents: [0.2, 0.2, 0.1] }],
      },
    ],
  };
}
