import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import { addBlock, type ContactTangent, selectBodies, selectPoint } from "../contact-tangent.js";
import { PRESS } from "./foundation.js";
import { PATCH_FRICTION } from "./patch-friction.js";
import { RESISTANCE } from "./rolling-resistance.js";
import { FOUND, type VolumeState } from "./volume-state.js";

/** Places of the three numbers of the foundation, of friction and of what resists rotation, among the six. */
const PRESSED = [2, 3, 4] as const;
const DRAGGED = [0, 1, 5] as const;
const TURNED = [3, 4, 5] as const;

/**
 * Derivatives of all regions of common volume: K and C for displacement and rotation at the region. Friction follows
 * its load. The change of outlines and normals with the poses is left out. Reads: regions with their derivatives.
 * Writes: values of the tangent.
 */
export function addVolumeTangent(_model: Model, data: Data, tangent: ContactTangent): void {
  const volumes = data.systems.volumetric;
  for (let i = 0; i < volumes.count; i++) {
    selectBodies(tangent, volumes.body[2 * i], volumes.body[2 * i + 1]);
    selectPoint(tangent, data, volumes.place, 3 * i);
    gatherLocal(tangent, volumes, i);
    turnToWorld(volumes, FOUND.size * i + FOUND.axes);
    addBlock(tangent, volumes.work.block);
  }
}

/**
 * w_K K + w_C C in the axes of the patch: rows F₁, F₂, N, τ₁, τ₂, τ_n; columns displacement and rotation. Writes:
 * local.
 */
function gatherLocal(
  tangent: ContactTangent,
  { press, drag, resistance, at, work: { local } }: VolumeState,
  i: number,
): void {
  const p = PRESS.size * i;
  const d = PATCH_FRICTION.size * i;
  const wk = tangent.stiffnessWeight;
  const wc = tangent.dampingWeight;
  local.fill(0);
  for (let x = 0; x < 3; x++) {
    for (let y = 0; y < 3; y++) {
      const s = wk * press[p + PRESS.stiffness + 3 * x + y] + wc * press[p + PRESS.damping + 3 * x + y];
      local[6 * PRESSED[x] + PRESSED[y]] = s;
      local[6 * DRAGGED[x] + DRAGGED[y]] = wc * drag[d + PATCH_FRICTION.damping + 3 * x + y];
      // −∂F/∂x = (∂F/∂N)(−∂N/∂x)
      if (x === 0)
        for (let z = 0; z < 3; z++) local[6 * DRAGGED[z] + PRESSED[y]] = drag[d + PATCH_FRICTION.perLoad + z] * s;
    }
  }
  const t = RESISTANCE.size * i;
  for (let x = 0; x < 3; x++) {
    for (let y = 0; y < 3; y++) {
      local[6 * TURNED[x] + TURNED[y]] += wc * resistance[t + RESISTANCE.damping + 3 * x + y];
      local[6 * TURNED[x] + PRESSED[y]] += resistance[t + RESISTANCE.perLoad + x] * local[12 + PRESSED[y]];
    }
  }
  const lead = at[FOUND.size * i + FOUND.lead];
  if (lead === 0) return;
  // a thread: N follows d + h θ_n, and τ_n also has h N
  for (let x = 0; x < 6; x++) local[6 * x + 5] += lead * local[6 * x + 2];
  for (let y = 0; y < 6; y++) local[30 + y] += lead * local[12 + y];
}

/** block ← R local Rᵀ, R the axes of the patch as columns, for displacement and turn alike. */
function turnToWorld({ at, work: { local, half, block } }: VolumeState, e: number): void {
  for (let r = 0; r < 6; r++) {
    for (let side = 0; side < 2; side++) {
      for (let k = 0; k < 3; k++) {
        let sum = 0;
        for (let j = 0; j < 3; j++) sum += local[6 * r + 3 * side + j] * at[e + 3 * j + k];
        half[6 * r + 3 * side + k] = sum;
      }
    }
  }
  for (let side = 0; side < 2; side++) {
    for (let k = 0; k < 3; k++) {
      for (let c = 0; c < 6; c++) {
        let sum = 0;
        for (let j = 0; j < 3; j++) sum += at[e + 3 * j + k] * half[6 * (3 * side + j) + c];
        block[6 * (3 * side + k) + c] = sum;
      }
    }
  }
}
