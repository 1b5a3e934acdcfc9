// Four columns of five dice, a wall of ten rows of bricks or a tower of bars fall over within seconds at default settings, 1/60 s, status 0.
import { compileUntyped, createData, STATUS, step } from "stiction";
import { expect, test } from "vitest";

type Vector = readonly [number, number, number];

function pile(blocks: readonly (readonly [at: Vector, half: Vector])[], formulation: object) {
  const model = compileUntyped({
    timestep: 1 / 60,
    formulation: { type: "impulse", ...formulation },
    bodies: [
      { name: "floor", type: "static", shapes: [{ type: "plane" }] },
      ...blocks.map(([position, halfExtents], k) => ({
        name: `b${String(k).padStart(3, "0")}`,
        mass: 0.4,
        position,
        shapes: [{ type: "box", halfExtents }],
      })),
    ],
  });
  return { model, data: createData(model) };
}

/** Status of all steps, and the largest way of a block, m. */
function run({ model, data }: ReturnType<typeof pile>, steps: number) {
  const start = data.bodyPos.slice();
  let status = 0;
  for (let k = 0; k < steps; k++) status |= step(model, data);
  return { status, way: Math.max(...data.bodyPos.map((x, i) => Math.abs(x - start[i]))) };
}

const r = 0.01;
const column = (x: number, n: number) =>
  Array.from({ length: n }, (_, k) => [[x, 0, (2 * k + 1) * r] as Vector, [r, r, r] as Vector] as const);

test("columns of dice stand", () => {
  const dice = [0, 0.1, 0.2, 0.3].flatMap((x) => column(x, 5));
  // contacts are solved to 1e-10 m/s
  const { status, way } = run(pile(dice, { sleep: false }), 90);
  expect(status).toBe(0);
  expect(way).toBeLessThan(1e-9);
});

test("a column of forty boxes stands", () => {
  const { status, way } = run(pile(column(0, 40), { sleep: false }), 60);
  expect(status).toBe(0);
  expect(way).toBeLessThan(1e-9);
});

test("where contacts must be swept the status says that soft contacts do not bear the pile", () => {
  expect(run(pile(column(0, 20), { contacts: "iterative" }), 3).status & STATUS.notConverged).not.toBe(0);
  expect(run(pile(column(0, 3), { contacts: "iterative" }), 3).status).toBe(0);
});

test("a die on a column that is thrown over is not at rest", () => {
  const thrown = pile(column(0, 20), { contacts: "iterative" });
  for (let b = 1; b < thrown.model.nb; b++) thrown.data.bodyVel[6 * b + 3] = 1;
  expect(run(thrown, 1).status & STATUS.notConverged).toBe(0);
});
