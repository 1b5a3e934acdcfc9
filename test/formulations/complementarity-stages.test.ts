/** Stages of a complementarity step that the user makes. */
import {
  compile,
  complementarity,
  createData,
  type Data,
  type Model,
  type Spec,
  STATUS,
  setStages,
  stateHash,
  step,
} from "stiction";
import { describe, expect, test } from "vitest";
import { complementarityFields, STATISTIC } from "../../src/formulations/complementarity/complementarity-fields.js";

const spec: Spec = {
  plane: "xy",
  timestep: 0.01,
  formulation: { type: "complementarity", cone: "none" },
  bodies: [
    { name: "table", type: "static", position: [0, -0.5], shapes: [{ type: "polygon", halfExtents: [2, 0.5] }] },
    { name: "box", mass: 1, position: [0, 0.502], shapes: [{ type: "polygon", halfExtents: [0.5, 0.5] }] },
  ],
};

function start(): { model: Model; data: Data } {
  const model = compile(spec);
  return { model, data: createData(model) };
}

describe("a solver of the user", () => {
  test("is asked instead of ours; asking ours gives the same run", () => {
    const [own, theirs] = [start(), start()];
    let asked = 0;
    setStages(theirs.data, {
      solve(_problem, _z, ours) {
        asked++;
        ours();
      },
    });
    for (let k = 0; k < 50; k++) {
      step(own.model, own.data);
      step(theirs.model, theirs.data);
    }
    expect(asked).toBeGreaterThan(40);
    // without a solver of the user, the motion without impulses is tried first: both find the same
    expect(theirs.data.bodyPos[7]).toBeCloseTo(own.data.bodyPos[7], 12);
    expect(theirs.data.bodyVel.every((v, c) => Math.abs(v - own.data.bodyVel[c]) < 1e-12)).toBe(true);
  });

  test("may be projected Gauss–Seidel in ten lines; the box comes to rest on the table", () => {
    const { model, data } = start();
    setStages(data, {
      solve({ size: n, matrix, vector }, z) {
        for (let sweep = 0; sweep < 2000; sweep++)
          for (let i = 0; i < n; i++) {
            let w = vector[i];
            for (let j = 0; j < n; j++) w += matrix[i * n + j] * z[j];
            if (matrix[i * n + i] > 0) z[i] = Math.max(0, z[i] - w / matrix[i * n + i]);
          }
      },
    });
    let status = 0;
    for (let k = 0; k < 100; k++) status |= step(model, data);
    expect(status).toBe(0);
    expect(data.bodyPos[7]).toBeCloseTo(0.5, 9);
  });

  test("is not believed: a wrong answer, and one that is no number, are told by the status", () => {
    for (const wrong of [0, Number.NaN]) {
      const { model, data } = start();
      setStages(data, { solve: (problem, z) => void z.fill(wrong, 0, problem.size) });
      let status = 0;
      let said = 0;
      for (let k = 0; k < 20; k++) {
        status |= step(model, data);
        said = Math.max(said, complementarityFields(data).statistics[STATISTIC.status]);
      }
      expect(status & STATUS.notConverged).not.toBe(0);
      expect(said).toBe(complementarity.SOLVE_STATUS.stalled);
      expect(data.bodyPos.every(Number.isFinite)).toBe(true);
    }
  });

  test("goes when it is taken back, and is refused where there is no such problem", () => {
    const [own, other] = [start(), start()];
    setStages(other.data, { solve: (problem, z) => void z.fill(0, 0, problem.size) });
    setStages(other.data, {});
    for (let k = 0; k < 20; k++) for (const { model, data } of [own, other]) step(model, data);
    expect(stateHash(other.data)).toBe(stateHash(own.data));
    const model = compile({ bodies: [{ name: "ball", mass: 1 }] });
    expect(() => setStages(createData(model), {})).toThrow('formulation "complementarity" only');
  });
});
