import type { Data } from "../../data/data.js";
import { rotateInto, rotateInverseInto } from "../../math/quat.js";
import type { Model } from "../../model/model.js";
import type { CompliantState } from "./compliant-state.js";

/**
 * Notes the contacts that are followed from here on: both points stay where they are on their bodies, the normal where
 * it is in the world, and
 *
 *   gap = n · (p_B − p_A)
 *
 * The memory is written from contacts that are found again. Reads: contacts, body poses. Writes: local.
 */
export function freezePoints(_model: Model, data: Data): void {
  const state = data.systems.compliant;
  const { bodyPos, bodyQuat } = data;
  const { count, body, place, normal, batch, local } = state;
  const { arm } = state.work;
  for (let c = 0; c < count; c++) {
    for (let side = 0; side < 2; side++) {
      const b = body[2 * c + side];
      const half = (side === 0 ? -0.5 : 0.5) * batch.gap[c];
      for (let k = 0; k < 3; k++) arm[k] = place[3 * c + k] + half * normal[3 * c + k] - bodyPos[3 * b + k];
      rotateInverseInto(local, 6 * c + 3 * side, bodyQuat, 4 * b, arm, 0);
    }
  }
}

/** Contacts that are followed, at the present poses. Reads: local, body poses. Writes: place, gap. */
export function followContacts(data: Data, state: CompliantState): void {
  const { bodyPos, bodyQuat } = data;
  const { count, body, place, normal, batch, local } = state;
  const { points } = state.work;
  for (let c = 0; c < count; c++) {
    for (let side = 0; side < 2; side++) {
      const b = body[2 * c + side];
      rotateInto(points, 3 * side, bodyQuat, 4 * b, local, 6 * c + 3 * side);
      for (let k = 0; k < 3; k++) points[3 * side + k] += bodyPos[3 * b + k];
    }
    let gap = 0;
    for (let k = 0; k < 3; k++) {
      gap += normal[3 * c + k] * (points[3 + k] - points[k]);
      place[3 * c + k] = 0.5 * (points[k] + points[3 + k]);
    }
    batch.gap[c] = gap;
  }
}
