/** What holds for the rows of every kind of joint, picked up from the registry. */
import { createData, type Data, type Model, resetData } from "stiction";
import { describe, expect, test } from "vitest";
import type { JointKind } from "../../src/joints/joint.js";
import { ROW, updateJoints, writeJointRows } from "../../src/joints/system.js";
import { random as randomSource } from "../geometry/random.js";
import { components, nudge, scatter } from "./random-state.js";
import { sampleModel, samples } from "./samples.js";

const STATES = process.env.STICTION_FULL ? 1000 : 20;

const fieldsOf = (data: Data) => data.items.joints;
const rowsOf = (model: Model) => model.systems.joints.rows;

/** C of every row, and the joint coordinate after them. */
function errors(model: Model, data: Data): number[] {
  writeJointRows(model, data);
  const kind = model.joints.kinds[0] as JointKind;
  const all = [...fieldsOf(data).rowError];
  if (kind.writeCoordinate === undefined) return all;
  kind.writeCoordinate(model, data, 0, fieldsOf(data));
  return [...all, fieldsOf(data).coordinate[0]];
}

/** The rows' own derivatives, in the order of `errors`. */
function jacobians(model: Model, data: Data): number[][] {
  const values = errors(model, data);
  const { rowJacobian, coordinate } = fieldsOf(data);
  const rows = Array.from({ length: rowsOf(model) }, (_, r) => [...rowJacobian.subarray(12 * r, 12 * r + 12)]);
  return values.length > rows.length ? [...rows, [...coordinate.subarray(1, 13)]] : rows;
}

describe.each(samples)("$label", (sample) => {
  const model = sampleModel(sample);
  const coupled = (model.joints.kinds[0] as JointKind).grounded === true;

  test("derivatives equal central differences of the error, violated states too (V01)", () => {
    const random = randomSource(7);
    const data = createData(model);
    const moved = createData(model);
    const h = 1e-5;
    let worst = 0;
    const follow = (model.joints.kinds[0] as JointKind).follow !== undefined && !model.planar && sample.type !== "ball";
    for (let n = 0; n < STATES; n++) {
      resetData(model, data);
      // every other state of a joint that follows its angle is swung by more than a quarter of a turn, beyond which angles have a reference of their own
      if (follow && n % 2 === 1) {
        for (let b = 1; b <= 2; b++) for (let k = 0; k < 3; k++) nudge(data, b, k, 3 * (2 * random() - 1));
        updateJoints(model, data);
      }
      scatter(model, data, random, 0.4);
      fieldsOf(moved).memory.set(fieldsOf(data).memory);
      const rows = jacobians(model, data);
      const kinds = [...fieldsOf(data).rowKind];
      for (let b = 1; b <= 2; b++) {
        for (const k of components(model)) {
          const [plus, minus] = [h, -h].map((amount) => {
            moved.bodyPos.set(data.bodyPos);
            moved.bodyQuat.set(data.bodyQuat);
            nudge(moved, b, k, amount);
            return errors(model, moved);
          });
          const column = 6 * (b - 1) + k;
          rows.forEach((row, r) => {
            if (kinds[r] === ROW.drive || kinds[r] === ROW.off) return;
            // relative to the row's length: 1 m or 1 rad here, up to its arms
            const size = Math.max(1, ...row.map(Math.abs));
            worst = Math.max(worst, Math.abs(row[column] - (plus[r] - minus[r]) / (2 * h)) / size);
          });
        }
      }
    }
    // h² curvature 1e-10, round-off 1e-16/h = 1e-11; the wanted 1e-6 leaves room for states near a singular placement
    expect(worst).toBeLessThan(1e-6);
  });

  test("what a row does to A, it does in reverse to B (V02)", () => {
    const random = randomSource(11);
    const data = createData(model);
    for (let n = 0; n < STATES; n++) {
      resetData(model, data);
      scatter(model, data, random, 0.4);
      writeJointRows(model, data);
      const { rowJacobian, rowBody } = fieldsOf(data);
      for (let r = 0; r < rowsOf(model); r++) {
        if (coupled) continue; // the carrier bears the rest
        const o = 12 * r;
        // force, and moment about the origin: τ + p × f
        const sum = [0, 0, 0, 0, 0, 0];
        for (const side of [0, 1]) {
          const p = data.bodyPos.subarray(3 * rowBody[2 * r + side], 3 * rowBody[2 * r + side] + 3);
          const [tx, ty, tz, fx, fy, fz] = rowJacobian.subarray(o + 6 * side, o + 6 * side + 6);
          [fx, fy, fz, tx + p[1] * fz - p[2] * fy, ty + p[2] * fx - p[0] * fz, tz + p[0] * fy - p[1] * fx].forEach(
            (v, k) => {
              sum[k] += v;
            },
          );
        }
        // in the plane only the moment about z counts
        const counts = model.planar ? [0, 1, 5] : [0, 1, 2, 3, 4, 5];
        for (const k of counts) expect(Math.abs(sum[k])).toBeLessThan(1e-12);
      }
    }
  });

  test("bounds, bodies and speeds are written for every row", () => {
    const data = createData(model);
    const out = fieldsOf(data);
    out.rowBounds.fill(Number.NaN);
    out.rowSpeed.fill(Number.NaN);
    out.rowError.fill(Number.NaN);
    out.rowJacobian.fill(Number.NaN);
    writeJointRows(model, data);
    for (let r = 0; r < rowsOf(model); r++) {
      if (out.rowKind[r] === ROW.off) continue;
      expect(out.rowBounds[2 * r]).toBeLessThanOrEqual(out.rowBounds[2 * r + 1]);
      expect([...out.rowBody.subarray(2 * r, 2 * r + 2)]).toEqual([model.joints.bodyA[0], 2]);
      expect(out.rowSpeed[r]).toBeTypeOf("number");
      expect(
        [out.rowError[r], out.rowSpeed[r], ...out.rowJacobian.subarray(12 * r, 12 * r + 12)].some(Number.isNaN),
      ).toBe(false);
    }
  });

  test("lock rows leave the degrees of freedom that the kind declares", () => {
    const data = createData(model);
    writeJointRows(model, data);
    const locks = fieldsOf(data).rowKind.filter((kind) => kind === ROW.lock).length;
    const { freedom } = model.joints.kinds[0];
    // of the kinds that may or may not lock, the first sample does
    if (sample.label.includes(" 1 ")) expect(locks).toBe(model.planar ? 3 - freedom.planar : 6 - freedom.spatial);
  });
});
