import type { Data } from "../../data/data.js";
import { type JointFields, type JointSetup, ROW } from "../../joints/system.js";
import type { Model } from "../../model/model.js";
import type { Pass } from "./direct-rows.js";
import { type DirectSystem, VALUE, VALUE_SIZE } from "./direct-system.js";
import { impulseFields, STATISTIC } from "./fields.js";
import type { ImpulseSettings } from "./settings.js";

/**
 * One sweep over the rows of all joints, row by row, where they are not solved directly. Locks are soft rows as contacts are, with a frequency of
 * their own, so a load F stretches them by F/(m ω²) [Gribel2009, spec §7.5]. The impulses are kept where the direct solution keeps them.
 * Reads: joint rows. Writes: bodyVel, impulses, residual.
 */
export function sweepJoints(
  system: DirectSystem,
  model: Model,
  data: Data,
  settings: ImpulseSettings,
  h: number,
  pass: Pass,
): void {
  const { rows } = model.systems.joints as JointSetup;
  const joints = data.items.joints as unknown as JointFields;
  const f = impulseFields(data);
  const aim = pass === "aim";
  const time = (aim ? 0.5 : 1) * h;
  const softRate = settings.softJoint[0];
  const softMass = settings.softJoint[1];
  const softImpulse = settings.softJoint[2];
  for (let r = 0; r < rows; r++) {
    const kind = joints.rowKind[r];
    if (kind === ROW.off) continue;
    measureRow(joints, data, r);
    const k = measured[1];
    if (!(k > 0)) continue;
    const speed = measured[0];
    const error = joints.rowError[r];
    const o = VALUE_SIZE * r + VALUE.impulse;
    const old = system.value[o];
    let lower = Number.NEGATIVE_INFINITY;
    let upper = Number.POSITIVE_INFINITY;
    let change: number;
    if (kind === ROW.lock) {
      change = aim ? (-softMass * (speed + softRate * error)) / k - softImpulse * old : -speed / k;
    } else if (kind === ROW.limit) {
      lower = 0;
      if (error > 0) change = -(speed + error / h) / k;
      else if (aim) {
        const push = Math.max(softRate * error, -settings.pushSpeed);
        change = (-softMass * (speed + push)) / k - softImpulse * old;
      } else change = -speed / k;
    } else {
      lower = time * joints.rowBounds[2 * r];
      upper = time * joints.rowBounds[2 * r + 1];
      if (kind === ROW.drive) change = -(speed - joints.rowSpeed[r]) / k;
      else {
        // a spring acts over half the sub-step in each pass, in the first implicitly
        const stiffness = joints.rowSpring[2 * r];
        const damping = joints.rowSpring[2 * r + 1];
        const acted = aim ? 0 : system.half[r];
        const penalty = 0.5 * h * (aim ? damping + h * stiffness : damping);
        const wanted = acted - 0.5 * h * stiffness * error - penalty * speed;
        change = (wanted - old) / (1 + penalty * k);
      }
    }
    const impulse = Math.min(Math.max(old + change, lower), upper);
    change = impulse - old;
    system.value[o] = impulse;
    f.statistics[STATISTIC.residual] = Math.max(f.statistics[STATISTIC.residual], Math.abs(change) * k);
    push(joints, data, r, change);
  }
}

/** [J v, K] of the row measured last. */
const measured = new Float64Array(2);

function measureRow(joints: JointFields, data: Data, r: number): void {
  const { invMass, invInertia: i } = impulseFields(data);
  const j = joints.rowJacobian;
  let speed = 0;
  let k = 0;
  for (let side = 0; side < 2; side++) {
    const body = joints.rowBody[2 * r + side];
    const at = 12 * r + 6 * side;
    const b = 6 * body;
    for (let c = 0; c < 6; c++) speed += j[at + c] * data.bodyVel[b + c];
    const x = j[at];
    const y = j[at + 1];
    const z = j[at + 2];
    k += invMass[body] * (j[at + 3] * j[at + 3] + j[at + 4] * j[at + 4] + j[at + 5] * j[at + 5]);
    k +=
      x * (i[b] * x + i[b + 3] * y + i[b + 4] * z) +
      y * (i[b + 3] * x + i[b + 1] * y + i[b + 5] * z) +
      z * (i[b + 4] * x + i[b + 5] * y + i[b + 2] * z);
  }
  measured[0] = speed;
  measured[1] = k;
}

function push(joints: JointFields, data: Data, r: number, impulse: number): void {
  const { invMass, invInertia: i } = impulseFields(data);
  const v = data.bodyVel;
  const j = joints.rowJacobian;
  for (let side = 0; side < 2; side++) {
    const body = joints.rowBody[2 * r + side];
    if (invMass[body] === 0) continue;
    const at = 12 * r + 6 * side;
    const b = 6 * body;
    const x = impulse * j[at];
    const y = impulse * j[at + 1];
    const z = impulse * j[at + 2];
    v[b] += i[b] * x + i[b + 3] * y + i[b + 4] * z;
    v[b + 1] += i[b + 3] * x + i[b + 1] * y + i[b + 5] * z;
    v[b + 2] += i[b + 4] * x + i[b + 5] * y + i[b + 2] * z;
    for (let c = 3; c < 6; c++) v[b + c] += impulse * invMass[body] * j[at + c];
  }
}
