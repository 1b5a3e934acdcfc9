/** The judge of random scenes. */
import { compileUntyped, createData, type Data, STATUS, step } from "stiction";
import { allowance, energyOf } from "./fuzz-energy.js";
import { fuzzScene } from "./fuzz-scenes.js";

export const STEPS = 200;

/** Whether every number of the bodies' state is finite. */
export function allFinite(data: Data): boolean {
  let poison = 0;
  for (const x of data.bodyPos) poison += 0 * x;
  for (const x of data.bodyQuat) poison += 0 * x;
  for (const x of data.bodyVel) poison += 0 * x;
  return poison === 0;
}

/** What is wrong with random scene `seed`, or nothing: a body set aside, a number that is not finite, more energy than anything can have given. */
export function trouble(seed: number, steps = STEPS): string | undefined {
  const { spec, label, power } = fuzzScene(seed);
  const model = compileUntyped(spec);
  const data = createData(model);
  const before = energyOf(model, data);
  const room = allowance(model, data, power);
  for (let i = 0; i < steps; i++) {
    const status = step(model, data);
    if ((status & STATUS.nonFinite) !== 0) return `${label}: a body was set aside at step ${i}`;
    if (!allFinite(data)) return `${label}: not finite at step ${i}`;
    // a scene of kinematic bodies has no energy at all
    const gain = (energyOf(model, data) - before) / Math.max(room, 1e-9);
    if (!(gain <= 1)) return `${label}: gains ${gain.toPrecision(3)} times what it may at step ${i}`;
  }
  return undefined;
}
