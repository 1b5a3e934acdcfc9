import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import { addBlock, type ContactTangent, selectBodies, selectPoint } from "../contact-tangent.js";
import { PRESS } from "./foundation.js";
import { PATCH_FRICTION } from "./patch-friction.js";
import { FOUND, type VolumeState } from "./volume-state.js";

/** w_K K + w_C C in the axes of the patch: rows F₁, F₂, N, τ₁, τ₂, τ_n; columns the same of displacement and rotation. */
const LOCAL = new Float64Array(36);
const HALF = new Float64Array(36);
const BLOCK = new Float64Array(36);

/** Places of the three numbers of the foundation, and of friction, among the six. */
const PRESSED = [2, 3, 4] as const;
const DRAGGED = [0, 1, 5] as const;

/**
 * Derivatives of all regions of common volume: K and C for displacement and rotation at the region. Friction follows its
 * load. The change of outlines and normals with the poses is left out. Reads: regions with their derivatives. Writes: values
 * of the tangent.
 */
export function addVolumeTangent(_model: Model, data: Data, tangent: ContactTangent): void {
  const volumes = data.systems.volumetric;
  for (let i = 0; i < volumes.count; i++) {
    selectBodies(tangent, volumes.body[2 * i], volumes.body[2 * i + 1]);
    selectPoint(tangent, data, volumes.place, 3 * i);
    gatherLocal(tangent, volumes, i);
    turnToWorld(volumes.at, FOUND.size * i + FOUND.axes);
    addBlock(tangent, BLOCK);
  }
}

/** Writes: LOCAL. */
function gatherLocal(tangent: ContactTangent, { press, drag, at }: VolumeState, i: number): void {
  const p = PRESS.size * i;
  const d = PATCH_FRICTION.size * i;
  const wk = tangent.stiffnessWeight;
  const wc = tangent.dampingWeight;
  LOCAL.fill(0);
  for (let x = 0; x < 3; x++) {
    for (let y = 0; y < 3; y++) {
      const s = wk * press[p + PRESS.stiffness + 3 * x + y] + wc * press[p + PRESS.damping + 3 * x + y];
      LOCAL[6 * PRESSED[x] + PRESSED[y]] = s;
      LOCAL[6 * DRAGGED[x] + DRAGGED[y]] = wc * drag[d + PATCH_FRICTION.damping + 3 * x + y];
      // −∂F/∂x = (∂F/∂N)(−∂N/∂x)
      if (x === 0)
        for (let z = 0; z < 3; z++) LOCAL[6 * DRAGGED[z] + PRESSED[y]] = drag[d + PATCH_FRICTION.perLoad + z] * s;
    }
  }
  const lead = at[FOUND.size * i + FOUND.lead];
  if (lead === 0) return;
  // a thread: N follows d + h θ_n, and τ_n also has h N
  for (let x = 0; x < 6; x++) LOCAL[6 * x + 5] += lead * LOCAL[6 * x + 2];
  for (let y = 0; y < 6; y++) LOCAL[30 + y] += lead * LOCAL[12 + y];
}

/** BLOCK ← R LOCAL Rᵀ, R the axes of the patch as columns, for displacement and turn alike. */
function turnToWorld(at: Float64Array, e: number): void {
  for (let r = 0; r < 6; r++) {
    for (let side = 0; side < 2; side++) {
      for (let k = 0; k < 3; k++) {
        let sum = 0;
        for (let j = 0; j < 3; j++) sum += LOCAL[6 * r + 3 * side + j] * at[e + 3 * j + k];
        HALF[6 * r + 3 * side + k] = sum;
      }
    }
  }
  for (let side = 0; side < 2; side++) {
    for (let k = 0; k < 3; k++) {
      for (let c = 0; c < 6; c++) {
        let sum = 0;
        for (let j = 0; j < 3; j++) sum += at[e + 3 * j + k] * HALF[6 * (3 * side + j) + c];
        BLOCK[6 * (3 * side + k) + c] = sum;
      }
    }
  }
}
