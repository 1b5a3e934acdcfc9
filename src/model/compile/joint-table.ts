import type { Vec3 } from "../../math/vec3.js";
import { jointColumns } from "../joint-columns.js";
import type { JointKindBase, JointTable } from "../model.js";
import { metaOf } from "../params.js";
import type { ParsedItem } from "./parse.js";

/** Stands for "no axis is across the plane". */
const SPATIAL = 3;

/** Room for joints, with the numbers that scenes give of their own kinds; `jointPlacing` fills in the rest. */
export function createJointTable(items: readonly ParsedItem<JointKindBase>[]): JointTable {
  const n = items.length;
  return {
    count: n,
    names: items.map((j) => j.name),
    kinds: items.map((j) => j.kind),
    bodyA: new Int32Array(n),
    bodyB: new Int32Array(n),
    pointA: new Float64Array(3 * n),
    pointB: new Float64Array(3 * n),
    quatA: new Float64Array(4 * n),
    quatB: new Float64Array(4 * n),
    across: new Uint8Array(n).fill(SPATIAL),
    zero: new Float64Array(n),
    lower: new Float64Array(n).fill(Number.NEGATIVE_INFINITY),
    upper: new Float64Array(n).fill(Number.POSITIVE_INFINITY),
    driveMode: new Uint8Array(n),
    driveInput: new Int32Array(n).fill(-1),
    driveMaxEffort: new Float64Array(n).fill(Number.POSITIVE_INFINITY),
    driveHoldEffort: new Float64Array(n).fill(Number.NaN),
    driveMaxSpeed: new Float64Array(n).fill(Number.POSITIVE_INFINITY),
    driveGain: new Float64Array(n),
    driveStiffness: new Float64Array(n),
    driveDamping: new Float64Array(n),
    friction: new Float64Array(n),
    brakeInput: new Int32Array(n).fill(-1),
    driveMaxPower: new Float64Array(n).fill(Number.POSITIVE_INFINITY),
    breakForce: Float64Array.from(
      items,
      (j) => (j.params.breakForce as number | undefined) ?? Number.POSITIVE_INFINITY,
    ),
    breakTorque: Float64Array.from(
      items,
      (j) => (j.params.breakTorque as number | undefined) ?? Number.POSITIVE_INFINITY,
    ),
    ...compileOwn(items),
    params: items.map((j) => j.params),
  };
}

/** The numbers of each joint's own kind, end to end, and room for its inputs. */
function compileOwn(items: readonly ParsedItem<JointKindBase>[]) {
  const columns = items.map((j) => jointColumns(j.kind.params));
  const ownStart = new Int32Array(items.length + 1);
  const inputStart = new Int32Array(items.length + 1);
  items.forEach(({ kind }, i) => {
    ownStart[i + 1] = ownStart[i] + columns[i].size + (kind.derived ?? 0);
    inputStart[i + 1] = inputStart[i] + columns[i].inputs;
  });
  const own = new Float64Array(ownStart[items.length]).fill(Number.NaN);
  items.forEach(({ kind, params }, i) => {
    for (const [key, offset] of Object.entries(columns[i].own)) {
      const meta = metaOf(kind.params[key]);
      const value = params[key];
      const at = ownStart[i] + offset;
      if (meta?.kind === "vector") own.set((value as Vec3 | undefined) ?? [Number.NaN, Number.NaN, Number.NaN], at);
      else if (meta?.kind === "choice") own[at] = meta.choices!.indexOf(value as string);
      else own[at] = value === undefined ? Number.NaN : Number(value);
    }
  });
  return { own, ownStart, input: new Int32Array(inputStart[items.length]), inputStart };
}
