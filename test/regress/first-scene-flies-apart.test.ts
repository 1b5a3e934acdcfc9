// A first scene without a formulation, boxes on a floor at 1/60 s, flew 531 km apart with a clean status.
import { compile, createSimulation, defaultFormulation, defaultItems } from "stiction";
import { expect, test } from "vitest";

const floor = { name: "floor", type: "static", shapes: [{ type: "box", halfExtents: [4, 4, 0.25] }] } as const;
const crate = (k: number) =>
  ({
    name: `crate${k}`,
    position: [0.02 * k, 0, 0.56 + 0.63 * k],
    shapes: [{ type: "box", halfExtents: [0.3, 0.3, 0.3] }],
  }) as const;

test("crates dropped on a floor come to rest as a stack", () => {
  const sim = createSimulation({ timestep: 1 / 60, bodies: [floor, crate(0), crate(1), crate(2)] });
  expect(sim.model.formulation.kind.name).toBe("impulse");
  expect(sim.run(3)).toBe(0);
  // 10 mm: contact offset and settling
  for (let k = 0; k < 3; k++) expect(Math.abs(sim.body(`crate${k}`).position[2] - (0.55 + 0.6 * k))).toBeLessThan(0.01);
  expect(sim.sceneWarnings).toEqual(sim.model.warnings);
});

test("the formulation of a scene that names none follows from what may meet", () => {
  const of = (spec: object) => defaultFormulation(spec, defaultItems);
  const ball = { name: "ball", shapes: [{ type: "sphere", radius: 0.1 }] };
  expect(of({ bodies: [ball] })).toBe("forces");
  expect(of({ bodies: [ball, { ...ball, name: "other" }] })).toBe("impulse");
  expect(of({ contact: "none", bodies: [ball, floor] })).toBe("forces");
  expect(of({ bodies: [floor, { ...floor, name: "wall" }] })).toBe("forces");
  // a contact law is asked for by name: only forces follow it
  expect(of({ materials: { m: { contact: { type: "hertz" } } }, bodies: [ball, floor] })).toBe("forces");
  expect(compile({ bodies: [floor, crate(0)] }).formulation.kind.name).toBe("impulse");
});
