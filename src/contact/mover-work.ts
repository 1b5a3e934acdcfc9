import type { Data } from "../data/data.js";
import { COUNTER } from "../data/fields.js";
import { supplyWork } from "../data/supply.js";
import { BODY_TYPE, type Model } from "../model/model.js";

/**
 * Notes the work over `span`, s, of bodies with prescribed motion on what pushes them, by the forces as they stand, and
 * a bound of that of moving surfaces: the force of contact times the speed of the surface. Reads: bodyForce,
 * bodyApplied, bodyVel. Writes: energyWatch.
 */
export function supplyMovers(model: Model, data: Data, span: number): void {
  const { bodyActive, bodyApplied, bodyForce: f, bodyVel: v } = data;
  let power = 0;
  for (let k = 0; k < data.counter[COUNTER.active]; k++) {
    const b = bodyActive[k];
    if (model.bodyType[b] !== BODY_TYPE.kinematic) continue;
    let own = 0;
    for (let c = 6 * b; c < 6 * b + 6; c++) own -= f[c] * v[c];
    power += Math.max(0, own);
  }
  const { belt, body } = model.systems.collision;
  if (belt !== null) {
    for (let s = 0; 3 * s < belt.length; s++) {
      const speed2 = belt[3 * s] * belt[3 * s] + belt[3 * s + 1] * belt[3 * s + 1] + belt[3 * s + 2] * belt[3 * s + 2];
      if (speed2 === 0) continue;
      let force2 = 0;
      for (let c = 6 * body[s] + 3; c < 6 * body[s] + 6; c++)
        force2 += (f[c] - bodyApplied[c]) * (f[c] - bodyApplied[c]);
      power += Math.sqrt(force2 * speed2);
    }
  }
  supplyWork(data, span * power);
}
