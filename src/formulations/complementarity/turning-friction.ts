import { CONTACT_INT, CONTACT_INTS, CONTACT_SIZE } from "../../contact/complementarity/contact-set.js";
import { materialPair } from "../../model/compile/materials.js";
import type { Model } from "../../model/model.js";
import { ROW as KIND } from "../../solvers/complementarity/problem.js";
import type { ComplementarityState } from "./complementarity-state.js";
import { bodyOf } from "./contact-gradient.js";
import { addEntry, openRow } from "./rows.js";

/** Directions of the torque against rolling in space: one is against the present rolling. */
const ROLLING_DIRECTIONS = 8;
const HALF = Math.SQRT1_2;
const OCTAGON = Float64Array.of(1, 0, HALF, HALF, 0, 1, -HALF, HALF, -1, 0, -HALF, -HALF, 0, -1, HALF, -HALF);

/**
 * Rolling and spinning friction of contact c, whose normal impulse is row r: torques Σ β_k d_k on B and back on A with
 *
 *   0 ≤ d_k · (ω_B − ω_A) + s ⟂ β_k ≥ 0,   0 ≤ ρ p_n − Σ β_k ⟂ s ≥ 0
 *
 * ρ the length `rollingFriction` with directions across the normal, or `spinningFriction` with those along it. An
 * octagon, turned so that a rolling body meets it at a corner. Reads: contact set, free. Writes: rows.
 */
export function addTurningFriction(model: Model, state: ComplementarityState, c: number, r: number): void {
  const { materials, shapes } = model;
  const { set, free } = state;
  const { tangents, direction } = state.work;
  const i = CONTACT_INTS * c;
  const pair = materialPair(
    materials,
    shapes[set.index[i + CONTACT_INT.shapeA]].material,
    shapes[set.index[i + CONTACT_INT.shapeB]].material,
  );
  const n = CONTACT_SIZE * c;
  const rolling = materials.rollingFriction[pair];
  if (rolling > 0) {
    if (model.planar) {
      direction[0] = direction[1] = 0;
      direction[2] = 1;
      addTorques(state, c, r, rolling, 2);
    } else {
      // against the rolling that forces alone lead to
      const a = 6 * bodyOf(set, c, 0);
      const b = 6 * bodyOf(set, c, 1);
      let x = 0;
      let y = 0;
      for (let k = 0; k < 3; k++) {
        const turn = free[b + k] - free[a + k];
        x -= turn * tangents[k];
        y -= turn * tangents[3 + k];
      }
      const length = Math.sqrt(x * x + y * y);
      x = length > 0 ? x / length : 1;
      y = length > 0 ? y / length : 0;
      for (let k = 0; k < 3; k++) {
        direction[k] = x * tangents[k] + y * tangents[3 + k];
        direction[3 + k] = x * tangents[3 + k] - y * tangents[k];
      }
      addTorques(state, c, r, rolling, ROLLING_DIRECTIONS);
    }
  }
  const spinning = materials.spinningFriction[pair];
  if (spinning > 0 && !model.planar) {
    for (let k = 0; k < 3; k++) direction[k] = set.value[n + k];
    addTorques(state, c, r, spinning, 2);
  }
}

/** Rows of torques along ± the first direction, or along eight in the plane of both, with the bound ρ p_n. */
function addTorques({ rows, set, work }: ComplementarityState, c: number, r: number, rho: number, count: number): void {
  const { direction } = work;
  const first = rows.count;
  for (let k = 0; k < count; k++) {
    const row = openRow(rows, KIND.complementary, bodyOf(set, c, 0), bodyOf(set, c, 1));
    rows.source[row] = c;
    const x = count === 2 ? 1 - 2 * k : OCTAGON[2 * k];
    const y = count === 2 ? 0 : OCTAGON[2 * k + 1];
    for (let m = 0; m < 3; m++) {
      const d = x * direction[m] + (count === 2 ? 0 : y * direction[3 + m]);
      rows.left[12 * row + m] = rows.right[12 * row + m] = -d;
      rows.left[12 * row + 6 + m] = rows.right[12 * row + 6 + m] = d;
    }
  }
  const s = openRow(rows, KIND.complementary, bodyOf(set, c, 0), bodyOf(set, c, 1));
  addEntry(rows, s, r, rho);
  for (let k = 0; k < count; k++) {
    addEntry(rows, first + k, s, 1);
    addEntry(rows, s, first + k, -1);
  }
}
