import type { Data } from "../../data/data.js";
import { ROW } from "../../joints/system.js";
import type { Model } from "../../model/model.js";
import type { Pass } from "./direct-system.js";
import { type DirectSystem, VALUE, VALUE_SIZE } from "./direct-system.js";
import { impulseFields, STATISTIC } from "./fields.js";
import { inverseMass, measureInverseMass, measureSpeed, push, pushRow, rowSpeed } from "./joint-row.js";
import type { ImpulseSettings } from "./settings.js";
import { startSpring } from "./spring-weight.js";

/**
 * One sweep over the rows of all joints, row by row, where they are not solved directly. Locks are soft rows like those
 * of contacts, with their own frequency. Their stiffness is m ω², so a load F stretches them by F/(m ω²). The impulses
 * are stored where the direct solution stores them. Reads: joint rows. Writes: bodyVel, impulses, residual.
 */
export function sweepJoints(
  system: DirectSystem,
  model: Model,
  data: Data,
  settings: ImpulseSettings,
  h: number,
  pass: Pass,
): void {
  const { rows } = model.systems.joints;
  const joints = data.items.joints;
  const f = impulseFields(data);
  const aim = pass === "aim";
  const time = (aim ? 0.5 : 1) * h;
  const softRate = settings.softJoint[0];
  const softMass = settings.softJoint[1];
  const softImpulse = settings.softJoint[2];
  for (let r = 0; r < rows; r++) {
    const kind = joints.rowKind[r];
    if (kind === ROW.off) continue;
    measureInverseMass(f, joints, r);
    const k = inverseMass[0];
    if (!(k > 0)) continue;
    measureSpeed(data.bodyVel, joints, r);
    const speed = rowSpeed[0] - joints.rowSpeed[r];
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
        const apart = Math.max(softRate * error, -settings.pushSpeed);
        change = (-softMass * (speed + apart)) / k - softImpulse * old;
      } else change = -speed / k;
    } else {
      lower = time * joints.rowBounds[2 * r];
      upper = time * joints.rowBounds[2 * r + 1];
      if (kind === ROW.drive) change = -speed / k;
      else {
        // a spring acts over half the sub-step in each pass; it is implicit in the first pass
        const stiffness = joints.rowSpring[2 * r];
        const damping = joints.rowSpring[2 * r + 1];
        const acted = aim ? 0 : system.half[r];
        if (aim) startSpring(f, joints, r, h, system.stretch);
        const weight = system.stretch[2 * r + 1];
        const stretch = aim ? error : (1 - weight) * system.stretch[2 * r] + weight * error;
        const penalty = 0.5 * h * (aim ? damping + weight * h * stiffness : damping);
        const wanted = acted - 0.5 * h * stiffness * stretch - penalty * speed;
        change = (wanted - old) / (1 + penalty * k);
      }
    }
    const impulse = Math.min(Math.max(old + change, lower), upper);
    change = impulse - old;
    system.value[o] = impulse;
    f.statistics[STATISTIC.residual] = Math.max(f.statistics[STATISTIC.residual], Math.abs(change) * k);
    push[0] = change;
    pushRow(data.bodyVel, f, joints, r);
  }
}
