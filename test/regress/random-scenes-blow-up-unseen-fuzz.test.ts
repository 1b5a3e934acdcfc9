// Of 63 random scenes in forces, 37 left for hundreds of metres to 1e9 m with status 0; two overlapping boxes at 1 ms
// reached 1.8e9 m.
import { compileUntyped, createData, step } from "stiction";
import { expect, test } from "vitest";

/** Numbers of [0, 1) from a seed: a multiplicative generator. */
function randomFrom(seed: number): () => number {
  let state = (seed * 7919) % 2147483647;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

/** Boxes, spheres and capsules, some within each other, above a floor; materials by default. */
function scene(seed: number, formulation: unknown) {
  const r = randomFrom(seed);
  const spread = (x: number) => (r() - 0.5) * x;
  const shape = (s: number) => {
    const kind = r();
    if (kind < 0.5) return { type: "box", halfExtents: [s, s * (0.3 + r()), s * (0.3 + r())] };
    return kind < 0.75
      ? { type: "sphere", radius: s }
      : { type: "capsule", radius: 0.5 * s, halfLength: s * (0.5 + r()) };
  };
  const bodies = Array.from({ length: 2 + Math.floor(2 * r()) }, (_, k) => ({
    name: `b${k}`,
    position: [spread(0.8), spread(0.8), 0.2 + r()],
    velocity: [spread(4), spread(4), spread(4)],
    angularVelocity: [spread(10), spread(10), spread(10)],
    shapes: [shape(0.1 + 0.3 * r())],
  }));
  const floor = {
    name: "floor",
    type: "static",
    position: [0, 0, -0.5],
    shapes: [{ type: "box", halfExtents: [5, 5, 0.5] }],
  };
  return { timestep: [2e-3, 5e-3, 1 / 60][seed % 3], formulation, bodies: [floor, ...bodies] };
}

const formulations = ["forces", "augmented-lagrangian", "impulse"] as const;
test.each(formulations.flatMap((f) => [3, 7, 11].map((seed) => [f, seed] as const)))("%s, scene %i", (f, seed) => {
  // parts bound the time of the test
  const model = compileUntyped(scene(seed, f === "impulse" ? f : { type: f, parts: 64 }));
  const data = createData(model);
  let status = 0;
  for (let k = 0; k * model.options.timestep < 0.3; k++) status |= step(model, data);
  // 5 m/s for 0.3 s, from within 2 m
  if (status === 0) for (const x of data.bodyPos) expect(Math.abs(x)).toBeLessThan(6);
});

test("two boxes within each other do not leave unseen", () => {
  const box = (name: string, x: number) => ({
    name,
    position: [x, 0, 0],
    shapes: [{ type: "box", halfExtents: [0.2, 0.25, 0.3] }],
  });
  const model = compileUntyped({
    timestep: 0.001,
    gravity: [0, 0, 0],
    formulation: { type: "forces", parts: 256 },
    bodies: [box("a", 0), box("b", 0.31)],
  });
  const data = createData(model);
  let status = 0;
  for (let k = 0; k < 100; k++) status |= step(model, data);
  if (status === 0) for (const x of data.bodyPos) expect(Math.abs(x)).toBeLessThan(1);
});
