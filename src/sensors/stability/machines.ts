import type { Data } from "../../data/data.js";
import { BODY_TYPE, type Model, type SystemKind } from "../../model/model.js";

declare module "../../model/model.js" {
  interface ModelSystems {
    readonly stability: Machines;
  }
}
declare module "../../data/data.js" {
  interface DataSystems {
    readonly stability: StabilityWork;
  }
}

/** Bodies that joints connect, by the number of their machine. */
export interface Machines {
  /** By body; −1 for what does not move by forces. */
  readonly of: Int32Array;
  /** The heaviest body that moves by forces; 0: none. */
  readonly heaviest: number;
}

/** Points that carry a machine, at most. */
const MOST_POINTS = 512;

/** Workspace of one measurement. */
export interface StabilityWork {
  /** Points that carry the machine, world, and their places in the level plane, m. */
  readonly points: Float64Array;
  readonly flat: Float64Array;
  count: number;
  /** Points in the order of x, then of y; corners of the support polygon, counter-clockwise from above. */
  readonly order: Int32Array;
  readonly corners: Int32Array;
  cornerCount: number;
  /** Up, and two level axes; force and moment about the origin; centre of mass; vectors of one edge. */
  readonly up: Float64Array;
  readonly level: Float64Array;
  readonly wrench: Float64Array;
  readonly center: Float64Array;
  readonly edge: Float64Array;
  /** See RESULT. */
  readonly result: Float64Array;
}

/** Results of `findTipOver`. */
export const RESULT = {
  margin: 0,
  distance: 1,
  moment: 2,
  angle: 3,
  loadMoment: 4,
  utilization: 5,
  area: 6,
  size: 7,
} as const;

/** Which bodies make a machine, as a system; no state. */
export const stabilitySystem: SystemKind = {
  name: "stability",
  prepare(model: Model): { setup: Machines; dims: Record<string, number> } {
    return { setup: findMachines(model), dims: {} };
  },
  create(): StabilityWork {
    const f64 = (n: number) => new Float64Array(n);
    return {
      points: f64(3 * MOST_POINTS),
      flat: f64(2 * MOST_POINTS),
      count: 0,
      order: new Int32Array(MOST_POINTS),
      corners: new Int32Array(MOST_POINTS + 2),
      cornerCount: 0,
      up: f64(3),
      level: f64(6),
      wrench: f64(6),
      center: f64(3),
      edge: f64(9),
      result: f64(RESULT.size),
    };
  },
};

/** Bodies that move by forces, joined where a joint connects two of them. */
function findMachines({ nb, bodyType, bodyMass, joints }: Model): Machines {
  const of = Int32Array.from({ length: nb }, (_, b) => (bodyType[b] === BODY_TYPE.dynamic ? b : -1));
  const root = (b: number): number => (of[b] === b ? b : root(of[b]));
  for (let i = 0; i < joints.count; i++) {
    const [a, b] = [joints.bodyA[i], joints.bodyB[i]];
    if (of[a] < 0 || of[b] < 0) continue;
    const [p, q] = [root(a), root(b)];
    of[Math.max(p, q)] = Math.min(p, q);
  }
  for (let b = 0; b < nb; b++) if (of[b] >= 0) of[b] = root(b);
  let heaviest = 0;
  for (let b = 1; b < nb; b++) if (of[b] >= 0 && !(bodyMass[b] <= bodyMass[heaviest])) heaviest = b;
  return { of, heaviest };
}

/** The machine of a body; that of the heaviest body for the world, body 0. */
export function machineOf({ systems: { stability } }: Model, body: number): number {
  return stability.of[body === 0 ? stability.heaviest : body];
}

/** up ← opposite to gravity, z where there is none; level ← two axes across it. */
export function findUp({ options: { gravity: g } }: Model, { systems: { stability } }: Data): void {
  const { up, level } = stability;
  const size = Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
  for (let k = 0; k < 3; k++) up[k] = size > 0 ? -g[k] / size : k === 2 ? 1 : 0;
  // x across up, as far as it goes, and y = up × x
  const k = Math.abs(up[0]) < 0.9 ? 0 : 1;
  const length = Math.sqrt(1 - up[k] * up[k]);
  for (let c = 0; c < 3; c++) level[c] = ((c === k ? 1 : 0) - up[k] * up[c]) / length;
  level[3] = up[1] * level[2] - up[2] * level[1];
  level[4] = up[2] * level[0] - up[0] * level[2];
  level[5] = up[0] * level[1] - up[1] * level[0];
}
