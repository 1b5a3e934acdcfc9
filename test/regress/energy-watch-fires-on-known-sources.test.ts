// status gained in a clean run: a cylinder that lifts by command, contacts that are springs of complementarity.
import { addHook, compileUntyped, createData, STATUS, step } from "stiction";
import { describe, expect, test } from "vitest";

function statusOf(spec: object, steps: number, source?: (velocity: Float64Array) => void): number {
  const model = compileUntyped(spec);
  const data = createData(model);
  if (source) addHook(data, "control", () => source(data.bodyVel));
  let status = 0;
  for (let k = 0; k < steps; k++) status |= step(model, data);
  return status;
}

const block = { name: "block", mass: 3, shapes: [{ type: "box", halfExtents: [0.1, 0.1, 0.1] }] };
const floor = { name: "floor", type: "static", shapes: [{ type: "plane" }] };

test.each(["impulse", "augmented-lagrangian", "complementarity"])("%s: a cylinder lifts its load", (formulation) => {
  const status = statusOf(
    {
      timestep: 2e-3,
      formulation,
      contact: "none",
      bodies: [{ ...block, position: [0, 0, 0.7] }],
      joints: [
        { name: "rail", type: "slider", bodyB: "block", at: [0, 0, 0.7], axis: [0, 0, 1] },
        {
          name: "jack",
          type: "hydraulic",
          bodyB: "block",
          at: [0, 0, 0],
          to: [0, 0, 0.7],
          force: 200,
          speed: 0.3,
          maxLength: 1.5,
          command: 1,
        },
      ],
    },
    300,
  );
  expect(status & STATUS.gained).toBe(0);
});

test("springs of scheme penalty give back what they hold", () => {
  const formulation = { type: "complementarity", scheme: "penalty", stiffness: 4e3, damping: 2 };
  const spec = { timestep: 1e-3, formulation, bodies: [floor, { ...block, position: [0, 0, 0.35] }] };
  expect(statusOf(spec, 600) & STATUS.gained).toBe(0);
});

describe("a source that nothing declares is still reported", () => {
  test.each(["impulse", "complementarity", "augmented-lagrangian", "forces"])("%s", (formulation) => {
    const spec = {
      timestep: 1e-3,
      formulation,
      gravity: [0, 0, 0],
      bodies: [{ ...block, position: [0, 0, 1], velocity: [0.4, 0, 0.1] }],
    };
    expect(statusOf(spec, 100)).toBe(0);
    const grows = (v: Float64Array) => {
      for (let k = 9; k < 12; k++) v[k] *= 1.02;
    };
    // 2 % of speed a step are 10 % of energy within three
    expect(statusOf(spec, 100, grows) & STATUS.gained).not.toBe(0);
  });
});
