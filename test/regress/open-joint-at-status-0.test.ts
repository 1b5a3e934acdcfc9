/**
 * A joint gaped by metres and every step ended with status 0.
 *
 * Each step, in every formulation, now ends with a look at the joints, and names the one that does not hold.
 */
import { compile, createData, STATUS, step } from "stiction";
import { expect, test } from "vitest";
import { statusReports } from "../../cli/status-text.js";

const FORMULATIONS = ["impulse", "complementarity", "augmented-lagrangian"];
const bit = 31 - Math.clz32(STATUS.openJoint);

/** A bar on a hinge; `torn` moves it 0.2 m off in every step, as a solver that fails would. */
function torn(formulation: string, off: number) {
  const model = compile({
    formulation,
    timestep: 0.01,
    bodies: [
      { name: "bar", mass: 2, inertia: [0.1, 0.1, 0.1], position: [0.5, 0, 0] },
      { name: "other", mass: 2, inertia: [0.1, 0.1, 0.1], position: [3, 0, 0] },
    ],
    joints: [
      { type: "hinge", name: "sound", bodyB: "other", at: [2.5, 0, 0], axis: [0, 1, 0] },
      { type: "hinge", name: "loose", bodyB: "bar", at: [0, 0, 0], axis: [0, 1, 0] },
    ],
  } as never);
  const spoiled = {
    ...model,
    formulation: {
      ...model.formulation,
      kind: {
        ...model.formulation.kind,
        advance(m: typeof model, data: ReturnType<typeof createData>) {
          (model.formulation.kind as unknown as { advance: (m: unknown, d: unknown) => void }).advance(m, data);
          data.bodyPos[3 * m.bodyNames.indexOf("bar") + 1] += off;
        },
      },
    },
  } as unknown as typeof model;
  return { model: spoiled, data: createData(spoiled) };
}

test.each(FORMULATIONS)("%s: a joint that gapes is reported by name, in each step", (formulation) => {
  const { model, data } = torn(formulation, 0.2);
  expect(step(model, data) & STATUS.openJoint).toBe(STATUS.openJoint);
  expect(data.warningCount[bit]).toBe(1);
  const report = statusReports(model, data).find(({ name }) => name === "openJoint");
  expect(report?.culprit).toBe("loose");
});

test.each(FORMULATIONS)("%s: one that holds to a hundredth of its arm is not", (formulation) => {
  const { model, data } = torn(formulation, 0.002);
  expect(step(model, data) & STATUS.openJoint).toBe(0);
});

test("a rope that is longer than it may be is open as well", () => {
  const model = compile({
    formulation: "impulse",
    timestep: 0.01,
    bodies: [
      { name: "anvil", type: "static", position: [0, 0, -3] },
      { name: "load", mass: 2, inertia: [1, 1, 1], position: [0, 0, -2] },
    ],
    joints: [
      // 1 m from the anvil and 1 m from the ceiling 2 m above it: not both
      { type: "distance", name: "up", mode: "rope", length: 1, bodyB: "load", at: [0, 0, 0], to: [0, 0, -2] },
      { type: "fixed", name: "held", bodyA: "anvil", bodyB: "load", at: [0, 0, -2] },
    ],
  } as never);
  const data = createData(model);
  let status = 0;
  for (let k = 0; k < 10; k++) status |= step(model, data);
  expect(status & STATUS.openJoint).toBe(STATUS.openJoint);
});
