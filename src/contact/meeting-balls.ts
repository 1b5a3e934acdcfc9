import { KIND } from "../collision/narrow/types.js";
import type { CollisionSetup } from "../collision/setup.js";
import { COLLISION_FIELDS } from "../collision/system.js";
import { type Data, itemFields } from "../data/data.js";

/** A normal that turns by less than this (1 − cosine) until they meet stays as it is: 4e-4 rad. */
const SAME = 1e-7;

/** A ball whose centre is farther than this part of its radius from the centre of mass turns about another point. */
const CENTRED = 1e-9;

/**
 * Two balls that approach obliquely meet along another line than the one between them when their contact was found, a
 * step ahead of their motion at most. With d between the centres, w their velocity and R the sum of the radii,
 *
 *   |d + w τ| = R,   n = (d + w τ)/R,   gap = −(n · w) τ
 *
 * is the contact of the instant τ at which they meet, and its gap closes then. Of balls that miss each other it is that
 * of the instant at which they are nearest, and does not close. Writes [n, gap] into `out`; false where the contact
 * along the normal at n[o …] may stay. Reads: pose, bodyVel.
 */
export function meetingOfBalls(
  data: Data,
  setup: CollisionSetup,
  a: number,
  b: number,
  n: Float64Array,
  o: number,
  out: Float64Array,
): boolean {
  if (!isBall(setup, a) || !isBall(setup, b)) return false;
  const { pose } = itemFields(data, "collision", COLLISION_FIELDS);
  const { bodyVel: v } = data;
  const p = 6 * setup.body[a];
  const q = 6 * setup.body[b];
  const dx = pose[7 * b] - pose[7 * a];
  const dy = pose[7 * b + 1] - pose[7 * a + 1];
  const dz = pose[7 * b + 2] - pose[7 * a + 2];
  const wx = v[q + 3] - v[p + 3];
  const wy = v[q + 4] - v[p + 4];
  const wz = v[q + 5] - v[p + 5];
  const r = setup.colliders[a].size[0] + setup.colliders[b].size[0];
  const closing = dx * wx + dy * wy + dz * wz;
  const w2 = wx * wx + wy * wy + wz * wz;
  const beyond = dx * dx + dy * dy + dz * dz - r * r;
  if (!(closing < 0 && beyond > 0)) return false;
  const root = closing * closing - w2 * beyond;
  const time = (-closing - (root > 0 ? Math.sqrt(root) : 0)) / w2;
  let nx = dx + wx * time;
  let ny = dy + wy * time;
  let nz = dz + wz * time;
  const apart = Math.sqrt(nx * nx + ny * ny + nz * nz);
  nx /= apart;
  ny /= apart;
  nz /= apart;
  if (nx * n[o] + ny * n[o + 1] + nz * n[o + 2] > 1 - SAME) return false;
  out[0] = nx;
  out[1] = ny;
  out[2] = nz;
  out[3] = apart - r - (nx * wx + ny * wy + nz * wz) * time;
  return true;
}

/** Whether shape s is a ball about the centre of mass of its body. */
function isBall({ colliders, localPose }: CollisionSetup, s: number): boolean {
  const { kind, size } = colliders[s];
  if (kind !== KIND.sphere && kind !== KIND.circle) return false;
  const o = 7 * s;
  return Math.abs(localPose[o]) + Math.abs(localPose[o + 1]) + Math.abs(localPose[o + 2]) <= CENTRED * size[0];
}
