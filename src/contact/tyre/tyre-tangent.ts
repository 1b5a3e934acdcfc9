import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import { addBlock, type ContactTangent, selectBodies, selectPoint } from "../contact-tangent.js";
import { FORMULA } from "./slip-curve.js";
import type { TyrePair } from "./tyre-setup.js";
import { DRAG, STAND, type TyreState } from "./tyre-state.js";

/**
 * Derivatives of all tyres: K and C for displacement and rotation at the place. Friction and torques follow the load.
 * The turning of the axes and the motion of the place over the tread are left out: they are of the size force over
 * radius. Reads: tyres with their derivatives. Writes: values of the tangent.
 */
export function addTyreTangent(model: Model, data: Data, tangent: ContactTangent): void {
  const state = data.systems.tyre;
  const { pairs } = model.systems.tyre;
  for (let i = 0; i < state.count; i++) {
    if (!(state.stand[STAND.size * i + STAND.load] > 0)) continue;
    selectBodies(tangent, state.body[2 * i], state.body[2 * i + 1]);
    selectPoint(tangent, data, state.stand, STAND.size * i + STAND.place);
    gatherLocal(tangent, state, pairs[state.pair[i]] as TyrePair, i);
    turnToWorld(state, STAND.size * i);
    addBlock(tangent, state.work.block);
  }
}

/** w_K K + w_C C in the axes of the contact: rows F_x, F_y, N, τ_x, τ_y, τ_n; columns displacement, rotation. */
function gatherLocal(
  { stiffnessWeight: wk, dampingWeight: wc }: ContactTangent,
  { stand, drag, work: { local } }: TyreState,
  pair: TyrePair,
  i: number,
): void {
  const o = STAND.size * i;
  const d = DRAG.size * i;
  const lever = stand[o + STAND.lever];
  local.fill(0);
  for (let x = 0; x < 2; x++) {
    for (let y = 0; y < 2; y++)
      local[6 * x + y] = wk * drag[d + DRAG.stiffness + 2 * x + y] + wc * drag[d + DRAG.damping + 2 * x + y];
    // V_x = V_sx + r ω_y, V_r = r ω_y
    const transport = wc * drag[d + DRAG.transport + x];
    if (pair.formula === FORMULA.magic) local[6 * x] += transport;
    local[6 * x + 4] += transport * lever;
  }
  const press = wk * stand[o + STAND.stiffness] + wc * stand[o + STAND.damping];
  const load = stand[o + STAND.load];
  local[14] = press;
  local[2] = (press * drag[d + DRAG.force]) / load;
  local[8] = (press * drag[d + DRAG.force + 1]) / load;
  local[26] = (press * drag[d + DRAG.rollTorque]) / load;
  local[32] = (press * drag[d + DRAG.turnTorque]) / load;
  local[28] = wk * drag[d + DRAG.rollStiffness] + wc * drag[d + DRAG.rollDamping];
  local[35] = wk * drag[d + DRAG.turnStiffness] + wc * drag[d + DRAG.turnDamping];
}

/** block = E local Eᵀ with E the axes of the contact, for displacement and rotation. */
function turnToWorld({ stand, work: { local, half, block } }: TyreState, e: number): void {
  for (let side = 0; side < 6; side += 3) {
    for (let i = 0; i < 3; i++) {
      for (let y = 0; y < 6; y++) {
        let sum = 0;
        for (let x = 0; x < 3; x++) sum += stand[e + 3 * x + i] * local[6 * (side + x) + y];
        half[6 * (side + i) + y] = sum;
      }
    }
  }
  for (let x = 0; x < 6; x++) {
    for (let side = 0; side < 6; side += 3) {
      for (let j = 0; j < 3; j++) {
        let sum = 0;
        for (let y = 0; y < 3; y++) sum += half[6 * x + side + y] * stand[e + 3 * y + j];
        block[6 * x + side + j] = sum;
      }
    }
  }
}
